"""The modules of this package that may be solvers, found without importing any."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec

PACKAGE = __name__.rpartition(".harness")[0]


@cache
def address_named(name: str) -> str | None:
    """The module directly in the package that has a name, found without listing the folders."""
    module = name.replace("-", "_")
    if "_" in name or not module.isidentifier() or not _may_be_a_solver(module):
        return None
    address = f"{PACKAGE}.{module}"
    return address if find_spec(address) else None


@cache
def addresses(*words: bytes) -> dict[str, str]:
    """The modules that may be solvers, by the names that they have then.

    Those without one of `words` in their source are left out.
    """
    found = _modules(PACKAGE, list(import_module(PACKAGE).__path__), (b"solutions", *words))
    return {one[len(PACKAGE) + 1 :].replace(".", "-").replace("_", "-"): one for one in found}


def _modules(package: str, path: list[str], words: Sequence[bytes]) -> Iterator[str]:
    import pkgutil

    for found in pkgutil.iter_modules(path):
        if _may_be_a_solver(found.name):
            address = f"{package}.{found.name}"
            places = [f"{folder}/{found.name}" for folder in path]
            if any(_mentions(place, words) for place in places):
                yield address
            if found.ispkg:
                yield from _modules(address, places, words)


def _may_be_a_solver(module: str) -> bool:
    return module != "harness" and not module.startswith("_")


def _mentions(place: str, words: Sequence[bytes]) -> bool:
    """False for a module without these in its source: to import it would be in vain."""
    for file in (f"{place}.py", f"{place}/__init__.py"):
        with suppress(OSError), open(file, "rb") as source:
            text = source.read()
            return all(word in text for word in words)
    return True


def advice_for_module(name: str) -> str:
    """The advice for a module of solutions whose function was left out; else nothing."""
    module = name.removesuffix(".py")
    if not all(part.isidentifier() for part in module.split(".")):
        return ""
    here = os.path.isfile(f"{module.replace('.', os.sep)}.py")
    if here or ("." not in module and find_spec(module) is not None):
        return f"for a module of yours write its function too: {module}:solutions"
    return ""


def address_of(value: str) -> str:
    """An entry point's `module : function [extras]` without blanks and extras."""
    return "".join(value.partition("[")[0].split())
