"""The table of a comparison: a line for each run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..searching import counts
from ..standard_streams import styled, width
from ..tables import table, with_words
from ..wording import duration, grouped, wrapped

if TYPE_CHECKING:
    from ...comparer.comparison import Comparison, RunReport

HEAD = ("solver", "", "solutions", "first", "all")
GAP = 3


def run_table(comparison: Comparison) -> str:
    """A line for each run, and below it why one is not complete."""
    lines = table([HEAD, *map(_row, comparison.runs)], right=(2, 3, 4))
    room = width() - len(lines[0]) - GAP
    searches = [_fitting(_search(run), room) for run in comparison.runs]
    head, *rows = with_words(lines, ["search", *searches], GAP)
    colours = map(_colour, comparison.runs)
    coloured = [styled(row, fg=colour) for row, colour in zip(rows, colours, strict=True)]
    return "\n".join([styled(head, dim=True), *coloured, *_reasons(comparison)])


def _colour(run: RunReport) -> str | None:
    if run.wrong:
        return "red"
    return {"complete": None, "stopped": "yellow"}.get(run.status, "red" if run.required else None)


def _row(run: RunReport) -> tuple[str, ...]:
    if not run.ran:
        return (run.solver, "", "–", "–", "–")
    viewpoint, seconds = run.outcome.viewpoint, run.outcome.seconds
    if viewpoint in ("auto", "declared") or "@" in run.solver:
        viewpoint = ""
    times = duration(seconds["first"]), duration(seconds["all"])
    return (run.solver, viewpoint, grouped(run.reported), *times)


def _fitting(parts: Sequence[str], room: int) -> str:
    """The first of `parts`, and as many of the others as fit beside it."""
    text, *more = parts
    for part in more:
        if len(text) + len(part) + 2 > room:
            break
        text = f"{text}, {part}"
    return text


def _search(run: RunReport) -> list[str]:
    """The counts that the solver reports; of a run that is not complete, how it ended."""
    if run.status == "stopped":
        return [f"stopped: {run.outcome.reason}"]
    if run.status != "complete":
        return [run.status]
    if run.outcome.viewpoint == "":
        return ["claimed"]
    return counts(run.outcome.statistics) or ["not reported"]


def _reasons(comparison: Comparison) -> Iterator[str]:
    """The reasons why solvers did not run, in full."""
    for run in comparison.runs:
        if run.status not in ("complete", "stopped") and run.outcome.reason:
            yield wrapped(run.outcome.reason, f"  {run.solver}: ", "    ")
