"""A finder of trees of removals and branches that prove which solutions there are.

Nothing here is trusted: the checker follows every step. Steps that nothing needs are left out.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence

from . import check
from .matched_propagators import propagators
from .tree_propagators import Gone, LinearPropagator, Masks, Propagator, bits

Steps = list[tuple[int, int, Propagator]]
"""Removals: a variable, the place of its value, and what takes it."""


class TooLargeProof(ValueError):
    """No proof within the limits."""


def tree_of(model: check.Model, most: int, look: Callable[[], None]) -> list[str]:
    """The lines of a tree. Raises: TooLargeProof after `most` steps were tried."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 2_000 + 4 * sum(map(len, model.domains))))
    try:
        return _Search(model, most, look).lines()
    finally:
        sys.setrecursionlimit(limit)


def removals_of(model: check.Model, look: Callable[[], None]) -> tuple[list[str], check.Box] | None:
    """The lines that propagation alone gives, and the values left; None if nothing is left."""
    search = _Search(model, 0, look)
    masks = [(1 << len(domain)) - 1 for domain in model.domains]
    steps, dead = search.propagated(masks, range(len(search.propagators)))
    if dead is not None:
        return None
    lines = [f"r {v} {place} {one.number}" for v, place, one in steps]
    values = zip(model.domains, masks, strict=True)
    return lines, [[domain[place] for place in bits(mask)] for domain, mask in values]


class _Search:
    def __init__(self, model: check.Model, most: int, look: Callable[[], None]) -> None:
        self._model, self._left, self._look, self._most = model, most, look, most
        self.propagators = propagators(model)
        self._watched: list[list[int]] = [[] for _ in model.domains]
        for number, one in enumerate(self.propagators):
            for v in one.scope:
                self._watched[v].append(number)
        self._full = [(1 << len(domain)) - 1 for domain in model.domains]
        self._exact = [
            one
            for one in self.propagators
            if isinstance(one, LinearPropagator) and one.is_binary and one.low > 0
        ]

    def lines(self) -> list[str]:
        empty = next((v for v, full in enumerate(self._full) if not full), None)
        if empty is not None:
            return [f"b {empty}"]
        lines, _ = self._proved(list(self._full), range(len(self.propagators)))
        return lines

    def _spend(self, steps: int) -> None:
        self._left -= steps
        self._look()
        if self._left < 0:
            raise TooLargeProof(f"no tree within {self._most:,} steps")

    def propagated(
        self, masks: Masks, asked: Sequence[int]
    ) -> tuple[Steps, tuple[int, Gone] | None]:
        """The removals; and the constraint that leaves nothing, and why, if there is one."""
        steps: Steps = []
        queue, waiting = deque(asked), set(asked)
        while queue:
            number = queue.popleft()
            waiting.discard(number)
            self._look()
            one = self.propagators[number]
            gone = one.propagate(masks)
            if gone is None:
                return steps, (one.number, one.why_dead(masks))
            for v, lost in gone:
                if lost == masks[v]:  # each value goes, so all but one, and that is excluded
                    last = lost.bit_length() - 1
                    steps += [(v, place, one) for place in bits(lost ^ 1 << last)]
                    masks[v] = 1 << last
                    why = [*one.why(masks, v, last), (v, self._full[v] ^ 1 << last)]
                    return steps, (one.number, why)
                steps += [(v, place, one) for place in bits(lost)]
                masks[v] ^= lost
                for other in self._watched[v]:
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)
        return steps, None

    def _proved(self, masks: Masks, asked: Sequence[int]) -> tuple[list[str], Masks]:
        """The lines, and the values that must have gone before them, as bits by variable."""
        steps, dead = self.propagated(masks, asked)
        self._spend(len(steps) + 1)
        if dead is not None:
            lines, needs = [f"x {dead[0]}"], [0] * len(masks)
            _note(needs, dead[1])
        else:
            lines, needs = self._branched(masks)
        kept = []
        for v, place, one in reversed(steps):
            bit = 1 << place
            masks[v] |= bit
            if needs[v] & bit:
                needs[v] ^= bit
                kept.append(f"r {v} {place} {one.number}")
                _note(needs, one.why(masks, v, place))
        return kept[::-1] + lines, needs

    def _branched(self, masks: Masks) -> tuple[list[str], Masks]:
        variable = self._choice(masks)
        if variable is None:
            return ["s"], [full & ~mask for full, mask in zip(self._full, masks, strict=True)]
        lines, needs = [f"b {variable}"], [0] * len(masks)
        for place in bits(masks[variable]):
            child = masks.copy()
            child[variable] = 1 << place
            inner, wanted = self._proved(child, self._watched[variable])
            if not wanted[variable]:
                return inner, wanted  # it did not matter what was chosen
            lines += inner
            wanted[variable] = 0
            needs = [a | b for a, b in zip(needs, wanted, strict=True)]
        needs[variable] = self._full[variable] & ~masks[variable]
        return lines, needs

    def _choice(self, masks: Masks) -> int | None:
        """A variable with the fewest values; if two, of a sum with the fewest variables open."""
        open_ = [v for v, mask in enumerate(masks) if mask & (mask - 1)]
        if not open_:
            return None
        best = min(open_, key=lambda v: (masks[v].bit_count(), -len(self._watched[v])))
        if masks[best].bit_count() > 2 or not self._exact:
            return best
        fewest = len(masks) + 1
        for one in self._exact:
            still = [v for v in one.scope if masks[v] & (masks[v] - 1)]
            if 0 < len(still) < fewest and masks[still[0]].bit_count() == 2:
                fewest, best = len(still), still[0]
        return best


def _note(needs: Masks, gone: Gone) -> None:
    for v, lost in gone:
        needs[v] |= lost
