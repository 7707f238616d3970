"""The same step breadth first, as SICP states it: all placements of k from all of k - 1."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Traits
from . import Step
from .consistency import Observed, Observer
from .translation import NATIVE_WHERE, State

TRAITS = Traits(streams=False, native_where=NATIVE_WHERE)


def solutions(
    model: Model,
    control: Control,
    observer: Observer | None = None,
    strategy: type[Observed] = Observed,
) -> Iterator[Assignment]:
    """Every solution of `model`, after all states of each level have been built."""
    step = Step(model, control, observer, strategy)
    solved: list[State] = []
    level, depth = list(step.root()), 0
    while level:
        places = [(state, step.next_open(state)) for state in level]
        solved += [state for state, place in places if place is None]
        depth += 1
        level = list(
            chain.from_iterable(
                step.expand(state, place, depth) for state, place in places if place is not None
            )
        )
    yield from map(step.solution, solved)
