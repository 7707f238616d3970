"""Searches of `flatmap`, recorded try by try."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ...models.language.late_dataclasses import dataclass, field
from ...models.language.model import Model
from ...solvers import flatmap
from ...solvers.flatmap.consistency import open_variable
from ...solvers.flatmap.observed import Checking, Observed, Removal, declared_order
from ...solvers.harness.contract import Assignment, Control

LIMIT = 20_000
"""The most tries of one search that a page shows."""
MOST_REMOVALS = 150_000
"""The most removals of one search that a page shows."""
ALL = LIMIT + MOST_REMOVALS
"""As many removals and failures as one search can have here."""
FAILED, OPEN, SOLUTION = 0, 1, 2


@dataclass(frozen=True)
class Way:
    """A way to search, for students to compare."""

    key: str
    title: str
    words: str
    strategy: type[Observed]
    order: flatmap.Order


WAYS = (
    Way(
        "check",
        "check only",
        "variables in order; a value is held against what is decided",
        Checking,
        declared_order,
    ),
    Way(
        "propagate",
        "propagate",
        "variables in order; the rules take values from what is open",
        Observed,
        declared_order,
    ),
    Way(
        "fewest",
        "fewest first",
        "propagate, and decide next the variable with the fewest values: as flatmap searches",
        Observed,
        open_variable,
    ),
)


@dataclass
class Node:
    """A value tried for a variable; the root tries nothing."""

    depth: int
    place: int = -1
    value: int = 0
    outcome: int = OPEN
    removals: list[Removal] = field(default_factory=list)
    reason: Removal | None = None
    """The removal at which it failed."""
    emptied: int = -1
    """The place of the variable that was left without a value."""


class Full(Exception):
    """As much as may be recorded is recorded."""


class Recorder:
    """Observes a search depth first: its nodes in the order in which they are tried."""

    def __init__(self, model: Model, limit: int, most_kept: int) -> None:
        self.nodes = [Node(0)]
        self.kept = 1
        self._places = {variable.name: place for place, variable in enumerate(model.variables)}
        self._limit = limit
        self._most_kept = most_kept
        self._removals = 0
        self._failures = 0

    def chosen(self, variable: str, value: int, depth: int, parent: int) -> None:
        if len(self.nodes) > self._limit or self._removals > MOST_REMOVALS:
            raise Full
        if self.kept == len(self.nodes) and self._removals + self._failures < self._most_kept:
            self.kept += 1
        self.nodes.append(Node(depth, self._places[variable], value))

    def removed(self, removal: Removal) -> None:
        if self.kept == len(self.nodes):
            self.nodes[-1].removals.append(removal)
        self._removals += 1

    def failed(self, reason: Removal, emptied: int | None, depth: int) -> None:
        node = self.nodes[-1]
        self._failures += 1
        node.outcome = FAILED
        node.reason = reason if self.kept == len(self.nodes) else None
        node.emptied = -1 if emptied is None else emptied

    def solved(self, solution: Assignment) -> None:
        self.nodes[-1].outcome = SOLUTION


@dataclass(frozen=True, eq=False)
class Recorded:
    """A search by one way; not `whole` where it was longer than may be recorded.

    The first `kept` nodes have their removals and reasons.
    """

    way: Way
    nodes: list[Node]
    kept: int
    whole: bool


def record(model: Model, way: Way, limit: int = LIMIT, most_kept: int = ALL) -> Recorded:
    """The search of `model`, whose variables are integers, by one way."""
    recorder = Recorder(model, limit, most_kept)
    try:
        deque(_search(model, way, recorder), maxlen=0)
    except Full:
        return Recorded(way, recorder.nodes, recorder.kept, False)
    return Recorded(way, recorder.nodes, recorder.kept, True)


def _search(model: Model, way: Way, recorder: Recorder) -> Iterator[Assignment]:
    return flatmap.solutions(model, Control(), recorder, way.strategy, way.order)
