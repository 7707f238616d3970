"""Tours as the two ends of every path that the choices so far have laid.

`first` and `last` are words of fields: of a node at the end of a path, where that path begins, and
of a node at its beginning, where it ends. Choosing a successor joins two paths by two changed
fields; a path is closed by going back to its beginning, which is allowed once, at the end.
"""

from __future__ import annotations

from ....models.language.late_dataclasses import dataclass
from ..common import construct as c
from ..common.code import Code
from ..reading.normal_forms import Tour
from .unfinished_levels import Building


@dataclass(frozen=True)
class Paths:
    """The paths so far, as code: `closed` and `number` are kept of partial tours alone."""

    first: Code
    last: Code
    closed: Code
    number: Code
    """The number of paths of one arc or more that are not closed."""


def lower_tour(building: Building, form: Tour) -> bool:
    """Add a tour to the levels; False where a level has no words."""
    depths = [building.depth(place) for place in form.places]
    levels = [building.levels[depth] for depth in depths if depth >= 0]
    if any(level.wide or level.values is not None for level in levels):
        return False
    nodes = range(len(form.places))
    if not all(
        building.ends(place)[0] in nodes and building.ends(place)[1] in nodes
        for place in form.places
    ):
        return False  # a field is read at every successor
    Lowering(building, form).lower()
    return True


class Lowering:
    """One tour on its way down the levels."""

    def __init__(self, building: Building, form: Tour) -> None:
        self.building, self.form = building, form
        self.size = max(len(form.places) - 1, 1).bit_length()
        self.order = sorted(
            (building.depth(place), node)
            for node, place in enumerate(form.places)
            if building.depth(place) >= 0
        )

    def lower(self) -> None:
        """Filter at each level, and join paths."""
        paths = self._fixed()
        if paths is None:
            self.building.possible = False
            return
        for number, (depth, node) in enumerate(self.order):
            last = number == len(self.order) - 1
            if self.form.partial:
                self._filter_partial(paths, depth, node)
            elif not last:
                begin = self._field(paths.first, node)
                self.building.filter(depth, c.complement(self._bit(depth, begin)))
            if not last:
                paths = self._joined(paths, depth, node)

    def _fixed(self) -> Paths | None:
        """The paths of the nodes that have one successor from the start; None for a false tour."""
        nodes = range(len(self.form.places))
        first, last, closed, number = list(nodes), list(nodes), False, 0
        fixed = [n for n in nodes if self.building.depth(self.form.places[n]) < 0]
        for count, node in enumerate(fixed, 1):
            after = self.building.domains[self.form.places[node]][0]
            if after not in nodes:
                return None
            if self.form.partial and after == node:
                continue
            begin, end = first[node], last[after]
            if begin == after:
                if not (number == 1 and not closed if self.form.partial else count == len(nodes)):
                    return None
                closed, number = True, 0
                continue
            if closed:
                return None
            number += 1 - (begin != node) - (end != after)
            last[begin], first[end] = end, begin
        return Paths(self._word(first), self._word(last), c.flag(closed), c.integer(number))

    def _word(self, fields: list[int]) -> Code:
        bits = sum(number << self.size * place for place, number in enumerate(fields))
        return c.word(bits, self.size * len(fields))

    def _field(self, word: Code, node: int) -> Code:
        return c.get_field(word, c.integer(node), self.size)

    def _bit(self, depth: int, node: Code) -> Code:
        level = self.building.levels[depth]
        return c.single(c.subtract(node, c.integer(level.low)), self.building.width)

    def _filter_partial(self, paths: Paths, depth: int, node: int) -> None:
        """Closing needs that no other path is open; once closed, nothing moves."""
        width = self.building.width
        stay = self._bit(depth, c.integer(node))
        begin = self._bit(depth, self._field(paths.first, node))
        alone = c.compare("==", paths.number, c.integer(1))
        not_closing = c.either(c.complement(begin), stay)
        moves = c.select(alone, c.word((1 << width) - 1, width), not_closing)
        self.building.filter(depth, c.select(paths.closed, stay, moves))

    def _joined(self, paths: Paths, depth: int, node: int) -> Paths:
        """The paths once `node` has its successor."""
        after = self.building.levels[depth].value
        begin, end = self._field(paths.first, node), c.get_field(paths.last, after, self.size)
        begin = self.building.define(depth, begin, "p")
        end = self.building.define(depth, end, "p")
        first = c.with_field(paths.first, end, begin, self.size)
        last = c.with_field(paths.last, begin, end, self.size)
        closed, number = paths.closed, paths.number
        if self.form.partial:
            moving = c.compare("!=", after, c.integer(node))
            closing = c.all_of([moving, c.compare("==", after, begin)])
            number = c.add(paths.number, c.integer(1))
            for join in (c.compare("!=", begin, c.integer(node)), c.compare("!=", end, after)):
                number = c.subtract(number, c.as_integer(join))
            number = c.select(moving, c.select(closing, c.integer(0), number), paths.number)
            # There are at most as many paths as nodes.
            number = c.least([number, c.integer(len(self.form.places))])
            number = c.greatest([number, c.integer(0)])
            closed = c.any_of([paths.closed, closing])
        found = (first, last, closed, number)
        return Paths(*(self.building.define(depth, code, "p") for code in found))
