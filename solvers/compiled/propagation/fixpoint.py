"""Propagation of the normal forms to a fixpoint.

Every form becomes *propagators*, which are asked again when a variable that they watch has lost
values, or only when it lost its least or greatest, or is decided. Which of them are still to be
asked is one integer, a bit a propagator, the cheapest lowest; so a variable's watchers are noted by
a single `|`.

What changed is noted by the place of the variable, or its complement `~place` where values were
lost between the least and the greatest alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..common.states import WIDEST_WORD, Domain, State, span
from ..reading.normal_forms import Form
from .from_normal_forms import post
from .posting import ANY, DECISION, ENDS, Posting, Propagator

MOST_STEPS = 20_000
"""The most propagators asked for one choice: bounds of wide variables might creep for ever."""

STEPS_BETWEEN_CHECKS = 32


class Propagation:
    """The propagators of some forms over some domains."""

    def __init__(
        self, domains: Sequence[Domain], forms: Iterable[Form], place_of: Mapping[str, int]
    ) -> None:
        self.declared = domains
        posting = Posting(domains, place_of)
        for form in forms:
            post(posting, form)
        self.layout, self.conflicts = posting.layout, posting.conflicts
        self.scopes = posting.scopes
        self.conflicts.close()
        self.infeasible = posting.infeasible or not all(domains)
        self._waiting = self.layout.allot(0)
        self._root: State | None = None
        self._watch(sorted(posting.propagators, key=lambda propagator: propagator.cost))
        self._steps = 0

    def _watch(self, propagators: list[Propagator]) -> None:
        self._propagate = [propagator.propagate for propagator in propagators]
        watchers = [[0] * self.layout.size for _ in (ANY, ENDS, DECISION)]
        for number, propagator in enumerate(propagators):
            for event in range(propagator.event, DECISION + 1):
                for place in propagator.watched:
                    watchers[event][place] |= 1 << number
        self._inside, self._ends, self._decisions = watchers

    def free(self, place: int) -> bool:
        """True if no constraint mentions the variable at `place`."""
        return not self._decisions[place] and not self.conflicts.binds(place)

    def root(self, check: Callable[[], None]) -> State | None:
        """The domains propagated to a fixpoint, found once; None if one is emptied."""
        if self._root is None and not self.infeasible:
            state = self.layout.state.copy()
            state[self._waiting] = (1 << len(self._propagate)) - 1
            decided = [p for p in range(self.layout.size) if not state[p] & (state[p] - 1)]
            self.infeasible = not self.settle(state, decided, check)
            self._root = state
        return None if self.infeasible or self._root is None else self._root.copy()

    def settle(self, state: State, changed: list[int], check: Callable[[], None]) -> bool:
        """Propagate in place, after the `changed` variables lost values; false if `state` is dead.

        The propagators still to be asked when bounds creep too long are kept in the state.
        """
        ends, decisions, propagate = self._ends, self._decisions, self._propagate
        apply = self.conflicts.apply
        steps, pending = 0, state[self._waiting]
        while True:
            while changed:
                place = changed.pop()
                if place < 0:
                    pending |= self._inside[~place]
                    continue
                word = state[place]
                if word & (word - 1):
                    pending |= ends[place]
                else:
                    pending |= decisions[place]
                    if not apply(state, place, changed):
                        return False
            if not pending:
                break
            first = pending & -pending
            pending ^= first
            if not propagate[first.bit_length() - 1](state, changed):
                return False
            steps += 1
            if not steps % STEPS_BETWEEN_CHECKS:
                check()
                if steps >= MOST_STEPS and not changed and self._open(state):
                    break
        state[self._waiting] = pending
        return True

    def _open(self, state: State) -> bool:
        return any(word & (word - 1) for word in state[: self.layout.size])


def root(
    domains: Sequence[Domain],
    forms: Iterable[Form],
    place_of: Mapping[str, int],
    check: Callable[[], None],
) -> list[Domain] | None:
    """The domains that `forms` leave of `domains`; None if one is emptied.

    Calls `check` every few ms. A variable that is no longer wide has a word of bits, in which gaps
    can be noted too, so that all is propagated once more.
    """
    forms = list(forms)
    while True:
        propagation = Propagation(domains, forms, place_of)
        state = propagation.root(check)
        if state is None:
            return None
        left = propagation.layout.domains(state, domains)
        if not any(0 < span(left[place]) <= WIDEST_WORD for place in propagation.layout.wide):
            return left
        domains = left
