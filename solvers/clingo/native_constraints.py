"""Constraints as rules: for each an atom that holds exactly where the constraint does.

The atom is derived, so it stands under not, or and implies as well as at the top. Weight rules
count and add up, an atom for each place and state runs an automaton, and reachability is a rule
that calls itself: what an answer set does not derive is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import NEGATED
from ...models.language.nodes import Value
from ..harness.adapting import natives as of
from ..harness.adapting.literals import (
    Literal,
    LiteralTranslator,
    Term,
    scaled,
    takers,
    values_of,
)

if TYPE_CHECKING:
    from .translation import Translation

Terms = Sequence[Term]
# ---------------------------------------------------------------------------- counting


def _total(program: Translation, marks: Iterable[Literal], relation: str, number: Term) -> Literal:
    """As many of `marks` hold as `relation` says of `number`."""
    terms = [program.number(mark) for mark in marks]
    return _compared(program, [*terms, scaled(number, -1)], relation)


def _compared(program: Translation, terms: Terms, relation: str) -> Literal:
    """The sum of `terms` stands in `relation` to 0."""
    if relation in ("!=", "<", "<="):
        return -_compared(program, terms, NEGATED[relation])
    if relation == "==":
        return program.all_of([program.at_least(terms, 0), -program.at_least(terms, 1)])
    return program.at_least(terms, int(relation == ">"))


def _clash(program: Translation, terms: Terms, exempt: Term) -> Literal:
    """A value that is not `exempt` is taken twice."""
    two = program.constant(2)
    return program.some(
        (_total(program, takers(terms, value), ">=", two), -exempt.get(value, -program.true))
        for value in values_of(terms)
    )


def _all_equal(program: Translation, terms: Terms) -> Literal:
    common = [value for value in values_of(terms) if all(value in term for term in terms)]
    return program.some(takers(terms, value) for value in common) if terms else program.true


def _count(
    program: Translation, terms: Terms, values: Terms, relation: str, number: Term
) -> Literal:
    marks = (
        program.any_of([program.compared(term, "==", value) for value in values]) for term in terms
    )
    return _total(program, marks, relation, number)


def _cardinality(
    program: Translation, terms: Terms, counts: Terms, values: Sequence[Value], closed: bool
) -> Literal:
    numbers = [int(value) for value in values]
    truths = [
        _total(program, takers(terms, number), "==", count)
        for number, count in zip(numbers, counts, strict=True)
    ]
    if closed:
        truths += [program.any_of([term[n] for n in numbers if n in term]) for term in terms]
    return program.all_of(truths)


def _number_of_values(program: Translation, terms: Terms, number: Term) -> Literal:
    marks = (program.any_of(takers(terms, value)) for value in values_of(terms))
    return _total(program, marks, "==", number)


# ------------------------------------------------------------------ rows, orders, words


def _one_of(program: Translation, terms: Terms, rows: Iterable[Sequence[Value]]) -> Literal:
    """A rule for each row that the terms may take."""
    numbers = ([int(value) for value in row] for row in rows)
    return program.some(
        [term[value] for term, value in zip(terms, row, strict=True)]
        for row in numbers
        if all(value in term for term, value in zip(terms, row, strict=True))
    )


def _increasing(program: Translation, terms: Terms, strict: bool) -> Literal:
    relation = "<" if strict else "<="
    return program.all_of([program.compared(a, relation, b) for a, b in pairwise(terms)])


def _in_order(program: Translation, left: Terms, right: Terms, strict: bool) -> Literal:
    """The first pair that differs is in order; if not `strict`, there may be none."""
    tied, bodies = program.true, []
    for a, b in zip(left, right, strict=True):
        bodies.append([tied, program.compared(a, "<", b)])
        tied = program.all_of([tied, program.compared(a, "==", b)])
    return program.some(bodies if strict else [*bodies, [tied]])


def _precedence(program: Translation, terms: Terms, values: Sequence[Value]) -> Literal:
    late = []
    for before, after in pairwise(map(int, values)):
        seen = -program.true
        for term in terms:
            late += [(term[after], -seen)] if after in term else []
            seen = program.any_of([seen, term[before]]) if before in term else seen
    return -program.some(late)


def _accepted(
    program: Translation,
    terms: Terms,
    transitions: Iterable[tuple[int, Value, int]],
    start: int,
    accepting: Iterable[int],
) -> Literal:
    """An atom for each state that may be reached at each place."""
    states = {start: program.true}
    for term in terms:
        bodies: dict[int, list[tuple[Literal, Literal]]] = {}
        # Where no move leads, no atom is derived, and nothing is accepted.
        for before, symbol, after in transitions:
            if before in states and int(symbol) in term:
                bodies.setdefault(after, []).append((states[before], term[int(symbol)]))
        states = {state: program.some(moves) for state, moves in bodies.items()}
    return program.any_of([states[state] for state in accepting if state in states])


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


def _no_overlap(program: Translation, starts: Terms, durations: Terms) -> Literal:
    one = program.constant(1)
    return _cumulative(program, starts, durations, [one] * len(starts), one)


def _cumulative(
    program: Translation, starts: Terms, durations: Terms, demands: Terms, capacity: Term
) -> Literal:
    """A weight rule for each time when a task may start."""
    zero = program.constant(0)
    tasks = list(zip(starts, durations, demands, strict=True))
    numbers = [term for _, duration, demand in tasks for term in (duration, demand)]
    truths = [program.compared(term, ">=", zero) for term in (*numbers, capacity)]
    for time in sorted(values_of(starts)):
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


def _tour(kind: type[Any], reached: Callable[[Translation, Terms], Literal]) -> of.Native[Any]:
    """One whose nodes are all different, which reachability finds late."""

    def post(program: Translation, constraint: Any, terms: Terms) -> Literal:
        program.all_different(constraint, terms)
        return reached(program, terms)

    return of.Native(kind, post, reified=of.always, truth=of.by_fields(reached))


NATIVES = of.Natives(
    of.Native(
        of.AllDifferent,
        LiteralTranslator.all_different,
        reified=of.always,
        truth=lambda program, _, terms: -_clash(program, terms, {}),
    ),
    of.anywhere(of.AllDifferentExcept, lambda program, *given: -_clash(program, *given)),
    of.anywhere(of.AllEqual, _all_equal),
    of.anywhere(of.Allowed, _one_of),
    of.anywhere(of.BinPacking, _packed),
    of.anywhere(of.Cardinality, _cardinality),
    _tour(of.Circuit, _circuit),
    of.anywhere(of.Count, _count),
    of.anywhere(of.Cumulative, _cumulative),
    of.anywhere(of.Forbidden, lambda program, *given: -_one_of(program, *given)),
    of.anywhere(of.Increasing, _increasing),
    of.anywhere(of.Inverse, _inverse),
    of.anywhere(of.Lexicographic, _in_order),
    of.anywhere(of.NoOverlap, _no_overlap),
    of.anywhere(of.NumberOfValues, _number_of_values),
    of.anywhere(of.Precedence, _precedence),
    of.anywhere(of.Regular, _accepted),
    _tour(of.Subcircuit, _subcircuit),
)
