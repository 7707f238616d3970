"""The units of an explanation: the rules of a model, their places, or single constraints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..models.language.constraints import And, Constraint
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.nodes import describe, topological
from ..models.language.rules import Rule, rule

KINDS = ("rule", "place", "constraint")
"""The sizes of a unit: a whole rule, a place of it such as `row 3`, a single constraint."""


@dataclass(frozen=True, eq=False)
class Blamed:
    """A rule, a place of it, or a constraint of it, blamed or not as one."""

    rule: str
    """The label of the rule."""
    place: str
    """The place, such as `row 3`; empty for a whole rule."""
    constraints: tuple[Constraint, ...]
    """The constraints, as they were declared."""

    @property
    def constraint(self) -> Constraint:
        """All of it as one constraint."""
        return self.constraints[0] if len(self.constraints) == 1 else And(self.constraints)

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the variables that it speaks of, in the order of its terms."""
        return tuple(v.name for v in topological(self.constraints) if isinstance(v, Variable))

    def __str__(self) -> str:
        return f"{self.rule}: {self.place}" if self.place else self.rule

    def to_json(self) -> dict[str, Any]:
        """The rule, the place, the constraint in words and the names of its variables."""
        words = describe(self.constraint)
        names = list(self.squares)
        return {"rule": self.rule, "place": self.place, "constraint": words, "squares": names}


def rules_alone(model: Model) -> Model:
    """`model` without its objective; where that may be undefined, a rule that it is not."""
    objective, plain = model.objective, model.without_objective()
    needed = objective.definedness() if objective else []
    if objective is None or not needed:
        return plain
    return plain + rule("the objective is defined", needed)


def units(model: Model, by: str) -> list[Blamed]:
    """The units of every rule of `model`, in order. Raises: ModelError for another kind."""
    if by not in KINDS:
        raise ModelError(f"rules are blamed by {', '.join(KINDS)}, not by {by!r}")
    labels = Counter(one.label for one in model.rules)
    return [unit for one in model.rules for unit in _units_of(one, by, labels[one.label] > 1)]


def chosen_rules(model: Model, labels: Iterable[str]) -> set[str]:
    """The labels, each of which a rule bears. Raises: ModelError for any other."""
    found = set(labels)
    for label in sorted(found - {one.label for one in model.rules}):
        model.without(label)  # which says what its rules are
    return found


def _units_of(rule: Rule, by: str, shared: bool) -> Iterator[Blamed]:
    """A unit a place; constraints of one rule on the same variables are one place.

    Where other rules share its label, what it says stands for its place.
    """
    if by == "rule":
        yield Blamed(rule.label, _said(rule.constraints) if shared else "", rule.constraints)
        return
    alone, together = len(rule.constraints) == 1 and not shared, by == "place"
    found: dict[Any, list[Constraint]] = {}
    names: dict[Any, str] = {}
    for number, (constraint, name) in enumerate(rule.places()):
        key = (name or frozenset(_scope(constraint))) if together else number
        found.setdefault(key, []).append(constraint)
        names.setdefault(key, "" if alone or name == rule.label else name or describe(constraint))
    for key, constraints in found.items():
        yield Blamed(rule.label, names[key], tuple(constraints))


def _said(constraints: Sequence[Constraint]) -> str:
    return f"{describe(constraints[0])}{' …' if len(constraints) > 1 else ''}"


def _scope(constraint: Constraint) -> Iterator[Variable]:
    return (node for node in topological([constraint]) if isinstance(node, Variable))
