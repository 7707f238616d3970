"""A board as a picture: its squares, what stands on them, and the clues of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from typing import Any

from ..boards.grid import Square
from ..boards.placements import Filling, OnBoard
from ..boards.sides import STEPS, Fences, Links, Sides
from ..boards.sketches import Around, Point, looks_of, notes_of, points_of
from ..constraints import fixed_values
from ..expressions import size as size_of
from ..late_dataclasses import dataclass
from ..model import Model
from ..nodes import Value
from .as_text import Zones, zones_of
from .candidates import CandidateText, candidate_parts
from .clues import ARROWS, Cage, areas_of, cages_of, numbers_of, signs_of, sums_of, tour_of
from .svg_style import (
    CELL,
    CHESS,
    FILLED,
    TINTS,
    Picture,
    fitting,
    mark,
    named_tint,
    outline,
    paint,
    piece,
    piece_of,
    text,
)

# -------------------------------- The clues of a model's rules, drawn on the squares of its board.


INSET = 3
LINE, LETTERS = 20.0, 17.0
"""The height of a line of the labels above a board, and of the letters of all labels around it."""


def corner(square: Square) -> tuple[int, int]:
    """The upper left corner of a square."""
    return (square.column - 1) * CELL, (square.row - 1) * CELL


def cage_parts(cage: Cage, zones: Zones) -> Iterator[str]:
    """A dashed line inside the squares, unless a zone ends there, and the text in a corner."""
    x, y = corner(min(cage.squares))
    inside = {zones[square] for square in cage.squares}
    outside = {zone for square, zone in zones.items() if square not in cage.squares}
    if len(inside) > 1 or inside & outside:
        edge = "".join(_inner_edges(cage.squares))
        yield f'<path d="{edge}" stroke-dasharray="4 3" {paint("", "soft", 1.3)}/>'
    yield text(x + 5, y + 14, cage.text, "ink", 11, anchor="start")


def sum_parts(model: Model, group: OnBoard) -> Iterator[str]:
    """The sums of runs, each in the wall above or to the left of its run."""
    for square, sums in sums_of(model).items():
        if square not in group.board.walls:
            continue
        x, y = corner(square)
        yield f'<path d="M{x} {y}l{CELL} {CELL}" {paint("", "wallink", 1)}/>'
        if "below" in sums:
            yield text(x + 13, y + 34, sums["below"], "wallink", 13)
        if "right of" in sums:
            yield text(x + 27, y + 17, sums["right of"], "wallink", 13)


def sign_parts(model: Model, group: OnBoard) -> Iterator[str]:
    """The sign between two squares that a rule compares."""
    for one, other, sign in signs_of(model):
        if one in group.by_square and other in group.by_square:
            (a, b), (c, d) = corner(one), corner(other)
            x, y = (a + c + CELL) / 2, (b + d + CELL) / 2
            turn = f' transform="rotate(90 {x:g} {y:g})"' if one.column == other.column else ""
            way = "m-4 -5l8 5l-8 5" if sign == ">" else "m4 -5l-8 5l8 5"
            yield f'<circle cx="{x:g}" cy="{y:g}" r="6" {paint("paper")}/>'
            yield f'<path d="M{x:g} {y:g}{way}"{turn} {paint("", "ink", 2)}/>'


def side_part(path: str, middle: tuple[int, int], value: Any, given: bool) -> Iterator[str]:
    """A link, fence or border that is 1; dotted without a value."""
    if value is None:
        dotted = f'stroke-dasharray="1 6" {paint("", "soft", 2)}'
        yield f'<path d="{path}" stroke-linecap="round" {dotted}/>'
    elif value == 1:
        drawn = paint("", "ink" if given else "found", 5)
        yield f'<path d="{path}" stroke-linecap="round" {drawn}/>'
    elif value != 0:
        yield text(middle[0], middle[1] + 5, str(value), "found", 15, halo=True)


def strokes_of(sides: Sides) -> Iterator[tuple[str, tuple[int, int]]]:
    """The line of each variable, and the middle of the side that it crosses or lies on."""
    for seen in sides.seen:
        (x, y), (down, right) = corner(seen[0][0]), STEPS[seen[0][1]]
        middle = x + CELL * (1 + right) // 2, y + CELL * (1 + down) // 2
        yield "".join(_stroke(sides, square, side) for square, side in seen), middle


def _stroke(sides: Sides, square: Square, side: str) -> str:
    """Half of a link, from the centre of a square, or a side of it."""
    (x, y), (down, right) = corner(square), STEPS[side]
    if isinstance(sides, Links):
        return f"M{x + CELL // 2} {y + CELL // 2}l{right * CELL // 2} {down * CELL // 2}"
    x, y = x + CELL * (right > 0), y + CELL * (down > 0)
    return f"M{x} {y}{'v' if right else 'h'}{CELL}"


def labelled(board: Picture, labels: Around) -> Picture:
    """The picture of a board with labels around it."""
    left, above = inset(labels)
    right = _room(labels.right)
    top, bottom = (labels.stacks(side) for side in ("top", "bottom"))
    below = LINE * max(map(len, bottom), default=0)
    parts = board.at(left, above)
    for column, words in enumerate(top):
        x, y = left + (column + 0.5) * CELL, above - LINE * len(words) - 6
        parts += [text(x, y + LINE * n, word, size=LETTERS) for n, word in enumerate(words, 1)]
    for column, words in enumerate(bottom):
        x, y = left + (column + 0.5) * CELL, above + board.height
        parts += [text(x, y + LINE * n, word, size=LETTERS) for n, word in enumerate(words, 1)]
    edges = (("left", "end", left - 8), ("right", "start", left + board.width + 8))
    for side, anchor, edge in edges:
        for row, label in enumerate(getattr(labels, side)):
            y = above + (row + 0.5) * CELL + 0.35 * LETTERS
            parts += [text(edge, y, label, size=LETTERS, anchor=anchor)] * bool(label)
    return Picture(left + board.width + right, above + board.height + below, tuple(parts))


def inset(labels: Around) -> tuple[float, float]:
    """The room that labels take to the left of a board and above it."""
    return _room(labels.left), LINE * max(map(len, labels.stacks("top")), default=0)


def _room(labels: Sequence[str]) -> float:
    """The width of the labels beside a board."""
    longest = max(map(len, labels), default=0)
    return 0.6 * LETTERS * longest + 10 if longest else 0.0


def _inner_edges(squares: frozenset[Square]) -> Iterator[str]:
    """The edge of `squares`, a little inside of it."""
    for square in sorted(squares):
        x, y = corner(square)
        right, left, below, above = (
            Square(square.row + down, square.column + side) in squares
            for down, side in ((0, 1), (0, -1), (1, 0), (-1, 0))
        )
        x1, x2 = x + INSET * (not left), x + CELL - INSET * (not right)
        y1, y2 = y + INSET * (not above), y + CELL - INSET * (not below)
        for is_inside, path in (
            (above, f"M{x1} {y1}H{x2}"),
            (below, f"M{x1} {y2}H{x2}"),
            (left, f"M{x1} {y1}V{y2}"),
            (right, f"M{x2} {y1}V{y2}"),
        ):
            if not is_inside:
                yield path
        yield from _inner_corners(square, squares)


def _inner_corners(square: Square, squares: frozenset[Square]) -> Iterator[str]:
    """The short lines that join the edges of a zone where it turns around a corner."""
    x, y = corner(square)
    for down, side in product((-1, 1), repeat=2):
        beside = Square(square.row, square.column + side)
        above = Square(square.row + down, square.column)
        across = Square(square.row + down, square.column + side)
        if beside in squares and above in squares and across not in squares:
            edge, end = x + CELL * (side > 0), y + CELL * (down > 0)
            yield f"M{edge - INSET * side} {end}v{-INSET * down}h{INSET * side}"


HOLE = "(hole)"
SPOKEN_OF = "●"
"""Instead of a value: a dot on a square in colour, such as of a line that a rule speaks of."""
DRAWN = {"/", "\\", "◤", "◥", "◣", "◢"}
"""The values of a filling that are drawn as outlines."""

_SIDES = ((0, 1, 1, 0, "v"), (1, 0, 0, 1, "h"), (0, -1, 0, 0, "v"), (-1, 0, 0, 0, "h"))
"""Steps to the squares beside, and where the line between begins and how it runs."""


def board_picture(
    model: Model, group: OnBoard, values: Mapping[str, Any], sides: Sides | None = None
) -> Picture:
    """`group` under `values`, and links, fences or borders on its board."""
    drawing = _Drawing(model, group, values, sides)
    width, height = CELL * group.board.width, CELL * group.board.height
    return Picture(width, height, tuple(drawing.parts()))


def value_parts(model: Model, group: OnBoard, most: int) -> dict[str, list[str]]:
    """The look of each value, as a text, on a square at 0, 0; as "", of more than `most` values."""
    drawing, fixed = _Drawing(model, group, {}), fixed_values(model.constraints)
    found: dict[str, list[str]] = {}
    for square, variable in sorted(group.by_square.items(), key=lambda item: item[1].name in fixed):
        wide, (x, y) = size_of(variable.domain) > most, corner(square)
        for value in variable.domain[:1] if wide else variable.domain:
            key, tint = "" if wide else str(value), drawing.ground(square, value)
            if key not in found:
                ground = f'<rect x="1" y="1" width="38" height="38" {paint(tint)}/>'
                there = Picture(0, 0, tuple(drawing.standing(square, value))).at(-x, -y)
                found[key] = [ground, *there] if tint != drawing.ground(square, None) else there
    return found


def tint_of(value: object, place: int) -> str:
    """The tint of a value: that of the colour it names, else that of its place in the domain."""
    return named_tint(value) or f"tint{place % TINTS}"


def tour_parts(group: OnBoard, values: Mapping[str, Any]) -> Iterator[str]:
    """A line from each square to the one that follows, dots on the squares, a ring at the start."""
    centres = [(x + CELL / 2, y + CELL / 2) for x, y in map(corner, group.squares)]
    goals = [values.get(variable.name) for variable in group.variables]
    for here, goal in enumerate(goals):
        if isinstance(goal, int) and 0 <= goal < len(centres) and goal != here:
            (a, b), (c, d) = centres[here], centres[goal]
            step = f"M{a:g} {b:g}L{c:g} {d:g}"
            yield f'<path d="{step}" stroke-linecap="round" {paint("", "found", 2.5)}/>'
    for here, (x, y) in enumerate(centres):
        look = paint("ink") if here in goals else paint("paper", "soft", 2)
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{4 if here in goals else 6}" {look}/>'


@dataclass(frozen=True)
class _Drawing:
    """A group under values; each method draws one layer, from the ground up."""

    model: Model
    group: OnBoard
    values: Mapping[str, Any]
    sides: Sides | None = None

    def parts(self) -> Iterator[str]:
        squares = list(chain.from_iterable(self.group.board.grid))
        for square in squares:
            yield from self._field(square)
        yield from self._borders(squares)
        yield from chain.from_iterable(cage_parts(cage, self._zones) for cage in self._cages)
        yield from sum_parts(self.model, self.group)
        if self.sides is not None:
            for variable, stroke in zip(self.sides.variables, strokes_of(self.sides), strict=True):
                given = variable.name in self._fixed
                yield from side_part(*stroke, self.values.get(variable.name), given)
        if self._is_tour and self.values:
            yield from tour_parts(self.group, self.values)
        else:
            for square, number in numbers_of(self.model, self.group, self._fixed).items():
                x, y = corner(square)
                yield text(x + CELL / 2, y + 26, number, "soft")
            for square in squares:
                yield from self.standing(square, self._value(square))
            yield from self._notes()
        yield from sign_parts(self.model, self.group)
        if self._points:
            yield '<g class="points">'
        for (row, column), words in self._points.items():
            yield from mark(words, (column - 0.5) * CELL, (row - 0.5) * CELL, small=True, halo=True)
        if self._points:
            yield "</g>"

    # ------------------------------------------------------------------ what is there

    @cached_property
    def _fixed(self) -> dict[str, Value]:
        return fixed_values(self.model.constraints)

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
        zones = zones_of(self.group, self.model.rules)
        mapped = len({zones[square] for square in self.group.squares}) > 1
        drawn = DRAWN & {str(self._value(square)) for square in self.group.squares}
        return {} if mapped or drawn else areas_of(self.model, self.group, self.values)

    @cached_property
    def _may_make_areas(self) -> bool:
        """True if values are labels, and a square has none yet."""
        is_wordy = all(variable.labelled for variable in self.group.variables)
        return is_wordy and None in map(self._value, self.group.squares)

    @cached_property
    def _is_tour(self) -> bool:
        return isinstance(self.group, Filling) and tour_of(self.model, self.group)

    @cached_property
    def _is_pieces(self) -> bool:
        """True if this filling decides which colour of a piece stands where."""
        first = self.group.variables[:1]
        coloured = any({*map(str, variable.domain)} <= {".", "W", "B"} for variable in first)
        return bool(outline(self.group.name)) and coloured

    @cached_property
    def _looks(self) -> dict[str, str]:
        return {one: one for one in DRAWN} | looks_of(self.model, self.group)

    @cached_property
    def _zones(self) -> dict[Square, str]:
        """The zone of each square; lines are drawn between zones, and at holes."""
        zones = zones_of(self.group, self.model.rules)
        areas = {s: str(number) for s, number in self._areas.items()} or zones
        return {s: HOLE if s in self._left_out else areas.get(s, "(wall)") for s in zones}

    @cached_property
    def _texts(self) -> dict[Square, str]:
        notes = notes_of(self.model, self.group)
        return notes if self.sides is None else {**notes, **notes_of(self.model, self.sides)}

    @cached_property
    def _points(self) -> dict[Point, str]:
        groups = [self.group] if self.sides is None else [self.group, self.sides]
        return points_of(self.model, *groups)

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
            yield f"<rect {place} {paint(self.ground(square, self._value(square)))}/>"

    def ground(self, square: Square, value: Any) -> str:
        """The colour of a square with a value, or without."""
        board = self.group.board
        if square in board.walls:
            return "wall"
        if self._value(square) is SPOKEN_OF:
            return "tint1"
        if self._has_regions and not self._areas:
            return self._tints[self._kinds[square]]
        if isinstance(self.group, Filling) and not self._is_pieces:
            return self._value_tint(square, value)
        chequered = self._is_pieces or piece_of(self.group.name) in CHESS
        return ("fair", "deep")[(square.row + square.column) % 2] if chequered else "paper"

    def _value_tint(self, square: Square, value: Any) -> str:
        """Colours, areas, or what may make some, and a domain of two or three are tinted."""
        domain = self.group[square].domain
        if named_tint(value):
            return named_tint(value)
        if self._areas:
            return self._tints[self._kinds[square]]
        if str(value) in self._looks:
            return "paper"
        most = max(3, len(self.group.squares) // 2 * self._may_make_areas)
        few = len({v.domain for v in self.group.variables}) == 1 and size_of(domain) <= most
        if self._is_tour or not few or value in (0, ".", *ARROWS) or value not in domain:
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
                    # Where fences may stand, a thick line around the board would be one.
                    bare = other == HOLE and isinstance(self.sides, Fences)
                    (thin if other == mine or bare else thick).append(path)
        if thin and not (piece_of(self.group.name) in CHESS and not self.group.board.plan):
            yield f'<path d="{"".join(thin)}" {paint("", "grid", 0.7)}/>'
        if thick:
            yield f'<path d="{"".join(thick)}" stroke-linecap="square" {paint("", "ink", 2.5)}/>'

    def standing(self, square: Square, value: Any) -> Iterator[str]:
        """A number, or a piece; nothing where there is none, or its area already shows it."""
        x, y = corner(square)
        if isinstance(value, CandidateText):
            yield from candidate_parts(value, x, y)
            return
        if not self._is_something(value):
            return
        look = self._looks.get(str(value))
        given = self._some_are_given and self.group[square].name in self._fixed
        if (self._is_shown_by_its_area(square) and not given and not look) or look == "":
            return
        if self._is_pieces:
            yield from piece(self.group.name, x, y, "white" if value == "W" else "black")
        elif look:
            yield from mark(look, x + CELL / 2, y + CELL / 2)
        elif isinstance(self.group, Filling) or value != 1:
            low = 4 if self._cages else 0
            size = fitting(str(value), 30, 15 if self._areas else 20)
            colour = "found" if self._some_are_given and not given else "ink"
            middle = y + CELL / 2 + 0.35 * size + low
            over = isinstance(self.sides, Links)
            yield text(x + CELL / 2, middle, str(value), colour, size, bold=given, halo=over)
        else:
            yield from piece(self.group.name, x, y)
            if given:
                box = f'x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}"'
                yield f"<rect {box} {paint('', 'ink', 1.5)}/>"

    def _notes(self) -> Iterator[str]:
        """The model's notes on walls, on empty squares, and on squares that a piece fills."""
        for square, words in self._texts.items():
            taken = self._is_something(self._value(square))
            wall = square in self.group.board.walls
            if taken and piece_of(self.group.name) not in FILLED:
                continue
            x, y = corner(square)
            colour = "wallink" if wall else "paper" if taken else "ink"
            over = isinstance(self.sides, Links) and colour == "ink"
            # Marks that stand on squares and between them are alike.
            small = bool(self._points)
            yield from mark(words, x + CELL / 2, y + CELL / 2, colour, small=small, halo=over)

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
        if value is None or self._looks.get(str(value), value) == ".":
            return False
        return isinstance(self.group, Filling) or value != 0
