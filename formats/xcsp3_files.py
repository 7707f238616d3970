"""XCSP3 files as models, through pycsp3's parser.

They run in a process of their own, with bounds on its time and memory, since a parser may end its
process, and a short file may ask for a large model. It is given text alone and gives data back.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Any, NoReturn

from ..models.language.errors import ModelError
from ..models.language.files.model_from_data import from_data
from ..models.language.model import Model
from ..models.language.phrases import grouped
from ..solvers.harness.installing import pip_install
from .clause_files import MOST_VARIABLES
from .minizinc_files import existing, text_of

SECONDS = 600.0
"""The time that reading may take."""
MOST_BYTES = 100_000_000
"""A text that is longer is refused, also where it comes out of a compressed file."""
MOST_DIGITS = 15
"""A number with more digits is refused."""
_ENCODING = re.compile(r"<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)")
_ARRAY = re.compile(r"<array[^>]*\ssize\s*=\s*[\"']([^\"']*)")


def from_xcsp3(path: str | os.PathLike[str]) -> Model:
    """The model of an XCSP3 file, `.xml` or `.xml.lzma`, with its objective.

    Its solutions are of the variables that the file declares.
    Raises: ModelError where pycsp3 is not installed, for a document type or entities,
    for what is not XCSP3, and for a model that is too large, with the line where it is known.
    """
    if find_spec("pycsp3") is None:
        raise ModelError(f"{path} needs pycsp3: {pip_install('xcsp3')}")
    return read_xcsp3(_text(Path(path)), os.fspath(path))


def read_xcsp3(text: str, place: str) -> Model:
    """The model of an XCSP3 text, which came from `place`. Raises: ModelError, likewise."""
    _check(text, place)
    found = _read_apart(text, place)
    if "error" in found:
        raise ModelError(f"{place}: {found['error']}")
    return from_data(found["model"]).renamed(Path(place).name.partition(".")[0])


def without_tables(answer: dict[str, Any]) -> dict[str, Any]:
    """A model as data, or an error; the rows that several tables share come once, beside it."""
    tables: dict[int, tuple[int, list[Any]]] = {}
    for node in _tables_of(answer):
        node[-1], _ = tables.setdefault(id(node[-1]), (len(tables), node[-1]))
    return answer | {"tables": [rows for _, rows in tables.values()]}


def _with_tables(answer: dict[str, Any]) -> dict[str, Any]:
    for node in _tables_of(answer):
        node[-1] = answer["tables"][node[-1]]
    return answer


def _tables_of(answer: dict[str, Any]) -> Iterator[list[Any]]:
    """The nodes of which the last field holds rows."""
    nodes = answer["model"]["nodes"] if "model" in answer else ()
    return (node for node in nodes if node[0] in ("Allowed", "Forbidden"))


def _text(file: Path) -> str:
    existing(file)
    if file.suffix != ".lzma":
        text = text_of(file)
    else:
        try:
            with lzma.open(file) as opened:
                text = opened.read(MOST_BYTES + 1).decode("utf-8")
        except (OSError, EOFError, lzma.LZMAError, UnicodeDecodeError) as error:
            raise ModelError(f"{file} cannot be read as compressed text: {error}") from None
    if len(text) > MOST_BYTES:
        raise ModelError(f"{file} has more than {MOST_BYTES // 10**6} MB of text")
    return text


def _check(text: str, place: str) -> None:
    """Raises: ModelError for what must not reach a parser, with the line."""

    def refuse(found: re.Match[str], why: str) -> NoReturn:
        line = text.count("\n", 0, found.start()) + 1
        raise ModelError(f"{place}:{line}: {why}")

    if (found := _ENCODING.search(text)) and found[1].lower() not in ("utf-8", "utf8", "us-ascii"):
        refuse(found, f"the encoding {found[1][:40]} is refused; save the file as UTF-8")
    if found := re.search(r"<!(?!--|\[CDATA\[)", text):
        refuse(found, "a document type and entities are refused; XCSP3 needs none")
    if found := re.search(rf"\d{{{MOST_DIGITS + 1}}}", text):
        refuse(found, f"a number has more than {MOST_DIGITS} digits")
    if found := re.search(r"\dx\d{7,}", text):
        refuse(found, "a value is repeated too often; a list has at most 9,999,999 of one")
    cells = 0
    for found in _ARRAY.finditer(text):
        cells += prod(map(int, re.findall(r"\d+", found[1])))
        if cells > MOST_VARIABLES:
            refuse(found, f"the arrays have more than {grouped(MOST_VARIABLES)} variables")


def _read_apart(text: str, path: str) -> dict[str, Any]:
    """The answer of the process that reads: a model as data, or an error."""
    command = [sys.executable, "-P", "-m", "everyway.formats.xcsp3_program"]
    try:
        run = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ModelError(f"{path} was not read within {SECONDS:.0f} s") from None
    try:
        return _with_tables(json.loads(run.stdout.splitlines()[-1]))
    except (ValueError, LookupError, TypeError, RecursionError):
        said = (run.stdout + b"\n" + run.stderr).decode("utf-8", "replace").strip().splitlines()
        why = said[-1][:200] if said else f"it ended with {run.returncode}"
        raise ModelError(f"{path} cannot be read: {why}") from None


model_in = from_xcsp3
"""The model of a file, for the catalogue."""
