"""Diagrams over the levels of a viewpoint as diagrams over the declared variables."""

from __future__ import annotations

from collections.abc import Iterable

from ...models.language.late_dataclasses import replace
from ...models.language.viewpoints.labels import codes_of
from ...models.language.viewpoints.viewpoint import View
from .algebra import edges_of, unfolded
from .canonical_order import Places, names_by_level
from .held_diagrams import ModelDiagram, coded, domains_of

State = tuple[int, frozenset[int] | None]
"""A node, and the places of its values that are left; None before any variable of its level."""


def in_declared_form(places: Places) -> ModelDiagram | None:
    """The same rows, a level a declared variable; None where the levels are in another order."""
    held, by_level = places.held, names_by_level(places)
    if by_level is None:
        return None
    shape, decode = coded(held.model)
    codes = codes_of(held.model.rewritten(held.model.groups, []))
    domains = domains_of(shape)
    steps = [(level, name) for level, names in enumerate(by_level) for name in names]

    def children(step: int, state: State) -> Iterable[tuple[int, State]]:
        (level, name), (node, left) = steps[step], state
        edges = edges_of(places.diagram, level, node)
        left = frozenset(edges) if left is None else left
        is_last = name == by_level[level][-1]
        for value, having in places.values(name).items():
            kept = left & having
            if kept:
                code = codes[value] if isinstance(value, str) else value
                place = domains[step].index(code)
                yield place, (edges[_only(kept)], None) if is_last else (node, kept)

    names = tuple(name for _, name in steps)
    start: State = (0, None)
    found = unfolded(names, domains, start, children, lambda state: not places.diagram.is_empty)
    view = View(shape, dict, "declared")
    return replace(held, view=view, decode=decode, diagram=found, order="declared")


def _only(places: frozenset[int]) -> int:
    """The place of a level's value, which its variables determine."""
    (place,) = places
    return place
