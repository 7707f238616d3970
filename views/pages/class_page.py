"""The page of a class, a row for each submission, and a page of feedback for each.

    {schema, command, against, points, most,
     models: [{label, variables, panels}],
     files: [{file, who, verdict, points, mistake, says, at, values, broken, alike, feedback,
              checks: [{params, verdict, …}]}]}

is the document `everyway.class/1`. A file is shown by its first check that is not the same: `at` is
the place of its model, `says` two sentences, `values` the witness by the places of variables.
Files with one `mistake` break one rule, or fail alike; `alike` are those with the same program.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath

from ...comparer.model_comparison import MANY, SAME, UNDECIDED, ModelDifference
from ...comparer.submission_reports import FAILED, Points, Report
from ...models.language.check import Judge, Violation
from ...models.language.errors import PredicateError
from ...models.language.late_dataclasses import dataclass, field, replace
from ...models.language.model import Model
from ...models.language.phrases import listed, number_known, solutions_known
from ...solvers.harness.outcome import plain
from .gallery import Json, panels
from .page import Page, made

SCHEMA = "everyway.class/1"
FILES = ("report.css", "layers.css", "layers.js", "pictures.js", "sheet.js", "class.js")
FILE = ""
"""Stands for the name of a file in the words of a command."""
MOST_BROKEN = 8
"""The most places of a rule that are drawn on one board."""


@dataclass(frozen=True)
class Checked:
    """Submissions that were held against a puzzle."""

    against: str
    command: str
    how: Sequence[str]
    """The words behind `everyway check` for one file, which FILE stands for."""
    models: Sequence[Model]
    """The puzzle for each choice of parameters."""
    reports: Mapping[str, Sequence[Report]]
    """The reports on each file, in the order of the models."""
    points: Points | None = None
    who: Mapping[str, str] = field(default_factory=dict)
    """The name of the person who handed in each file, where that is known."""
    alike: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Other files with the same program as a file."""
    feedback: Mapping[str, str] = field(default_factory=dict)
    """The link from the page of the class to the page of feedback for each file."""
    witness: Callable[[ModelDifference, Model], str] = lambda difference, model: "the one shown"
    """The name in sentences of the solution that one model has alone."""

    def document(self, only: str | None = None) -> tuple[Json, list[str]]:
        """The document on all files, or on `only` one, and the grounds of its boards."""
        names = list(self.reports) if only is None else [only]
        files = [self._file(name) for name in names]
        models, grounds = [], []
        for place, model in enumerate(self.models):
            drawn = panels(model) if any(f["at"] == place and f["values"] for f in files) else None
            shown, more = drawn or ([], [])
            labels = [v.name for v in model.variables] if drawn else []
            models.append({"label": _label(self, place), "variables": labels, "panels": shown})
            grounds += more
        return {
            "schema": SCHEMA,
            "command": self.command if only is None else self._own_command(only),
            "against": self.against,
            "points": self.points.rule if self.points else None,
            "most": self.points.most(len(self.models)) if self.points else None,
            "models": models,
            "files": files,
        }, grounds

    def _own_command(self, name: str) -> str:
        """The command by which the one who submitted a file checks it again."""
        words = (PurePath(name).name if word == FILE else word for word in self.how)
        return shlex.join(["everyway", "check", *words])

    def _file(self, name: str) -> Json:
        several = self.reports[name]
        verdicts = [report.verdict for report in several]
        at = next((place for place, verdict in enumerate(verdicts) if verdict != SAME), 0)
        report, model = several[at], self.models[at]
        report = replace(report, reason=report.reason.replace(name, PurePath(name).name))
        difference = next(iter(report.differences), None)
        shown = self.witness(difference, model) if difference else ""
        broken = _broken(difference, model)
        values = (
            [plain(difference.witness.get(v.name)) for v in model.variables] if difference else []
        )
        return {
            "file": PurePath(name).name,
            "who": self.who.get(name),
            "verdict": report.verdict,
            "points": self.points.of(verdicts) if self.points else None,
            "mistake": _mistake(report, broken, model, PurePath(name).name),
            "alike": [PurePath(other).name for other in self.alike.get(name, ())],
            "feedback": self.feedback.get(name),
            "says": list(self._sentences(at, report, difference, broken, shown)),
            "at": at,
            "values": values if any(value is not None for value in values) else [],
            "broken": [
                [model.places[n] for n in violation.variables if n in model.places]
                for violation in broken[:MOST_BROKEN]
            ],
            "checks": [one.to_json() for one in several],
        }

    def _sentences(
        self,
        at: int,
        report: Report,
        difference: ModelDifference | None,
        broken: Sequence[Violation],
        shown: str,
    ) -> tuple[str, str]:
        """The finding on a file and its reason; where it is the same, that all is well."""
        label = _label(self, at)
        with_ = f"With {label}" if label else "Here"
        if report.verdict == SAME:
            labels = [found for place in range(len(self.models)) if (found := _label(self, place))]
            where = f" for {listed(labels, 12)}" if labels else ""
            return f"The model has the same solutions as the reference{where}.", _ended(
                f"Nothing is to be mended{f'; {report.reason}' if report.reason else ''}"
            )
        if difference is None:
            ways = {FAILED: "could not be checked", UNDECIDED: "is not decided"}
            return f"{with_} the model {ways.get(report.verdict, report.verdict)}.", _ended(
                f"The reason: {report.reason or 'none was given'}"
            )
        found, expected = solutions_known(report.found), number_known(report.expected)
        counts = f"{with_} the model has {found} where there should be {expected}."
        return counts, _ended(_why(difference, broken, self.models[at], shown))


def class_page(checked: Checked) -> Page:
    """A row for each file: verdict, points, what is wrong in two sentences, and the board."""
    return _page(f"{checked.against}: {len(checked.reports)} submissions", *checked.document())


def feedback_page(checked: Checked, name: str) -> Page:
    """The same of one file, for the one who submitted it."""
    whose = checked.who.get(name) or PurePath(name).name
    return _page(f"{whose}: feedback", *checked.document(name))


def _page(title: str, data: Json, grounds: Sequence[str]) -> Page:
    return made(title, "class.html", FILES, data, grounds=grounds)


# ------------------------------------------------------------------------------------ words


def _label(checked: Checked, place: int) -> str:
    """`n=5`, of the parameters that were given; nothing where there are none."""
    reports = next((several for several in checked.reports.values() if len(several) > place), [])
    params = reports[place].params if reports else {}
    return " ".join(f"{name}={value}" for name, value in params.items())


def _mistake(report: Report, broken: Sequence[Violation], model: Model, name: str) -> str:
    """The mistake of a file in words that others share who made it; of the same model none."""
    if report.verdict == SAME:
        return ""
    if broken and report.differences and report.differences[0].kind == MANY:
        rules = {rule.label: rule.words for rule in model.rules}
        return f"{report.verdict}: breaks “{rules.get(broken[0].rule) or broken[0].rule}”"
    said = (
        broken[0].rule if broken else re.sub(r"\d+", "#", report.reason.replace(name, "the file"))
    )
    return (
        f"{report.verdict}: {'forbidden by ' if broken else ''}{said}" if said else report.verdict
    )


def _why(difference: ModelDifference, broken: Sequence[Violation], model: Model, shown: str) -> str:
    if difference.kind != MANY:
        words = f"A solution is missing, such as {shown}"
        return f"{words}: the model forbids it by {_said(broken[0], {})}" if broken else words
    words = f"A solution is too many, such as {shown}"
    rules = {rule.label: rule.words for rule in model.rules}
    return f"{words}: it breaks {_said(broken[0], rules)}" if broken else words


def _said(violation: Violation, words: Mapping[str, str]) -> str:
    """The rule in quotes, and where it is broken."""
    rule = words.get(violation.rule) or violation.rule
    return f"“{rule}”{f', since {violation.detail}' if violation.detail else ''}"


def _broken(difference: ModelDifference | None, model: Model) -> Sequence[Violation]:
    """The violations of a witness, with the variables where the puzzle is what forbids it; else
    the squares of the submission go by the names that they have in the puzzle.
    """
    if difference is None:
        return ()
    if difference.kind != MANY:
        names = {v.name.partition("[")[2]: v.name for v in model.variables}
        known = names if len(names) == len(model.variables) else {}

        def named(words: str) -> str:
            return re.sub(r"\w+\[(r\d+c\d+\])", lambda found: known.get(found[1], found[0]), words)

        return [
            Violation(one.rule, named(one.detail), tuple(map(named, one.variables)))
            for one in difference.violated
        ]
    try:
        return Judge(model).violations(dict(difference.witness)) or difference.violated
    except PredicateError:
        return difference.violated


def _ended(sentence: str) -> str:
    """The sentence with a full stop at its end."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
