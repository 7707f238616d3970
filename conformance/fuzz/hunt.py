"""The hunt: model after model, until the time is over."""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ...models import Model
from ...models.language.errors import ExitCode
from ...models.language.expressions import Constant
from ...models.language.late_dataclasses import dataclass, field
from ...models.language.nodes import Node, topological
from ...models.language.phrases import grouped, snake_case
from ...solvers.harness.registry import Solver, engines, solvers
from ..instances.enumerate_naively import FEASIBLE, size_of
from ..solving import replaced, shrunk, simpler
from .cases import Case, case_of
from .faults import FAILED, HUNG, Answer, Bench, Fault, Known, Row, fault_in, known
from .numbered_models import Coverage, Variant, drawn, variants

# ----------------------------------- One model before all solvers: which of them are proven wrong.


MOST_ATTEMPTS = 20
"""The most times that a solver is asked that does not always show its fault."""
SAMPLE = 10
PATIENCE = 6.0
"""The factor on the time limit of a solver that was stopped by it."""


def tried(
    model: Model, bench: Bench, names: Iterable[str]
) -> tuple[Mapping[str, Answer], list[Fault]]:
    """The answer of each solver to `model`, and the faults that these prove."""
    answers = bench.ask_all(model, names)
    if len(answers) == 1 and _is_too_large(model):
        ((name, one),) = answers.items()
        return answers, related(model, bench, name, one)
    right = known(model, answers.values())
    found = (fault_in(model, name, one, right) for name, one in answers.items())
    return answers, [fault for fault in found if fault is not None and confirmed(fault, bench)]


def _is_too_large(model: Model) -> bool:
    """True if not all assignments are tried; those of a projected model are."""
    return size_of(model.variables) > FEASIBLE and not model.projection


def confirmed(fault: Fault, bench: Bench) -> bool:
    """True if it is proven, or shows once more, in a fresh process where the last one ended.

    One that stopped when its time was over may only be slow, and gets more.
    """
    if fault.kind not in (FAILED, HUNG):
        return True
    patience = PATIENCE if fault.answer.status == "stopped" else 1.0
    again = bench.ask(fault.model, fault.solver, patience)
    right = Known(fault.expected, fault.exact)
    return fault.is_like(fault_in(fault.model, fault.solver, again, right))


def related(model: Model, bench: Bench, name: str, answer: Answer) -> list[Fault]:
    """Faults on `model` or a variant of it, by what the solver finds of the others."""
    itself = Variant("itself", model, lambda row: row, lambda row: row)
    others = [(v, bench.ask(v.model, name)) for v in variants(model, Random(model.name))]
    every = [(itself, answer), *others]
    rows = _known_to_any(model, every)
    faults = []
    for variant, one in every:
        own = Counter(row for row in map(variant.forth, rows) if row is not None)
        fault = fault_in(variant.model, name, one, Known(own, False))
        if fault is not None and confirmed(fault, bench):
            faults.append(fault)
    return faults[:1]


def _known_to_any(model: Model, every: list[tuple[Variant, Answer]]) -> Counter[Row]:
    """The solutions of `model` that were found of it or of a variant, each judged."""
    back = (
        Answer("complete", rows=Counter(row for row in map(v.back, one.rows) if row is not None))
        for v, one in every
    )
    return known(model, back).rows


def shows(fault: Fault, model: Model, bench: Bench, attempts: int) -> Fault | None:
    """The fault of the same kind that the solver shows on `model`, if it does."""
    right: Known | None = None
    for _ in range(attempts):
        answer = bench.ask(model, fault.solver)
        if right is None:
            if _is_too_large(model):
                faults = related(model, bench, fault.solver, answer)
                return next((found for found in faults if fault.is_like(found)), None)
            right = known(model, [])
        found = fault_in(model, fault.solver, answer, right)
        if fault.is_like(found):
            return found
    return None


def attempts_for(fault: Fault, bench: Bench) -> int:
    """The number of times to ask on a smaller model: 1 where the fault shows every time.

    Otherwise so often that it would be missed on this model once in a hundred times.
    """
    if not fault.proven or all(_shown(fault, bench, 3)):
        return 1
    rate = min(0.9, max(0.1, sum(_shown(fault, bench, SAMPLE)) / SAMPLE))
    return min(MOST_ATTEMPTS, math.ceil(math.log(0.01) / math.log(1 - rate)))


def _shown(fault: Fault, bench: Bench, times: int) -> list[bool]:
    """True if the fault shows, each time."""
    return [shows(fault, fault.model, bench, 1) is not None for _ in range(times)]


# -------------------------------- The smallest model on which a solver still shows the same fault.
#
# Variables go first: few of them over long domains show more than many over short ones.


MOST_TRIES = 1_500


def smallest(fault: Fault, bench: Bench, seconds: float) -> Fault:
    """`fault` on a model of which no simpler one shows it, as far as found in so many seconds."""
    end = time.monotonic() + seconds
    attempts = attempts_for(fault, bench)
    latest = {fault.model: fault}

    def fails(model: Model) -> bool:
        found = None if time.monotonic() > end else shows(fault, model, bench, attempts)
        if found is not None:
            latest[model] = found  # perhaps on a variant of it
        return found is not None

    return latest[shrunk(fault.model, fails, MOST_TRIES, _steps)]


def _steps(model: Model) -> Iterator[Model]:
    """Simpler models, projected on what is left of the names, or not at all."""
    if model.projection:
        yield model.projecting()
    for smaller in _whole_steps(model):
        names = [name for name in model.projection if name in smaller.by_name]
        if names or not model.projection:
            yield smaller.projecting(*names)


def _whole_steps(model: Model) -> Iterator[Model]:
    """Simpler models; before others those where one of its values stands for a variable."""
    for variable in model.variables:
        values: list[Any] = list(variable.domain)
        others = [other for other in model.variables if other is not variable]
        for value in dict.fromkeys((values[0], values[-1], values[len(values) // 2])):
            yield from replaced(model, variable, Constant(value), others)
    yield from simpler(model)


SCHEMA = "everyway.fuzz/1"
MOST_CASES = 4
"""The most cases of one solver and kind that are worked out; others are counted."""
MOST_SHRUNK = 10
SECONDS_TO_SHRINK = 30.0

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """The plan of a hunt."""

    solvers: Sequence[Solver]
    seed: int = 0
    """The number of the first model."""
    seconds: float | None = None
    models: int | None = None
    kinds: frozenset[type[Node]] = frozenset()
    """Constraints and expressions, some of which every model is to have; all, if none."""
    time_limit: float = 5.0
    """Seconds that a solver has for a model."""
    folder: Path = Path("everyway-fuzz")
    required: bool = False
    """True if the solvers were asked for by name."""


@dataclass
class Tally:
    """The outcomes of one solver."""

    models: int = 0
    complete: int = 0
    unsupported: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    problem: str | None = None
    """The reason why it could not be asked."""

    @property
    def is_idle(self) -> bool:
        """True if it could not be asked, or refused all that it was asked."""
        return self.problem is not None or 0 < self.models == self.unsupported


@dataclass
class Report:
    """The findings of a hunt so far."""

    plan: Plan
    coverage: Coverage = field(default_factory=Coverage)
    tallies: dict[str, Tally] = field(default_factory=dict)
    cases: list[Case] = field(default_factory=list)
    models: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    def exit_code(self) -> ExitCode:
        """130 interrupted, 1 proven faults, 4 only crashes and hangs, 0 nothing."""
        if self.interrupted:
            return ExitCode.INTERRUPTED
        if any(case.fault.proven for case in self.cases):
            return ExitCode.DIFFERENT
        absent = any(tally.problem for tally in self.tallies.values())
        missing = (absent and self.plan.required) or self.is_idle
        return ExitCode.FAILED if self.cases or missing else ExitCode.OK

    @property
    def is_idle(self) -> bool:
        """True if no solver was there that solved anything."""
        return all(tally.is_idle for tally in self.tallies.values())

    def to_json(self) -> dict[str, Any]:
        """The report in the form of `everyway.fuzz/1`."""
        cells = Counter[tuple[str, str, str]]()
        for (kind, context, shape), times in self.coverage.cells.items():
            cells[snake_case(kind.__name__), context, shape] = times
        return {
            "schema": SCHEMA,
            "seed": self.plan.seed,
            "models": self.models,
            "seconds": round(self.seconds, 3),
            "solvers": {
                name: {**vars(tally), "faults": dict(tally.faults)}
                for name, tally in self.tallies.items()
            },
            "cells": [[*cell, times] for cell, times in sorted(cells.items())],
            "cells_missed": self.coverage.missed,
            "cases": [case.to_json() for case in self.cases],
            "interrupted": self.interrupted,
        }


def everyone() -> list[Solver]:
    """Every installed solver that is no museum piece, and every engine of `auto`."""
    return [s for s in (*solvers(), *engines()) if s.is_installed() and not s.traits.historical]


def hunt(plan: Plan, progress: Progress = lambda words: None) -> Report:
    """Try random models until the time is over, and work out what goes wrong."""
    report = Report(plan, tallies={solver.name: Tally() for solver in plan.solvers})
    shrunk: Counter[tuple[str, str, str]] = Counter()
    start = time.monotonic()
    try:
        with Bench(plan.solvers, plan.time_limit) as bench:
            progress("starting solvers")
            bench.start()
            start = time.monotonic()
            for number in itertools.count(plan.seed):
                report.seconds = time.monotonic() - start
                if _is_over(report):
                    break
                progress(_words(report))
                _try(number, report, bench, shrunk, progress)
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = time.monotonic() - start
    for case in report.cases:  # by now it is known how often each was seen
        case.save(plan.folder)
    return report


def _is_over(report: Report) -> bool:
    plan = report.plan
    enough = plan.models is not None and report.models >= plan.models
    late = plan.seconds is not None and report.seconds >= plan.seconds and report.models > 0
    return enough or late or not _askable(report)


def _askable(report: Report) -> list[str]:
    return [name for name, tally in report.tallies.items() if tally.problem is None]


def _words(report: Report) -> str:
    found = len(report.cases)
    faults = f", {found} fault{'s' if found > 1 else ''}" if found else ""
    return f"{grouped(report.models)} models{faults}"


def _try(
    number: int,
    report: Report,
    bench: Bench,
    shrunk: Counter[tuple[str, str, str]],
    progress: Progress,
) -> None:
    one, bench.number = drawn(number, report.plan.kinds), number
    answers, faults = tried(one.model, bench, _askable(report))
    report.models += 1
    report.coverage.add(one)
    for name, answer in answers.items():
        tally = report.tallies[name]
        tally.models += 1
        tally.complete += answer.status == "complete"
        tally.unsupported += answer.status == "unsupported"
        if answer.status == "unavailable":
            tally.problem = answer.reason
    for fault in faults:
        report.tallies[fault.solver].faults[fault.kind] += 1
        key = fault.solver, fault.kind, fault.way
        shrunk[key] += 1
        if shrunk[key] <= MOST_SHRUNK and _cases_like(fault, report) < MOST_CASES:
            progress(f"{_words(report)}; shrinking a fault of {fault.solver}")
            _work_out(fault, number, report, bench)
    for case in report.cases:
        key = case.fault.solver, case.fault.kind, case.fault.way
        case.times = shrunk[key]


def _cases_like(fault: Fault, report: Report) -> int:
    return sum(
        case.fault.solver == fault.solver and fault.is_like(case.fault) for case in report.cases
    )


def _work_out(fault: Fault, number: int, report: Report, bench: Bench) -> None:
    """Shrink, write and run, unless there is a case like it already."""
    try:
        small = smallest(fault, bench, SECONDS_TO_SHRINK)
    except KeyboardInterrupt:  # what was found is not lost
        case = case_of(fault, number, bench.solvers[fault.solver], bench.jobs(fault.solver))
        report.cases.append(case)
        case.save(report.plan.folder)
        raise
    if any(_essence(small) == _essence(case.fault) for case in report.cases):
        return
    case = case_of(small, number, bench.solvers[fault.solver], bench.jobs(fault.solver))
    case.save(report.plan.folder)
    report.cases.append(case)
    case.show()


def _essence(fault: Fault) -> tuple[object, ...]:
    """A key that cases share if they show the same: whose fault, of which kind, by which nodes."""
    nodes = sorted(type(node).__name__ for node in topological(fault.model.constraints))
    return fault.solver, fault.kind, fault.way, tuple(nodes)
