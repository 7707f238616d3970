"""The fields of a class of nodes that hold its parts: found by the types of the fields.

A field holds parts where its type is made of classes of nodes alone, in tuples, lists and other
sequences or by itself, perhaps with `None`. Any other type is plain data. Annotations may be texts
(`from __future__ import annotations`), also of a class that is declared inside a function.
"""

from __future__ import annotations

import builtins
import collections.abc
import sys
import types
import typing
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import Field
from functools import cache
from typing import Any

from .errors import ModelError
from .late_dataclasses import dataclass, fields
from .nodes import Node, Value, is_own

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


def _scope(kind: type[Node], field: Field[Any]) -> Mapping[str, Any]:
    """The names that stand where `field` was declared; then those of annotations in general.

    The names of a function around the class are out of reach, hence the latter.
    """
    written = (b for b in kind.__mro__ if field.name in getattr(b, "__annotations__", {}))
    module = sys.modules.get(next(written).__module__)
    return ChainMap(dict(vars(module)) if module else {}, vars(builtins), _common_names())


@cache
def _common_names() -> dict[str, Any]:
    from .constraints import Constraint
    from .expressions import Expression, Variable

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
