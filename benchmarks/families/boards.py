"""Pictures, tours, colours and algebra: puzzles of the catalogue, with random or large sizes."""

from __future__ import annotations

from itertools import groupby, permutations
from json import dumps
from random import Random

from everyway.models import Model
from everyway.models.block_designs import block_designs
from everyway.models.graph_colouring import graph_colouring
from everyway.models.independent_sets import independent_sets
from everyway.models.knights_tour import knights_tour
from everyway.models.nonogram import nonogram
from everyway.models.operation_tables import operation_tables
from everyway.models.peaceable_queens import peaceable_queens
from everyway.models.quasigroups import quasigroups
from everyway.models.van_der_waerden import van_der_waerden


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


__all__ = [
    "block_designs",
    "grid_colours",
    "grid_colours_text",
    "grid_sets",
    "grid_sets_text",
    "knights_cycles",
    "nonograms",
    "operation_tables",
    "peaceable_queens",
    "quasigroups",
    "van_der_waerden",
]
