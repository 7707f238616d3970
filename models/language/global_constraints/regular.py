"""An automaton that accepts the values of terms, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..arithmetic_expressions import total
from ..choices import element
from ..constraints import Constraint, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, Indicator, same_kind
from ..keeping import cached_property
from ..late_dataclasses import dataclass
from ..nodes import Value
from ..sample_arguments import Draw, Scene
from . import Global, constant_of, terms_of


@dataclass(frozen=True, eq=False, repr=False)
class Regular(Global):
    """An automaton that reads `terms` in order ends in a state of `accepting`.

    `transitions` holds (state, symbol, next state), states numbered from 0. A symbol without a
    transition from the current state is not accepted.
    """

    terms: tuple[Expression, ...]
    transitions: tuple[tuple[int, Value, int], ...]
    start: int
    accepting: tuple[int, ...]

    @cached_property
    def step(self) -> dict[tuple[int, Value], int]:
        """The next state by state and symbol."""
        return {(state, symbol): after for state, symbol, after in self.transitions}

    @cached_property
    def states(self) -> int:
        """The number of states; they are 0 to one less."""
        ends = [state for before, _, after in self.transitions for state in (before, after)]
        return 1 + max((self.start, *self.accepting, *ends))

    @cached_property
    def symbols(self) -> tuple[Value, ...]:
        """Every symbol that has a transition, in the order of appearance."""
        return tuple(dict.fromkeys(symbol for _, symbol, _ in self.transitions))

    def holds(self, values: Sequence[Any]) -> bool:
        state: int | None = self.start
        for value in values:
            state = None if state is None else self.step.get((state, value))
        return state in self.accepting

    def decompose(self) -> Iterable[Constraint]:
        symbols, sink = self.symbols, self.states
        if self.terms and not symbols:
            return (any_of([]),)
        table = [self.step.get((s, a), sink) for s in range(sink) for a in symbols]
        table += [sink] * len(symbols)
        state: Expression = Constant(self.start)
        for term in self.terms:
            place = total(k * Indicator(term == a) for k, a in enumerate(symbols))
            state = element(table, state * len(symbols) + place)
        readable = (any_of(term == symbol for symbol in symbols) for term in self.terms)
        return (*readable, any_of(state == accepted for accepted in self.accepting))

    def describe(self, parts: Sequence[str]) -> str:
        return (
            f"regular([{', '.join(parts)}], {len(self.transitions)} transitions,"
            f" from {self.start} to {list(self.accepting)})"
        )

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        pick, terms = draw.random, draw.terms()
        states, symbols = range(pick.randint(1, 3)), draw.values(5, 5)
        moves = {
            (state, symbol): pick.choice(states)
            for state in states
            for symbol in symbols
            if pick.random() < 0.7
        }
        known = {0, *(state for state, _ in moves), *moves.values()}
        return regular(terms, moves, 0, pick.sample(sorted(known), pick.randint(0, len(known))))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        terms, pick = scene.over(far=True, sizes=range(4, 8)), scene.random
        every = sorted({int(value) for domain in scene.domains for value in domain})
        states, symbols = range(4), pick.sample(every, min(len(every), 4))
        moves = {
            (state, symbol): pick.choice(states)
            for state in states
            for symbol in symbols
            if pick.random() < 0.95
        }
        return regular(terms, moves, 0, pick.sample(states, pick.choice((1, 2, 2, 3))))


def regular(
    terms: Iterable[object],
    transitions: Mapping[tuple[Any, Any], Any],
    start: object,
    accepting: Iterable[object],
) -> Constraint:
    """The automaton with `transitions` {(state, symbol): next state} accepts `terms`, in order.

    States are any hashable names. A missing transition rejects.

    Formula: δ(… δ(δ(start, terms[0]), terms[1]) …) ∈ accepting, with δ = transitions

    >>> from everyway.models import regular, variables
    >>> no_two_ones = {("0", 0): "0", ("0", 1): "1", ("1", 0): "0"}
    >>> regular(variables("x", 4, range(2)), no_two_ones, "0", ["0", "1"])
    regular([x[0], x[1], x[2], x[3]], 3 transitions, from 0 to [0, 1])
    """
    read = terms_of(terms, "regular")
    if not isinstance(transitions, Mapping):
        raise ModelError(
            f"regular takes transitions as {{(state, symbol): next state}}, not {transitions!r}"
        )
    for key in transitions:
        if not (isinstance(key, tuple) and len(key) == 2):
            raise ModelError(f"transition {key!r} of regular must be a pair (state, symbol)")
    known: dict[Any, int] = {start: 0}
    rows = tuple(
        (
            known.setdefault(state, len(known)),
            constant_of(symbol, "a symbol of regular"),
            known.setdefault(after, len(known)),
        )
        for (state, symbol), after in transitions.items()
    )
    final = list(accepting)
    unknown = [state for state in final if state not in known]
    if unknown:
        raise ModelError(
            f"regular accepts in state {unknown[0]!r}, which no transition reaches;"
            f" known are {list(known)}"
        )
    same_kind((*read, *(Constant(symbol) for _, symbol, _ in rows)), "regular")
    return Regular(read, rows, 0, tuple(sorted({known[state] for state in final})))
