"""Which engine searches a task: the small are tried at once, the large estimated first."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .plan import Order, Task
from .propagation.dynamic import Dynamic

PATIENCE = 0.01
"""Seconds for which a task of many variables is searched with propagation before all else."""
PATIENCE_OF_FEW = 0.5
"""Seconds of loops over few variables below which they are not compared with propagation."""
SECONDS_A_NODE = 5e-7
"""Of generated Python, to compare engines by; of machine code a thirtieth."""
SECONDS_TO_COMPILE = 0.004
"""Machine code, for each level."""
SECONDS_TO_DESCEND = 0.02
MOST_LEVELS = 600
"""Loops are not nested deeper than this, whatever they promise."""


class OutOfPatience(Exception):
    """A trial has taken its time."""


@dataclass(frozen=True)
class Choice:
    """How a task is searched: `order` in loops, or where it is None, by propagation."""

    order: Order | None
    seconds: float
    """What generated Python would take, by the estimate."""


def tried(task: Task, check: Callable[[], None]) -> list[tuple[int, ...]] | None:
    """All solutions of a task, if propagation finds them in no time; else None."""
    end = time.perf_counter() + PATIENCE

    def patiently() -> None:
        check()
        if time.perf_counter() > end:
            raise OutOfPatience

    try:
        return list(task.dynamic().rows(patiently, {}))
    except OutOfPatience:
        return None


def choose(task: Task, check: Callable[[], None], *, machine: bool) -> Choice:
    """Loops in the best order, or propagation where that looks quicker.

    With `machine`, the loops may become machine code.
    """
    if task.open_variables > MOST_LEVELS:
        return Choice(None, math.inf)
    order = task.best
    seconds = order.nodes * SECONDS_A_NODE
    loops = seconds
    if machine:
        levels = len(order.program.levels)
        loops = min(seconds, seconds / 30 + SECONDS_TO_COMPILE * levels)
    if loops < (PATIENCE if task.is_large else PATIENCE_OF_FEW):
        return Choice(order, seconds)
    return Choice(order if loops < _by_propagation(task.dynamic(), check) else None, seconds)


def _by_propagation(engine: Dynamic, check: Callable[[], None]) -> float:
    """About how many seconds the search by propagation takes, from random descents."""
    random = Random(0)
    start = time.perf_counter()
    visited, estimates = 0, list[float]()
    while len(estimates) < 3 or time.perf_counter() - start < SECONDS_TO_DESCEND:
        nodes, depth = engine.descend(random, check)
        estimates.append(nodes)
        visited += depth
    each = (time.perf_counter() - start) / max(visited, 1)
    return sum(estimates) / len(estimates) * each
