"""A model read from data: every field is checked, and nothing is imported, called or evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, cast, get_args, get_origin

from .. import arithmetic_expressions, choices, constraints, expressions
from .. import arithmetic_expressions as arithmetic
from .. import constraints as core
from ..boards.board import Board, read_layout
from ..boards.placements import Filling, Placement
from ..boards.sides import SIDES, keys_of
from ..constraints import Constraint
from ..errors import ModelError
from ..expressions import MOST_BITS, Expression, Variable, whole_number
from ..global_constraints import constraint_classes, constructor
from ..global_constraints.cardinality import Cardinality, cardinality
from ..global_constraints.count import Count, among
from ..global_constraints.predicate import FunctionName, Predicate, predicate
from ..global_constraints.regions import Regions, regions
from ..global_constraints.regular import Regular, regular
from ..global_constraints.table import Allowed, Rows
from ..groups import Group, Key, Single, Square, VariableList, grid_from, key_text
from ..late_dataclasses import fields
from ..model import Model, unevaluated
from ..nodes import Node, Value, describe_all, part_fields
from ..objectives import Objective, read_objective
from ..own_constraints import field_types
from ..phrases import refuse_unprintable, snake_case
from ..rules import Rule
from ..set_variables import Subset

# -------------------- Nodes that were read as data, held against the constructors of the language.
#
# What a constructor or operator refuses at the line that writes it is refused as data, in its
# words; no list of what a node may hold stands here.


Write = Callable[[Any], Node]
"""Writes a node again in the language; raises ModelError where that refuses it."""

_WRITTEN: dict[type[Node], Write] = {
    expressions.Variable: lambda node: expressions.variable(node.name, node.domain),
    expressions.Constant: lambda node: expressions.as_expression(node.constant, "a constant"),
    arithmetic.Sum: lambda node: _sum(node),
    arithmetic.Product: lambda node: arithmetic.product(node.factors),
    arithmetic.Quotient: lambda node: node.dividend // node.divisor,
    arithmetic.Modulo: lambda node: node.dividend % node.divisor,
    arithmetic.Power: lambda node: node.base**node.exponent,
    arithmetic.Absolute: lambda node: abs(node.term),
    choices.Minimum: lambda node: choices.minimum(node.terms),
    choices.Maximum: lambda node: choices.maximum(node.terms),
    choices.Element: lambda node: choices.element(node.array, node.index),
    core.Comparison: lambda node: core.relation_between(node.left, node.relation, node.right),
    Count: lambda node: among(node.terms, node.values, node.number),
    Cardinality: lambda node: cardinality(
        node.terms, dict(zip(node.values, node.counts, strict=True)), closed=node.closed
    ),
    Regular: lambda node: regular(node.terms, node.step, node.start, node.accepting),
    Regions: lambda node: regions(
        node.same,
        node.edges,
        vertices=node.vertices,
        sizes=node.sizes or None,
        roots=node.roots or None,
    ),
    Predicate: lambda node: predicate(node.function, node.terms),
    **dict.fromkeys((core.And, core.Or, core.Not, expressions.Indicator), lambda node: node),
}
"""The nodes that no constructor of their name makes from their fields in order."""
_FREE = {"coefficients", "constant", "relation", "domain"}
"""Fields that may differ from those of the node written again: by them, no node is refused."""


def checked_node(node: Node) -> Node:
    """`node`, which the language could have made. Raises: ModelError, ValueError."""
    again = _writer(cast(Any, type(node)))(node)
    if again is not node:
        _refuse_other(node, again)
    return node


def _sum(node: arithmetic.Sum) -> Node:
    for coefficient, term in zip(node.coefficients, node.terms, strict=True):
        coefficient * term
    return arithmetic.total(node.terms)


@cache
def _writer(kind: type[Node]) -> Write:
    if kind in _WRITTEN:
        return _WRITTEN[kind]
    make = constructor(snake_case(kind.__name__))
    known = signature(make).parameters
    names = [field.name for field in fields(cast(Any, kind))]
    named = [n for n in names if n in known and known[n].kind is Parameter.KEYWORD_ONLY]
    plain = [name for name in names if name not in named]
    # No terms stand for what need not be given.
    may_be_none = {name for name in named if known[name].default is None}

    def written(node: Node) -> Node:
        more = {name: getattr(node, name) for name in named}
        more |= {name: None for name in may_be_none if more[name] == ()}
        again: Node = make(*(getattr(node, name) for name in plain), **more)
        return again

    return written


def _refuse_other(node: Node, again: Node) -> None:
    """Raises: ModelError where the same, written again, is another node."""
    held = {name for name, _ in part_fields(type(node))}
    data = [f.name for f in fields(cast(Any, node)) if f.name not in held | _FREE]
    parts = zip(node.parts, again.parts, strict=True)
    if all(one is other for one, other in parts) and all(
        getattr(node, name) == getattr(again, name) for name in data
    ):
        return
    raise ModelError(f"{node} is not written as the language writes it: {again}")


SCHEMA = "everyway.model/1"

NODES: dict[str, type[Node]] = {
    kind.__name__: kind
    for kind in (
        *vars(expressions).values(),
        *vars(arithmetic_expressions).values(),
        *vars(choices).values(),
        *constraint_classes(),
    )
    if isinstance(kind, type) and issubclass(kind, Node) and "__dataclass_fields__" in vars(kind)
}
"""Every class of node by its name. Their fields are not asked for, which would make them all."""

UNREADABLE = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError)
"""The errors by which reading refuses data of another form."""


def from_data(data: Mapping[str, Any], *, functions: bool = False) -> Model:
    """The model that `to_data` wrote; nothing in `data` is imported, called or evaluated.

    A predicate's function is a name only: the model can be drawn, described, compared by its
    fingerprint and its variables read, and where the predicate would be asked, PredicateError says
    so. With `functions` they are imported, which runs code of their modules: for data of your own.

    Raises: ModelError for another schema, or anything that `to_data` does not write.
    """
    if not isinstance(data, Mapping):
        raise ModelError(f"a model as data is an object with the schema {SCHEMA!r}, not {data!r}")
    if data.get("schema") != SCHEMA:
        raise ModelError(
            f"expected the schema {SCHEMA!r}, found {data.get('schema')!r}; another version of"
            " everyway wrote it: read it with that, or write it again with this one"
        )
    try:
        nodes = _nodes(data["nodes"], functions)
        by_name = {node.name: node for node in nodes if isinstance(node, Variable)}
        groups = [_group(row, by_name) for row in data["groups"]]
        rules = [_rule(row, nodes) for row in data["rules"]]
        if not functions:
            describe_all([constraint for rule in rules for constraint in rule.constraints])
        names = map(text_in, data.get("projection", ()))
        return unevaluated(text_in(data["name"]), groups, rules, _objective(data, nodes), names)
    except ModelError:
        raise
    except UNREADABLE as error:
        raise ModelError(f"the data is not a model that this version can read: {error!r}") from None


# --------------------------------------------------------------------------------- the nodes


def _nodes(rows: Sequence[Any], functions: bool) -> list[Node]:
    nodes: list[Node] = []
    tables: dict[object, Any] = {}
    for row in rows:
        try:
            nodes.append(checked_node(_node(row, nodes, functions, tables)))
        except ModelError as error:
            raise ModelError(f"node {len(nodes)}: {error}") from None
    return nodes


def _node(
    row: Sequence[Any], nodes: Sequence[Node], functions: bool, tables: dict[object, Any]
) -> Node:
    kind = NODES[row[0]]
    parts = dict(part_fields(kind))
    values: list[Any] = []
    for item, value in zip(fields(cast(Any, kind)), row[1:], strict=True):
        if item.name in parts:
            values.append(_parts(value, nodes, str(item.type), many=parts[item.name]))
        elif item.name in BY_NAME:
            values.append(BY_NAME[item.name](value))
        elif item.name == "rows":
            values.append(
                tables.get(id(value)) or tables.setdefault(id(value), _rows(value, tables))
            )
        else:
            values.append(_plain(field_types(cast(Any, kind))[item.name], value, functions))
    return cast(Callable[..., Node], kind)(*values)


def _rows(value: Any, tables: dict[object, Any]) -> Any:
    """The rows of a table, which are shared where another table has equal ones."""
    listed = [tuple(_list(row)) for row in _list(value)]
    found = Rows.of(listed, len(listed[0])) if listed else None
    if found is None or len(found) < len(listed):
        return _plain(field_types(Allowed)["rows"], value, functions=False)
    return tables.setdefault(found, found)


def _parts(value: Any, nodes: Sequence[Node], written: str, *, many: bool) -> Any:
    """The nodes of these numbers, which are of the kind that the field is written to hold."""
    kind: type[Node] = Constraint if "Constraint" in written else Expression
    found = tuple(_numbered(n, nodes, kind) for n in (_list(value) if many else (value,)))
    return found if many else found[0]


def _numbered(number: Any, nodes: Sequence[Node], kind: type[Node]) -> Node:
    node = nodes[_place(number)]
    if not isinstance(node, kind):
        raise TypeError(f"node {number} is no {kind.__name__}")
    return node


def _function(value: Any, functions: bool) -> Callable[..., bool]:
    """The name of a function; the function itself where that was asked for."""
    address = refuse_unprintable(text_in(value["function"]), "the function")
    module, _, name = address.partition(":")
    return getattr(import_module(module), name) if functions else FunctionName(address)


# ---------------------------------------------------------------------------- groups and rules


def _group(row: Mapping[str, Any], by_name: Mapping[str, Variable]) -> Group:
    name = _label(row["name"])
    members = tuple(by_name[text_in(variable)] for variable in _list(row["variables"]))
    match row["kind"]:
        case "single":
            (only,) = members
            return Single(only)
        case "list" | "set":
            keys = tuple(map(_key, _list(row["keys"])))
            texts = set(map(key_text, keys))
            if not len(set(keys)) == len(texts) == len(keys) == len(members):
                raise ValueError(f"the list {name!r} has {len(members)} variables and other keys")
            if row["kind"] == "list":
                return VariableList(name, members, keys)
            if any(not {*member.domain} <= {0, 1} for member in members):
                raise ValueError(f"the set {name!r} has a variable that is not 0 or 1")
            return Subset(name, members, keys)
        case "grid":
            return grid_from(name, members, tuple(map(_place, _list(row["shape"]))))
        case "placement":
            if any(member.domain != range(2) for member in members):
                raise ValueError(f"the placement {name!r} has a variable that is not 0 or 1")
            return Placement(name, members, _board(row["board"], members))
        case "filling":
            return Filling(name, members, _board(row["board"], members))
        case "links" | "fences" | "borders" as kind:
            return _sides(kind, name, members, row["board"])
    raise KeyError(row["kind"])


def _sides(kind: str, name: str, members: Sequence[Variable], layout: Mapping[str, Any]) -> Group:
    """Links, fences or borders; no larger board is made than has so few sides."""
    left_out = len(_list(layout["holes"])) + len(_list(layout["walls"]))
    squares = 0 if layout["plan"] else _whole(layout["rows"]) * _whole(layout["columns"])
    # A square that is left out takes four sides with it, and the others form a spanning tree.
    if squares > len(members) + 4 * left_out + 1:
        raise ValueError(f"{len(members)} sides are too few for a board of {squares} squares")
    board = read_layout(dict(layout))
    keys = keys_of(SIDES[kind], board)
    if len(keys) != len(members) or any(member.domain != range(2) for member in members):
        raise ValueError(f"{name!r} has other variables than the {kind} of its board")
    return SIDES[kind](name, tuple(members), keys, board)


def _board(layout: Mapping[str, Any], members: Sequence[Variable]) -> Board:
    """The board, which has a square for each variable; no larger one is made."""
    if not layout["plan"]:
        squares = len(members) + len(_list(layout["holes"])) + len(_list(layout["walls"]))
        rows, columns = _whole(layout["rows"]), _whole(layout["columns"])
        if rows * columns != squares:
            raise ValueError(f"a board of {rows} × {columns} squares has another number of them")
    board = read_layout(dict(layout))
    if len(board.open) != len(members):
        raise ValueError(f"{len(members)} variables stand on {len(board.open)} squares")
    return board


def _rule(row: Mapping[str, Any], nodes: Sequence[Node]) -> Rule:
    found = tuple(_numbered(n, nodes, Constraint) for n in _list(row["constraints"]))
    names = tuple(map(text_in, _list(row["names"])))
    if names and len(names) != len(found):
        raise ValueError("a rule has another number of names than of constraints")
    words = [text_in(row[key]) for key in ("words", "subject")]
    return Rule(text_in(row["label"]), cast(tuple[Constraint, ...], found), names, *words)


def _objective(data: Mapping[str, Any], nodes: Sequence[Node]) -> Objective | None:
    row = data.get("objective")
    if row is None:
        return None
    pareto, within = truth_in(row["pareto"]), _whole(row["within"])
    pairs = [(sense, _numbered(n, nodes, Expression)) for sense, n in _list(row["goals"])]
    return read_objective({"pareto" if pareto else "minimise": tuple(pairs), "within": within})


# ------------------------------------------------------------------------------ plain values


def text_in(value: Any) -> str:
    """A text that was read. Raises: TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _label(value: Any) -> str:
    return refuse_unprintable(text_in(value), "the label")


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value if value.bit_length() <= MOST_BITS else whole_number(value, "a number")


def _place(value: Any) -> int:
    if _whole(value) < 0:
        raise IndexError(f"{value} is the number of no node")
    return int(value)


def truth_in(value: Any) -> bool:
    """True or false that was read. Raises: TypeError."""
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _list(value: Any) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{value!r} is no list")
    return value


def _value(value: Any) -> Value:
    return _label(value) if isinstance(value, str) else _whole(value)


def _key(value: Any) -> Key:
    if isinstance(value, Mapping):
        return Square(*map(_whole, _list(value["square"])))
    return tuple(map(_value, value)) if isinstance(value, list) and value else _value(value)


def _relation(value: Any) -> str:
    if value not in constraints.RELATIONS:
        raise ValueError(f"{value!r} is no relation")
    return str(value)


def _domain(value: Any) -> Any:
    """Values in the order in which domains hold them."""
    if isinstance(value, Mapping):
        first, last, step = map(_whole, value["range"])
        found: Any = range(first, last + 1, step)
        if step < 1 or not found or found[-1] != last:
            raise ValueError(f"{value!r} is no domain")
        return found
    found = tuple(map(_value, _list(value)))
    kinds = set(map(type, found))
    ordered = list(found) if kinds == {str} else sorted(found)
    if len(kinds) != 1 or list(found) != ordered or len(set(found)) != len(found):
        raise ValueError(f"{value!r} is no domain")
    return found


def _plain(kind: Any, value: Any, functions: bool) -> Any:
    """A value of this type: of the types above, in tuples, or a function."""
    if get_origin(kind) is Callable:
        return _function(value, functions)
    if get_origin(kind) is not tuple:
        return BY_TYPE[kind](value)
    kinds: Sequence[Any] = get_args(kind)
    if kinds[-1] is Ellipsis:
        if kinds[0] in (int, Value) and {*map(type, _list(value))} == {int}:  # as long tables
            small = max(map(int.bit_length, value)) <= MOST_BITS
            return tuple(value if small else map(_whole, value))
        kinds = [kinds[0]] * len(_list(value))
    pairs = zip(kinds, _list(value), strict=True)
    return tuple(_plain(one, item, functions) for one, item in pairs)


BY_NAME: dict[str, Callable[[Any], Any]] = {
    "name": _label,
    "relation": _relation,
    "domain": _domain,
}
BY_TYPE: dict[Any, Callable[[Any], Any]] = {
    int: _whole,
    bool: truth_in,
    str: _label,
    Value: _value,
}
"""The reader of a field that holds no nodes: by its name, else by its type."""
