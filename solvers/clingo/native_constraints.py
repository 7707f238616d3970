"""Constraints as rules: for each an atom that holds exactly where the constraint does.

The atom is derived, so it stands under not, or and implies as well as at the top. Weight rules
count and add up, an atom for each place and state runs an automaton, and reachability is a rule
that calls itself: what an answer set does not derive is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...models.language.constraints import Constraint
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.all_equal import AllEqual
from ...models.language.global_constraints.bin_packing import BinPacking
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.cumulative import Cumulative
from ...models.language.global_constraints.increasing import Increasing
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.no_overlap import NoOverlap
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden, Row
from ..harness.adapting.literals import Literal, Term, scaled

if TYPE_CHECKING:
    from .translation import Translation

Terms = Sequence[Term]
Task = tuple[Term, Term, Term]
"""Start, duration and demand."""

KINDS = (
    *(AllDifferent, AllDifferentExcept, AllEqual, Allowed, BinPacking, Cardinality, Circuit, Count),
    *(Cumulative, Forbidden, Increasing, Inverse, Lexicographic, NoOverlap, NumberOfValues),
    *(Precedence, Regular, Subcircuit),
)
"""The constraints that `truth` knows."""


def truth(program: Translation, constraint: Constraint, parts: Terms) -> Literal:
    """An atom that holds exactly where `constraint`, one of `KINDS`, does."""
    match constraint:
        case AllDifferent():
            return -_clash(program, parts, {})
        case AllDifferentExcept():
            return -_clash(program, parts[:-1], parts[-1])
        case AllEqual():
            return _all_equal(program, parts)
        case Count(terms, _, relation, _):
            size = len(terms)
            return _count(program, parts[:size], parts[size:-1], relation, parts[-1])
        case Cardinality():
            return _cardinality(program, constraint, parts)
        case NumberOfValues():
            return _number_of_values(program, parts[:-1], parts[-1])
        case Allowed(_, rows):
            return _one_of(program, parts, rows)
        case Forbidden(_, rows):
            return -_one_of(program, parts, rows)
        case Increasing(_, strict):
            relation = "<" if strict else "<="
            return program.all_of([program.compared(a, relation, b) for a, b in pairwise(parts)])
        case Lexicographic(left, _, strict):
            pairs = zip(parts[: len(left)], parts[len(left) :], strict=True)
            return _in_order(program, pairs, strict)
        case Precedence(_, values):
            return _precedence(program, parts, [int(value) for value in values])
        case Regular():
            return _accepted(program, constraint, parts)
        case Circuit():
            return _circuit(program, parts)
        case Subcircuit():
            return _subcircuit(program, parts)
        case Inverse(forward, _):
            return _inverse(program, parts[: len(forward)], parts[len(forward) :])
        case BinPacking(bins, _, _):
            size = len(bins)
            return _packed(program, parts[:size], parts[size : 2 * size], parts[2 * size :])
        case NoOverlap(starts, _):
            one, size = program.constant(1), len(starts)
            tasks = zip(parts[:size], parts[size:], [one] * size, strict=True)
            return _cumulative(program, list(tasks), one)
        case Cumulative(starts, _, _, _):
            size = len(starts)
            tasks = zip(parts[:size], parts[size : 2 * size], parts[2 * size : -1], strict=True)
            return _cumulative(program, list(tasks), parts[-1])
        case _:
            raise NotImplementedError(f"clingo has no rules for {type(constraint).__name__}")


# ---------------------------------------------------------------------------- counting


def _total(program: Translation, marks: Iterable[Literal], relation: str, number: Term) -> Literal:
    """As many of `marks` hold as `relation` says of `number`."""
    terms = [program.number(mark) for mark in marks]
    return _compared(program, [*terms, scaled(number, -1)], relation)


def _compared(program: Translation, terms: Terms, relation: str) -> Literal:
    """The sum of `terms` stands in `relation` to 0."""
    match relation:
        case "==" | "!=":
            equal = program.all_of([program.at_least(terms, 0), -program.at_least(terms, 1)])
            return equal if relation == "==" else -equal
        case ">=" | "<":
            return program.at_least(terms, 0) * (1 if relation == ">=" else -1)
        case _:
            return program.at_least(terms, 1) * (1 if relation == ">" else -1)


def _clash(program: Translation, terms: Terms, exempt: Term) -> Literal:
    """A value that is not `exempt` is taken twice."""
    two = program.constant(2)
    return program.some(
        (_total(program, _takers(terms, value), ">=", two), -exempt.get(value, -program.true))
        for value in _values(terms)
    )


def _values(terms: Terms) -> Iterable[int]:
    return dict.fromkeys(value for term in terms for value in term)


def _takers(terms: Terms, value: int) -> list[Literal]:
    return [term[value] for term in terms if value in term]


def _all_equal(program: Translation, terms: Terms) -> Literal:
    common = [value for value in _values(terms) if all(value in term for term in terms)]
    return program.some(_takers(terms, value) for value in common) if terms else program.true


def _count(
    program: Translation, terms: Terms, values: Terms, relation: str, number: Term
) -> Literal:
    marks = (
        program.any_of([program.compared(term, "==", value) for value in values]) for term in terms
    )
    return _total(program, marks, relation, number)


def _cardinality(program: Translation, constraint: Cardinality, parts: Terms) -> Literal:
    size, values = len(constraint.terms), [int(value) for value in constraint.values]
    terms = parts[:size]
    truths = [
        _total(program, _takers(terms, value), "==", number)
        for value, number in zip(values, parts[size:], strict=True)
    ]
    if constraint.closed:
        truths += [program.any_of([t[value] for value in values if value in t]) for t in terms]
    return program.all_of(truths)


def _number_of_values(program: Translation, terms: Terms, number: Term) -> Literal:
    marks = (program.any_of(_takers(terms, value)) for value in _values(terms))
    return _total(program, marks, "==", number)


# ------------------------------------------------------------------ rows, orders, words


def _one_of(program: Translation, terms: Terms, rows: Iterable[Row]) -> Literal:
    """A rule for each row that the terms may take."""
    numbers = ([int(value) for value in row] for row in rows)
    return program.some(
        [term[value] for term, value in zip(terms, row, strict=True)]
        for row in numbers
        if all(value in term for term, value in zip(terms, row, strict=True))
    )


def _in_order(program: Translation, pairs: Iterable[tuple[Term, Term]], strict: bool) -> Literal:
    """The first pair that differs is in order; if not `strict`, there may be none."""
    tied, bodies = program.true, []
    for left, right in pairs:
        bodies.append([tied, program.compared(left, "<", right)])
        tied = program.all_of([tied, program.compared(left, "==", right)])
    return program.some(bodies if strict else [*bodies, [tied]])


def _precedence(program: Translation, terms: Terms, values: Sequence[int]) -> Literal:
    late = []
    for before, after in pairwise(values):
        seen = -program.true
        for term in terms:
            late += [(term[after], -seen)] if after in term else []
            seen = program.any_of([seen, term[before]]) if before in term else seen
    return -program.some(late)


def _accepted(program: Translation, regular: Regular, terms: Terms) -> Literal:
    """An atom for each state that may be reached at each place."""
    states = {regular.start: program.true}
    for term in terms:
        bodies: dict[int, list[tuple[Literal, Literal]]] = {}
        # Where no move leads, no atom is derived, and nothing is accepted.
        for (before, symbol), after in regular.step.items():
            if before in states and int(symbol) in term:
                bodies.setdefault(after, []).append((states[before], term[int(symbol)]))
        states = {state: program.some(moves) for state, moves in bodies.items()}
    return program.any_of([states[state] for state in regular.accepting if state in states])


# ---------------------------------------------------------------------- tours, schedules


def _circuit(program: Translation, successors: Terms) -> Literal:
    """Every node, also the first, is reached from the first."""
    reached = [program.new() for _ in successors]
    for node, successor in enumerate(successors):
        for after, literal in successor.items():
            if after in range(len(reached)):
                program.rule(reached[after], literal, reached[node] if node else program.true)
    return program.all_of(reached)


def _subcircuit(program: Translation, successors: Terms) -> Literal:
    """Every node that moves, also the first of them, is reached from the first of them."""
    reached = [program.new() for _ in successors]
    idle, left = program.true, []
    for node, successor in enumerate(successors):
        moves = -successor.get(node, -program.true)
        left.append((moves, -reached[node]))
        first = program.all_of([idle, moves])
        idle = program.all_of([idle, -moves])
        for after, literal in successor.items():
            if after in range(len(reached)) and after != node:
                program.rule(reached[after], literal, first)
                program.rule(reached[after], literal, reached[node])
    return -program.some(left)


def _inverse(program: Translation, forward: Terms, backward: Terms) -> Literal:
    """No term of either leads where the other does not lead back."""
    lost = []
    for terms, others in ((forward, backward), (backward, forward)):
        for place, term in enumerate(terms):
            for value, literal in term.items():
                back = others[value].get(place) if value in range(len(others)) else None
                lost.append([literal] if back is None else [literal, -back])
    return -program.some(lost)


def _load(program: Translation, weight: Term, literal: Literal) -> Term:
    """`weight` where `literal` holds, else 0."""
    return program.product(weight, program.number(literal))


def _packed(program: Translation, bins: Terms, sizes: Terms, capacities: Terms) -> Literal:
    places = range(len(capacities))
    truths = [program.any_of([term[k] for k in places if k in term]) for term in bins]
    for place, capacity in enumerate(capacities):
        items = zip(bins, sizes, strict=True)
        loads = [_load(program, size, term[place]) for term, size in items if place in term]
        truths.append(_compared(program, [*loads, scaled(capacity, -1)], "<="))
    return program.all_of(truths)


def _cumulative(program: Translation, tasks: Sequence[Task], capacity: Term) -> Literal:
    """A weight rule for each time when a task may start."""
    zero = program.constant(0)
    numbers = [term for _, duration, demand in tasks for term in (duration, demand)]
    truths = [program.compared(term, ">=", zero) for term in (*numbers, capacity)]
    for time in sorted(_values([start for start, _, _ in tasks])):
        loads = [
            _load(program, demand, _runs(program, start, duration, time))
            for start, duration, demand in tasks
        ]
        truths.append(_compared(program, [*loads, scaled(capacity, -1)], "<="))
    return program.all_of(truths)


def _runs(program: Translation, start: Term, duration: Term, time: int) -> Literal:
    most = max(duration)  # by then it is over, whenever it began
    return program.some(
        (literal, program.compared(duration, ">", program.constant(time - since)))
        for since, literal in start.items()
        if since <= time < since + most
    )
