"""The constraints that are native to CP-SAT, each posted as a whole where it must hold.

They are used at the top level alone, over variables that are all different, and only in the
cases where they mean what the language means; everything else is decomposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...models.language.boards.graphs_by_name import Edge
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.table import Row
from ..harness.adapting import natives as of
from .native import (
    FALSE,
    LARGEST_PRESOLVED,
    TRUE,
    Linear,
    Literal,
    Native,
    combination,
    number,
    single,
    truth,
)

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from .translation import Translation

Lists = Sequence[Linear]


def distinct(native: Native, terms: Iterable[Linear]) -> list[int]:
    """A native variable for each of `terms`; no variable stands twice."""
    chosen: dict[int, None] = {}
    for term in terms:
        variable = native.variable(term)
        chosen[native.copy(term) if variable in chosen else variable] = None
    return list(chosen)


# ------------------------------------------------------------------ values in relation


def _all_different(on: Translation, terms: Lists) -> None:
    native = on.native
    if len({term.key for term in terms}) < len(terms):
        native.clause([])
    elif len(terms) == 2:
        native.require(terms[0].minus(terms[1]), "!=")
    elif len(terms) > 2:
        repeated = [variable for term in terms for variable in term.terms]
        separate = len(set(repeated)) == len(repeated)
        simple = separate and all(len(term.terms) == 1 for term in terms)
        handles = (
            [native.affine(term) for term in terms]
            if simple
            else [native.handle(variable) for variable in distinct(native, terms)]
        )
        native.model.add_all_different(handles)


def table(native: Native, terms: Lists, rows: Sequence[Row], *, allowed: bool) -> None:
    """`terms` take together one of `rows`, or else none of them."""
    columns = list({term.key: term for term in terms if term.terms}.values())
    places = [next(i for i, term in enumerate(terms) if term == column) for column in columns]
    live = [_numbers(row) for row in rows if _can_be(native, terms, _numbers(row))]
    kept = list(dict.fromkeys(tuple(row[place] for place in places) for row in live))
    if not columns or not kept:
        return native.clause([]) if bool(kept) != allowed else None
    if not allowed or max(abs(value) for row in kept for value in row) > LARGEST_PRESOLVED:
        return _listed(native, columns, kept, allowed)
    handles = [native.handle(variable) for variable in distinct(native, columns)]
    native.model.add_allowed_assignments(handles, kept)
    return None


def _listed(native: Native, columns: Lists, rows: Sequence[Sequence[int]], allowed: bool) -> None:
    """A table row by row.

    CP-SAT's own loses solutions where it is forbidden rows of which presolve finds that they
    cannot be, and where it has values past 10**12, without presolve.
    """
    taken = [
        native.all_of(
            native.compare(column.plus(-value), "==")
            for column, value in zip(columns, row, strict=True)
        )
        for row in rows
    ]
    for clause in [taken] if allowed else [[~literal] for literal in taken]:
        native.clause(clause)


def _can_be(native: Native, terms: Lists, row: Sequence[int]) -> bool:
    """True if `terms` may take the values of `row`, the same value for the same term."""
    values: dict[object, int] = {}
    return all(
        native.can_be(term, value) and values.setdefault(term.key, value) == value
        for term, value in zip(terms, row, strict=True)
    )


def _numbers(row: Row) -> tuple[int, ...]:
    return tuple(int(value) for value in row)


def _automaton(
    on: Translation,
    terms: Lists,
    transitions: Sequence[tuple[int, int, int]],
    start: int,
    accepting: Sequence[int],
) -> None:
    """A table for each step, of the state before, the symbol and the state after.

    CP-SAT's own automaton leaves states open, so that it gives a solution more than once. Here
    each state is determined by the one before: the first is fixed, the last needs no variable.
    """
    native = on.native
    if not terms:
        return None if start in accepting else native.clause([])
    state, reached, final = number(start), {start}, set(accepting)
    moves = {(before, int(symbol)): after for before, symbol, after in transitions}
    for term in terms[:-1]:
        rows = _steps(native, moves, reached, term)
        reached = {after for _, _, after in rows}
        if not reached:
            return native.clause([])
        before, state = state, single(native.among(sorted(reached)))
        table(native, [before, term, state], rows, allowed=True)
    rows = _steps(native, moves, reached, terms[-1])
    last = [(before, symbol) for before, symbol, after in rows if after in final]
    return table(native, [state, terms[-1]], last, allowed=True)


def _steps(
    native: Native, moves: Mapping[tuple[int, int], int], reached: set[int], term: Linear
) -> list[tuple[int, int, int]]:
    """The moves from a state that may be reached, by a value that `term` may take."""
    return [
        (before, symbol, after)
        for (before, symbol), after in moves.items()
        if before in reached and native.can_be(term, symbol)
    ]


def _inverse(on: Translation, forward: Lists, backward: Lists) -> None:
    """Both lists in range, and each value of one tied to the place in the other.

    CP-SAT's own inverse aborts the process where two of its variables turn out to be equal.
    """
    native, size = on.native, len(forward)
    for term in (*forward, *backward):
        native.within(term, 0, size - 1)
    for place, there in enumerate(forward):
        for value, back in enumerate(backward):
            goes = native.compare(there.plus(-value), "==")
            returns = native.compare(back.plus(-place), "==")
            native.clause([~goes, returns])
            native.clause([goes, ~returns])


# ------------------------------------------------------------------------------- tours


def _tour(on: Translation, successors: Lists, *, loops: bool) -> None:
    """Each node leaves by one arc, so that no successor is out of range."""
    native, size = on.native, len(successors)
    if size == 1:
        return native.require(successors[0], "==")
    arcs = []
    for node, successor in enumerate(successors):
        for after in range(size):
            taken = native.compare(successor.plus(-after), "==")
            if taken == FALSE or (node == after and not loops):
                continue
            arcs.append((node, after, native.switch(taken)))
    if {arc[0] for arc in arcs} == {arc[1] for arc in arcs} == set(range(size)):
        native.model.add_circuit(arcs)
        return None
    return native.clause([])


# ------------------------------------------------------------------------------ graphs
#
# Loops and paths are circuits, the others have distances from one vertex of each part. Directions
# and distances are determined by what is chosen, so that nothing is found twice.


def _marks(native: Native, terms: Lists) -> list[Literal]:
    return [native.compare(term.plus(-1), "==") for term in terms]


def _sum(literals: Iterable[Literal]) -> Linear:
    return combination((1, truth(literal)) for literal in literals)


def _touched(
    native: Native, marks: Sequence[Literal], edges: Sequence[Edge], size: int
) -> list[Literal]:
    """For each of `size` vertices, that a marked edge is at it."""
    around: list[list[Literal]] = [[] for _ in range(size)]
    for mark, edge in zip(marks, edges, strict=True):
        for end in edge:
            around[end].append(mark)
    return [native.any_of(several) for several in around]


def _circuit(
    native: Native,
    marks: Sequence[Literal],
    edges: Sequence[Edge],
    further: Iterable[tuple[int, int, Literal]] = (),
) -> list[Literal]:
    """A circuit of the marked edges and of arcs `further`: for each edge, that it goes back.

    A vertex may be left out. Between two vertices at most one edge goes either way.
    """
    ways: dict[Edge, list[Literal]] = {}
    returns = [native.boolean() for _ in marks]
    for mark, back, (a, b) in zip(marks, returns, edges, strict=True):
        there = native.boolean()
        native.require(_sum([there, back]).minus(truth(mark)), "==")
        ways.setdefault((a, b), []).append(there)
        ways.setdefault((b, a), []).append(back)
    for several in ways.values():
        native.require(_sum(several).plus(-1), "<=")
    arcs = [(a, b, native.any_of(several)) for (a, b), several in ways.items()]
    alone = [(vertex, vertex, native.boolean()) for vertex in sorted({a for a, _ in ways})]
    native.model.add_circuit(
        [(a, b, native.switch(taken)) for a, b, taken in (*arcs, *alone, *further)]
    )
    return returns


def _loop(on: Translation, chosen: Lists, edges: Sequence[Edge]) -> None:
    """At least one edge, the first of which does not go back."""
    native, marks = on.native, _marks(on.native, chosen)
    native.clause(marks)
    if edges:
        before = FALSE
        for mark, back in zip(marks, _circuit(native, marks, edges), strict=True):
            native.clause([~back, before])
            before = native.any_of([before, mark])


def _path(
    on: Translation, chosen: Lists, edges: Sequence[Edge], start: Linear, end: Linear, size: int
) -> None:
    """A circuit through one vertex more, from which it goes to the start, and to it from the end.

    A vertex without edges may be alone, or be both.
    """
    native, without = on.native, set(range(size)).difference(*edges)
    arcs = [(size, vertex, native.compare(start.plus(-vertex), "==")) for vertex in range(size)]
    arcs += [(vertex, size, native.compare(end.plus(-vertex), "==")) for vertex in range(size)]
    arcs += [(vertex, vertex, native.boolean()) for vertex in sorted(without)]
    if not size:
        return native.clause([])
    _circuit(native, _marks(native, chosen), edges, arcs)
    return None


def _reached(
    native: Native,
    roots: Sequence[Literal],
    inside: Sequence[Literal],
    ways: Sequence[Literal],
    edges: Sequence[Edge],
    *,
    once: bool = False,
    most: int | None = None,
) -> None:
    """Every vertex `inside` is reached from a root, over `ways` between two that are inside.

    Its distance to the next root is known: 0 at a root, and outside; else one more than the
    least of those that it is joined with, from which no way leads further than one. Where each
    is reached only `once`, there is no other way.
    """
    far = [single(native.interval(0, max(len(inside) - 1, 0))) for _ in inside]
    nearer: list[list[Literal]] = [[root, ~one] for root, one in zip(roots, inside, strict=True)]
    for distance, here in zip(far, nearer, strict=True):
        native.require(distance, "==", native.any_of(here))
    for way, (a, b) in zip(ways, edges, strict=True):
        step = far[a].minus(far[b])
        native.require(step.plus(-1), "<=", way)
        native.require(step.plus(1), ">=", way)
        ends = [native.all_of([way, native.compare(step.plus(by), "==")]) for by in (-1, 1)]
        nearer[a].append(ends[0])
        nearer[b].append(ends[1])
        if once:
            native.clause([~way, *ends])
    for here in nearer:
        native.clause(here)
        if once:
            native.require(_sum(here).plus(-1), "<=")


def _joined(
    native: Native,
    inside: Sequence[Literal],
    ways: Sequence[Literal],
    edges: Sequence[Edge],
    *,
    once: bool = False,
) -> None:
    """All vertices `inside` are reached from the first of them."""
    roots, none = [], TRUE
    for one in inside:
        roots.append(native.all_of([none, one]))
        none = native.all_of([none, ~one])
    _reached(native, roots, inside, ways, edges, once=once)


def _connected(on: Translation, chosen: Lists, edges: Sequence[Edge], links: Lists) -> None:
    native, inside = on.native, _marks(on.native, chosen)
    ways = [
        native.all_of([link, inside[a], inside[b]])
        for link, (a, b) in zip(_marks(native, links), edges, strict=True)
    ]
    _joined(native, inside, ways, edges)


def _tree(on: Translation, chosen: Lists, edges: Sequence[Edge], size: int, spanning: bool) -> None:
    native, marks = on.native, _marks(on.native, chosen)
    inside = [TRUE] * size if spanning else _touched(native, marks, edges, size)
    _joined(native, inside, marks, edges, once=True)


def _parts(
    native: Native,
    ways: Sequence[Literal],
    edges: Sequence[Edge],
    size: int,
    *,
    once: bool = False,
) -> tuple[list[Linear], list[Literal]]:
    """For each vertex the lowest that `ways` join it with, and that it is this itself."""
    lowest = [number(0) if not v else single(native.interval(0, v)) for v in range(size)]
    roots = [native.compare(low.plus(-v), "==") for v, low in enumerate(lowest)]
    for way, (a, b) in zip(ways, edges, strict=True):
        native.require(lowest[a].minus(lowest[b]), "==", way)
    _reached(native, roots, [TRUE] * size, ways, edges, once=once)
    return lowest, roots


def _forest(on: Translation, chosen: Lists, edges: Sequence[Edge]) -> None:
    size = 1 + max(map(max, edges), default=-1)
    _parts(on.native, _marks(on.native, chosen), edges, size, once=True)


def _regions(
    on: Translation, same: Lists, edges: Sequence[Edge], size: int, sizes: Lists, roots: Lists
) -> None:
    native, marks = on.native, _marks(on.native, same)
    if roots:
        return _rooted(native, marks, edges, sizes, _marks(native, roots))
    lowest, is_lowest = _parts(native, marks, edges, size)
    for mark, (a, b) in zip(marks, edges, strict=True):
        native.require(lowest[a].minus(lowest[b]), "!=", ~mark)
    for first in range(len(is_lowest) if sizes else 0):
        within = [native.compare(low.plus(-first), "==") for low in lowest]
        for inside, wanted in zip(within, sizes, strict=True):
            native.require(_sum(within).minus(wanted), "==", inside)
    return None


def _rooted(
    native: Native,
    marks: Sequence[Literal],
    edges: Sequence[Edge],
    sizes: Lists,
    held: Sequence[Literal],
) -> None:
    """Every vertex is in the region of one root, which it is reached from.

    A root that excludes all its edges is alone, and needs no region.
    """
    around: list[list[Literal]] = [[] for _ in held]
    for mark, edge in zip(marks, edges, strict=True):
        for end in edge:
            around[end].append(mark)
    is_alone = [
        all(native.excludes(mark, root) for mark in some)
        for root, some in zip(held, around, strict=True)
    ]
    apart = zip(held, is_alone, strict=True)
    alone = [root if lonely else FALSE for root, lonely in apart]
    centres = [v for v, root in enumerate(held) if root != FALSE and not is_alone[v]]
    within = {
        centre: [root if v == centre else native.boolean() for v, root in enumerate(held)]
        for centre in centres
    }
    for vertex, lonely in enumerate(alone):
        native.require(_sum([lonely, *(some[vertex] for some in within.values())]).plus(-1), "==")
    for centre, some in within.items():
        for one in some:
            native.clause([~one, held[centre]])
        for mark, (a, b) in zip(marks, edges, strict=True):
            native.clause([~mark, ~some[a], some[b]])
            native.clause([~mark, some[a], ~some[b]])
            native.clause([mark, ~some[a], ~some[b]])
        if sizes:
            native.require(_sum(some).minus(sizes[centre]), "==", held[centre])
    if sizes:
        for mark, (a, b) in zip(marks, edges, strict=True):
            native.require(sizes[a].minus(sizes[b]), "==", mark)
        for lonely, wanted in zip(alone, sizes, strict=True):
            native.require(wanted.plus(-1), "==", lonely)
    most = max((native.ends(wanted)[1] for wanted in sizes), default=len(held))
    most = max(1, min(most, len(held)))
    _reached(native, held, [TRUE] * len(held), marks, edges, most=most)


# --------------------------------------------------------------------------- schedules


def _no_overlap(on: Translation, starts: Lists, durations: Lists) -> None:
    """To CP-SAT, a task of no duration lies outside the others: no variable may be 0."""
    live = [task for task in zip(starts, durations, strict=True) if _may_last(task[1])]
    if any(_is_negative(duration) for duration in durations):
        return on.native.clause([])
    if len(live) > 1:
        on.native.model.add_no_overlap([interval(on.native, *task) for task in live])
    return None


def _no_overlap_2d(on: Translation, x: Lists, y: Lists, widths: Lists, heights: Lists) -> None:
    """Rectangles but those of width or height 0, which CP-SAT keeps out of the others."""
    every = zip(x, widths, y, heights, strict=True)
    live = [one for one in every if _may_last(one[1]) and _may_last(one[3])]
    if len(live) > 1:
        on.native.model.add_no_overlap_2d(
            [interval(on.native, start, width) for start, width, _, _ in live],
            [interval(on.native, start, height) for _, _, start, height in live],
        )


def _cumulative(
    on: Translation, starts: Lists, durations: Lists, demands: Lists, capacity: Linear
) -> None:
    """Demands are constant: where they and the capacity are variables, CP-SAT loses solutions."""
    native = on.native
    if any(map(_is_negative, (*durations, *demands))):
        return native.clause([])
    every = zip(starts, durations, demands, strict=True)
    live = [task for task in every if _may_last(task[1]) and task[2].constant]
    if live:
        native.model.add_cumulative(
            [interval(native, start, duration) for start, duration, _ in live],
            [demand.constant for _, _, demand in live],
            native.plain(capacity),
        )
    return None


def _may_last(duration: Linear) -> bool:
    return bool(duration.terms or duration.constant)


def _is_negative(number: Linear) -> bool:
    return not number.terms and number.constant < 0


def interval(native: Native, start: Linear, duration: Linear) -> cp_model.IntervalVar:
    """From `start`, for `duration`; the end is determined by both."""
    first = single(native.variable(start))
    last = first.minus(duration.times(-1))
    native.refuse_large(last)
    begin = native.plain(first)
    if not duration.terms:
        return native.model.new_fixed_size_interval_var(begin, duration.constant, "")
    ends = native.plain(duration), native.plain(last)
    return native.model.new_interval_var(begin, *ends, "")


def _least(term: Expression) -> int:
    """The least value of a constant or a variable; -1 where that is not plain to see."""
    match term:
        case Constant(constant):
            return int(constant)
        case Variable(_, domain):
            return int(domain[0])
        case _:
            return -1


def _is_native_cumulative(tasks: of.Cumulative, _: of.Ends) -> bool:
    open_ones = [d for d in tasks.durations if not isinstance(d, Constant)]
    return (
        of.constants("demands")(tasks, ()) and min(map(_least, [*open_ones, tasks.capacity])) >= 0
    )


NATIVE = of.Natives(
    of.required(of.AllDifferent, _all_different),
    of.required(of.Allowed, lambda on, terms, rows: table(on.native, terms, rows, allowed=True)),
    of.required(of.Circuit, partial(_tour, loops=False)),
    of.required(of.Connected, _connected),
    of.required(
        of.Cumulative,
        _cumulative,
        _is_native_cumulative,
        "demands are constants, and durations and the capacity constants or variables from 0",
    ),
    of.required(of.Forest, _forest),
    of.required(of.Forbidden, lambda on, terms, rows: table(on.native, terms, rows, allowed=False)),
    of.required(of.Inverse, _inverse),
    of.required(of.Loop, _loop),
    of.required(
        of.NoOverlap,
        _no_overlap,
        lambda one, _: all(isinstance(d, Constant) or _least(d) > 0 for d in one.durations),
        "durations are constants, or variables from 1",
    ),
    of.required(
        of.NoOverlap2D,
        _no_overlap_2d,
        lambda one, _: all(
            _least(size) >= isinstance(size, Variable) for size in (*one.widths, *one.heights)
        ),
        "widths and heights are constants from 0, or variables from 1",
    ),
    of.required(of.Path, _path),
    of.required(of.Regions, _regions),
    of.required(of.Regular, _automaton),
    of.required(of.Subcircuit, partial(_tour, loops=True)),
    of.required(of.Tree, _tree),
)
"""None is reified, and each is posted over variables that are all different."""
