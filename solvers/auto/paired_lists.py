"""All solutions of a model of parts that share no variable: two lists, and every pair of them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.expressions import Variable, size
from ...models.language.model import Model
from ..harness.contract import BoxControl, Control
from ..harness.rows.arrays import ROWS, kind_of
from ..harness.running.independent_parts import components, part_of
from . import plan

LEAST = 5_000
"""Fewer assignments are not worth two searches."""

Listed = Callable[[Model, Control], Iterator[Any]]
"""All solutions of a model, in arrays: the rows one behind the other."""


def in_two(model: Model) -> list[Model]:
    """Two models that share no variable and are `model` together; none where that is no gain.

    The smallest parts are the first, which has fewer assignments than the second, as a rule.
    """
    apart = components(model)[1]
    bound = {variable.name for part in apart for variable in part.variables}
    parts: list[list[Variable | Constraint]]
    parts = [[*part.variables, *part.constraints] for part in apart]
    parts += [[variable] for variable in model.variables if variable.name not in bound]
    sizes = [prod(size(v.domain) for v in part if isinstance(v, Variable)) for part in parts]
    whole, number, few = prod(sizes), 1, set[int]()
    if whole < LEAST or any(kind_of(one.domain) == "big" for one in model.variables):
        return []
    for place in sorted(range(len(parts)), key=sizes.__getitem__)[:-1]:
        if number * sizes[place] > plan.FEW or number * number >= whole:
            break
        if sizes[place] > 1:
            number *= sizes[place]
            few.add(place)
    if not few:
        return []
    halves = [[p for p in range(len(parts)) if (p in few) is chosen] for chosen in (True, False)]
    return [part_of(model, [item for p in half for item in parts[p]]) for half in halves]


def pairs(model: Model, two: list[Model], control: Control, listed: Listed) -> Iterator[array[int]]:
    """Every pair of a solution of the first and one of the second; the first is listed at once."""
    places = {variable.name: place for place, variable in enumerate(model.variables)}
    ours, theirs = ([places[variable.name] for variable in one.variables] for one in two)
    width, inside, first = len(model.variables), BoxControl.inside(control, None), array("q")
    for batch in listed(two[0], inside):
        first += array("q", batch)
    control.statistics.update({} if first else inside.statistics, independent=2)
    for batch in listed(two[1], control) if first else ():
        sides = [(ours, first), (theirs, batch)]
        (few, rows), (many, table) = sorted(sides, key=lambda one: len(one[1]) // len(one[0]))
        number = len(table) // len(many)
        filled, block = array("q", bytes(8 * number * width)), array("q")
        for start, place in enumerate(many):
            filled[place::width] = array("q", table[start :: len(many)])
        before: tuple[int | None, ...] = (None,) * len(few)
        for row in zip(*[iter(rows)] * len(few), strict=True):
            for place, value, last in zip(few, row, before, strict=True):
                if value != last:
                    filled[place::width] = array("q", [value]) * number
            before = row
            block += filled
            if len(block) >= ROWS * width:
                yield block
                block = array("q")
                control.check()
        if block:
            yield block
