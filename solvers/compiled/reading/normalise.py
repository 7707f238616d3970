"""From constraints to normal forms, by the compiled solver's own reading of each.

A constraint with a term that may be undefined stays a `Logic`, whose lowering heeds that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import cast

from ....models.language.constraints import NEGATED, And, Comparison, Constraint, Not, Or
from ....models.language.expressions import (
    Constant,
    Expression,
    Indicator,
    Maximum,
    Minimum,
    Sum,
    Variable,
)
from ....models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ....models.language.global_constraints.all_equal import AllEqual
from ....models.language.global_constraints.bin_packing import BinPacking
from ....models.language.global_constraints.cardinality import Cardinality
from ....models.language.global_constraints.circuit import Circuit, Subcircuit
from ....models.language.global_constraints.count import Count
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.increasing import Increasing
from ....models.language.global_constraints.inverse import Inverse
from ....models.language.global_constraints.lexicographic import Lexicographic
from ....models.language.global_constraints.no_overlap import NoOverlap
from ....models.language.global_constraints.number_of_values import NumberOfValues
from ....models.language.global_constraints.precedence import Precedence
from ....models.language.global_constraints.regular import Regular
from ....models.language.global_constraints.table import Allowed, Forbidden
from ....models.language.partial import decomposition
from ..common import construct as c
from ..common.states import Domain
from .evaluation import registers_of, translator
from .forms import Automaton, Distinct, Form, Linear, Logic, Rows, Tour, Values
from .totals import Totals
from .truths import TRUTHS

WIDEST_DISTINCT = 256
"""Amounts further apart than this are required to differ pair by pair."""

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Normaliser:
    """Rewrites the constraints over `variables` into normal forms."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.place_of = {variable.name: place for place, variable in enumerate(variables)}
        self._read = translator(registers_of(variables))
        domains = [cast(Domain, variable.domain) for variable in variables]
        self._totals = Totals(self.place_of, domains)

    def __call__(self, constraints: Iterable[Constraint]) -> Iterator[Form]:
        """The forms that hold together exactly where all `constraints` do."""
        stack = list(constraints)[::-1]
        while stack:
            constraint = stack.pop()
            if isinstance(constraint, And):
                stack.extend(reversed(constraint.operands))
            elif not self._is_total(constraint):
                yield Logic(constraint)
            else:
                for form in self._forms(constraint):
                    if isinstance(form, Constraint):
                        stack.append(form)
                    else:
                        yield form

    def _is_total(self, constraint: Constraint) -> bool:
        """True if no term of `constraint` can be undefined."""
        terms = (part for part in constraint.parts if not isinstance(part, Variable))
        return all(self._defined(term) for term in terms if isinstance(term, Expression))

    def _defined(self, term: Expression) -> bool:
        found = self._read(term).defined
        return isinstance(found, c.Constant) and bool(found.number)

    def _forms(self, node: Constraint) -> Iterable[Form | Constraint]:
        match node:
            case Comparison(Indicator(first), "==", Indicator(second)):
                return [Or((Not(first), second)), Or((first, Not(second)))]
            case Comparison():
                parts = [*_under_an_extreme(node), *_under_an_extreme(_mirrored(node))]
                whole = not parts or node.relation == "=="
                return [*parts, *([self._comparison(node)] if whole else [])]
            case Or(operands) if (places := _conjunctions(operands)) and len(places) == 1:
                return _distributed(operands, places[0])
            case Not(operand) if (positive := self._without_not(operand)) is not None:
                return positive
            case AllDifferent(terms):
                return self._distinct(terms, None)
            case AllDifferentExcept(terms, Constant(int(exempt))):
                return self._distinct(terms, exempt)
            case AllEqual(terms):
                return [Comparison(a, "==", b) for a, b in pairwise(terms)]
            case Count(terms, values, relation, number):
                return [Comparison(_number_of(terms, values), relation, number)]
            case Cardinality():
                return _cardinality(node)
            case NumberOfValues(terms, number):
                return self._number_of_values(node, terms, number)
            case Increasing(terms, strict):
                relation = "<" if strict else "<="
                return [Comparison(a, relation, b) for a, b in pairwise(terms)]
            case Lexicographic(left, right, strict):
                return _lexicographic(left, right, strict=strict)
            case Inverse(forward, backward):
                return _inverse(forward, backward)
            case Cumulative():
                return _cumulative(node)
            case NoOverlap(starts, durations):
                return _no_overlap(starts, durations)
            case BinPacking():
                return _bin_packing(node)
            case _:
                return self._over_variables(node)

    def _without_not(self, operand: Constraint) -> list[Constraint] | None:
        """Constraints equivalent to the negation of `operand`; None where it stays as it is."""
        match operand:
            case Not(inner):
                return [inner]
            case Or(operands):
                return [Not(inner) for inner in operands]
            case Comparison(left, relation, right) if self._is_total(operand):
                return [Comparison(left, NEGATED[relation], right)]
            case _:
                return None

    def _over_variables(self, node: Constraint) -> Iterable[Form | Constraint]:
        """The normal forms of constraints whose terms are plain variables."""
        places = [self.place_of[part.name] for part in node.parts if isinstance(part, Variable)]
        plain = bool(places) and len(places) == len(node.parts)
        once = plain and len(set(places)) == len(places)
        match node:
            case Allowed(_, rows) if once:
                return [Rows(tuple(places), _integers(rows), True, node)]
            case Forbidden(_, rows) if once:
                return [Rows(tuple(places), _integers(rows), False, node)]
            case Regular() if plain:
                step = {(s, int(symbol)): to for s, symbol, to in node.transitions}
                accepting = frozenset(node.accepting)
                return [Automaton(tuple(places), step, node.start, accepting, node)]
            case Precedence(_, values) if plain:
                return [self._precedence(places, node, [int(value) for value in values])]
            case Circuit(successors) if once:
                return [*_permutation(successors), Tour(tuple(places), False, node)]
            case Subcircuit(successors) if once:
                return [*_permutation(successors), Tour(tuple(places), True, node)]
            case _ if type(node) in TRUTHS:
                return [Logic(node)]
            case _:
                return decomposition(node)

    def _comparison(self, node: Comparison) -> Form:
        total = self._totals.difference(node.left, node.right)
        if node.relation == "!=" or (total.others and len(self._totals.scope(total)) <= 3):
            return Logic(node)
        match node.relation:
            case "==":
                return Linear(total, 0, 0)
            case "<=":
                return Linear(total, None, 0)
            case "<":
                return Linear(total, None, -1)
            case ">=":
                return Linear(total, 0, None)
            case _:
                return Linear(total, 1, None)

    def _distinct(
        self, terms: Sequence[Expression], exempt: int | None
    ) -> Iterable[Form | Constraint]:
        ends = [self._ends(term) for term in terms]
        low = min((low for low, _ in ends), default=0)
        high = max((high for _, high in ends), default=0)
        if high - low < WIDEST_DISTINCT:
            return [Distinct(tuple(map(self._totals.term, terms)), exempt)]
        spared = [] if exempt is None else [Constant(exempt)]
        return [
            Or((Comparison(a, "!=", b), *(Comparison(a, "==", e) for e in spared)))
            if spared
            else Comparison(a, "!=", b)
            for a, b in combinations(terms, 2)
        ]

    def _ends(self, term: Expression) -> c.Bounds:
        if isinstance(term, Variable):
            domain = cast(Domain, term.domain)
            return domain[0], domain[-1]
        return self._read(term).code.bounds

    def _number_of_values(
        self, node: Constraint, terms: Sequence[Expression], number: Expression
    ) -> Iterable[Form]:
        places = tuple(self.place_of[t.name] for t in terms if isinstance(t, Variable))
        if len(set(places)) < len(terms):
            return [Logic(node)]
        low, high = self._read(number).code.bounds
        found = Values(places, low, high, node)
        return [found] if low == high else [found, Logic(node)]

    def _precedence(self, places: Sequence[int], node: Precedence, values: Sequence[int]) -> Form:
        """State k: the first k of `values` have been taken."""
        domains = [cast(Sequence[int], t.domain) for t in node.terms if isinstance(t, Variable)]
        if any(len(domain) > WIDEST_DISTINCT for domain in domains):
            return Logic(node)
        symbols = {value for domain in domains for value in domain}
        number = {value: place for place, value in enumerate(values)}
        step = {
            (state, symbol): max(state, number.get(symbol, -1) + 1)
            for state in range(len(values) + 1)
            for symbol in symbols
            if number.get(symbol, -1) <= state
        }
        return Automaton(tuple(places), step, 0, frozenset(range(len(values) + 1)), node)


def _mirrored(node: Comparison) -> Comparison:
    return Comparison(node.right, _MIRRORED.get(node.relation, node.relation), node.left)


def _under_an_extreme(node: Comparison) -> Iterator[Constraint]:
    """Comparisons of each term of a maximum or minimum that follow from that of the whole."""
    match node:
        case Comparison(Maximum(terms), "<" | "<=" | "==" as relation, right):
            for term in terms:
                yield Comparison(term, "<" if relation == "<" else "<=", right)
        case Comparison(Minimum(terms), ">" | ">=" | "==" as relation, right):
            for term in terms:
                yield Comparison(term, ">" if relation == ">" else ">=", right)


def _conjunctions(operands: Sequence[Constraint]) -> list[int]:
    return [place for place, operand in enumerate(operands) if isinstance(operand, And)]


def _distributed(operands: Sequence[Constraint], place: int) -> Iterator[Constraint]:
    """`a or (x and y)` as `a or x`, `a or y`: each of few variables, where the whole has many."""
    for part in cast(And, operands[place]).operands:
        yield Or((*operands[:place], part, *operands[place + 1 :]))


def _integers(rows: Iterable[Iterable[object]]) -> tuple[tuple[int, ...], ...]:
    return tuple(dict.fromkeys(tuple(cast(int, v) for v in row) for row in rows))


def _number_of(terms: Iterable[Expression], values: Sequence[Expression]) -> Expression:
    """The number of `terms` that equal one of `values`."""
    marks = tuple(
        Indicator(Or(tuple(Comparison(term, "==", value) for value in values))) for term in terms
    )
    return Sum(marks, (1,) * len(marks), 0)


def _cardinality(node: Cardinality) -> Iterator[Constraint]:
    values = [Constant(value) for value in node.values]
    for value, number in zip(values, node.counts, strict=True):
        yield Comparison(_number_of(node.terms, [value]), "==", number)
    if node.closed:
        for term in node.terms:
            yield Or(tuple(Comparison(term, "==", value) for value in values))


def _lexicographic(
    left: Sequence[Expression], right: Sequence[Expression], *, strict: bool
) -> Iterator[Constraint]:
    """Each pair is in order, if all pairs before it are equal."""
    before: tuple[Constraint, ...] = ()
    for a, b in zip(left, right, strict=True):
        yield Or((*before, Comparison(a, "<=", b)))
        before = (Or((*before, Comparison(a, "!=", b))),)
    if strict:
        yield Or(before)


def _inverse(forward: Sequence[Expression], backward: Sequence[Expression]) -> Iterator[Constraint]:
    for terms in (forward, backward):
        yield from _permutation(terms)
    for i, there in enumerate(forward):
        for j, back in enumerate(backward):
            taken = Comparison(there, "==", Constant(j)), Comparison(back, "==", Constant(i))
            yield Or((Not(taken[0]), taken[1]))
            yield Or((taken[0], Not(taken[1])))


def _permutation(terms: Sequence[Expression]) -> Iterator[Constraint]:
    yield from _inside(terms, len(terms))
    yield AllDifferent(tuple(terms))


def _inside(terms: Iterable[Expression], size: int) -> Iterator[Constraint]:
    for term in terms:
        yield Comparison(term, ">=", Constant(0))
        yield Comparison(term, "<", Constant(size))


def _not_negative(terms: Iterable[Expression]) -> Iterator[Constraint]:
    return (Comparison(term, ">=", Constant(0)) for term in terms)


def _load(weights: Iterable[Expression], flags: Iterable[Constraint]) -> Expression:
    loads = tuple(w * Indicator(flag) for w, flag in zip(weights, flags, strict=True))
    return Sum(loads, (1,) * len(loads), 0)


def _cumulative(node: Cumulative) -> Iterator[Constraint]:
    yield from _not_negative((*node.durations, *node.demands, node.capacity))
    ends = [start + duration for start, duration in zip(node.starts, node.durations, strict=True)]
    for time in node.starts:
        running = (
            And((Comparison(start, "<=", time), Comparison(time, "<", end)))
            for start, end in zip(node.starts, ends, strict=True)
        )
        yield Comparison(_load(node.demands, running), "<=", node.capacity)


def _no_overlap(
    starts: Sequence[Expression], durations: Sequence[Expression]
) -> Iterator[Constraint]:
    yield from _not_negative(durations)
    for (a, first), (b, second) in combinations(zip(starts, durations, strict=True), 2):
        yield Or(
            (
                Comparison(a + first, "<=", b),
                Comparison(b + second, "<=", a),
                Comparison(first, "==", Constant(0)),
                Comparison(second, "==", Constant(0)),
            )
        )


def _bin_packing(node: BinPacking) -> Iterator[Constraint]:
    yield from _inside(node.bins, len(node.capacities))
    for number, capacity in enumerate(node.capacities):
        chosen = (Comparison(term, "==", Constant(number)) for term in node.bins)
        yield Comparison(_load(node.sizes, chosen), "<=", capacity)
