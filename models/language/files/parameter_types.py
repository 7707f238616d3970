"""Values as the types of parameters, read from Python or from text, and these types in words."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin

from ..domains import whole_in

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class MisfitError(ValueError):
    """A value is not of the type that its parameter says."""


def choices_of(kind: Any) -> list[str]:
    """The texts that are values of the type `kind`, where it lists them; else none."""
    if kind is bool:
        return ["true", "false"]
    if kind is types.NoneType:
        return ["none"]
    origin = get_origin(kind)
    if origin is Literal:
        return list(map(str, get_args(kind)))
    if origin in (Union, types.UnionType):
        several = list(map(choices_of, get_args(kind)))
        return [one for some in several for one in some] if all(several) else []
    return []


def read(value: object, kind: Any) -> Any:
    """`value` as the type `kind`; a string is read as text unless `kind` is one.

    Raises: MisfitError where it is no such value.
    """
    if kind in _PLAIN:
        return _PLAIN[kind][0](value)
    origin = get_origin(kind)
    if origin is Literal:
        return _choice(value, get_args(kind))
    if origin in (Union, types.UnionType):
        return _first_fit(value, get_args(kind))
    if _is_sequence(kind):
        return _sequence(value, kind)
    if isinstance(value, str) and kind is not object:
        raise MisfitError
    return value


def _whole(value: object) -> int:
    if isinstance(value, str):
        try:
            return whole_in(value)
        except ValueError:
            raise MisfitError from None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise MisfitError
    return int(value.__index__())


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise MisfitError
    try:
        return float(value)
    except (ValueError, OverflowError):
        raise MisfitError from None


def _yes_or_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in TRUE + FALSE:
        return value.strip().lower() in TRUE
    raise MisfitError


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise MisfitError


def _nothing(value: object) -> None:
    if value is not None and not (isinstance(value, str) and value.strip().lower() == "none"):
        raise MisfitError


def _anything(value: object) -> object:
    if isinstance(value, str):
        try:
            return whole_in(value)
        except ValueError:
            return value
    return value


_PLAIN: dict[Any, tuple[Callable[[object], object], str]] = {
    int: (_whole, "a whole number"),
    float: (_number, "a number"),
    bool: (_yes_or_no, "true or false"),
    str: (_text, "a text"),
    types.NoneType: (_nothing, "none"),
    Any: (_anything, "any value"),
}
"""The reader of each plain type, and its name in a user's words."""


def _choice(value: object, choices: tuple[Any, ...]) -> Any:
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    for choice in choices:
        if isinstance(value, str) and value == str(choice):
            return choice
    raise MisfitError


def _first_fit(value: object, kinds: tuple[Any, ...]) -> Any:
    """`value` as the first kind that it fits; a text stays one rather than become a list."""
    kinds = tuple(sorted(kinds, key=lambda kind: kind is not types.NoneType))
    if isinstance(value, str) and str in kinds:
        kinds = (*(k for k in kinds if k is not str and not _is_sequence(k)), str)
    for kind in kinds:
        try:
            return read(value, kind)
        except MisfitError:
            continue
    raise MisfitError


def _is_sequence(kind: Any) -> bool:
    plain = get_origin(kind) or kind
    if not isinstance(plain, type) or plain is str or issubclass(plain, Mapping):
        return False
    return issubclass(plain, Iterable)


def _sequence(value: object, kind: Any) -> Any:
    inner = [k for k in get_args(kind) if k is not Ellipsis]
    if isinstance(value, str):
        separator = ";" if inner and _is_sequence(inner[0]) else ","
        items: Sequence[object] = [x.strip() for x in value.split(separator)] if value else []
    elif isinstance(value, Iterable) and not isinstance(value, Mapping):
        items = tuple(value)
    else:
        raise MisfitError
    if get_origin(kind) is tuple and Ellipsis not in get_args(kind):
        if len(items) != len(inner):
            raise MisfitError
        return tuple(map(read, items, inner))
    found = (read(item, inner[0] if inner else Any) for item in items)
    return list(found) if (get_origin(kind) or kind) is list else tuple(found)


def in_words(kind: Any) -> str:
    """The type `kind` in a user's words.

    >>> in_words(int | None)
    'a whole number or none'
    """
    if kind in _PLAIN:
        return _PLAIN[kind][1]
    origin = get_origin(kind)
    if origin is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(in_words, get_args(kind))))
    if _is_sequence(kind):
        inner = [k for k in get_args(kind) if k is not Ellipsis]
        if inner and _is_sequence(inner[0]):
            return "lists such as 1,2;3,4"
        return f"a list such as {'a,b' if inner == [str] else '2,3'}"
    return getattr(kind, "__name__", str(kind))
