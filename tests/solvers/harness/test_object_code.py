"""Object code linked without LLVM runs as LLVM's own does, or is left to it."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from everyway.solvers.harness.compiling import machine_code
from everyway.solvers.harness.compiling.machine_code import BEST, QUICK, TIDY
from everyway.solvers.harness.compiling.object_code import linked

llvm = pytest.importorskip("llvmlite.binding", reason="llvmlite is not installed")

SUMS = """
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
@table = internal constant [4 x i64] [i64 7, i64 11, i64 13, i64 17]
define i64 @picked(i64 %place) {
  %at = getelementptr [4 x i64], ptr @table, i64 0, i64 %place
  %found = load i64, ptr %at
  ret i64 %found
}
define i64 @cleared(ptr %words, i64 %bytes) {
  call void @llvm.memset.p0.i64(ptr %words, i8 0, i64 %bytes, i1 false)
  %found = call i64 @picked(i64 2)
  ret i64 %found
}
"""
WRITES = """
@kept = internal global i64 0
define i64 @next() {
  %before = load i64, ptr @kept
  %after = add i64 %before, 1
  store i64 %after, ptr @kept
  ret i64 %after
}
"""
CALLS = """
declare i64 @unheard_of(i64)
define i64 @asks(i64 %x) {
  %found = call i64 @unheard_of(i64 %x)
  ret i64 %found
}
"""
on_linux = pytest.mark.skipif(
    sys.platform != "linux" or not llvm.get_process_triple().startswith("x86_64"),
    reason="linked here on Linux and AMD64 alone",
)


def compiled(assembly: str, way: machine_code.Way) -> bytes:
    module, machine = llvm.parse_assembly(assembly), machine_code._machine(way)
    machine_code._improve(module, machine, way)
    return bytes(machine.emit_object(module))


@on_linux
@pytest.mark.parametrize("way", [QUICK, TIDY, BEST], ids=lambda way: way.name)
def test_functions_constants_and_the_c_library_are_found(way: machine_code.Way) -> None:
    found = linked(compiled(SUMS, way))
    assert found is not None
    picked = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(found.address("picked"))
    assert [picked(place) for place in range(4)] == [7, 11, 13, 17]
    words = (ctypes.c_int64 * 100)(*range(1, 101))
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
    assert kind(found.address("cleared"))(ctypes.addressof(words), 8 * 99) == 13
    assert list(words) == [0] * 99 + [100]


@pytest.mark.parametrize("assembly", [WRITES, CALLS], ids=["variables", "unknown functions"])
def test_what_is_not_known_is_left_to_llvm(assembly: str) -> None:
    assert linked(compiled(assembly, QUICK)) is None


def test_what_is_left_to_llvm_runs_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "linked", lambda code: None)
    found = machine_code.made(SUMS, SUMS, QUICK, keeping=False)
    picked = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(found.address("picked"))
    assert [picked(place) for place in range(4)] == [7, 11, 13, 17]


@pytest.mark.parametrize("kind", ["", "other", "short"])
def test_what_is_no_object_of_this_machine_is_left_to_llvm(kind: str) -> None:
    code = compiled(SUMS, QUICK)
    assert linked({"": b"", "other": b"MZ" + code[2:], "short": code[:12]}[kind]) is None


@on_linux
def test_the_kernel_is_read_from_its_file_without_llvm(tmp_path) -> None:
    script = """if True:
        import sys
        from everyway.models.queens import queens
        from everyway.solvers import count
        print(count(queens(6), "auto[kernel]"), "llvmlite.binding" in sys.modules)
    """
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env={"XDG_CACHE_HOME": str(tmp_path), "PATH": ""},
            check=True,
        ).stdout
        for _ in range(2)
    ]
    assert runs == ["4 True\n", "4 False\n"]
