"""`steps`: a puzzle with one solution, explained a deduction at a time, the easiest first.

Easiest is what needs the fewest places of rules, then the fewest known facts. Where places up to
`MOST_PLACES` say nothing more, a chain of easy deductions refutes a supposition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import combinations
from typing import Any

from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.nodes import describe
from ..models.language.solution import Solution
from ..solvers.harness.contract import Control, Disagreement, Incomplete, Stopped
from ..solvers.harness.options import Options
from ..solvers.harness.registry import solver_named
from .deductions import Deductions, Link, Places, literals_in, shortest_chain
from .explanation import Blamed, rules_alone, units
from .oracles import SAT, Question
from .techniques import Techniques

# --------------- Steps as values: what is found, by which places of rules, from which known facts.


@dataclass(frozen=True)
class Fact:
    """A variable has a value, or has it not."""

    name: str
    """The name of the variable."""
    value: Any
    """The value, as it was declared."""
    holds: bool = True
    """False if the variable does not have it."""

    def __str__(self) -> str:
        return f"{self.name} {'=' if self.holds else '!='} {self.value}"

    def to_json(self) -> dict[str, Any]:
        """The three fields."""
        return {"name": self.name, "value": self.value, "holds": self.holds}


@dataclass(frozen=True, eq=False)
class Step:
    """A deduction: from places of rules and known facts, what is found follows."""

    found: tuple[Fact, ...]
    """The facts that follow; none where the rules and facts cannot hold together, as at the end of
    a chain, nor where nothing but `marks` is left to say."""
    rules: tuple[Blamed, ...]
    """The places of rules that are used; none where all other values of a variable are out."""
    known: tuple[Fact, ...]
    """The facts that are used and were found before, or are given."""
    chain: tuple[Step, ...] = ()
    """Deductions one after another from the opposite of what is found, the last a contradiction.
    A step of a chain also uses what was found before in the chain."""
    marks: tuple[Step, ...] = ()
    """The marks pencilled in since the step before: each of one place and one known value."""
    technique: str = ""
    """The name that players have for it, such as `hidden single`, if they have one."""

    @property
    def supposed(self) -> Fact | None:
        """The supposition that the chain refutes, if there is a chain."""
        if not self.chain:
            return None
        (found,) = self.found
        return Fact(found.name, found.value, not found.holds)

    @property
    def cost(self) -> tuple[int, int, int]:
        """The length of its chain, then the number of its places, then of its known facts."""
        return len(self.chain), len(self.rules), len(self.known)

    def __str__(self) -> str:
        why = [*map(str, self.rules), *map(str, self.known)]
        return f"{', '.join(map(str, self.found))} because {'; '.join(why) or 'of its domain'}"

    def to_json(self) -> dict[str, Any]:
        """The fields, facts and places as they are in JSON."""
        names = ("found", "rules", "known", "chain", "marks")
        found = {name: [one.to_json() for one in getattr(self, name)] for name in names}
        return {**found, "technique": self.technique}


MOST_PLACES = 2
"""The most places of a step without a chain, where one is there."""
_MOST_TRIED = 20


class NoSteps(ModelError):
    """A puzzle has no solution, or several: no steps lead to the one; `solutions` are up to two."""

    def __init__(self, message: str, solutions: Iterable[Solution] = ()) -> None:
        super().__init__(message)
        self.solutions = tuple(solutions)


def steps(model: Model, *, time_limit: float | None = None) -> Steps:
    """Every step to the one solution of `model`, the easiest first, as an iterator.

    An objective is no rule, but that it is defined is one.
    Raises: NoSteps, a ModelError, for a model of no or several solutions; SolverUnavailable without
    python-sat; Unsupported for what clauses cannot say; Incomplete after `time_limit` seconds.
    """
    return Steps(model, Control(Options(time_limit=time_limit)))


class Steps:
    """An iterator of the steps to the one `solution` of `model`."""

    solution: Solution

    def __init__(self, model: Model, control: Control) -> None:
        solver_named(SAT).load()
        self.model, self._control = rules_alone(model), control
        self._question = Question(self.model, units(self.model, "place"), ())
        control.resume()
        try:
            self._deductions = Deductions(self._question, control)
            self._steps = self._every(_Solver(self._deductions, self._only_solution()))
        except Stopped:
            raise self._stopped() from None
        control.pause()

    def __iter__(self) -> Iterator[Step]:
        return self

    def __next__(self) -> Step:
        self._control.resume()
        try:
            return next(self._steps)
        except Stopped:
            raise self._stopped() from None
        finally:
            self._control.pause()

    def _stopped(self) -> Incomplete:
        return Incomplete("the next step was not found in time; give a longer time limit", [])

    def _every(self, solver: _Solver) -> Iterator[Step]:
        techniques = Techniques(self.model)
        with closing(self._deductions):
            for link, marks in solver.links():
                step = self._step(link, marks)
                yield replace(step, technique=techniques.name(step, solver.decided))

    def _step(self, link: Link, marks: Iterable[Link] = ()) -> Step:
        rules = tuple(self._question.units[place] for place in link.places)
        found, known = (tuple(map(self._fact, facts)) for facts in (link.found, link.known))
        chain, pencilled = (tuple(map(self._step, links)) for links in (link.chain, marks))
        return Step(found, rules, known, chain, pencilled)

    def _fact(self, literal: int) -> Fact:
        name, value = self._deductions.values[abs(literal)]
        return Fact(name, self._question.value(name, value), literal > 0)

    def _only_solution(self) -> int:
        """The values of the one solution, which is judged. Raises: NoSteps, Disagreement."""
        ask, name = self._deductions, self.model.name
        found = ask.solution()
        if found is None:
            raise NoSteps(f"{name} has no solution, so there are no steps to it; ask why")
        self.solution = self._judged(found)
        other = ask.solution(other_than=found) if found else None  # of no variable there is none
        if other is not None:
            message = f"{name} has several solutions, so no steps lead to the one; give more values"
            raise NoSteps(message, [self.solution, self._judged(other)])
        return found

    def _judged(self, values: int) -> Solution:
        chosen = dict(self._deductions.values[literal] for literal in literals_in(values))
        solution = self._question.solution(chosen)
        for broken in self._question.broken(solution.assignment):
            raise Disagreement(
                f"{SAT} is wrong: it shows a solution that breaks {describe(broken)}", solution
            )
        return self.model.solution(solution.assignment)


class _Solver:
    """Knowledge so far, and the easiest deduction from it."""

    def __init__(self, deductions: Deductions, solution: int) -> None:
        self._ask, self._solution = deductions, solution
        self._left = deductions.every
        self.decided = {name for name, values in deductions.of.items() if values.bit_count() == 1}
        self._pencilled: set[tuple[int, str]] = set()

    def links(self) -> Iterator[tuple[Link, list[Link]]]:
        """Each deduction, with the pencil marks before it; after the last one marks alone."""
        marks = list(self._pencil())
        while len(self.decided) < len(self._ask.of):
            yield self._next(), marks
            marks = list(self._pencil())
        if marks:
            yield Link((), (), ()), marks

    def _next(self) -> Link:
        link = self._only_value() or self._short()
        link = link or shortest_chain(self._ask, self._left, self.decided, self._false())
        link = link or self._together()
        for fact in link.found:
            self._learn(fact)
        return link

    # ------------------------------------------------------------------------ pencil marks

    def _pencil(self) -> Iterator[Link]:
        """Marks: what one place and one known value, or a place of one variable, take away."""
        again = True
        while again:
            again = False
            for place, names in enumerate(self._ask.names):
                for name in names:
                    if (place, name) in self._pencilled:
                        continue
                    if len(names) == 1 or name in self.decided:
                        self._pencilled.add((place, name))
                        for link in self._mark(place, name):
                            again = True
                            yield link

    def _mark(self, place: int, name: str) -> Iterator[Link]:
        """The mark that `place` gives with the value of `name`, or alone if it has no other."""
        ask, alone = self._ask, len(self._ask.names[place]) == 1
        of, known = ask.of[name], self._left & ask.of[name]
        out = sure = ask.refuted_at_once(place, ask.every)
        if not alone:  # what the place says without any fact is a step
            out = ask.refuted_at_once(place, ask.every & ~of | known) & ~sure
        found = [ask.said(value) for value in literals_in(out & self._left)]
        if alone and found and (of & ~out).bit_count() == 1:
            found = [(of & ~out).bit_length() - 1]
        # that a 0/1 variable is 1 is worth a step of its own
        found = [f for f in found if alone or f < 0 or not ask.values[f][1]]
        for fact in found:
            self._learn(fact)
        if found:
            yield Link(tuple(found), (place,), () if alone else (known.bit_length() - 1,))

    def _learn(self, fact: int) -> None:
        self._left &= ~self._ask.others(fact)
        if fact > 0:
            self.decided.add(self._ask.values[fact][0])

    # --------------------------------------------------------------------------- deductions

    def _only_value(self) -> Link | None:
        """The first variable that has one value left."""
        for name, of in self._ask.of.items():
            left = self._left & of
            if name not in self.decided and left.bit_count() == 1:
                out = tuple(-value for value in literals_in(of & ~left))
                return Link((left.bit_length() - 1,), (), out)
        return None

    def _short(self) -> Link | None:
        """The deduction of the fewest places, then facts; None where it needs more."""
        for size in range(1, MOST_PLACES + 1):
            best: tuple[Places, list[int]] | None = None
            for places in self._groups(size):
                below = len(best[1]) if best else len(self._ask.values)
                found = self._fewest(places, below) if below else None
                best = best if found is None else (places, found)
            if best:
                return self._deduced(*best)
        return None

    def _fewest(self, places: Places, below: int) -> list[int] | None:
        """The fewest facts from which `places` say more; None if not fewer than `below`."""
        ask, best = self._ask, None
        out = ask.refuted(places, self._left)
        if not out:
            return None
        facts = ask.facts(ask.named(places), self._left, self.decided)
        for value in ask.easiest(places, out, facts):
            found = ask.fewest(places, value, facts, below)
            if found is not None:
                best, below = found, len(found)
        return best

    def _groups(self, size: int) -> Iterator[Places]:
        """Places that speak of what is open, each beside one that shares some of it."""
        undecided = sum(of for n, of in self._ask.of.items() if n not in self.decided)
        scopes = self._ask.scopes
        live = [place for place, scope in enumerate(scopes) if scope & undecided]
        for places in combinations(live, size):
            if size == 1 or scopes[places[0]] & scopes[places[1]] & undecided:
                yield places

    def _deduced(self, places: Places, known: list[int]) -> Link:
        """All that follows from `places` and `known`."""
        ask, left = self._ask, self._ask.every
        for fact in known:
            left &= ~ask.others(fact)
        out = ask.refuted_by(places, left, known)
        fresh = [ask.said(value) for value in literals_in(out & self._left)]
        found: dict[int, None] = {}
        for fact in fresh:
            alone = left & ~out & ask.of[ask.values[abs(fact)][0]]
            found[alone.bit_length() - 1 if alone.bit_count() == 1 else fact] = None
        return Link(tuple(found), places, tuple(known))

    def _false(self) -> int:
        """The values that are open, and not those of the solution."""
        return self._left & ~self._solution

    def _together(self) -> Link:
        """Few places and facts at once, where no chain of easy deductions refutes a value."""
        facts = self._ask.facts(self._ask.of, self._left, self.decided)
        tried = list(literals_in(self._false()))[:_MOST_TRIED]
        found = [self._ask.together(value, facts) for value in tried]
        return self._deduced(*min(found, key=lambda one: (len(one[0]), len(one[1]))))
