"""Reports of a solver as assignments of the declared variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import contains
from typing import Any

from ....models.language.model import Model


def fitting(
    model: Model,
    restore: Callable[[Mapping[str, Any]], dict[str, Any]],
    decode: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> Callable[[Mapping[str, Any]], tuple[Mapping[str, Any], bool]]:
    """From what a solver of `model` gives to the declared variables, and whether it fits."""
    names = [variable.name for variable in model.variables]
    domains = [variable.domain for variable in model.variables]
    size = len(names)

    def adapt(given: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
        try:
            values = list(map(given.__getitem__, names))
            plain = len(given) == size and list(map(type, values)).count(int) == size
            fits = plain and all(map(contains, domains, values))
        except (AttributeError, KeyError, TypeError):  # no mapping, or not of these
            fits = False
        return (decode(restore(given)), True) if fits else (given, False)

    return adapt


def as_it_is(given: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """The assignment as the solver gave it, which fits no model yet."""
    return given, False
