"""The table of a comparison: a line for each run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .output import WIDTH, styled
from .searching import counts
from .wording import duration, grouped, wrapped

if TYPE_CHECKING:
    from ..comparer.comparison import Comparison, RunReport

HEAD = ("solver", "", "solutions", "first", "all")


def table(comparison: Comparison) -> str:
    """A line for each run, and below it why one is not complete."""
    rows = [HEAD, *(_row(run) for run in comparison.runs)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    head, *lines = (_line(row, widths) for row in rows)
    coloured = [
        styled(_with_search(line, run), fg=_colour(run))
        for line, run in zip(lines, comparison.runs, strict=True)
    ]
    return "\n".join([styled(f"{head}   search", dim=True), *coloured, *_reasons(comparison)])


def _colour(run: RunReport) -> str | None:
    if run.wrong:
        return "red"
    return {"complete": None, "stopped": "yellow"}.get(run.status, "red" if run.required else None)


def _row(run: RunReport) -> Sequence[str]:
    outcome = run.outcome
    viewpoint = "" if outcome.viewpoint in ("auto", "declared") else outcome.viewpoint
    if "@" in run.solver:
        viewpoint = ""
    if not run.ran:
        return (run.solver, "", "–", "–", "–")
    seconds = outcome.seconds
    return (
        run.solver,
        viewpoint,
        grouped(run.reported),
        duration(seconds["first"]),
        duration(seconds["all"]),
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    solver, viewpoint, *numbers = (
        text.ljust(width) if place < 2 else text.rjust(width)
        for place, (text, width) in enumerate(zip(row, widths, strict=True))
    )
    names = f"{solver}  {viewpoint}" if widths[1] else solver
    return f"  {names}  {'  '.join(numbers)}"


def _with_search(line: str, run: RunReport) -> str:
    """`line`, and after it as much of what happened in the search as fits."""
    first, *more = _search(run)
    text = f"{line}   {first}"
    for part in more:
        if len(text) + len(part) + 2 > WIDTH:
            break
        text = f"{text}, {part}"
    return text


def _search(run: RunReport) -> list[str]:
    """What the solver counted; of a run that is not complete, how it ended."""
    if run.status == "stopped":
        return [f"stopped: {run.outcome.reason}"]
    if run.status != "complete":
        return [run.status]
    if run.outcome.viewpoint == "":
        return ["claimed"]
    return counts(run.outcome) or ["not reported"]


def _reasons(comparison: Comparison) -> Iterator[str]:
    """What kept a solver from running, in full."""
    for run in comparison.runs:
        if run.status not in ("complete", "stopped") and run.outcome.reason:
            yield wrapped(run.outcome.reason, f"  {run.solver}: ", "    ")
