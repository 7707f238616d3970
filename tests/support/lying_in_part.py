"""Solvers that lie where they are asked for a part alone: for tests of the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.models import Model
from everyway.solvers import flatmap
from everyway.solvers.harness.contract import Assignment, Control, Traits

TRAITS = Traits(projects=True, threads=True)


def projecting(model: Model, control: Control) -> Iterator[Assignment]:
    """Of a projection all but the first combination; whole solutions as flatmap finds them."""
    found = flatmap.solutions(model, control)
    if control.project is not None:
        next(found, None)
    yield from found


def by_threads(model: Model, control: Control) -> Iterator[Assignment]:
    """The first solution twice where there are several jobs."""
    for number, found in enumerate(flatmap.solutions(model, control)):
        yield found
        if number == 0 and control.jobs > 1:
            yield found
