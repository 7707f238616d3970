"""Graphs: values on vertices and edges, or a way along them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..boards.graph_places import places_of
from ..boards.graphs_by_name import Graph
from ..boards.sketches import Place
from ..groups import Group
from ..late_dataclasses import dataclass
from .drawn_groups import Drawn
from .svg_graphs import GraphDrawing, graph_picture
from .svg_lines import Spot
from .svg_style import Picture


@dataclass(frozen=True)
class Diagram(Drawn):
    """A graph: its vertices by name, each at its place, and the edges between their numbers.

    `vertices` are groups of a value for each vertex, one group after the other; `lines` a group
    with a value for each edge, in their order; `steps` one that names the vertex after each
    vertex, and `walk` one that names the first vertex, the second and so on, back to the first
    where it is `closed`.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    places: tuple[Place, ...] = ()
    vertices: tuple[str, ...] = ()
    lines: str = ""
    steps: str = ""
    walk: str = ""
    closed: bool = True

    @property
    def groups(self) -> tuple[str, ...]:
        return (*self.vertices, *filter(None, (self.lines, self.steps, self.walk)))

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        return graph_picture(self, groups, values)

    def bare(self, groups: Sequence[Group]) -> tuple[Picture, list[Spot]]:
        """The edges of the graph and the names beside its vertices, and a spot for each variable
        of a vertex or an edge.
        """
        drawing = GraphDrawing(self, {group.name: group for group in groups}, {})
        return Picture(drawing.width, drawing.height, tuple(drawing.ground())), list(drawing.free())


def on_graph(
    graph: Graph,
    *vertices: Group,
    lines: Group | None = None,
    steps: Group | None = None,
    walk: Group | None = None,
    closed: bool = True,
) -> Diagram:
    """Values on the vertices of a graph that goes by its name, on its edges, or a way on it."""
    names = tuple(map(str, range(graph.size)))
    return Diagram(
        names,
        graph.edges,
        places_of(graph),
        tuple(group.name for group in vertices),
        lines=_name(lines),
        steps=_name(steps),
        walk=_name(walk),
        closed=closed,
    )


def at_places(
    groups: Sequence[Group],
    places: Sequence[Place] = (),
    edges: Iterable[tuple[int, int]] = (),
    names: Sequence[str] = (),
) -> Diagram:
    """Values at `places`, or on a circle, joined by `edges`; their names are not shown without
    `names`.
    """
    number = sum(len(group.variables) for group in groups)
    shown = tuple(names) or ("",) * number
    return Diagram(shown, tuple(edges), tuple(places), tuple(group.name for group in groups))


def _name(group: Group | None) -> str:
    # A list without variables is false, and yet a group.
    return "" if group is None else group.name
