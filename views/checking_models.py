"""`everyway check FILE --against PUZZLE`: other people's models, held against a reference."""

from __future__ import annotations

import csv
import inspect
import io
import json
import pkgutil
import re
import shlex
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.language.errors import ExitCode
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.phrases import listed, number_known, number_of, solutions_known
from . import exercises
from .class_files import Pages, Person, read_names
from .exit_codes import Refused
from .progress import Progress
from .puzzles import choices, model_of
from .solution_files import refused_file
from .standard_streams import complain, say, say_json, styled, table, with_words, wrapped
from .two_models import shown
from .verdict import COLOURS, broken_rules, in_colour

if TYPE_CHECKING:
    from ..comparer.model_comparison import ModelDifference
    from ..comparer.submission_reports import Points, Report
    from ..models.language.model import Model
    from ..solvers.harness.options import Options
    from .pages.class_page import Checked


# ---------------------------------------------------------------------------------- exercise files
# Exercises of the lessons: for each the file to begin with, and the reference to mark it by.
#
# An exercise is a file of `views/exercises/`, written as its answer. Its docstring names the
# lesson, `# marked with` the parameters to try. In the file to begin with, a line with `#:` reads
# as what follows that mark, and is left out if nothing follows. A submission is compared with the
# answer, or with a function `reference` where another model shows better what is wrong.


@dataclass(frozen=True)
class Exercise:
    """An exercise by its name."""

    name: str
    summary: str
    start: str
    """The text of the file to begin with."""
    checked: tuple[str, ...]
    """Parameters as on the command line: `n=3..5` is each of them."""
    reference: str
    """The path of the file with the reference, with the name of the function if it has another."""


def names() -> list[str]:
    """The name of every exercise."""
    return sorted(module.name for module in pkgutil.iter_modules(exercises.__path__))


def find(name: str) -> Exercise:
    """The exercise of a name. Raises: Refused where there is none."""
    from ..models.language.phrases import did_you_mean

    wanted = name.replace("-", "_")
    if wanted not in names():
        advice = did_you_mean(name, names(), "there are")
        everything = "`everyway new --exercise` lists all"
        raise Refused(f"there is no exercise {name!r}; {advice} {everything}")
    module = import_module(f"{exercises.__name__}.{wanted}")
    summary = (module.__doc__ or "").partition("\n")[0]
    text = inspect.getsource(module)
    checked = re.findall(r"  # marked with (.*)", text)
    reference = str(module.__file__) + (":reference" if hasattr(module, "reference") else "")
    return Exercise(wanted, summary, _start(wanted, text), (*checked,), reference)


def _start(name: str, text: str) -> str:
    """The file to begin with, of the text of an exercise."""
    text = re.sub(r"  # marked with .*", "", text.partition("\n\n\ndef reference(")[0].rstrip())
    text = re.sub(r'"""Lesson (\d+): .*', rf'"""Exercise {name}, of lesson \1.', text, count=1)
    text = text.replace('\n"""\n', f'\n\nMark it:  everyway check {name}.py\n"""\n', 1)
    text = re.sub(r"^( *).*#: (.+)", r"\1\2", text, flags=re.MULTILINE)
    text = re.sub(r"^.*#:\n", "", text + "\n", flags=re.MULTILINE)
    return text if "rule(" in text else text.replace(", rule", "", 1)


def named_like(file: str) -> str | None:
    """The exercise that a Python file is called after, if there is one."""
    path = Path(file)
    stem = path.stem.replace("-", "_")
    return stem if path.suffix == ".py" and stem in names() else None


def by_lesson() -> list[Exercise]:
    """Every exercise, by lesson."""
    # A summary begins as `Lesson 3: …`.
    return sorted(map(find, names()), key=lambda one: (int(one.summary.split()[1][:-1]), one.name))


def listed_exercises() -> str:
    """A line for each exercise, by lesson."""
    rows = [("exercise", "of"), *((one.name, one.summary.rstrip(".")) for one in by_lesson())]
    return "\n".join(table(rows))


SUFFIXES = (".py", ".toml", ".mzn", ".pb", ".pbtxt", ".textproto", ".txtpb")

Reports = Mapping[str, Sequence["Report"]]


def examine(
    words: Sequence[str],
    against: str,
    mapping: Mapping[str, str],
    options: Options,
    pages: Pages,
    *,
    form: str,
    exercise: str | None,
    kinds: Collection[str] | None,
    in_process: bool,
) -> int:
    """Hold a file, or every file of a folder, against a puzzle. The exit code.

    With `kinds` of symmetry, solutions may be missing that are images of others. The `form` is
    json, csv or text, which of an `exercise` goes as far as the first fault.
    """
    from ..comparer.submissions import MEMORY, SECONDS, Examination, examined
    from ..models.language.symmetry.symmetry_group import symmetries

    if not words:
        raise Refused("the file is missing; write everyway check FILE --against PUZZLE")
    given, *assignments = words
    files = list(_files(given))
    who = read_names(pages.names, files) if pages.names else {}
    chosen = list(choices(assignments))
    models = [model_of([against, *_assigned(choice)]) for choice in chosen]
    if kinds is not None:
        symmetries(models[0], kinds)  # refuses what is none
    reports: dict[str, list[Report]] = {}
    seconds, memory = options.time_limit or SECONDS, options.memory or MEMORY
    options = replace(options, time_limit=seconds, memory=memory)
    known: dict[str, tuple[int, str]] = {}

    def reported(file: Path) -> list[Report]:
        asked = str(file), against, tuple(chosen), mapping or None
        order = Examination(
            *asked, options=options, known=dict(known), kinds=kinds, in_process=in_process
        )
        return list(examined(order))

    with Progress("checking") as progress, closing(_each(reported, files, pages.jobs)) as each:
        progress.report(files[0].name, 0)
        for place, (file, several) in enumerate(zip(files, each, strict=True), 1):
            reports[str(file)] = several
            known |= {k: v for one in several for k, v in one.known.items()}
            progress.report(files[min(place, len(files) - 1)].name, place)
    points = pages.points
    title = " ".join([exercise or against, *assignments])
    checked = pages.checked(title, given, models, reports, who)
    if form == "json":
        say_json(_document(title, reports, points))
    elif form == "csv":
        say((_marks(checked, who) if who else _csv(reports, models, points)).rstrip("\n"))
    else:
        say(_text(reports, models, alone=not Path(given).is_dir(), to_first=bool(exercise)))
        _say_next(reports, against)
    pages.write(checked)
    return _exit_code(reports)


def _each(
    reported: Callable[[Path], list[Report]], files: Sequence[Path], jobs: int
) -> Generator[list[Report], None, None]:
    """The reports on each file, some of which are checked at once."""
    if jobs == 1:
        yield from map(reported, files)
        return
    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(reported, file) for file in files]
        try:
            for one in waiting:
                yield one.result()
        finally:
            for one in waiting:
                one.cancel()


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
            params = {} if empty[0].fixed else empty[0].params
            complain(f"Next: everyway why {shlex.join([file, *_assigned(params)])}")


# ---------------------------------------------------------------------------- the request


def _files(given: str) -> Iterator[Path]:
    """The file, or the puzzle files of the folder. Raises: Refused."""
    from ..models.language.files.puzzle_files import file_and_name

    path, file = Path(given), file_and_name(given)[0]
    if not path.is_dir():
        if not Path(file).is_file():
            raise Refused(f"there is no file or folder {given}; name a puzzle file, or a folder")
        with refused_file(file, "read"), open(file, "rb") as stream:
            stream.read(1)
        yield path if path.name != given else Path(f"./{given}")
        return
    inside = sorted(p for p in path.iterdir() if p.name[0] not in "._")
    folders = [p.name for p in inside if p.is_dir()]
    found = [p for p in inside if p.suffix in SUFFIXES and not p.is_dir()]
    unread = f"; its folders are not looked into: {listed(folders)}" if folders else ""
    if not found:
        raise Refused(
            f"there is no puzzle file in {given}{unread}; put {' or '.join(SUFFIXES)} files there"
        )
    if unread:
        complain(f"only the files of {given} are checked{unread}")
    yield from found


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
        return ExitCode.OK
    if verdicts & {"too many", "too few", "different"}:
        return ExitCode.DIFFERENT
    faults = any(report.fault for several in reports.values() for report in several)
    return ExitCode.FAILED if faults or "failed" in verdicts else ExitCode.UNDECIDED


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
        same = f"{word}  {model.name}: {number_of(report.found or 0, 'solution')}"
        same += f"\n{wrapped(report.evidence, '  ')}"
        return f"{same}\n{wrapped(report.reason, '  note: ', '  ')}" if report.reason else same
    if not report.differences:
        return wrapped(f"{word}  {model.name}: {report.reason}", "", "  ")
    found, expected = solutions_known(report.found), number_known(report.expected)
    blocks = [f"{word}  {model.name}: {found}, the reference {expected}"]
    blocks += [_proof(one, model) for one in report.differences]
    blocks.append(wrapped(report.reason if report.fault else report.evidence, "  "))
    if report.reason and not report.fault:
        blocks.append(wrapped(report.reason, "  note: ", "  "))
    return "\n".join(blocks)


def _proof(difference: ModelDifference, model: Model) -> str:
    many = difference.kind == "too many"
    who = "the submission allows" if many else "the submission lacks"
    least = "" if difference.exact else "at least "
    too = " too many" if many else ""
    head = f"  {who} {least}{number_of(difference.count, 'solution')}{too}:"
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
    rows = []
    for file, several in reports.items():
        place, report = _first(several)
        found = next(iter(report.differences), None)
        same = report.verdict == "same"
        row: dict[str, object] = {
            "file": file,
            "verdict": report.verdict,
            "parameters": "" if same else " ".join(_assigned(report.params)),
            "solutions": report.found,
            "expected": report.expected,
            "difference": found and found.kind,
            "witness": found and _witness(found, models[place]),
            "broken_rules": found and "; ".join(map(str, found.violated)),
            "reason": report.reason,
            "evidence": report.evidence,
        }
        if points:
            row["points"] = points.of([one.verdict for one in several])
        rows.append(row)
    return _table_of(rows)


def _table_of(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as CSV, below their names."""
    text = io.StringIO()
    table = csv.DictWriter(text, rows[0], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _marks(checked: Checked, who: Mapping[str, Person]) -> str:
    """A line for each file that a learning platform reads: id, points and a comment."""
    said = replace(checked, witness=_witness).document()[0]["files"]
    rows = [
        {"id": who[file].id, "points": one["points"], "comment": " ".join(one["says"])}
        for file, one in zip(checked.reports, said, strict=True)
    ]
    return _table_of(rows)


def _witness(difference: ModelDifference, model: Model) -> str:
    values = difference.witness
    domains = {variable.name: variable.domain for variable in model.variables}
    fits = set(values) == set(domains) and all(values[name] in domains[name] for name in domains)
    return json.dumps(model.solution(values).to_json() if fits else dict(values))


def _document(against: str, reports: Reports, points: Points | None) -> dict[str, Any]:
    return {
        "schema": "everyway.check-models/1",
        "against": against,
        "files": [
            {
                "file": file,
                "verdict": _first(several)[1].verdict,
                **({"points": points.of([one.verdict for one in several])} if points else {}),
                "checks": [report.to_json() for report in several],
            }
            for file, several in reports.items()
        ],
    }
