"""The judge: which constraints of the declared model an assignment violates, without a solver.

It also refuses what stands where a model belongs, with the words that its kind asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from .constraints import Constraint
from .errors import ModelError, PredicateError
from .expressions import Expression, Variable, is_list
from .groups import Group
from .late_dataclasses import dataclass, field
from .model import Model
from .nodes import Node, Program, describe, topological
from .own_constraints import Agreement
from .phrases import inside, listed
from .rules import Rule
from .solution import Solution

Values = Mapping[str, Any]
_MOST_NAMED = 8
_SQUARE = re.compile(r"r\d+c\d+")
_VALUES_AT_ONCE = 100_000
"""The values that are held to judge many rows together."""


@dataclass(frozen=True)
class Violation:
    """A constraint that an assignment breaks, or a value that a variable cannot have."""

    rule: str
    """The label of the broken rule; `domain` where a value is missing, foreign or mistyped."""

    detail: str
    """The place, and the values that break it."""

    variables: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The names of the variables that break it; where 0/1 variables are counted, the ones at 1."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.detail}" if self.detail else self.rule


class Judge:
    """Says of any assignment whether it keeps the rules of `model`, by `holds` alone.

    Where `model` has an objective, that has to be defined; if a better one exists only solvers say.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._domains = [(v.name, v.labelled, v.domain) for v in model.variables]
        rules = [*model.rules, *([model.objective.judged()] if model.objective else [])]
        self._places = [(rule, *place) for rule in rules for place in rule.places()]
        self._program = Program(constraint for _, constraint, _ in self._places)
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

    def each(self, rows: Iterable[Values]) -> Iterator[tuple[Values, bool]]:
        """Each of `rows`, with what `solves` says of it; many are judged together.

        Raises: PredicateError, from the row on which a predicate fails.
        """
        several = max(1, _VALUES_AT_ONCE // (len(self._domains) + len(self._places) + 1))
        left = iter(rows)
        while batch := list(islice(left, several)):
            try:
                held = list(zip(*self._program.run_all(batch), strict=True))
            except PredicateError:  # which row it was shows one by one
                yield from ((row, self.solves(row)) for row in batch)
            else:
                found = [False not in one for one in held] if held else [True] * len(batch)
                yield from zip(batch, found, strict=True)

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

    Of a model with an objective: none if they keep its rules, whether or not any are better.
    `values` are a `Solution`, an assignment by variable (or its name), or by group as `dict(s)`.
    Raises: ModelError for a group in another form.
    """
    return Judge(as_model(model)).violations(_by_variable(model, values))


def is_solution(model: Model, values: Mapping[Any, Any]) -> bool:
    """True if `values`, in any form that `violations` takes, solve `model`.

    Raises: ModelError where `model` has an objective, since that takes a solver.
    """
    if as_model(model).objective is not None:
        raise ModelError(
            f"whether a solution of {model.name} is the best takes a solver: write"
            " is_solution(model.without_objective(), values) for its rules alone"
        )
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
    counting = _is_counting(scope)
    named = [v for v in scope if values[v.name] != 0] if counting else scope
    shown = [v.name if counting else f"{v.name} = {values[v.name]!r}" for v in named[:_MOST_NAMED]]
    pieces, squares = {v.name.partition("[")[0] for v in named}, list(map(inside, shown))
    if counting and name and len(pieces) == 1 and all(map(_SQUARE.fullmatch, squares)):
        (piece,) = pieces
        shown = [piece] if listed(squares) == name else [f"{piece} on {squares[0]}", *squares[1:]]
    more = ", …" if len(named) > _MOST_NAMED else ""
    has = "have" if " and " in name else "has"
    what = ", ".join(shown)
    what = f"{name} {has} {what or 'none'}" if counting and name else what
    place = f"{name}: " if name and not counting else ""
    same = rule.label == describe(constraint)
    text = "" if same or name else f"{describe(constraint)} "
    detail = f"{place}{text}{'with ' if text and what else ''}{what}{more}".strip()
    return Violation(rule.label, detail, tuple(v.name for v in named or scope))


def _is_counting(scope: list[Variable]) -> bool:
    """True if all variables are 0/1, so that those at 1 say everything."""
    return bool(scope) and all(v.domain == range(2) for v in scope)


# --------------------------------------------------------- what stands where a model belongs

_FOREIGN = {
    "cpmpy": "CPMpy",
    "constraint": "python-constraint",
    "ortools": "OR-Tools",
    "minizinc": "MiniZinc",
    "clingo": "clingo",
    "z3": "Z3",
    "pychoco": "Choco",
    "pysat": "python-sat",
}
"""Packages whose models are met in a model's place, by their modules."""


def as_model(value: object) -> Model:
    """`value`, which must be a model. Raises: ModelError with what to write where it is none."""
    if isinstance(value, Model):
        return value
    raise ModelError(f"{_named(value)} is no model; {_advice(value)}")


def are_terms(value: object) -> bool:
    """True if `value` is a variable, or an iterable that begins with one or with a number."""
    return isinstance(value, Expression | Group) or isinstance(_first(value), Expression | int)


def _named(value: object) -> str:
    if isinstance(value, str):
        return f"the text {value!r}"
    package = _package(value)
    if package:
        return f"a {type(value).__name__} of {package}"
    if callable(value):
        return f"the function {getattr(value, '__name__', value)}"
    if isinstance(_first(value), Node | Rule) and not isinstance(value, Node | Group):
        return f"a {type(value).__name__} of {'constraints' if not are_terms(value) else 'terms'}"
    return f"{value!r}"


def _advice(value: object) -> str:
    if isinstance(value, str):
        return f"write load({value!r}), from everyway.models"
    if _package(value):
        return (
            "declare the puzzle by everyway.models.Model; its solutions can be held against it"
            " by everyway compare PUZZLE --claim NAME=FILE.jsonl"
        )
    if callable(value):
        return f"a puzzle is a function that makes one: write {getattr(value, '__name__', 'f')}()"
    if isinstance(value, Solution):
        return "the model that it solves is solution.model"
    return 'write Model("name", variables, constraints)'


def _package(value: object) -> str | None:
    return _FOREIGN.get(type(value).__module__.partition(".")[0])


def _first(value: object) -> object:
    """The first item of an iterable, else None."""
    return next(iter(value), None) if is_list(value) else None
