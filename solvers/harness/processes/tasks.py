"""A model in parts whose solutions are together those of the model, each in one part.

A part is a box: for some variables an interval of places in their domains. A box is cut along one
variable or several into boxes that together are the same; so however often that is done, no
solution is lost and none comes twice. Nothing is searched here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from ....models.language.domains import size
from ....models.language.expressions import Variable
from ....models.language.groups import Single
from ....models.language.late_dataclasses import dataclass
from ....models.language.model import Model
from ....models.language.nodes import Node, rebuild, topological

PIECES = 8
"""A box is cut into so many at least, where it can be."""
MOST_PIECES = 32
MOST_CUTS = 1000
"""So often at most a box that is read from a file was cut."""


@dataclass(frozen=True)
class Box:
    """For variables, by number: the first place in the domain, and the one past the last."""

    sides: tuple[tuple[int, int, int], ...] = ()
    generation: int = 0
    """The number of cuts that led to it."""


@dataclass(frozen=True)
class Splitter:
    """Cuts boxes of `model` along the variables `among`, all of them unless said otherwise."""

    model: Model
    among: frozenset[str] | None = None

    def boxes(self, at_least: int) -> list[Box]:
        """Boxes that together are the model: `at_least` as many if it can be cut so."""
        found = [Box()]
        while len(found) < at_least:
            cut = [part for box in found for part in self.cut(box)]
            if len(cut) == len(found):
                break
            found = cut
        return [Box(box.sides) for box in found]

    def cut(self, box: Box) -> list[Box]:
        """Boxes that together are `box`; only itself where every variable has one value."""
        sides = {number: (first, end) for number, first, end in box.sides}
        found = [sides]
        for number in self._order:
            first, end = sides.get(number, (0, self._sizes[number]))
            if end - first > 1:
                pieces = _pieces(first, end)
                found = [{**part, number: piece} for part in found for piece in pieces]
                if len(found) >= PIECES:
                    break
        return [_box(part, box.generation + 1) for part in found]

    def has(self, box: Box) -> bool:
        """True if `box` is a part of this model."""
        sizes = dict(enumerate(self._sizes))
        return 0 <= box.generation <= MOST_CUTS and all(
            0 <= first < end <= sizes.get(number, 0) for number, first, end in box.sides
        )

    def part(self, box: Box) -> Model:
        """The model of those solutions that are in `box`; its domains are the sides of that.

        So it is smaller for every solver, also for one that goes through all assignments.
        """
        if not box.sides:
            return self.model
        sides = {self._variables[number].name: (first, end) for number, first, end in box.sides}

        def change(node: Node, old: Node) -> Node | None:
            if isinstance(node, Variable) and node.name in sides:
                first, end = sides[node.name]
                return Variable(node.name, node.domain[first:end])
            return None

        changed: Sequence[Any] = rebuild([*self._variables, *self.model.constraints], change)
        count = len(self._variables)
        return self.model.restated(map(Single, changed[:count]), changed[count:])

    @cached_property
    def _variables(self) -> tuple[Variable, ...]:
        return self.model.variables

    @cached_property
    def _sizes(self) -> list[int]:
        return [size(variable.domain) for variable in self._variables]

    @cached_property
    def _order(self) -> list[int]:
        """The variables to cut along: those that constraints have, small domains first."""
        uses = Counter(
            node.name for node in topological(self.model.constraints) if isinstance(node, Variable)
        )
        names = [variable.name for variable in self._variables]
        wanted = [n for n, name in enumerate(names) if self.among is None or name in self.among]
        return sorted(wanted, key=lambda n: (names[n] not in uses, self._sizes[n]))


def _pieces(first: int, end: int) -> list[tuple[int, int]]:
    """An interval in pieces of about the same length."""
    number = min(end - first, MOST_PIECES)
    return list(pairwise(first + (end - first) * n // number for n in range(number + 1)))


def _box(sides: dict[int, tuple[int, int]], generation: int) -> Box:
    return Box(tuple((n, first, end) for n, (first, end) in sides.items()), generation)
