"""Oracles: what says which units can hold together, with a solution, or some that cannot.

`sat` is one search under assumptions, which keeps what it has learnt; any other solver is asked
anew each time, of a model with these units alone. Every solution that an oracle shows is judged.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any

from ..models.language.constraints import Constraint
from ..models.language.model import Model
from ..models.language.nodes import Program, describe
from ..models.language.rules import rule
from ..models.language.solution import Solution
from ..models.language.viewpoints.labels import without_labels
from ..solvers.harness.contract import (
    Control,
    Disagreement,
    SolverFailed,
    SolverUnavailable,
    Stopped,
    Unsupported,
)
from ..solvers.harness.options import SINGLE_THREADED, Options
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.enumeration import solutions
from .explanation import Blamed

if TYPE_CHECKING:
    from ..solvers.sat.refuted_clauses import GuardedSearch


# -------- A question: which units of a model can hold together, beside what must hold in any case.


class Question:
    """The units that may be blamed, and the constraints that are hard, over one model's variables.

    Solvers know integers alone: `coded` is the model without labels.
    """

    def __init__(self, model: Model, units: Sequence[Blamed], hard: Iterable[Constraint]) -> None:
        self.units, self.hard = list(units), tuple(hard)
        blamed = [constraint for unit in self.units for constraint in unit.constraints]
        every = tuple(dict.fromkeys([*blamed, *self.hard]))
        # a model refuses a rule of no constraint, and looks at none that is given as it is
        self.model = model.rewritten(model.groups, [rule("all", *every)])
        self.coded, self._decoded = without_labels(self.model)
        self._codes = dict(zip(every, self.coded.constraints, strict=True))
        self._program = Program(every)
        self._every = every

    def guarded(self, control: Control) -> GuardedSearch:
        """The SAT solver that is asked which units can hold together. Raises: Unsupported."""
        from ..solvers.sat.refuted_clauses import GuardedSearch

        units = [[self._codes[c] for c in unit.constraints] for unit in self.units]
        return GuardedSearch(self.coded, units, [self._codes[c] for c in self.hard], control)

    def constraints(self, chosen: Iterable[int]) -> tuple[Constraint, ...]:
        """The declared constraints of the units `chosen`, and what is hard."""
        found = [c for place in chosen for c in self.units[place].constraints]
        return tuple(dict.fromkeys([*self.hard, *found]))

    def part(self, chosen: Iterable[int]) -> Model:
        """The model of the units `chosen` alone, and of what is hard."""
        constraints = self.constraints(chosen)
        return self.model.rewritten(self.model.groups, [rule("part", *constraints)])

    def solution(self, coded: Mapping[str, int]) -> Solution:
        """Values over integers alone as a solution of the declared variables."""
        return self.model.solution(self._decoded(coded))

    def value(self, name: str, code: int) -> Any:
        """A value over integers alone as it was declared."""
        return self._decoded({name: code})[name]

    def broken(self, values: Mapping[str, Any]) -> set[Constraint]:
        """The constraints, of all units and of what is hard, that `values` break."""
        holds = self._program.run(values)
        return {c for c, one in zip(self._every, holds, strict=True) if not one}


SAT = "sat"
FALLBACK = "auto"


class Judged:
    """An oracle: says which units can hold together, by solutions that are judged, and counted."""

    solution: Solution
    """The solution by which units were last said to hold together."""
    held: set[int]
    """Every unit that holds in that solution."""

    def __init__(self, question: Question, name: str) -> None:
        self.name, self.calls, self._question = name, 0, question

    def core(self, chosen: Collection[int]) -> set[int] | None:
        """Some of `chosen` that cannot hold together; None if all of them can.

        Raises: Stopped where it does not know in time, which is neither; Disagreement for a
        solution that breaks a rule.
        """
        self.calls += 1
        core = self._answer(chosen)
        if not isinstance(core, Solution):
            return core
        self.solution = core
        broken = self._question.broken(core.assignment)
        for constraint in broken.intersection(self._question.constraints(chosen)):
            raise Disagreement(
                f"{self.name} is wrong: it shows a solution that breaks {describe(constraint)},"
                " which it was asked to keep",
                core,
            )
        units = enumerate(self._question.units)
        self.held = {place for place, one in units if broken.isdisjoint(one.constraints)}
        return None

    @abstractmethod
    def _answer(self, chosen: Collection[int]) -> set[int] | Solution:
        """Some of `chosen` that cannot hold together, or a solution of all of them."""

    def close(self) -> None:
        """Give back what the oracle holds."""


class Assuming(Judged):
    """The solver `sat`, asked under assumptions."""

    def __init__(self, question: Question, control: Control) -> None:
        """Raises: Unsupported for what clauses cannot say."""
        super().__init__(question, SAT)
        self._search = question.guarded(control)

    def _answer(self, chosen: Collection[int]) -> set[int] | Solution:
        core = self._search.core(chosen)
        return self._question.solution(self._search.solution()) if core is None else core

    def close(self) -> None:
        self._search.close()


class Declaring(Judged):
    """Any solver, which reads the model anew for each question; a foreign one in its process."""

    def __init__(self, question: Question, control: Control, solver: str) -> None:
        super().__init__(question, solver)
        self._control, self._isolate = control, bool(solver_named(solver).traits.module)

    def _answer(self, chosen: Collection[int]) -> set[int] | Solution:
        self._control.check()
        left = self._control.remaining()
        options = Options(limit=1, time_limit=left, isolate=self._isolate, hand_over=False)
        with solutions(self._question.part(chosen), self.name, options=options) as found:
            solution = next(found, None)
        if solution is None and not found.outcome.complete:
            raise Stopped
        return set(chosen) if solution is None else solution


def oracle_for(question: Question, control: Control, solver: str | None) -> Judged:
    """The oracle of this name; else `sat`, or `auto` where it is not there or cannot say it."""
    if solver == SAT or (solver is None and solver_named(SAT).is_installed()):
        try:
            return Assuming(question, control)
        except Unsupported:
            if solver is not None:
                raise
    return Declaring(question, control, solver or FALLBACK)


# --------- A second solver's word that units cannot hold together, asked of a model declared anew.


OTHER = "another"
"""Stands for another solver than the oracle, where none is named."""
LONGEST = 10.0
"""Seconds that a second opinion may take at most."""


def second_solver(oracle: str, named: str | None) -> str | None:
    """The solver that checks `oracle`: the one that is `named`, or another than itself, or none."""
    if named != OTHER:
        return named
    if oracle != FALLBACK:
        return FALLBACK
    return SAT if solver_named(SAT).is_installed() else "flatmap"


def cannot_hold(
    question: Question, chosen: Collection[int], oracle: str, solver: str, control: Control
) -> bool:
    """True if `solver` says, too, that the units `chosen` cannot hold together.

    False where it cannot say. Raises: Disagreement where it has a solution, which the judge
    accepts, so that `oracle` is wrong.
    """
    left = control.remaining()
    limit = LONGEST if left is None else max(min(LONGEST, left), 0.01)
    options = Options(limit=1, time_limit=limit, hand_over=False)
    try:
        with solutions(question.part(chosen), solver, options=options) as found:
            solution = next(found, None)
    except (Unsupported, SolverUnavailable, SolverFailed):
        return False
    if solution is None:
        return found.outcome.complete
    if question.broken(solution.assignment).isdisjoint(question.constraints(chosen)):
        units = ", ".join(str(question.units[place]) for place in chosen) or "what is hard"
        raise Disagreement(
            f"{oracle} is wrong: it says that these cannot hold together ({units}),"
            f" and {solver} has a solution of them, which the judge accepts",
            solution,
        )
    return False


# ------------------------------------------------------------------------------------ hitting sets
# Sets that meet every one of other sets, cheapest first: by a MaxSAT solver, interruptible.


_SECONDS = 0.05


class HittingSets:
    """Subsets of 0 to `len(costs)` - 1, by python-sat's RC2."""

    def __init__(self, costs: Sequence[int], control: Control) -> None:
        formula: Any = import_module("pysat.formula").WCNF()
        for number, cost in enumerate(costs, 1):
            formula.append([-number], weight=cost)
        self._native: Any = import_module("pysat.examples.rc2").RC2(formula, solver="g3")
        self._control, self._size = control, len(costs)

    def hit(self, members: Iterable[int]) -> None:
        """Have every set from now on hold one of `members`."""
        self._native.add_clause([member + 1 for member in members])

    def block(self, members: Iterable[int]) -> None:
        """Have no set from now on hold all of `members`."""
        self._native.add_clause([-(member + 1) for member in members])

    def next(self) -> set[int] | None:
        """A cheapest set that is not blocked; None where there is none. Raises: Stopped."""
        self._control.check()
        model = self._computed()
        if model is None:
            return None
        return {literal - 1 for literal in model if 0 < literal <= self._size}

    def _computed(self) -> Any:
        """The model that RC2 finds in another thread, since no signal comes through to this one."""
        if sys.platform in SINGLE_THREADED:
            return self._native.compute()
        found: list[Any] = []
        work = Thread(
            target=lambda: found.append(self._native.compute(expect_interrupt=True)), daemon=True
        )
        work.start()
        try:
            work.join(_SECONDS)
            while work.is_alive():
                self._control.check()
                work.join(_SECONDS)
        except BaseException:
            self._native.interrupt()
            work.join()
            raise
        return found[0]

    def close(self) -> None:
        """Give back what the solver holds."""
        self._native.delete()


# --------------- Every smallest set of units that cannot hold together, and every smallest repair.
#
# A set cannot hold together, and is smallest so, exactly if it meets every set whose giving up
# would let the rest hold (a repair), and no smaller one does: the two are each other's minimal
# hitting sets. So the cheapest set that meets all repairs that are known is asked about: it cannot
# hold together, and is proven smallest, or it can, and shows further repairs. Repairs are found
# likewise.
#
# Source: A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with
# minimal hitting set dualization" (CP 2015).


Core = Callable[[Collection[int]], set[int] | None]
"""Some of the units asked about that cannot hold together; None if all of them can."""


def shrunk(core: Core, cannot: set[int]) -> set[int]:
    """Units of `cannot` that cannot hold together, while any of them less can."""
    kept: set[int] = set()
    while cannot - kept:
        last = max(cannot - kept)
        smaller = core(sorted(cannot - {last}))
        if smaller is None:
            kept.add(last)
        else:
            cannot = smaller
    return cannot


def shrunk_literals(
    search: GuardedSearch, firm: Iterable[int], soft: Sequence[int]
) -> list[int] | None:
    """Literals of `soft` that with all of `firm` cannot hold, while any of them less can; last ones
    are left out first. None if all can hold.
    """
    place = {literal: number for number, literal in enumerate(soft)}
    firm = list(firm)

    def core(chosen: Collection[int]) -> set[int] | None:
        found = search.refuted([*firm, *(soft[number] for number in chosen)])
        return None if found is None else {place[one] for one in found if one in place}

    cannot = core(range(len(soft)))
    return None if cannot is None else [soft[number] for number in sorted(shrunk(core, cannot))]


def grown(oracle: Judged, number: int) -> set[int]:
    """Units that can hold together, while not with any other unit: the units that hold in the last
    solution of `oracle`, and more.
    """
    fits = oracle.held
    for unit in range(number):
        if unit not in fits and oracle.core(sorted(fits | {unit})) is None:
            fits = oracle.held
    return fits


def smallest_sets(oracle: Judged, costs: Sequence[int], control: Control) -> Iterator[set[int]]:
    """Every set that cannot hold together while any of it less can, the cheapest first.

    All units together cannot, and what is hard alone can.
    """
    number = len(costs)
    with closing(HittingSets(costs, control)) as sets:
        sets.hit(range(number))
        while (found := sets.next()) is not None:
            if oracle.core(sorted(found)) is not None:
                yield found
                sets.block(found)
                continue
            while oracle.core(sorted(found)) is None:  # several repairs that share nothing
                repair = set(range(number)) - grown(oracle, number)
                sets.hit(repair)
                found = found | repair


def smallest_repairs(oracle: Judged, costs: Sequence[int], control: Control) -> Iterator[set[int]]:
    """Every set without which the rest can hold together, but not without less, cheapest first.

    All units together cannot, and what is hard alone can.
    """
    whole = set(range(len(costs)))
    with closing(HittingSets(costs, control)) as sets:
        sets.hit(shrunk(oracle.core, set(whole)))
        while (found := sets.next()) is not None:
            cannot = oracle.core(sorted(whole - found))
            if cannot is None:
                yield found
                sets.block(found)
            else:
                sets.hit(shrunk(oracle.core, cannot))
