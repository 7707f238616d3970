"""Z3: linear arithmetic over the integers, asked again and again for a solution elsewhere.

Solutions are enumerated as a depth-first search over boxes, so that nothing is blocked: what lies
beside a solution is parted into boxes of bounds, and each is searched under assumptions. Division
and products are parted by the values of one operand, as Z3 decides only what is linear.
"""

from __future__ import annotations

import importlib
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import lru_cache
from threading import Event
from typing import Any

from ...models.language.constraints import RELATIONS
from ...models.language.expressions import Bounds
from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Control, SolverFailed, Traits
from ..harness.processes.background import aside
from .translation import Translation
from .translation import script as script

TRAITS = Traits(
    calls_python=False,
    costly=True,
    randomised=True,
    native_where=Translation.natives.where,
    viewpoint="rows",
    module="z3",
    distribution="z3-solver",
    extra="z3",
)

_MOST_HELD = 4_096


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by Z3."""
    return improving(model, None, control)


def improving(model: Model, goal: Goal | None, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`; with a `goal`, a variable of it, better ones until the best.

    Its own optimiser is not asked, which does not yield what it finds on the way: the bound of the
    variable is assumed, and what was learnt stays.
    """
    translation = Translation(importlib.import_module(TRAITS.module), model, control)
    translation.post(model.constraints)
    control.searching()
    search = Search(translation, control)
    names = [variable.name for variable in translation.variables]
    found = search.found()
    if goal is not None:
        found = search.improving(names.index(str(goal.expression)), goal.sign)
    with closing(aside(found, control, search.interrupt)) as rows:
        for row in rows:
            yield dict(zip(names, row, strict=True))


class Search:
    """Every combination of values of the declared variables, each once."""

    def __init__(self, translation: Translation, control: Control) -> None:
        self._native, self._module = translation.native, translation.module
        self._context = translation.context
        self._terms = list(translation.variables.values())
        self._is_asked = Event()
        self._control = control
        self._asked = 0
        self._assumed = lru_cache(_MOST_HELD)(self._assumption)

    def _assumption(self, place: int, relation: str, value: int) -> Any:
        return RELATIONS[relation](self._terms[place].native, value)

    def interrupt(self) -> None:
        """End the search, from another thread."""
        self._is_asked.set()
        self._context.interrupt()

    def found(self) -> Generator[list[int], None, None]:
        """The combinations, box by box."""
        whole: list[Bounds] = [(term.low, term.high) for term in self._terms]
        boxes = [iter([whole])]
        while boxes and not self._is_asked.is_set():
            box = next(boxes[-1], None)
            if box is None:
                boxes.pop()
            elif (row := self._in_box(box)) is not None:
                yield row
                boxes.append(_beside(box, row))

    def improving(self, place: int, sign: int) -> Generator[list[int], None, None]:
        """Combinations, each with a better value at `place`; `sign` is 1 if the least is best."""
        box: list[Bounds] = [(term.low, term.high) for term in self._terms]
        while box[place][0] <= box[place][1] and not self._is_asked.is_set():
            row = self._in_box(box)
            if row is None:
                return
            yield row
            low, high = box[place]
            box[place] = (low, row[place] - 1) if sign > 0 else (row[place] + 1, high)

    def _in_box(self, box: list[Bounds]) -> list[int] | None:
        """A combination within `box`, if there is one."""
        self._asked += 1
        self._control.statistics["checks"] = self._asked
        answer = self._native.check(*self._within(box))
        if answer == self._module.sat:
            found = self._native.model()
            return [found.eval(t.native, model_completion=True).as_long() for t in self._terms]
        if answer == self._module.unknown and not self._is_asked.is_set():
            raise SolverFailed(f"Z3 does not know: {self._native.reason_unknown()}")
        return None

    def _within(self, box: list[Bounds]) -> Iterator[Any]:
        """The assumptions that hold in `box` and not everywhere."""
        for place, (low, high) in enumerate(box):
            term = self._terms[place]
            if low == high and term.low < term.high:
                yield self._assumed(place, "==", low)
                continue
            if low > term.low:
                yield self._assumed(place, ">=", low)
            if high < term.high:
                yield self._assumed(place, "<=", high)


def _beside(box: list[Bounds], row: list[int]) -> Iterator[list[Bounds]]:
    """The rest of `box` without `row`, in boxes that do not overlap; few of them at once."""
    for place in range(len(row) - 1, -1, -1):
        (low, high), value = box[place], row[place]
        before, after = [(v, v) for v in row[:place]], box[place + 1 :]
        if low < value:
            yield [*before, (low, value - 1), *after]
        if value < high:
            yield [*before, (value + 1, high), *after]
