"""Constraints over any number of variables, as propagators."""

from __future__ import annotations

from collections.abc import Sequence

from .intervals import FALSE, OPEN, Reading
from .unary_terms import WIDEST_TABLE, Term

State = list[Sequence[int]]
"""The values that each variable may still take, ascending, by its place in the declaration."""


class Propagator:
    """A constraint that reduces the domains of its scope.

    `rule` is the number of its rule, `line` its name there, such as `row 3`.
    """

    rule: int
    line: str = ""
    scope: Sequence[int]

    def propagate(self, state: State) -> list[int] | None:
        """Remove values that are in no solution from `state`, in place.

        The places that lost values, or None where a variable has none left. With every variable of
        the scope decided, it is exactly the constraint.
        """
        raise NotImplementedError(f"{type(self).__name__} must define propagate")


class Linear(Propagator):
    """A sum of terms, each of one variable, that is at most `most`."""

    def __init__(self, rule: int, terms: Sequence[Term], most: int) -> None:
        self.rule, self.terms, self.most = rule, terms, most
        self.scope = [term.place for term in terms]

    def propagate(self, state: State) -> list[int] | None:
        lows = [term.least(state[term.place]) for term in self.terms]
        slack = self.most - sum(lows)
        if slack < 0:
            return None
        changed = []
        for term, low in zip(self.terms, lows, strict=True):
            domain = state[term.place]
            if len(domain) > 1:
                left = term.at_most(domain, low + slack)
                if len(left) < len(domain):
                    state[term.place] = left
                    changed.append(term.place)
        return changed


class Unequal(Propagator):
    """A sum of terms, each of one variable, that is not `number`."""

    def __init__(self, rule: int, terms: Sequence[Term], number: int) -> None:
        self.rule, self.terms, self.number = rule, terms, number
        self.scope = [term.place for term in terms]

    def propagate(self, state: State) -> list[int] | None:
        unsettled = [term for term in self.terms if len(state[term.place]) > 1]
        if len(unsettled) > 1:
            return []
        fixed = sum(t.least(state[t.place]) for t in self.terms if len(state[t.place]) == 1)
        if not unsettled:
            return None if fixed == self.number else []
        (last,) = unsettled
        domain = state[last.place]
        if len(domain) > WIDEST_TABLE:
            return []
        left = tuple([v for v in domain if last.amount(v) != self.number - fixed])
        state[last.place] = left
        return None if not left else [last.place] if len(left) < len(domain) else []


class Rows(Propagator):
    """The values of the variables are one of `rows`."""

    def __init__(self, rule: int, scope: Sequence[int], rows: Sequence[tuple[int, ...]]) -> None:
        self.rule, self.scope, self.rows = rule, scope, rows

    def propagate(self, state: State) -> list[int] | None:
        domains = [state[place] for place in self.scope]
        rows = [
            row
            for row in self.rows
            if all(value in domain for value, domain in zip(row, domains, strict=True))
        ]
        if not rows:
            return None
        changed = []
        for place, column in zip(self.scope, zip(*rows, strict=True), strict=True):
            kept = set(column)
            if len(kept) < len(state[place]):
                state[place] = tuple(sorted(kept))
                changed.append(place)
        return changed


class General(Propagator):
    """Any core constraint: dead when it cannot hold, filtering its last open variable."""

    def __init__(self, rule: int, reading: Reading) -> None:
        self.rule, self.reading, self.scope = rule, reading, reading.scope

    def propagate(self, state: State) -> list[int] | None:
        outcome = self.reading(state)
        if outcome != OPEN:
            return None if outcome == FALSE else []
        unsettled = [place for place in self.scope if len(state[place]) > 1]
        if len(unsettled) != 1 or len(state[unsettled[0]]) > WIDEST_TABLE:
            return []
        return self._filter(state, unsettled[0])

    def _filter(self, state: State, place: int) -> list[int] | None:
        domain = state[place]
        kept = []
        for value in domain:
            state[place] = (value,)
            if self.reading(state) != FALSE:
                kept.append(value)
        state[place] = tuple(kept)
        return None if not kept else [place] if len(kept) < len(domain) else []
