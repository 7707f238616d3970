"""The constraints that are native to CP-SAT, each posted as a whole where it must hold.

They are used at the top level alone, over variables that are all different, and only in the
cases where they mean what the language means; everything else is decomposed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.table import Row
from ..harness.adapting import natives as of
from . import graph_circuits as graphs
from .native import (
    FALSE,
    LARGEST_PRESOLVED,
    Linear,
    Native,
    number,
    single,
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
        if simple and native.encoded.keys() >= {*repeated}:
            return _each_value_once(native, terms)
        handles = (
            [native.affine(term) for term in terms]
            if simple
            else [native.handle(variable) for variable in distinct(native, terms)]
        )
        native.model.add_all_different(handles)
    return None


def _each_value_once(native: Native, terms: Lists) -> None:
    """No two of `terms`, each of a variable of which every value has a literal, are equal.

    CP-SAT bounds a sum of these literals far better by this than by their variables.
    """
    taking = defaultdict[int, list[Any]](list)
    for term in terms:
        ((variable, factor),) = term.terms.items()
        for value, literal in native.encoded[variable].items():
            taking[term.constant + factor * value].append(native.switch(literal))
    one = (
        native.model.add_exactly_one if len(taking) == len(terms) else native.model.add_at_most_one
    )
    for literals in taking.values():
        one(literals)


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
        low, high = native.ends(successor)
        for after in range(max(low, 0), min(high + 1, size)):
            taken = native.compare(successor.plus(-after), "==")
            if taken == FALSE or (node == after and not loops):
                continue
            arcs.append((node, after, taken))
    if {arc[0] for arc in arcs} == {arc[1] for arc in arcs} == set(range(size)):
        return native.circuit(arcs)
    return native.clause([])


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
    of.required(of.Connected, graphs.connected),
    of.required(
        of.Cumulative,
        _cumulative,
        _is_native_cumulative,
        "demands are constants, and durations and the capacity constants or variables from 0",
    ),
    of.required(of.Forest, graphs.forest),
    of.required(of.Forbidden, lambda on, terms, rows: table(on.native, terms, rows, allowed=False)),
    of.required(of.Inverse, _inverse),
    of.required(of.Loop, graphs.loop),
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
    of.required(of.Path, graphs.path),
    of.required(of.Regions, graphs.regions),
    of.required(of.Regular, _automaton),
    of.required(of.Subcircuit, partial(_tour, loops=True)),
    of.required(of.Tree, graphs.tree),
)
"""None is reified, and each is posted over variables that are all different."""
