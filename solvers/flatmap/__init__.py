"""The hand-written backtracker: filter and flatmap over the declared constraints, depth first.

SICP's exercise 2.42 places the queen of column k in every row, for every way to place the first
k - 1, and keeps the safe ones. Here a *state* holds the domains of all variables;
`expand` decides one more variable in every way, and keeps the states in which each variable still
has a value. That step, flat-mapped until nothing is open, is the whole search. Depth first it is
lazy: a branch is searched only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeGuard

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Traits
from .consistency import Observed, Observer, Propagation, open_variable
from .translation import NATIVE_WHERE, State

TRAITS = Traits(compared=True, projects=True, native_where=NATIVE_WHERE)

Order = Callable[[State], int | None]
"""From a state to the place of the variable to decide next; None where nothing is open."""


def solutions(
    model: Model,
    control: Control,
    observer: Observer | None = None,
    strategy: type[Observed] = Observed,
) -> Iterator[Assignment]:
    """Every solution of `model`; a branch is searched only when it is asked for.

    Where only some variables matter these are decided first, and of each combination of their
    values that can be completed, one completion is found. An observed search may propagate, and
    choose the variable to decide next, by another `strategy`.
    """
    step = Step(model, control, observer, strategy)
    undecided = step.next_open if control.project is None else step.first_open(control.project)
    for state in depth_first(step, step.root(), undecided):
        for whole in islice(depth_first(step, iter([state]), step.next_open), 1):
            yield step.solution(whole)


def depth_first(step: Step, roots: Iterator[State], undecided: Order) -> Iterator[State]:
    """The states that repeated expansion of `roots` leads to, in which nothing is `undecided`.

    This is `flat_map(search, expand(state))` with the recursion kept in a list, so that neither
    ten thousand decisions nor a solution deep down cost a tower of generators.
    """
    stack = [roots]
    while stack:
        state = next(stack[-1], None)
        if state is None:
            stack.pop()
        elif (place := undecided(state)) is None:
            yield state
        else:
            stack.append(step.expand(state, place, len(stack)))


class Step:
    """From a state to those that decide one more variable: the filter and the map."""

    def __init__(
        self,
        model: Model,
        control: Control,
        observer: Observer | None = None,
        strategy: type[Observed] = Observed,
    ) -> None:
        self._names = [variable.name for variable in model.variables]
        self._observer = observer
        self._propagation = (
            Propagation(model, control) if observer is None else strategy(model, control, observer)
        )
        self.next_open: Order = self._propagation.next_open
        control.searching()

    def first_open(self, names: Sequence[str]) -> Order:
        """A function to the variable to decide next, of those called `names`."""
        places = [self._names.index(name) for name in names]

        def undecided(state: State) -> int | None:
            found = open_variable([state[place] for place in places])
            return None if found is None else places[found]

        return undecided

    def root(self) -> Iterator[State]:
        """The state before any decision; none if a rule already leaves a variable no value."""
        root = self._propagation.root()
        if root is not None:
            yield root

    def expand(self, state: State, place: int, depth: int) -> Iterator[State]:
        """Every living state in which the variable at `place` is decided."""
        return filter(
            alive, map(partial(self._propagation.decide, state, place, depth), state[place])
        )

    def solution(self, state: State) -> Assignment:
        """The assignment of a state in which every variable has one value."""
        found = {name: domain[0] for name, domain in zip(self._names, state, strict=True)}
        if self._observer is not None:
            self._observer.solved(found)
        return found


def alive(state: State | None) -> TypeGuard[State]:
    """True if every variable still has a value."""
    return state is not None
