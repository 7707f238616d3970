"""Solvers that invent, lose and repeat solutions, and say that these are all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from everyway.models import Model
from everyway.solvers import flatmap
from everyway.solvers.harness.contract import Assignment, Control


def invents(model: Model, control: Control) -> Iterator[Assignment]:
    """As if the last rule were not there."""
    return flatmap.solutions(model.rewritten(model.groups, model.rules[:-1]), control)


def loses(model: Model, control: Control) -> Iterator[Assignment]:
    """All but the first solution."""
    return islice(flatmap.solutions(model, control), 1, None)


def repeats(model: Model, control: Control) -> Iterator[Assignment]:
    """The first solution once more at the end."""
    found = list(flatmap.solutions(model, control))
    return chain(found, found[:1])


def stays(model: Model, control: Control) -> Iterator[Assignment]:
    """It never ends, and finds nothing."""
    while True:
        control.check()
        yield from ()


waits = stays  # under another name
