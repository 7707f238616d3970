"""Boards: Latin squares made full, then emptied; pictures, tours, sets and colours."""

from __future__ import annotations

from itertools import groupby, permutations
from json import dumps
from random import Random

from everyway.models import Board, Model
from everyway.models.futoshiki import futoshiki as futoshiki_of
from everyway.models.graph_colouring import graph_colouring
from everyway.models.independent_sets import independent_sets
from everyway.models.knights_tour import knights_tour
from everyway.models.nonogram import nonogram
from everyway.models.skyscrapers import skyscrapers as skyscrapers_of
from everyway.models.sudoku import sudoku

from .minimal_sudokus import stored

Square = list[list[int]]


def quasigroup_completion(seed: int, *, order: int, holes: int) -> Model:
    """A Latin square with `holes` cells left open."""
    pick = Random(seed)
    full = _latin(order, pick)
    board = Board(order)
    cell = board.fill(range(order))
    squares = [(row, column) for row in range(order) for column in range(order)]
    given = sorted(pick.sample(squares, order * order - holes))
    return Model(
        f"quasigroup completion of order {order}",
        cell,
        cell.along(board.rows).all_different(),
        cell.along(board.columns).all_different(),
        [cell[row + 1, column + 1] == full[row][column] for row, column in given],
    )


def futoshiki(seed: int, *, n: int, signs: int, givens: int = 0) -> Model:
    """A Latin square with some signs between neighbours and some numbers."""
    pick = Random(seed)
    full = _latin(n, pick)
    across = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    down = [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
    text = []
    for one, other in pick.sample(across + down, signs):
        sign = "<" if full[one[0]][one[1]] < full[other[0]][other[1]] else ">"
        text.append(f"r{one[0] + 1}c{one[1] + 1}{sign}r{other[0] + 1}c{other[1] + 1}")
    shown = set(pick.sample(range(n * n), givens))
    numbers = (full[k // n][k % n] + 1 if k in shown else 0 for k in range(n * n))
    return futoshiki_of(signs=" ".join(text), givens="".join(map(str, numbers)), n=n)


def skyscrapers(seed: int, *, n: int, clues: int) -> Model:
    """A Latin square of towers with `clues` of its 4n views."""
    pick = Random(seed)
    rows = _latin(n, pick)
    columns = [list(column) for column in zip(*rows, strict=True)]
    lines = [*columns, *rows, *(row[::-1] for row in rows), *(column[::-1] for column in columns)]
    shown = set(pick.sample(range(4 * n), clues))
    views = [str(_seen(line)) if k in shown else "." for k, line in enumerate(lines)]
    top, left, right, bottom = ("".join(views[k * n : (k + 1) * n]) for k in range(4))
    return skyscrapers_of(top=top, left=left, right=right, bottom=bottom, n=n)


def minimal_sudokus(*, number: int) -> list[Model]:
    """Sudokus with one solution, which none of their givens can be spared for."""
    return [sudoku(givens=givens) for givens in stored()[:number]]


def _seen(line: list[int]) -> int:
    """The number of towers that are higher than all before."""
    return sum(all(tower > other for other in line[:k]) for k, tower in enumerate(line))


def _latin(order: int, pick: Random) -> Square:
    """A Latin square, each row a random matching of its columns with the values they lack."""
    rows: Square = []
    for _ in range(order):
        left = [set(range(order)) - {row[column] for row in rows} for column in range(order)]
        taken: dict[int, int] = {}
        for column in pick.sample(range(order), order):
            _match(column, left, taken, set(), pick)
        by_column = {column: value for value, column in taken.items()}
        rows.append([by_column[column] for column in range(order)])
    return rows


def _match(
    column: int, left: list[set[int]], taken: dict[int, int], seen: set[int], pick: Random
) -> bool:
    """Find a value for `column`, moving others where needed: an augmenting path."""
    for value in pick.sample(sorted(left[column]), len(left[column])):
        if value not in seen:
            seen.add(value)
            if value not in taken or _match(taken[value], left, taken, seen, pick):
                taken[value] = column
                return True
    return False


def nonograms(seed: int, *, n: int, black: float) -> Model:
    """The runs of a random picture."""
    pick = Random(seed)
    rows = [[pick.random() < black for _ in range(n)] for _ in range(n)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return nonogram(rows=_runs(rows), columns=_runs(columns))


def _runs(lines: list[list[bool]]) -> str:
    found = ([len(list(run)) for black, run in groupby(line) if black] or [0] for line in lines)
    return " / ".join(" ".join(map(str, runs)) for runs in found)


def knights_cycles(*, rows: int, columns: int) -> Model:
    """Closed knight's tours, in both directions."""
    return knights_tour(rows=rows, columns=columns, closed=True)


def grid_sets(*, n: int) -> Model:
    """Independent sets of a square grid."""
    return independent_sets(graph=f"grid_{n}_{n}")


def grid_colours(*, n: int) -> Model:
    """A square grid in three colours."""
    return graph_colouring(graph=f"grid_{n}_{n}")


def grid_sets_text(*, n: int) -> str:
    """The grid, the number of values of a cell, and the pairs that two neighbours may have."""
    return dumps({"n": n, "values": 2, "pairs": [[0, 0], [0, 1], [1, 0]]})


def grid_colours_text(*, n: int) -> str:
    """As of independent sets."""
    return dumps({"n": n, "values": 3, "pairs": list(permutations(range(3), 2))})
