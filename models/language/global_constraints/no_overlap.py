"""Tasks that run one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

from ..constraints import Constraint, any_of
from ..expressions import Expression
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, equal_lengths, numbers_of, refuse_negative


@dataclass(frozen=True, eq=False, repr=False)
class NoOverlap(Global):
    """No two tasks run at the same time; a task of zero duration has no effect."""

    starts: tuple[Expression, ...]
    durations: tuple[Expression, ...]

    together = ("starts", "durations")
    in_any_order = True

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

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        starts = draw.terms(0, 3)
        return no_overlap(starts, [draw.amount(0, 2) for _ in starts])

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """Tasks that just fit where the row puts them."""
        starts = scene.over(_apart, lambda random, size: range(2 * size))
        gaps = {start: following - start for start, following in pairwise(sorted(scene.row))}
        durations = [scene.random.choice((gaps.get(s, 3), 1, 0)) for s in scene.row]
        return no_overlap(starts, [min(duration, 4) for duration in durations])


def no_overlap(starts: Iterable[object], durations: Iterable[object]) -> Constraint:
    """No two tasks, from a start for a duration, run at the same time.

    Formula: starts[i] + durations[i] ≤ starts[j] ∨ starts[j] + durations[j] ≤ starts[i], for all
    i < j with durations above 0

    >>> from everyway.models import no_overlap, variables
    >>> no_overlap(variables("start", 2, range(6)), durations=[2, 3])
    no_overlap([start[0], start[1]], [2, 3])
    """
    first, second = numbers_of(starts, "no_overlap"), numbers_of(durations, "no_overlap")
    equal_lengths("no_overlap", starts=first, durations=second)
    refuse_negative("no_overlap", durations=second)
    return NoOverlap(first, second)


def _apart(random: Random, size: int) -> list[int]:
    """Starts one after the other, with room for short tasks."""
    return [2 * place for place in random.sample(range(size), size)]
