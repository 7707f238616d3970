"""Comparisons as notebooks show them: a verdict, a table, witnesses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..models.language.check import Violation
from ..models.language.drawing.as_text import draw_values
from ..models.language.drawing.notebook import HTML, PLAIN, Bundle
from ..models.language.drawing.svg import draw_svg_values
from ..models.language.model import Model
from ..models.language.phrases import counted, grouped
from ..models.language.printable import escaped, printable

if TYPE_CHECKING:
    from ..solvers.harness.outcome import Outcome
    from .comparison import Comparison, Difference, RunReport
    from .model_comparison import ModelComparison, ModelDifference

HEAD = ("solver", "status", "solutions", "verdict", "seconds")
HEAD_OF_MODELS = ("model", "solver", "status", "solutions")
MOST_WITNESSES = 6


Witness = tuple[list[str], list[str]]
"""A difference with its first witness, as lines of text and as HTML."""


def comparison_bundle(comparison: Comparison) -> Bundle:
    """The verdict, a table of the runs, and a witness of each difference."""
    rows = [HEAD, *map(_run, comparison.runs)]
    witnesses = [_difference(one) for one in comparison.differences[:MOST_WITNESSES]]
    return _bundle(comparison.model.name, str(comparison), rows, witnesses)


def model_comparison_bundle(comparison: ModelComparison) -> Bundle:
    """The verdict, a table of the two models, and a witness of each difference."""
    models = (comparison.first, comparison.second)
    pairs = zip(models, comparison.outcomes, comparison.counts, strict=True)
    rows = [HEAD_OF_MODELS, *(_model(*pair) for pair in pairs)]
    found = comparison.differences[:MOST_WITNESSES]
    witnesses = [_model_difference(comparison, difference) for difference in found]
    return _bundle(" and ".join(model.name for model in models), str(comparison), rows, witnesses)


def _run(run: RunReport) -> Sequence[str]:
    seconds = run.outcome.seconds.get("all")
    took = "–" if seconds is None else f"{seconds:.3f}"
    reported = grouped(run.reported) if run.ran else "–"
    return (run.solver, run.status, reported, run.verdict, took)


def _model(model: Model, outcome: Outcome, count: int) -> Sequence[str]:
    return (model.name, outcome.solver, outcome.status, grouped(count))


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
    head, broken = f"{said}; the first:", [f"breaks {violation}" for violation in violated]
    text = draw_values(model, values) if model else str(dict(values))
    picture = draw_svg_values(model, values) if model else f"<pre>{escaped(text)}</pre>"
    lines = [head, *(f"  {line}" for line in [*text.splitlines(), *broken])]
    html = [f"<p>{escaped(head)}</p>", picture]
    return lines, [*html, f"<p>{escaped('; '.join(broken))}</p>"] if broken else html


# ---------------------------------------------------------------------------------- the forms


def _bundle(
    name: str, verdict: str, rows: Sequence[Sequence[str]], witnesses: Sequence[Witness]
) -> Bundle:
    lines = _lines(f"{name}: {verdict}", rows, witnesses)
    html = _html(f"<b>{escaped(name)}</b>: {escaped(verdict)}", rows, witnesses)
    return {PLAIN: printable("\n".join(lines)), HTML: "\n".join(html)}


def _lines(
    title: str, rows: Sequence[Sequence[str]], witnesses: Sequence[Witness]
) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield title
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()
    for lines, _ in witnesses:
        yield from lines


def _html(title: str, rows: Sequence[Sequence[str]], witnesses: Sequence[Witness]) -> Iterator[str]:
    yield f"<p>{title}</p>"
    yield f"<table><thead><tr>{_cells('th', rows[0])}</tr></thead><tbody>"
    yield from (f"<tr>{_cells('td', row)}</tr>" for row in rows[1:])
    yield "</tbody></table>"
    for _, html in witnesses:
        yield from html


def _cells(kind: str, texts: Sequence[str]) -> str:
    return "".join(f"<{kind}>{escaped(text)}</{kind}>" for text in texts)
