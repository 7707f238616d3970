"""A puzzle's parameters: read from Python values, or from the text of a command line.

>>> def crowded(n: int = 8, wrap: bool = False) -> None: ...
>>> arguments("crowded", crowded, {"n": "6", "wrap": "yes"}).arguments
{'n': 6, 'wrap': True}
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ..errors import ModelError
from ..expressions import whole_in
from ..phrases import did_you_mean

# --------------------------------------------------------------------------------- parameter types
# Values as the types of parameters, read from Python or from text, and these types in words.


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


@lru_cache
def parameters_of(function: Callable[..., object]) -> tuple[inspect.Parameter, ...]:
    """The parameters of `function`, their annotations as types where they can be found."""
    try:
        hints = get_type_hints(inspect.unwrap(function))
    except Exception:  # an annotation is any code; one that cannot be read counts as none
        hints = {}
    return tuple(
        parameter.replace(annotation=hints.get(name, inspect.Parameter.empty))
        for name, parameter in inspect.signature(function).parameters.items()
    )


def arguments(
    puzzle: str, function: Callable[..., object], given: Mapping[str, object]
) -> inspect.BoundArguments:
    """The full arguments for `function`: those `given`, converted, and the defaults.

    Raises: ModelError for a parameter that is unknown, missing or of the wrong type.
    """
    parameters = parameters_of(function)
    converted: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for key, value in given.items():
        parameter = _parameter(puzzle, parameters, key)
        if parameter.kind is parameter.VAR_KEYWORD:
            extra[key] = value
        else:
            converted[parameter.name] = _read(puzzle, parameter, value)
    for parameter in parameters:
        _refuse_missing(puzzle, parameter, converted)
        if parameter.kind is parameter.VAR_KEYWORD:
            converted[parameter.name] = extra
    bound = inspect.BoundArguments(inspect.signature(function), converted)
    bound.apply_defaults()
    return bound


def refuse_no_choice(
    puzzle: str, function: Callable[..., object], given: Mapping[str, object]
) -> None:
    """Nothing; a type checker would see it, but a notebook has none.

    Raises: ModelError where a parameter lists its values, as `Literal` does, and one is another.
    """
    for parameter in parameters_of(function):
        value, choices = given.get(parameter.name), get_args(parameter.annotation)
        if get_origin(parameter.annotation) is Literal and (type(value), value) not in (
            (type(choice), choice) for choice in choices
        ):
            raise _wrong_value(puzzle, parameter, value)


def refuse_small(puzzle: str, least: Mapping[str, int], given: Mapping[str, object]) -> None:
    """Nothing. Raises: ModelError where a number, or one of several, is less than its `least`."""
    for name, bound in least.items():
        value = given[name]
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(number, int) and number < bound for number in numbers):
            raise ModelError(f"{puzzle} has {name} = {value}; write {name} from {bound}")


def choices(parameter: inspect.Parameter) -> list[str]:
    """The texts that `parameter` takes, where its type lists them; else none.

    >>> def crowded(wrap: bool = False, n: int = 8) -> None: ...
    >>> [choices(parameter) for parameter in parameters_of(crowded)]
    [['true', 'false'], []]
    """
    return choices_of(_type_of(parameter))


def _parameter(puzzle: str, parameters: Sequence[inspect.Parameter], key: str) -> inspect.Parameter:
    named = {p.name: p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
    name = key.replace("-", "_")
    if name in named:
        return named[name]
    for parameter in parameters:
        if parameter.kind is parameter.VAR_KEYWORD:
            return parameter
    shown = ", ".join(f"{p.name} ({in_words(_type_of(p))})" for p in named.values())
    near = did_you_mean(name, named, "")
    raise ModelError(
        f"{puzzle} has no parameter {key!r}; {near if near.endswith('?') else ''}"
        f" its parameters are {shown or 'none'}".replace(";  ", "; ")
    )


def _read(puzzle: str, parameter: inspect.Parameter, value: object) -> Any:
    kind = _type_of(parameter)
    try:
        return read(value, kind)
    except MisfitError:
        raise _wrong_value(puzzle, parameter, value) from None


def _wrong_value(puzzle: str, parameter: inspect.Parameter, value: object) -> ModelError:
    kind = in_words(_type_of(parameter))
    ranges = "; `everyway report` and `everyway bench` take ranges" * (".." in str(value))
    return ModelError(f"{puzzle}: {parameter.name} is {value!r}; it must be {kind}{ranges}")


def _refuse_missing(puzzle: str, parameter: inspect.Parameter, given: Mapping[str, object]) -> None:
    optional = (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    if parameter.kind in optional or parameter.name in given:
        return
    if parameter.default is parameter.empty:
        raise ModelError(
            f"{puzzle} needs the parameter {parameter.name} ({in_words(_type_of(parameter))});"
            f" write {parameter.name}=…"
        )


def _type_of(parameter: inspect.Parameter) -> Any:
    """The annotation; without one, the type of the default."""
    if parameter.annotation is not parameter.empty:
        return parameter.annotation
    if isinstance(parameter.default, bool | int | float | str | tuple | list):
        return type(parameter.default)
    return Any
