"""The clock that entrants tell of their phases, and the record of what they took."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tasks import Task

PHASES = ("importing", "declaring", "building", "searching")
"""Imports; the model in the entrant's own words; what becomes of it; the search."""
SOON = 0.05
"""Seconds of search; less is repeated."""
REPEATS = 5


class Skip(Exception):
    """This entrant cannot run here; the message says why."""


@dataclass
class Clock:
    """What an entrant tells when a phase of its work is over."""

    processor: dict[str, float] = field(default_factory=dict)
    wall: dict[str, float] = field(default_factory=dict)
    megabytes_imported: float = 0.0
    told: dict[str, float] = field(default_factory=dict)
    """Processor seconds of phases that were measured apart, by one thread."""
    notes: dict[str, int | float | str] = field(default_factory=dict)
    """What the entrant says of its search."""
    kept: list[object] = field(default_factory=list)
    """What is not to be let go while the clock runs."""

    def __post_init__(self) -> None:
        self._last = (_processor_seconds(), time.perf_counter())

    def lap(self, phase: str) -> None:
        """The time since the lap before was spent on `phase`."""
        now = (_processor_seconds(), time.perf_counter())
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


def _processor_seconds() -> float:
    """Of this process, all its threads, and the programs that it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measured(entrant: Entrant, task: Task) -> dict[str, Any]:
    """The record of `entrant` on `task`; what ends soon is repeated, and the median taken."""
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
            p: median({**c.processor, **c.told}.get(p, 0.0) for c in clocks) for p in PHASES
        },
        "wall": {p: median({**c.wall, **c.told}.get(p, 0.0) for c in clocks) for p in PHASES},
        "megabytes": peak_megabytes() - first.megabytes_imported,
        "notes": first.notes,
    }
