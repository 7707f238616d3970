"""A permutation and its inverse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ..choices import element
from ..constraints import Constraint
from ..expressions import Constant, Expression
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, equal_lengths, numbers_of


@dataclass(frozen=True, eq=False, repr=False)
class Inverse(Global):
    """`forward[i] == j` exactly where `backward[j] == i`; both 0-based, of the same length."""

    forward: tuple[Expression, ...]
    backward: tuple[Expression, ...]

    together = ("forward", "backward")

    def holds(self, values: Sequence[int]) -> bool:
        size = len(self.forward)
        forward, backward = values[:size], values[size:]
        in_range = all(0 <= value < size for value in values)
        return in_range and all(backward[forward[i]] == i for i in range(size))

    def decompose(self) -> Iterable[Constraint]:
        for there, back in ((self.forward, self.backward), (self.backward, self.forward)):
            for place, term in enumerate(there):
                yield (term >= 0) & (term < len(back))
                # A constant out of range is no index; the line above rules it out already.
                if not isinstance(term, Constant) or int(term.constant) in range(len(back)):
                    yield element(back, term) == place

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        forward = draw.terms(0, 2)
        return inverse(forward, draw.several(len(forward)))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        # Also values that are out of range, but none in cycles where variables stand twice.
        if scene.column == "some twice":
            scene.over(_cycles, lambda random, size: range(size // 2), sizes=(6, 6, 8))
            scene.tie()
        else:
            scene.over(_inverses, lambda random, size: range(-1, size // 2 + 1), swapped=True)
        return inverse(*scene.halves())


def inverse(forward: Iterable[object], backward: Iterable[object]) -> Constraint:
    """`forward[i] == j` exactly where `backward[j] == i`; both 0-based.

    Formula: forward[i] = j ⇔ backward[j] = i, for all i, j; and 0 ≤ forward[i], backward[i] < n

    >>> from everyway.models import inverse, variables
    >>> inverse(variables("to", 3, range(3)), variables("from", 3, range(3)))
    inverse([to[0], to[1], to[2]], [from[0], from[1], from[2]])
    """
    there, back = numbers_of(forward, "inverse"), numbers_of(backward, "inverse")
    equal_lengths("inverse", forward=there, backward=back)
    return Inverse(there, back)


def _inverses(random: Random, size: int) -> list[int]:
    """A permutation, then its inverse; where the size is odd, an idle 0."""
    return _with_inverse(random.sample(range(size // 2), size // 2), size)


def _cycles(random: Random, size: int) -> list[int]:
    """A permutation that is one cycle, then its inverse."""
    order = random.sample(range(size // 2), size // 2)
    after = dict(zip(order, order[1:] + order[:1], strict=True))
    return _with_inverse([after[place] for place in range(size // 2)], size)


def _with_inverse(forward: list[int], size: int) -> list[int]:
    backward = [forward.index(place) for place in range(size // 2)]
    return [*forward, *backward, *[0] * (size % 2)]
