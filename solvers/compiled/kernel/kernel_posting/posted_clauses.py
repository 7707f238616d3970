"""Clauses, written behind one another once all are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from ..machine_source import records as at

if TYPE_CHECKING:
    from .builder import Builder

MOST_AT_ONCE = 10_000
"""The integers that are gathered before they are written."""


def write_clauses(builder: Builder, clauses: Iterable[tuple[int, ...]]) -> dict[int, list[int]]:
    """Write clauses, each of its literals; by variable, the literals that stand in them."""
    memory = builder.memory
    kept = list(_kept(builder, clauses))
    place, first, records = len(memory), dict[int, int](), list[int]()
    for some in kept:
        records += (first.get(some[0], 0), first.get(some[1], 0), len(some), *some)
        first[some[0]] = first[some[1]] = place
        place += 3 + len(some)
        if len(records) > MOST_AT_ONCE:
            builder.allot(records)
            records.clear()
    builder.allot(records)
    for literal, clause in first.items():
        memory[literal + at.WATCHERS] = clause
    literals_of = dict[int, list[int]]()
    for literal, number in Counter(chain(*kept)).items():
        memory[memory[literal] + at.WEIGHT] += number
        literals_of.setdefault(memory[literal], []).append(literal)
    return literals_of


def _kept(builder: Builder, clauses: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Clauses of several different literals; shorter ones are required, or cannot hold."""
    memory, constants = builder.memory, {builder.true, builder.false}
    for some in clauses:
        if len({memory[literal] for literal in some}) < len(some) or not constants.isdisjoint(some):
            different = {literal for literal in some if literal != builder.false}
            if builder.true in different:
                continue
            if any(memory[literal + at.NEGATION] in different for literal in different):
                continue
            some = tuple(different)
        if len(some) == 1 and memory[some[0] + at.MEANS] == at.IS_NOT:
            some = (*some, builder.false)  # so that a value amid an interval is seen as its end
        if len(some) > 1:
            yield some
        else:
            builder.require(some)
            builder.infeasible |= not some
