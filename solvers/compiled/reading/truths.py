"""The truth of a constraint, as code over the values of its parts: the solver's own reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any, cast

from ....models.language.constraints import And, Comparison, Constraint, Not, Or
from ....models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ....models.language.global_constraints.circuit import Circuit, Subcircuit
from ....models.language.global_constraints.number_of_values import NumberOfValues
from ....models.language.global_constraints.precedence import Precedence
from ....models.language.global_constraints.predicate import Predicate
from ....models.language.global_constraints.regular import Regular
from ....models.language.global_constraints.table import Allowed, Forbidden
from ..common import construct as c
from ..common.code import FLAG, Call, Code
from .term_code import numbers_at, pick, weighted

WIDEST = 1024
"""Values further apart than this are not looked up in a table, but compared one by one."""


def truth(node: Constraint, parts: Sequence[Code]) -> Code | None:
    """Code that is true if a constraint holds over `parts`, all of them defined.

    None for one that is not read here: expansions.py does, or it is taken as its decomposition.
    """
    found = TRUTHS.get(type(node))
    return None if found is None else found(node, parts)


def _equal(left: Code, right: Code) -> Code:
    return c.compare("==", left, right)


def _differ(left: Code, right: Code) -> Code:
    return c.compare("!=", left, right)


def _different_except(terms: Sequence[Code], exempt: Code) -> Code:
    spared = {term: _equal(term, exempt) for term in terms}
    return c.all_of([c.any_of([_differ(a, b), spared[a]]) for a, b in combinations(terms, 2)])


def number_of(flags: Iterable[Code]) -> Code:
    """The number of true flags."""
    return weighted((1, c.as_integer(flag)) for flag in flags)


def different_values(terms: Sequence[Code]) -> Code:
    """The number of different values of `terms`."""
    return number_of(
        c.all_of([_differ(term, earlier) for earlier in terms[:place]])
        for place, term in enumerate(terms)
    )


def _precedence(terms: Sequence[Code], values: Sequence[int]) -> Code:
    found: list[Code] = []
    for before, after in pairwise(values):
        seen: Code = c.FALSE
        for term in terms:
            found.append(c.any_of([_differ(term, c.integer(after)), seen]))
            seen = c.any_of([seen, _equal(term, c.integer(before))])
    return c.all_of(found)


# ------------------------------------------------------------------------ tables, automata


def _allowed(terms: Sequence[Code], rows: Sequence[tuple[int, ...]]) -> Code:
    few = len(rows) * len(terms) <= 32
    if few or any(_width(term) > WIDEST for term in terms):
        return c.any_of(
            [
                c.all_of([_equal(t, c.integer(v)) for t, v in zip(terms, row, strict=True)])
                for row in dict.fromkeys(rows)
            ]
        )
    return _spelled(terms, rows)


def _spelled(terms: Sequence[Code], rows: Sequence[tuple[int, ...]]) -> Code:
    """Reads the terms one by one down the tree of beginnings of rows; 0 is a dead end."""
    nodes: dict[tuple[int, ...], int] = {(): 1}
    state: Code = c.integer(1)
    for place, term in enumerate(terms):
        after: dict[tuple[int, ...], int] = {}
        low, width = term.bounds[0], _width(term)
        entries = [0] * ((len(nodes) + 1) * width)
        for row in rows:
            head, value = row[:place], row[place]
            if head in nodes and low <= value < low + width:
                node = after.setdefault((*head, value), len(after) + 1)
                entries[nodes[head] * width + value - low] = node
        at = weighted([(width, state), (1, term)], -low)
        state, nodes = numbers_at(entries, at), after
    return _differ(state, c.integer(0))


def _width(term: Code) -> int:
    return term.bounds[1] - term.bounds[0] + 1


def _regular(node: Regular, terms: Sequence[Code]) -> Code:
    symbols = [int(symbol) for symbol in node.symbols]
    dead, width = node.states, len(symbols) + 1  # the last symbol stands for all without one
    entries = [node.step.get((s, a), dead) for s in range(dead) for a in symbols]
    table = [
        entry
        for state in range(dead)
        for entry in (*entries[state * (width - 1) : (state + 1) * (width - 1)], dead)
    ] + [dead] * width
    state: Code = c.integer(node.start)
    for term in terms:
        state = numbers_at(table, weighted([(width, state), (1, _symbol(symbols, term))]))
    accepting = [int(s in node.accepting) for s in range(dead + 1)]
    return _equal(numbers_at(accepting, state), c.integer(1))


def _symbol(symbols: Sequence[int], term: Code) -> Code:
    other = len(symbols)
    if _width(term) <= WIDEST:
        low = term.bounds[0]
        numbers = {value: number for number, value in enumerate(symbols)}
        found = [numbers.get(low + step, other) for step in range(_width(term))]
        return numbers_at(found, c.subtract(term, c.integer(low)))
    code: Code = c.integer(other)
    for number, symbol in enumerate(symbols):
        code = c.select(_equal(term, c.integer(symbol)), c.integer(number), code)
    return code


# -------------------------------------------------------------------------------- tours


def _inside(terms: Sequence[Code], size: int) -> list[Code]:
    zero, end = c.integer(0), c.integer(size)
    return [
        flag for term in terms for flag in (c.compare("<=", zero, term), c.compare("<", term, end))
    ]


def _permutation(successors: Sequence[Code]) -> list[Code]:
    different = [_differ(a, b) for a, b in combinations(successors, 2)]
    return [*_inside(successors, len(successors)), *different]


def _tour(successors: Sequence[Code]) -> Code:
    found = _permutation(successors)
    place: Code = c.integer(0)
    for _ in range(len(successors) - 1):
        place = pick(successors, place)
        found.append(_differ(place, c.integer(0)))
    return c.all_of(found)


def _partial_tour(successors: Sequence[Code]) -> Code:
    moving = [_differ(term, c.integer(node)) for node, term in enumerate(successors)]
    length = number_of(moving)
    start: Code = c.integer(0)
    for node, moves in reversed(list(enumerate(moving))):
        start = c.select(moves, c.integer(node), start)
    found, place = _permutation(successors), start
    for steps in range(1, len(successors)):
        place = pick(successors, place)
        around = c.compare("<=", length, c.integer(steps))
        found.append(c.any_of([_differ(place, start), around]))
    return c.all_of(found)


def _integer_rows(rows: Iterable[Sequence[object]]) -> list[tuple[int, ...]]:
    return [tuple(map(int, cast(Any, row))) for row in rows]


TRUTHS: dict[type[Constraint], Callable[[Any, Sequence[Code]], Code]] = {
    Comparison: lambda node, parts: c.compare(node.relation, *parts),
    And: lambda node, parts: c.all_of(parts),
    Or: lambda node, parts: c.any_of(parts),
    Not: lambda node, parts: c.negate(parts[0]),
    AllDifferent: lambda node, parts: c.all_of([_differ(a, b) for a, b in combinations(parts, 2)]),
    AllDifferentExcept: lambda node, parts: _different_except(parts[:-1], parts[-1]),
    NumberOfValues: lambda node, parts: _equal(different_values(parts[:-1]), parts[-1]),
    Precedence: lambda node, parts: _precedence(parts, [int(value) for value in node.values]),
    Allowed: lambda node, parts: _allowed(parts, _integer_rows(node.rows)),
    Forbidden: lambda node, parts: c.negate(_allowed(parts, _integer_rows(node.rows))),
    Regular: _regular,
    Predicate: lambda node, parts: Call(FLAG, (0, 1), node.holds, tuple(parts), c.TRUE),
    Circuit: lambda node, parts: _tour(parts),
    Subcircuit: lambda node, parts: _partial_tour(parts),
}
"""The reading of each constraint, by its class."""
