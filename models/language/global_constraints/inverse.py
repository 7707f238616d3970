"""A permutation and its inverse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..arguments import equal_lengths, numbers_of
from ..constraints import Constraint
from ..expressions import (
    Constant,
    Expression,
    element,
)


@dataclass(frozen=True, eq=False, repr=False)
class Inverse(Constraint):
    """`forward[i] == j` exactly where `backward[j] == i`; both 0-based, of the same length."""

    forward: tuple[Expression, ...]
    backward: tuple[Expression, ...]

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

    def describe(self, parts: Sequence[str]) -> str:
        half = len(self.forward)
        return f"inverse([{', '.join(parts[:half])}], [{', '.join(parts[half:])}])"


def inverse(forward: Iterable[object], backward: Iterable[object]) -> Constraint:
    """`forward[i] == j` exactly where `backward[j] == i`; both 0-based."""
    there, back = numbers_of(forward, "inverse"), numbers_of(backward, "inverse")
    equal_lengths("inverse", forward=there, backward=back)
    return Inverse(there, back)
