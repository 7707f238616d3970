"""A model as data: JSON, a fingerprint, and equality by structure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any, cast

from . import constraints, counting, expressions, graphs, ordering, scheduling, tables
from .board import read_layout
from .errors import ModelError
from .expressions import Variable
from .fillings import Filling
from .groups import Group, Single, VariableList
from .model import Model, Rule
from .nodes import Node, part_fields, topological
from .own_constraints import in_the_language
from .placements import Placement
from .variable_grids import grid_from

SCHEMA = "everyway.model/1"

NODES: dict[str, type[Node]] = {
    name: kind
    for module in (expressions, constraints, counting, tables, ordering, graphs, scheduling)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Node) and hasattr(kind, "__dataclass_fields__")
}
"""Every class of node by its name."""

GROUPS: dict[str, Callable[[str, Sequence[Variable], dict[str, Any]], Group]] = {
    "single": lambda name, members, layout: Single(members[0]),
    "list": lambda name, members, layout: VariableList(name, tuple(members), tuple(layout["keys"])),
    "grid": lambda name, members, layout: grid_from(name, tuple(members), layout["shape"]),
    "placement": lambda name, members, layout: Placement(
        name, read_layout(layout["board"]), tuple(members)
    ),
    "filling": lambda name, members, layout: Filling(
        name, read_layout(layout["board"]), tuple(members)
    ),
}
"""How a group of each kind is made again from its name, variables and layout."""


def structure(model: Model) -> tuple[list[tuple[Any, ...]], list[int], list[int]]:
    """Nodes in topological order, each structure once; then the variables and the constraints.

    Two models with the same structure have the same solutions, whatever their names and rules. A
    constraint of a user's own stands there as its decomposition.
    """
    table: dict[tuple[Any, ...], int] = {}
    place: dict[Node, int] = {}
    constraints_ = in_the_language(model.constraints)
    for node in topological([*model.variables, *constraints_]):
        place[node] = table.setdefault(_key(node, place), len(table))
    return (
        list(table),
        [place[variable] for variable in model.variables],
        [place[constraint] for constraint in constraints_],
    )


def same(first: Model, second: Model) -> bool:
    """Whether both declare the same variables and constraints, whatever the models' names."""
    return structure(first) == structure(second)


def fingerprint(model: Model) -> str:
    """SHA-256 of the structure, in hexadecimal: equal exactly where `same` holds.

    Raises: ModelError for a predicate that has no importable name.
    """
    nodes, names, constraints_ = structure(model)
    rows = [_row_as_json(row) for row in nodes]
    text = json.dumps([rows, names, constraints_], separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def to_data(model: Model) -> dict[str, Any]:
    """`model` as a JSON document: a flat list of nodes, each after its parts.

    Raises: ModelError for a predicate that has no importable name, such as a lambda.
    """
    nodes, _, numbers = structure(model)
    left = iter(numbers)
    return {
        "schema": SCHEMA,
        "name": model.name,
        "nodes": [_row_as_json(row) for row in nodes],
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
    }


def from_data(data: Mapping[str, Any]) -> Model:
    """The model that `to_data` wrote.

    Raises: ModelError for another schema, or a node or group that this version does not know.
    """
    if data.get("schema") != SCHEMA:
        raise ModelError(f"expected the schema {SCHEMA!r}, found {data.get('schema')!r}")
    try:
        nodes: list[Node] = []
        for row in data["nodes"]:
            nodes.append(_node(row, nodes))
        by_name = {node.name: node for node in nodes if isinstance(node, Variable)}
        groups = [
            GROUPS[row["kind"]](row["name"], [by_name[n] for n in row["variables"]], row)
            for row in data["groups"]
        ]
        rules = [
            Rule(
                row["label"],
                tuple(cast(Any, nodes[number]) for number in row["constraints"]),
                tuple(row["names"]),
                row["words"],
                row["subject"],
            )
            for row in data["rules"]
        ]
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ModelError(f"the data is not a model that this version can read: {error!r}") from None
    return Model(data["name"], groups, rules)


def _key(node: Node, place: Mapping[Node, int]) -> tuple[Any, ...]:
    """What tells `node` from others, with numbers for its parts."""
    parts = dict(part_fields(type(node)))
    row: list[Any] = [type(node).__name__]
    for item in fields(cast(Any, node)):
        value = getattr(node, item.name)
        if item.name in parts:
            value = tuple(place[n] for n in value) if parts[item.name] else place[value]
        row.append(value)
    return tuple(row)


def _row_as_json(row: tuple[Any, ...]) -> list[Any]:
    return [_as_json(value) for value in row]


def _as_json(value: Any) -> Any:
    if isinstance(value, range):
        return {"range": [value[0], value[-1], value.step]}
    if isinstance(value, tuple):
        return [_as_json(item) for item in value]
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


def _node(row: Sequence[Any], nodes: Sequence[Node]) -> Node:
    kind = NODES[row[0]]
    parts = dict(part_fields(kind))
    values = []
    for item, value in zip(fields(cast(Any, kind)), row[1:], strict=True):
        if item.name in parts:
            values.append(tuple(nodes[n] for n in value) if parts[item.name] else nodes[value])
        else:
            values.append(_from_json(value))
    return cast(Callable[..., Node], kind)(*values)


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_from_json(item) for item in value)
    if isinstance(value, dict) and "range" in value:
        first, last, step = value["range"]
        return range(first, last + 1, step)
    if isinstance(value, dict) and "function" in value:
        module, _, name = value["function"].partition(":")
        return getattr(import_module(module), name)
    return value
