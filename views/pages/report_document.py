"""The document `everyway.report/1`: comparisons, with all that a page shows of them.

    {schema, command, parameter,
     reports: [{label, at, name, comparison, reasons, exit_code, rules, variables, panels, gallery,
                rounds: {solver: {seconds: [{import, build, first, all}]}},
                differences: [{…, says, values, broken: [{words, detail, variables}]}]}]}

`at` is the value of `parameter`, by which several reports differ; variables are known by their
places. `comparison` is a document `everyway.compare/1`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...comparer.comparison import Comparison, Difference, RunReport
from ...comparer.reasons import reasons
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.model import Model
from ...solvers.harness.options import Options
from ...solvers.harness.outcome import Outcome, plain
from ...solvers.harness.running.isolation import Isolated
from ...solvers.harness.running.run import Run
from .gallery import Json, gallery, panels, rules

SCHEMA = "everyway.report/1"
QUICK = 5.0
"""The seconds within which a run is done that is made again for its times."""

Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class How:
    """The way in which solvers were run, and are run again for their times."""

    options: Options
    rounds: int
    """The number of times that each solver is run in all."""
    progress: Progress = lambda name, count: None


def document(
    comparisons: Sequence[Comparison], how: How, command: str, parameter: str = ""
) -> tuple[Json, list[str]]:
    """The document, and the grounds of its boards as SVG, in the order of its panels."""
    reports, grounds = [], []
    for found in comparisons:
        report, more = _report(found, how, parameter)
        reports.append(report)
        grounds += more
    whole = {"schema": SCHEMA, "command": command, "parameter": parameter, "reports": reports}
    return whole, grounds


def _report(found: Comparison, how: How, parameter: str) -> tuple[Json, list[str]]:
    model = found.model
    shown, grounds = panels(model)
    params = dict(model.recipe.params) if model.recipe else {}
    return {
        "label": f"{parameter}={params.get(parameter)}" if parameter else "",
        "at": plain(params.get(parameter)),
        "name": model.name,
        "comparison": found.to_json(),
        "reasons": reasons(found),
        "exit_code": found.exit_code(),
        "rules": rules(model),
        "variables": [variable.name for variable in model.variables],
        "panels": shown,
        "gallery": gallery(found, how.options),
        "rounds": {run.solver: _rounds(model, run, how) for run in found.runs},
        "differences": [_difference(model, one) for one in found.differences],
    }, grounds


def _rounds(model: Model, run: RunReport, how: How) -> Json:
    """The seconds of each round, the first being that of the comparison."""
    outcome = run.outcome
    seconds = [dict(outcome.seconds)]
    if run.ran and outcome.viewpoint and how.rounds > 1:  # a claim has no viewpoint
        took = sum(outcome.seconds[part] or 0.0 for part in ("build", "all"))
        quick = outcome.complete and took < QUICK
        limits = replace(how.options, time_limit=how.options.time_limit or 4 * QUICK)
        brief = replace(limits, limit=1, time_limit=min(limits.time_limit or QUICK, QUICK))
        for number in range(how.rounds - 1 if quick else 1):
            how.progress(run.solver, number + 2)
            again = _outcome(model, run.solver, limits if quick else brief)
            if quick and again.complete:
                seconds.append(dict(again.seconds))
    return {"seconds": seconds}


def _outcome(model: Model, solver: str, options: Options) -> Outcome:
    """The outcome of a run whose solutions are let go."""
    with (Isolated if options.isolate else Run)(model, solver, options) as run:
        for _ in run:
            pass
    return run.outcome


def _difference(model: Model, one: Difference) -> Json:
    """The difference with its witness by places, and where it breaks which rule."""
    words = {rule.label: rule.words for rule in model.rules}
    broken = [
        {
            "words": "" if v.rule == "domain" else words.get(v.rule) or v.rule,
            "detail": v.detail,
            "variables": [model.places[name] for name in v.variables if name in model.places],
        }
        for v in one.violated
    ]
    values: list[Any] = [plain(one.witness.get(v.name)) for v in model.variables]
    return {**one.to_json(), "says": str(one), "values": values, "broken": broken}
