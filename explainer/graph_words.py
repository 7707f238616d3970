"""Reasons of the constraints over graphs, by place: what would be cut off, branch or close."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ..models.language.boards.placements import OnBoard
from ..models.language.boards.sides import Fences, Sides
from ..models.language.boards.words_on_graphs import neighbours_on
from ..models.language.constraints import Constraint
from ..models.language.expressions import Variable
from ..models.language.global_constraints.connected import Connected, OverGraph
from ..models.language.model import Model
from ..models.language.nodes import Node, topological
from ..models.language.phrases import inside
from ..models.language.viewpoints.labels import codes_of, without_labels
from ..solvers.flatmap.translation import Flood, State, Translation
from ..solvers.harness.contract import Control
from .stepwise import Fact

Reason = tuple[str, tuple[str, ...]]
"""Words with a place for each name of a vertex, and the names."""

_MOST_VALUES = 500
"""Of more, no consequences are searched for a reason."""


class GraphWords:
    """The reasons of the constraints over graphs of one model."""

    def __init__(self, model: Model) -> None:
        self._group = {v.name: group for group in model.groups for v in group.variables}
        coded, _ = without_labels(model)
        self._codes = codes_of(model)
        self._coded = dict(zip(model.constraints, coded.constraints, strict=True))
        self._places = {v.name: place for place, v in enumerate(coded.variables)}
        self._domains: State = [list(v.domain) for v in coded.variables]

    def hindrances(
        self, constraint: Constraint, known: Iterable[Fact], found: Iterable[Fact] = ()
    ) -> list[Reason]:
        """Why the opposite of each of `found` cannot be, or of none, what is known.

        Each of `found` is known once its reason is said. None where a flood does not see them all.
        """
        word = self._coded.get(constraint)
        if not isinstance(word, OverGraph):
            return []
        parts = Translation(self._places, self._domains, Control()).parts(0, word)
        flood = next(parts, None)
        if not isinstance(flood, Flood):
            return []
        state, left = self._with(self._domains, known), list(found)
        said = [] if left else self._reasons(flood, state)
        while left:
            tried = [(fact, self._with(state, [_opposite(fact)])) for fact in left]
            seen = ((fact, [self._reason(flood, one)]) for fact, one in tried)
            later = ((fact, self._reasons(flood, one)) for fact, one in tried)
            best = next(((fact, why) for fact, why in chain(seen, later) if all(why)), None)
            if best is None:
                return []
            said += best[1]
            left.remove(best[0])
            state = self._with(state, [best[0]])
        return [] if None in said else list(dict.fromkeys(filter(None, said)))

    def _reasons(self, flood: Flood, state: State) -> list[Reason | None]:
        """Why a flood cannot hold in the end: a reason for each value that some variable has."""
        while flood.hindrance(state) is None:
            if sum(len(state[place]) for place in flood.scope) > _MOST_VALUES:
                return [None]
            before, changed = list(state), flood.propagate(state)
            if changed is None:
                place = next(place for place, values in enumerate(state) if not values)
                ways = ([*state[:place], [value], *state[place + 1 :]] for value in before[place])
                return [self._reason(flood, way) for way in ways]
            if not changed:
                return [None]
        return [self._reason(flood, state)]

    def _with(self, state: State, facts: Iterable[Fact]) -> State:
        found = list(state)
        for fact in facts:
            place, code = self._places[fact.name], self._codes.get(fact.value, fact.value)
            found[place] = [one for one in found[place] if (one == code) == fact.holds]
        return found

    def _reason(self, flood: Flood, state: State) -> Reason | None:
        """Why a flood does not hold; None where it may, or no vertex has a name."""
        found = flood.hindrance(state)
        if found is None:
            return None
        names = [name for vertex in found[1] if (name := self._vertex(flood.word, vertex))]
        if len(names) < len(found[1]):
            return ("{} would be cut off", (*names,)) if names and "cut off" in found[0] else None
        group = self._group[_names(flood.word)[0]]
        it = group.name if isinstance(group, Sides) else type(flood.word).__name__.lower()
        return found[0].replace("{it}", f"the {it}"), (*names,)

    def _vertex(self, word: OverGraph, vertex: int) -> str:
        """A vertex by the square, or corner, where it lies; empty where it lies on no board."""
        named = _names(word.chosen[vertex]) if isinstance(word, Connected) else []
        if named:
            return inside(named[0])
        group = self._group[_names(word)[0]]
        if isinstance(group, Fences) and group.edges == word.edges:
            return group.corner_name(vertex)
        if isinstance(group, OnBoard | Sides):
            squares = group.board.open
            if neighbours_on(squares, group.board, touching=False) == [*word.edges]:
                return str(squares[vertex])
        return ""


def _opposite(fact: Fact) -> Fact:
    return Fact(fact.name, fact.value, not fact.holds)


def _names(node: Node) -> Sequence[str]:
    return [one.name for one in topological([node]) if isinstance(one, Variable)]
