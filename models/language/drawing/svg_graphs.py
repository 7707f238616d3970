"""Graphs as pictures: vertices at their places, edges by their values, and ways along them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, pairwise
from math import atan2, cos, dist, hypot, pi, remainder, sin
from typing import Any, NamedTuple

from ..boards.graphs_by_name import Graph, places_of, ring
from ..boards.sketches import Place
from ..expressions import size as size_of
from ..groups import Group
from ..late_dataclasses import dataclass
from .clues import Drawn
from .svg_boards import tint_of
from .svg_style import DASHES, TINTS, Picture, fitting, paint, text

# ---------------------- Lines between vertices: strokes that differ, arrows, and a legend of them.


_EDGE_BY_NAME = {"blue": "hue5", "green": "hue2", "red": "huered", "orange": "hue1"}


class Spot(NamedTuple):
    """The place of a variable in the picture of a graph, and what is written there."""

    variable: str
    x: float
    y: float
    radius: float
    name: str = ""


def span(places: Sequence[Place], way: int) -> float:
    """The distance of the outermost places, across (0) or down (1)."""
    along = [place[way] for place in places]
    return max(along) - min(along) if along else 0.0


def lies_on(spot: Place, start: Place, end: Place, radius: float) -> bool:
    """True if the line from `start` to `end` passes `spot` nearer than its circle reaches."""
    (x, y), (x1, y1), (x2, y2) = spot, start, end
    dx, dy = x2 - x1, y2 - y1
    along = dx * dx + dy * dy
    share = ((x - x1) * dx + (y - y1) * dy) / along if along else 0.0
    return 0 < share < 1 and hypot(x - x1 - share * dx, y - y1 - share * dy) < 0.8 * radius


def stroke(value: object, kinds: Sequence[object]) -> str:
    """The look of an edge by its value: a colour, and dashes where values differ."""
    place = kinds.index(value)
    dash = DASHES[place % len(DASHES)] if len(kinds) > 1 else ""
    hue = _EDGE_BY_NAME.get(str(value), f"hue{(5, 6, 2, 3, 1, 0, 4, 7)[place % TINTS]}")
    return f'stroke-dasharray="{dash or "none"}" {paint("", hue, 3)}'


def with_legend(
    parts: tuple[str, ...], side: float, height: float, kinds: Sequence[object]
) -> Picture:
    """A graph, `side` wide, and beside it what its lines mean."""
    rows = []
    for row, value in enumerate(kinds):
        y = 30 + 24 * row
        rows.append(f'<path d="M{side + 6:g} {y - 5}h34" {stroke(value, kinds)}/>')
        rows.append(text(side + 48, y, str(value), "ink", 14, anchor="start"))
    wide = side + 56 + max(9 * len(str(value)) for value in kinds)
    return Picture(wide, max(height, 30 + 24 * len(kinds)), (*parts, *rows))


def arrow(start: Place, end: Place, radius: float) -> Iterator[str]:
    """A line with its head where the circle of the vertex at `end` begins."""
    (a, b), (c, d) = start, end
    length = max(hypot(c - a, d - b), 1.0)
    ux, uy = (c - a) / length, (d - b) / length
    x, y = c - (radius + 1) * ux, d - (radius + 1) * uy
    left = (x - 11 * ux - 5 * uy, y - 11 * uy + 5 * ux)
    right = (x - 11 * ux + 5 * uy, y - 11 * uy - 5 * ux)
    shaft = f"M{a:.1f} {b:.1f}L{x - 6 * ux:.1f} {y - 6 * uy:.1f}"
    yield f'<path d="{shaft}" {paint("", "found", 2.5)}/>'
    corners = "L".join(f"{p:.1f} {q:.1f}" for p, q in ((x, y), left, right))
    yield f'<path d="M{corners}Z" {paint("found")}/>'


RADIUS, WORDY_RADIUS = 14.0, 19.0
"""The radius of a vertex, unless its neighbours stand too near; the larger is for words."""

APART, WIDEST, LEAST = 3.7, 430.0, 11.0
"""The radii from a vertex to the nearest, the greatest width of the whole, and what each vertex may
add to that.
"""

MOST_NAMES = 60
"""The most vertices whose names are shown beside their values."""

_WAYS = {"forward", "backward"}
_NONE = {None, 0, "closed"}
"""Values of an edge that is not there, or cannot be passed."""

Ends = tuple[int, int]


def graph_picture(sketch: Diagram, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
    """The graph of `sketch` with what its groups say under `values`."""
    drawing = GraphDrawing(sketch, {group.name: group for group in groups}, values)
    parts = tuple(drawing.parts())
    if drawing.legend:
        return with_legend(parts, drawing.width, drawing.height, drawing.legend)
    return Picture(drawing.width, drawing.height, parts)


@dataclass(frozen=True)
class GraphDrawing:
    """A graph under values; each method draws one layer, from the ground up."""

    sketch: Diagram
    groups: Mapping[str, Group]
    values: Mapping[str, Any]

    def parts(self) -> Iterator[str]:
        lines = self._found(self.sketch.lines)
        steps = list(self._steps())
        passed = {frozenset(step) for step in steps}
        if self.sketch.alike:
            yield from (
                f"<path {self._path(*two)} {paint('', 'found', 3)}/>" for two in self._alike()
            )
        for place, edge in enumerate(self.sketch.edges):
            if lines:
                yield from self._line(edge, lines[place])
            elif frozenset(edge) not in passed:
                yield f"<path {self._path(*edge)} {paint('', 'grid', 1.3)}/>"
        for a, b in steps:
            if (b, a) not in steps:
                yield from arrow(self._spots[a], self._spots[b], self._radius)
            elif a < b:
                yield f"<path {self._path(a, b)} {paint('', 'found', 4)}/>"
        if lines and self._is_numbered:
            yield from self._numbers(lines)
        yield from self._vertices()

    def ground(self) -> Iterator[str]:
        """The edges, and what stands beside or in the vertices whatever the values are."""
        for edge in self.sketch.edges:
            yield f"<path {self._path(*edge)} {paint('', 'grid', 1.3)}/>"
        yield from (self._shape(place, "paper") for place in range(len(self.sketch.shapes)))
        if not self._on_vertices:
            yield from self._vertices()
        elif self._is_named_outside:
            yield from map(self._name, range(len(self.sketch.names)), self.sketch.names)

    def free(self) -> Iterator[Spot]:
        """The spots of the variables on vertices, then of those on edges."""
        members = [v for name in self.sketch.vertices for v in self.groups[name].variables]
        for variable, (x, y), name in zip(members, self._spots, self.sketch.names, strict=False):
            inside = name if self._is_choice else ""
            yield Spot(variable.name, round(x, 1), round(y, 1), self._radius, inside)
        lines = self.groups.get(self.sketch.lines)
        edges = zip(lines.variables, self._labels.values(), strict=False) if lines else ()
        for variable, (x, y) in edges:
            yield Spot(variable.name, round(x, 1), round(y, 1), 9)

    # ---------------------------------------------------------------------------- places

    @cached_property
    def _raw(self) -> Sequence[Place]:
        known = len(self.sketch.places) == len(self.sketch.names)
        return self.sketch.places if known else ring(len(self.sketch.names))

    @cached_property
    def _unit(self) -> float:
        near = min((hypot(a - c, b - d) for (a, b), (c, d) in self._pairs), default=1.0)
        wide = max(span(self._all, 0), span(self._all, 1))
        widest = max(WIDEST, LEAST * len(self._raw))
        apart = (
            APART * self._widest_radius * (1.3 if self.sketch.lines and self._is_numbered else 1)
        )
        return min(apart / max(near, 1e-6), widest / max(wide, 1e-6))

    @property
    def _pairs(self) -> Iterable[tuple[Place, Place]]:
        return combinations(self._raw, 2)

    @cached_property
    def _radius(self) -> float:
        near = min((hypot(a - c, b - d) for (a, b), (c, d) in self._pairs), default=9.0)
        return min(self._widest_radius, max(4.0, 0.42 * near * self._unit))

    @cached_property
    def _widest_radius(self) -> float:
        words = map(str, self._on_vertices or self.sketch.names)
        return RADIUS if max(map(len, words), default=0) < 4 else WORDY_RADIUS

    @cached_property
    def _margins(self) -> Place:
        """To the left and the right, and above and below."""
        around = self._radius + 3
        if not self._is_named_outside:
            return around, around
        return around + 6.2 * max(map(len, self.sketch.names)) + 6, around + 13

    @cached_property
    def _all(self) -> list[Place]:
        """The places of the vertices, and the corners of their shapes."""
        return [*self._raw, *chain.from_iterable(self.sketch.shapes)]

    def _drawn(self, places: Iterable[Place]) -> list[Place]:
        left, top = (min((place[way] for place in self._all), default=0) for way in (0, 1))
        unit, (beside, above) = self._unit, self._margins
        return [((x - left) * unit + beside, (y - top) * unit + above) for x, y in places]

    @cached_property
    def _spots(self) -> list[Place]:
        """The place of each vertex in the picture."""
        return self._drawn(self._raw)

    @property
    def width(self) -> float:
        """The width of the graph alone."""
        return span(self._all, 0) * self._unit + 2 * self._margins[0]

    @property
    def height(self) -> float:
        """The height of the graph alone."""
        return span(self._all, 1) * self._unit + 2 * self._margins[1]

    # ---------------------------------------------------------------------------- values

    def _found(self, name: str) -> list[Any]:
        group = self.groups.get(name)
        return [self.values.get(v.name) for v in group.variables] if group else []

    @cached_property
    def _on_vertices(self) -> list[Any]:
        return [value for name in self.sketch.vertices for value in self._found(name)]

    @cached_property
    def _is_choice(self) -> bool:
        """True if vertices are just chosen, 1, or not, 0."""
        members = [v for name in self.sketch.vertices for v in self.groups[name].variables]
        named = bool(members) and any(self.sketch.names)
        return named and size_of(members[0].domain) <= 2 and set(members[0].domain) <= {0, 1}

    @cached_property
    def _is_named_outside(self) -> bool:
        """True if the names stand beside the vertices, since values stand in them."""
        named = self._on_vertices and any(self.sketch.names) and not self._is_choice
        named = named and not (self.sketch.shapes and self.values)
        return bool(named) and len(self.sketch.names) <= MOST_NAMES

    def _steps(self) -> Iterator[Ends]:
        """The edges that are passed, in their direction."""
        edges = {frozenset(edge) for edge in self.sketch.edges}
        walk = self._found(self.sketch.walk)
        ways = [*enumerate(self._found(self.sketch.steps)), *pairwise(walk)]
        if walk and self.sketch.closed:
            ways.append((walk[-1], walk[0]))
        for way in dict.fromkeys(ways):
            if frozenset(way) in edges and len(set(way)) == 2:
                yield way

    @cached_property
    def _kinds(self) -> list[Any]:
        found = {v for v in self._found(self.sketch.lines) if v not in _NONE}
        return sorted(found, key=lambda value: (isinstance(value, str), value))

    @cached_property
    def legend(self) -> list[Any]:
        """The values of edges that need to be written, since the picture does not show them."""
        said = self._is_numbered or len(self._kinds) < 2 or _WAYS & set(self._kinds)
        return [] if said else self._kinds

    @cached_property
    def _is_numbered(self) -> bool:
        """True if the values of the edges are written at them."""
        if _WAYS & set(self._kinds):
            return False
        return bool(self._on_vertices) or len(self._kinds) > 2 * len(DASHES)

    def _alike(self) -> Iterator[Ends]:
        """Each vertex with the next of the same value, the last with the first."""
        found: dict[Any, list[int]] = {}
        for place, value in enumerate(self._on_vertices):
            found.setdefault(value, []).append(place)
        for value, places in found.items():
            yield from pairwise([*places, *places[:1]] if value is not None else [])

    # ---------------------------------------------------------------------------- layers

    def _line(self, ends: Ends, value: Any) -> Iterator[str]:
        """By its value: dotted for 0, else in a colour and dashes of its own."""
        a, b = ends
        if value in _NONE:
            dotted = f"<path {self._path(a, b)} stroke-dasharray="
            yield f'{dotted}"1 5" {paint("", "grid", 1)}/>'
        elif value in _WAYS:
            start, end = (a, b) if value == "forward" else (b, a)
            yield from arrow(self._spots[start], self._spots[end], self._radius)
        elif self._is_numbered:
            yield f"<path {self._path(a, b)} {paint('', 'soft', 1.5)}/>"
        else:
            yield f"<path {self._path(a, b)} {stroke(value, self._kinds)}/>"

    def _numbers(self, lines: Sequence[Any]) -> Iterator[str]:
        """The values of the edges, written at them."""
        for (x, y), value in zip(self._labels.values(), lines, strict=True):
            if value not in _NONE:
                size = fitting(str(value), 18, 13)
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" {paint("paper")}/>'
                yield text(round(x, 1), round(y + 4.5, 1), str(value), "found", size)

    @cached_property
    def _labels(self) -> dict[Ends, Place]:
        """The place of each edge's value: in its middle, where no other one is."""
        found: dict[Ends, Place] = {}
        for a, b in self.sketch.edges:
            (x1, y1), (x2, y2) = self._spots[a], self._spots[b]
            tries = [(x1 + t * (x2 - x1), y1 + t * (y2 - y1)) for t in (0.5, 0.3, 0.7)]
            free = (at for at in tries if all(dist(at, other) > 16 for other in found.values()))
            found[a, b] = next(free, tries[0])
        return found

    def _path(self, a: int, b: int) -> str:
        """A straight line, bent where another vertex would stand on it."""
        (x1, y1), (x2, y2) = self._spots[a], self._spots[b]
        start, end = f"M{x1:.1f} {y1:.1f}", f"{x2:.1f} {y2:.1f}"
        others = (spot for place, spot in enumerate(self._spots) if place not in (a, b))
        # Without names, such as on a star, what stands on a line belongs to it.
        if not any(self.sketch.names) or not any(
            lies_on(spot, self._spots[a], self._spots[b], self._radius) for spot in others
        ):
            return f'd="{start}L{end}"'
        bend = 0.18
        x, y = (x1 + x2) / 2 + bend * (y2 - y1), (y1 + y2) / 2 - bend * (x2 - x1)
        return f'd="{start}Q{x:.1f} {y:.1f} {end}"'

    def _vertices(self) -> Iterator[str]:
        found = self._on_vertices or [None] * len(self.sketch.names)
        for place, (name, value) in enumerate(zip(self.sketch.names, found, strict=False)):
            x, y = (round(way, 1) for way in self._spots[place])
            fill, ink, inside = self._look(place, name, value)
            if self.sketch.shapes:
                yield self._shape(place, fill)
                yield text(x, y, name, "ink", 15, bold=True)
                yield text(x, y + 13, inside, "ink", 12)
                continue
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{self._radius:g}" {paint(fill, "ink", 2)}/>'
            letters = fitting(inside, 1.7 * self._radius, self._radius + 1)
            if inside and self._radius > 5:
                yield text(x, round(y + 0.35 * letters, 1), inside, ink, letters)
            if self._is_named_outside:
                yield self._name(place, name)

    def _shape(self, place: int, fill: str) -> str:
        corners = "L".join(f"{x:.1f} {y:.1f}" for x, y in self._drawn(self.sketch.shapes[place]))
        return f'<path d="M{corners}Z" stroke-linejoin="round" {paint(fill, "ink", 1.5)}/>'

    def _look(self, place: int, name: str, value: Any) -> tuple[str, str, str]:
        """The colour of a vertex, that of its words, and the words."""
        if not self._on_vertices:
            return "paper", "ink", name
        if self._is_choice:
            return ("ink", "paper", name) if value == 1 else ("paper", "ink", name)
        members = [v for each in self.sketch.vertices for v in self.groups[each].variables]
        domain = members[place].domain
        few = (size_of(domain) <= TINTS and size_of(domain) < len(members)) or self.sketch.alike
        few = few and value in domain
        fill = tint_of(value, list(domain).index(value)) if few else "paper"
        return fill, "ink", "?" if value is None else str(value)

    def _name(self, place: int, name: str) -> str:
        """The name of a vertex beside it, where there are no edges, rather on the outside."""
        x, y = self._spots[place]
        ways = [way for edge in self.sketch.edges if place in edge for way in edge if way != place]
        taken = [atan2(self._spots[way][1] - y, self._spots[way][0] - x) for way in ways]
        outside = atan2(y - self.height / 2, x - self.width / 2 + 0.01)

        def free(angle: float) -> float:
            gap = min((abs(remainder(angle - other, 2 * pi)) for other in taken), default=pi)
            return min(gap, pi / 4) + 0.1 * cos(angle - outside)

        angle = max((outside + 2 * pi * turn / 16 for turn in range(16)), key=free)
        dx, dy = cos(angle), sin(angle)
        far = self._radius + (8 if abs(dx) > 0.4 else 9)  # its halo bites nothing out of the circle
        anchor = "middle" if abs(dx) <= 0.4 else "start" if dx > 0 else "end"
        at = round(x + far * dx, 1), round(y + far * dy + 3.5, 1)
        return text(*at, name, "soft", 11, anchor=anchor, halo=True)


# -------------------------------------- Graphs: values on vertices and edges, or a way along them.


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
    shapes: tuple[tuple[Place, ...], ...] = ()
    """The corners of each vertex, where they are drawn as areas, such as lands on a map."""
    alike: bool = False
    """True if lines join the vertices that have the same value."""

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
    lines: Group | None = None,
    *,
    shapes: Iterable[Sequence[Place]] = (),
    alike: bool = False,
) -> Diagram:
    """Values at `places`, or on a circle, joined by `edges`, which may have values in `lines`;
    their names are not shown without `names`.

    With `shapes`, the corners of each, they are drawn as areas, such as lands on a map; with
    `alike`, lines join those that have the same value.
    """
    number = sum(len(group.variables) for group in groups)
    shown = tuple(names) or ("",) * number
    vertices = tuple(group.name for group in groups)
    areas = tuple(map(tuple, shapes))
    return Diagram(
        shown,
        tuple(edges),
        tuple(places),
        vertices,
        lines=_name(lines),
        shapes=areas,
        alike=alike,
    )


def _name(group: Group | None) -> str:
    # A list without variables is false, and yet a group.
    return "" if group is None else group.name
