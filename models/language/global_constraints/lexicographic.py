"""Two lists of terms in lexicographic order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ..constraints import Constraint, Or, all_of, any_of
from ..expressions import Expression
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene, any_values
from . import Global, equal_lengths, numbers_of


@dataclass(frozen=True, eq=False, repr=False)
class Lexicographic(Global):
    """`left` comes before `right` in the order of a dictionary, or if not strict, equals it.

    Both have the same length.
    """

    left: tuple[Expression, ...]
    right: tuple[Expression, ...]
    strict: bool

    together = ("left", "right")

    def holds(self, values: Sequence[int]) -> bool:
        left, right = tuple(values[: len(self.left)]), tuple(values[len(self.left) :])
        return left < right or (left == right and not self.strict)

    def decompose(self) -> Iterable[Constraint]:
        rest: Constraint = any_of([]) if self.strict else all_of([])
        for a, b in reversed(list(zip(self.left, self.right, strict=True))):
            rest = Or((a < b, (a == b) & rest))
        return (rest,)

    def describe(self, parts: Sequence[str]) -> str:
        left, right = parts[: len(self.left)], parts[len(self.left) :]
        relation = "<" if self.strict else "<="
        return f"[{', '.join(left)}] {relation} [{', '.join(right)}] lexicographically"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        left = draw.terms(0, 2)
        right = draw.several(len(left))
        return lexicographic(left, right, strict=draw.random.random() < 0.5)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        scene.over(_alike, far=True)
        left, right = scene.halves()
        return lexicographic(left, right, strict=scene.random.random() < 0.5)


def _alike(random: Random, size: int) -> list[int]:
    """Two equal lists, so that every place may decide, and a 0 where the size is odd."""
    return any_values(random, size // 2) * 2 + [0] * (size % 2)


def lexicographic(
    left: Iterable[object], right: Iterable[object], *, strict: bool = False
) -> Constraint:
    """`left` comes before `right` as in a dictionary; equal is allowed unless `strict`.

    Formula: left = right, unless strict, or left[i] < right[i] at the first i where they
    differ

    >>> from everyway.models import lexicographic, variables
    >>> lexicographic(variables("a", 2, range(2)), variables("b", 2, range(2)), strict=True)
    [a[0], a[1]] < [b[0], b[1]] lexicographically
    """
    first, second = numbers_of(left, "lexicographic"), numbers_of(right, "lexicographic")
    equal_lengths("lexicographic", left=first, right=second)
    return Lexicographic(first, second, strict)
