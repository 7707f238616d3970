"""A model as a ground logic program: an atom for each value that a variable or term may take."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.domains import size
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.wording import grouped
from ..harness.adapting.translator import Translator
from ..harness.contract import Control

Literal = int
"""The number of an atom, or its negative for the atom's negation."""
Term = dict[int, Literal]
"""The literal that holds where the term takes a value, for each value; just one of them holds."""

OPTIONS = ("--models=0", "--enum-mode=bt")
"""Of clingo's, those on which its enumeration depends."""

_MOST_VALUES = 20_000
_MOST_RULES = 3_000_000


class Translation(Translator[Term, Literal]):
    """A model as the rules of a program."""

    name = "clingo"

    def __init__(self, program: Any, model: Model, control: Control) -> None:
        """Rules are added to `program`, a backend of clingo's, which has none yet."""
        self._backend = program
        self._rules = 0
        self._reaching: dict[int, tuple[Term, list[int], list[Literal]]] = {}
        self._true: Literal = self._backend.add_atom()
        self._backend.add_rule([self._true], [])
        super().__init__(model, control.check)

    # ------------------------------------------------------------------------------- rules

    def _count_rule(self) -> None:
        self._rules += 1
        if self._rules > _MOST_RULES:
            raise self.refused(f"the model would take more than {grouped(_MOST_RULES)} rules")
        if self._rules % 1_000 == 0:
            self.check()

    def _rule(self, head: Literal, *body: Literal) -> None:
        """`head` holds where all of `body` do."""
        self._count_rule()
        if -self._true not in body:
            self._backend.add_rule([head], [part for part in body if part != self._true])

    def _never(self, *body: Literal) -> None:
        """`body` never holds together."""
        self._count_rule()
        self._backend.add_rule([], list(body))

    def _never_two(self, literals: Sequence[Literal]) -> None:
        """At most one of `literals` holds."""
        self._count_rule()
        self._backend.add_weight_rule([], 2, [(literal, 1) for literal in literals])

    def _derived(self, *bodies: Sequence[Literal]) -> Literal:
        """Holds where one of `bodies` does as a whole."""
        atom: Literal = self._backend.add_atom()
        for body in bodies:
            self._rule(atom, *body)
        return atom

    # ------------------------------------------------------------------------------- terms

    def declared(self, variable: Variable) -> Term:
        if size(variable.domain) > _MOST_VALUES:
            raise self.refused(
                f"an atom stands for each value, and it has {grouped(size(variable.domain))};"
                f" give it at most {grouped(_MOST_VALUES)}"
            )
        term = {int(value): self._backend.add_atom() for value in variable.domain}
        atoms = list(term.values())
        self._backend.add_rule(atoms, [], choice=True)
        self._never(*[-atom for atom in atoms])
        self._never_two(atoms)
        return term

    def constant(self, value: int) -> Term:
        return {value: self._true}

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        factors: dict[int, int] = {}
        for term, factor in zip(terms, coefficients, strict=True):
            factors[id(term)] = factors.get(id(term), 0) + factor
        total = self.constant(constant)
        for term in {id(term): term for term in terms}.values():
            factor = factors[id(term)]
            if factor:
                total = self._joined(int.__add__, total, {factor * v: at for v, at in term.items()})
        return total

    def product(self, left: Term, right: Term) -> Term:
        return self._joined(lambda x, y: x * y, left, right)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self._joined(lambda x, y: x // y if y else 0, dividend, divisor)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self._joined(lambda x, y: x % y if y else 0, dividend, divisor)

    def absolute(self, term: Term) -> Term:
        return self._joined(lambda x, _: abs(x), term, self.constant(0))

    def power(self, base: Term, exponent: int) -> Term:
        return self._joined(lambda x, k: int(x**k), base, self.constant(exponent))

    def least(self, terms: Sequence[Term]) -> Term:
        return self._folded(min, terms)

    def greatest(self, terms: Sequence[Term]) -> Term:
        return self._folded(max, terms)

    def _folded(self, function: Callable[[int, int], int], terms: Sequence[Term]) -> Term:
        result = terms[0]
        for term in terms[1:]:
            result = self._joined(function, result, term)
        return result

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        bodies: dict[int, list[Sequence[Literal]]] = {}
        for place, here in index.items():
            item = items[place] if 0 <= place < len(items) else self.constant(0)
            for value, literal in item.items():
                bodies.setdefault(value, []).append((here, literal))
        return self._from_bodies(bodies)

    def number(self, truth: Literal) -> Term:
        if abs(truth) == self._true:
            return self.constant(int(truth == self._true))
        return {0: -truth, 1: truth}

    def _joined(self, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
        """`function` of the values of two terms."""
        bodies: dict[int, list[Sequence[Literal]]] = {}
        for x, here in left.items():
            self._refuse_many(len(left) * len(right))
            for y, there in right.items():
                bodies.setdefault(function(x, y), []).append((here, there))
        return self._from_bodies(bodies)

    def _refuse_many(self, rules: int) -> None:
        self.check()
        if self._rules + rules > _MOST_RULES:
            raise self.refused(f"the model would take more than {grouped(_MOST_RULES)} rules")

    def _from_bodies(self, bodies: dict[int, list[Sequence[Literal]]]) -> Term:
        """The term that takes a value where one of its bodies holds."""
        if len(bodies) == 1:
            return self.constant(*bodies)
        return {value: self._disjoined(bodies[value]) for value in sorted(bodies)}

    def _disjoined(self, bodies: Sequence[Sequence[Literal]]) -> Literal:
        if len(bodies) == 1:
            kept = [literal for literal in bodies[0] if literal != self._true]
            if len(kept) < 2:
                return kept[0] if kept else self._true
        return self._derived(*bodies)

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Term, relation: str, right: Term) -> Literal:
        if relation in (">", ">="):
            return self.compared(right, {">": "<", ">=": "<="}[relation], left)
        if relation == "!=":
            return -self.compared(left, "==", right)
        if relation == "==":
            both = [value for value in left if value in right]
            return self.any_of([self.all_of([left[value], right[value]]) for value in both])
        return self._below(left, right, strict=relation == "<")

    def _below(self, left: Term, right: Term, *, strict: bool) -> Literal:
        """Holds where `left` is below `right`, or also where it equals it if not `strict`."""
        values, reaching = self._reached(right)
        bodies = []
        for x, here in left.items():
            place = bisect_right(values, x if strict else x - 1)
            if place < len(values):
                bodies.append(self.all_of([here, reaching[place]]))
        return self.any_of(bodies)

    def _reached(self, term: Term) -> tuple[list[int], list[Literal]]:
        """The values of `term` in order, and for each what holds where it is that or more."""
        if id(term) not in self._reaching:
            values = sorted(term)
            reaching = [self._true] * len(values)
            above = -self._true
            for place in range(len(values) - 1, 0, -1):
                above = reaching[place] = self.any_of([term[values[place]], above])
            self._reaching[id(term)] = term, values, reaching
        return self._reaching[id(term)][1:]

    def all_of(self, truths: Sequence[Literal]) -> Literal:
        kept = list(dict.fromkeys(truth for truth in truths if truth != self._true))
        if len(kept) < 2:
            return kept[0] if kept else self._true
        return -self._true if -self._true in kept else self._derived(kept)

    def any_of(self, truths: Sequence[Literal]) -> Literal:
        kept = list(dict.fromkeys(truth for truth in truths if truth != -self._true))
        if len(kept) < 2:
            return kept[0] if kept else -self._true
        return self._true if self._true in kept else self._derived(*[[truth] for truth in kept])

    def negated(self, truth: Literal) -> Literal:
        return -truth

    def require(self, truth: Literal) -> None:
        self._never(-truth)

    def has_word(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent)

    def require_whole(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        """All different: no value is taken by two."""
        for value in dict.fromkeys(value for term in terms for value in term):
            self._never_two([term[value] for term in terms if value in term])
