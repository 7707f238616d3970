"""`everyway check FILE --against PUZZLE`: other people's models, held against a reference."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.language.late_dataclasses import replace
from ..models.language.phrases import number_known, solutions_known
from . import exit_codes, puzzles
from .class_pages import Pages
from .exit_codes import Refused
from .progress import Progress
from .standard_streams import complain, say, say_json, styled
from .tables import table, with_words
from .two_models import shown
from .verdict import COLOURS, broken_rules, in_colour
from .wording import counted, listed, wrapped

if TYPE_CHECKING:
    from ..comparer.model_comparison import ModelDifference
    from ..comparer.points import Points
    from ..comparer.submission_reports import Report
    from ..models.language.model import Model
    from ..solvers.harness.options import Options

SUFFIXES = (".py", ".toml")
COLUMNS = (
    "file",
    "verdict",
    "parameters",
    "solutions",
    "expected",
    "difference",
    "witness",
    "broken_rules",
    "reason",
    "evidence",
)

Reports = Mapping[str, Sequence["Report"]]


def examine(
    words: Sequence[str],
    against: str,
    mapping: Mapping[str, str],
    options: Options,
    *,
    as_json: bool,
    as_csv: bool,
    exercise: str | None = None,
    pages: Pages | None = None,
) -> int:
    """Hold a file, or every file of a folder, against a puzzle. The exit code.

    Of an `exercise` the puzzle is the reference, which is called by its name, and the text for a
    file goes as far as the first fault. `pages` are written too.
    """
    from ..comparer.submissions import MEMORY, SECONDS, Examination, examined

    if not words:
        raise Refused("the file is missing; write everyway check FILE --against PUZZLE")
    given, *assignments = words
    files = list(_files(given))
    choices = list(puzzles.choices(assignments))
    models = [puzzles.load([against, *_assigned(choice)]) for choice in choices]
    reports: dict[str, list[Report]] = {}
    seconds, memory = options.time_limit or SECONDS, options.memory or MEMORY
    options = replace(options, time_limit=seconds, memory=memory)
    known: dict[str, tuple[int, str]] = {}
    with Progress("checking") as progress:
        for file in files:
            progress.report(file.name, len(reports))
            asked = str(file), against, tuple(choices), mapping or None
            order = Examination(*asked, options=options, known=known)
            reports[str(file)] = list(examined(order))
            known = {k: v for report in reports[str(file)] for k, v in report.known.items()} | known
    points = pages.points if pages else None
    if as_json:
        say_json(_document(exercise or against, assignments, reports, points))
    elif as_csv:
        say(_csv(reports, models, points).rstrip("\n"))
    else:
        say(_text(reports, models, alone=not Path(given).is_dir(), to_first=bool(exercise)))
    if not (as_json or as_csv):
        _say_next(reports, against)
    if pages:
        pages.write(models, reports, given, assignments, against, exercise)
    return _exit_code(reports)


def _say_next(reports: Reports, against: str) -> None:
    """Print on standard error where to look further: into a file without solutions, or a fault."""
    for file, several in reports.items():
        faulty = next((one for one in several if one.fault), None)
        if faulty:
            name = against if faulty.fault == "reference" else file
            words = shlex.join([name, *_assigned(faulty.params)])
            complain(f"The model to report: everyway show {words} --as json")
        empty = [one for one in several if one.found == 0 and one.verdict == "too few"]
        if empty:
            complain(f"Next: everyway why {shlex.join([file, *_assigned(empty[0].params)])}")


# ---------------------------------------------------------------------------- the request


def _files(given: str) -> Iterator[Path]:
    """The file, or the puzzle files of the folder. Raises: Refused."""
    from ..models.language.files.puzzle_files import file_and_name

    path = Path(given)
    if not path.is_dir():
        if not Path(file_and_name(given)[0]).is_file():
            raise Refused(f"there is no file or folder {given}; name a puzzle file, or a folder")
        _refuse_unreadable(file_and_name(given)[0])
        yield path if path.name != given else Path(f"./{given}")
        return
    found = sorted(p for p in path.iterdir() if p.suffix in SUFFIXES and p.name[0] not in "._")
    if not found:
        raise Refused(
            f"there is no puzzle file in {given}; put {' or '.join(SUFFIXES)} files there"
        )
    yield from found


def _refuse_unreadable(file: str) -> None:
    """Raises: Refused for a file that one has named and that cannot be read."""
    try:
        with open(file, "rb") as stream:
            stream.read(1)
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror or error}") from error


def _assigned(params: Mapping[str, Any]) -> list[str]:
    return [f"{name}={value}" for name, value in params.items()]


# ---------------------------------------------------------------------------- the reports


def _first(reports: Sequence[Report]) -> tuple[int, Report]:
    """The first that is not the same, with its place; else the last."""
    wrong = [(place, one) for place, one in enumerate(reports) if one.verdict != "same"]
    return wrong[0] if wrong else (len(reports) - 1, reports[-1])


def _exit_code(reports: Reports) -> int:
    verdicts = {report.verdict for several in reports.values() for report in several}
    if verdicts <= {"same"}:
        return exit_codes.OK
    if verdicts & {"too many", "too few", "different"}:
        return exit_codes.DIFFERENT
    if any(report.fault for several in reports.values() for report in several):
        return exit_codes.FAILED
    return exit_codes.FAILED if "failed" in verdicts else exit_codes.UNDECIDED


def _text(reports: Reports, models: Sequence[Model], *, alone: bool, to_first: bool) -> str:
    if not alone:
        return _table(reports)
    (several,) = reports.values()
    if to_first:
        several = several[: _first(several)[0] + 1]
    return "\n\n".join(_blocks(several, models))


def _blocks(reports: Sequence[Report], models: Sequence[Model]) -> Iterator[str]:
    """A block for each choice of parameters; what is the same but for its numbers comes once."""
    blocks: dict[tuple[str, str] | int, tuple[Report, Model, list[str]]] = {}
    for place, (report, model) in enumerate(zip(reports, models, strict=False)):
        repeatable = report.reason and not report.differences and report.verdict != "same"
        words = re.sub(r"\d+", "#", report.reason)
        key = (report.verdict, words) if repeatable else place
        blocks.setdefault(key, (report, model, []))[2].append(model.name)
    for report, model, (_, *others) in blocks.values():
        likewise = f"\n{wrapped(listed(others, 12), '  likewise ')}" if others else ""
        yield f"{_one(report, model)}{likewise}"


def _one(report: Report, model: Model) -> str:
    """One choice of parameters: the verdict, and each witness."""
    word = in_colour(report.verdict)
    if report.verdict == "same":
        same = f"{word}  {model.name}: {counted(report.found or 0, 'solution')}"
        same += f"\n{wrapped(report.evidence, '  ')}"
        return f"{same}\n{wrapped(report.reason, '  note: ', '  ')}" if report.reason else same
    if not report.differences:
        return wrapped(f"{word}  {model.name}: {report.reason}", "", "  ")
    found, expected = solutions_known(report.found), number_known(report.expected)
    blocks = [f"{word}  {model.name}: {found}, the reference {expected}"]
    blocks += [_proof(one, model) for one in report.differences]
    blocks.append(wrapped(report.reason if report.fault else report.evidence, "  "))
    return "\n".join(blocks)


def _proof(difference: ModelDifference, model: Model) -> str:
    many = difference.kind == "too many"
    who = "the submission allows" if many else "the submission lacks"
    least = "" if difference.exact else "at least "
    too = " too many" if many else ""
    head = f"  {who} {least}{counted(difference.count, 'solution')}{too}:"
    judge = "against the reference:" if many else "forbidden by the submission:"
    words = [judge, *(f"  {line}" for line in broken_rules(difference.violated, model))]
    return f"{head}\n{shown(model, difference.witness, words)}"


def _table(reports: Reports) -> str:
    """A row for each file: its verdict, and all that is to be said of it, in lines that fit."""
    rows, words = [("file", "verdict")], ["what"]
    for file, several in reports.items():
        name = " ".join(Path(file).name.split())
        rows.append((name, _first(several)[1].verdict))
        words.append(_what(several).replace(file, name))
    head, *lines = with_words(table(rows), words)
    colours = [COLOURS.get(verdict, "red") for _, verdict in rows[1:]]
    coloured = [styled(line, fg=colour) for line, colour in zip(lines, colours, strict=True)]
    return "\n".join([styled(head, dim=True), *coloured])


def _what(reports: Sequence[Report]) -> str:
    """In a line, the fault of a file, and the parameters with which it shows first."""
    _, report = _first(reports)
    if report.verdict == "same":
        return "; ".join(filter(None, [report.evidence, report.reason]))
    params = " ".join(_assigned(report.params))
    if not report.differences:
        return f"{params}: {report.reason}".removeprefix(": ")
    rules = ", ".join(dict.fromkeys(v.rule for v in report.differences[0].violated))
    found, expected = number_known(report.found), number_known(report.expected)
    return f"{params}: {found} for {expected}; {rules}".removeprefix(": ")


def _csv(reports: Reports, models: Sequence[Model], points: Points | None) -> str:
    """A line for each file, with the first witness."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*COLUMNS, *(["points"] if points else [])])
    for file, several in reports.items():
        place, report = _first(several)
        model, difference = models[place], next(iter(report.differences), None)
        same = report.verdict == "same"
        params = " ".join(_assigned(report.params))
        row: list[object] = [file, report.verdict, "" if same else params]
        row += [report.found, report.expected]
        row += [difference.kind, _witness(difference, model)] if difference else ["", ""]
        row.append("; ".join(map(str, difference.violated)) if difference else "")
        row += [
            report.reason,
            report.evidence,
            *([points.of(_verdicts(several))] if points else []),
        ]
        table.writerow(["" if item is None else item for item in row])
    return text.getvalue()


def _verdicts(reports: Sequence[Report]) -> list[str]:
    return [report.verdict for report in reports]


def _witness(difference: ModelDifference, model: Model) -> str:
    values = difference.witness
    domains = {variable.name: variable.domain for variable in model.variables}
    fits = set(values) == set(domains) and all(values[name] in domains[name] for name in domains)
    return json.dumps(model.solution(values).to_json() if fits else dict(values))


def _document(
    against: str, assignments: Sequence[str], reports: Reports, points: Points | None
) -> dict[str, Any]:
    return {
        "schema": "everyway.check-models/1",
        "against": " ".join([against, *assignments]),
        "files": [
            {
                "file": file,
                "verdict": _first(several)[1].verdict,
                **({"points": points.of(_verdicts(several))} if points else {}),
                "checks": [report.to_json() for report in several],
            }
            for file, several in reports.items()
        ],
    }
