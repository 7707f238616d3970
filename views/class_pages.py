"""The page of a class and the files of feedback that `everyway check` writes, and its points."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from ..models.language.late_dataclasses import dataclass
from .command_options import together
from .exit_codes import Refused
from .output_files import NewFile, write_file
from .puzzles import refusals
from .standard_streams import complain
from .wording import counted

if TYPE_CHECKING:
    from ..comparer.points import Points
    from ..comparer.submission_reports import Report
    from ..models.language.model import Model

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Pages:
    """The pages that were asked for, and the rule for points."""

    html: str | None
    feedback: str | None
    points: Points | None

    @property
    def any(self) -> bool:
        """True if anything was asked for."""
        return bool(self.html or self.feedback or self.points)

    def write(
        self,
        models: Sequence[Model],
        reports: Mapping[str, Sequence[Report]],
        given: str,
        assignments: Sequence[str],
        against: str,
        exercise: str | None,
    ) -> None:
        """Write what was asked for. Raises: Refused where that cannot be."""
        from .pages.class_page import Checked, class_page, feedback_page

        how = ("--exercise", exercise) if exercise else (*assignments, "--against", against)
        command = shlex.join(["everyway", "check", given, *how, *self._options()])
        title = " ".join([exercise or against, *assignments])
        checked = Checked(title, command, how, models, reports, self.points)
        if self.html:
            write_file(self.html, class_page(checked).html.encode())
            complain(f"written to {self.html}")
        if self.feedback:
            files = list(_names(Path(self.feedback), list(reports)))
            _make(Path(self.feedback), files)
            for name, path in zip(reports, files, strict=True):
                write_file(path, feedback_page(checked, name).html.encode())
            complain(f"{counted(len(files), 'file')} written to {self.feedback}")

    def _options(self) -> Iterator[str]:
        if self.points:
            yield from ("--points", self.points.rule)
        for option, value in (("--html", self.html), ("--feedback", self.feedback)):
            if value:
                yield from (option, value)


def as_pages(function: F) -> F:
    """Gives a command one `pages: Pages`, of --html, --feedback and --points."""

    @wraps(function)
    def packed(html: str | None, feedback: str | None, points: str | None, **given: Any) -> Any:
        return function(pages=Pages(html, feedback, _points(points)), **given)

    return cast(F, packed)


class_options = together(
    click.option(
        "--html",
        type=NewFile(),
        metavar="FILE",
        help="With --against or --exercise: write a page with a row for each file.",
    ),
    click.option(
        "--feedback",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="With --against or --exercise: write a page for each file into this folder, for who"
        " submitted it.",
    ),
    click.option(
        "--points",
        metavar="RULE",
        help="With --against or --exercise: points, such as 'same 10, too many 4, else 0' or"
        " 'same 2 each'.",
    ),
    as_pages,
)
"""For a command that gets one `pages`."""


def _points(rule: str | None) -> Points | None:
    """The rule that was given. Raises: Refused for one that cannot be read."""
    from ..comparer.points import read_points

    if rule is None:
        return None
    with refusals():
        return read_points(rule)


def _names(folder: Path, files: Sequence[str]) -> Iterator[Path]:
    """The file of feedback for each; where two differ in their suffix alone, that is kept."""
    stems = Counter(Path(file).stem for file in files)
    for file in files:
        path = Path(file)
        yield folder / f"{path.stem if stems[path.stem] == 1 else path.name}.html"


def _make(folder: Path, files: Sequence[Path]) -> None:
    """Make the folder. Raises: Refused where it cannot be made, or holds other people's files."""
    from .pages.page import is_page

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror}") from error
    for path in files:
        if path.exists() and not is_page(path):
            raise Refused(f"{path} is there already and is no page of ours; give another folder")
