"""A board as a picture: its squares, what stands on them, and the clues of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from ..boards.families import Square
from ..boards.fillings import Filling
from ..boards.placements import OnBoard
from ..boards.sketches import notes_of
from ..domains import size as size_of
from ..late_dataclasses import dataclass
from ..model import Model
from ..nodes import Value
from .clues import ARROWS, Cage, areas_of, cages_of, fixed_values, numbers_of, tour_of
from .svg_clues import cage_parts, corner, number_parts, sign_parts, sum_parts
from .svg_pieces import CELL, CHESS, FILLED, PIECES, outline, piece, piece_of
from .svg_style import TINTS, Picture, fitting, named_tint, paint, text
from .zones import zones_of

HOLE = "(hole)"

_SIDES = ((0, 1, 1, 0, "v"), (1, 0, 0, 1, "h"), (0, -1, 0, 0, "v"), (-1, 0, 0, 0, "h"))
"""Steps to the squares beside, and where the line between begins and how it runs."""


def board_picture(model: Model, group: OnBoard, values: Mapping[str, Any]) -> Picture:
    """`group` under `values`."""
    drawing = _Drawing(model, group, values)
    width, height = CELL * group.board.width, CELL * group.board.height
    return Picture(width, height, tuple(drawing.parts()))


def tint_of(value: object, place: int) -> str:
    """The tint of a value: that of the colour it names, else that of its place in the domain."""
    return named_tint(value) or f"tint{place % TINTS}"


@dataclass(frozen=True)
class _Drawing:
    """A group under values; each method draws one layer, from the ground up."""

    model: Model
    group: OnBoard
    values: Mapping[str, Any]

    def parts(self) -> Iterator[str]:
        squares = list(chain.from_iterable(self.group.board.grid))
        for square in squares:
            yield from self._field(square)
        yield from self._borders(squares)
        yield from chain.from_iterable(cage_parts(cage, self._zones) for cage in self._cages)
        yield from sum_parts(self.model, self.group)
        if self._is_tour and self.values:
            yield from self._tour()
        else:
            yield from number_parts(numbers_of(self.model, self.group, self._fixed))
            yield from chain.from_iterable(map(self._standing, squares))
            yield from self._notes()
        yield from sign_parts(self.model, self.group)

    # ------------------------------------------------------------------ what is there

    @cached_property
    def _fixed(self) -> dict[str, Value]:
        return fixed_values(self.model)

    @cached_property
    def _some_are_given(self) -> bool:
        """True if given and found values are drawn differently: some are given and some are not."""
        names = {variable.name for variable in self.group.variables}
        given = {n for n, v in self._fixed.items() if n in names and self._is_something(v)}
        return 0 < len(given) < len(names)

    @cached_property
    def _cages(self) -> list[Cage]:
        return cages_of(self.model, self.group)

    @cached_property
    def _areas(self) -> dict[Square, int]:
        if not isinstance(self.group, Filling) or self._is_pieces:
            return {}
        return areas_of(self.group, self.values)

    @cached_property
    def _is_tour(self) -> bool:
        return isinstance(self.group, Filling) and tour_of(self.model, self.group)

    @cached_property
    def _is_pieces(self) -> bool:
        """True if this filling decides which colour of a piece stands where."""
        return bool(outline(self.group.name)) and self._domain_is({".", "W", "B"})

    def _domain_is(self, labels: set[str]) -> bool:
        return any(set(map(str, v.domain)) <= labels for v in self.group.variables[:1])

    @cached_property
    def _zones(self) -> dict[Square, str]:
        """The zone of each square; lines are drawn between zones, and at holes."""
        zones = zones_of(self.group, self.model.rules)
        areas = {s: str(number) for s, number in self._areas.items()} or zones
        return {s: HOLE if s in self._left_out else areas.get(s, "(wall)") for s in zones}

    @cached_property
    def _texts(self) -> dict[Square, str]:
        return notes_of(self.model, self.group)

    @cached_property
    def _left_out(self) -> frozenset[Square]:
        """Holes, unless something is written there."""
        return self.group.board.holes - self._texts.keys()

    @cached_property
    def _has_regions(self) -> bool:
        """True if the map has regions that are not just the cages."""
        zones = {self._zones[square] for square in self.group.squares}
        return bool(self.group.board.plan) and len(zones) > 1 and not self._cages

    @cached_property
    def _kinds(self) -> dict[Square, str]:
        """The kind of each square, which decides its tint: its value, or else its zone."""
        kinds = {s: str(self._value(s)) for s in self._areas}
        return self._zones if not kinds or ARROWS.keys() & set(kinds.values()) else kinds

    @cached_property
    def _tints(self) -> dict[str, str]:
        """A tint for each kind, other than those of the kinds beside it as far as there are."""
        beside: dict[str, set[str]] = {}
        for square, kind in self._kinds.items():
            near = (Square(square.row + d, square.column + r) for d, r, *_ in _SIDES)
            beside.setdefault(kind, set()).update(self._kinds.get(n, kind) for n in near)
        tints: dict[str, str] = {}
        for place, kind in enumerate(dict.fromkeys(self._kinds[s] for s in self.group.squares)):
            taken = {tints.get(other) for other in beside[kind]}
            turn = [f"tint{(place + i) % TINTS}" for i in range(TINTS)]
            tints[kind] = next((tint for tint in turn if tint not in taken), turn[0])
        return tints

    # ------------------------------------------------------------------------- layers

    def _field(self, square: Square) -> Iterator[str]:
        """The square itself; nothing for a hole."""
        if square not in self._left_out:
            x, y = corner(square)
            place = f'x="{x}" y="{y}" width="{CELL}" height="{CELL}"'
            yield f"<rect {place} {paint(self._ground(square))}/>"

    def _ground(self, square: Square) -> str:
        board = self.group.board
        if square in board.walls:
            return "wall"
        if self._has_regions and not self._areas:
            return self._tints[self._kinds[square]]
        if isinstance(self.group, Filling) and not self._is_pieces:
            return self._value_tint(square)
        chequered = self._is_pieces or piece_of(self.group.name) in CHESS
        return ("fair", "deep")[(square.row + square.column) % 2] if chequered else "paper"

    def _value_tint(self, square: Square) -> str:
        """Areas and colours are tinted, and values of which there are two or three."""
        domain, value = self.group[square].domain, self._value(square)
        if named_tint(value):
            return named_tint(value)
        if self._areas:
            return self._tints[self._kinds[square]]
        few = len({v.domain for v in self.group.variables}) == 1 and size_of(domain) <= 3
        if self._is_tour or not few or value == 0 or value not in domain:
            return "paper"
        return tint_of(value, list(domain).index(value))

    def _borders(self, squares: list[Square]) -> Iterator[str]:
        """Thin lines between squares, thick ones between zones and at the edge."""
        thin: list[str] = []
        thick: list[str] = []
        for square in squares:
            x, y = corner(square)
            mine = self._zones[square]
            for down, right, dx, dy, way in _SIDES if mine != HOLE else ():
                other = self._zones.get(Square(square.row + down, square.column + right), HOLE)
                # A line between two squares is drawn once, by the left or upper one.
                if other == HOLE or down > 0 or right > 0:
                    path = f"M{x + dx * CELL} {y + dy * CELL}{way}{CELL}"
                    (thin if other == mine else thick).append(path)
        if thin and not (piece_of(self.group.name) in CHESS and not self.group.board.plan):
            yield f'<path d="{"".join(thin)}" {paint("", "grid", 0.7)}/>'
        if thick:
            yield f'<path d="{"".join(thick)}" stroke-linecap="square" {paint("", "ink", 2.5)}/>'

    def _tour(self) -> Iterator[str]:
        """A line from each square to the one that follows, dots on the squares."""
        squares = self.group.squares
        centres = [(x + CELL / 2, y + CELL / 2) for x, y in map(corner, squares)]
        steps = []
        for here, square in enumerate(squares):
            goal = self._value(square)
            if isinstance(goal, int) and 0 <= goal < len(centres) and goal != here:
                (a, b), (c, d) = centres[here], centres[goal]
                steps.append(f"M{a:g} {b:g}L{c:g} {d:g}")
        yield f'<path d="{"".join(steps)}" stroke-linecap="round" {paint("", "found", 2.5)}/>'
        goals = {self._value(square) for square in squares}
        for here, (x, y) in enumerate(centres):
            look = paint("ink") if here in goals else paint("paper", "ink", 2.5)
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{4 if here in goals else 7}" {look}/>'

    def _standing(self, square: Square) -> Iterator[str]:
        """A number, or a piece; nothing where there is none, or its area already shows it."""
        x, y = corner(square)
        value = self._value(square)
        if not self._is_something(value) or self._is_shown_by_its_area(square):
            return
        given = self._some_are_given and self.group[square].name in self._fixed
        if self._is_pieces:
            yield from piece(self.group.name, x, y, "white" if value == "W" else "black")
        elif isinstance(self.group, Filling) or value != 1:
            low = 4 if self._cages else 0
            size = fitting(str(value), 30, 15 if self._areas else 20)
            colour = "found" if self._some_are_given and not given else "ink"
            middle = y + CELL / 2 + 0.35 * size + low
            yield text(x + CELL / 2, middle, str(value), colour, size, bold=given)
        else:
            yield from piece(self.group.name, x, y)
            if given:
                box = f'x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}"'
                yield f"<rect {box} {paint('', 'ink', 1.5)}/>"

    def _notes(self) -> Iterator[str]:
        """The model's notes on walls, on empty squares, and on those that a piece fills."""
        for square, words in self._texts.items():
            taken = self._is_something(self._value(square))
            wall = square in self.group.board.walls
            if taken and piece_of(self.group.name) not in FILLED:
                continue
            x, y = corner(square)
            if words in PIECES:
                yield from piece(words, x, y)
                continue
            size = fitting(words, 30, 19)
            colour = "wallink" if wall else "paper" if taken else "ink"
            yield text(x + CELL / 2, y + CELL / 2 + 0.35 * size, words, colour, size)

    def _is_shown_by_its_area(self, square: Square) -> bool:
        area = self._areas.get(square)
        if area is None:
            return False
        first = min(s for s, other in self._areas.items() if other == area)
        return square != first or self._value(square) in ARROWS

    # ------------------------------------------------------------------------- values

    def _value(self, square: Square) -> Any:
        variable = self.group.by_square.get(square)
        return None if variable is None else self.values.get(variable.name)

    def _is_something(self, value: object) -> bool:
        if value is None or (self._is_pieces and value == "."):
            return False
        return isinstance(self.group, Filling) or value != 0
