"""From LLVM assembly to a function of this machine, called without the interpreter's lock."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

Search = Callable[[int, int, int, int], int]
"""A function of the addresses of the state and of the rows, the most rows, and the budget."""

_SIGNATURE = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
_OPTIMIZATION = 2


@dataclass(frozen=True)
class Machine:
    """Machine code; `engine` owns its memory."""

    engine: object
    search: Search


def machine_code(assembly: str) -> Machine:
    """The function `search` of a module.

    Raises:
        ImportError: llvmlite is not installed.
    """
    llvm = _llvm()
    module = llvm.parse_assembly(assembly)
    machine = _target().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=_OPTIMIZATION, jit=True
    )
    _improve(llvm, module, machine)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    search = ctypes.CFUNCTYPE(ctypes.c_int64, *_SIGNATURE)(engine.get_function_address("search"))
    return Machine(engine, search)


def _llvm() -> ModuleType:
    # It has no types, and takes longer to import than a small puzzle to solve.
    return import_module("llvmlite.binding")


@cache
def _target() -> Any:
    llvm = _llvm()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


@cache
def _features() -> str:
    return str(_llvm().get_host_cpu_features().flatten())


def _improve(llvm: ModuleType, module: Any, machine: Any) -> None:
    # The loops are written as they are to be: only the few passes that tidy up pay.
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, llvm.create_pass_builder(machine, options))
