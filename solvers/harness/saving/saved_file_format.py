"""The format of a file of solutions: its tables, their seals, and what is wrong with one."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ....models.language.errors import ModelError
from ....models.language.files.model_as_data import fingerprint, structure, to_data
from ....models.language.files.model_from_data import from_data
from ....models.language.late_dataclasses import replace
from ....models.language.model import Model
from ....models.language.objectives import Objective
from ..contract import ClaimError
from ..installing import installed_version
from ..options import AUTO, Options
from ..outcome import Outcome, plain
from ..processes.payload import structure_hash
from ..registry import current
from ..rows.packing import Digest

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


@dataclasses.dataclass
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
    best: str = ""
    """The best points as JSON, once they are proven; empty before, and without an objective."""
    incumbent: str = ""
    """The values of the best solution so far as JSON, until it is proven best."""

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


def from_0(value: Any) -> int:
    """`value`, a whole number from 0. Raises: ValueError."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no number from 0")
    return value


def best_points(text: str, objective: Objective) -> list[list[int]]:
    """The best values that a tally states. Raises: ValueError for what are none of `objective`."""
    points = json.loads(text)
    goals = len(objective.goals)
    fits = isinstance(points, list) and all(
        isinstance(point, list) and [type(value) for value in point] == [int] * goals
        for point in points
    )
    if not fits or (len(points) > 1 and not objective.pareto):
        raise ValueError(f"{text[:200]!r} are no best values")
    return list(points)


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


# -------------- The header of a file of solutions: its model and solver as data, and their checks.


def header_of(model: Model, outcome: Outcome, options: Options) -> dict[str, Any]:
    """The model of a file, and the solver that goes on with it."""
    return {
        "schema": SCHEMA,
        "everyway": version_of_ours(),
        "puzzle": model.name,
        "model": data_or_none(model),
        "recipe": model.recipe and plain(vars(model.recipe)),
        "shape": to_data(model.rewritten(model.groups, [])),
        "objective": _aim(model),
        "identity": identity(model),
        "solver": outcome.solver,
        "version": outcome.version,
        "viewpoint": options.viewpoint,
        "project": _listed(options.project),
    }


def identity(model: Model) -> str:
    """The fingerprint of `model`; where a predicate has none, a hash that knows it by its code."""
    try:
        return fingerprint(model)
    except ModelError:
        code = [_code(value) for row in structure(model)[0] for value in row if callable(value)]
        return hashlib.sha256(repr((structure_hash(model), code)).encode()).hexdigest()


def shape(header: Mapping[str, Any]) -> Model:
    """The variables of the model, and what solutions of the file give values to; without rules."""
    if any(row[0] != "Variable" for row in header["shape"]["nodes"]) or header["shape"]["rules"]:
        raise ModelError("its shape has more than variables")
    model = from_data(header["shape"])
    return model if header["project"] is None else model.projected(header["project"])


def objective(header: Mapping[str, Any]) -> Objective | None:
    """The objective of the solutions of the file, if it has one. Raises: ModelError."""
    aim = header.get("objective")
    return from_data(aim["model"]).objective if aim and aim["model"] else None


def as_begun(
    path: Path, header: Mapping[str, Any], model: Model, solver: str | None, options: Options
) -> tuple[str, Options]:
    """The solver to go on with, and the options with the viewpoint and the projection to.

    Raises: SavedError where others were asked for, or for another model.
    """
    refuse_other_model(path, header, model)
    if solver is None and ":" in header["solver"]:
        raise SavedError(
            path,
            f"was begun with the solver {header['solver']}, which is a program that no file"
            " starts; name it to go on: -S",
        )
    viewpoint = None if options.viewpoint == AUTO else options.viewpoint
    header = {**header, "solver": current(header["solver"])}
    solver = None if solver is None else current(solver)
    asked = {"solver": solver, "viewpoint": viewpoint, "project": _listed(options.project)}
    for name, wanted in asked.items():
        if wanted not in (None, header[name]):
            raise SavedError(
                path,
                f"was begun with the {name} {_shown(header[name])}, not {_shown(wanted)};"
                f" leave that out to go on, or save to another file",
            )
    return header["solver"], replace(
        options, viewpoint=header["viewpoint"], project=header["project"]
    )


def refuse_other_model(path: Path, header: Mapping[str, Any], model: Model) -> None:
    """Raises: SavedError where the file holds solutions of another model."""
    if header["identity"] == identity(model):
        return
    name = header["puzzle"]
    mine, known = _aim_in_words(header), _aim_in_words({"objective": _aim(model)})
    if mine != known:
        raise SavedError(path, f"holds solutions of another model: {name} {mine}, not {known}")
    which = "a model of that name with other rules" if name == model.name else name
    raise SavedError(path, f"holds solutions of another model: {which}, not of this {model.name}")


def _listed(names: Iterable[str] | None) -> list[str] | None:
    return None if names is None else list(names)


def _shown(value: Any) -> str:
    if value is None:
        return "of all variables"
    return " ".join(value) if isinstance(value, list) else str(value)


def _aim(model: Model) -> dict[str, Any] | None:
    """The objective in words, and over the variables alone as data where that can be."""
    if model.objective is None:
        return None
    bare = model.rewritten(model.groups, []).aiming(model.objective)
    return {"words": model.objective.words, "model": data_or_none(bare)}


def _aim_in_words(header: Mapping[str, Any]) -> str:
    aim = header.get("objective")
    return f"to {aim.get('words')}" if aim else "without objective"


def data_or_none(model: Model) -> dict[str, Any] | None:
    """The whole model; None where it has a predicate that no file can hold."""
    try:
        return to_data(model)
    except ModelError:
        return None


def _code(function: Any) -> str:
    """The text of a function's code and constants, the same in every process."""
    code = getattr(function, "__code__", None)
    if code is None:
        return getattr(function, "__qualname__", type(function).__qualname__)
    constants = [str(getattr(one, "co_code", one)) for one in code.co_consts]
    cells = [_plain_text(cell) for cell in getattr(function, "__closure__", None) or ()]
    defaults = [_text_of(one) for one in getattr(function, "__defaults__", None) or ()]
    return repr((code.co_code, code.co_names, constants, cells, defaults))


def _plain_text(cell: Any) -> str:
    try:
        return _text_of(cell.cell_contents)
    except ValueError:  # it is empty
        return ""


def _text_of(value: Any) -> str:
    """The text of a value, if it is the same in every process; else its type alone."""
    if isinstance(value, int | float | str | bytes | bool | tuple | list | dict | type(None)):
        return repr(value)
    return type(value).__qualname__


def version_of_ours() -> str:
    """The version of everyway; `unknown` where it is not installed."""
    return installed_version("everyway") or "unknown"
