"""The puzzles of the benchmarks: each declared in everyway, and as plain data for the peers.

To add one, add an entry to `TASKS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

import plain_puzzles
from measure import Skip
from plain import Plain

if TYPE_CHECKING:
    from everyway.models import Model

SUDOKU = "5...7....6..1.5.....8....6.........34..8.3...7...2...6.6....28.....19.......8..7."
UNIQUE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
"""One solution, 17 givens. Source: Gordon Royle's collection."""
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
"""Regions with many solutions."""
QUEENS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184)
"""OEIS A000170."""


@dataclass(frozen=True)
class Task:
    """A puzzle to enumerate."""

    name: str
    count: int | None
    """The number of solutions; None if nobody knows, and all entrants must agree."""
    declared: Callable[[], Model]
    """In everyway; `plain` is the same for the peers. It may be a list of models."""
    plain: Callable[[], Plain]
    entrants: tuple[str, ...]
    """The names of entrants, or of groups of them."""
    squares: Callable[[], Model] | None = None
    """The same declared another way, as 0/1 squares."""
    size: int = 0
    """The size of the board, for programs that know queens alone."""
    text: Callable[[], str] | None = None
    """The same for programs that read text."""
    warm: Callable[[], Model] | None = None
    """One of its kind to solve before the clock counts: then all that is imported late is there."""


def unwritten() -> Plain:
    """Raises: Skip, as the task is in everyway alone."""
    raise Skip("not written as plain data")


# --------------------------------------------------------------------------------- declared


def _catalogue(puzzle: str, **arguments: object) -> Callable[[], Model]:
    def declared() -> Model:
        # Not by `load`, which looks for puzzles in other packages too.
        make: Callable[..., Model] = getattr(import_module(f"everyway.models.{puzzle}"), puzzle)
        return make(**arguments)

    return declared


def _queens_by_integers(size: int, *, torus: bool = False) -> Callable[[], Model]:
    def declared() -> Model:
        from everyway.models import Model, all_different, variables

        column = variables("column", size, range(size))
        rising = [column[row] + row for row in range(size)]
        falling = [column[row] - row for row in range(size)]
        return Model(
            f"{size} queens on a torus" if torus else f"{size} queens",
            column,
            all_different(column),
            all_different(term % size if torus else term for term in rising),
            all_different(term % size if torus else term for term in falling),
        )

    return declared


# -------------------------------------------------------------------------------- the table

AGAINST_OLD = (
    "auto[loops], arrays again",
    "auto[loops], arrays",
    "auto[loops], count",
    "auto, solutions",
    "auto[python], solutions",
    "old CP solver",
)


def _queens_task(size: int, *entrants: str) -> Task:
    return Task(
        f"{size} queens",
        QUEENS[size],
        _queens_by_integers(size),
        lambda: plain_puzzles.queens(size),
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
        "auto[loops], count",
        "auto[loops], count, squares",
        "C, writing",
        "C, writing, native",
        "reference C, writing",
        "auto[loops], arrays",
        "auto[loops], solutions",
        "auto, solutions",
    ),
    _queens_task(
        15,
        "C, half board",
        "C, half board, native",
        "reference C, half board",
        "auto[loops], count by the mirror",
        "auto[loops], one job",
        "auto[loops], two jobs",
        "C, two processes at once",
    ),
    _queens_task(
        12,
        "C, whole board",
        "auto[loops], count",
        "auto[loops], arrays",
        "auto[loops], solutions",
        "auto, solutions",
        "auto[python], count",
        "auto[python], solutions",
        "auto[python], assignments",
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
        lambda: plain_puzzles.magic_square(4),
        AGAINST_OLD,
    ),
    Task(
        "Langford, 8 pairs",
        300,
        _catalogue("langford", n=8),
        lambda: plain_puzzles.langford(8),
        AGAINST_OLD,
    ),
    Task(
        "sudoku with many solutions",
        9388,
        _catalogue("sudoku", givens=SUDOKU),
        lambda: plain_puzzles.sudoku(SUDOKU),
        AGAINST_OLD,
    ),
    Task(
        "Latin squares of order 5",
        161280,
        _catalogue("latin_square", n=5),
        lambda: plain_puzzles.latin_square(5),
        AGAINST_OLD,
    ),
    Task(
        "all-interval series of 11",
        648,
        _catalogue("all_interval", n=11),
        lambda: plain_puzzles.all_interval(11),
        AGAINST_OLD,
    ),
    Task(
        "Costas arrays of 9",
        760,
        _catalogue("costas_array", n=9),
        lambda: plain_puzzles.costas_array(9),
        AGAINST_OLD,
    ),
    Task(
        "11 queens on a torus",
        88,
        _queens_by_integers(11, torus=True),
        lambda: plain_puzzles.toroidal_queens(11),
        (*AGAINST_OLD, "auto[loops], arrays, squares"),
        squares=_catalogue("queens", n=11, wrap=True),
    ),
    Task(
        "9 crowns",
        2870,
        _catalogue("crowns", regions=REGIONS),
        lambda: plain_puzzles.crowns(REGIONS),
        AGAINST_OLD,
    ),
    Task(
        "sudoku of 17 givens",
        1,
        _catalogue("sudoku", givens=UNIQUE),
        lambda: plain_puzzles.sudoku(UNIQUE),
        (
            "auto, solutions",
            "auto[python], solutions",
            "auto[loops], solutions",
            "CP-SAT",
            "CP-SAT, default",
            "old CP solver",
        ),
    ),
)
TASKS = {task.name: task for task in _TASKS}
