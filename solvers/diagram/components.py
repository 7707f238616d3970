"""The number of solutions of small constraints over two values each, component by component.

Each row that a constraint refuses is a clause. What is left of clauses is counted in parts that
share no variable, each part once: no order of the variables, as a diagram has, takes them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from .reading_of_model import Reading
from .residuals import evaluated

MOST_VARIABLES, MOST_SCOPE = 250, 6
"""A search of more variables may nest too deeply; constraints of more have too many rows."""


def components_of(reading: Reading) -> Components | None:
    """The count of a model by components; None where it has other constraints."""
    few = len(reading.values) <= MOST_VARIABLES and all(len(some) <= 2 for some in reading.values)
    small = all(len(scope) <= MOST_SCOPE for scope in reading.scopes)
    return Components(reading) if few and small else None


class Components:
    """The count, which may be asked for again, and then knows the parts that were counted.

    Sets of variables and of clauses are the bits of numbers.
    """

    def __init__(self, reading: Reading) -> None:
        self._met = [[0] * len(some) for some in reading.values]
        """By variable and the place of a value, the clauses that hold with it."""
        self._open = sum(1 << place for place, met in enumerate(self._met) if len(met) == 2)
        """The variables with two values."""
        self._of = [0] * len(self._met)
        """By variable, its clauses."""
        self._over: list[int] = []
        """By clause, its variables with two values."""
        for constraint, scope in zip(reading.constraints, reading.scopes, strict=True):
            names = [reading.names[place] for place in scope]
            rows = list(product(*(reading.values[place] for place in scope)))
            named = (dict(zip(names, row, strict=True)) for row in rows)
            for row, holds in zip(rows, evaluated(constraint, named), strict=True):
                if not holds:
                    for place, refused in zip(scope, row, strict=True):
                        self._of[place] |= 1 << len(self._over)
                        for number, value in enumerate(reading.values[place]):
                            self._met[place][number] |= (value != refused) << len(self._over)
                    self._over.append(sum(1 << place for place in scope) & self._open)
        self._known: dict[tuple[int, int], int] = {}

    def within(self, check: Callable[[], None]) -> int:
        """The number, where `check`, which is called for each part, does not raise."""
        if not all(self._met) or 0 in self._over:
            return 0
        return self._after(self._open, (1 << len(self._over)) - 1, [], check)

    def _after(
        self, open_: int, left: int, chosen: list[tuple[int, int]], check: Callable[[], None]
    ) -> int:
        """The number over open variables, of the clauses left, after values by their places."""
        while chosen:
            place, value = chosen.pop()
            if open_ >> place & 1:
                open_ ^= 1 << place
                left &= ~self._met[place][value]
                for clause in _bits(left & self._of[place]):
                    over = self._over[clause] & open_
                    if not over:
                        return 0
                    if not over & (over - 1):
                        last = over.bit_length() - 1
                        chosen.append((last, self._met[last][-1] >> clause & 1))
        number = 1
        while left and number:
            part, clauses, fresh = 0, 0, left & -left
            while fresh:
                clauses |= fresh
                new = _union(self._over, fresh) & open_ & ~part
                part |= new
                fresh = _union(self._of, new) & left & ~clauses
            left ^= clauses
            open_ ^= part
            number *= self._part(part, clauses, check)
        return number << open_.bit_count()

    def _part(self, open_: int, left: int, check: Callable[[], None]) -> int:
        """The number of one part, by the values of a variable that is in most of its clauses."""
        found = self._known.get((open_, left))
        if found is None:
            check()
            place = max(_bits(open_), key=lambda place: (self._of[place] & left).bit_count())
            found = sum(self._after(open_, left, [(place, v)], check) for v in range(2))
            self._known[open_, left] = found
        return found


def _bits(number: int) -> Iterator[int]:
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def _union(sets: Sequence[int], chosen: int) -> int:
    found = 0
    for place in _bits(chosen):
        found |= sets[place]
    return found
