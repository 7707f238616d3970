"""Constraints of a user's own: classes with `holds` and `decompose` that are declared elsewhere.

Each instance is checked when it is made, so that no part of it is overlooked. Solvers, data and
symmetry take it as its decomposition, which is normalised here; brute force and the judge ask it
for `holds`.
"""

from __future__ import annotations

import builtins
import collections.abc
import dataclasses
import sys
import types
import typing
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

from .choices import defined
from .constraints import And, Constraint
from .errors import ModelError, PredicateError
from .expressions import Expression, Variable, as_constraint, as_expression
from .groups import Group
from .late_dataclasses import dataclass, fields
from .model import Model
from .nodes import Logical, Node, Program, Value, describe, is_own, topological

# ----------- The fields of a class of nodes that hold its parts: found by the types of the fields.
#
# A field holds parts where its type is made of classes of nodes alone, in tuples, lists and other
# sequences or by itself, perhaps with `None`. Any other type is plain data. Annotations may be
# texts (`from __future__ import annotations`), also of a class that is declared inside a function.


SEQUENCES = (
    tuple,
    list,
    collections.abc.Sequence,
    collections.abc.MutableSequence,
    collections.abc.Collection,
    collections.abc.Iterable,
)
"""The types that may hold several parts; a tuple is made of them."""

_UNIONS = (typing.Union, types.UnionType)
_BESIDE = (*_UNIONS, typing.Annotated, typing.Final)
"""The types that wrap a type, or stand for several."""

_READ_AS_TERMS = (int, str, bool)
"""Beside `Expression` in a union: such a value becomes a constant, which is a part too."""


class Unreadable(Exception):
    """A type that cannot be read, or cannot hold parts."""


@dataclass(frozen=True)
class PartField:
    """A field that holds parts of some classes: one or `many`, and none where `optional`."""

    name: str
    kinds: frozenset[type[Node]]
    many: bool
    optional: bool


def part_fields_of(kind: type[Node]) -> tuple[PartField, ...]:
    """The fields of `kind` that hold parts, in the order of declaration.

    Raises: ModelError for a type that cannot be read, or that mixes parts and plain data, with
    the class and the field.
    """
    found = []
    for field in fields(typing.cast(Any, kind)):
        scope = _scope(kind, field)
        try:
            leaves = _checked_leaves(field.type, scope)
            many = _holds_many(_evaluated(field.type, scope))
        except Unreadable as reason:
            raise ModelError(
                f"{kind.__name__}.{field.name} is annotated as {_shown(field.type)}, {reason};"
                " write Expression, Variable or Constraint for one part and"
                " tuple[Expression, ...] for several"
            ) from None
        kinds = frozenset(leaf for leaf in leaves if _is_node(leaf))
        if kinds:
            found.append(PartField(field.name, kinds, many, type(None) in leaves))
    return tuple(found)


@cache
def field_types(kind: Any) -> dict[str, Any]:
    """The types of the fields of a class of nodes, by name."""
    return {field.name: _evaluated(field.type, _scope(kind, field)) for field in fields(kind)}


@cache
def value_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a class of the language that hold values as plain data: labels, it may be."""
    types_ = {} if is_own(kind) else field_types(kind)
    return tuple(name for name, found in types_.items() if _holds_values(found))


def _holds_values(annotation: Any) -> bool:
    return annotation == Value or any(map(_holds_values, typing.get_args(annotation)))


def _checked_leaves(annotation: Any, scope: Mapping[str, Any]) -> set[Any]:
    """The components of a type: classes of nodes and perhaps `None`, or plain data alone."""
    found = set(_leaves(_evaluated(annotation, scope), scope))
    plain = [leaf for leaf in found if not _is_node(leaf) and leaf is not type(None)]
    if plain and len(plain) < len(found) and any(map(_is_node, found)):
        raise Unreadable("which mixes parts and plain data in one field")
    return found


def _is_node(leaf: Any) -> bool:
    return isinstance(leaf, type) and issubclass(leaf, Node)


def _holds_many(annotation: Any) -> bool:
    """True for a sequence, also as one of several possibilities."""
    origin = typing.get_origin(annotation)
    if origin in _BESIDE:
        return any(map(_holds_many, typing.get_args(annotation)))
    return origin in SEQUENCES


def _leaves(annotation: Any, scope: Mapping[str, Any]) -> list[Any]:
    """The components of a type, beneath the sequences and unions."""
    origin = typing.get_origin(annotation)
    written = typing.get_args(annotation)
    if origin in (typing.Annotated, typing.Final):
        written = written[:1]  # what follows is said to other readers
    elif origin in (collections.abc.Callable, typing.Literal, type):
        written = ()
    arguments = [_evaluated(part, scope) for part in written if part is not Ellipsis]
    if origin in _UNIONS and any(map(_is_node, arguments)):
        arguments = [part for part in arguments if part not in _READ_AS_TERMS]
    leaves = [leaf for part in arguments for leaf in _leaves(part, scope)]
    holds_parts = origin in (*SEQUENCES, *_BESIDE)
    if not holds_parts and any(map(_is_node, leaves)):
        raise Unreadable("which cannot hold parts")
    return leaves if leaves and holds_parts else [annotation]


def _evaluated(annotation: Any, scope: Mapping[str, Any]) -> Any:
    """A type that is written as a text, a reference, an alias, a new type or a variable."""
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            return _evaluated(eval(annotation, {}, scope), scope)
        except Unreadable:
            raise
        except Exception as error:
            raise Unreadable(
                f"which cannot be read here ({error}): import its names, or define them, at the"
                " top level of the module"
            ) from None
    for further in ("__value__", "__supertype__", "__bound__"):
        if getattr(annotation, further, None) is not None:
            return _evaluated(getattr(annotation, further), scope)
    return annotation


def _scope(kind: type[Node], field: dataclasses.Field[Any]) -> Mapping[str, Any]:
    """The names that stand where `field` was declared; then those of annotations in general.

    The names of a function around the class are out of reach, hence the latter.
    """
    written = (b for b in kind.__mro__ if field.name in getattr(b, "__annotations__", {}))
    module = sys.modules.get(next(written).__module__)
    return ChainMap(dict(vars(module)) if module else {}, vars(builtins), _common_names())


@cache
def _common_names() -> dict[str, Any]:
    nodes = {kind.__name__: kind for kind in (Node, Expression, Variable, Constraint)}
    abstract = {name: getattr(collections.abc, name) for name in collections.abc.__all__}
    others = {name: getattr(typing, name) for name in typing.__all__ if name not in abstract}
    return {"typing": typing, **others, **abstract, **nodes}


def _shown(annotation: Any) -> str:
    if isinstance(annotation, str):
        return annotation
    return getattr(annotation, "__forward_arg__", None) or (
        annotation.__name__
        if isinstance(annotation, type) and not typing.get_args(annotation)
        else str(annotation)
    )


DEEPEST = 1_000
"""The most constraints of a user's own that may be decomposed into each other."""

_GENERATED = ("__eq__", "__hash__", "__lt__", "__le__", "__gt__", "__ge__")
_WRITTEN: dict[type[Node], frozenset[str]] = {}
_CHECKED: dict[type[Node], tuple[PartField, ...]] = {}


# --------------------------------------------------------------------- when a class is declared


def adopt(kind: type[Node]) -> None:
    """Have every instance of `kind` checked when it is made, and its verdicts when they are."""
    is_copy = "__dataclass_fields__" in kind.__dict__  # of a class with slots
    _WRITTEN[kind] = frozenset(() if is_copy else kind.__dict__)
    cast(Any, kind).__new__ = staticmethod(_new)
    cast(Any, kind).evaluate = _evaluate
    further: Callable[..., None] = getattr(kind, "__post_init__", lambda self: None)

    def settle(self: Any, *values: Any) -> None:
        further(self, *values)
        _settle(self)

    cast(Any, kind).__post_init__ = settle


def _new(kind: type[Node], *values: object, **named: object) -> Node:
    """An instance that is not filled yet. Raises: ModelError for a class that is not in order."""
    if kind not in _CHECKED:
        _refuse_other_classes(kind)
        parts = part_fields_of(kind)
        _compare_by_identity(kind)
        _CHECKED[kind] = parts
    return object.__new__(kind)


def _refuse_other_classes(kind: type[Node]) -> None:
    """Raises: ModelError with what to write instead."""
    name, written = kind.__name__, _WRITTEN[kind]
    known = [base for base in kind.__mro__ if issubclass(base, Node) and not is_own(base)]
    if known[0] is not Constraint:
        raise ModelError(
            f"{name} is a {known[0].__name__}; a class of one's own is a Constraint, directly"
        )
    if (
        "__dataclass_params__" not in kind.__dict__
        or not cast(Any, kind).__dataclass_params__.frozen
    ):
        raise ModelError(
            f"{name} is no frozen dataclass; write @dataclass(frozen=True, eq=False) above it, and"
            " its terms as fields, such as terms: tuple[Expression, ...]"
        )
    for method in ("holds", "decompose"):
        if getattr(kind, method) is getattr(Constraint, method):
            raise ModelError(f"{name} must define {method}")
    for method in ("__init__", "__new__", "evaluate", *_GENERATED):
        if method in written:
            raise ModelError(
                f"{name} defines {method}, which is not its own to define; a dataclass is made from"
                " its fields, and __post_init__ may check them"
            )


def _compare_by_identity(kind: type[Node]) -> None:
    """Take from `kind` what the dataclass compares and prints by its fields."""
    generated = [name for name in _GENERATED if name in kind.__dict__]
    if hasattr(kind.__dict__.get("__repr__"), "__wrapped__"):
        generated.append("__repr__")
    for name in generated:
        delattr(kind, name)


# ------------------------------------------------------------------- when an instance is made


def _settle(node: Constraint) -> None:
    """Bring the parts of `node` to nodes and tuples. Raises: ModelError where one would be lost."""
    parts = {field.name: field for field in _CHECKED[type(node)]}
    for field in fields(cast(Any, node)):
        value, where = getattr(node, field.name), f"{type(node).__name__}.{field.name}"
        if field.name in parts:
            object.__setattr__(node, field.name, _settled(value, parts[field.name], where))
        elif (hidden := next(_nodes_in(value), None)) is not None:
            raise ModelError(
                f"{where} holds {describe(hidden)}, but its type says plain data; annotate it as"
                " Expression, Variable or Constraint for one part, tuple[Expression, ...] for"
                " several"
            )


def _settled(value: Any, field: PartField, where: str) -> Any:
    if value is None and field.optional:
        return None
    if not field.many:
        return _part(value, field.kinds, where)
    if isinstance(value, str | Node | Mapping) or not isinstance(value, Iterable):
        raise ModelError(f"{where} holds {value!r}; give it several, such as [x, y]")
    return tuple(_row(item, field, where) for item in value)


def _row(item: Any, field: PartField, where: str) -> Any:
    if isinstance(item, Group):
        return item.variables
    if isinstance(item, tuple | list):
        return tuple(_row(one, field, where) for one in item)
    return None if item is None and field.optional else _part(item, field.kinds, where)


def _part(value: Any, kinds: frozenset[type[Node]], where: str) -> Node:
    """`value` as one of these kinds of nodes."""
    if isinstance(value, tuple(kinds)):
        return cast(Node, value)
    node: Node
    if any(issubclass(kind, Constraint) for kind in kinds):
        node = as_constraint(value, where)
    else:
        node = as_expression(value, where)
    if not isinstance(node, tuple(kinds)):
        names = " or ".join(sorted(kind.__name__ for kind in kinds))
        raise ModelError(f"{where} holds {describe(node)}, which is no {names}")
    return node


def _nodes_in(value: Any, depth: int = 0) -> Iterator[Node]:
    """The nodes that plain data would hide."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, Group):
        yield from value.variables
    elif isinstance(value, Mapping):
        yield from (node for pair in value.items() for node in _nodes_in(pair, depth + 1))
    elif isinstance(value, tuple | list | set | frozenset) and depth < DEEPEST:
        yield from (node for item in value for node in _nodes_in(item, depth + 1))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        held = (getattr(value, field.name) for field in fields(value))
        yield from (node for item in held for node in _nodes_in(item, depth + 1))


# ----------------------------------------------------------------------------- what it means


def _evaluate(self: Constraint, values: Sequence[Any]) -> bool:
    """`holds`, checked. Raises: PredicateError."""
    try:
        result: object = self.holds(values)
    except (Exception, SystemExit) as error:
        raised = f"raised {type(error).__name__}: {error}"
        raise PredicateError(
            f"{_name(self, 'holds')} {raised} on {_values(self, values)}"
        ) from error
    if not isinstance(result, bool):
        raise PredicateError(
            f"{_name(self, 'holds')} returned {result!r} on {_values(self, values)}; return True"
            " or False, for example with bool(...)"
        )
    return result


def _values(node: Constraint, values: Sequence[Any]) -> str:
    pairs = zip(node.parts, values, strict=True)
    return ", ".join(f"{describe(part)} = {value!r}" for part, value in pairs) or "no parts"


def _name(node: Constraint, method: str) -> str:
    return f"{method} of {describe(node)}"


def decomposed(node: Constraint) -> And:
    """The decomposition of `node` and the definedness of its terms, as one constraint.

    Raises: ModelError for what is no decomposition: no constraints, or over other variables.
    """
    where = _name(node, "decompose")
    try:
        found: Any = node.decompose()
        smaller = [found] if isinstance(found, Logical | Node) else list(found)
    except Exception as error:
        raise ModelError(
            f"{where} raised {type(error).__name__}: {error}; let it return constraints"
        ) from error
    parts = [as_constraint(part, f"a part of {where}") for part in smaller]
    scope = {one for one in topological(node.parts) if isinstance(one, Variable)}
    for one in topological(parts):
        if isinstance(one, Variable) and one not in scope:
            raise ModelError(f"{where} mentions {one.name}, which is in none of its parts")
    terms = [part for part in node.parts if isinstance(part, Expression)]
    return And((*defined(terms), *parts))


def own_among(roots: Sequence[Node]) -> list[Constraint]:
    """The constraints of a user's own in `roots` and beneath them."""
    if not _CHECKED:  # none was ever made, and there is no need to look
        return []
    found = (node for node in topological(roots) if is_own(type(node)))
    return [node for node in found if isinstance(node, Constraint)]


def in_the_language(roots: Sequence[Node]) -> list[Node]:
    """`roots` with each constraint of a user's own as its decomposition; shared nodes stay so.

    Raises: ModelError for what is no decomposition, or has no end.
    """
    if not own_among(roots):
        return list(roots)
    smaller: dict[Node, And] = {}
    done: dict[Node, Node] = {}
    stack: list[tuple[Node, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        node, parts_are_done = stack.pop()
        if node in done:
            continue
        if parts_are_done:
            whole = smaller.get(node)
            parts = [done[part] for part in node.parts] if whole is None else []
            done[node] = node.with_parts(parts) if whole is None else done[whole]
            continue
        stack.append((node, True))
        stack += ((part, False) for part in reversed(_within(node, smaller, done)))
    return [done[root] for root in roots]


def _within(node: Node, smaller: dict[Node, And], done: Mapping[Node, Node]) -> tuple[Node, ...]:
    """The nodes that are decomposed before `node` is."""
    if not isinstance(node, Constraint) or not is_own(type(node)):
        return node.parts
    if node in smaller or len(smaller) - len(done.keys() & smaller.keys()) > DEEPEST:
        raise ModelError(f"{_name(node, 'decompose')} has no end: it comes back to itself")
    smaller[node] = decomposed(node)
    return (smaller[node],)


def without_own(model: Model) -> Model:
    """An equivalent model in which constraints of a user's own are decomposed.

    A model without any comes back as it is.
    """
    if model.kinds is not None and not any(map(is_own, model.kinds - {str})):
        return model
    found = in_the_language(model.constraints)
    if all(new is old for new, old in zip(found, model.constraints, strict=True)):
        return model
    # What can never hold has been warned of where it was declared.
    return model.restated(model.groups, cast("list[Constraint]", found))


class Agreement:
    """That `holds` and `decompose` of a user's own constraints agree under an assignment.

    Where they do not, no verdict over a solver is to be had: each is asked for one of them.
    """

    def __init__(self, model: Model) -> None:
        self._own = own_among(model.constraints)
        self._meant = Program(self._own)
        self._smaller = Program(in_the_language(self._own))

    def check(self, values: Mapping[str, Any]) -> None:
        """Raises: ModelError for one whose two meanings differ under `values`."""
        if not self._own:
            return
        pairs = zip(self._own, self._meant.run(values), self._smaller.run(values), strict=True)
        for node, holds, other in pairs:
            if holds != other:
                scope = (one.name for one in topological([node]) if isinstance(one, Variable))
                shown = ", ".join(f"{name} = {values[name]!r}" for name in scope)
                raise ModelError(
                    f"{type(node).__name__} contradicts itself: holds says {holds} and decompose"
                    f" {other} of {describe(node)} with {shown}; mend one of them"
                )
