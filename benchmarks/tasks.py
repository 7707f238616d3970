"""The puzzles of the benchmarks: each declared in everyway, and told to the peers in plain.

To add one, add an entry to `TASKS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

import plain
from plain import Plain, Sum

if TYPE_CHECKING:
    from everyway.models import Model

SUDOKU = "5...7....6..1.5.....8....6.........34..8.3...7...2...6.6....28.....19.......8..7."
UNIQUE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
"""Of Gordon Royle's collection: one solution, 17 givens."""
REGIONS = """
AAAAAAABB
CCEBBBBBB
CCEEEEBBB
CFFEEEDDD
FFFFEEDDD
FFFFFFDDD
HHHHGGIDD
HHHHGGIII
HHHHGGIII
"""
"""So loose that there is something to measure."""
QUEENS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184)
"""OEIS A000170."""


@dataclass(frozen=True)
class Task:
    """A puzzle to enumerate."""

    name: str
    count: int
    declared: Callable[[], Model]
    """In everyway; `plain` is the same for the peers."""
    plain: Callable[[], Plain]
    entrants: tuple[str, ...]
    """Who runs it: names of entrants, or of groups of them."""
    squares: Callable[[], Model] | None = None
    """The same declared another way, as 0/1 squares."""
    size: int = 0
    """Of the board, for programs that know queens alone."""


# --------------------------------------------------------------------------------- declared


def _catalogue(puzzle: str, **arguments: object) -> Callable[[], Model]:
    def declared() -> Model:
        # Not by `load`, which looks for puzzles in other packages too.
        make: Callable[..., Model] = getattr(import_module(f"everyway.models.{puzzle}"), puzzle)
        return make(**arguments)

    return declared


def _queens_by_integers(size: int) -> Callable[[], Model]:
    def declared() -> Model:
        from everyway.models import Model, all_different, variables

        column = variables("column", size, range(size))
        return Model(
            f"{size} queens",
            column,
            all_different(column),
            all_different(column[row] + row for row in range(size)),
            all_different(column[row] - row for row in range(size)),
        )

    return declared


def _toroidal_by_integers(size: int) -> Callable[[], Model]:
    def declared() -> Model:
        from everyway.models import Model, all_different, variables

        column = variables("column", size, range(size))
        return Model(
            f"{size} queens on a torus",
            column,
            all_different(column),
            all_different((column[row] + row) % size for row in range(size)),
            all_different((column[row] - row) % size for row in range(size)),
        )

    return declared


# ------------------------------------------------------------------------------------ plain


def _queens(size: int) -> Plain:
    rows = range(size)
    return Plain(
        [rows] * size,
        [
            plain.places(*rows),
            [plain.shifted(row, row) for row in rows],
            [plain.shifted(row, -row) for row in rows],
        ],
    )


def _toroidal_queens(size: int) -> Plain:
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


def _magic_square(size: int) -> Plain:
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


def _langford(size: int) -> Plain:
    domains = [range(2 * size - number - 1) for number in range(1, size + 1)]
    cells = [plain.shifted(k - 1, far) for k in range(1, size + 1) for far in (0, k + 1)]
    return Plain(domains, [cells])


def _latin_square(size: int) -> Plain:
    rows, columns = _lines(size)
    lines = [plain.places(*line) for line in (*rows, *columns)]
    return Plain([range(1, size + 1)] * size**2, lines)


def _sudoku(givens: str) -> Plain:
    rows, columns = _lines(9)
    corners = [27 * row + 3 * column for row in range(3) for column in range(3)]
    boxes = [[corner + 9 * i + j for i in range(3) for j in range(3)] for corner in corners]
    domains = [[int(sign)] if sign in "123456789" else range(1, 10) for sign in givens]
    return Plain(domains, [plain.places(*line) for line in (*rows, *columns, *boxes)])


def _all_interval(size: int) -> Plain:
    intervals = [plain.difference(i + 1, i, absolute=True) for i in range(size - 1)]
    return Plain([range(size)] * size, [plain.places(*range(size)), intervals])


def _costas_array(size: int) -> Plain:
    arrows = [
        [plain.difference(i + over, i) for i in range(size - over)] for over in range(1, size - 1)
    ]
    return Plain([range(size)] * size, [plain.places(*range(size)), *arrows])


def _crowns(regions: str) -> Plain:
    lines = regions.split()
    rows = range(len(lines))
    apart = [
        Sum(((1, row + 1), (-1, row)), "!=", distance) for row in rows[:-1] for distance in (-1, 1)
    ]
    colours = [plain.Image(row, dict(enumerate(map(ord, line)))) for row, line in enumerate(lines)]
    return Plain([rows] * len(lines), [plain.places(*rows), colours], apart)


# -------------------------------------------------------------------------------- the table

AGAINST_OLD = (
    "compiled, arrays again",
    "compiled, arrays",
    "compiled, count",
    "auto, solutions",
    "generated, solutions",
    "old CP solver",
)


def _queens_task(size: int, *entrants: str) -> Task:
    return Task(
        f"{size} queens",
        QUEENS[size],
        _queens_by_integers(size),
        lambda: _queens(size),
        entrants,
        squares=_catalogue("queens", n=size),
        size=size,
    )


_TASKS = (
    _queens_task(
        14,
        "C, whole board",
        "C, whole board, native",
        "reference C, whole board",
        "compiled, count",
        "compiled, count, squares",
        "C, writing",
        "C, writing, native",
        "reference C, writing",
        "compiled, arrays",
        "compiled, solutions",
        "auto, solutions",
    ),
    _queens_task(
        15,
        "C, half board",
        "C, half board, native",
        "reference C, half board",
        "compiled, count by the mirror",
        # Between these two, which show whether there are two idle cores.
        "C, one process",
        "compiled, one job",
        "compiled, two jobs",
        "C, two processes at once",
    ),
    _queens_task(
        12,
        "C, whole board",
        "compiled, count",
        "compiled, arrays",
        "compiled, solutions",
        "auto, solutions",
        "generated, count",
        "generated, solutions",
        "generated, assignments",
        "flatmap, solutions",
        "old CP solver",
        "CP-SAT",
        "CP-SAT, default",
        "python-constraint",
        "Choco",
        "clingo",
        "Gecode",
        "everyway count, whole process",
        "old CP solver, whole process",
        "CP-SAT, whole process",
    ),
    Task(
        "magic squares of order 4",
        7040,
        _catalogue("magic_square", n=4),
        lambda: _magic_square(4),
        AGAINST_OLD,
    ),
    Task("Langford, 8 pairs", 300, _catalogue("langford", n=8), lambda: _langford(8), AGAINST_OLD),
    Task(
        "sudoku with many solutions",
        9388,
        _catalogue("sudoku", givens=SUDOKU),
        lambda: _sudoku(SUDOKU),
        AGAINST_OLD,
    ),
    Task(
        "Latin squares of order 5",
        161280,
        _catalogue("latin_square", n=5),
        lambda: _latin_square(5),
        AGAINST_OLD,
    ),
    Task(
        "all-interval series of 11",
        648,
        _catalogue("all_interval", n=11),
        lambda: _all_interval(11),
        AGAINST_OLD,
    ),
    Task(
        "Costas arrays of 9",
        760,
        _catalogue("costas_array", n=9),
        lambda: _costas_array(9),
        AGAINST_OLD,
    ),
    Task(
        "11 queens on a torus",
        88,
        _toroidal_by_integers(11),
        lambda: _toroidal_queens(11),
        (*AGAINST_OLD, "compiled, arrays, squares"),
        squares=_catalogue("queens", n=11, wrap=True),
    ),
    Task(
        "9 crowns",
        2870,
        _catalogue("crowns", regions=REGIONS),
        lambda: _crowns(REGIONS),
        AGAINST_OLD,
    ),
    Task(
        "sudoku of 17 givens",
        1,
        _catalogue("sudoku", givens=UNIQUE),
        lambda: _sudoku(UNIQUE),
        (
            "auto, solutions",
            "generated, solutions",
            "compiled, solutions",
            "CP-SAT",
            "CP-SAT, default",
            "old CP solver",
        ),
    ),
)
TASKS = {task.name: task for task in _TASKS}
