"""The choice of an engine for a task: small tasks are tried at once, large ones estimated."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .plan import Order, Task
from .propagation.dynamic import Dynamic

PATIENCE = 0.01
"""The time for which a task of many variables is first searched by propagation."""
PATIENCE_OF_FEW = 0.5
"""The estimated time of loops over few variables below which they are chosen at once."""
SECONDS_A_NODE = 5e-7
"""The time of a node in generated Python; machine code takes a thirtieth."""
SECONDS_TO_COMPILE = 0.004
"""The time to compile a level to machine code."""
SECONDS_TO_DESCEND = 0.02
MOST_LEVELS = 600
"""The deepest nest of loops, whatever they promise."""


class OutOfPatience(Exception):
    """A trial has used up its time."""


@dataclass(frozen=True)
class Choice:
    """The engine for a task: loops in `order`, or where it is None, propagation."""

    order: Order | None
    seconds: float
    """The estimated time of generated Python."""


def tried(task: Task, check: Callable[[], None]) -> list[tuple[int, ...]] | None:
    """All solutions of a task, if propagation finds them within `PATIENCE`; else None."""
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
