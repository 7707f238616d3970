"""The checks of a file of solutions, from its header to the last chunk, against its seals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from sqlite3 import Connection
from types import NoneType
from typing import Any

from ....models.language.late_dataclasses import fields
from ..rows.digest import Digest
from .saved_file_format import (
    BEGUN,
    FINISHED,
    SCHEMA,
    TABLES,
    WAITING,
    SavedError,
    Tally,
    damaged,
    from_0,
    seal,
)

HEADER: dict[str, tuple[type, ...]] = {
    "everyway": (str,),
    "puzzle": (str,),
    "identity": (str,),
    "shape": (dict,),
    "solver": (str,),
    "version": (str, NoneType),
    "viewpoint": (str,),
    "project": (list, NoneType),
    "objective": (dict, NoneType),
}
"""The keys of the header that are read, and their types."""


def read_tally(path: Path, connection: Connection) -> Tally:
    """The tally that the file states. Raises: SavedError."""
    found = {"best": "", "incumbent": "", **_sealed(path, connection, "progress")}
    kinds = {one.name: type(one.default) for one in fields(Tally)}
    fits = {name: type(value) for name, value in found.items()} == kinds
    if not fits or not re.fullmatch("[0-9a-f]{64}", found["total"]):
        raise damaged(path, "its progress has not the form that it should have")
    return Tally(**found)


def verify(path: Path, connection: Connection) -> dict[str, Any]:
    """The header of a file that was read from end to end and is whole. Raises: SavedError."""
    _refuse_other_files(path, connection)
    header = _sealed(path, connection, "header")
    _check_header(path, header)
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise damaged(path, " ".join(str(found).split()))
    tally = read_tally(path, connection)
    if _boxes(path, connection) != (tally.waiting, tally.finished, tally.digest):
        raise damaged(path, "its boxes are not those that it should have")
    if _chunks(path, connection) != (tally.chunks, tally.solutions + tally.pending):
        raise damaged(path, "its solutions are not those that it should have")
    if _disagreeing(connection):
        raise damaged(path, "a box has not the solutions that it should have")
    return header


def _check_header(path: Path, header: dict[str, Any]) -> None:
    """Raises: SavedError for another version's header, or a forged one."""
    if "schema" not in header:
        raise damaged(path, "its header has not the form that it should have")
    if header["schema"] != SCHEMA:
        raise SavedError(
            path,
            f"has the form {header['schema']!r}, and this version of everyway reads {SCHEMA!r};"
            " read it with the version that wrote it, or save again",
        )
    for name, kinds in HEADER.items():
        if not isinstance(header.get(name), kinds):
            raise damaged(path, f"its header says no {name}")
    if not all(isinstance(name, str) for name in header["project"] or ()):
        raise damaged(path, "its header says no project")


def _refuse_other_files(path: Path, connection: Connection) -> None:
    made = dict(connection.execute("SELECT name, sql FROM sqlite_master LIMIT 100"))
    tables = set(made)
    if not tables:
        raise SavedError(path, "is empty: nothing was saved yet")
    if not {"header", "progress", "boxes", "chunks"} <= tables:
        raise SavedError(path, "is a database of something else, not one that `solve --save` wrote")
    if sorted(map(str, made.values())) != sorted(TABLES):  # a view or trigger is a program
        raise damaged(path, "its tables are not those that `solve --save` makes")


def _sealed(path: Path, connection: Connection, table: str) -> dict[str, Any]:
    row = connection.execute(f"SELECT text, seal FROM {table} WHERE id = 1").fetchone()
    if row is None or row[1] != seal(row[0]):
        raise damaged(path, f"its {table} does not fit its seal")
    try:
        found = json.loads(row[0])
    except (TypeError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise damaged(path, f"its {table} is no JSON object")
    return found


def _boxes(path: Path, connection: Connection) -> tuple[int, int, Digest]:
    """The tally of boxes that wait and are finished, and of solutions in the finished ones."""
    states, tally = [0, 0, 0], Tally()
    for *row, sealed in connection.execute("SELECT * FROM boxes"):
        if sealed != seal(*row):
            raise damaged(path, f"box {row[0]} does not fit its seal")
        states[from_0(row[3])] += 1
        tally.add(row[4], int(row[5], 16))
    return states[WAITING] + states[BEGUN], states[FINISHED], tally.digest


def _chunks(path: Path, connection: Connection) -> tuple[int, int]:
    """The number of chunks of rows, and of solutions in them."""
    chunks = solutions = 0
    for *row, sealed in connection.execute("SELECT * FROM chunks"):
        if sealed != seal(*row):
            raise damaged(path, f"chunk {row[0]} does not fit its seal")
        chunks, solutions = chunks + 1, solutions + from_0(row[2])
    return chunks, solutions


def _disagreeing(connection: Connection) -> bool:
    """True if a finished box has more or fewer solutions than it says, or one has no box."""
    found = connection.execute(
        "SELECT 1 FROM boxes LEFT JOIN (SELECT box, sum(solutions) AS number FROM chunks"
        " GROUP BY box) AS found ON found.box = boxes.id"
        " WHERE boxes.state = 2 AND boxes.solutions != coalesce(found.number, 0) LIMIT 1"
    ).fetchone()
    stray = connection.execute(
        "SELECT 1 FROM chunks WHERE box NOT IN (SELECT id FROM boxes WHERE state != 0) LIMIT 1"
    ).fetchone()
    return found is not None or stray is not None
