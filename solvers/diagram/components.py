"""The number of solutions of small constraints over pairs of values, component by component.

Each row that a constraint refuses is a clause. What is left of clauses is counted in parts that
share no variable, each part once: no order of the variables, as a diagram has, takes them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
        self._over: list[int] = []
        """By clause, its variables."""
        self._met = [[0] * len(some) for some in reading.values]
        """By variable and the place of a value, the clauses that hold with it."""
        for constraint, scope in zip(reading.constraints, reading.scopes, strict=True):
            rows = list(product(*(range(len(reading.values[place])) for place in scope)))
            named = [
                {reading.names[p]: reading.values[p][v] for p, v in zip(scope, row, strict=True)}
                for row in rows
            ]
            for row, holds in zip(rows, evaluated(constraint, named), strict=True):
                if not holds:
                    for place, value in zip(scope, row, strict=True):
                        if len(self._met[place]) == 2:
                            self._met[place][1 - value] |= 1 << len(self._over)
                    self._over.append(sum(1 << place for place in scope))
        self._of = [
            sum(1 << c for c, over in enumerate(self._over) if over >> place & 1)
            for place in range(len(self._met))
        ]
        """By variable, its clauses."""
        self._known: dict[tuple[int, int], int] = {}

    def within(self, check: Callable[[], None]) -> int:
        """The number, where `check`, which is called for each part, does not raise."""
        state: tuple[int, int] | None = (1 << len(self._met)) - 1, (1 << len(self._over)) - 1
        for place, met in enumerate(self._met):
            if len(met) == 1 and state is not None:
                state = self._after(*state, place, 0)
        return 0 if state is None else self._product(*state, check)

    def _after(self, open_: int, left: int, place: int, value: int) -> tuple[int, int] | None:
        """The variables and clauses that are left after a value, and those it brings about."""
        waiting = [(place, value)]
        while waiting:
            place, value = waiting.pop()
            if open_ >> place & 1:
                open_ ^= 1 << place
                left &= ~self._met[place][value]
                for clause in _bits(left & self._of[place]):
                    over = self._over[clause] & open_
                    if not over:
                        return None
                    if not over & (over - 1):
                        last = over.bit_length() - 1
                        waiting.append((last, int(self._met[last][-1] >> clause & 1)))
        return open_, left

    def _product(self, open_: int, left: int, check: Callable[[], None]) -> int:
        number, reached = 1, 0
        while left and number:
            part, clauses, fresh = 0, 0, left & -left
            while fresh:
                clauses |= fresh
                new = 0
                for clause in _bits(fresh):
                    new |= self._over[clause]
                new &= open_ & ~part
                part |= new
                fresh = 0
                for place in _bits(new):
                    fresh |= self._of[place]
                fresh &= left & ~clauses
            left ^= clauses
            reached |= part
            number *= self._part(part, clauses, check)
        return number << (open_ & ~reached).bit_count()

    def _part(self, open_: int, left: int, check: Callable[[], None]) -> int:
        """The number of one part, by the values of a variable that is in most of its clauses."""
        found = self._known.get((open_, left))
        if found is None:
            check()
            place = max(_bits(open_), key=lambda place: (self._of[place] & left).bit_count())
            states = [self._after(open_, left, place, v) for v in range(len(self._met[place]))]
            found = sum(self._product(*one, check) for one in states if one is not None)
            self._known[open_, left] = found
        return found


def _bits(number: int) -> Iterator[int]:
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1
