"""The kernel as machine code: compiled once on a machine, and from then on read from a file."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache

from ....models.language.late_dataclasses import dataclass


@dataclass(frozen=True)
class Kernel:
    """The entries of the kernel, described in machine_search/depth_first.py and decisions.py."""

    owner: object
    """Whatever must live as long as the machine code."""
    search: Callable[[array[int], array[int], int], int]
    give: Callable[[array[int]], bool]
    take: Callable[[array[int]], bool]


@cache
def kernel() -> Kernel:
    """The kernel of this process as machine code, called without the interpreter's lock.

    Raises:
        ImportError: llvmlite is not installed.
    """
    import ctypes
    from pathlib import Path

    from ..common.machine_code import loaded

    here = Path(__file__).parent
    files = sorted([*here.glob("*.py"), *here.glob("machine_*/*.py")])
    engine = loaded("\n".join(file.read_text("utf-8") for file in files), _assembly)
    memory, number = ctypes.c_void_p, ctypes.c_int64
    search = ctypes.CFUNCTYPE(number, memory, memory, number)(engine.get_function_address("search"))
    give, take = (
        ctypes.CFUNCTYPE(ctypes.c_bool, memory)(engine.get_function_address(name))
        for name in ("give", "take")
    )
    return Kernel(
        engine,
        lambda m, rows, steps: int(search(m.buffer_info()[0], rows.buffer_info()[0], steps)),
        lambda m: bool(give(m.buffer_info()[0])),
        lambda m: bool(take(m.buffer_info()[0])),
    )


def is_loaded() -> bool:
    """True if this process has the machine code already."""
    return kernel.cache_info().currsize > 0


@cache
def uncompiled() -> Kernel:
    """The same as Python."""
    from .machine_search.depth_first import search
    from .machine_search.settling import give, take

    return Kernel(None, search, give, take)


def _assembly() -> str:
    from .kernel_assembly import assembly
    from .machine_search import modules

    return assembly(modules(), ["search", "give", "take"])
