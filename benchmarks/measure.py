"""The clock of an entrant's phases, the record of a run, and CPU seconds and medians of rounds."""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tasks import Task

PHASES = ("importing", "declaring", "building", "searching")
"""Imports; the model by the entrant's own interface; its translation; the search."""
SOON = 0.05
"""Seconds of search below which a run is repeated."""
REPEATS = 5


Found = TypeVar("Found")


class Skip(Exception):
    """This entrant cannot run here; the message says why."""


@dataclass
class Clock:
    """The time of each phase, whose end the entrant reports."""

    processor: dict[str, float] = field(default_factory=dict)
    wall: dict[str, float] = field(default_factory=dict)
    megabytes_imported: float = 0.0
    apart: dict[str, float] = field(default_factory=dict)
    """Processor seconds of phases that were measured apart, by one thread."""
    notes: dict[str, int | float | str] = field(default_factory=dict)
    """Statistics of the search."""
    kept: list[object] = field(default_factory=list)
    """Objects that are not freed while the clock runs."""

    def __post_init__(self) -> None:
        self._last = (processor_seconds(), time.perf_counter())

    def lap(self, phase: str) -> None:
        """The time since the lap before was spent on `phase`."""
        if phase == "importing":  # or whoever comes next would look through all that was imported
            gc.collect()
            gc.freeze()
        now = (processor_seconds(), time.perf_counter())
        self.processor[phase] = self.processor.get(phase, 0.0) + now[0] - self._last[0]
        self.wall[phase] = self.wall.get(phase, 0.0) + now[1] - self._last[1]
        self._last = now
        if phase == "importing":
            self.megabytes_imported = peak_megabytes()


Entrant = Callable[["Task", Clock], int]
"""Enumerates or counts the solutions of a task, and says how many there are."""


def peak_megabytes() -> float:
    """The most memory that this process has held so far."""
    # The kernel's other figure, ru_maxrss, is handed down from the process that started this one.
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines = status.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def processor_seconds() -> float:
    """The time of this process, all its threads, and the programs that it has run."""
    return time.process_time() + cpu_of_children()


def cpu_of_children() -> float:
    """The CPU seconds of the programs that this process has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def cpu(
    action: Callable[[], Found], clock: Callable[[], float] = time.process_time
) -> tuple[Found, float]:
    """The result of `action`, and the CPU seconds that it took of this process, or by `clock`."""
    before = clock()
    return action(), clock() - before


def medians(one_round: Callable[[], Mapping[str, float]], rounds: int) -> dict[str, float]:
    """The median of each figure over the rounds, after one that is not counted."""
    seen = [one_round() for _ in range(rounds + 1)][1:]
    return {name: median(one[name] for one in seen) for name in seen[0]}


def beside(
    ways: Mapping[str, Callable[[], Found]],
    rounds: int,
    clock: Callable[[], float] = processor_seconds,
) -> tuple[Found, dict[str, float]]:
    """The finding of all ways, and the median CPU seconds of each by `clock`, as by `medians`.

    Raises: SystemExit where they do not find the same.
    """

    def one_round() -> dict[str, float]:
        runs = {name: cpu(way, clock) for name, way in ways.items()}
        found.update({name: one for name, (one, _) in runs.items()})
        if len(set(found.values())) > 1:
            raise SystemExit(f"they do not find the same: {found}")
        return {name: spent for name, (_, spent) in runs.items()}

    found: dict[str, Found] = {}
    middle = medians(one_round, rounds)
    return next(iter(found.values())), middle


def runs_apart(script: str, *words: str, number: int) -> list[Any]:
    """The JSON that each of some processes of a script prints, started with `--one` and `words`."""
    command = [sys.executable, script, "--one", *words]
    return [json.loads(subprocess.check_output(command)) for _ in range(number)]


def measured(entrant: Entrant, task: Task) -> dict[str, Any]:
    """The record of `entrant` on `task`: of short runs, the median of several."""
    clocks: list[Clock] = []
    spent = 0.0
    while len(clocks) < REPEATS and spent < SOON:
        clock = Clock()
        clocks.append(clock)
        count = entrant(task, clock)
        clock.lap("searching")
        clock.kept.clear()
        if count != task.count:
            break
        spent += clock.wall["searching"]
    first = clocks[0]
    return {
        "count": count,
        "processor": {
            p: median({**c.processor, **c.apart}.get(p, 0.0) for c in clocks) for p in PHASES
        },
        "wall": {p: median({**c.wall, **c.apart}.get(p, 0.0) for c in clocks) for p in PHASES},
        "megabytes": peak_megabytes() - first.megabytes_imported,
        "notes": first.notes,
    }
