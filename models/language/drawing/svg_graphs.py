"""Graphs as pictures: vertices at their places, edges by their values, and ways along them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, combinations, islice, pairwise
from math import atan2, cos, dist, hypot, pi, remainder, sin
from typing import Any

from ..boards.graphs_by_name import Graph, places_of, ring
from ..boards.sketches import Place
from ..expressions import Variable
from ..expressions import size as size_of
from ..groups import Group
from ..late_dataclasses import dataclass, replace
from ..nodes import by_key
from .clues import Box, Drawn
from .svg_boards import tint_of
from .svg_style import DASHES, TINTS, Picture, fitting, paint, text

# ---------------------- Lines between vertices: strokes that differ, arrows, and a legend of them.


_EDGE_BY_NAME = {"blue": "hue5", "green": "hue2", "red": "huered", "orange": "hue1"}


def _box(variable: Variable, x: float, y: float, size: Place, *, laid: bool) -> Box:
    """A box around a point, for a variable whose values stand in it, if `laid`."""
    facts = tuple((variable.name, value) for value in variable.domain) if laid else ()
    return Box(x - size[0] / 2, y - size[1] / 2, *size, facts, variable.name)


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
    drawing = _drawing(sketch, tuple(groups))
    parts = tuple(drawing.parts(values))
    if drawing.legend:
        return with_legend(parts, drawing.width, drawing.height, drawing.legend)
    return Picture(drawing.width, drawing.height, parts)


@dataclass(frozen=True)
class GraphDrawing:
    """A graph, of which all but values is worked out once; each method draws one layer."""

    sketch: Diagram
    declared: tuple[Group, ...]

    @cached_property
    def groups(self) -> dict[str, Group]:
        """The groups by their names."""
        return {group.name: group for group in self.declared}

    def parts(self, values: Mapping[str, Any]) -> Iterator[str]:
        """The graph under `values`, from the ground up."""
        lines = self._found(self.sketch.lines, values)
        steps = list(self._steps(values))
        passed = {frozenset(step) for step in steps}
        if self.sketch.alike:
            yield from (
                f"<path {self._path(*two)} {paint('', 'found', 3)}/>" for two in self._alike(values)
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
        yield from self._vertices(values)

    def boxes(self) -> Iterator[Box]:
        """The places of the values on vertices, and on or beside edges."""
        square, below = (1.5 * self._radius, 1.5 * self._radius), 9 if self.sketch.shapes else 0
        for variable, (x, y) in zip(self._members, self._spots, strict=False):
            yield _box(variable, x, y + below, (44, 14) if below else square, laid=True)
        lines = self.groups.get(self.sketch.lines)
        edges = zip(lines.variables, self._labels.values(), strict=False) if lines else ()
        for variable, (x, y) in edges:
            yield _box(variable, x, y, (16, 16), laid=self._is_numbered)
        steps = self.groups.get(self.sketch.steps)
        starts = zip(steps.variables, self._spots, strict=False) if steps else ()
        for variable, (x, y) in starts:
            yield _box(variable, x, y, square, laid=False)

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
        domains = [variable.domain for variable in self._members]
        ends = [str(x) for d in domains for x in ((d[0], d[-1]) if isinstance(d, range) else d)]
        words = ends or self.sketch.names
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

    def _found(self, name: str, values: Mapping[str, Any]) -> list[Any]:
        group = self.groups.get(name)
        return [values.get(v.name) for v in group.variables] if group else []

    @cached_property
    def _members(self) -> list[Variable]:
        """The variables on the vertices."""
        return [v for name in self.sketch.vertices for v in self.groups[name].variables]

    @cached_property
    def _is_choice(self) -> bool:
        """True if vertices are just chosen, 1, or not, 0."""
        members = self._members
        named = bool(members) and any(self.sketch.names)
        return named and size_of(members[0].domain) <= 2 and set(members[0].domain) <= {0, 1}

    @cached_property
    def _is_named_outside(self) -> bool:
        """True if the names stand beside the vertices, since values stand in them."""
        named = self._members and any(self.sketch.names) and not self._is_choice
        named = named and not self.sketch.shapes
        return bool(named) and len(self.sketch.names) <= MOST_NAMES

    def _steps(self, values: Mapping[str, Any]) -> Iterator[Ends]:
        """The edges that are passed, in their direction."""
        edges = {frozenset(edge) for edge in self.sketch.edges}
        walk = self._found(self.sketch.walk, values)
        ways = [*enumerate(self._found(self.sketch.steps, values)), *pairwise(walk)]
        if walk and self.sketch.closed:
            ways.append((walk[-1], walk[0]))
        for way in dict.fromkeys(ways):
            if frozenset(way) in edges and len(set(way)) == 2:
                yield way

    @cached_property
    def _kinds(self) -> list[Any]:
        lines = self.groups.get(self.sketch.lines)
        domains = [islice(v.domain, 2 * TINTS) for v in lines.variables] if lines else []
        found = {value for domain in domains for value in domain} - _NONE
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
        return bool(self._members) or len(self._kinds) > 2 * len(DASHES)

    def _alike(self, values: Mapping[str, Any]) -> Iterator[Ends]:
        """Each vertex with the next of the same value, the last with the first."""
        said = ((values.get(v.name), place) for place, v in enumerate(self._members))
        for value, places in by_key(said).items():
            yield from pairwise([*places, *places[:1]] if value is not None else [])

    # ---------------------------------------------------------------------------- layers

    def _line(self, ends: Ends, value: Any) -> Iterator[str]:
        """By its value: dotted for 0, else in a colour and dashes of its own."""
        a, b = ends
        if value is None:
            yield f"<path {self._path(a, b)} {paint('', 'grid', 1.3)}/>"
        elif value in _NONE:
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
        return self._paths.get((a, b)) or self._line_to(a, b)

    @cached_property
    def _paths(self) -> dict[Ends, str]:
        return {edge: self._line_to(*edge) for edge in self.sketch.edges}

    def _line_to(self, a: int, b: int) -> str:
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

    def _vertices(self, values: Mapping[str, Any]) -> Iterator[str]:
        found = [values.get(v.name) for v in self._members] or [None] * len(self.sketch.names)
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
                yield self._names[place]

    def _shape(self, place: int, fill: str) -> str:
        corners = "L".join(f"{x:.1f} {y:.1f}" for x, y in self._drawn(self.sketch.shapes[place]))
        return f'<path d="M{corners}Z" stroke-linejoin="round" {paint(fill, "ink", 1.5)}/>'

    def _look(self, place: int, name: str, value: Any) -> tuple[str, str, str]:
        """The colour of a vertex, that of its words, and the words."""
        if not self._members:
            return "paper", "ink", name
        if self._is_choice:
            return ("ink", "paper", name) if value == 1 else ("paper", "ink", name)
        domain = self._members[place].domain
        few = size_of(domain) <= TINTS and size_of(domain) < len(self._members)
        few = (few or self.sketch.alike) and value in domain
        fill = tint_of(value, list(domain).index(value)) if few else "paper"
        return fill, "ink", "?" if value is None else str(value)

    @cached_property
    def _names(self) -> list[str]:
        return list(map(self._name, range(len(self.sketch.names)), self.sketch.names))

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


_drawing = lru_cache(maxsize=8)(GraphDrawing)

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

    def apart(self) -> Diagram:
        return replace(self, alike=False)

    def joint(self, groups: Sequence[Group]) -> Iterable[tuple[Variable, Variable]]:
        """Each step of a walk."""
        walk = next((group.variables for group in groups if group.name == self.walk), ())
        return pairwise([*walk, *walk[: self.closed]])

    def boxes(self, groups: Sequence[Group]) -> Iterator[Box]:
        return _drawing(self, tuple(groups)).boxes()


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
        shown, tuple(edges), tuple(places), vertices, lines=_name(lines), shapes=areas, alike=alike
    )


def _name(group: Group | None) -> str:
    # A list without variables is false, and yet a group.
    return "" if group is None else group.name
