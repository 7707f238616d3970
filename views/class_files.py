"""The pages of a class that `everyway check` writes, its points, and whose each file is."""

from __future__ import annotations

import ast
import csv
import io
import os
import re
import shlex
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from ..models.language.late_dataclasses import dataclass
from ..models.language.phrases import listed, number_of
from ..solvers.harness.options import cores
from . import command_options as option
from .exit_codes import Refused
from .solution_files import refused_file, write_file
from .standard_streams import complain

if TYPE_CHECKING:
    from ..comparer.submission_reports import Points, Report
    from ..models.language.model import Model
    from .pages.class_page import Checked


@dataclass(frozen=True)
class Pages:
    """The pages that were asked for, and the rule for points."""

    html: str | None
    feedback: str | None
    points: Points | None
    names: str | None
    jobs: int

    @property
    def any(self) -> bool:
        """True if anything was asked for."""
        return self != Pages(None, None, None, None, 1)

    def checked(
        self,
        title: str,
        given: str,
        models: Sequence[Model],
        reports: Mapping[str, Sequence[Report]],
        who: Mapping[str, Person],
    ) -> Checked:
        """The subject of the pages: files that were `given` alone or as a folder."""
        from .pages.class_page import Checked

        command, how = option.typed(), tuple(_words_for_one(option.typed(), given))
        files, links = list(reports), {}
        if self.feedback and self.html and self.html != "-":
            start = Path(self.html).parent
            links = {
                file: quote(Path(os.path.relpath(path, start)).as_posix())
                for file, path in zip(files, _names(Path(self.feedback), files), strict=True)
            }
        names = {file: person.name for file, person in who.items()}
        return Checked(
            title, command, how, models, reports, self.points, names, _alike(files), links
        )

    def write(self, checked: Checked) -> None:
        """Write what was asked for. Raises: Refused where that cannot be."""
        from .pages.class_page import class_page, feedback_page

        if self.html:
            write_file(self.html, class_page(checked).html.encode(), says=True)
        if self.feedback:
            files = list(_names(Path(self.feedback), list(checked.reports)))
            _make(Path(self.feedback), files)
            for name, path in zip(checked.reports, files, strict=True):
                write_file(path, feedback_page(checked, name).html.encode())
            complain(f"{number_of(len(files), 'file')} written to {self.feedback}")


OF_PAGES = {"-o", "--html", "--feedback", "--points", "--names", "-p", "--jobs"}
"""The options that are of a class and not of one file."""


def _words_for_one(typed: str, given: str) -> Iterator[str]:
    """The words behind `everyway check` for one of the files that were `given`."""
    from .pages.class_page import FILE

    left = iter(shlex.split(typed)[2:])
    for word in left:
        name, equals, _ = word.partition("=")
        if name not in OF_PAGES:
            yield FILE if word == given else word
        elif not equals:
            next(left, None)


def _pages(
    html: str | None, feedback: str | None, points: str | None, names: str | None, jobs: int
) -> Pages:
    """The pages that were asked for. Raises: ModelError for a rule that cannot be read."""
    from ..comparer.submission_reports import read_points

    rule = None if points is None else read_points(points)
    return Pages(html, feedback, rule, names, jobs or cores())


MOST_CHARACTERS = 1_000_000
"""The most characters of a file that is held against others."""


@dataclass(frozen=True)
class Person:
    """The person who handed in a file, by a line of the file of names."""

    id: str
    name: str


def read_names(file: str, files: Sequence[Path]) -> dict[str, Person]:
    """The person who handed in each file, by its name. Raises: Refused for what cannot be read."""
    try:
        with refused_file(file, "read"), open(file, encoding="utf-8-sig", newline="") as stream:
            text = stream.read()
        separator = ";" if ";" in text.partition("\n")[0] else ","
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise Refused(f"{file} is no CSV file: {error}; save the table as CSV again") from None
    if not rows or not {"file", "id"} <= rows[0].keys():
        raise Refused(f"{file} has no columns file and id; begin it with the line: file,id,name")
    if any(not row["id"] for row in rows):
        nobody = next(row["file"] for row in rows if not row["id"])
        raise Refused(f"{file} has no id for {nobody!r}; give each file one")
    found = {row["file"]: Person(row["id"], row.get("name") or row["id"]) for row in rows}
    if len(found) < len(rows):
        twice = next(name for name, n in Counter(row["file"] for row in rows).items() if n > 1)
        raise Refused(f"{file} has the file {twice!r} twice; give each a line of its own")
    missing = [path.name for path in files if path.name not in found]
    if missing:
        raise Refused(f"{file} has no line for {listed(missing, 5)}; add its file and id")
    sent = {path.name for path in files}
    if without := [person.name for name, person in found.items() if name not in sent]:
        complain(f"no file was sent by {listed(without, 12)}")
    return {str(path): found[path.name] for path in files}


def _alike(files: Sequence[str]) -> dict[str, list[str]]:
    """For each file, others whose program is the same but for names, texts, comments and blanks."""
    programs: dict[str, list[str]] = {}
    for file in files:
        with suppress(OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            if Path(file).suffix == ".py" and Path(file).stat().st_size <= MOST_CHARACTERS:
                programs.setdefault(_program(Path(file).read_text("utf-8")), []).append(file)
    several = (same for same in programs.values() if len(same) > 1)
    return {file: [one for one in same if one != file] for same in several for file in same}


def _program(text: str) -> str:
    """A program without comments and loose texts; for its own names stand their places, and for
    texts of letters alone.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nodes = list(ast.walk(tree := ast.parse(text)))
    fields = ("id", "arg", "name", "asname")
    own = dict.fromkeys(
        value
        for node in nodes
        for value in (getattr(node, field, None) for field in fields)
        if isinstance(value, str)
        and not isinstance(getattr(node, "ctx", None), ast.Load)
        and not (isinstance(node, ast.alias) and value != node.asname)
    )
    places = {name: f"name {place}" for place, name in enumerate(own)}
    for node in nodes:
        for field in fields:
            value = getattr(node, field, None)
            if isinstance(value, str) and value in places:
                setattr(node, field, places[value])
        if isinstance(body := getattr(node, "body", None), list):
            body[:] = [one for one in body if not _is_text(one)]
    texts: dict[str, str] = {}
    for one in [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]:
        if isinstance(one.value, str) and re.fullmatch(r"(?:[^\W\d]|[\s'-])*", one.value):
            one.value = texts.setdefault(one.value, f"text {len(texts)}")
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    """True for a docstring, or another text that is a statement."""
    value = getattr(node, "value", None)
    return isinstance(node, ast.Expr) and isinstance(getattr(value, "value", None), str)


class_options = option.together(
    option.new_file(
        "-o --html", "With --against or --exercise: write a page with a row for each file."
    ),
    option.text(
        "--feedback DIR",
        "With --against or --exercise: write a page for each file into this folder, for who"
        " submitted it.",
        type=click.Path(file_okay=False),
    ),
    option.text(
        "--points RULE",
        "With --against or --exercise: points, such as 'same 10, too many 4, else 0' or"
        " 'same 2 each'.",
    ),
    option.text(
        "--names FILE",
        "With --against or --exercise: a CSV file with the columns file, id and perhaps name, of"
        " who submitted each; --csv is then one with id, points and comment.",
    ),
    option.text(
        "-p --jobs NUMBER|auto",
        "With --against or --exercise: how many files are checked at once; auto: one a core.",
        type=option.jobs,
        default=1,
    ),
    option.gathered("pages", _pages, "html", "feedback", "points", "names", "jobs"),
)
"""For a command that gets one `pages`."""


def _names(folder: Path, files: Sequence[str]) -> Iterator[Path]:
    """The file of feedback for each; where two differ in their suffix alone, that is kept."""
    stems = Counter(Path(file).stem for file in files)
    for file in files:
        path = Path(file)
        yield folder / f"{path.stem if stems[path.stem] == 1 else path.name}.html"


def _make(folder: Path, files: Sequence[Path]) -> None:
    """Make the folder. Raises: Refused where it cannot be made, or holds other people's files."""
    from .pages.page import is_page

    with refused_file(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
    for path in files:
        if path.exists() and not is_page(path):
            raise Refused(f"{path} is there already and is no page of ours; give another folder")
