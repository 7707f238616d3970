"""Uniqueness: one solution, which a second solver proves the only one; or two; or none."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from itertools import islice
from math import inf, isinf
from typing import Any, Unpack

from ..models.language.check import as_model
from ..models.language.errors import ExitCode
from ..models.language.global_constraints.connected import OverGraph
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.phrases import number_of
from ..models.language.solution import Solution
from ..solvers.harness.options import Options, SearchOptions, asked, offers
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER, solutions
from .backing import declared_form, partners, refuse_shared
from .claims import Claim, reported_claim
from .comparing_solvers import compare
from .comparison import ABSENT, AGREE, DIFFER, UNDECIDED, Comparison, reasons

UNIQUE, NONE, SEVERAL = "unique", "none", "several"
SECOND_SOLVERS = ("flatmap", "clingo", "cp-sat", "sat", "diagram")
"""Solvers that are asked for another solution, in this order; each reads a model in its own way."""
SECOND_ON_GRAPHS = ("cp-sat", "clingo", "flatmap", "sat", "diagram")
"""The same in another order, where constraints over graphs are."""
FIRST_TURN, LONGER = 0.5, 4
"""The seconds of first turns, and how many times as long further ones are, and the very first."""


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

    `solver` stops at two solutions. Where it finds fewer, a second one is asked for two, which
    shares no lowering with it, nor with one to which it has handed over: `second`, or else several
    in turn, in the declared form of the model. The `time_limit`, in seconds, is for all of it. Of a
    model with an objective it is about the best solutions, of a projection about what is projected.

    Raises: UnknownSolver; ModelError for a `second` that is none; what `solutions` raises.
    """
    options = replace(asked(**keywords), limit=2)
    options.refuse("uniqueness", "cluster", "isolate", "memory")
    if second is not None:
        solver_named(second)
    ends = time.monotonic() + (inf if options.time_limit is None else options.time_limit)
    with solutions(as_model(model), solver, options=options) as run:
        found = tuple(islice(run, 2))
    first = run.outcome
    claim = reported_claim(first.solver, found, complete=first.complete)
    comparison = compare(model, [], [claim], options=options)
    if first.complete and not comparison.differences:
        if second is not None:
            refuse_shared(second, first)
        else:
            options = replace(options, viewpoint=declared_form(run.model), jobs=1)
        on_graphs = any(isinstance(one, OverGraph) for one in run.model.constraints)
        several = SECOND_ON_GRAPHS if on_graphs else SECOND_SOLVERS
        names = partners(first, several) if second is None else [second]
        comparison = _compared(model, claim, names, options, ends) or comparison
    verdict, reason, code = _verdict(len(found), first, comparison)
    return Uniqueness(verdict, reason, code, found, comparison)


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


def _compared(
    model: Model, claim: Claim, names: Sequence[str], options: Options, ends: float
) -> Comparison | None:
    """The claim beside the first of some solvers that comes to its end; None where none does.

    They take turns, each longer than the last, until `ends` by the monotonic clock.
    """
    turns = deque((name, FIRST_TURN * (1 if place else LONGER)) for place, name in enumerate(names))
    while turns and (left := ends - time.monotonic()) > 0:
        name, seconds = turns.popleft()
        turn = min(seconds if turns else inf, left)
        limited = replace(options, time_limit=None if isinf(turn) else turn)
        found = compare(model, [name], [claim], options=limited)
        run = found.runs[0]
        if found.differences or run.status in ("complete", "failed") or len(names) == 1:
            return found
        if run.outcome.reason == "time limit":
            turns.append((name, seconds * LONGER))
    return None
