"""The page of a report: who agrees, who is wrong, the proof, and the solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Unpack

from ...comparer.benchmark import Benchmark
from ...comparer.claims import Claim
from ...comparer.comparing_solvers import compare
from ...comparer.comparison import CLAIMS, Comparison, Difference, RunReport, reasons
from ...models.language.check import as_model
from ...models.language.errors import ModelError
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.model import Model
from ...models.language.phrases import counted
from ...solvers.harness.options import Options, RunOptions, asked, offers
from ...solvers.harness.outcome import Outcome, plain
from ...solvers.harness.processes.payload import payload_of
from ...solvers.harness.running.isolation import Isolated
from ...solvers.harness.running.run import Run
from .gallery import Json, command_for, gallery, panels, rules
from .page import Page, made

# -------------- The document `everyway.report/1`: comparisons, with all that a page shows of them.
#
#     {schema, command, parameter,
# reports: [{label, at, name, comparison, reasons, exit_code, rules, variables, panels, gallery,
#                 rounds: {solver: {seconds: [{import, build, first, all}]}},
#                 differences: [{…, says, values, broken: [{words, detail, variables}]}]}]}
#
# `at` is the value of `parameter`, by which several reports differ; variables are known by their
# places. `comparison` is a document `everyway.compare/1`.


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
    rules = {rule.label: rule.words or rule.label for rule in model.rules}
    words: dict[str, str | None] = {"domain": "", **dict.fromkeys(CLAIMS), **rules}
    broken = [
        {
            "words": words.get(v.rule, v.rule),
            "detail": v.detail,
            "variables": [model.places[name] for name in v.variables if name in model.places],
        }
        for v in one.violated
    ]
    values: list[Any] = [plain(one.witness.get(v.name)) for v in model.variables]
    avoided = [model.places[name] for name in one.avoided]
    return {
        **one.to_json(),
        "says": str(one),
        "values": values,
        "broken": broken,
        "avoided": avoided,
    }


ROUNDS = 3
PLOTS = ("plots.css", "report.css", "plots.js", "sheet.js")
FILES = (*PLOTS, "layers.css", "layers.js", "pictures.js", "solutions.js", "report.js")


@offers(RunOptions)
def report(
    model: Model,
    solvers: str | Iterable[str] | None = None,
    claims: Iterable[Claim] = (),
    *,
    rounds: int = ROUNDS,
    **keywords: Unpack[RunOptions],
) -> Page:
    """A comparison of solvers on `model` as a page of HTML: proofs, times and solutions.

    Solvers and claims are those of `compare`, and so are the options, but for `isolate`: each
    solver has a process of its own unless the model cannot travel to one. Quick ones are run
    `rounds` times, for their times. In a notebook the page shows itself; `.save(path)` writes it.

    Raises: ValueError for less than one round; what `compare` raises.
    """
    if rounds < 1:
        raise ValueError(f"rounds is {rounds}; a report needs at least 1")
    keywords.setdefault("isolate", _can_travel(as_model(model)))
    options = asked(**keywords)
    found = compare(model, solvers, claims, options=options)
    return report_page([found], How(options, rounds))


def report_page(
    comparisons: Sequence[Comparison], how: How, command: str = "", parameter: str = ""
) -> Page:
    """The page of comparisons that were made; of several, by which `parameter` they differ."""
    return page_of(*document(comparisons, how, command or _command(comparisons), parameter))


def page_of(data: Json, grounds: Sequence[str]) -> Page:
    """The page of a document `everyway.report/1` and the grounds of its boards."""
    last = data["reports"][-1]
    name, verdict = last["name"], last["comparison"]["verdict"]
    return made(f"{name}: {verdict}", "report.html", FILES, data, name=name, grounds=grounds)


def _can_travel(model: Model) -> bool:
    try:
        payload_of(model)
    except ModelError:
        return False
    return True


def _command(comparisons: Sequence[Comparison]) -> str:
    found = comparisons[-1]
    run = [word for run in found.runs if run.outcome.viewpoint for word in ("-S", run.solver)]
    return command_for("report", found.model, *run)


# --------------- The page of a benchmark: growth curves, a cactus plot, and the table behind them.


def bench_page(found: Benchmark, command: str = "") -> Page:
    """The times of a benchmark as curves, its JSON document, and the `command` to do it again."""
    solvers, puzzles = counted(len(found.solvers), "solver"), counted(len(found.puzzles), "puzzle")
    title = f"Times of {solvers} on {puzzles}"
    files = (*PLOTS, "bench.css", "bench.js")
    return made(title, "bench.html", files, {**found.to_json(), "command": command}, name=title)
