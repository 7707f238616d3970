"""The result of comparing two models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..models.language.check import Violation
from ..models.language.drawing.as_text import draw_values
from ..models.language.drawing.notebook import HTML, PLAIN, Bundle
from ..models.language.drawing.svg import draw_svg_values
from ..models.language.errors import ExitCode
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.phrases import (
    counted,
    duration,
    escaped,
    grouped,
    printable,
    solutions_known,
)
from ..solvers.harness.outcome import Outcome, plain
from .backing import Backing, in_words
from .comparison import puzzle_in_json
from .matching import Matching, Values

if TYPE_CHECKING:
    from .comparison import Comparison, Difference, RunReport


SCHEMA = "everyway.compare-models/1"
SAME, MANY, FEW = "same", "too many", "too few"
DIFFERENT, UNDECIDED = "different", "undecided"


@dataclass(frozen=True)
class ModelDifference:
    """Solutions of one model that the other forbids, with the first of them."""

    kind: str
    """too many: of the second model, and the first forbids them; too few: the other way."""
    count: int
    exact: bool
    """True if `count` is exact; otherwise it is a lower bound."""
    witness: Values
    """By the variables of the first model; of a shape that it lacks, by those of the second."""
    violated: tuple[Violation, ...]
    """The rules that the witness breaks in the model that forbids it."""

    def to_json(self) -> dict[str, Any]:
        """The difference in the form of `everyway.compare-models/1`."""
        return {
            **vars(self),
            "witness": plain(dict(self.witness)),
            "violated": [str(violation) for violation in self.violated],
        }


@dataclass(frozen=True)
class ModelComparison:
    """A verdict on the solutions of two models, with the proof where they differ.

    The first is the one to go by: the second allows too many, or too few.
    """

    first: Model
    second: Model
    matching: Matching
    outcomes: tuple[Outcome, Outcome]
    counts: tuple[int, int]
    """The numbers of different solutions that were found of each."""
    differences: tuple[ModelDifference, ...]
    problem: str | None = None
    """The error of a solver, in words, for which two sets that look alike may differ."""
    backings: tuple[Backing, Backing] = (Backing(), Backing())
    """The evidence for the solutions of each."""

    @property
    def verdict(self) -> str:
        """same, too many, too few, different or undecided."""
        kinds = {difference.kind for difference in self.differences}
        if len(kinds) > 1:
            return DIFFERENT
        if kinds:
            return kinds.pop()
        complete = all(outcome.complete for outcome in self.outcomes)
        return SAME if complete and not self.problem else UNDECIDED

    @property
    def reasons(self) -> list[str]:
        """The reasons why it is undecided, or why there may be more differences."""
        pairs = zip(("first", "second"), self.outcomes, strict=True)
        ends = [
            f"the {which} model: {outcome.solver} {outcome.status}"
            f"{f' ({outcome.reason})' if outcome.reason else ''}"
            for which, outcome in pairs
            if not outcome.complete
        ]
        return [*ends, *([self.problem] if self.problem else [])]

    @property
    def evidence(self) -> str:
        """The evidence for the numbers: `rows judged: all; found again by diagram`."""
        return in_words(self.backings)

    def exit_code(self) -> ExitCode:
        """0 the same, 1 they differ, 4 a solver failed, 3 undecided."""
        if self.differences:
            return ExitCode.DIFFERENT
        if any(o.status not in ("complete", "stopped") for o in self.outcomes) or self.problem:
            return ExitCode.FAILED
        return ExitCode.OK if self.verdict == SAME else ExitCode.UNDECIDED

    def to_json(self) -> dict[str, Any]:
        """The comparison as a document of schema `everyway.compare-models/1`."""
        return {
            "schema": SCHEMA,
            "verdict": self.verdict,
            "models": [
                {
                    "puzzle": puzzle_in_json(model),
                    "solver": outcome.solver,
                    "version": outcome.version,
                    "status": outcome.status,
                    "reason": outcome.reason,
                    "solutions": count,
                    **backing.to_json(),
                }
                for model, outcome, count, backing in zip(
                    (self.first, self.second),
                    self.outcomes,
                    self.counts,
                    self.backings,
                    strict=True,
                )
            ],
            "mapping": dict(self.matching.names),
            "notes": list(self.matching.notes),
            "differences": [difference.to_json() for difference in self.differences],
            "problem": self.problem,
        }

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The verdict, a table of the two models, and a witness of each difference."""
        models = (self.first, self.second)
        pairs = zip(models, self.outcomes, self.counts, strict=True)
        ends = [(model.name, o.solver, o.status, grouped(count)) for model, o, count in pairs]
        found = self.differences[:MOST_WITNESSES]
        witnesses = [_model_difference(self, difference) for difference in found]
        names = " and ".join(model.name for model in models)
        return _bundle(names, str(self), [HEAD_OF_MODELS, *ends], witnesses)

    def __str__(self) -> str:
        said = [f"{grouped(d.count)} {d.kind}" for d in self.differences] or self.reasons
        counts = f"{grouped(self.counts[0])} and {grouped(self.counts[1])} solutions"
        return f"{self.verdict.upper()}  {'; '.join([counts, *said])}"


# ------------------------------ Comparisons as notebooks show them: a verdict, a table, witnesses.


HEAD = ("solver", "status", "solutions", "verdict", "first", "all")
HEAD_OF_MODELS = ("model", "solver", "status", "solutions")
MOST_WITNESSES = 6


Witness = tuple[list[str], list[str]]
"""A difference with its first witness, as lines of text and as HTML."""


def comparison_bundle(comparison: Comparison) -> Bundle:
    """The verdict, a table of the runs, and a witness of each difference, or else a solution."""
    rows = [HEAD, *map(_run, comparison.runs)]
    witnesses = [_difference(one) for one in comparison.differences[:MOST_WITNESSES]]
    if not witnesses and comparison.shown:
        said = f"one of {solutions_known(comparison.distinct)}"
        witnesses = [_drawn(said, comparison.shown.model, comparison.shown.assignment)]
    return _bundle(comparison.model.name, str(comparison), rows, witnesses)


def _run(run: RunReport) -> Sequence[str]:
    reported = grouped(run.reported) if run.ran else "–"
    times = (duration(run.outcome.seconds.get(phase)) for phase in ("first", "all"))
    return (run.solver, run.status, reported, run.verdict, *times)


def _difference(difference: Difference) -> Witness:
    solution = difference.solution
    model, values = None, difference.witness
    if solution is not None:
        model, values = solution.model, solution.assignment
    return _witness(str(difference), model, values, difference.violated)


def _model_difference(comparison: ModelComparison, difference: ModelDifference) -> Witness:
    values = difference.witness
    models = (comparison.first, comparison.second)
    drawing = (model for model in models if values.keys() <= model.by_name.keys())
    said = f"{difference.kind}: {counted(difference.count, 'solution')}"
    return _witness(said, next(drawing, None), values, difference.violated)


def _witness(
    said: str, model: Model | None, values: Mapping[str, Any], violated: Sequence[Violation]
) -> Witness:
    """The witness drawn by `model`, where it can draw it, and what it breaks."""
    broken = [f"breaks {violation}" for violation in violated]
    lines, html = _drawn(f"{said}; the first", model, values)
    lines += [f"  {line}" for line in broken]
    return lines, [*html, f"<p>{escaped('; '.join(broken))}</p>"] if broken else html


def _drawn(said: str, model: Model | None, values: Mapping[str, Any]) -> Witness:
    text = draw_values(model, values) if model else str(dict(values))
    picture = draw_svg_values(model, values) if model else f"<pre>{escaped(text)}</pre>"
    lines = [f"{said}:", *(f"  {line}" for line in text.splitlines())]
    return lines, [f"<p>{escaped(said)}:</p>", picture]


def _bundle(
    name: str, verdict: str, rows: Sequence[Sequence[str]], witnesses: Sequence[Witness]
) -> Bundle:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{name}: {verdict}"]
    lines += (f"  {'  '.join(map(str.ljust, row, widths))}".rstrip() for row in rows)
    head, *others = (
        "".join(f"<{kind}>{escaped(text)}</{kind}>" for text in row)
        for kind, row in zip(["th", *["td"] * len(rows)], rows, strict=False)
    )
    html = [f"<p><b>{escaped(name)}</b>: {escaped(verdict)}</p>"]
    html += [f"<table><thead><tr>{head}</tr></thead><tbody>"]
    html += [*(f"<tr>{cells}</tr>" for cells in others), "</tbody></table>"]
    for said, drawn in witnesses:
        lines += said
        html += drawn
    return {PLAIN: printable("\n".join(lines)), HTML: "\n".join(html)}
