"""`why` and `repairs`: the smallest sets of rules that cannot hold together, and what mends it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any, TypedDict, Unpack

from ..models.language.constraints import And, Constraint, Not, Or, fixed_values
from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.phrases import listed
from ..models.language.rules import Rule
from ..models.language.solution import Solution
from ..solvers.harness.contract import Control, Stopped
from ..solvers.harness.options import Options
from ..solvers.harness.registry import solver_named
from .explanation import (
    ALL,
    NEEDED,
    NO_SOLUTION,
    NOT,
    REPAIR,
    SMALLEST,
    SOME,
    Blamed,
    Explanation,
    Reason,
    chosen_rules,
    rules_alone,
    units,
)
from .oracles import (
    OTHER,
    SAT,
    Judged,
    Question,
    cannot_hold,
    grown,
    oracle_for,
    second_solver,
    shrunk,
    smallest_repairs,
    smallest_sets,
)


class WhyOptions(TypedDict, total=False):
    """The keyword arguments of all that explains."""

    by: str
    """The units: `rule`, `place` or `constraint`; places unless given."""
    cost: Callable[[Blamed], int] | None
    """The cost of a unit, from 1; a set costs their sum, and the cheapest sets come first."""
    all: bool
    """True for every set, and not the cheapest alone."""
    limit: int | None
    """The most sets."""
    quick: bool
    """True for one set at once, of which none can be left out, but which need not be a cheapest."""
    solver: str | None
    """The oracle; `sat` unless given, and `auto` where that is not installed."""
    check: str | None
    """The second solver, asked of each set; another than the oracle unless given, None for none."""
    time_limit: float | None
    """Seconds for everything."""
    heard: Callable[[Reason], object] | None
    """Called with each set as soon as it is proven."""


MOST_UNITS = 2_000
"""Of more, a smallest set of rules is found first, and then blamed inside."""


def why(
    model: Model,
    *,
    forbids: Mapping[str, Any] | Constraint | Solution | None = None,
    hard: Iterable[str] = (),
    **options: Unpack[WhyOptions],
) -> Explanation:
    """The smallest sets of rules of `model` that cannot hold together.

    With `forbids`, values by name, a constraint or a solution: the sets of rules with which that
    cannot be. Rules whose labels are `hard` are taken for granted, and never blamed. Of very many
    units only those of a smallest set of rules are looked at, and no set is said to be smallest.
    An objective is no rule, but that it is defined is one.
    Raises: ModelError for names, labels or units that there are not; Disagreement where a solver
    is proven wrong.
    """
    model = rules_alone(model)
    asked = () if forbids is None else (_constraint(model, forbids),)
    firm = [hard] if isinstance(hard, str) else list(hard)
    return replace(_why(model, asked, firm, options), asked=asked)


def _why(
    model: Model, asked: tuple[Constraint, ...], firm: list[str], options: WhyOptions
) -> Explanation:
    kind, by = (NOT if asked else NO_SOLUTION), options.get("by", "place")
    question = question_of(model, by=by, hard=firm, asked=asked)
    if len(question.units) <= MOST_UNITS or by == "rule":
        return explained(question, model, kind, **options)
    rules = question_of(model, by="rule", hard=firm, asked=asked)
    once: WhyOptions = {**options, "by": "rule", "limit": 1, "heard": None}
    first = explained(rules, model, kind, **once)
    if not first.reasons or first.is_hard:
        return first
    blamed = {unit.rule for unit in first.sets[0]}
    part = model.rewritten(model.groups, [r for r in model.rules if r.label in {*blamed, *firm}])
    question = question_of(part, by=by, hard=firm, asked=asked)
    return replace(explained(question, model, kind, **options), smallest=False, exact=SOME)


def repairs(
    model: Model, *, hard: Iterable[str] = (), **options: Unpack[WhyOptions]
) -> Explanation:
    """The smallest sets of rules to give up so that the rest has a solution.

    Raises: as `why`.
    """
    model = rules_alone(model)
    question = question_of(model, by=options.get("by", "place"), hard=hard)
    return explained(question, model, REPAIR, **options)


def question_of(
    model: Model, *, by: str, hard: Iterable[str] = (), asked: Iterable[Constraint] = ()
) -> Question:
    """The question whether the units of `model` can hold together with what is `asked`."""
    firm = chosen_rules(model, [hard] if isinstance(hard, str) else hard)
    kept = [c for rule in model.rules if rule.label in firm for c in rule.constraints]
    soft = [unit for unit in units(model, by) if unit.rule not in firm]
    return Question(model, soft, [*asked, *kept])


def _constraint(model: Model, forbids: Mapping[str, Any] | Constraint | Solution) -> Constraint:
    """The values that are asked about, as one constraint. Raises: ModelError."""
    if isinstance(forbids, Constraint):
        return forbids
    if isinstance(forbids, Solution):
        forbids = forbids.assignment
    if not isinstance(forbids, Mapping):
        raise ModelError(f"why not is asked of values such as {{'x': 3}}, and not of {forbids!r}")
    values = model.assignment(dict(forbids))
    for name, value in values.items():
        if value not in model.by_name[name].domain:
            raise ModelError(f"{name} can never be {value!r}: it is not in its domain")
    return And(tuple(model.by_name[name] == value for name, value in values.items()))


def explained(
    question: Question, model: Model, kind: str, **options: Unpack[WhyOptions]
) -> Explanation:
    """The answer to `question`, shown with solutions of `model`."""
    found = _Sets(question, options, kind)
    found.search()
    return Explanation(
        model=model,
        question=kind,
        by=options.get("by", "place"),
        reasons=_in_order(found.reasons, question.units, options.get("cost")),
        solutions=tuple(model.solution(s.assignment) for s in found.solutions),
        exact=found.exact,
        smallest=found.smallest,
        asked=(),
        oracle=found.oracle.name if found.oracle else options.get("solver") or "",
        calls=found.oracle.calls if found.oracle else 0,
        seconds=found.control.elapsed(),
    )


def _in_order(
    reasons: Iterable[Reason], blamed: Sequence[Blamed], cost: Callable[[Blamed], int] | None
) -> tuple[Reason, ...]:
    """The cheapest first, and of equal ones those of units that are declared before."""
    place = {id(unit): number for number, unit in enumerate(blamed)}

    def key(reason: Reason) -> tuple[int, list[int]]:
        price = sum(cost(unit) if cost else 1 for unit in reason.members)
        return price, [place[id(unit)] for unit in reason.members]

    return tuple(sorted(reasons, key=key))


class _Inquiry:
    """A question to an oracle and a second solver; it ends where the time is over."""

    oracle: Judged | None = None

    def __init__(self, question: Question, options: WhyOptions) -> None:
        self.question, self.options = question, options
        self.control = Control(Options(time_limit=options.get("time_limit")))

    def search(self) -> None:
        """Find out; what is found before the time is over stands in the fields."""
        self.control.resume()
        try:
            solver = self.options.get("solver")
            with closing(oracle_for(self.question, self.control, solver)) as self.oracle:
                self._ask(self.oracle)
        except Stopped:
            pass

    @abstractmethod
    def _ask(self, oracle: Judged) -> None:
        """Find out by `oracle`. Raises: Stopped."""

    def _checker(self, oracle: Judged) -> str | None:
        return second_solver(oracle.name, self.options.get("check", OTHER))

    def _agrees(self, oracle: Judged, refuted: Sequence[int], checker: str) -> bool:
        """True if a second solver says, too, that these units cannot hold together."""
        return cannot_hold(self.question, refuted, oracle.name, checker, self.control)


class _Sets(_Inquiry):
    """The sets of units that cannot hold together, or repairs, with their proofs."""

    def __init__(self, question: Question, options: WhyOptions, kind: str) -> None:
        super().__init__(question, options)
        self._kind, self._number = kind, len(question.units)
        self.reasons: list[Reason] = []
        self.solutions: list[Solution] = []
        self.exact, self.smallest = SOME, False

    def _ask(self, oracle: Judged) -> None:
        cannot = oracle.core(range(self._number))
        if cannot is None:
            self.solutions.append(oracle.solution)
        elif oracle.core(()) is not None:
            self._hear(oracle, set(), heard=False)
            self.exact, self.smallest = ALL, True
        else:
            self._enumerate(oracle, cannot)

    def _enumerate(self, oracle: Judged, cannot: set[int]) -> None:
        """Every set, cheapest first; one at least is there if the time is over before the first."""
        one = self._any_set(oracle, cannot)
        if self.options.get("quick") or not solver_named(SAT).is_installed():
            self._hear(oracle, one)
            return
        try:
            self._enumerate_by_cost(oracle)
        except Stopped:
            if not self.reasons:
                self.reasons.append(Reason(self._members(one), (), self._kind, None))
            raise

    def _any_set(self, oracle: Judged, cannot: set[int]) -> set[int]:
        """A set that is minimal, but perhaps no cheapest one."""
        if self._kind == REPAIR:
            oracle.core(())  # in whose solution some of the units hold
            return set(range(self._number)) - grown(oracle, self._number)
        return shrunk(oracle.core, cannot)

    def _enumerate_by_cost(self, oracle: Judged) -> None:
        cost = self.options.get("cost")
        costs = [cost(unit) if cost else 1 for unit in self.question.units]
        every = smallest_repairs if self._kind == REPAIR else smallest_sets
        cheapest = None
        for one in every(oracle, costs, self.control):
            price = sum(costs[place] for place in one)
            cheapest = price if cheapest is None else cheapest
            if price > cheapest and not self.options.get("all"):
                self.exact = SMALLEST
                return
            self.smallest = True
            self._hear(oracle, one)
            if len(self.reasons) == self.options.get("limit"):
                return
        self.exact = ALL

    def _hear(self, oracle: Judged, found: set[int], *, heard: bool = True) -> None:
        """Keep a set with its witnesses, checked by a second solver."""
        rest = sorted(set(range(self._number)) - found)
        parts, refuted = [sorted(found - {one}) for one in sorted(found)], [sorted(found)]
        if self._kind == REPAIR and found:
            parts, refuted = [rest], [sorted([*rest, one]) for one in sorted(found)]
        witnesses = tuple(self._witness(oracle, part) for part in parts)
        checker = self._checker(oracle)
        agree = checker and all(self._agrees(oracle, part, checker) for part in refuted)
        kept = Reason(self._members(found), witnesses, self._kind, checker if agree else None)
        self.reasons.append(kept)
        if heard and (hear := self.options.get("heard")) is not None:
            hear(kept)

    def _members(self, found: set[int]) -> tuple[Blamed, ...]:
        return tuple(self.question.units[place] for place in sorted(found))

    def _witness(self, oracle: Judged, part: list[int]) -> Solution:
        core = oracle.core(part)
        assert core is None, "they held together when they were asked about before"
        return oracle.solution


# --------- `needed` and `redundant`: givens that keep a puzzle unique, rules that say nothing new.


def needed(
    model: Model, rules: Iterable[str] | str | None = None, **options: Unpack[WhyOptions]
) -> Explanation:
    """The smallest sets of the givens of `model` that keep its solution the only one.

    `rules` are the labels of the rules whose places may go; unless given, those that give values.
    Where there are several solutions the answer holds two of them. Raises: ModelError where there
    is none, or no such rule.
    """
    model = rules_alone(model)
    soft = chosen_rules(model, _labels(model, rules))
    found = explained(question_of(model, by="rule"), model, NEEDED, **_alone(options))
    if found.has_solution is None:
        if found.reasons:
            raise ModelError(f"{model.name} has no solution to keep; ask why first")
        return found
    hard = [rule.label for rule in model.rules if rule.label not in soft]
    other = [Or(tuple(v != found.has_solution[v.name] for v in model.variables))]
    both = explained(question_of(model, by="rule", asked=other), model, NEEDED, **_alone(options))
    if both.has_solution is not None:
        return replace(both, solutions=(found.has_solution, both.has_solution))
    question = question_of(model, by=options.get("by", "place"), hard=hard, asked=other)
    return explained(question, model, NEEDED, **options)


def _alone(options: WhyOptions) -> WhyOptions:
    """`options` where it is only asked if there is a solution."""
    solver, limit = options.get("solver"), options.get("time_limit")
    return {"solver": solver, "time_limit": limit, "quick": True, "check": None}


def _labels(model: Model, rules: Iterable[str] | str | None) -> list[str]:
    if rules is not None:
        return [rules] if isinstance(rules, str) else list(rules)
    found = [rule.label for rule in model.rules if _gives(rule)]
    if not found:
        labels = listed([rule.label for rule in model.rules]) or "none"
        raise ModelError(
            f"{model.name} has no rule that gives values; name the rules whose places may go."
            f" Its rules are {labels}"
        )
    return found


def _gives(rule: Rule) -> bool:
    """True if every constraint of `rule` gives a variable its value."""
    return bool(rule.constraints) and all(fixed_values([one]) for one in rule.constraints)


@dataclass(frozen=True, eq=False)
class Redundancy:
    """The units of a model that follow from the others."""

    model: Model
    follows: tuple[tuple[Blamed, tuple[Blamed, ...]], ...]
    """Each unit that follows from all others, with some of them that suffice."""
    core: tuple[Blamed, ...]
    """Units with the same solutions as all, none of which follows from the others of them."""
    complete: bool
    """False where the time was over before every unit was asked about."""
    checked_by: str | None
    """The second solver that says so too, of every one of them; None where it did not."""
    solution: Solution | None
    """A solution of the model, if it has one; without one, every rule follows."""

    def to_json(self) -> dict[str, Any]:
        """The document `everyway.why/1` of this question, but for the puzzle."""
        follows = [
            {**unit.to_json(), "from": [one.to_json() for one in why]} for unit, why in self.follows
        ]
        return {
            "question": "redundant",
            "has_solution": self.solution.to_json() if self.solution else None,
            "follows": follows,
            "core": [unit.to_json() for unit in self.core],
            "complete": self.complete,
            "checked_by": [self.checked_by] if self.checked_by else [],
        }


def redundant(model: Model, **options: Unpack[WhyOptions]) -> Redundancy:
    """The rules of `model`, or places with `by="place"`, that follow from the others, each alone.

    Raises: ModelError for units that there are not; Disagreement where a solver is proven wrong.
    """
    model = rules_alone(model)
    own = units(model, options.get("by", "rule"))
    found = _Following(model, own, options)
    found.search()
    names = [(own[place], tuple(own[p] for p in sorted(why))) for place, why in found.why.items()]
    core = tuple(own[place] for place in sorted(found.core))
    checked = found.checker if found.agrees and found.complete else None
    solution = found.solution and model.solution(found.solution.assignment)
    return Redundancy(model, tuple(names), core, found.complete, checked, solution)


class _Following(_Inquiry):
    """The units that follow from the others; the negation of unit `k` is unit `number + k`."""

    def __init__(self, model: Model, own: Sequence[Blamed], options: WhyOptions) -> None:
        against = [Blamed(unit.rule, unit.place, (Not(unit.constraint),)) for unit in own]
        super().__init__(Question(model, [*own, *against], ()), options)
        self._number = len(own)
        self.why: dict[int, set[int]] = {}
        self.core = set(range(len(own)))
        self.complete, self.agrees = False, True
        self.checker: str | None = None
        self.solution: Solution | None = None

    def _ask(self, oracle: Judged) -> None:
        self.checker = self._checker(oracle)
        if oracle.core(range(self._number)) is None:
            self.solution = oracle.solution
        for place in range(self._number):
            core = self._following(oracle, place, set(range(self._number)) - {place})
            if core is not None:
                self.why[place] = core
        for place in reversed(list(self.why)):
            if self._following(oracle, place, self.core - {place}) is not None:
                self.core -= {place}
        self.complete = True

    def _following(self, oracle: Judged, place: int, others: set[int]) -> set[int] | None:
        """Some of `others` from which the unit follows, none of them without need; or None."""
        against = self._number + place

        def core(some: Iterable[int]) -> set[int] | None:
            cannot = oracle.core([*some, against])
            return None if cannot is None else cannot - {against}

        cannot = core(sorted(others))
        if cannot is None:
            return None
        kept = shrunk(core, cannot)
        if self.checker is not None:
            self.agrees &= self._agrees(oracle, [*sorted(kept), against], self.checker)
        return kept
