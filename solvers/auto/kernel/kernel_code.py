"""The kernel as code of this machine: the Python that it is written in, or compiled from it.

It is compiled twice at most on a machine, and kept in files: quickly at first, in some tenths of a
second, and as well as LLVM can by the first process that searches so long that the seconds which
this takes are worth it. Both do the same, step by step, so that a search goes on with the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from ....models.language.late_dataclasses import dataclass

if TYPE_CHECKING:
    from ...harness.compiling.machine_code import Way

STEPS_WORTH_THE_BEST = 1_000_000
"""The steps of a process, some tenths of a second, before the best code is made."""


@dataclass(frozen=True)
class Kernel:
    """The entries of the kernel; see depth_first.py, settling.py, and compact_table.py."""

    search: Callable[[array[int], array[int], int], int]
    give: Callable[[array[int]], bool]
    take: Callable[[array[int]], bool]
    outermost: Callable[[array[int]], int]
    support: Callable[[array[int], array[int], int, int, int], object]


class _Process:
    """The kernel of this process so far, and the steps that it has made."""

    kernel: Kernel | None = None
    is_best = False
    steps = 0
    making = Lock()


def kernel() -> Kernel:
    """The machine code of this process, called without the interpreter's lock.

    Raises:
        ImportError: llvmlite is not installed.
    """
    process = _Process
    if process.is_best and process.kernel:
        return process.kernel
    from ...harness.compiling.machine_code import BEST, QUICK, is_kept

    if process.kernel is None:
        process.is_best = is_kept(_source(), BEST)
        process.kernel = compiled(BEST if process.is_best else QUICK)
    elif process.steps >= STEPS_WORTH_THE_BEST and process.making.acquire(blocking=False):
        # One thread makes it; the others go on with what there is, also in a copy of this process.
        process.kernel, process.is_best = compiled(BEST), True
    return process.kernel


def count_steps(steps: int) -> None:
    """Count steps that this process has made."""
    _Process.steps += steps


@cache
def compiled(way: Way) -> Kernel:
    """The kernel compiled one way, read from its file where it is kept."""
    import ctypes

    from ...harness.compiling.machine_code import lasting

    found = lasting(_source(), _assembly, way)
    memory, number = ctypes.c_void_p, ctypes.c_int64
    search = ctypes.CFUNCTYPE(number, memory, memory, number)(found.address("search"))
    give, take = (
        ctypes.CFUNCTYPE(ctypes.c_bool, memory)(found.address(name)) for name in ("give", "take")
    )
    outermost = ctypes.CFUNCTYPE(number, memory)(found.address("outermost"))
    filling = ctypes.CFUNCTYPE(ctypes.c_bool, memory, memory, number, number, number)
    support = filling(found.address("support"))
    return Kernel(
        lambda m, rows, steps: int(search(m.buffer_info()[0], rows.buffer_info()[0], steps)),
        lambda m: bool(give(m.buffer_info()[0])),
        lambda m: bool(take(m.buffer_info()[0])),
        lambda m: int(outermost(m.buffer_info()[0])),
        lambda m, values, *more: support(m.buffer_info()[0], values.buffer_info()[0], *more),
    )


@cache
def uncompiled() -> Kernel:
    """The same as Python."""
    from .machine_search.depth_first import search
    from .machine_search.settling import give, outermost, take
    from .machine_source.compact_table import support

    return Kernel(search, give, take, outermost, support)


@cache
def _source() -> str:
    """All that the machine code is made from."""
    from ...harness.compiling.machine_code import source_of

    here = Path(__file__).parent
    return source_of(sorted([*here.glob("*.py"), *here.glob("machine_*/*.py")]))


def _assembly() -> str:
    from ...harness.compiling.assembly import assembly
    from .machine_search import modules

    return assembly(modules(), ["search", "give", "take", "outermost", "support"])
