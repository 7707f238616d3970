"""Reasons of the constraints over graphs, by place: what would be cut off, branch or close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import cast

from ..models.language.boards.placements import OnBoard
from ..models.language.boards.sides import Fences, Sides
from ..models.language.boards.words_on_graphs import neighbours_on
from ..models.language.constraints import Constraint
from ..models.language.expressions import Variable
from ..models.language.global_constraints.connected import Connected, OverGraph
from ..models.language.global_constraints.regions import Regions
from ..models.language.groups import Group
from ..models.language.model import Model
from ..models.language.nodes import Node, topological
from ..models.language.phrases import inside
from ..models.language.viewpoints.labels import codes_of, without_labels
from ..solvers.flatmap.floods import Hindrance
from ..solvers.flatmap.translation import Flood, State, Translation
from ..solvers.harness.contract import Control
from .stepwise import Fact

Reason = tuple[str, tuple[str, ...]]
"""Words with a place for each name, and the names: what is chosen, if it is named, and vertices."""

_MOST_VALUES = 500
"""Of more, as of regions, no consequences are searched for a reason."""


class GraphWords:
    """The reasons of the constraints over graphs of one model."""

    def __init__(self, model: Model) -> None:
        self._group = {v.name: group for group in model.groups for v in group.variables}
        coded, _ = without_labels(model)
        self._codes = codes_of(model)
        self._coded = dict(zip(model.constraints, coded.constraints, strict=True))
        self._places = {v.name: place for place, v in enumerate(coded.variables)}
        self._domains: State = [cast(Sequence[int], v.domain) for v in coded.variables]

    def reasons(
        self, constraint: Constraint, known: Iterable[Fact], found: Iterable[Fact] = ()
    ) -> list[Reason]:
        """The reasons against the opposite of each of `found`, or of none, against what is known.

        None where a flood does not see them all.
        """
        word = self._coded.get(constraint)
        if not isinstance(word, OverGraph):
            return []
        flood = next(Translation(self._places, self._domains, Control()).parts(0, word), None)
        if not isinstance(flood, Flood):
            return []
        state = self._with(self._domains, known)
        opposites = [Fact(fact.name, fact.value, not fact.holds) for fact in found]
        tried = [self._with(state, [one]) for one in opposites] or [state]
        seen = chain.from_iterable(_in_the_end(flood, one) for one in tried)
        said = [named(flood.word, one, self._group) for one in seen]
        return [] if None in said else list(dict.fromkeys(filter(None, said)))

    def _with(self, state: State, facts: Iterable[Fact]) -> State:
        found = list(state)
        for fact in facts:
            place, code = self._places[fact.name], self._codes.get(fact.value, fact.value)
            found[place] = [one for one in found[place] if (one == code) == fact.holds]
        return found


def _in_the_end(flood: Flood, state: State) -> list[Hindrance | None]:
    """The hindrances of a flood after all that it rules out: of each value of some variable."""
    while (found := flood.hindrance(state)) is None:
        before = list(state)
        values = sum(len(state[place]) for place in flood.scope)
        hard = isinstance(flood.word, Regions) or values > _MOST_VALUES
        changed = [] if hard else flood.propagate(state)
        if changed is None:
            place = next(place for place, values in enumerate(state) if not values)
            ways = ([*state[:place], [value], *state[place + 1 :]] for value in before[place])
            return list(map(flood.hindrance, ways))
        if not changed:
            break
    return [found]


def named(word: OverGraph, found: Hindrance | None, groups: Mapping[str, Group]) -> Reason | None:
    """A hindrance with the names of its vertices; None where one that it needs has none."""
    if found is None:
        return None
    words, vertices = found
    group, names = groups[_names(word)[0]], vertex_names(word, groups)
    said = tuple(filter(None, (names[vertex] for vertex in vertices)))
    if len(said) < len(vertices):
        return ("{} would be cut off", said) if said and "cut off" in words else None
    if "{it}" not in words:
        return words, said
    it = group.name if isinstance(group, OnBoard | Sides) else type(word).__name__.lower()
    return words.replace("{it}", "{}"), (f"the {it}", *said)


def vertex_names(word: OverGraph, groups: Mapping[str, Group]) -> list[str]:
    """The square, or the corner, of each vertex; empty for one that lies on no board."""
    if isinstance(word, Connected) and (named := [_names(one) for one in word.chosen]):
        return [inside(names[0]) if names else "" for names in named]
    group = groups[_names(word)[0]]
    if isinstance(group, Fences) and group.edges == word.edges:
        return list(map(group.corner_name, range(group.size)))
    if isinstance(group, OnBoard | Sides):
        squares = group.board.open
        if neighbours_on(squares, group.board, touching=False) == [*word.edges]:
            return list(map(str, squares))
    return [""] * word.size


def _names(node: Node) -> list[str]:
    return [one.name for one in topological([node]) if isinstance(one, Variable)]
