"""A model as clauses: a literal for each value that a variable or term may take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.domains import size
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.wording import grouped
from ..harness.adapting.translator import Translator
from ..harness.contract import Control

Literal = int
Term = dict[int, Literal]
"""The literal that holds where the term takes a value, for each value; just one of them holds."""

TRUE: Literal = 1
FALSE: Literal = -1

_MOST_VALUES = 20_000
_MOST_CLAUSES = 6_000_000
_FEW = 6


class Translation(Translator[Term, Literal]):
    """A model as the clauses of `native`."""

    name = "sat"

    def __init__(self, native: Any, model: Model, control: Control) -> None:
        """Clauses are added to `native`, which has none yet."""
        self.native = native
        self._last, self._clauses = TRUE, 0
        self.native.add_clause([TRUE])
        super().__init__(model, control.check)

    # ----------------------------------------------------------------------------- clauses

    def _new(self) -> Literal:
        self._last += 1
        return self._last

    def _clause(self, literals: Iterable[Literal]) -> None:
        """Require that one of `literals` holds."""
        kept = [literal for literal in literals if literal != FALSE]
        if TRUE in kept:
            return
        self._clauses += 1
        if self._clauses > _MOST_CLAUSES:
            raise self.refused(f"the model would take more than {grouped(_MOST_CLAUSES)} clauses")
        if self._clauses % 1_000 == 0:
            self.check()
        self.native.add_clause(kept or [FALSE])

    def _at_most_one(self, literals: Sequence[Literal]) -> None:
        """Several at once in groups, each group told by a new literal."""
        while len(literals) > _FEW:
            group, told = literals[: _FEW - 1], self._new()
            for literal in group:
                self._clause([-literal, told])
            self._at_most_one(group)
            literals = [*literals[_FEW - 1 :], told]
        for one, other in combinations(literals, 2):
            self._clause([-one, -other])

    # ------------------------------------------------------------------------------- terms

    def declared(self, variable: Variable) -> Term:
        if size(variable.domain) > _MOST_VALUES:
            raise self.refused(
                f"a literal stands for each value, and it has {grouped(size(variable.domain))};"
                f" give it at most {grouped(_MOST_VALUES)}"
            )
        values = [int(value) for value in variable.domain]
        term = {value: self._new() for value in values}
        self._clause(term.values())
        self._at_most_one(list(term.values()))
        return term

    def constant(self, value: int) -> Term:
        return {value: TRUE}

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        total, factors = self.constant(constant), dict.fromkeys(map(id, terms), 0)
        for term, coefficient in zip(terms, coefficients, strict=True):
            factors[id(term)] += coefficient
        for term in terms:
            factor = factors.pop(id(term), 0)  # what stands twice is added once
            if factor:
                scaled = {factor * value: literal for value, literal in term.items()}
                total = self._combined(int.__add__, total, scaled)
        return total

    def product(self, left: Term, right: Term) -> Term:
        return self._combined(int.__mul__, left, right)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self._combined(lambda x, y: x // y if y else 0, dividend, divisor)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self._combined(lambda x, y: x % y if y else 0, dividend, divisor)

    def power(self, base: Term, exponent: int) -> Term:
        return self._mapped(lambda value: int(value**exponent), base)

    def absolute(self, term: Term) -> Term:
        return self._mapped(abs, term)

    def least(self, terms: Sequence[Term]) -> Term:
        return self._folded(min, terms)

    def greatest(self, terms: Sequence[Term]) -> Term:
        return self._folded(max, terms)

    def _folded(self, function: Callable[[int, int], int], terms: Sequence[Term]) -> Term:
        result = terms[0]
        for term in terms[1:]:
            result = self._combined(function, result, term)
        return result

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        reached = [items[place] for place in index if 0 <= place < len(items)]
        values = sorted({value for item in reached for value in item} or {0})
        result = self._term(values)
        for place, here in index.items():
            item = items[place] if 0 <= place < len(items) else self.constant(values[0])
            for value in values:
                held = item.get(value, FALSE)
                self._clause([-here, -held, result[value]])
                self._clause([-here, held, -result[value]])
        return result

    def number(self, truth: Literal) -> Term:
        if truth in (TRUE, FALSE):
            return self.constant(int(truth == TRUE))
        return {0: -truth, 1: truth}

    def _term(self, values: Sequence[int]) -> Term:
        """A term that takes one of `values`; that it is just one follows from its use."""
        if len(values) == 1:
            return self.constant(values[0])
        return {value: self._new() for value in values}

    def _mapped(self, function: Callable[[int], int], term: Term) -> Term:
        """`function` of the value of `term`."""
        return self._combined(lambda value, _: function(value), term, self.constant(0))

    def _combined(self, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
        """`function` of the values of two terms."""
        table = {x: [(y, function(x, y)) for y in right] for x in self._each(left, len(right))}
        results = [[result for _, result in row] for row in table.values()]
        distinct = sorted({result for row in results for result in row})
        if len(distinct) == len(left) * len(right) and min(len(left), len(right)) == 1:
            return self._renamed(left, right, results)
        term = self._term(distinct)
        for x, row in table.items():
            self._row(left[x], row, right, term)
        return term

    def _each(self, left: Term, times: int) -> Iterator[int]:
        for value in left:
            self._clauses += times // 10  # what would be too many is refused before it is built
            self.check()
            yield value

    def _renamed(self, left: Term, right: Term, results: list[list[int]]) -> Term:
        """The same literals under other values, where one of the terms is fixed."""
        literals = list(left.values()) if len(right) == 1 else list(right.values())
        values = [value for row in results for value in row]
        return dict(sorted(zip(values, literals, strict=True)))

    def _row(self, here: Literal, row: list[tuple[int, int]], right: Term, term: Term) -> None:
        """Where `here` holds, `term` is what `row` says for the value of `right`."""
        reasons: dict[int, list[Literal]] = {}
        for y, result in row:
            self._clause([-here, -right[y], term[result]])
            reasons.setdefault(result, []).append(right[y])
        for result, literal in term.items():
            self._clause([-here, -literal, *reasons.get(result, [])])

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Term, relation: str, right: Term) -> Literal:
        holds = RELATIONS[relation]
        outcomes = {holds(x, y) for x in left for y in right} if len(right) == 1 else {True, False}
        if len(outcomes) == 1:
            return TRUE if True in outcomes else FALSE
        truth = self._new()
        self._relate(truth, left, relation, right)
        return truth

    def _relate(self, truth: Literal, left: Term, relation: str, right: Term) -> None:
        """`truth` holds exactly where `left` stands in `relation` to `right`."""
        holds = RELATIONS[relation]
        for x, here in left.items():
            good = [literal for y, literal in right.items() if holds(x, y)]
            bad = [literal for y, literal in right.items() if not holds(x, y)]
            self._settle(-truth, here, good, bad)
            self._settle(truth, here, bad, good)

    def _settle(
        self, unless: Literal, here: Literal, good: list[Literal], bad: list[Literal]
    ) -> None:
        """Unless `unless`, where `here` holds, one of `good` does and none of `bad`."""
        if unless == TRUE:
            return
        if len(good) <= len(bad):
            self._clause([unless, -here, *good])
        else:
            for literal in bad:
                self._clause([unless, -here, -literal])

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        self._relate(TRUE, left, relation, right)

    def all_of(self, truths: Sequence[Literal]) -> Literal:
        return -self.any_of([-truth for truth in truths])

    def any_of(self, truths: Sequence[Literal]) -> Literal:
        kept = list(dict.fromkeys(truth for truth in truths if truth != FALSE))
        if not kept or TRUE in kept:
            return TRUE if kept else FALSE
        if len(kept) == 1:
            return kept[0]
        truth = self._new()
        self._clause([-truth, *kept])
        for literal in kept:
            self._clause([truth, -literal])
        return truth

    def negated(self, truth: Literal) -> Literal:
        return -truth

    def require(self, truth: Literal) -> None:
        self._clause([truth])

    def has_word(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent)

    def require_whole(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        """All different: no value is taken by two."""
        for value in dict.fromkeys(value for term in terms for value in term):
            self._at_most_one([term[value] for term in terms if value in term])
