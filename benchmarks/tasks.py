"""The puzzles of the benchmarks: each declared in everyway, and as plain data for the peers.

To add one, add an entry to `TASKS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import plain
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


def named(text: str) -> tuple[str, ...]:
    """The names in a text, with `|` between them."""
    return tuple(" ".join(name.split()) for name in text.split("|"))


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

AGAINST_OLD = """auto[loops], arrays again | auto[loops], arrays | auto[loops], count
    | auto, solutions | auto[python], solutions | old CP solver"""


def _queens_task(size: int, entrants: str) -> Task:
    squares, data = _catalogue("queens", n=size), partial(plain.queens, size)
    model = _queens_by_integers(size)
    return Task(f"{size} queens", QUEENS[size], model, data, named(entrants), squares, size)


def _task(name: str, count: int, puzzle: str, **arguments: object) -> Task:
    """A puzzle of the catalogue, which `plain` has under the same name."""
    data = partial(getattr(plain, puzzle), *arguments.values())
    return Task(name, count, _catalogue(puzzle, **arguments), data, named(AGAINST_OLD))


_TASKS = (
    _queens_task(
        14,
        """C, whole board | C, whole board, native | reference C, whole board
        | auto[loops], count | auto[loops], count, squares
        | C, writing | C, writing, native | reference C, writing
        | auto[loops], arrays | auto[loops], solutions | auto, solutions""",
    ),
    _queens_task(
        15,
        """C, half board | C, half board, native | reference C, half board
        | auto[loops], count by the mirror | auto[loops], one job | auto[loops], two jobs
        | C, two processes at once""",
    ),
    _queens_task(
        12,
        """C, whole board | auto[loops], count | auto[loops], arrays | auto[loops], solutions
        | auto, solutions | auto[python], count | auto[python], solutions
        | auto[python], assignments | flatmap, solutions
        | old CP solver | CP-SAT | CP-SAT, default | python-constraint | Choco | clingo | Gecode
        | everyway count, whole process | old CP solver, whole process | CP-SAT, whole process""",
    ),
    _task("magic squares of order 4", 7040, "magic_square", n=4),
    _task("Langford, 8 pairs", 300, "langford", n=8),
    _task("sudoku with many solutions", 9388, "sudoku", givens=SUDOKU),
    _task("Latin squares of order 5", 161280, "latin_square", n=5),
    _task("all-interval series of 11", 648, "all_interval", n=11),
    _task("Costas arrays of 9", 760, "costas_array", n=9),
    Task(
        "11 queens on a torus",
        88,
        _queens_by_integers(11, torus=True),
        partial(plain.toroidal_queens, 11),
        named(f"{AGAINST_OLD} | auto[loops], arrays, squares"),
        squares=_catalogue("queens", n=11, wrap=True),
    ),
    _task("9 crowns", 2870, "crowns", regions=REGIONS),
    replace(
        _task("sudoku of 17 givens", 1, "sudoku", givens=UNIQUE),
        entrants=named(
            """auto, solutions | auto[python], solutions | auto[loops], solutions
            | CP-SAT | CP-SAT, default | old CP solver"""
        ),
    ),
)
TASKS = {task.name: task for task in _TASKS}
