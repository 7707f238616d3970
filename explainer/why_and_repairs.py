"""`why` and `repairs`: the smallest sets of rules that cannot hold together, and what mends it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any, TypedDict, Unpack

from ..models.language.constraints import And, Comparison, Constraint, Not, Or
from ..models.language.errors import ModelError
from ..models.language.expressions import Constant, Variable
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
    """The answer to `question`, of which `model` shows the solutions."""
    limit = options.get("time_limit")
    control = Control(Options(time_limit=limit, limit=options.get("limit")))
    control.resume()
    found = _Answer()
    try:
        with closing(oracle_for(question, control, options.get("solver"))) as oracle:
            found.oracle = oracle
            _answer(found, Proofs(question, oracle, control, kind, options))
    except Stopped:
        pass
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
        seconds=control.elapsed(),
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


class _Answer:
    """The answer as far as it is known, which stands where time runs out."""

    def __init__(self) -> None:
        self.reasons: list[Reason] = []
        self.solutions: list[Solution] = []
        self.exact, self.smallest = SOME, False
        self.oracle: Judged | None = None


@dataclass(frozen=True, eq=False)
class Proofs:
    """The oracle of a question, and the proofs that it gives of a set."""

    question: Question
    oracle: Judged
    control: Control
    kind: str
    options: WhyOptions

    def reason(self, found: Collection[int]) -> Reason:
        """`found` with its witnesses, checked by a second solver."""
        rest = sorted(set(range(len(self.question.units))) - set(found))
        parts, refuted = [sorted(set(found) - {one}) for one in sorted(found)], [sorted(found)]
        if self.kind == REPAIR and found:
            parts, refuted = [rest], [sorted([*rest, one]) for one in sorted(found)]
        members = tuple(self.question.units[place] for place in sorted(found))
        witnesses = tuple(map(self._witness, parts))
        return Reason(members, witnesses, self.kind, self._checked(refuted))

    def _witness(self, part: list[int]) -> Solution:
        core = self.oracle.core(part)
        assert core is None, "they held together when they were asked about before"
        return self.oracle.solution

    def _checked(self, refuted: Sequence[list[int]]) -> str | None:
        solver = second_solver(self.oracle.name, self.options.get("check", OTHER))
        if solver is None:
            return None
        oracle, control = self.oracle.name, self.control
        agree = (cannot_hold(self.question, part, oracle, solver, control) for part in refuted)
        return solver if all(agree) else None

    def costs(self) -> list[int]:
        """The cost of each unit."""
        cost = self.options.get("cost")
        return [cost(unit) if cost else 1 for unit in self.question.units]


def _answer(found: _Answer, proofs: Proofs) -> None:
    """Find out; what is found before the time is over stands in `found`."""
    oracle, everything = proofs.oracle, range(len(proofs.question.units))
    cannot = oracle.core(everything)
    if cannot is None:
        found.solutions.append(oracle.solution)
    elif oracle.core(()) is not None:
        found.reasons.append(proofs.reason(()))
        found.exact, found.smallest = ALL, True
    else:
        _enumerate(found, proofs, cannot)


def _enumerate(found: _Answer, proofs: Proofs, cannot: set[int]) -> None:
    """Every set, cheapest first; one at least is there where the time is over before the first."""
    one = _any_set(proofs, cannot)
    if proofs.options.get("quick") or not solver_named(SAT).is_installed():
        _hear(found, proofs, one)
        return
    try:
        _enumerate_by_cost(found, proofs)
    except Stopped:
        if not found.reasons:
            members = tuple(proofs.question.units[place] for place in sorted(one))
            found.reasons.append(Reason(members, (), proofs.kind, None))
        raise


def _enumerate_by_cost(found: _Answer, proofs: Proofs) -> None:
    costs, options = proofs.costs(), proofs.options
    every = smallest_repairs if proofs.kind == REPAIR else smallest_sets
    cheapest = None
    for one in every(proofs.oracle, costs, proofs.control):
        price = sum(costs[place] for place in one)
        cheapest = price if cheapest is None else cheapest
        if price > cheapest and not options.get("all"):
            found.exact = SMALLEST
            return
        found.smallest = True
        _hear(found, proofs, one)
        if len(found.reasons) == options.get("limit"):
            return
    found.exact = ALL


def _hear(found: _Answer, proofs: Proofs, one: set[int]) -> None:
    found.reasons.append(proofs.reason(one))
    heard = proofs.options.get("heard")
    if heard is not None:
        heard(found.reasons[-1])


def _any_set(proofs: Proofs, cannot: set[int]) -> set[int]:
    """A set that is minimal, but perhaps no cheapest one."""
    number = len(proofs.question.units)
    if proofs.kind == REPAIR:
        proofs.oracle.core(())  # in whose solution some of the units hold
        return set(range(number)) - grown(proofs.oracle, number)
    return shrunk(proofs.oracle.core, cannot)


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

    def is_given(constraint: object) -> bool:
        match constraint:
            case Comparison(Variable(), "==", Constant()):
                return True
            case _:
                return False

    return bool(rule.constraints) and all(map(is_given, rule.constraints))


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
    against = [Blamed(unit.rule, unit.place, (Not(unit.constraint),)) for unit in own]
    question = Question(model, [*own, *against], ())
    control = Control(Options(time_limit=options.get("time_limit")))
    control.resume()
    found = _Following(question, len(own), control, options)
    try:
        with closing(oracle_for(question, control, options.get("solver"))) as oracle:
            found.search(oracle)
    except Stopped:
        pass
    names = [(own[place], tuple(own[p] for p in sorted(why))) for place, why in found.why.items()]
    core = tuple(own[place] for place in sorted(found.core))
    checked = found.checker if found.agrees and found.complete else None
    solution = found.solution and model.solution(found.solution.assignment)
    return Redundancy(model, tuple(names), core, found.complete, checked, solution)


class _Following:
    """The units that follow from the others; the negation of unit `k` is unit `number + k`."""

    def __init__(
        self, question: Question, number: int, control: Control, options: WhyOptions
    ) -> None:
        self._question, self._number, self._control = question, number, control
        self._options = options
        self.why: dict[int, set[int]] = {}
        self.core = set(range(number))
        self.complete, self.agrees = False, True
        self.checker: str | None = None
        self.solution: Solution | None = None

    def search(self, oracle: Judged) -> None:
        """Ask about each unit. Raises: Stopped."""
        self.checker = second_solver(oracle.name, self._options.get("check", OTHER))
        if oracle.core(range(self._number)) is None:
            self.solution = oracle.solution
        for place in range(self._number):
            others = set(range(self._number)) - {place}
            core = self._following(oracle, place, others)
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
            asked = [*sorted(kept), against]
            agrees = cannot_hold(self._question, asked, oracle.name, self.checker, self._control)
            self.agrees = self.agrees and agrees
        return kept
