"""Spiral Galaxies: a board divided into regions that are symmetric about their dots."""

from collections.abc import Iterator, Sequence

from everyway.models import (
    Board,
    Constraint,
    Model,
    ModelError,
    any_of,
    connected,
    iff,
    known,
    puzzle,
    rule,
)
from everyway.models.boards import Filling, Square, read_map
from everyway.models.pictures import helpers, notes, symbols

EXAMPLE = """
w...b...#
.........
b....w..b
.........
.w...b..w
.........
......w..
..b......
b.....b..
"""


@puzzle(
    known("has one solution", count=1),
    known("a dot in the middle, or a dot in each", dots={".../.w./...": 1, "w.w/.../w.w": 1}),
    known("a square beside a galaxy of one", dots="w..", count=0),
)
def spiral_galaxies(dots: str = EXAMPLE) -> Model:
    """Spiral Galaxies: divide the board into regions, each with a dot in its middle.

    A region hangs together over sides and stays the same when it is turned half around its dot, the
    only one that it has, also on its borders. `dots` has a line (or `/`) for each row of squares
    and each border between rows, and in it a character for each square and each border or corner
    between squares: `w` or `b` for a dot, `.` for none; `#` in the middle of a square that is left
    out.

    Source: Nikoli, Tentai Show (2001); the example is from the tests of pzprjs (MIT).
    """
    marks = read_map(dots, ".wb#")
    lines, length = max(marks)
    holes = [(i, j) for (i, j), mark in marks.items() if mark == "#"]
    if not lines % 2 or not length % 2 or any(not i % 2 or not j % 2 for i, j in holes):
        raise ModelError(
            f"spiral_galaxies has {lines} lines of {length} characters; write one for each row or"
            " column and for each border between two, and # in the middle of a square"
        )
    board = Board(
        lines // 2 + 1, length // 2 + 1, holes=[(i // 2 + 1, j // 2 + 1) for i, j in holes]
    )
    centres = [place for place, mark in marks.items() if mark in "wb"]
    wall = board.borders("wall")
    # The number of the dot of the galaxy to which each square belongs.
    galaxy = board.fill(range(max(len(centres), 1)), "galaxy")
    held = [_around(board, *centre) for centre in centres]
    on_dots = [galaxy[square] == k for k, squares in enumerate(held) for square in squares]
    galaxies = [*zip(held, centres, strict=True)]
    return Model(
        f"spiral galaxies {board.height}×{board.width}",
        wall,
        galaxy,
        helpers(galaxy),
        notes(
            wall,
            symbols({((i + 1) / 2, (j + 1) / 2): n for (i, j), n in marks.items() if n != "#"}),
        ),
        # A galaxy lies on all squares that its dot touches,
        rule("dots", on_dots),
        [rule("a dot at all", any_of(on_dots))] if board.open else [],
        # and hangs together.
        rule(
            "one piece",
            (_joined(galaxy, k, near, *centre) for k, (near, centre) in enumerate(galaxies)),
        ),
        # Between galaxies there is a border.
        rule("borders", (iff(wall[a, b] == 1, galaxy[a] != galaxy[b]) for a, b in wall.pairs)),
        # Turned half around its dot, each galaxy is the same.
        rule(
            "symmetric", (c for k, dot in enumerate(centres) for c in _symmetric(galaxy, k, *dot))
        ),
    )


def _around(board: Board, line: int, place: int) -> list[Square]:
    """The squares that a dot touches."""
    rows, columns = ({(n + 1) // 2, n // 2 + 1} for n in (line, place))
    squares = [Square(row, column) for row in sorted(rows) for column in sorted(columns)]
    for square in squares:
        if not board.has(square):
            raise ModelError(f"a dot touches {square}, which is left out; move the dot")
    return squares


def _turned(square: Square, line: int, place: int) -> tuple[int, int]:
    """The row and the column of the square onto which one is turned half around a dot."""
    return line + 1 - square.row, place + 1 - square.column


def _symmetric(galaxy: Filling, dot: int, *centre: int) -> Iterator[Constraint]:
    for square in galaxy.squares:
        turned = _turned(square, *centre)
        other = galaxy.get(turned)
        if other is None:
            yield galaxy[square] != dot
        elif turned > square:
            yield iff(galaxy[square] == dot, other == dot)


def _joined(galaxy: Filling, dot: int, held: Sequence[Square], *centre: int) -> Constraint:
    """The squares of a galaxy, of those that are turned onto squares, hang together."""
    near = [*held, *(s for s in galaxy.squares if galaxy.get(_turned(s, *centre)) is not None)]
    number = {square: n for n, square in enumerate(dict.fromkeys(near))}
    sides = [(a, b) for a, b in galaxy.board.adjacent if a in number and b in number]
    return connected(
        [True if square in held else galaxy[square] == dot for square in number],
        [(number[a], number[b]) for a, b in sides],
    )
