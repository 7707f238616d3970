"""Solutions to be checked: from a file, from standard input, or written on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.language.late_dataclasses import dataclass
from .exit_codes import Refused
from .puzzles import refusals

if TYPE_CHECKING:
    from ..models.language.model import Model


SCHEMA = "everyway.solve/1"
"""The schema of the documents that `everyway solve --json` prints."""


@dataclass(frozen=True)
class Given:
    """One solution that was given."""

    line: int
    """The line where it begins, 1-based."""
    values: dict[str, Any]
    """By variable; some may be missing, or not of their domain."""


def read_solutions(source: str, model: Model) -> list[Given]:
    """The solutions of `source`: a path, `-`, or JSON text itself. Raises: Refused."""
    if source.lstrip()[:1] in ("{", "["):
        place, text = "the solution", source
    else:
        place = "standard input" if source == "-" else source
        saved = _saved(source, model)
        if saved is not None:
            return saved
        text = _decoded(place, _bytes(source))
    return [
        Given(line, values)
        for start, data in _documents(place, text)
        for line, values in _values(place, text, start, data, model)
    ]


def _saved(source: str, model: Model) -> list[Given] | None:
    """The solutions of a file that `save` wrote; None of any other. Raises: Refused."""
    from ..comparer.claim_files import saved_claim
    from ..solvers.harness.saving.reading_saved import is_saved

    if source == "-" or not is_saved(source):
        return None
    with refusals():
        claim = saved_claim(source, model)
        return [Given(n, dict(values)) for n, values in enumerate(claim.open(), start=1)]


def _bytes(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except FileNotFoundError:
        raise Refused(
            f"there is no file {source}; give a JSON file, - for standard input,"
            ' or the JSON itself, for example \'{"queen": ["r1c5"]}\''
        ) from None
    except IsADirectoryError:
        raise Refused(f"{source} is a folder; name a JSON file in it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused(f"{source} cannot be read: {reason}") from error


def _decoded(place: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        where = _where(before, len(before))
        byte = f"byte 0x{data[error.start]:02x}"
        raise Refused(f"{place}, {where}: {byte} is not UTF-8; save the file as UTF-8") from None


def _documents(place: str, text: str) -> Iterator[tuple[int, Any]]:
    """Each JSON document in `text`, with where it begins."""
    from ..comparer.claim_files import DECODER

    start, found = _next_start(text, 0), 0
    while start < len(text):
        try:
            data, end = DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            where = _where(text, error.pos)
            raise Refused(f"{place}, {where}: not JSON: {error.msg}") from None
        except RecursionError:
            raise Refused(f"{place}, {_where(text, start)}: nested too deeply") from None
        except ValueError as error:
            raise Refused(f"{place}, {_where(text, start)}: {error}") from None
        yield start, data
        start, found = _next_start(text, end), found + 1
    if not found:
        raise Refused(f"{place} holds no solution; write one as `everyway solve --jsonl` does")


def _values(
    place: str, text: str, start: int, data: Any, model: Model
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The solutions of a document: one, or those that `everyway solve --json` wrote."""
    from ..comparer.claim_files import place_of, values_in

    labelled = {variable.name: variable.labelled for variable in model.variables}
    documents = [data]
    if isinstance(data, dict) and str(data.get("schema")).startswith("everyway.solve/"):
        if data["schema"] != SCHEMA:
            where = _where(text, start)
            raise Refused(
                f"{place}, {where}: has the form {data['schema']!r}, and this version of everyway"
                f" reads {SCHEMA!r}; write it again with this version"
            )
        documents = data.get("solutions") or []
    for document in documents:
        try:
            yield text.count("\n", 0, start) + 1, values_in(document, model, labelled)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            where = _where(text, place_of(str(error), text, start))
            raise Refused(f"{place}, {where}: {error}") from error


def _next_start(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _where(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"
