"""A model as data: JSON, a fingerprint, and equality by structure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, cast

from ..errors import ModelError
from ..global_constraints.predicate import FunctionName, Predicate
from ..global_constraints.table import Rows
from ..late_dataclasses import fields
from ..model import Model
from ..nodes import Node, part_fields, topological
from ..objectives import goals_of
from ..own_constraints import in_the_language
from .model_from_data import SCHEMA


def structure(model: Model) -> tuple[list[tuple[Any, ...]], list[int], list[Any]]:
    """Nodes in topological order, each structure once; then the variables and the constraints.

    Behind the constraints stand the objective and the places of the projection, if there are any.

    Two models with the same structure have the same solutions, whatever their names and rules. A
    constraint of a user's own stands there as its decomposition.
    """
    table: dict[tuple[Any, ...], int] = {}
    place: dict[Node, int] = {}
    constraints_ = in_the_language(model.constraints)
    goals = in_the_language(goals_of(model))
    for node in topological([*model.variables, *constraints_, *goals]):
        place[node] = table.setdefault(_key(node, place), len(table))
    return (
        list(table),
        [place[variable] for variable in model.variables],
        [
            *(place[constraint] for constraint in constraints_),
            *_aims(model, goals, place),
            *_projected(model),
        ],
    )


def _projected(model: Model) -> list[Any]:
    """The places of the variables of the projection, if there is one."""
    if not model.projection:
        return []
    return [[model.places[one.name] for one in model.projected(model.projection).variables]]


def _aims(model: Model, goals: Sequence[Node], place: Mapping[Node, int]) -> list[Any]:
    """The objective by the numbers of its nodes, if there is one."""
    found = model.objective
    if found is None:
        return []
    senses = [goal.sense for goal in found.goals]
    pairs = [[sense, place[goal]] for sense, goal in zip(senses, goals, strict=True)]
    return [{"goals": pairs, "pareto": found.pareto, "within": found.within}]


def same(first: Model, second: Model) -> bool:
    """True if both declare the same variables and constraints, whatever the models' names."""
    return structure(first) == structure(second)


def structure_as_text(model: Model) -> str:
    """The structure as JSON without spaces, in ASCII.

    Raises: ModelError for a predicate that has no importable name.
    """
    nodes, names, constraints_ = structure(model)
    rows = _as_json(tuple(nodes))
    return json.dumps([rows, names, constraints_], separators=(",", ":"), ensure_ascii=True)


def fingerprint(model: Model) -> str:
    """SHA-256 of the structure, in hexadecimal: equal exactly where `same` holds.

    A function counts by its name.

    Raises: ModelError for a predicate that has no importable name.
    """
    return hashlib.sha256(structure_as_text(model).encode()).hexdigest()


def to_data(model: Model) -> dict[str, Any]:
    """`model` as a JSON document: a flat list of nodes, each after its parts.

    Tables that share their rows hold one list.

    Raises: ModelError for a predicate that has no importable name, such as a lambda.
    """
    nodes, _, numbers = structure(model)
    left = iter(numbers)
    more: dict[str, Any] = {"projection": list(model.projection)} if model.projection else {}
    if model.objective is not None:
        more["objective"] = numbers[len(model.constraints)]
    return {
        "schema": SCHEMA,
        "name": model.name,
        "nodes": _as_json(tuple(nodes)),
        "groups": [
            {
                "kind": group.kind,
                "name": group.name,
                "variables": [variable.name for variable in group.variables],
                **group.layout(),
            }
            for group in model.groups
        ],
        "rules": [
            {
                "label": rule.label,
                "constraints": [next(left) for _ in rule.constraints],
                "names": list(rule.names),
                "words": rule.words,
                "subject": rule.subject,
            }
            for rule in model.rules
        ],
        **more,
    }


def own_data(model: Model) -> dict[str, Any]:
    """`to_data`, for a process of our own that will import the functions of predicates.

    Raises: ModelError where a function is a name only, since the model was read from data.
    """
    for node in topological([*model.constraints, *goals_of(model)]):
        if isinstance(node, Predicate) and isinstance(node.function, FunctionName):
            raise ModelError(node.function.advice)
    return to_data(model)


def _key(node: Node, place: Mapping[Node, int]) -> tuple[Any, ...]:
    """A key that two nodes share if they are equal, with numbers for the parts."""
    parts = dict(part_fields(type(node)))
    row: list[Any] = [type(node).__name__]
    for item in fields(cast(Any, node)):
        value = getattr(node, item.name)
        if item.name in parts:
            value = tuple(place[n] for n in value) if parts[item.name] else place[value]
        row.append(value)
    return tuple(row)


def _as_json(value: Any, shared: dict[int, Any] | None = None) -> Any:
    """`value` in lists; `shared` are those of rows that several tables hold, by their identity."""
    shared = {} if shared is None else shared
    if isinstance(value, Rows):
        return shared.get(id(value)) or shared.setdefault(id(value), [*map(list, value)])
    if isinstance(value, range):
        return {"range": [value[0], value[-1], value.step]}
    if isinstance(value, tuple):
        return [_as_json(item, shared) for item in value]
    if isinstance(value, FunctionName):
        return {"function": value.address}
    if callable(value):
        return {"function": _address(value)}
    return value


def _address(function: Callable[..., Any]) -> str:
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError):
        found = None
    if found is not function or module == "__main__":
        raise ModelError(
            f"predicate {name or function!r} cannot travel: define it with def at the top level"
            " of a module that can be imported"
        )
    return f"{module}:{name}"
