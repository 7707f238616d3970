"""From LLVM assembly to a function of this machine, called without the interpreter's lock."""

from __future__ import annotations

import ctypes
import os
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from ....models.language.late_dataclasses import dataclass
from ..atomic_files import UNFINISHED, write_whole
from ..contract import SolverUnavailable
from .object_code import Linked, linked

# ----------------------- Machine code kept in files of the user's cache, by what it was made from.
#
# A file is machine code that will be run: it is read only where it, and the folder it is in,
# belong to the user and nobody else can write to them.


try:  # hashlib has the same, and loads OpenSSL, which takes longer than to read all of the files
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

MOST_BYTES = 16 * 2**20
"""The most that all files take; those that were not used for longest go first."""


def folder() -> Path:
    """The folder of machine code in the user's cache."""
    home = Path.home()
    caches = {
        "win32": os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local",
        "darwin": home / "Library" / "Caches",
    }
    cache = os.environ.get("XDG_CACHE_HOME") or caches.get(sys.platform) or home / ".cache"
    return Path(cache) / "everyway"


def read(key: str) -> bytes | None:
    """The object code kept under a key; None where there is none that may be trusted."""
    with suppress(OSError, RuntimeError):
        path = _path(key)
        if _is_ours(path.parent) and _is_ours(path):
            checksum, _, code = path.read_bytes().partition(b"\n")
            if checksum == _digest(code).encode():
                with suppress(OSError):
                    os.utime(path)  # the files not used for longest go first
                return code
    return None


def keep(key: str, code: bytes) -> None:
    """Keep object code under a key, where the cache can be written to."""
    with suppress(OSError, RuntimeError):
        path = _path(key)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_ours(path.parent):
            write_whole(path, lambda stream: stream.write(_digest(code).encode() + b"\n" + code))
            path.chmod(0o600)
            _make_room(path.parent)


def _make_room(place: Path) -> None:
    """Remove the oldest files, also unfinished ones, until the rest has at most `MOST_BYTES`."""
    with os.scandir(place) as entries:
        ours = [e for e in entries if e.name.endswith(".o") or e.name.startswith(UNFINISHED)]
    files = sorted((entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in ours)
    too_many = sum(size for _, size, _ in files) - MOST_BYTES
    for _, size, path in files:
        if too_many <= 0:
            return
        with suppress(OSError):
            os.unlink(path)
        too_many -= size


def _path(key: str) -> Path:
    return folder() / f"{_digest(key.encode())}.o"


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def _is_ours(path: Path) -> bool:
    found = path.stat(follow_symlinks=False)
    if not hasattr(os, "getuid"):
        return True
    foreign = stat.S_IWGRP | stat.S_IWOTH
    return found.st_uid == os.getuid() and not found.st_mode & foreign


Search = Callable[[int, int, int, int], int]
"""A function of the addresses of the state and of the rows, the most rows, and the budget."""

WORTH_KEEPING = 10_000
"""The characters of assembly from which compiling costs several times what a file does."""
_SIGNATURE = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


@dataclass(frozen=True)
class Machine:
    """Machine code; `owner` keeps it in memory."""

    owner: object
    search: Search


def machine_code(assembly: str) -> Machine:
    """The function `search` of a module, kept in a file where it takes long to compile.

    Raises:
        ImportError: llvmlite is not installed.
    """
    keeping = len(assembly) >= WORTH_KEEPING
    found = kept(assembly, TIDY) if keeping else None
    found = found or made(assembly, assembly, TIDY, keeping=keeping)
    search = ctypes.CFUNCTYPE(ctypes.c_int64, *_SIGNATURE)(found.address("search"))
    return Machine(found.owner, search)


@dataclass(frozen=True)
class Way:
    """A way to compile by LLVM: passes over the assembly, and then the care taken, from 0 to 3."""

    name: str
    passes: tuple[str, ...] | None
    """By name; None for all by which LLVM makes code quicker."""
    care: int


def source_of(files: Iterable[Path]) -> str:
    """All that the machine code of files in the small part of Python is made from."""
    every = [*files, *sorted(Path(__file__).parent.glob("*.py"))]
    return "\n".join(file.read_text("utf-8") for file in every)


def is_kept(source: str, way: Way) -> bool:
    """True if there is a file, which may still have to be made anew."""
    with suppress(OSError, RuntimeError):
        return _path(_key(source, way)).exists()
    return False


def kept(source: str, way: Way) -> Linked | None:
    """The functions that `made` has kept in a file before; None where it has not.

    Raises:
        ImportError: llvmlite is not installed.
    """
    code = read(_key(source, way))
    return None if code is None else _put_into_memory(code, way)


def lasting(source: str, assembly: Callable[[], str], way: Way) -> Linked:
    """The functions of a source, from their file or made; they stay in memory.

    At the end of the process a thread that nobody waits for may still run them.

    Raises:
        ImportError: llvmlite is not installed.
    """
    found = kept(source, way) or made(source, assembly(), way, keeping=True)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(found.owner))
    return found


def made(source: str, assembly: str, way: Way, *, keeping: bool) -> Linked:
    """The functions of `assembly`, which is made from `source` alone; kept in a file or not.

    Raises:
        ImportError: llvmlite is not installed.
    """
    module = _llvm().parse_assembly(assembly)
    machine = _machine(way)
    _improve(module, machine, way)
    code = machine.emit_object(module)
    if keeping:
        keep(_key(source, way), code)
    return _put_into_memory(code, way)


def _key(source: str, way: Way) -> str:
    return "\n".join((way.name, _environment(), source))


@cache
def _environment() -> str:
    """The release of LLVM, and the processor, on which object code depends beside its source.

    They are read without LLVM, which takes longer to import than a small puzzle to solve.
    """
    package = find_spec("llvmlite")
    if package is None or package.origin is None:
        raise ImportError("llvmlite is not installed", name="llvmlite")
    try:
        release = Path(package.origin).with_name("_version.py").read_text("utf-8")
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read(16_384).partition("\n\n")[0].splitlines()
    except OSError:
        llvm = _llvm()
        return f"{llvm.llvm_version_info} {llvm.get_host_cpu_name()} {_features()}"
    lasting = [line for line in first if not line.startswith(("cpu MHz", "bogomips"))]
    return "\n".join([release, *lasting])


def _put_into_memory(code: bytes, way: Way) -> Linked:
    found = linked(code)
    if found is not None:
        return found
    llvm = _llvm()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(way))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Linked(engine, engine.get_function_address)


def _machine(way: Way) -> Any:
    return _target().create_target_machine(
        cpu=_llvm().get_host_cpu_name(), features=_features(), opt=way.care, jit=True
    )


def _llvm() -> ModuleType:
    # It has no types, and takes longer to import than a small puzzle to solve.
    try:
        return import_module("llvmlite.binding")
    except OSError as error:
        raise SolverUnavailable(
            f"llvmlite cannot be loaded: {error}; install it anew,"
            " or uninstall it: all is searched in Python then, which takes longer"
        ) from error


@cache
def _target() -> Any:
    llvm = _llvm()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


@cache
def _features() -> str:
    return str(_llvm().get_host_cpu_features().flatten())


def _improve(module: Any, machine: Any, way: Way) -> None:
    """Run the passes of a way over a module."""
    llvm, every = _llvm(), way.passes is None
    options = llvm.create_pipeline_tuning_options(2 if every else 0)
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager() if every else llvm.create_new_module_pass_manager()
    for name in way.passes or ():
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder)


TIDY = Way("tidy", ("sroa", "instruction_combine", "simplify_cfg"), care=2)
"""For loops that are written as they are to be: only the few passes that tidy up pay."""
BEST = Way("best", None, care=2)
"""The quickest code, which takes seconds to make for a large source."""
QUICK = Way("quick", ("sroa", "simplify_cfg"), care=0)
"""Code that is made in a tenth of that time, and takes three times as long to run."""
