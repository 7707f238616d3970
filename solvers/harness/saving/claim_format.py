"""The format of a file of solutions: its tables, their seals, and their checks."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import NoneType
from typing import Any

from ..contract import ClaimError
from ..rows.digest import Digest

SCHEMA = "everyway.claim/1"
MAGIC = b"SQLite format 3\0"
"""The first bytes of every database of this kind."""

WAITING, BEGUN, FINISHED = range(3)
"""The states of a box."""

TABLES = (
    "CREATE TABLE header (id INTEGER PRIMARY KEY, text TEXT, seal BLOB)",
    "CREATE TABLE progress (id INTEGER PRIMARY KEY, text TEXT, seal BLOB)",
    "CREATE TABLE boxes (id INTEGER PRIMARY KEY, sides TEXT, generation INTEGER,"
    " state INTEGER, solutions INTEGER, total TEXT, seal BLOB)",
    "CREATE TABLE chunks (id INTEGER PRIMARY KEY, box INTEGER, solutions INTEGER,"
    " rows BLOB, seal BLOB)",
    "CREATE INDEX unfinished ON boxes (id) WHERE state != 2",
)

MOST_BYTES = 2_000_000
"""The most bytes of rows in one chunk, but for one row more."""
MOST_ROWS = 8192
LONGEST_VALUE = 256 << 20
"""Bytes of a text or blob in the database; a longer one is refused."""

HEADER: dict[str, tuple[type, ...]] = {
    "everyway": (str,),
    "puzzle": (str,),
    "identity": (str,),
    "shape": (dict,),
    "solver": (str,),
    "version": (str, NoneType),
    "viewpoint": (str,),
    "project": (list, NoneType),
}
"""The keys of the header that are read, and their types."""

FORGED = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError)
"""The exceptions raised while a file is read that holds what `save` never writes."""

DAMAGED = "is damaged ({}); delete it and begin again, or take a copy that is whole"


class SavedError(ClaimError):
    """A file of solutions cannot be written, read, or gone on with; says why and what to do."""


def lock(connection: sqlite3.Connection) -> None:
    """Keep everybody else from the file, until it is closed; a commit reaches the disk."""
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    connection.execute("ROLLBACK")  # the lock stays, and an empty file stays empty


@dataclass
class Tally:
    """The contents of a file, as it states them."""

    waiting: int = 0
    """Boxes that are not finished."""
    finished: int = 0
    """Boxes that are finished."""
    solutions: int = 0
    """Solutions in finished boxes."""
    total: str = f"{0:064x}"
    """The sum of their hashes, as in `Digest`."""
    pending: int = 0
    """Solutions in a box that is not finished."""
    chunks: int = 0
    boxes_of: str = ""
    """A hash of the model that the boxes are parts of: the declared one as its solver has it."""

    @property
    def complete(self) -> bool:
        """True if every box is finished."""
        return not self.waiting

    @property
    def digest(self) -> Digest:
        """The digest of the solutions in finished boxes."""
        return Digest(self.solutions, int(self.total, 16))

    def add(self, number: int, total: int) -> None:
        """Count the solutions of a box as finished ones."""
        self.solutions += number
        self.total = f"{(int(self.total, 16) + total) % (1 << 256):064x}"
        self.pending = 0


def seal(*values: Any) -> bytes:
    """A hash of what stands in a row of a table."""
    hashed = hashlib.blake2b(digest_size=16)
    for value in values:
        data = value if isinstance(value, bytes) else repr(value).encode()
        hashed.update(b"%d:" % len(data))
        hashed.update(data)
    return hashed.digest()


def connect(path: Path) -> sqlite3.Connection:
    """The database at `path`, which is not made where there is none."""
    where = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(where, uri=True, timeout=0, isolation_level=None)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def touch(path: Path) -> bool:
    """Make an empty file, unless there is one; True if there was none. Raises: SavedError."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666))
    except FileExistsError:
        return False
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SavedError(
            path, f"cannot be written: {reason}; name a file in a folder that can be"
        ) from error
    return True


@contextmanager
def checked(path: Path) -> Iterator[None]:
    """Turn errors of the database into ours, with the reason. Raises: SavedError."""
    try:
        yield
    except sqlite3.Error as error:
        raise SavedError(path, _words(error)) from error


@contextmanager
def read_as_data(path: Path) -> Iterator[None]:
    """Call a file damaged that holds what `save` does not write. Raises: SavedError."""
    with checked(path):
        try:
            yield
        except SavedError:
            raise
        except (*FORGED, zlib.error) as error:
            raise damaged(path, f"it holds what is not written there: {error}") from None


def _words(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    kind = "_".join(name.split("_")[:2])
    match kind:
        case "SQLITE_BUSY" | "SQLITE_LOCKED":
            return (
                "is in use by another run, which writes or reads it; wait until that has ended,"
                " or close what reads it"
            )
        case "SQLITE_FULL":
            return (
                "cannot grow, the disk is full; what was saved until then is kept:"
                " free some space, and go on with --resume"
            )
        case "SQLITE_READONLY" | "SQLITE_CANTOPEN" | "SQLITE_PERM":
            return f"cannot be written ({error}); the file and its folder must be writable"
        case "SQLITE_IOERR":
            return (
                f"cannot be written or read ({error}); what was saved until then is kept:"
                " see to the disk, and go on with --resume"
            )
        case "SQLITE_NOTADB":
            return "is no file of solutions that `solve --save` wrote, or is damaged at its head"
    return DAMAGED.format(error)


def damaged(path: Path, what: str) -> SavedError:
    """The error to raise where something does not fit."""
    return SavedError(path, DAMAGED.format(what))


def read_tally(path: Path, connection: sqlite3.Connection) -> Tally:
    """The tally that the file states. Raises: SavedError."""
    found = _sealed(path, connection, "progress")
    kinds = {one.name: type(one.default) for one in fields(Tally)}
    fits = {name: type(value) for name, value in found.items()} == kinds
    if not fits or not re.fullmatch("[0-9a-f]{64}", found["total"]):
        raise damaged(path, "its progress has not the form that it should have")
    return Tally(**found)


def verify(path: Path, connection: sqlite3.Connection) -> dict[str, Any]:
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


def _refuse_other_files(path: Path, connection: sqlite3.Connection) -> None:
    made = dict(connection.execute("SELECT name, sql FROM sqlite_master LIMIT 100"))
    tables = set(made)
    if not tables:
        raise SavedError(path, "is empty: nothing was saved yet")
    if not {"header", "progress", "boxes", "chunks"} <= tables:
        raise SavedError(path, "is a database of something else, not one that `solve --save` wrote")
    if sorted(map(str, made.values())) != sorted(TABLES):  # a view or trigger is a program
        raise damaged(path, "its tables are not those that `solve --save` makes")


def _sealed(path: Path, connection: sqlite3.Connection, table: str) -> dict[str, Any]:
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


def from_0(value: Any) -> int:
    """`value`, a whole number from 0. Raises: ValueError."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no number from 0")
    return value


def inflated(path: Path, row: Sequence[Any], row_size: int) -> bytes:
    """The rows of a chunk; no more is unpacked than there should be. Raises: SavedError."""
    number, packed = row[2], row[3]
    if number > MOST_ROWS or (number - 1) * row_size > MOST_BYTES:
        raise damaged(path, f"chunk {row[0]} is larger than chunks are")
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(packed, number * row_size + 1)
    if len(data) != number * row_size or not unpacking.eof:
        raise damaged(path, f"chunk {row[0]} has not the solutions that it should have")
    return data


def _boxes(path: Path, connection: sqlite3.Connection) -> tuple[int, int, Digest]:
    """The tally of boxes that wait and are finished, and of solutions in the finished ones."""
    states, tally = [0, 0, 0], Tally()
    for *row, sealed in connection.execute("SELECT * FROM boxes"):
        if sealed != seal(*row):
            raise damaged(path, f"box {row[0]} does not fit its seal")
        states[from_0(row[3])] += 1
        tally.add(row[4], int(row[5], 16))
    return states[WAITING] + states[BEGUN], states[FINISHED], tally.digest


def _chunks(path: Path, connection: sqlite3.Connection) -> tuple[int, int]:
    """The number of chunks of rows, and of solutions in them."""
    chunks = solutions = 0
    for *row, sealed in connection.execute("SELECT * FROM chunks"):
        if sealed != seal(*row):
            raise damaged(path, f"chunk {row[0]} does not fit its seal")
        chunks, solutions = chunks + 1, solutions + from_0(row[2])
    return chunks, solutions


def _disagreeing(connection: sqlite3.Connection) -> bool:
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
