"""Constraints on resources: tasks that share a capacity, items in bins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..constraints import Constraint, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, Indicator, Product, as_number, total
from .ordering import equal_lengths, numbers_of


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
        yield from _not_negative((*self.durations, *self.demands, self.capacity))
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


@dataclass(frozen=True, eq=False, repr=False)
class NoOverlap(Constraint):
    """No two tasks run at the same time; a task of zero duration has no effect."""

    starts: tuple[Expression, ...]
    durations: tuple[Expression, ...]

    def holds(self, values: Sequence[int]) -> bool:
        starts, durations = values[: len(self.starts)], values[len(self.starts) :]
        tasks = sorted((s, s + d) for s, d in zip(starts, durations, strict=True) if d > 0)
        apart = all(end <= start for (_, end), (start, _) in pairwise(tasks))
        return apart and min(durations, default=0) >= 0

    def decompose(self) -> Iterable[Constraint]:
        yield from _not_negative(self.durations)
        tasks = list(zip(self.starts, self.durations, strict=True))
        for place, (start, duration) in enumerate(tasks):
            for other, length in tasks[place + 1 :]:
                yield any_of(
                    (
                        start + duration <= other,
                        other + length <= start,
                        duration == 0,
                        length == 0,
                    )
                )

    def describe(self, parts: Sequence[str]) -> str:
        size = len(self.starts)
        return f"no_overlap([{', '.join(parts[:size])}], [{', '.join(parts[size:])}])"


@dataclass(frozen=True, eq=False, repr=False)
class BinPacking(Constraint):
    """Item i lies in bin `bins[i]`, 0-based, and no bin holds more than its capacity.

    `sizes` stand in the order of the items, `capacities` in that of the bins.
    """

    bins: tuple[Expression, ...]
    sizes: tuple[Expression, ...]
    capacities: tuple[Expression, ...]

    def holds(self, values: Sequence[int]) -> bool:
        size = len(self.bins)
        bins, sizes, capacities = values[:size], values[size : 2 * size], values[2 * size :]
        if not all(0 <= chosen < len(capacities) for chosen in bins):
            return False
        loads = [0] * len(capacities)
        for chosen, weight in zip(bins, sizes, strict=True):
            loads[chosen] += weight
        return all(load <= most for load, most in zip(loads, capacities, strict=True))

    def decompose(self) -> Iterable[Constraint]:
        for chosen in self.bins:
            yield (chosen >= 0) & (chosen < len(self.capacities))
        for place, capacity in enumerate(self.capacities):
            yield capacity >= total(
                Product((weight, Indicator(chosen == place)))
                for chosen, weight in zip(self.bins, self.sizes, strict=True)
            )

    def describe(self, parts: Sequence[str]) -> str:
        size = len(self.bins)
        lists = parts[:size], parts[size : 2 * size], parts[2 * size :]
        return f"bin_packing({', '.join('[' + ', '.join(part) + ']' for part in lists)})"


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
    _refuse_negative("cumulative", durations=second, demands=third, capacity=(most,))
    return Cumulative(first, second, third, most)


def no_overlap(starts: Iterable[object], durations: Iterable[object]) -> Constraint:
    """No two tasks, from a start for a duration, run at the same time."""
    first, second = numbers_of(starts, "no_overlap"), numbers_of(durations, "no_overlap")
    equal_lengths("no_overlap", starts=first, durations=second)
    _refuse_negative("no_overlap", durations=second)
    return NoOverlap(first, second)


def bin_packing(
    bins: Iterable[object], sizes: Iterable[object], capacities: Iterable[object]
) -> Constraint:
    """Item i of size `sizes[i]` lies in bin `bins[i]`; no bin holds more than its capacity."""
    chosen, weights = numbers_of(bins, "bin_packing"), numbers_of(sizes, "bin_packing")
    equal_lengths("bin_packing", bins=chosen, sizes=weights)
    return BinPacking(chosen, weights, numbers_of(capacities, "bin_packing"))


def _not_negative(terms: Iterable[Expression]) -> Iterable[Constraint]:
    return (term >= 0 for term in terms)


def _refuse_negative(where: str, **lists: Sequence[Expression]) -> None:
    for name, terms in lists.items():
        for term in terms:
            if isinstance(term, Constant) and int(term.constant) < 0:
                raise ModelError(f"{name} of {where} holds {term}; it must be at least 0")
