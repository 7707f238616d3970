"""The source of the kernel, in the part of Python that kernel_assembly.py translates."""

from types import ModuleType


def modules() -> list[ModuleType]:
    """All modules of the source but the operations of the machine."""
    from importlib import import_module
    from pkgutil import iter_modules

    names = [found.name for found in iter_modules(__path__) if found.name != "machine_words"]
    return [import_module(f"{__name__}.{name}") for name in names]
