"""A puzzle's parameters: read from Python values, or from the text of a command line.

>>> def crowded(n: int = 8, wrap: bool = False) -> None: ...
>>> arguments("crowded", crowded, {"n": "6", "wrap": "yes"}).arguments
{'n': 6, 'wrap': True}
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ..errors import ModelError
from ..phrases import did_you_mean
from .parameter_types import MisfitError, choices_of, in_words, read


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

    Raises: ModelError where a value is none of those that its parameter lists, as `Literal` does.
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
    return ModelError(f"{puzzle}: {parameter.name} is {value!r}; it must be {kind}")


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
