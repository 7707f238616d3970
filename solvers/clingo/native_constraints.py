"""Constraints as rules: for each an atom that holds exactly where the constraint does.

The atom is derived, so it stands under not, or and implies as well as at the top. Weight rules
count and add up, an atom for each place and state runs an automaton, and reachability is a rule
that calls itself: what an answer set does not derive is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...models.language.boards.graphs_by_name import Edge
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
from .region_clauses import RegionClauses

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


# ------------------------------------------------------------------------------ graphs


def _marks(program: Translation, terms: Terms) -> list[Literal]:
    return [term.get(1, -program.true) for term in terms]


def _around(marks: Sequence[Literal], edges: Sequence[Edge], size: int) -> list[list[Literal]]:
    """The marks of the edges at each of `size` vertices."""
    found: list[list[Literal]] = [[] for _ in range(size)]
    for mark, (a, b) in zip(marks, edges, strict=True):
        found[a].append(mark)
        found[b].append(mark)
    return found


def _reached(
    program: Translation,
    starts: Sequence[Literal],
    ways: Sequence[Sequence[Literal]],
    edges: Sequence[Edge],
) -> list[Literal]:
    """For each vertex, that it is a start, or joined with one by edges whose ways hold."""
    found = [program.new() for _ in starts]
    for vertex, start in zip(found, starts, strict=True):
        program.rule(vertex, start)
    for way, (a, b) in zip(ways, edges, strict=True):
        program.rule(found[a], found[b], *way)
        program.rule(found[b], found[a], *way)
    return found


def _joined(
    program: Translation,
    inside: Sequence[Literal],
    ways: Sequence[Sequence[Literal]],
    edges: Sequence[Edge],
) -> Literal:
    """All vertices `inside` are reached from the first of them."""
    starts, none = [], program.true
    for one in inside:
        starts.append(program.all_of([none, one]))
        none = program.all_of([none, -one])
    found = _reached(program, starts, ways, edges)
    return -program.some(zip(inside, (-one for one in found), strict=True))


def _connected(program: Translation, chosen: Terms, edges: Sequence[Edge], links: Terms) -> Literal:
    inside, open_ = _marks(program, chosen), _marks(program, links)
    ways = [[link, inside[a], inside[b]] for link, (a, b) in zip(open_, edges, strict=True)]
    return _joined(program, inside, ways, edges)


def _degree(program: Translation, marks: Sequence[Literal], number: int) -> Literal:
    return _total(program, marks, "==", program.constant(number))


def _loop(program: Translation, chosen: Terms, edges: Sequence[Edge]) -> Literal:
    """Two edges at each vertex that has one, and all of them joined."""
    marks = _marks(program, chosen)
    around = _around(marks, edges, 1 + max(map(max, edges), default=-1))
    inside = [program.any_of(several) for several in around]
    passed = [
        program.any_of([-one, _degree(program, several, 2)])
        for one, several in zip(inside, around, strict=True)
    ]
    one_piece = _joined(program, inside, [[mark] for mark in marks], edges)
    return program.all_of([program.any_of(marks), *passed, one_piece])


def _path(
    program: Translation,
    chosen: Terms,
    edges: Sequence[Edge],
    start: Term,
    end: Term,
    size: int,
) -> Literal:
    """All is reached from the start; one edge is at an end, none where both are one vertex."""
    marks, false = _marks(program, chosen), -program.true
    starts = [start.get(vertex, false) for vertex in range(size)]
    ends = [end.get(vertex, false) for vertex in range(size)]
    found = _reached(program, starts, [[mark] for mark in marks], edges)
    truths = [program.any_of(starts), program.any_of(ends)]
    for several, first, last, there in zip(
        _around(marks, edges, size), starts, ends, found, strict=True
    ):
        none, one = -program.any_of(several), _degree(program, several, 1)
        bodies = [[none, -first, -last], [none, first, last], [there, one, first]]
        two = _degree(program, several, 2)
        bodies += [[there, one, last], [there, two, -first, -last]]
        truths.append(program.some(bodies))
    return program.all_of(truths)


def _forest(program: Translation, chosen: Terms, edges: Sequence[Edge]) -> Literal:
    """Each edge goes that is not chosen, or the last one at an end of it."""
    marks = _marks(program, chosen)
    gone = [program.new() for _ in marks]
    around = _around(gone, edges, 1 + max(map(max, edges), default=-1))
    for mark, one, edge in zip(marks, gone, edges, strict=True):
        program.rule(one, -mark)
        for end in edge:
            program.rule(one, *(other for other in around[end] if other != one))
    return program.all_of(gone)


def _tree(
    program: Translation, chosen: Terms, edges: Sequence[Edge], size: int, spanning: bool
) -> Literal:
    marks = _marks(program, chosen)
    around = _around(marks, edges, size)
    inside = [program.true if spanning else program.any_of(several) for several in around]
    one_piece = _joined(program, inside, [[mark] for mark in marks], edges)
    return program.all_of([one_piece, _forest(program, chosen, edges)])


def _regions(
    program: Translation, same: Terms, edges: Sequence[Edge], size: int, sizes: Terms, roots: Terms
) -> Literal:
    """The region of a vertex is all that is reached from it."""
    marks, truths = _marks(program, same), []
    if roots:
        return _rooted(program, marks, edges, sizes, _marks(program, roots))
    ways = [[mark] for mark in marks]
    for vertex in range(size) if sizes else sorted(set(map(min, edges))):
        starts = [program.true if other == vertex else -program.true for other in range(size)]
        found = _reached(program, starts, ways, edges)
        for mark, (a, b) in zip(marks, edges, strict=True):
            if vertex == min(a, b):
                truths.append(program.any_of([mark, -found[max(a, b)]]))
        if sizes:
            truths.append(_total(program, found, "==", sizes[vertex]))
    return program.all_of(truths)


def _rooted(
    program: Translation,
    marks: Sequence[Literal],
    edges: Sequence[Edge],
    sizes: Terms,
    held: Sequence[Literal],
) -> Literal:
    """Every vertex is in the region of one root, from which it is reached.

    A root that excludes all its edges is alone. No region has a vertex farther than it is large.
    """
    false, one = -program.true, program.constant(1)
    alone = [
        root if all(program.excludes(mark, root) for mark in some) else false
        for root, some in zip(held, _around(marks, edges, len(held)), strict=True)
    ]
    roots_of, truths = [[lonely] for lonely in alone], []
    for centre, root in enumerate(held):
        if root in (false, alone[centre]):
            continue
        near = _near(centre, edges, max(sizes[centre]) if sizes else len(held))
        place = {vertex: number for number, vertex in enumerate(near)}
        within = [
            (mark, (place[a], place[b]))
            for mark, (a, b) in zip(marks, edges, strict=True)
            if a in place and b in place
        ]
        starts = [root, *[false] * (len(near) - 1)]
        found = _reached(program, starts, [[mark] for mark, _ in within], [e for _, e in within])
        truths += [program.any_of([mark, -found[a], -found[b]]) for mark, (a, b) in within]
        for mark, (a, b) in zip(marks, edges, strict=True):
            if (a in place) != (b in place):
                truths.append(program.any_of([-mark, -found[place[a if a in place else b]]]))
        for vertex, there in zip(near, found, strict=True):
            roots_of[vertex].append(there)
        if sizes:
            right = _total(program, found, "==", sizes[centre])
            truths.append(program.any_of([-root, right]))
    truths += [_total(program, several, "==", one) for several in roots_of]
    if sizes:
        lonely_size = zip(alone, sizes, strict=True)
        truths += [program.any_of([-one, size.get(1, false)]) for one, size in lonely_size]
        for mark, (a, b) in zip(marks, edges, strict=True):
            truths.append(program.any_of([-mark, program.compared(sizes[a], "==", sizes[b])]))
    return program.all_of(truths)


def _divided(
    program: Translation, same: Terms, edges: Sequence[Edge], size: int, sizes: Terms, roots: Terms
) -> Literal:
    """Required regions: rules for neighbours, which propagate early, beside those of a truth.

    In place of the latter a propagator looks at regions with sizes, but no roots.
    """
    false, beside = -program.true, [list[int]() for _ in range(size)]
    for mark, (a, b) in zip(_marks(program, same), edges, strict=True):
        for one, other in ((a, b), (b, a)) if sizes else ():
            beside[one].append(other)
            for value, literal in sizes[one].items():
                program.never(mark, literal, -sizes[other].get(value, false))
    for vertex, term in enumerate(sizes):
        for value, literal in term.items():
            if not 1 <= value <= size:
                program.never(literal)
            elif value > 1:
                alike = (sizes[other].get(value, false) for other in beside[vertex])
                program.never(literal, *(-one for one in alike))
    if sizes and not roots and program.register is not None:
        program.register(RegionClauses(_marks(program, same), edges, sizes))
        return program.true
    return _regions(program, same, edges, size, sizes, roots)


def _near(centre: int, edges: Sequence[Edge], most: int) -> list[int]:
    """The vertices less than `most` edges away from one, the next first."""
    beside: dict[int, list[int]] = {centre: []}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    away = {centre: 0}
    for vertex in (queue := [centre]):
        if away[vertex] < most - 1:
            fresh = [one for one in dict.fromkeys(beside[vertex]) if one not in away]
            away |= dict.fromkeys(fresh, away[vertex] + 1)
            queue += fresh
    return queue


def _tour(kind: type[Any], reached: Callable[[Translation, Terms], Literal]) -> of.Native[Any]:
    """One whose nodes are all different, which reachability finds late."""

    def post(program: Translation, terms: Terms) -> Literal:
        program.all_different(terms)
        return reached(program, terms)

    return of.anywhere(kind, post, truth=reached)


NATIVES = of.Natives(
    of.anywhere(
        of.AllDifferent,
        LiteralTranslator.all_different,
        truth=lambda program, terms: -_clash(program, terms, {}),
    ),
    of.anywhere(of.AllDifferentExcept, lambda program, *given: -_clash(program, *given)),
    of.anywhere(of.AllEqual, _all_equal),
    of.anywhere(of.Allowed, _one_of),
    of.anywhere(of.BinPacking, _packed),
    of.anywhere(of.Cardinality, _cardinality),
    _tour(of.Circuit, _circuit),
    of.anywhere(of.Connected, _connected),
    of.anywhere(of.Count, _count),
    of.anywhere(of.Cumulative, _cumulative),
    of.anywhere(of.Forest, _forest),
    of.anywhere(of.Forbidden, lambda program, *given: -_one_of(program, *given)),
    of.anywhere(of.Increasing, _increasing),
    of.anywhere(of.Inverse, _inverse),
    of.anywhere(of.Lexicographic, _in_order),
    of.anywhere(of.Loop, _loop),
    of.anywhere(of.NoOverlap, _no_overlap),
    of.anywhere(of.NumberOfValues, _number_of_values),
    of.anywhere(of.Path, _path),
    of.anywhere(of.Precedence, _precedence),
    of.anywhere(of.Regions, _divided, truth=_regions),
    of.anywhere(of.Regular, _accepted),
    _tour(of.Subcircuit, _subcircuit),
    of.anywhere(of.Tree, _tree),
)
