"""The kernel as machine code: compiled once on a machine, and from then on read from a file."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..llvm.machine_code import loaded


@dataclass(frozen=True)
class Kernel:
    """The kernel's entry; `engine` owns its memory."""

    engine: object
    search: Callable[[int, int, int], int]
    """Of the addresses of the memory and of rows, and a number of steps: see depth_first.py."""


@cache
def kernel() -> Kernel:
    """The kernel of this process.

    Raises:
        ImportError: llvmlite is not installed.
    """
    here = Path(__file__).parent
    files = sorted([*here.glob("*.py"), *here.glob("machine_source/*.py")])
    engine = loaded("\n".join(file.read_text("utf-8") for file in files), _assembly)
    signature = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    return Kernel(engine, signature(engine.get_function_address("search")))


def _assembly() -> str:
    from .kernel_assembly import assembly
    from .machine_source import modules

    return assembly(modules(), ["search"])
