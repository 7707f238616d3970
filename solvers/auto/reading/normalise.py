"""From constraints to normal forms, by the compiled solver's own reading of each.

A constraint with a term that may be undefined stays a `Logic`, whose lowering heeds that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, repeat
from typing import Any, cast

from ....models.language.arithmetic_expressions import (
    Absolute,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
)
from ....models.language.choices import Element, Maximum, Minimum, decomposition
from ....models.language.constraints import MIRRORED, NEGATED, And, Comparison, Constraint, Not, Or
from ....models.language.expressions import Constant, Expression, Indicator, Variable
from ....models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ....models.language.global_constraints.all_equal import AllEqual
from ....models.language.global_constraints.bin_packing import BinPacking
from ....models.language.global_constraints.circuit import Circuit, Subcircuit
from ....models.language.global_constraints.connected import OverGraph
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.inverse import Inverse
from ....models.language.global_constraints.no_overlap import NoOverlap
from ....models.language.global_constraints.number_of_values import NumberOfValues
from ....models.language.global_constraints.precedence import Precedence
from ....models.language.global_constraints.regular import Regular
from ....models.language.global_constraints.table import Allowed, Forbidden
from ....models.language.keeping import cached_property
from ....models.language.nodes import Node
from ..common.code import Bounds
from . import normal_forms as forms
from .evaluation import TRUTHS, Translator, expansion, permutation, registers_of, translator
from .normal_forms import LIMITS, Domain, Form, Literal, Total
from .totals import WIDEST_DISTINCT, Totals, is_inside

# ---------------------------- Disjunctions as literals: comparisons of one variable with a number.


class Clauses:
    """Reads constraints as clauses; a literal that many constraints share is read once."""

    def __init__(self, place_of: Mapping[str, int]) -> None:
        self._place_of = place_of
        self._known: dict[Constraint, Literal | None] = {}

    def __call__(self, constraint: Constraint) -> forms.Clause | None:
        """`constraint` as a clause; None for one that is more than that."""
        literals: list[Literal] = []
        for alternative in alternatives(constraint):
            literal = self.literal(alternative)
            if literal is None:
                return None
            literals.append(literal)
        return forms.Clause(tuple(literals))

    def literal(self, constraint: Constraint) -> Literal | None:
        """`constraint` as a literal; None for one that is more than that."""
        if constraint not in self._known:
            self._known[constraint] = self._read(constraint)
        return self._known[constraint]

    def _read(self, constraint: Constraint) -> Literal | None:
        if isinstance(constraint, Not) and isinstance(constraint.operand, Comparison):
            negated = constraint.operand
            return self._read(Comparison(negated.left, NEGATED[negated.relation], negated.right))
        found = compared(constraint)
        if found is None:
            return None
        left, relation, number = found
        if not isinstance(left, Variable):
            return None
        if relation in ("<", ">"):
            relation, number = relation + "=", number - 1 if relation == "<" else number + 1
        return self._place_of[left.name], relation, number


def compared(constraint: Constraint) -> tuple[Expression, str, int] | None:
    """The term that a comparison compares with a number, how, and the number."""
    if not isinstance(constraint, Comparison):
        return None
    left, relation, right = constraint.left, constraint.relation, constraint.right
    if isinstance(left, Constant):
        left, relation, right = right, MIRRORED[relation], left
    number = right.constant if isinstance(right, Constant) else None
    return (left, relation, number) if isinstance(number, int) else None


def alternatives(constraint: Constraint) -> Iterator[Constraint]:
    """Constraints of which one holds exactly where `constraint` does."""
    stack = [constraint]
    while stack:
        match stack.pop():
            case Comparison() as comparison:
                yield comparison
            case Or(operands):
                stack.extend(reversed(operands))
            case Not(And(operands)):
                stack.extend(Not(operand) for operand in reversed(operands))
            case Not(Not(operand)):
                stack.append(operand)
            case alternative:
                yield alternative


MANY_VALUES = 8
"""The values of a variable above which no clause is written for each."""
WIDEST_WORD = 4096
"""The span of amounts that have a bit each."""

Task = tuple[Total, Total, Total]


class Normaliser:
    """Rewrites the constraints over `variables` into normal forms."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._variables = variables
        self.place_of = {variable.name: place for place, variable in enumerate(variables)}
        self._domains = [cast(Domain, variable.domain) for variable in variables]
        self._totals = Totals(self.place_of, self._domains)
        self._clause = Clauses(self.place_of)

    @cached_property
    def _read(self) -> Translator:
        return translator(registers_of(self._variables))

    def __call__(self, constraints: Iterable[Constraint]) -> Iterator[Form]:
        """The forms that hold together exactly where all `constraints` do."""
        stack = list(constraints)[::-1]
        while stack:
            constraint = stack.pop()
            if type(constraint) is Comparison:
                left, right = constraint.left, constraint.right
                if constraint.relation == "!=" and (pair := self._totals.pair(left, right)):
                    yield pair
                    continue
            elif isinstance(constraint, And):
                stack.extend(reversed(constraint.operands))
                continue
            over_variables = {*map(type, constraint.parts)} == {Variable}
            if not over_variables and (clause := self._clause(constraint)) is not None:
                yield clause
            elif not over_variables and not self._is_total(constraint):
                yield forms.Logic(constraint)
            else:
                for form in self._forms(constraint):
                    if isinstance(form, Constraint):
                        stack.append(form)
                    else:
                        yield form

    def _is_total(self, constraint: Constraint) -> bool:
        """True if no term of `constraint` can be undefined."""
        terms = (term for term in constraint.parts if isinstance(term, Expression))
        return are_total(constraint) or all(self._read(term).is_total for term in terms)

    def _forms(self, node: Constraint) -> Iterable[Form | Constraint]:
        match node:
            case Comparison(Indicator(first), "==", Indicator(second)):
                return [Or((Not(first), second)), Or((first, Not(second)))]
            case Comparison():
                parts = _under_extremes(node)
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
            case Cumulative(starts, durations, demands, capacity):
                return self._loads(node, zip(starts, durations, demands, strict=True), capacity)
            case NoOverlap(starts, durations):
                one = Constant(1)
                tasks = zip(starts, durations, repeat(one))
                return self._loads(node, tasks, one)
            case NumberOfValues(terms, number):
                return self._number_of_values(node, terms, number)
            case _:
                expanded = expansion(node)
                return self._over_variables(node) if expanded is None else expanded

    def _without_not(self, operand: Constraint) -> Sequence[Form | Constraint] | None:
        """Constraints or forms of the negation of `operand`; None where it stays as it is."""
        match operand:
            case Not(inner):
                return [inner]
            case Or(operands):
                return [Not(inner) for inner in operands]
            case Comparison(left, relation, right) if self._is_total(operand):
                return [Comparison(left, NEGATED[relation], right)]
            case AllEqual(terms) if {*map(type, terms)} == {Variable}:
                return self._not_all_equal([cast(Variable, term) for term in terms])
            case _:
                return None

    def _not_all_equal(self, terms: Sequence[Variable]) -> list[Form] | None:
        """For each value of all `terms` that one of them has another; None if these are many."""
        places = [self.place_of[term.name] for term in terms]
        first, *others = (self._domains[place] for place in places)
        if len(first) > MANY_VALUES:
            return None
        common = (value for value in first if all(value in domain for domain in others))
        return [forms.Clause(tuple([(place, "!=", v) for place in places])) for v in common]

    def _over_variables(self, node: Constraint) -> Iterable[Form | Constraint]:
        """The normal forms of constraints whose terms are plain variables."""
        places = [self.place_of[part.name] for part in node.parts if isinstance(part, Variable)]
        plain = bool(places) and len(places) == len(node.parts)
        once = plain and len(set(places)) == len(places)
        match node:
            case Allowed() | Forbidden() if once:
                rows, allowed = cast(Any, node.rows), isinstance(node, Allowed)
                return [forms.Table(tuple(places), rows, allowed, node)]
            case Regular() if plain:
                step = {(s, int(symbol)): to for s, symbol, to in node.transitions}
                accepting = frozenset(node.accepting)
                return [forms.Automaton(tuple(places), step, node.start, accepting, node)]
            case Precedence(_, values) if plain:
                return [self._precedence(places, node, [int(value) for value in values])]
            case Circuit(successors) | Subcircuit(successors) if once:
                tour = forms.Circuit(tuple(places), isinstance(node, Subcircuit), node)
                return [*permutation(successors), tour]
            case _ if type(node) in TRUTHS or isinstance(node, OverGraph):
                return [forms.Logic(node)]
            case _:
                return decomposition(node)

    def _comparison(self, node: Comparison) -> Form:
        total = self._totals.difference(node.left, node.right)
        if node.relation == "!=":
            return self._totals.apart(total) or forms.Logic(node)
        if total.others and self._totals.mentions_few(total, 3):
            return forms.Logic(node)
        return forms.Linear(total, *LIMITS[node.relation])

    def _distinct(
        self, terms: Sequence[Expression], exempt: int | None
    ) -> Iterable[Form | Constraint]:
        are_near = self._totals.hull < WIDEST_DISTINCT and {*map(type, terms)} == {Variable}
        ends = [] if are_near else [self._ends(term) for term in terms]
        span = max(high for _, high in ends) - min(low for low, _ in ends) if ends else 0
        pairs = len(terms) * (len(terms) - 1) // 2
        if span < min(max(WIDEST_DISTINCT, pairs), WIDEST_WORD):
            return [forms.Distinct(tuple(map(self._totals.term, terms)), exempt)]
        differ = [(a, Comparison(a, "!=", b)) for a, b in combinations(terms, 2)]
        if exempt is None:
            return [different for _, different in differ]
        spared = Constant(exempt)
        return [Or((different, Comparison(a, "==", spared))) for a, different in differ]

    def _loads(
        self,
        node: Constraint,
        tasks: Iterable[tuple[Expression, Expression, Expression]],
        capacity: Expression,
    ) -> Iterable[Form]:
        totals = [cast(Task, tuple(map(self._totals, task))) for task in tasks]
        return [
            forms.Cumulative(totals, self._totals(capacity), lambda: self(expansion(node) or ()))
        ]

    def _ends(self, term: Expression) -> Bounds:
        total = self._totals.term(term)
        if isinstance(total, forms.Absolute) or total.images or total.others:
            return self._read(term).code.bounds
        low = high = total.constant
        for place, factor in total.variables.items():
            ends = factor * self._domains[place][0], factor * self._domains[place][-1]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def _number_of_values(
        self, node: Constraint, terms: Sequence[Expression], number: Expression
    ) -> Iterable[Form]:
        places = tuple(self.place_of[t.name] for t in terms if isinstance(t, Variable))
        if len(set(places)) < len(terms):
            return [forms.Logic(node)]
        low, high = self._read(number).code.bounds
        found = forms.NValue(places, low, high, node)
        return [found] if low == high else [found, forms.Logic(node)]

    def _precedence(self, places: Sequence[int], node: Precedence, values: Sequence[int]) -> Form:
        """State k: the first k of `values` have been taken."""
        domains = [cast(Sequence[int], t.domain) for t in node.terms if isinstance(t, Variable)]
        if any(len(domain) > WIDEST_DISTINCT for domain in domains):
            return forms.Logic(node)
        symbols = {value for domain in domains for value in domain}
        number = {value: place for place, value in enumerate(values)}
        step = {
            (state, symbol): max(state, number.get(symbol, -1) + 1)
            for state in range(len(values) + 1)
            for symbol in symbols
            if number.get(symbol, -1) <= state
        }
        return forms.Automaton(tuple(places), step, 0, frozenset(range(len(values) + 1)), node)


_PLAIN = frozenset({Variable, Constant, Indicator})
"""Terms that are always defined, and in which no others have to be."""
_TOTAL = frozenset({Sum, Product, Power, Absolute, Maximum, Minimum})
"""Terms that are defined where their parts are."""


def _within(constraint: Constraint) -> list[Node]:
    """The terms in `constraint`, but for those that are plain or stand in truths."""
    found: list[Node] = [
        t for t in constraint.parts if type(t) not in _PLAIN and isinstance(t, Expression)
    ]
    seen = {*found}
    for node in found:  # which grows meanwhile
        if _PLAIN.issuperset(map(type, node.parts)):
            continue
        more = [part for part in node.parts if type(part) not in _PLAIN and part not in seen]
        seen.update(more)
        found += more
    return found


def are_total(constraint: Constraint) -> bool:
    """True if its terms are always defined, as is seen without any code for them."""
    return all(map(_keeps_defined, _within(constraint)))


def _keeps_defined(node: Node) -> bool:
    """True for a term that is surely defined where its parts are."""
    match node:
        case Quotient(_, Constant(number)) | Modulo(_, Constant(number)):
            return number != 0
        case _:
            return type(node) in _TOTAL or is_inside(node)


def _under_extremes(node: Comparison) -> list[Constraint]:
    """Comparisons of each term of a maximum or minimum that follow from that of the whole."""
    left, relation, right = node.left, node.relation, node.right
    found: list[Constraint] = []
    for one, sign, other in ((left, relation, right), (right, MIRRORED[relation], left)):
        if isinstance(one, Maximum) and sign in ("<", "<=", "=="):
            found += (Comparison(term, "<" if sign == "<" else "<=", other) for term in one.terms)
        elif isinstance(one, Minimum) and sign in (">", ">=", "=="):
            found += (Comparison(term, ">" if sign == ">" else ">=", other) for term in one.terms)
    return found


def _conjunctions(operands: Sequence[Constraint]) -> list[int]:
    return [place for place, operand in enumerate(operands) if isinstance(operand, And)]


def _distributed(operands: Sequence[Constraint], place: int) -> Iterator[Constraint]:
    """`a or (x and y)` as `a or x`, `a or y`: each of few variables, where the whole has many."""
    for part in cast(And, operands[place]).operands:
        yield Or((*operands[:place], part, *operands[place + 1 :]))


# -------- Domains cut before anything is read: to indices, successors, and what comparisons leave.


Cut = tuple[Expression, int | None, int | None]
"""A term and the least and greatest value that it may have, None for none."""


def cut_domains(
    variables: Sequence[Variable], constraints: Iterable[Constraint]
) -> tuple[list[Variable], list[Constraint]]:
    """The variables with the values that single constraints leave, and the other constraints.

    A comparison of one variable with a number says nothing more, and is left out.
    """
    domains = {variable.name: cast(Domain, variable.domain) for variable in variables}

    def leave(term: Expression, low: int | None, high: int | None, number: int = 0) -> bool:
        """Cut the domain of a term that is one variable to these ends plus a number; if it is."""
        sign = 1
        if type(term) is Sum and term.coefficients in ((1,), (-1,)):
            number, (sign,), (term,) = number - term.constant, term.coefficients, term.terms
        if type(term) is not Variable:
            return False
        ends = [None if end is None else sign * (end + number) for end in (low, high)]
        domains[term.name] = between(domains[term.name], *ends[::sign])
        return True

    others, stack = list[Constraint](), list(constraints)[::-1]
    while stack:
        constraint = stack.pop()
        if isinstance(constraint, And):
            stack.extend(reversed(constraint.operands))
            continue
        if type(constraint) is Comparison and (
            type(constraint.left) is type(constraint.right) is Variable
        ):
            others.append(constraint)  # which leaves no term less, by itself
            continue
        term, relation, number = compared(constraint) or (None, "", 0)
        if term is None or relation not in LIMITS or not leave(term, *LIMITS[relation], number):
            others.append(constraint)
            if type(constraint) in _CUTTING or not _PLAIN.issuperset(map(type, constraint.parts)):
                for cut in _cuts(constraint):
                    leave(*cut)
    left = []
    for variable in variables:
        domain = domains[variable.name]
        is_same = domain is variable.domain or domain == variable.domain
        left.append(variable if is_same else Variable(variable.name, domain))
    return left, others


def between(domain: Domain, low: int | None, high: int | None) -> Domain:
    """The values of a domain from `low` to `high`, inclusive."""
    if isinstance(domain, tuple):
        first = 0 if low is None else bisect_left(domain, low)
        return domain[first : len(domain) if high is None else bisect_right(domain, high)]
    start, step = domain.start, domain.step
    first = 0 if low is None else max(0, -((start - low) // step))
    return domain[first : None if high is None else max(0, (high - start) // step + 1)]


_CUTTING = frozenset({Circuit, Subcircuit, Inverse, BinPacking})
"""Constraints that leave their terms, plain ones too, less than all their values."""


def _cuts(constraint: Constraint) -> Iterator[Cut]:
    match constraint:
        case Circuit(terms) | Subcircuit(terms):
            yield from _below(terms, len(terms))
        case Inverse(forward, backward):
            yield from _below((*forward, *backward), len(forward))
        case BinPacking():
            yield from _below(constraint.bins, len(constraint.capacities))
        case _:
            pass
    for term in _within(constraint):  # no index is outside, where all terms are defined
        if isinstance(term, Element):
            yield term.index, 0, len(term.array) - 1


def _below(terms: Iterable[Expression], size: int) -> Iterator[Cut]:
    return ((term, 0, size - 1) for term in terms)
