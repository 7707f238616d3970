"""The search of the kernel, in the part of Python that kernel_assembly.py translates."""

from types import ModuleType

from .. import machine_source


def modules() -> list[ModuleType]:
    """All modules of the kernel's source but the operations of the machine."""
    from importlib import import_module
    from pkgutil import iter_modules

    packages = ((machine_source.__name__, machine_source.__path__), (__name__, __path__))
    found = [f"{name}.{each.name}" for name, path in packages for each in iter_modules(path)]
    return [import_module(name) for name in found if not name.endswith(".machine_words")]
