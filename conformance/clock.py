"""CPU time of this process and of all that it has started: a busy machine changes nothing of it."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_TIMES = slice(11, 15)
"""The fields of a line of `stat` with ticks, its own and of its children, counted from the name."""


class Stopwatch:
    """Runs from when it is made."""

    def __init__(self) -> None:
        self._start = _cpu_seconds()
        self._begun = time.monotonic()

    @property
    def cpu(self) -> float:
        """Seconds of CPU spent since then."""
        return _cpu_seconds() - self._start

    @property
    def wall(self) -> float:
        """Seconds gone by since then."""
        return time.monotonic() - self._begun


def _cpu_seconds() -> float:
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system + _of_the_living()


def _of_the_living() -> float:
    """Seconds of all descendants that have not ended, where the system lists them."""
    found = _children("self")
    for process in found:  # grows while it is read
        found += _children(process)
    ticks = sum(map(_ticks, found))
    return float(ticks / os.sysconf("SC_CLK_TCK")) if found else 0.0


def _children(process: str) -> list[str]:
    tasks = (_PROCESSES / process / "task").glob("*/children")
    return [child for task in tasks for child in _words(task)]


def _ticks(process: str) -> int:
    return sum(map(int, _words(_PROCESSES / process / "stat")[_TIMES]))


def _words(place: Path) -> list[str]:
    """The fields of a file of the system, behind the name that it may begin with."""
    with suppress(OSError):
        return place.read_text().rpartition(")")[2].split()
    return []
