"""Tasks that run one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..arguments import equal_lengths, numbers_of, refuse_negative
from ..constraints import Constraint, any_of
from ..expressions import (
    Expression,
)


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
        yield from (duration >= 0 for duration in self.durations)
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


def no_overlap(starts: Iterable[object], durations: Iterable[object]) -> Constraint:
    """No two tasks, from a start for a duration, run at the same time."""
    first, second = numbers_of(starts, "no_overlap"), numbers_of(durations, "no_overlap")
    equal_lengths("no_overlap", starts=first, durations=second)
    refuse_negative("no_overlap", durations=second)
    return NoOverlap(first, second)
