"""Constraints on order: increasing, lexicographic, and a permutation with its inverse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..constraints import Comparison, Constraint, Or, all_of, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, as_number, element
from ..terms import listed, several


@dataclass(frozen=True, eq=False, repr=False)
class Increasing(Constraint):
    """No term is below the one before it; if strict, each is above."""

    terms: tuple[Expression, ...]
    strict: bool

    def holds(self, values: Sequence[int]) -> bool:
        return all(a < b or (a == b and not self.strict) for a, b in pairwise(values))

    def decompose(self) -> Iterable[Constraint]:
        relation = "<" if self.strict else "<="
        return (Comparison(a, relation, b) for a, b in pairwise(self.terms))

    def describe(self, parts: Sequence[str]) -> str:
        return f"increasing({', '.join(parts)}{'; strict' if self.strict else ''})"


@dataclass(frozen=True, eq=False, repr=False)
class Lexicographic(Constraint):
    """`left` comes before `right` in the order of a dictionary, or if not strict, equals it.

    Both have the same length.
    """

    left: tuple[Expression, ...]
    right: tuple[Expression, ...]
    strict: bool

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


def increasing(*terms: object, strict: bool = False) -> Constraint:
    """Each of `terms`, or of one list of them, is at least the one before it; if `strict`, more."""
    return Increasing(numbers_of(several(terms, "increasing"), "increasing"), strict)


def lexicographic(
    left: Iterable[object], right: Iterable[object], *, strict: bool = False
) -> Constraint:
    """`left` comes before `right` as in a dictionary; equal is allowed unless `strict`."""
    first, second = numbers_of(left, "lexicographic"), numbers_of(right, "lexicographic")
    equal_lengths("lexicographic", left=first, right=second)
    return Lexicographic(first, second, strict)


def inverse(forward: Iterable[object], backward: Iterable[object]) -> Constraint:
    """`forward[i] == j` exactly where `backward[j] == i`; both 0-based."""
    there, back = numbers_of(forward, "inverse"), numbers_of(backward, "inverse")
    equal_lengths("inverse", forward=there, backward=back)
    return Inverse(there, back)


def numbers_of(terms: Iterable[object], where: str) -> tuple[Expression, ...]:
    """`terms` as integer expressions."""
    return tuple(as_number(term, where) for term in listed(terms, where))


def equal_lengths(where: str, **lists: Sequence[Expression]) -> None:
    """Raises: ModelError where two of the named lists differ in length."""
    sizes = {name: len(terms) for name, terms in lists.items()}
    if len(set(sizes.values())) > 1:
        words = ", ".join(f"{name} has {size}" for name, size in sizes.items())
        raise ModelError(f"the lists of {where} differ in length: {words}; make them equal")
