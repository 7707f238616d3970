"""From constraints to propagators and conflicts; others are decomposed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...models.language.constraints import And, Comparison, Constraint, Not, Or
from ...models.language.expressions import Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.table import Allowed
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.undefinedness import decomposition, defined
from ..harness.contract import Control
from .conflicts import Different, Pair, Pairwise
from .intervals import Reading
from .propagators import General, Linear, Propagator, Rows, Unequal
from .unary_terms import WIDEST_TABLE, Image, image, sum_of_terms

NATIVE_WHERE = {
    "AllDifferent": "each term is a function of a variable of its own",
    "Allowed": "its terms are variables, each another",
}


@dataclass(frozen=True)
class Translation:
    """The translation of the constraints of one model."""

    places: Mapping[str, int]
    domains: Sequence[Sequence[int]]
    control: Control

    def parts(self, rule: int, constraint: Constraint) -> Iterator[Propagator | Pairwise]:
        stack = [constraint]
        while stack:
            self.control.check()
            constraint = stack.pop()
            match constraint:
                case And(operands):
                    stack.extend(reversed(operands))
                case AllDifferent(terms) if (images := self._images(terms)) is not None:
                    yield Different(rule, images)
                case Allowed(terms, rows) if _are_variables(terms):
                    scope = [self.places[t.name] for t in terms if isinstance(t, Variable)]
                    yield Rows(rule, scope, [tuple(map(int, row)) for row in rows])
                case Comparison():
                    yield from self._comparison(rule, constraint)
                case Or() | Not() | Predicate():
                    yield self._any(rule, constraint)
                case _:
                    stack.extend(reversed(decomposition(constraint)))

    def _images(self, terms: Sequence[Expression]) -> dict[int, Image] | None:
        """Terms that are always defined, by their variables; None unless each has its own one."""
        found = [image(term, self.places, self.domains) for term in terms]
        images = {one.place: one for one in found if one is not None}
        return images if len(images) == len(terms) and not defined(terms) else None

    def _comparison(self, rule: int, constraint: Comparison) -> Iterator[Propagator | Pairwise]:
        reading = Reading(constraint, self.places)
        terms = None
        if len(reading.scope) != 2 or not self._small(reading.scope):
            terms = sum_of_terms(constraint, self.places, self.domains)
        if terms is None:
            yield self._any(rule, constraint, reading)
            return
        found, number = terms
        relation = constraint.relation
        if relation == "!=":
            yield Unequal(rule, found, number)
        if relation in ("==", "<=", "<"):
            yield Linear(rule, found, number - (relation == "<"))
        if relation in ("==", ">=", ">"):
            negative = [term.negated() for term in found]
            yield Linear(rule, negative, -number - (relation == ">"))

    def _any(
        self, rule: int, constraint: Constraint, reading: Reading | None = None
    ) -> Propagator | Pairwise:
        reading = reading or Reading(constraint, self.places)
        if len(reading.scope) == 2 and self._small(reading.scope):
            return Pair(rule, reading, self.domains)
        return General(rule, reading)

    def _small(self, scope: Sequence[int]) -> bool:
        size = 1
        for place in scope:
            size *= len(self.domains[place])
        return size <= WIDEST_TABLE


def translate(
    model: Model, domains: Sequence[Sequence[int]], control: Control
) -> Iterator[Propagator | Pairwise]:
    """Every constraint of `model` as propagators and pairwise constraints, with their rules by
    number.
    """
    places = {variable.name: place for place, variable in enumerate(model.variables)}
    translation = Translation(places, domains, control)
    for number, rule in enumerate(model.rules):
        for constraint, name in rule.places():
            for part in translation.parts(number, constraint):
                if isinstance(part, Propagator):
                    part.line = name
                yield part


def _are_variables(terms: Sequence[Expression]) -> bool:
    return bool(terms) and all(isinstance(term, Variable) for term in terms)
