"""Oracles: what says which units can hold together, with a solution, or some that cannot.

`sat` is one search under assumptions, which keeps what it has learnt; any other solver is asked
anew each time, of a model with these units alone. Every solution that an oracle shows is judged.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from ..models.language.constraints import Constraint
from ..models.language.nodes import describe
from ..models.language.solution import Solution
from ..solvers.harness.contract import Control, Disagreement, Stopped, Unsupported
from ..solvers.harness.options import Options
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.enumeration import solutions
from .question import Question

SAT = "sat"
FALLBACK = "auto"


class Oracle(Protocol):
    """Says of units if they can hold together."""

    name: str

    def core(self, chosen: Collection[int]) -> set[int] | None:
        """Some of `chosen` that cannot hold together; None if all of them can.

        Raises: Stopped where it does not know in time, which is neither.
        """

    def solution(self) -> Solution:
        """The solution by which units were last said to hold together."""

    def close(self) -> None:
        """Give back what the oracle holds."""


class Assuming:
    """The solver `sat`, asked under assumptions."""

    name = SAT

    def __init__(self, question: Question, control: Control) -> None:
        """Raises: Unsupported for what clauses cannot say."""
        self._question, self._search = question, question.guarded(control)

    def core(self, chosen: Collection[int]) -> set[int] | None:
        return self._search.core(chosen)

    def solution(self) -> Solution:
        return self._question.solution(self._search.solution())

    def close(self) -> None:
        self._search.close()


class Declaring:
    """Any solver, which reads the model anew for each question; a foreign one in its process."""

    def __init__(self, question: Question, control: Control, solver: str) -> None:
        self.name, self._question, self._control = solver, question, control
        self._isolate = bool(solver_named(solver).traits.module)
        self._found: Solution | None = None

    def core(self, chosen: Collection[int]) -> set[int] | None:
        self._control.check()
        left = self._control.remaining()
        options = Options(limit=1, time_limit=left, isolate=self._isolate, hand_over=False)
        with solutions(self._question.part(chosen), self.name, options=options) as found:
            self._found = next(found, None)
        if self._found is None and not found.outcome.complete:
            raise Stopped
        return set(chosen) if self._found is None else None

    def solution(self) -> Solution:
        assert self._found is not None, "it is asked for after units that hold together"
        return self._found

    def close(self) -> None:
        self._found = None


class Judged:
    """An oracle each solution of which is judged, and whose questions are counted."""

    def __init__(self, oracle: Oracle, question: Question) -> None:
        self.name, self.calls = oracle.name, 0
        self._oracle, self._question = oracle, question

    def core(self, chosen: Collection[int]) -> set[int] | None:
        """As that of the oracle. Raises: Disagreement for a solution that breaks a rule."""
        self.calls += 1
        core = self._oracle.core(chosen)
        if core is None:
            self.solution = self._oracle.solution()
            broken = self._question.broken(self.solution.assignment)
            self._refuse(broken.intersection(self._question.constraints(chosen)))
            units = enumerate(self._question.units)
            self.held = {place for place, one in units if broken.isdisjoint(one.constraints)}
        return core

    def _refuse(self, broken: Collection[Constraint]) -> None:
        for constraint in broken:
            raise Disagreement(
                f"{self.name} is wrong: it shows a solution that breaks {describe(constraint)},"
                " which it was asked to keep",
                self.solution,
            )

    solution: Solution
    """The solution by which units were last said to hold together."""
    held: set[int]
    """Every unit that holds in that solution."""

    def close(self) -> None:
        """Give back what the oracle holds."""
        self._oracle.close()


def oracle_for(question: Question, control: Control, solver: str | None) -> Judged:
    """The oracle of this name; else `sat`, or `auto` where it is not there or cannot say it."""
    if solver == SAT or (solver is None and solver_named(SAT).is_installed()):
        try:
            return Judged(Assuming(question, control), question)
        except Unsupported:
            if solver is not None:
                raise
    return Judged(Declaring(question, control, solver or FALLBACK), question)
