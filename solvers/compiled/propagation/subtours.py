"""Propagation of tours: no subtour closes."""

from __future__ import annotations

from ..common.states import Layout, State
from ..reading.normal_forms import Tour
from .posting import DECISION, Posting


def post_tour(posting: Posting, form: Tour) -> None:
    """Require `form`."""
    size, layout = len(form.places), posting.layout
    for node, place in enumerate(form.places):
        alive = layout.keep(layout.state, place, 0, size - 1, [])
        if not form.partial and size > 1:
            alive = alive and layout.remove(layout.state, place, {node}, [])
        posting.infeasible |= not alive
    posting.add(Subtours(layout, form))


class Subtours:
    """A chain of decided successors does not close before it has every node.

    Where the tour is partial it may, but then no other node moves.
    """

    event = DECISION

    def __init__(self, layout: Layout, form: Tour) -> None:
        self.layout, self.watched, self.partial = layout, form.places, form.partial
        self.cost = 40 + len(form.places)

    def propagate(self, state: State, changed: list[int]) -> bool:
        follower = self._decided(state)
        if len(set(follower.values())) < len(follower):
            return False
        if self.partial:
            follower = {node: after for node, after in follower.items() if after != node}
        left = dict(follower)
        for head in follower.keys() - set(follower.values()):
            chain = _walk(left, head)
            if not self._keep_open(state, chain, changed):
                return False
        while left:
            if not self._alone(state, _walk(left, next(iter(left))), changed):
                return False
        return True

    def _decided(self, state: State) -> dict[int, int]:
        """The node that follows, for every node of which it is known."""
        layout = self.layout
        return {
            node: layout.value(state, place)
            for node, place in enumerate(self.watched)
            if not state[place] & (state[place] - 1)
        }

    def _keep_open(self, state: State, chain: list[int], changed: list[int]) -> bool:
        """The last node of a chain is not followed by the first while another has to be visited."""
        size = len(self.watched)
        if len(chain) == size:
            return True
        if self.partial:
            inside = set(chain)
            others = (node for node in range(size) if node not in inside)
            if not any(self._moves(state, node) for node in others):
                return True
        return self.layout.remove(state, self.watched[chain[-1]], {chain[0]}, changed)

    def _moves(self, state: State, node: int) -> bool:
        return not self.layout.has(state, self.watched[node], node)

    def _alone(self, state: State, ring: list[int], changed: list[int]) -> bool:
        """A closed ring has every node, or all others stay."""
        size = len(self.watched)
        if not self.partial:
            return len(ring) == size
        inside = set(ring)
        return all(
            self.layout.retain(state, self.watched[node], {node}, changed)
            for node in range(size)
            if node not in inside
        )


def _walk(follower: dict[int, int], start: int) -> list[int]:
    """The nodes from `start` on, each once, taken out of `follower`."""
    chain = [start]
    while (after := follower.pop(chain[-1], None)) is not None and after != start:
        chain.append(after)
    return chain
