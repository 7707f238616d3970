"""Object code kept in the user's cache: what is read, refused and removed, and what it changes."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from everyway.models import Model, load
from everyway.solvers import solutions
from everyway.solvers.auto.kernel.kernel_code import kernel
from everyway.solvers.harness.compiling import machine_code

pytest.importorskip("llvmlite", reason="llvmlite is not installed")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of machine code without a file, beside a kernel that is loaded."""
    kernel()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return machine_code.folder()


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A note for each module that is compiled."""
    notes: list[str] = []
    improve = machine_code._improve

    def noting(*arguments: Any) -> None:
        notes.append("auto")
        improve(*arguments)

    monkeypatch.setattr(machine_code, "_improve", noting)
    return notes


def run(model: Model) -> tuple[set[tuple[object, ...]], dict[str, int | float | str]]:
    """The rows that `auto` finds, and its choices."""
    with solutions(model, "auto") as found:
        rows = {solution.row for solution in found}
        choices = ("engine", "order", "estimated_nodes")
        return rows, {name: found.outcome.statistics[name] for name in choices}


def test_the_same_is_chosen_whether_or_not_object_code_is_kept(
    cache: Path, compiled: list[str]
) -> None:
    model = load("magic_square", n=4)
    first = run(model)
    assert first[1]["engine"] == "machine code"
    assert len(list(cache.iterdir())) == len(compiled) == 1
    assert run(model) == first
    assert len(compiled) == 1, "the second run reads what the first has kept"
    cache.rename(cache.parent / "elsewhere")
    cache.write_text("no folder: nothing can be kept")
    assert run(model) == first
    assert len(compiled) == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: b"",
        lambda kept: kept[:-1],
        lambda kept: kept.replace(b"\n", b"", 1),
        lambda kept: kept[:-9] + bytes([kept[-9] ^ 1]) + kept[-8:],
    ],
    ids=["empty", "cut off", "no checksum", "one bit"],
)
def test_a_damaged_file_is_not_run_but_replaced(
    cache: Path, damage: Callable[[bytes], bytes]
) -> None:
    machine_code.keep("key", b"\n code of\nseveral lines")
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert machine_code.read("key") is None
    machine_code.keep("key", b"\n code of\nseveral lines")
    assert file.read_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="a file's modes are POSIX's")
def test_a_file_that_others_can_write_to_is_not_run(cache: Path) -> None:
    machine_code.keep("key", b"code")
    (file,) = cache.iterdir()
    assert machine_code.read("key") == b"code"
    file.chmod(0o622)
    assert machine_code.read("key") is None


def test_the_files_not_used_for_longest_go_first(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_code, "MOST_BYTES", 3_500)
    for time, key in enumerate(["first", "second", "third"]):
        machine_code.keep(key, bytes(1_000))
        os.utime(machine_code._path(key), (time, time))
    (cache / ".everyway-unfinished").write_bytes(bytes(1_000))
    os.utime(cache / ".everyway-unfinished", (0, 0))
    (cache / "a user's own").write_bytes(bytes(9_000))
    assert machine_code.read("first"), "which makes it the one used last"
    machine_code.keep("more", bytes(1_000))
    left = [key for key in ("first", "second", "third", "more") if machine_code.read(key)]
    assert left == ["first", "third", "more"]
    assert sorted(file.suffix for file in cache.iterdir()) == ["", ".o", ".o", ".o"]


def test_writers_at_once_leave_a_whole_file(cache: Path) -> None:
    codes = [bytes([number]) * 100_000 for number in range(8)]

    def write_and_read(number: int) -> bool:
        machine_code.keep("key", codes[number])
        return machine_code.read("key") in (*codes, None)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(write_and_read, list(range(8)) * 4))
    assert machine_code.read("key") in codes
    assert len(list(cache.iterdir())) == 1
