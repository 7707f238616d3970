"""The judge: which constraints of the declared model an assignment violates, without a solver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .constraints import Constraint
from .errors import ModelError
from .expected_model import as_model
from .expressions import Variable
from .groups import Group
from .late_dataclasses import dataclass, field
from .model import Model
from .nodes import Program, describe, topological
from .own_constraints import Agreement
from .rules import Rule
from .solution import Solution

_MOST_NAMED = 8


@dataclass(frozen=True)
class Violation:
    """A constraint that an assignment breaks, or a value that a variable cannot have."""

    rule: str
    """The label of the broken rule; `domain` where a value is missing, foreign or mistyped."""

    detail: str
    """The place, and the values that break it."""

    variables: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The names of the variables that break it: of those that are counted, those at 1 if any."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.detail}" if self.detail else self.rule


class Judge:
    """Says of any assignment whether it solves `model`, by `holds` alone."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._domains = [(v.name, v.labelled, v.domain) for v in model.variables]
        self._places = [(rule, *place) for rule in model.rules for place in rule.places()]
        self._program = Program(model.constraints)
        self._agreement = Agreement(model)

    def domain_violations(self, values: Mapping[str, Any]) -> list[Violation]:
        """The variables without a value of theirs: missing, of the wrong type, or not in domain."""
        found = []
        for name, labelled, domain in self._domains:
            if name not in values:
                found.append(Violation("domain", f"{name} has no value", (name,)))
                continue
            value = values[name]
            kind = str if labelled else int
            if type(value) is not kind:
                why = f"{name} = {value!r} is no {_KINDS[kind]}"
                found.append(Violation("domain", why, (name,)))
            elif value not in domain:
                why = f"{name} = {value!r} is not in its domain"
                found.append(Violation("domain", why, (name,)))
        unknown = values.keys() - {name for name, _, _ in self._domains}
        found += [
            Violation("domain", f"{name!r} is no variable") for name in sorted(unknown, key=repr)
        ]
        return found

    def solves(self, values: Mapping[str, Any]) -> bool:
        """True if every constraint holds; `values` are complete and in their domains."""
        return False not in self._program.run(values)

    def accepts(self, values: Mapping[str, Any]) -> bool:
        """True if `values` violate nothing; where that is all one asks, no violation is named."""
        if self.domain_violations(values):
            return False
        self._agreement.check(values)
        return self.solves(values)

    def violations(self, values: Mapping[str, Any]) -> list[Violation]:
        """Everything that `values` violate; nothing if they are a solution.

        Raises: PredicateError where a predicate fails; ModelError where a constraint of a user's
        own contradicts itself.
        """
        wrong = self.domain_violations(values)
        if wrong:
            return wrong
        self._agreement.check(values)
        outcomes = self._program.run(values)
        return [
            _violation(rule, constraint, name, values)
            for (rule, constraint, name), holds in zip(self._places, outcomes, strict=True)
            if not holds
        ]


def violations(model: Model, values: Mapping[Any, Any]) -> list[Violation]:
    """The constraints of `model` that `values` violate; none if they are a solution.

    `values` are a `Solution`, an assignment by variable (or its name), or by group as `dict(s)`.
    Raises: ModelError for a group in another form.
    """
    return Judge(as_model(model)).violations(_by_variable(model, values))


def is_solution(model: Model, values: Mapping[Any, Any]) -> bool:
    """True if `values`, in any form that `violations` takes, solve `model`."""
    return Judge(as_model(model)).accepts(_by_variable(model, values))


def _by_variable(model: Model, values: object) -> Mapping[str, Any]:
    if isinstance(values, Solution):
        return values.assignment
    if not isinstance(values, Mapping):
        raise ModelError(
            f"a solution is judged by its values, such as {{'x': 3}}, and not {values!r}"
        )
    named = {k.name if isinstance(k, Variable | Group) else k: v for k, v in values.items()}
    several = model.groups_by_name.keys() - model.places.keys()
    if several & named.keys():
        return model.assignment(named)
    return named


_KINDS = {int: "integer", str: "label"}


def _violation(
    rule: Rule, constraint: Constraint, name: str, values: Mapping[str, Any]
) -> Violation:
    scope = [node for node in topological([constraint]) if isinstance(node, Variable)]
    named = [v for v in scope if values[v.name] != 0] if _is_counting(scope) else scope
    shown = ", ".join(
        v.name if _is_counting(scope) else f"{v.name} = {values[v.name]!r}"
        for v in named[:_MOST_NAMED]
    )
    more = ", …" if len(named) > _MOST_NAMED else ""
    what = f"{name} has {shown or 'none'}" if _is_counting(scope) and name else shown
    place = f"{name}: " if name and not _is_counting(scope) else ""
    same = rule.label == describe(constraint)
    text = "" if same or name else f"{describe(constraint)} "
    detail = f"{place}{text}{'with ' if text and what else ''}{what}{more}".strip()
    return Violation(rule.label, detail, tuple(v.name for v in named or scope))


def _is_counting(scope: list[Variable]) -> bool:
    """True if all variables are 0/1, so that those at 1 say everything."""
    return bool(scope) and all(v.domain == range(2) for v in scope)
