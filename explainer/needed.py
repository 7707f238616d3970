"""`needed` and `redundant`: givens that keep a puzzle unique, rules that say nothing new."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import Any, Unpack

from ..models.language.constraints import Comparison, Not, Or
from ..models.language.errors import ModelError
from ..models.language.expressions import Constant, Variable
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.phrases import listed
from ..models.language.rules import Rule
from ..models.language.solution import Solution
from ..solvers.harness.contract import Control, Stopped
from ..solvers.harness.options import Options
from .blamed import Blamed, chosen_rules, rules_alone, units
from .explanation import NEEDED, Explanation
from .oracles import Judged, oracle_for
from .question import Question
from .second_opinions import OTHER, cannot_hold, second_solver
from .smallest_sets import shrunk
from .why_and_repairs import WhyOptions, explained, question_of


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
