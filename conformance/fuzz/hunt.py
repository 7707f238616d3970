"""The hunt: model after model, until the time is over."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...models.language.late_dataclasses import dataclass, field
from ...models.language.nodes import Node, topological
from ...models.language.phrases import grouped, snake_case
from ...solvers.harness.registry import Solver, engines, solvers
from .bench import Bench
from .cases import Case, case_of
from .faults import Fault
from .numbered_models import Coverage, drawn
from .smallest import smallest
from .trial import tried

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

    def exit_code(self) -> int:
        """130 interrupted, 1 proven faults, 4 only crashes and hangs, 0 nothing."""
        if self.interrupted:
            return 130
        if any(case.fault.proven for case in self.cases):
            return 1
        absent = any(tally.problem for tally in self.tallies.values())
        missing = (absent and self.plan.required) or self.is_idle
        return 4 if self.cases or missing else 0

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
                name: {
                    "models": tally.models,
                    "complete": tally.complete,
                    "unsupported": tally.unsupported,
                    "faults": dict(tally.faults),
                    "problem": tally.problem,
                }
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
