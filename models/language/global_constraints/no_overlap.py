"""Tasks that run one at a time, and rectangles that lie beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from random import Random

from ..constraints import Constraint, any_of
from ..expressions import Constant, Expression, as_constraint
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


@dataclass(frozen=True, eq=False, repr=False)
class NoOverlap2D(Global):
    """No two rectangles overlap; one of zero width or height has no effect.

    A rectangle extends from its origin (x, y) until just before (x + width, y + height). Widths and
    heights are at least 0.
    """

    x: tuple[Expression, ...]
    y: tuple[Expression, ...]
    widths: tuple[Expression, ...]
    heights: tuple[Expression, ...]

    together = ("x", "y", "widths", "heights")
    in_any_order = True

    def holds(self, values: Sequence[int]) -> bool:
        size = len(self.x)
        x, y, widths, heights = (values[k * size : (k + 1) * size] for k in range(4))
        if min((*widths, *heights), default=0) < 0:
            return False
        sides = zip(x, widths, y, heights, strict=True)
        inside = [(range(a, a + w), range(b, b + h)) for a, w, b, h in sides if w and h]
        return not any(
            _meet(across, others_across) and _meet(up, others_up)
            for (across, up), (others_across, others_up) in combinations(inside, 2)
        )

    def decompose(self) -> Iterable[Constraint]:
        yield from (size >= 0 for size in (*self.widths, *self.heights))
        rectangles = list(zip(self.x, self.y, self.widths, self.heights, strict=True))
        for place, (x, y, width, height) in enumerate(rectangles):
            for other_x, other_y, other_width, other_height in rectangles[place + 1 :]:
                yield any_of(
                    (
                        x + width <= other_x,
                        other_x + other_width <= x,
                        y + height <= other_y,
                        other_y + other_height <= y,
                        *(size == 0 for size in (width, height, other_width, other_height)),
                    )
                )

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        x = draw.terms(0, 3)
        few = draw.random.random() < 0.5  # leaves variables for the sizes
        y = [draw.number(0, 2) for _ in x] if few else draw.several(len(x))
        widths, heights = ([draw.amount(0, 2) for _ in x] for _ in range(2))
        return no_overlap_2d(x, y, widths, heights)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """Rectangles that mostly fit where the row puts them, and some without extent inside."""
        pick = scene.random
        scene.over(_on_a_grid, lambda random, size: range(size))
        x, y = scene.halves()
        without = [value % 2 and pick.choice(((0, 0), (0, 2), (2, 0))) for value in scene.row]
        sides = [(pick.choice((1, 2, 2, 2, 3)), pick.choice((1, 2, 2, 2, 3))) for _ in x]
        sizes = [flat or full for flat, full in zip(without, sides, strict=False)]
        return no_overlap_2d(x, y, *([size[k] for size in sizes] for k in range(2)))


def no_overlap(
    starts: Iterable[object],
    durations: Iterable[object],
    *,
    present: Iterable[object] | None = None,
) -> Constraint:
    """No two tasks, from a start for a duration, run at the same time.

    A task of zero duration has no effect. `present` has for each task a constraint, or an
    expression that is 0 or 1; a task for which it is false has no effect, since its duration is
    multiplied by it.

    Formula: starts[i] + durations[i] ≤ starts[j] ∨ starts[j] + durations[j] ≤ starts[i], for all
    i < j with durations above 0

    >>> from everyway.models import no_overlap, variables
    >>> no_overlap(variables("start", 2, range(6)), durations=[2, 3])
    no_overlap([start[0], start[1]], [2, 3])
    """
    lists = _read("no_overlap", {"starts": starts}, {"durations": durations}, present)
    return NoOverlap(*lists)


def no_overlap_2d(
    x: Iterable[object],
    y: Iterable[object],
    widths: Iterable[object],
    heights: Iterable[object],
    *,
    present: Iterable[object] | None = None,
) -> Constraint:
    """No two rectangles, each from an origin (x, y) with a width and a height, overlap.

    It is known as diffn, too. A rectangle of zero width or height has no effect, as in the
    `diffn_nonstrict` of MiniZinc. `present` has for each rectangle a constraint, or an expression
    that is 0 or 1; a rectangle for which it is false has no effect, since its width and its height
    are multiplied by it.

    Formula: x[i] + widths[i] ≤ x[j] ∨ x[j] + widths[j] ≤ x[i] ∨ y[i] + heights[i] ≤ y[j] ∨
    y[j] + heights[j] ≤ y[i], for all i < j with widths and heights above 0

    >>> from everyway.models import no_overlap_2d, variables
    >>> x, y = variables("x", 2, range(3)), variables("y", 2, range(3))
    >>> no_overlap_2d(x, y, widths=[2, 1], heights=[1, 3])
    no_overlap_2d([x[0], x[1]], [y[0], y[1]], [2, 1], [1, 3])
    """
    sizes = {"widths": widths, "heights": heights}
    return NoOverlap2D(*_read("no_overlap_2d", {"x": x, "y": y}, sizes, present))


def _read(
    where: str,
    origins: dict[str, Iterable[object]],
    sizes: dict[str, Iterable[object]],
    present: Iterable[object] | None,
) -> Iterable[tuple[Expression, ...]]:
    """The lists as expressions, the sizes times `present`. Raises: ModelError for bad ones."""
    read = {name: numbers_of(terms, where) for name, terms in {**origins, **sizes}.items()}
    refuse_negative(where, **{name: read[name] for name in sizes})
    marks = {} if present is None else {"present": numbers_of(present, where)}
    equal_lengths(where, **read, **marks)
    for mark in marks.get("present", ()):
        as_constraint(mark, f"an item of present of {where}")  # refuses what is not 0 or 1
    for name in sizes if marks else ():
        read[name] = tuple(map(_times, read[name], marks["present"]))
    return read.values()


def _times(size: Expression, mark: Expression) -> Expression:
    """`size * mark`; a constant where both are, and the size itself where the mark is 1."""
    if isinstance(mark, Constant) and (mark.constant == 1 or isinstance(size, Constant)):
        return size if mark.constant else mark
    return size * mark


def _meet(one: range, other: range) -> bool:
    """True if two ranges of integers, neither of them empty, have one in common."""
    return one[0] in other or other[0] in one


def _apart(random: Random, size: int) -> list[int]:
    """Starts one after the other, with room for short tasks."""
    return [2 * place for place in random.sample(range(size), size)]


def _on_a_grid(random: Random, size: int) -> list[int]:
    """The x of half of `size` corners, then their y: of squares of side 2, or inside one."""
    number = size // 2
    squares = random.sample([(2 * a, 2 * b) for a in range(number) for b in range(2)], number)
    if number > 1 and random.random() < 0.7:
        a, b = squares[0]
        squares[-1] = (a + 1, b + 1)
    return [*(a for a, _ in squares), *(b for _, b in squares), *[0] * (size % 2)]
