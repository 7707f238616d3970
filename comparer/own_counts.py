"""A solver's own count beside its solutions: who says two numbers is wrong, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress

from ..models.language.check import Violation
from ..models.language.late_dataclasses import replace
from ..models.language.model import Model
from ..models.language.phrases import grouped
from ..solvers.harness.options import Options
from ..solvers.harness.running.independent_parts import own_count
from ..solvers.harness.running.timed_run import IsolatedTally
from .backing import seconds_for
from .comparison import WRONG_COUNT, Comparison, Difference, RunReport


def with_own_counts(
    comparison: Comparison,
    model: Model,
    solvers: Collection[str],
    options: Options,
    progress: Callable[[str, int], None],
    *,
    copied: bool,
) -> Comparison:
    """`comparison`, with each solver convicted that counts another number than it has reported.

    Those of `solvers` are asked that count without enumerating, where they were complete and no
    other fault is proven. A count that does not end, or fails, says nothing here; Ctrl-C ends the
    counting alone.
    """
    if options.project is not None:  # then all count by listing
        return comparison
    runs = {run.solver: run for run in comparison.runs}
    with suppress(KeyboardInterrupt):  # the verdict on what was reported stays
        for name in solvers:
            run = runs[name]
            if run.outcome.complete and run.outcome.counts and not run.wrong:
                progress(name, run.reported)
                runs[name] = replace(run, counted=_counted(model, run, options, copied=copied))
    found = tuple(_difference(run) for run in runs.values() if run.wrong_count)
    differences = (*comparison.differences, *found)
    return replace(comparison, runs=tuple(runs.values()), differences=differences)


def _counted(model: Model, run: RunReport, options: Options, *, copied: bool) -> int | None:
    """The number, if there is one after as long as the solutions took."""
    seconds = seconds_for(run.outcome)
    options = replace(options, limit=None, time_limit=min(seconds, options.time_limit or seconds))
    if not options.isolate:
        return own_count(model, run.solver, options)
    apart = IsolatedTally(model, run.solver, options)
    apart.prepare(copied=copied)
    return apart.number if apart.awaited().complete else None


def _difference(run: RunReport) -> Difference:
    assert run.counted is not None, "it is another number"
    said = f"it counts {grouped(run.counted)}, and has reported {grouped(run.reported)} as all"
    why = "its count is wrong, or its solutions are, and none of these is refuted"
    return Difference.of_a_run(WRONG_COUNT, run, (Violation("count", said),), why)
