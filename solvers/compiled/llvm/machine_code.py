"""From LLVM assembly to a function of this machine, called without the interpreter's lock."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from ....models.language.late_dataclasses import dataclass
from . import object_files

Search = Callable[[int, int, int, int], int]
"""A function of the addresses of the state and of the rows, the most rows, and the budget."""

Passes = Callable[[ModuleType, Any, Any], None]
"""Passes of LLVM over a module, for a target machine."""

WORTH_KEEPING = 10_000
"""The characters of assembly from which compiling costs several times what a file does."""
_SIGNATURE = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
_OPTIMIZATION = 2


@dataclass(frozen=True)
class Machine:
    """Machine code; `engine` owns its memory."""

    engine: object
    search: Search


def machine_code(assembly: str) -> Machine:
    """The function `search` of a module, kept in a file where it takes long to compile.

    Raises:
        ImportError: llvmlite is not installed.
    """
    engine = _engine(assembly, lambda: assembly, _tidy, kept=len(assembly) >= WORTH_KEEPING)
    search = ctypes.CFUNCTYPE(ctypes.c_int64, *_SIGNATURE)(engine.get_function_address("search"))
    return Machine(engine, search)


def loaded(source: str, assembly: Callable[[], str]) -> Any:
    """An engine with the functions of `assembly`, which is made from `source` alone.

    It is improved by all of LLVM's passes, so that it is compiled once on a machine, and kept.

    Raises:
        ImportError: llvmlite is not installed.
    """
    return _engine(source, assembly, _improve, kept=True)


def _engine(source: str, assembly: Callable[[], str], passes: Passes, *, kept: bool) -> Any:
    llvm, machine = _llvm(), _machine()
    version = str(llvm.llvm_version_info)
    key = "\n".join((passes.__name__, version, llvm.get_host_cpu_name(), _features(), source))
    code = object_files.read(key) if kept else None
    if code is None:
        module = llvm.parse_assembly(assembly())
        passes(llvm, module, machine)
        code = machine.emit_object(module)
        if kept:
            object_files.keep(key, code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _machine() -> Any:
    llvm = _llvm()
    return _target().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=_OPTIMIZATION, jit=True
    )


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
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(2))
    builder.getModulePassManager().run(module, builder)


def _tidy(llvm: ModuleType, module: Any, machine: Any) -> None:
    # The loops are written as they are to be: only the few passes that tidy up pay.
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, llvm.create_pass_builder(machine, options))
