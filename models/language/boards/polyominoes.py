"""Pieces made of cells, the ways to lay them, and what a tiling with them asks.

>>> turned(shape("XX/X.")) [0]
((0, 0), (0, 1), (1, 0))
>>> [laid.name for laid in placements({"D": shape("XX")}, Board(2).open)]
['D1', 'D2', 'D3', 'D4']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product

from ..choices import element
from ..expressions import Variable, indicator
from ..global_constraints.all_equal import all_equal
from ..global_constraints.exact_cover import exact_cover
from ..groups import VariableList
from ..late_dataclasses import dataclass
from ..rules import Rule, rule
from .board import Board
from .grid import Square
from .placements import Filling
from .sketches import Helpers, helpers

Cell = tuple[int, ...]
"""A cell in the plane or in space, by its coordinates."""

Shape = tuple[Cell, ...]
"""The cells of a piece."""

UNCOVERED = "-"
"""The label of a square that no placement covers."""


@dataclass(frozen=True)
class Placed:
    """A piece, laid on these cells; `name` is the piece's and a number, such as `L12`."""

    piece: str
    name: str
    cells: tuple[Cell, ...]


def shape(drawn: str) -> Shape:
    """The cells that `drawn` marks with X, a line or `/` a row: `"XX/X."`."""
    rows = drawn.strip().replace("/", "\n").split()
    return tuple((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X")


@cache
def turned(piece: Shape, mirrored: bool = True) -> tuple[Shape, ...]:
    """Every orientation of a piece, each once, its first cell at the origin.

    It is turned in all ways, and, where it may be `mirrored`, turned over as well.
    """
    found = set()
    for order, signs in product(
        permutations(range(len(piece[0]))), product((1, -1), repeat=len(piece[0]))
    ):
        if mirrored or _keeps_its_hand(order, signs):
            cells = sorted(
                tuple(s * cell[i] for i, s in zip(order, signs, strict=True)) for cell in piece
            )
            found.add(tuple(_moved(cell, [-x for x in cells[0]]) for cell in cells))
    return tuple(sorted(found))


def placements(
    pieces: Mapping[str, Shape], cells: Iterable[Sequence[int]], mirrored: bool = True
) -> list[Placed]:
    """Every way to lay each of `pieces` on `cells`, in any orientation."""
    places = sorted(tuple(cell) for cell in cells)
    room = set(places)
    return [
        Placed(name, f"{name}{number}", laid)
        for name, piece in pieces.items()
        for number, laid in enumerate(_laid(piece, places, room, mirrored), 1)
    ]


def _laid(
    piece: Shape, places: Sequence[Cell], room: set[Cell], mirrored: bool
) -> Iterator[tuple[Cell, ...]]:
    for place in places:
        for cells in turned(piece, mirrored):
            laid = tuple(_moved(cell, place) for cell in cells)
            if room.issuperset(laid):
                yield laid


def by_squares(
    board: Board, laid: Iterable[Placed], where: Mapping[Cell, Square] | None = None
) -> tuple[Filling, Rule]:
    """A filling `tile` that says which placement covers each square, and the rule for it.

    `where` is the square that shows each cell, where cells are not the board's own squares.
    """
    shown = [(one, [where[c] if where else Square(*c) for c in one.cells]) for one in laid]
    names: dict[Square, list[str]] = {square: [] for square in board.open}
    for one, squares in shown:
        for square in squares:
            names[square].append(one.name)
    tiles = (Variable(f"tile[{s}]", tuple(some or [UNCOVERED])) for s, some in names.items())
    tile = Filling("tile", tuple(tiles), board)
    whole = rule(
        "whole pieces",
        # All squares of a placement show it, or none does;
        (all_equal(indicator(tile[s] == one.name) for s in squares) for one, squares in shown),
        # and no square stays bare.
        (tile[square] != UNCOVERED for square, some in names.items() if not some),
    )
    return tile, whole


def by_pieces(
    board: Board,
    laid: Sequence[Placed],
    pieces: Iterable[str],
    where: Mapping[Cell, Square] | None = None,
) -> tuple[Filling, VariableList, Rule, Helpers]:
    """For `pieces` that are used once each: a filling `cell` with the piece on each square, a list
    `place` with the number of its placement for each piece, from 0, which no picture shows, and
    the rule that ties them.
    """
    names = list(pieces)
    ways: dict[str, list[set[Square]]] = {piece: [] for piece in names}
    for one in laid:
        ways[one.piece].append({where[c] if where else Square(*c) for c in one.cells})
    cell = board.fill(names, "cell")
    choices = (Variable(f"place[{piece}]", range(len(ways[piece]) or 1)) for piece in names)
    place = VariableList("place", tuple(choices), tuple(names))
    tied = rule(
        "pieces lie in their places",
        # A square shows a piece where the place of that piece covers it.
        (
            indicator(cell[square] == piece)
            == element([int(square in way) for way in ways[piece]], place[piece])
            for piece in names
            if ways[piece]
            for square in board.open
        ),
        # A piece that fits nowhere has no place.
        (place[piece] != 0 for piece in names if not ways[piece]),
    )
    return cell, place, tied, helpers(place)


def by_placements(
    cells: Iterable[Sequence[int]], laid: Sequence[Placed]
) -> tuple[VariableList, Rule]:
    """A list `laid` of one 0/1 variable a placement, and the rule that each cell is covered."""
    return exact_cover(
        {one.name: one.cells for one in laid},
        map(tuple, cells),
        name="laid",
        label="each cell is covered once",
    )


def _moved(cell: Cell, by: Sequence[int]) -> Cell:
    return tuple(x + d for x, d in zip(cell, by, strict=True))


def _keeps_its_hand(order: Sequence[int], signs: Sequence[int]) -> bool:
    """True if exchanging axes by `order` and turning them by `signs` makes no mirror image."""
    swaps = sum(a > b for a, b in combinations(order, 2))
    return (swaps + signs.count(-1)) % 2 == 0


def side_by_side(layers: int, rows: int, columns: int) -> tuple[Board, dict[Cell, Square]]:
    """A board that shows the layers of a box from left to right, with a gap between, and the
    square on it for each cell of the box: layer, row and column, counted from 0.
    """
    wide = columns + 1
    gaps = [(row, wide * layer) for layer in range(1, layers) for row in range(1, rows + 1)]
    board = Board(rows, max(wide * layers - 1, 0), holes=[Square(*gap) for gap in gaps])
    places = product(range(layers), range(rows), range(columns))
    return board, {(z, r, c): Square(r + 1, wide * z + c + 1) for z, r, c in places}
