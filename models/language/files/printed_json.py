"""The variables of a script's model, by the keys of JSON under which it prints them.

The script is run again to its end, where its model is solved with one in its place that has the
same variables and one solution alone. Numbers that no script has by itself show what is printed
where. Others, such as the model has, show whether that is always so: the largest value is not
always that of the same variable, and no more is one that is sorted, absolute or chosen.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from random import Random
from time import perf_counter
from typing import Any

from ..errors import ModelError
from ..model import Keyed

Choose = Callable[[int, Sequence[Any]], Any]
"""The value of the variable at a place, of a domain."""
Printed = Mapping[str, Keyed]
"""The variables that are printed, by key."""
Answer = Callable[[Any], Any]
"""A model with one solution alone in the place of another."""
Answering = Callable[[Any, Choose], tuple[Any, dict[str, Any]]]
"""Such a model, and its solution by our names of the variables."""

_BASE, _STEP, _MOST_ADDED = 10**12, 10**4, 1000
SECONDS = 3.0
"""A script that takes longer is not run again; nor once more where its runs took longer."""
_MOST_READ = 10**6
_RANDOM = 12
"""The number of runs with random values."""


def printed_by(run: Callable[[Answer], object], answering: Answering) -> Printed:
    """The variables by the keys under which they are printed whenever a script is `run`."""
    found: dict[str, dict[str, tuple[str, int]]] | None = None
    end = perf_counter() + SECONDS
    for choose in _choices():
        if perf_counter() > end:
            return {}
        values: dict[str, Any] = {}

        def answer(native: Any, choose: Choose = choose, values: dict[str, Any] = values) -> Any:
            other, chosen = answering(native, choose)
            values.update(chosen)
            return other

        try:
            with redirect_stdout(io.StringIO()) as said:
                run(answer)
        except ModelError:  # it fails with such values
            return {}
        leaves = {key: dict(_leaves(one)) for key, one in _document(said.getvalue()).items()}
        if found is None:
            names = {value: name for name, value in values.items()}
            places = {key: _named(one, names) for key, one in leaves.items()}
            found = {key: one for key, one in places.items() if one}
        for key, variables in [*found.items()]:
            expected = {place: _plus(values[name], by) for place, (name, by) in variables.items()}
            if leaves.get(key) != expected:
                del found[key]
    return found or {}


def _choices() -> Iterator[Choose]:
    yield lambda place, domain: _BASE + _STEP * place
    yield lambda place, domain: -_BASE - _STEP * place
    yield lambda place, domain: domain[0]
    yield lambda place, domain: domain[-1]
    chance = Random(1)
    for _ in range(_RANDOM):
        yield lambda _, domain: chance.choice(domain)


def _named(leaves: Mapping[str, Any], names: Mapping[Any, str]) -> dict[str, tuple[str, int]]:
    """The variables whose values, plus a number, stand at each place; none if one is no such."""
    found = {}
    for place, leaf in leaves.items():
        if type(leaf) is not int:
            return {}
        value = _BASE + (leaf - _BASE + _STEP // 2) // _STEP * _STEP
        if value not in names or abs(leaf - value) > _MOST_ADDED:
            return {}
        found[place] = names[value], leaf - value
    return found


def _plus(value: Any, by: int) -> Any:
    return value + by if by and isinstance(value, int) else value


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Each number, text and the like in a value of JSON, by its place."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in items:
            yield from _leaves(one, f"{place}[{json.dumps(key)}]")
    else:
        yield place, value


def _document(text: str) -> dict[str, Any]:
    """The last object of JSON at the end of a text; an empty one without any."""
    found: dict[str, Any] = {}
    text = text[-_MOST_READ:]
    decoder, place = json.JSONDecoder(), text.find("{")
    while place >= 0:
        try:
            found, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place += 1
        place = text.find("{", place)
    return found
