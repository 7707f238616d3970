"""The table of a comparison: a line for each run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..searching import counts
from ..standard_streams import styled, width
from ..tables import table, with_words
from ..wording import duration, grouped, posted, wrapped

if TYPE_CHECKING:
    from ...comparer.comparison import Comparison, RunReport

HEAD = ("solver", "", "solutions", "first", "all")
GAP = 3


def run_table(comparison: Comparison) -> str:
    """A line for each run, and below it why one is not complete."""
    best = comparison.model.objective is not None
    head = (*HEAD[:3], "best", *HEAD[3:]) if best else HEAD
    rows = [_row(run, best=best) for run in comparison.runs]
    lines = table([head, *rows], right=(2, 3, 4, 5) if best else (2, 3, 4))
    room = width() - len(lines[0]) - GAP
    searches = [_fitting(_search(run), room) for run in comparison.runs]
    first, *others = with_words(lines, ["search", *searches], GAP)
    colours = map(_colour, comparison.runs)
    coloured = [styled(row, fg=colour) for row, colour in zip(others, colours, strict=True)]
    below = [*_reasons(comparison), *_postings(comparison)]
    return "\n".join([styled(first, dim=True), *coloured, *below])


def _colour(run: RunReport) -> str | None:
    if run.wrong:
        return "red"
    return {"complete": None, "stopped": "yellow"}.get(run.status, "red" if run.required else None)


def _row(run: RunReport, *, best: bool) -> tuple[str, ...]:
    if not run.ran:
        return (run.solver, "", "–", "–", "–", *(["–"] if best else []))
    viewpoint, seconds = run.outcome.viewpoint, run.outcome.seconds
    if viewpoint in ("auto", "declared") or "@" in run.solver:
        viewpoint = ""
    times = duration(seconds["first"]), duration(seconds["all"])
    return (run.solver, viewpoint, grouped(run.reported), *([_best(run)] if best else []), *times)


def _best(run: RunReport) -> str:
    """The best value that a run claims; a question mark says that it is not proven."""
    known = run.outcome.objective
    if run.best in (None, []):
        return "none" if known is None or known.proven else "–"
    front = isinstance(run.best, list) and any(isinstance(one, list) for one in run.best)
    said = f"{str(run.best).count('[') - 1} points" if front else str(run.best)
    return said if known is None or known.proven else f"{said} ?"


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


def _postings(comparison: Comparison) -> Iterator[str]:
    """The constraints by how they were posted, each with the solvers that did so."""
    solvers: dict[str, list[str]] = {}
    for run in comparison.runs:
        ways = run.outcome.posting.ways if run.ran and run.outcome.posting else {}
        for words in posted(ways):
            solvers.setdefault(words, []).append(run.solver)
    for words, names in solvers.items():
        yield wrapped(f"{words}: {', '.join(names)}", "  ", "    ")
