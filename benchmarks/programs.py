"""The queens in C, the yardstick: our own source, and another's where a path to it is given."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from measure import Clock, Entrant, Skip

if TYPE_CHECKING:
    from tasks import Task

SOURCES = {name: Path(__file__).with_name(f"{name}.c") for name in ("queens", "dlx")}
FLAGS = {"O3": ("-O3",), "native": ("-O3", "-march=native")}
PLACE = "EVERYWAY_BENCHMARK_PROGRAMS"
"""The environment variable that says in which folder the programs are."""


def build(folder: Path, reference: Path | None) -> None:
    """Compile the sources into `folder`, which later processes find by the environment."""
    os.environ[PLACE] = str(folder)
    compiler = os.environ.get("CC") or shutil.which("cc")
    if compiler is None:
        return
    sources = SOURCES | ({"reference": reference} if reference else {})
    for name, source in sources.items():
        for kind, flags in FLAGS.items():
            target = folder / f"{name}-{kind}"
            subprocess.run([compiler, *flags, "-o", str(target), str(source)], check=True)


def _ours(mode: str, kind: str) -> Entrant:
    """`queens.c`, which prints the count and the seconds."""
    return _program(
        f"queens-{kind}", lambda size: [mode, str(size)], r"(?P<count>\d+) (?P<cpu>\S+)"
    )


def _reference(mode: str, kind: str) -> Entrant:
    """A program that takes the size and the mode, and prints `count=… cpu=…`."""
    pattern = r"count=(?P<count>\d+) cpu=(?P<cpu>\S+)"
    return _program(f"reference-{kind}", lambda size: [str(size), mode], pattern)


def _program(name: str, arguments: Callable[[int], list[str]], pattern: str) -> Entrant:
    def run(task: Task, clock: Clock) -> int:
        return program(name, arguments(task.size), pattern, clock)

    return run


def program(name: str, arguments: list[str], pattern: str, clock: Clock, read: str = "") -> int:
    """The count that a program prints, given `read` as its input; its seconds go to the clock."""
    path = Path(os.environ.get(PLACE, ".")) / name
    if not path.exists():
        raise Skip("no C compiler, or no source")
    clock.lap("importing")
    command = [str(path), *arguments]
    run = subprocess.run(command, input=read, capture_output=True, text=True, check=True)
    found = re.search(pattern, run.stdout)
    assert found, f"{command} printed {run.stdout!r}"
    clock.apart["searching"] = float(found["cpu"])
    return int(found["count"])


def _at_once(number: int) -> Entrant:
    """Several processes at once, each on the whole board: the cores that the machine gives."""

    def run(task: Task, clock: Clock) -> int:
        program = Path(os.environ.get(PLACE, ".")) / "queens-O3"
        if not program.exists():
            raise Skip("no C compiler")
        clock.lap("importing")
        command = [str(program), "whole", str(task.size)]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(number)]
        counts = {int(process.communicate()[0].split()[0]) for process in running}
        return counts.pop()

    return run


C_PROGRAMS: dict[str, Entrant] = {
    "C, two processes at once": _at_once(2),
    "C, whole board": _ours("whole", "O3"),
    "C, whole board, native": _ours("whole", "native"),
    "C, half board": _ours("half", "O3"),
    "C, half board, native": _ours("half", "native"),
    "C, writing": _ours("write", "O3"),
    "C, writing, native": _ours("write", "native"),
    **{
        f"reference C, {what}: {mode}, {kind}": _reference(mode, kind)
        for what, modes in {
            "whole board": ("rec", "iter", "iterp"),
            "half board": ("somers",),
            "writing": ("out",),
        }.items()
        for mode in modes
        for kind in FLAGS
    },
}
