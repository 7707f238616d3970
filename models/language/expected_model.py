"""Refuses what stands where a model belongs, with the words that its kind asks for."""

from __future__ import annotations

from .errors import ModelError
from .expressions import Expression
from .given_terms import is_list
from .groups import Group
from .model import Model
from .nodes import Node
from .rules import Rule
from .solution import Solution

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
