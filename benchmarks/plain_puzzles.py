"""The puzzles of the benchmarks as plain data for the peers."""

from __future__ import annotations

import plain
from plain import Plain, Sum


def queens(size: int) -> Plain:
    """The column of the queen in each row."""
    rows = range(size)
    return Plain(
        [rows] * size,
        [
            plain.places(*rows),
            [plain.shifted(row, row) for row in rows],
            [plain.shifted(row, -row) for row in rows],
        ],
    )


def toroidal_queens(size: int) -> Plain:
    """The same, with diagonals that go on around the edges."""
    rows = range(size)
    rising = [_around(size, row, row) for row in rows]
    falling = [_around(size, row, -row) for row in rows]
    return Plain([rows] * size, [plain.places(*rows), rising, falling])


def _around(size: int, place: int, shift: int) -> plain.Image:
    return plain.image(place, range(size), lambda column: (column + shift) % size)


def _lines(size: int) -> tuple[list[list[int]], list[list[int]]]:
    """The places of the rows and of the columns of a square, row by row."""
    rows = [[size * row + column for column in range(size)] for row in range(size)]
    return rows, [list(column) for column in zip(*rows, strict=True)]


def magic_square(size: int) -> Plain:
    """The cells, row by row."""
    rows, columns = _lines(size)
    falling, rising = (
        [row[i] for i, row in enumerate(rows)],
        [row[~i] for i, row in enumerate(rows)],
    )
    magic = size * (size * size + 1) // 2
    return Plain(
        [range(1, size * size + 1)] * size**2,
        [plain.places(*range(size * size))],
        [plain.adds_up(line, magic) for line in (*rows, *columns, falling, rising)],
    )


def langford(size: int) -> Plain:
    """The cell of the left one of each number."""
    domains = [range(2 * size - number - 1) for number in range(1, size + 1)]
    cells = [plain.shifted(k - 1, far) for k in range(1, size + 1) for far in (0, k + 1)]
    return Plain(domains, [cells])


def latin_square(size: int) -> Plain:
    """The cells, row by row."""
    rows, columns = _lines(size)
    lines = [plain.places(*line) for line in (*rows, *columns)]
    return Plain([range(1, size + 1)] * size**2, lines)


def sudoku(givens: str) -> Plain:
    """The cells, row by row; what is given has one value."""
    rows, columns = _lines(9)
    corners = [27 * row + 3 * column for row in range(3) for column in range(3)]
    boxes = [[corner + 9 * i + j for i in range(3) for j in range(3)] for corner in corners]
    domains = [[int(sign)] if sign in "123456789" else range(1, 10) for sign in givens]
    return Plain(domains, [plain.places(*line) for line in (*rows, *columns, *boxes)])


def all_interval(size: int) -> Plain:
    """The notes in order."""
    intervals = [plain.difference(i + 1, i, absolute=True) for i in range(size - 1)]
    return Plain([range(size)] * size, [plain.places(*range(size)), intervals])


def costas_array(size: int) -> Plain:
    """The row of the dot in each column."""
    arrows = [
        [plain.difference(i + over, i) for i in range(size - over)] for over in range(1, size - 1)
    ]
    return Plain([range(size)] * size, [plain.places(*range(size)), *arrows])


def crowns(regions: str) -> Plain:
    """The column of the crown in each row."""
    lines = regions.split()
    rows = range(len(lines))
    apart = [
        Sum(((1, row + 1), (-1, row)), "!=", distance) for row in rows[:-1] for distance in (-1, 1)
    ]
    colours = [plain.Image(row, dict(enumerate(map(ord, line)))) for row, line in enumerate(lines)]
    return Plain([rows] * len(lines), [plain.places(*rows), colours], apart)
