"""Lowering of clauses: unless a literal before is true, the last variable must make one true."""

from __future__ import annotations

from collections.abc import Callable

from ..common import construct as c
from ..common.code import Code
from ..reading.normal_forms import Clause, Literal
from .unfinished_levels import Building

RUNNING = 3
"""In a clause over more variables, one register says whether a literal so far is true."""

HOLDS: dict[str, Callable[[int, int], bool]] = {
    "==": int.__eq__,
    "!=": int.__ne__,
    "<=": int.__le__,
    ">=": int.__ge__,
}


def lower_clause(building: Building, form: Clause) -> None:
    """Add `form` to the levels."""
    depth = building.last(place for place, _, _ in form.literals)
    wide = depth < 0 or building.levels[depth].wide
    found, values = dict[int, list[Code]](), set[int]()
    running = len({place for place, _, _ in form.literals}) > RUNNING
    for literal in form.literals:
        place, relation, number = literal
        if building.depth(place) == depth and not wide:
            values.update(v for v in building.domains[place] if HOLDS[relation](v, number))
        else:
            at = building.depth(place)
            found.setdefault(at, []).append(_flag(building, literal, at if running else depth))
    so_far = list[Code]()
    for at in sorted(found):
        so_far += found[at]
        if running:
            so_far = [building.kept(c.any_of(so_far), at, depth)]
    flag = c.any_of(so_far)
    if wide:
        building.require(depth, flag)
    else:
        word = c.word(building.bits_of(depth, values), building.width)
        building.filter(depth, c.either(c.mask(flag, building.width), word))


def _flag(building: Building, literal: Literal, reader: int) -> Code:
    """The truth of a literal, in one register for all that read it further down."""
    known = building.literals.get(literal)
    if known is None:
        place, relation, number = literal
        flag = c.compare(relation, building.value(place), c.integer(number))
        known = building.literals[literal] = building.kept(flag, building.depth(place), reader)
    return known
