"""Saved solutions in other formats: JSON Lines, CSV, MiniZinc's and Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from ....models.language.domains import Domain
from ....models.language.expressions import Bounds
from ....models.language.files.minizinc_data import ending, in_minizinc
from ....models.language.solution import Solution
from ..atomic_files import write_whole
from ..installing import pip_install
from .reading_saved import SavedSolutions
from .saved_file_format import SavedError

FORMATS = ("jsonl", "csv", "dzn", "parquet")
ROWS = 16_384
"""Solutions that are written at once."""


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
    rows = saved.valued_rows()
    names = [variable.name for variable in saved.model.variables]
    _write_lines([[*names, *(name for name, _ in saved.value_columns)]], stream)
    while block := list(islice(rows, ROWS)):
        _write_lines(block, stream)


def _write_lines(rows: list[Any], stream: BinaryIO) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
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
        for columns in _columns(saved):
            arrays = [
                arrow.array(column, type=kind)
                for column, (_, kind) in zip(columns, kinds, strict=True)
            ]
            written.write_table(arrow.Table.from_arrays(arrays, schema=schema))


def _columns(saved: SavedSolutions) -> Iterator[list[tuple[Any, ...]]]:
    """Blocks of solutions, the values of each variable together."""
    rows = saved.valued_rows()
    while block := list(islice(rows, ROWS)):
        yield list(zip(*block, strict=True))


def _kind(arrow: Any, name: str, domain: Domain | Bounds) -> Any:
    """The smallest type that holds every value. Raises: ValueError past 64 bits."""
    if isinstance(domain[0], str):
        return arrow.string()
    least, most = int(domain[0]), cast(int, domain[-1])
    for bits in (8, 16, 32, 64):
        if -(1 << (bits - 1)) <= least and most < 1 << (bits - 1):
            return getattr(arrow, f"int{bits}")()
    raise ValueError(f"parquet holds 64 bits, and {name} takes {least} to {most}; choose jsonl")


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError(f"parquet needs pyarrow; install it: {pip_install('parquet')}") from error
