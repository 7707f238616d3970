"""Tasks that share a capacity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..arguments import equal_lengths, numbers_of, refuse_negative
from ..constraints import Constraint
from ..expressions import (
    Expression,
    Indicator,
    Product,
    as_number,
    total,
)


@dataclass(frozen=True, eq=False, repr=False)
class Cumulative(Constraint):
    """At every time the demands of the tasks that run sum to at most `capacity`.

    A task runs from its start until just before start + duration. Durations, demands and the
    capacity are at least 0. A task of zero duration or demand has no effect.
    """

    starts: tuple[Expression, ...]
    durations: tuple[Expression, ...]
    demands: tuple[Expression, ...]
    capacity: Expression

    def holds(self, values: Sequence[int]) -> bool:
        size = len(self.starts)
        starts, durations = values[:size], values[size : 2 * size]
        demands, capacity = values[2 * size : -1], values[-1]
        if min((capacity, *durations, *demands)) < 0:
            return False
        tasks = list(zip(starts, durations, demands, strict=True))
        return all(
            sum(demand for start, duration, demand in tasks if start <= time < start + duration)
            <= capacity
            for time in starts
        )

    def decompose(self) -> Iterable[Constraint]:
        yield from (term >= 0 for term in (*self.durations, *self.demands, self.capacity))
        tasks = list(zip(self.starts, self.durations, self.demands, strict=True))
        for time in self.starts:
            yield self.capacity >= total(
                Product((demand, Indicator((start <= time) & (start + duration > time))))
                for start, duration, demand in tasks
            )

    def describe(self, parts: Sequence[str]) -> str:
        size = len(self.starts)
        lists = [f"[{', '.join(parts[k * size : (k + 1) * size])}]" for k in range(3)]
        return f"cumulative({', '.join(lists)}, {parts[-1]})"


def cumulative(
    starts: Iterable[object],
    durations: Iterable[object],
    demands: Iterable[object],
    capacity: object,
) -> Constraint:
    """At every time, the demands of the running tasks sum to at most `capacity`."""
    first, second = numbers_of(starts, "cumulative"), numbers_of(durations, "cumulative")
    third, most = numbers_of(demands, "cumulative"), as_number(capacity, "cumulative")
    equal_lengths("cumulative", starts=first, durations=second, demands=third)
    refuse_negative("cumulative", durations=second, demands=third, capacity=(most,))
    return Cumulative(first, second, third, most)
