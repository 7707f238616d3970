"""Uniqueness: one solution, which a second solver proves the only one; or two; or none."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, repeat
from math import inf, isinf
from typing import Any, Unpack

from ..models.language.check import as_model
from ..models.language.errors import ExitCode
from ..models.language.global_constraints.connected import OverGraph
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.phrases import number_of
from ..models.language.solution import Solution
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.options import Options, SearchOptions, asked, offers
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER, solutions
from ..solvers.harness.running.independent_parts import LEAST_TIME
from .backing import declared_form, partners, refuse_shared
from .claims import Claim, reported_claim
from .comparing_solvers import compare
from .comparison import ABSENT, AGREE, DIFFER, UNDECIDED, Comparison, reasons

UNIQUE, NONE, SEVERAL = "unique", "none", "several"
SECOND_SOLVERS = ("flatmap", "clingo", "cp-sat", "sat", "diagram")
"""Solvers that are asked for another solution, in this order; each reads a model in its own way."""
SECOND_ON_GRAPHS = ("sat", "clingo", "cp-sat", "flatmap", "diagram")
"""The same in another order, where constraints over graphs are."""
LONGER = 4
"""The quotient of the lengths of a turn of a solver and of its last one."""
FIRST_TURNS = (4.0, 2.0)
"""The seconds of the first turn of the first solver, and of each other one."""


@dataclass(frozen=True)
class Uniqueness:
    """The proof that a model has one solution alone, none or several, or what is missing of it."""

    verdict: str
    """`unique`, `none`, `several`, `undecided`, or `differ` where a solver is proven wrong."""
    reason: str
    """The proof in words, by two solvers or of several by two solutions; or what is missing."""
    exit_code: ExitCode
    """0 one, 1 none or several, 3 not proven in time, 4 a solver is wrong, or failed."""
    solutions: tuple[Solution, ...]
    """The first two, or fewer where there are not more; judged, without any solver."""
    comparison: Comparison
    """The solutions beside those of a second solver, whose run stands first, if one was asked."""

    def __bool__(self) -> bool:
        """True if it is proven that there is one solution alone."""
        return self.verdict == UNIQUE

    @property
    def differing(self) -> tuple[str, ...]:
        """The names of the variables that differ in the two solutions; none of fewer solutions."""
        variables = self.solutions[0].model.variables if self.solutions else ()
        return tuple(v.name for v in variables if len({one[v.name] for one in self.solutions}) > 1)

    def to_json(self) -> dict[str, Any]:
        """The document `everyway.unique/1`, but for the puzzle and numbers of solutions."""
        return {
            "verdict": self.verdict,
            "reason": self.reason,
            "solutions": [solution.to_json() for solution in self.solutions],
            "differing": list(self.differing),
            "solvers": [run.solver for run in reversed(self.comparison.runs)],
            "differences": [one.to_json() for one in self.comparison.differences],
        }

    def __str__(self) -> str:
        return f"{self.verdict.upper()}  {self.reason}"


@offers(SearchOptions)
def unique(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    *,
    second: str | None = None,
    **keywords: Unpack[SearchOptions],
) -> Uniqueness:
    """The only solution of `model`, proven by two solvers; or two solutions; or that there is none.

    `solver` stops at two solutions; where that is the default and late, others take turns with it.
    If there are fewer, a second one is asked for two, which shares no lowering with the first, nor
    with one to which that has handed over: `second`, or else several in turn, in the declared form
    of the model. The `time_limit`, in seconds, is for all of it. Of a model with an objective it is
    about the best solutions, of a projection about what is projected.

    Raises: UnknownSolver; ModelError for a `second` that is none; what `solutions` raises.
    """
    options = replace(asked(**keywords), limit=2)
    options.refuse("uniqueness", "cluster", "isolate", "memory")
    if second is not None:
        solver_named(second)
    model = as_model(model)
    on_graphs = any(isinstance(one, OverGraph) for one in model.constraints)
    several = SECOND_ON_GRAPHS if on_graphs else SECOND_SOLVERS
    others = [name for name in several if solver_named(name).is_installed()]
    again = options if second else replace(options, viewpoint=declared_form(model), jobs=1)
    turns = _Turns(options.time_limit)
    is_open = solver == DEFAULT_SOLVER and second is None
    asked_of = {solver: options} | dict.fromkeys(others if is_open else [], again)
    found, first = _first(model, asked_of, turns)
    claim = reported_claim(first.solver, found, complete=first.complete)
    comparison = compare(model, [], [claim], options=options)
    if first.complete and not comparison.differences:
        if second is not None:
            refuse_shared(second, first)
        names = partners(first, [*others, solver]) if second is None else [second]
        comparison = _compared(model, claim, names, again, turns) or comparison
    verdict, reason, code = _verdict(len(found), first, comparison)
    return Uniqueness(verdict, reason, code, found, comparison)


class _Turns:
    """Solvers in turn, each for longer than before; the last that is left has all the time."""

    def __init__(self, time_limit: float | None) -> None:
        self.ends = inf if time_limit is None else time.monotonic() + time_limit
        self.queue: deque[str] = deque()
        self.seconds: dict[str, float] = {}
        """The length of the next turn of each."""

    def of(self, names: Iterable[str]) -> Iterator[tuple[str, float | None]]:
        """Each solver, as often as it is `late`, and its seconds; until the time is over."""
        self.queue = deque(names)
        lengths = chain(FIRST_TURNS, repeat(FIRST_TURNS[-1]))
        self.seconds = {name: next(lengths) for name in self.queue} | self.seconds
        while self.queue:
            name = self.queue.popleft()
            left = max(self.ends - time.monotonic(), LEAST_TIME)
            seconds = min(self.seconds[name] if self.queue else inf, left)
            yield name, None if isinf(seconds) else seconds
            if time.monotonic() >= self.ends:
                return

    def late(self, name: str) -> None:
        """Let a solver come again."""
        self.seconds[name] *= LONGER
        self.queue.append(name)


def _first(
    model: Model, asked_of: Mapping[str, Options], turns: _Turns
) -> tuple[tuple[Solution, ...], Outcome]:
    """Two solutions, or all if there are fewer, of the first solver that comes to its end.

    Where none does, it is who found most; the first solver alone may not fail to read the model.
    """
    found: tuple[Solution, ...] = ()
    first: Outcome | None = None
    for name, seconds in turns.of(asked_of):
        options = replace(asked_of[name], time_limit=seconds)
        try:
            with solutions(model, name, options=options) as run:
                rows = tuple(islice(run, 2))
        except Unsupported:
            if first is None:
                raise
            continue
        is_end = run.outcome.complete or len(rows) == 2
        if first is None or is_end or len(rows) > len(found):
            found, first = rows, run.outcome
        if is_end:
            break
        if run.outcome.reason == "time limit":
            turns.late(name)
    assert first is not None, "the first solver was asked"
    return found, first


def _compared(
    model: Model, claim: Claim, names: Sequence[str], options: Options, turns: _Turns
) -> Comparison | None:
    """The claim beside the first of some solvers that comes to its end; None where none does.

    Those come first that were not late before, or less often.
    """
    for name, seconds in turns.of(sorted(names, key=lambda name: turns.seconds.get(name, 0.0))):
        found = compare(model, [name], [claim], options=replace(options, time_limit=seconds))
        run = found.runs[0]
        if found.differences or run.status in ("complete", "failed") or len(names) == 1:
            return found
        if run.outcome.reason == "time limit":
            turns.late(name)
    return None


def _verdict(number: int, first: Outcome, comparison: Comparison) -> tuple[str, str, ExitCode]:
    """The verdict on a number of solutions, the proof in words, and the exit code."""
    second, said, by = comparison.runs[0], number_of(number, "solution"), first.complete_by
    why = "; ".join(reasons(comparison))
    if comparison.differences:
        return DIFFER, why, ExitCode.FAILED
    if number > 1 and not comparison.problem:
        return SEVERAL, f"at least {said}", ExitCode.DIFFERENT
    if not first.complete:
        why = f"{said} so far: {first.solver} stopped ({first.reason})"
        return UNDECIDED, why, ExitCode.UNDECIDED
    if comparison.verdict == AGREE:
        why = f"{said}, proven by {by} and by {second.solver}"
        return (UNIQUE, why, ExitCode.OK) if number else (NONE, why, ExitCode.DIFFERENT)
    if len(comparison.runs) < 2 and not comparison.problem:
        why = "no second solver came to an end in time"
    elif second.status in ("failed", *ABSENT):
        why = f"{second.solver} {second.status}: {second.outcome.reason}"
    return UNDECIDED, f"{said}, by {by} alone: {why}", comparison.exit_code()
