"""The search of the kernel, in the part of Python that `harness/compiling` translates."""

from types import ModuleType

from .. import machine_source


def modules() -> list[ModuleType]:
    """All modules of the kernel's source."""
    from importlib import import_module
    from pkgutil import iter_modules

    packages = ((machine_source.__name__, machine_source.__path__), (__name__, __path__))
    found = [f"{name}.{each.name}" for name, path in packages for each in iter_modules(path)]
    return [import_module(name) for name in found]
