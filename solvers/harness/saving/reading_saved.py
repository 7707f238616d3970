"""Reading a file of solutions: as a claim, or to export it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from sqlite3 import Connection
from sqlite3 import Error as DatabaseError
from types import NoneType
from typing import Any, BinaryIO, Self

from ....models.language.expressions import Bounds, Domain, Variable, bounds
from ....models.language.files.minizinc_data import ending, in_minizinc
from ....models.language.files.model_from_data import from_data
from ....models.language.late_dataclasses import fields
from ....models.language.model import Model
from ....models.language.nodes import Value, topological
from ....models.language.objectives import Objective, Point
from ....models.language.solution import Solution
from ..atomic_files import write_whole
from ..contract import Best
from ..installing import pip_install
from ..outcome import Outcome
from ..rows.arrays import in_blocks, kind_of
from ..rows.packing import Digest, Packer
from ..running.judging import MOST_JUDGED, MOST_SEARCHED, RowsJudged, judge_of, judged_rows
from .saved_file_format import (
    BEGUN,
    FINISHED,
    MAGIC,
    SCHEMA,
    TABLES,
    WAITING,
    SavedError,
    Tally,
    best_points,
    connect,
    damaged,
    from_0,
    inflated,
    objective,
    read_as_data,
    seal,
    shape,
)

# -------- The checks of a file of solutions, from its header to the last chunk, against its seals.


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


def _sealed_rows(path: Path, connection: Connection, kind: str) -> Iterator[list[Any]]:
    """The rows of the table of boxes or chunks, in order, each checked against its seal."""
    table = {"box": "boxes", "chunk": "chunks"}[kind]
    for *row, sealed in connection.execute(f"SELECT * FROM {table} ORDER BY id"):
        if sealed != seal(*row):
            raise damaged(path, f"{kind} {row[0]} does not fit its seal")
        yield row


def _boxes(path: Path, connection: Connection) -> tuple[int, int, Digest]:
    """The tally of boxes that wait and are finished, and of solutions in the finished ones."""
    states, tally = [0, 0, 0], Tally()
    for row in _sealed_rows(path, connection, "box"):
        states[from_0(row[3])] += 1
        tally.add(row[4], int(row[5], 16))
    return states[WAITING] + states[BEGUN], states[FINISHED], tally.digest


def _chunks(path: Path, connection: Connection) -> tuple[int, int]:
    """The number of chunks of rows, and of solutions in them."""
    chunks = solutions = 0
    for row in _sealed_rows(path, connection, "chunk"):
        chunks, solutions = chunks + 1, solutions + from_0(row[2])
    return chunks, solutions


def _disagreeing(connection: Connection) -> bool:
    """True if a finished box has more or fewer solutions than it says, or one has no box."""
    query = (
        "SELECT 1 FROM boxes LEFT JOIN (SELECT box, sum(solutions) AS number FROM chunks"
        " GROUP BY box) AS found ON found.box = boxes.id"
        " WHERE boxes.state = 2 AND boxes.solutions != coalesce(found.number, 0) UNION ALL"
        " SELECT 1 FROM chunks WHERE box NOT IN (SELECT id FROM boxes WHERE state != 0) LIMIT 1"
    )
    return connection.execute(query).fetchone() is not None


SECONDS_TO_JUDGE = 60.0
"""The most time to judge the rows of a file."""


class SavedSolutions:
    """The solutions that `save` wrote, complete or not, all checked; to be closed after use.

    Nobody writes to the file meanwhile.

    Raises: SavedError for a file that is not there, is damaged or is being written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            what = "is a folder" if self.path.is_dir() else "there is no such file"
            raise SavedError(self.path, f"{what}; name a file that `solve --save` wrote")
        with read_as_data(self.path):
            self._connection: Connection = connect(self.path)
            try:
                self._connection.execute("BEGIN")
                self.header = verify(self.path, self._connection)
                self._tally = read_tally(self.path, self._connection)
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        with suppress(DatabaseError):
            self._connection.close()

    def __len__(self) -> int:
        """The number of solutions; of a search that was stopped, of those found."""
        return self._tally.solutions + self._tally.pending

    @property
    def complete(self) -> bool:
        """True if these are all."""
        return self._tally.complete

    @property
    def digest(self) -> str | None:
        """The digest, all 64 digits; None where the file is not complete."""
        return self._tally.digest.full if self.complete else None

    @property
    def solver(self) -> str:
        """The solver that found them."""
        return str(self.header["solver"])

    @cached_property
    def model(self) -> Model:
        """The variables, in their groups, that a solution gives values to; no rules.

        It has the objective, if that is over these variables.
        """
        with read_as_data(self.path):
            found, aim = shape(self.header), self.objective
        asked = topological(aim.expressions) if aim else []
        names = {node.name for node in asked if isinstance(node, Variable)}
        return found.aiming(aim) if names <= found.by_name.keys() else found

    @cached_property
    def objective(self) -> Objective | None:
        """The objective of the solutions; None where there is none, or no file can hold it."""
        with read_as_data(self.path):
            return objective(self.header)

    @cached_property
    def best(self) -> Best | None:
        """The best value, as far as it is proven, where there is an objective."""
        if self.objective is None:
            return None
        found = Best.of(self.objective)
        if self._tally.best:
            with read_as_data(self.path):
                found.settle(best_points(self._tally.best, self.objective))
        return found

    @cached_property
    def value_columns(self) -> list[tuple[str, Bounds]]:
        """A name and the bounds of each value that `valued_rows` adds."""
        aim = self.objective
        if aim is None or (self.model.objective is None and self._shared is None):
            return []
        name = self.model.value_name
        names = [name] if aim.single else [f"{name}[{k}]" for k in range(len(aim.goals))]
        return list(zip(names, map(bounds, aim.expressions), strict=True))

    def valued_rows(self) -> Iterator[tuple[Value, ...]]:
        """The same rows, and behind each the value of every goal, where there is an objective.

        None of a projection on other variables whose rows may differ in that.
        """
        names = [variable.name for variable in self.model.variables]
        aim, shared = self.model.objective, self._shared or ()
        for row in self.rows():
            yield (*row, *(shared if aim is None else self._point(aim, names, row)))

    def _point(self, aim: Objective, names: Sequence[str], row: Sequence[Value]) -> Point:
        with read_as_data(self.path):
            point = aim.valuation.of(dict(zip(names, row, strict=True)))
            if point is None:
                raise ValueError(f"{row} has no value")
        return point

    @cached_property
    def _shared(self) -> Point | None:
        """The value that every solution has, if it is proven to be one."""
        if self.best is None or self.objective is None or self.objective.within:
            return None
        return tuple(self.best.points[0]) if len(self.best.points) == 1 else None

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """The values of each solution, in the order of declaration."""
        packer = Packer(self.model)
        for data in self._packed(packer.row_size):
            with read_as_data(self.path):
                found = list(map(packer.values, packer.rows(data)))
            yield from found

    def assignments(self) -> Iterator[Mapping[str, Any]]:
        """The values of each solution, by the names of variables."""
        names = tuple(variable.name for variable in self.model.variables)
        for row in self.rows():
            yield dict(zip(names, row, strict=True))

    @cached_property
    def declared(self) -> Model | None:
        """The whole model, rules and all; None where the file does not hold it."""
        data = self.header.get("model")
        if data is None:
            return None
        with read_as_data(self.path):
            return from_data(data)

    def judged(self, model: Model | None = None, seed: int | None = None) -> RowsJudged:
        """The judge's findings on the rows: by the rules of `model`, else of that in the file."""
        by = model or self.declared
        if by is None:
            return RowsJudged(len(self))
        known = Outcome(self.solver, "", objective=self.best)
        most = MOST_JUDGED if self.header["project"] is None else MOST_SEARCHED
        seconds = SECONDS_TO_JUDGE
        with read_as_data(self.path) if model is None else nullcontext():  # its model is data too
            judge = judge_of(by, self.header["project"], [known], seconds)
            rows = self.assignments()
            return judged_rows(judge, rows, len(self), most=most, seed=seed, seconds=seconds)

    def _packed(self, row_size: int) -> Iterator[bytes]:
        with read_as_data(self.path):
            for row in _sealed_rows(self.path, self._connection, "chunk"):
                yield inflated(self.path, row, row_size)


def is_saved(path: str | Path) -> bool:
    """True if a file begins as those do that `save` writes."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


# ---------------------- Saved solutions in other formats: JSON Lines, CSV, MiniZinc's and Parquet.


FORMATS = ("jsonl", "csv", "dzn", "parquet")


def export(saved: SavedSolutions, to: str | Path | BinaryIO, form: str | None = None) -> None:
    """Write the solutions of `saved` to a file, or to a stream of bytes.

    `form` is jsonl, csv, dzn or parquet; by default it follows from the file's name. A line of JSON
    is by groups, as `everyway solve --jsonl` prints it, and dzn is what MiniZinc prints; the others
    have a column a variable. The value of an objective comes last, called `objective`. A file is
    there when it is whole, or as it was before.

    Raises: ValueError for a form that there is not; ImportError, with what to install, for parquet;
    SavedError where a file cannot be written.
    """
    write = writer(form or form_of(to))
    if not isinstance(to, str | Path):
        write(saved, to)
        return
    path = Path(to)
    try:
        write_whole(path, lambda stream: write(saved, stream))
    except OSError as error:
        raise SavedError(path, f"cannot be written: {error.strerror or error}") from error


def form_of(to: object) -> str:
    """The format by the name of a file. Raises: ValueError."""
    suffix = Path(to).suffix.removeprefix(".").lower() if isinstance(to, str | Path) else ""
    form = {"ndjson": "jsonl", "pq": "parquet"}.get(suffix, suffix)
    if form not in FORMATS:
        raise ValueError(f"{to} does not name its format; choose one of {', '.join(FORMATS)}")
    return form


def writer(form: str) -> Callable[[SavedSolutions, BinaryIO], None]:
    """The function that writes a format. Raises: ValueError; ImportError for a lacking package."""
    match form:
        case "jsonl":
            return _write_jsonl
        case "csv":
            return _write_csv
        case "dzn":
            return _write_dzn
        case "parquet":
            _arrow()
            return _write_parquet
    raise ValueError(f"no form {form!r}; choose one of {', '.join(FORMATS)}")


def _write_jsonl(saved: SavedSolutions, stream: BinaryIO) -> None:
    model = saved.model
    dump = json.JSONEncoder(ensure_ascii=False).encode
    width, several = len(model.variables), len(saved.value_columns) > 1
    for row in saved.valued_rows():
        values = list(row[width:]) if several else row[-1]
        stated = {model.value_name: values} if saved.value_columns else {}
        found = {**Solution(model, row[:width]).to_json(), **stated}
        stream.write(dump(found).encode() + b"\n")


def _write_dzn(saved: SavedSolutions, stream: BinaryIO) -> None:
    width, valued = len(saved.model.variables), bool(saved.value_columns)
    for row in saved.valued_rows():
        solution = Solution(saved.model, row[:width])
        stream.write(f"{in_minizinc(solution, row[width:] if valued else None)}\n".encode())
    end = ending(len(saved), complete=saved.complete)
    stream.write(f"{end}\n".encode() if end else b"")


def _write_csv(saved: SavedSolutions, stream: BinaryIO) -> None:
    names = [variable.name for variable in saved.model.variables]
    head = [*names, *(name for name, _ in saved.value_columns)]
    blocks: Iterator[list[Any]] = chain([[head]], in_blocks(saved.valued_rows()))
    for block in blocks:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\n").writerows(block)
        stream.write(text.getvalue().encode())


def _write_parquet(saved: SavedSolutions, stream: BinaryIO) -> None:
    arrow, parquet = _arrow()
    variables = saved.model.variables
    if not variables:
        raise ValueError("there are no variables, and so no columns; choose jsonl")
    domains = [(v.name, v.domain) for v in variables] + saved.value_columns
    kinds = [(name, _kind(arrow, name, domain)) for name, domain in domains]
    schema = arrow.schema(kinds)
    with parquet.ParquetWriter(stream, schema) as written:
        for block in in_blocks(saved.valued_rows()):
            columns = zip(zip(*block, strict=True), kinds, strict=True)
            arrays = [arrow.array(column, type=kind) for column, (_, kind) in columns]
            written.write_table(arrow.Table.from_arrays(arrays, schema=schema))


def _kind(arrow: Any, name: str, domain: Domain | Bounds) -> Any:
    """The smallest type that holds every value. Raises: ValueError past 64 bits."""
    kind = kind_of(domain)
    if kind == "big":
        ends = f"{domain[0]} to {domain[-1]}"
        raise ValueError(f"parquet holds 64 bits, and {name} takes {ends}; choose jsonl")
    return arrow.string() if kind == "str" else getattr(arrow, kind)()


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError(f"parquet needs pyarrow; install it: {pip_install('parquet')}") from error
