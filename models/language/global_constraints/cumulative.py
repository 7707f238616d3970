"""Tasks that share a capacity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ..arithmetic_expressions import Product, total
from ..constraints import Constraint
from ..expressions import Expression, Indicator, as_number
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, equal_lengths, numbers_of, refuse_negative


@dataclass(frozen=True, eq=False, repr=False)
class Cumulative(Global):
    """At every time the demands of the tasks that run sum to at most `capacity`.

    A task runs from its start until just before start + duration. Durations, demands and the
    capacity are at least 0. A task of zero duration or demand has no effect.
    """

    starts: tuple[Expression, ...]
    durations: tuple[Expression, ...]
    demands: tuple[Expression, ...]
    capacity: Expression

    together = ("starts", "durations", "demands")
    in_any_order = True

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
                Product((demand, Indicator(_runs(start, duration, time))))
                for start, duration, demand in tasks
            )

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        starts, pick = draw.terms(0, 3), draw.random
        durations = [draw.amount(0, 3) for _ in starts]
        demands = [draw.amount(0, 2) for _ in starts]
        return cumulative(starts, durations, demands, pick.choice([1, 2, draw.capacity(0, 1)]))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        starts = scene.over(
            lambda random, size: random.choices(_crowded(random, size), k=size), _crowded
        )
        durations, demands = scene.numbers(1, 4), scene.numbers(1, 3)
        if len(starts) > 3 and scene.random.random() < 0.3:
            durations[0], demands[1] = 0, 0
        most = scene.tight(lambda row: _peak(row, durations, demands))
        return cumulative(starts, durations, demands, most)


def _runs(start: Expression, duration: Expression, time: Expression) -> Constraint:
    """That a task runs at a time, which may be its start."""
    return duration > 0 if start is time else (start <= time) & (start + duration > time)


def cumulative(
    starts: Iterable[object],
    durations: Iterable[object],
    demands: Iterable[object],
    capacity: object,
) -> Constraint:
    """At every time, the demands of the running tasks sum to at most `capacity`.

    Formula: Σ {demands[i] : starts[i] ≤ t < starts[i] + durations[i]} ≤ capacity at every time
    t

    >>> from everyway.models import cumulative, variables
    >>> start = variables("start", 3, range(3))
    >>> cumulative(start, durations=[1, 2, 2], demands=[2, 1, 1], capacity=2)
    cumulative([start[0], start[1], start[2]], [1, 2, 2], [2, 1, 1], 2)
    """
    first, second = numbers_of(starts, "cumulative"), numbers_of(durations, "cumulative")
    third, most = numbers_of(demands, "cumulative"), as_number(capacity, "cumulative")
    equal_lengths("cumulative", starts=first, durations=second, demands=third)
    refuse_negative("cumulative", durations=second, demands=third, capacity=(most,))
    return Cumulative(first, second, third, most)


def _crowded(random: Random, size: int) -> range:
    return range(-2, 2 + size // 2)


def _peak(starts: Sequence[int], durations: Sequence[int], demands: Sequence[int]) -> int:
    """The greatest demand at any time; it is reached where some task starts."""
    tasks = list(zip(starts, durations, demands, strict=True))
    return max(
        sum(demand for start, duration, demand in tasks if start <= time < start + duration)
        for time in starts
    )
