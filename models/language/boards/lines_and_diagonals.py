"""Lines on a grid, on a plane or on a torus, and where walls cut them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from .families import Square
from .pieces import COLUMNS, FALLING, RISING, ROWS

STEPS = {ROWS: (0, 1), COLUMNS: (1, 0), FALLING: (1, 1), RISING: (-1, 1)}
"""One step along a line of each direction: rows down, columns right."""


def lines(direction: str, height: int, width: int, wrap: bool) -> list[list[Square]]:
    """Every line in `direction`, in order, whatever stands on its squares.

    On a torus a diagonal is an orbit: one of the greatest common divisor of height and width
    lines, each as long as their least common multiple.
    """
    if not height or not width:
        empty = {ROWS: height, COLUMNS: width}.get(direction, 0)
        return [[] for _ in range(empty)]
    found: list[list[Square]] = []
    seen: set[Square] = set()
    for start in _starts(direction, height, width, wrap):
        if start not in seen:
            found.append(list(_walk(start, STEPS[direction], height, width, wrap)))
            seen.update(found[-1])
    return found


def _starts(direction: str, height: int, width: int, wrap: bool) -> list[Square]:
    """A square of every line; of a line with ends, the one on the left, or at the top."""
    left = [Square(row, 1) for row in range(1, height + 1)]
    if direction == ROWS:
        return left
    edge = height if direction == RISING else 1
    across = [Square(edge, column) for column in range(1, width + 1)]
    if wrap or direction == COLUMNS:
        return across
    return left[:-1] + across if direction == RISING else left[:0:-1] + across


def _walk(
    start: Square, step: tuple[int, int], height: int, width: int, wrap: bool
) -> Iterator[Square]:
    """The squares from `start` on, to the edge or, on a torus, once around."""
    square = start
    while True:
        yield square
        moved = moved_by(square, step, height, width, wrap)
        if moved is None or moved == start:
            return
        square = moved


def moved_by(
    square: Square, step: tuple[int, int], height: int, width: int, wrap: bool
) -> Square | None:
    """The square `step` away, around the edges of a torus; None off the board."""
    row, column = square.row + step[0], square.column + step[1]
    if wrap:
        return Square((row - 1) % height + 1, (column - 1) % width + 1)
    return Square(row, column) if 1 <= row <= height and 1 <= column <= width else None


def runs(
    line: Sequence[Square], walls: Collection[Square], circular: bool
) -> Iterator[list[Square]]:
    """The parts of `line` between `walls`; of a circular one, around its end as well."""
    if circular:
        wall = next((place for place, square in enumerate(line) if square in walls), None)
        if wall is not None:
            line = [*line[wall + 1 :], *line[: wall + 1]]
    for is_wall, part in groupby(line, walls.__contains__):
        if not is_wall:
            yield list(part)
