"""Puzzle functions: they return a model, with the counts that the world knows for it.

>>> from everyway.models import Model, variables
>>> @puzzle(known("every choice counts", n={1: 2, 2: 4}))
... def coins(n: int = 2) -> Model:
...     '''Coins that lie either way up.'''
...     return Model(f"{n} coins", variables("coin", n, ["heads", "tails"]))
>>> coins(2).known
Known(count=4, source='every choice counts')
>>> coins(5).known is None
True
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, ParamSpec, overload

from ..errors import ModelError
from ..late_dataclasses import dataclass
from ..model import Known, Model, Recipe
from ..phrases import did_you_mean
from .foreign_models import read_foreign
from .parameters import refuse_no_choice, refuse_small

P = ParamSpec("P")

HOUSE = "everyway.models"
"""The package whose modules are the puzzles that come with it."""


@dataclass(frozen=True)
class Counts:
    """Known numbers of solutions: one, or one for each value of the parameter `varying`."""

    source: str
    params: Mapping[str, Any]
    """The parameters that are not at their defaults."""
    varying: str | None
    counts: Mapping[Any, int]
    """The number by the value of `varying`; by None where nothing varies."""

    def entries(self) -> Iterator[tuple[dict[str, Any], Known]]:
        """Each known number, with the parameters that it stands for."""
        for value, count in self.counts.items():
            varied = {} if self.varying is None else {self.varying: value}
            yield {**self.params, **varied}, Known(count, self.source)


def known(source: str, /, *, count: int | None = None, **params: Any) -> Counts:
    """The numbers of solutions by `source`. Parameters that are not named are at their defaults.

    One parameter may be {value: count}; without one, `count` is the number.

    >>> known("OEIS A007705", wrap=True, n={5: 10, 7: 28}).params
    {'wrap': True}
    """
    tables = [name for name, value in params.items() if isinstance(value, Mapping)]
    if len(tables) > 1 or (count is None) != bool(tables):
        raise ModelError(
            f"known({source!r}) needs either one parameter as {{value: count}} or count=…;"
            f" it has {[*tables, *(['count'] if count is not None else [])]}"
        )
    varying = tables[0] if tables else None
    counts: dict[Any, Any] = dict(params.pop(varying)) if varying else {None: count}
    for number in counts.values():
        if type(number) is not int or number < 0:
            raise ModelError(f"known({source!r}) gives the count {number!r}; write an int from 0")
    return Counts(source, params, varying, counts)


@overload
def puzzle(function: Callable[P, Model], /) -> Callable[P, Model]: ...


@overload
def puzzle(
    *knowns: Counts, least: Mapping[str, int] = ...
) -> Callable[[Callable[P, Model]], Callable[P, Model]]: ...


def puzzle(*arguments: Any, least: Mapping[str, int] = MappingProxyType({})) -> Any:
    """The function below it, its models knowing how they were made and their known count.

    It is written bare, or with `known(...)` counts, and with the `least` numbers that parameters
    may be, or hold: `least={"n": 0}`.
    Raises: ModelError where either names a parameter that the function lacks.
    """
    if len(arguments) == 1 and inspect.isfunction(arguments[0]):
        return _puzzle(arguments[0], (), least)
    for argument in arguments:
        if not isinstance(argument, Counts):
            raise ModelError(f"puzzle takes known(...) counts, not {argument!r}")
    return lambda function: _puzzle(function, arguments, least)


def _puzzle(
    function: Callable[P, Model], knowns: tuple[Counts, ...], least: Mapping[str, int]
) -> Callable[P, Model]:
    signature = inspect.signature(function)
    _bound(signature, least, f"least values of {function.__name__}")
    table = [
        (_bound(signature, params, f"known counts of {function.__name__}"), count)
        for counts in knowns
        for params, count in counts.entries()
    ]
    name = _address(function)

    @wraps(function)
    def make(*args: P.args, **kwargs: P.kwargs) -> Model:
        bound = signature.bind(*map(frozen, args), **{k: frozen(v) for k, v in kwargs.items()})
        bound.apply_defaults()
        refuse_no_choice(function.__name__, function, bound.arguments)
        refuse_small(function.__name__, least, bound.arguments)
        model = checked(function(*bound.args, **bound.kwargs), f"puzzle {function.__name__}")
        params = {key: frozen(value) for key, value in bound.arguments.items()}
        matching = (count for values, count in table if _same(values, params))
        return model.made_by(Recipe(name, params), next(matching, None))

    vars(make)["knowns"] = knowns
    return make


def _bound(signature: inspect.Signature, params: Mapping[str, Any], where: str) -> dict[str, Any]:
    """`params` and the defaults of the others. Raises: ModelError for one that is not there."""
    for name in params:
        if name not in signature.parameters:
            advice = did_you_mean(name, signature.parameters, "it has")
            raise ModelError(f"{where}: there is no parameter {name!r}; {advice}")
    bound = signature.bind_partial()
    bound.apply_defaults()
    return {key: frozen(value) for key, value in {**bound.arguments, **params}.items()}


def _same(expected: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
    return expected.keys() == params.keys() and all(
        type(value) is type(params[key]) and bool(value == params[key])
        for key, value in expected.items()
    )


def frozen(value: Any) -> Any:
    """`value` with lists, and what can be read only once, as tuples."""
    if isinstance(value, list | tuple | Iterator):
        return tuple(frozen(item) for item in value)
    return value


def checked(model: object, maker: str) -> Model:
    """`model`, if it is one, also of another library. Raises: ModelError, naming who made it."""
    model = read_foreign(model, maker.partition("()")[0])
    if isinstance(model, Model):
        return model
    raise ModelError(f"{maker} returned {model!r}, which is no model; write: return Model(...)")


def _address(function: Callable[..., Model]) -> str:
    """The name by which `load` finds the function: its own in the package, else its file."""
    if function.__module__.rpartition(".")[0] == HOUSE:
        return function.__name__
    file = os.path.realpath(function.__code__.co_filename)
    stem = os.path.splitext(os.path.basename(file))[0]
    return file if stem.replace("-", "_") == function.__name__ else function.__name__
