"""Propagation to a fixpoint after a variable is decided.

Constraints are indexed by variable. Those between two variables, all-different among them, become
*conflicts*: for a value of one, the values of the other that it rules out. Every other constraint
becomes a propagator, which is asked again when a variable of its scope has lost values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ...models.language.model import Model
from ..harness.contract import Control, Unsupported
from .conflicts import Conflicts
from .propagators import Propagator, State
from .translation import translate
from .unary_terms import WIDEST_TABLE


def open_variable(state: State) -> int | None:
    """The place of the undecided variable with the fewest values, the first of these; or None."""
    best, fewest = None, 0
    for place, domain in enumerate(state):
        size = len(domain)
        if size > 1 and (best is None or size < fewest):
            if size == 2:
                return place
            best, fewest = place, size
    return best


def remaining(domain: Sequence[int], ruled_out: frozenset[int]) -> Sequence[int]:
    """`domain` without the values that are `ruled_out`; only its ends where it is wide.

    What stays inside goes when its variable is decided: conflicts are known from either side.
    """
    if len(domain) <= WIDEST_TABLE:
        if ruled_out.isdisjoint(domain):
            return domain
        return tuple([value for value in domain if value not in ruled_out])
    first, last = 0, len(domain)
    while first < last and domain[first] in ruled_out:
        first += 1
    while first < last and domain[last - 1] in ruled_out:
        last -= 1
    return domain if last - first == len(domain) else domain[first:last]


class Propagation:
    """The constraints of a model, ready to propagate.

    With `rules_apart`, conflicts of different rules are applied one after the other.
    """

    def __init__(self, model: Model, control: Control, *, rules_apart: bool = False) -> None:
        self._control = control
        self._domains = [_held(v.name, cast(Sequence[int], v.domain)) for v in model.variables]
        parts = list(translate(model, self._domains, control))
        self._conflicts = Conflicts(self._domains, parts, rules_apart=rules_apart)
        propagators = [part for part in parts if isinstance(part, Propagator)]
        self._propagators = dict.fromkeys(propagators)
        self._watching: list[dict[Propagator, None]] = [{} for _ in self._domains]
        for propagator in propagators:
            for place in propagator.scope:
                self._watching[place][propagator] = None
        self._tries = self._kept = 0
        self._note()

    def root(self) -> State | None:
        """The domains as declared, propagated to a fixpoint; None if one is emptied."""
        state = list(self._domains)
        decided = [place for place, domain in enumerate(state) if len(domain) == 1]
        return state if self._settle(state, decided, dict(self._propagators)) else None

    def decide(self, state: State, place: int, depth: int, value: int) -> State | None:
        """The fixpoint of `state` with `value` for the variable at `place`; None if it is dead."""
        self._control.check()
        self._tries += 1
        child = list(state)
        child[place] = (value,)
        alive = self._settle(child, [place], dict(self._watching[place]))
        self._kept += alive
        self._note()
        return child if alive else None

    def _note(self) -> None:
        self._control.statistics.update(tries=self._tries, kept=self._kept)

    def _settle(self, state: State, decided: list[int], pending: dict[Propagator, None]) -> bool:
        """Propagate in `state`, in place, to a fixpoint; false if it is dead.

        `decided` are the variables that have just come down to one value, `pending` the propagators
        to ask. They are asked in sweeps, each against the order of the last, so that bounds which
        travel along a chain of constraints arrive within a sweep, whichever way they go.
        """
        sweep: list[Propagator] = []
        while decided or sweep or pending:
            if decided:
                changed = self._rule_out(state, decided)
            elif sweep:
                changed = self._ask(state, sweep, pending)
            else:
                self._control.check()
                sweep, changed = list(pending), []
                pending.clear()
            if changed is None:
                return False
            for place in changed:
                pending.update(self._watching[place])
                if len(state[place]) == 1:
                    decided.append(place)
        return True

    def _ask(
        self, state: State, sweep: list[Propagator], pending: dict[Propagator, None]
    ) -> list[int] | None:
        """Ask the next of the `sweep`: the variables that lost values, or None if one is empty."""
        propagator = sweep.pop()
        pending.pop(propagator, None)
        return propagator.propagate(state)

    def _rule_out(self, state: State, decided: list[int]) -> list[int] | None:
        """Apply the conflicts of one of the `decided` variables; the answer is that of `_ask`."""
        place = decided.pop()
        changed: list[int] = []
        for other, ruled_out, _ in self._conflicts.of(place, state[place][0]):
            domain = state[other]
            left = remaining(domain, ruled_out)
            if left is not domain:
                if not left:
                    return None
                state[other] = left
                changed.append(other)
        return changed


def _held(name: str, domain: Sequence[int]) -> Sequence[int]:
    if isinstance(domain, range) and (domain[-1] - domain[0]) // domain.step >= 2**62:
        raise Unsupported(
            f"flatmap cannot hold the domain of {name}: {domain}, 2^62 values or more"
        )
    return domain
