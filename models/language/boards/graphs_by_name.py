"""Graphs by name: `petersen`, `cycle_7`, `grid_3_4`, or edges written out, `0-1 1-2 2-0`.

Beside its edges, a name says where the vertices stand in a picture; else they are on a circle.

>>> graph("wheel_4_rim").edges
((0, 1), (0, 3), (0, 4), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4))
>>> graph("0-1 1-2").neighbours
((1,), (0, 2), (1,))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from math import cos, pi, sin
from typing import Any

from ..errors import ModelError
from ..late_dataclasses import dataclass
from ..phrases import did_you_mean
from .board import Board
from .pieces import KING, KNIGHT, STEP, Piece
from .sketches import Place

Edge = tuple[int, int]
"""Two vertices, the lower first."""
_MOST_VERTICES = 1_000_000

Made = tuple[int, list[Edge]]
"""The number of vertices, and the edges."""
Places = tuple[Place, ...]
"""A place for each vertex."""


@dataclass(frozen=True)
class Graph:
    """Vertices 0 to `size` - 1, and edges: each once, its lower end first."""

    name: str
    size: int
    edges: tuple[Edge, ...]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each vertex, ascending."""
        found: list[set[int]] = [set() for _ in range(self.size)]
        for a, b in self.edges:
            found[a].add(b)
            found[b].add(a)
        return tuple(tuple(sorted(some)) for some in found)

    @cached_property
    def arcs(self) -> tuple[Edge, ...]:
        """Every edge in both directions."""
        return tuple((a, b) for a, some in enumerate(self.neighbours) for b in some)

    @property
    def edge_names(self) -> list[str]:
        """`0-1` for each edge."""
        return [f"{a}-{b}" for a, b in self.edges]

    def vertex(self, number: int) -> int:
        """`number`, if it is a vertex. Raises: ModelError otherwise."""
        if 0 <= number < self.size:
            return number
        known = f"its vertices are 0 to {self.size - 1}" if self.size else "it has none at all"
        raise ModelError(f"{self.name} has no vertex {number}; {known}")


def graph(name: str | Iterable[Edge]) -> Graph:
    """The graph of that name, such as `petersen`, `cycle_7` or `grid_3_4`; with the edges that
    `name` writes out, `0-1 1-2`; or with a list of edges, `[(0, 1), (1, 2)]`.

    Raises: ModelError for an unknown name, or a number that makes no graph.
    """
    if not isinstance(name, str):
        return _of_edges(name)
    if re.fullmatch(r"\s*\d+-\d+([\s,]+\d+-\d+)*\s*", name, re.ASCII):
        ends = [tuple(map(int, edge.split("-"))) for edge in re.findall(r"\d+-\d+", name)]
        return _graph(name, 1 + max(map(max, ends)), ((a, b) for a, b in ends))
    for make, _, numbers in _known(name):
        return _graph(name, *make(*numbers))
    known = [pattern.replace("#", "5") for pattern in GRAPHS]
    raise ModelError(
        f"there is no graph {name!r}; {did_you_mean(name, known, 'there are')}, or write its"
        " edges: 0-1 1-2 2-0"
    )


def places_of(graph: Graph) -> Places:
    """A place for each vertex, about one apart; none for a graph that is best seen on a circle.

    >>> places_of(graph("grid_1_3"))
    ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    """
    return next((lay(*numbers) for _, lay, numbers in _known(graph.name) if lay), ())


def _known(name: str) -> Iterator[tuple[Callable[..., Made], Callable[..., Places] | None, Any]]:
    """The functions that make and lay out the graph of this name, and its numbers."""
    for pattern, (make, lay) in GRAPHS.items():
        found = re.fullmatch(pattern.replace("#", "([0-9]+)"), name)
        if found:
            yield make, lay, [int(number) for number in found.groups()]


def _of_edges(edges: Iterable[Edge]) -> Graph:
    """The graph with these edges, each a pair of vertices from 0."""
    found = list(edges)
    for edge in found:
        if not (
            isinstance(edge, tuple | list)
            and len(edge) == 2
            and all(type(end) is int and 0 <= end < _MOST_VERTICES for end in edge)
        ):
            raise ModelError(f"{edge!r} is no edge; write two vertices from 0, such as (0, 1)")
    name = " ".join(f"{a}-{b}" for a, b in found)
    return _graph(name, 1 + max((max(edge) for edge in found), default=-1), found)


def _graph(name: str, size: int, edges: Iterable[Edge]) -> Graph:
    return Graph(name, size, tuple(sorted({(min(edge), max(edge)) for edge in edges})))


# --------------------------------------------------------------------------------------- edges


def _cycle(n: int) -> Made:
    """A cycle of one vertex is a loop, one of two a single edge."""
    return n, [(i, (i + 1) % n) for i in range(n)]


def _path(n: int) -> Made:
    return n, [(i, i + 1) for i in range(n - 1)]


def _complete(n: int) -> Made:
    return n, [(a, b) for b in range(n) for a in range(b)]


def _bipartite(m: int, n: int) -> Made:
    return m + n, [(a, m + b) for a in range(m) for b in range(n)]


def _wheel(n: int) -> Made:
    """The rim is 0 to n - 1, the hub n."""
    return n + 1, _cycle(n)[1] + [(i, n) for i in range(n)]


def _cube(d: int) -> Made:
    corners = range(2**d)
    return len(corners), [(a, a ^ 1 << bit) for a in corners for bit in range(d)]


def _petersen(n: int, k: int) -> Made:
    """The generalised Petersen graph GP(n, k): a rim, spokes, and an inner star."""
    spokes = [(i, n + i) for i in range(n)]
    star = [(n + i, n + (i + k) % n) for i in range(n)]
    return 2 * n, _cycle(n)[1] + spokes + star


def _icosahedron() -> Made:
    """Two poles, 0 and 11, and between them two rings of five."""
    upper, lower = [1, 2, 3, 4, 5], [6, 7, 8, 9, 10]
    rings = [(ring[i], ring[(i + 1) % 5]) for ring in (upper, lower) for i in range(5)]
    between = [(upper[i], lower[(i + side) % 5]) for i in range(5) for side in (0, 1)]
    return 12, rings + between + [(0, v) for v in upper] + [(v, 11) for v in lower]


def _heawood() -> Made:
    return 14, _cycle(14)[1] + [(i, (i + 5) % 14) for i in range(0, 14, 2)]


def _groetzsch() -> Made:
    """The Mycielskian of a cycle of five: a twin for each vertex, and one that joins the twins."""
    rim = _cycle(5)[1]
    twins = [(a + 5, b) for edge in rim for a, b in (edge, edge[::-1])]
    return 11, rim + twins + [(twin, 10) for twin in range(5, 10)]


def _moves(piece: Piece, wrap: bool = False) -> Callable[[int, int], Made]:
    """The squares of a board, row by row, joined where `piece` goes from one to the other."""

    def make(rows: int, columns: int) -> Made:
        board = Board(rows, columns, wrap=wrap)
        number = {square: i for i, square in enumerate(board.open)}
        return len(number), [(number[a], number[b]) for a, b in board.pairs(piece)]

    return make


# -------------------------------------------------------------------------------------- places


def ring(number: int, radius: float = 0, turned: float = 0) -> Places:
    """`number` places on a circle, clockwise, the first on top or `turned` by some places.

    Without a `radius` they are about one apart.
    """
    radius = radius or max(1.0, number / (2 * pi))
    angles = [2 * pi * (place + turned) / max(number, 1) - pi / 2 for place in range(number)]
    return tuple((round(radius * cos(a), 3), round(radius * sin(a), 3)) for a in angles)


def polygon(sides: int, steps: int) -> Places:
    """Places around a polygon, `steps` from each corner to the next, the first on top."""
    corners = ring(sides, max(1.0, steps * sides / (2 * pi)))
    ends = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return tuple(
        (a + (c - a) * i / steps, b + (d - b) * i / steps)
        for (a, b), (c, d) in ends
        for i in range(steps)
    )


def star(points: int) -> Places:
    """The points of a star, and before each of them the crossing that faces it from inside."""
    radius = max(2.0, points / pi)
    inside = radius * cos(2 * pi / points) / cos(pi / points)
    return ring(points, radius) + ring(points, inside, -0.5)


def lattice(rows: int, columns: int) -> Places:
    """Places row by row."""
    return tuple((float(c), float(r)) for r in range(rows) for c in range(columns))


def two_rings(number: int, step: int) -> Places:
    """A rim, and inside of it, a little smaller, what it is joined to."""
    radius = max(1.8, number / 5 + 0.3)
    return ring(number, radius) + ring(number, radius * (0.5 if step > 1 else 0.48))


def _two_columns(m: int, n: int) -> Places:
    """Two columns, as tall as each other."""
    left, right = ([(i + 0.5) * max(m, n) / number for i in range(number)] for number in (m, n))
    return (*((0.0, y) for y in left), *((2.0, y) for y in right))


def _cube_in_plane(d: int) -> Places:
    """Each dimension is a step in another direction; beyond four too many vertices coincide."""
    directions = {4: [(1.4 * cos(pi * i / 4), 1.4 * sin(pi * i / 4)) for i in range(4)]}
    steps = directions.get(d, [(2.2, 0.0), (0.0, -2.2), (0.95, -0.75)][:d])
    if len(steps) < d:
        return ()
    chosen = ([step for bit, step in enumerate(steps) if n >> bit & 1] for n in range(2**d))
    return tuple((sum((x for x, _ in s), 0.0), sum((y for _, y in s), 0.0)) for s in chosen)


def _two_triangles() -> Places:
    """Opposite vertices add up to 5; one triangle stands in the other."""
    outer, inner = ring(3, 2.2), ring(3, 0.75, 1.5)
    return (*outer, inner[2], inner[1], inner[0])


def _hexagon_in_triangle() -> Places:
    """A triangle in a hexagon in a triangle, no two lines crossing."""
    far, near, middle = ring(3, 4.2), ring(3, 0.7, 1.5), ring(6, 1.75)
    ends = {0: far[0], 1: far[1], 2: far[2], 11: near[0], 9: near[1], 10: near[2]}
    found = ends | dict(zip((4, 5, 6, 7, 8, 3), middle, strict=True))
    return tuple(found[vertex] for vertex in range(12))


GRAPHS: dict[str, tuple[Callable[..., Made], Callable[..., Places] | None]] = {
    "petersen": (lambda: _petersen(5, 2), lambda: two_rings(5, 2)),
    "moebius_kantor_GP_8_3": (lambda: _petersen(8, 3), lambda: two_rings(8, 3)),
    "tetrahedron": (lambda: _complete(4), lambda: (*ring(3, 1.6), (0.0, 0.0))),
    "octahedron": (
        lambda: (6, [edge for edge in _complete(6)[1] if sum(edge) != 5]),
        _two_triangles,
    ),
    "icosahedron": (_icosahedron, _hexagon_in_triangle),
    "dodecahedron": (lambda: _petersen(10, 2), lambda: two_rings(10, 2)),
    "heawood": (_heawood, None),
    "groetzsch_mycielski4": (_groetzsch, lambda: (*ring(5, 2.4), *ring(5, 1.2), (0.0, 0.0))),
    "cycle_#": (_cycle, None),
    "path_#": (_path, lambda n: lattice(1, n)),
    "complete_#": (_complete, None),
    "K_#_#": (_bipartite, _two_columns),
    "star_#": (lambda n: _bipartite(1, n), lambda n: ((0.0, 0.0), *ring(n))),
    "wheel_#_rim": (_wheel, lambda n: (*ring(n), (0.0, 0.0))),
    "prism_#": (lambda n: _petersen(n, 1), lambda n: two_rings(n, 1)),
    "cube_Q#": (_cube, _cube_in_plane),
    "GP_#_#": (_petersen, two_rings),
    "grid_#_#": (_moves(STEP), lattice),
    "torus_#_#": (_moves(STEP, wrap=True), lattice),
    "king_#_#": (_moves(KING), lattice),
    "knight_#_#": (_moves(KNIGHT), lattice),
}
"""The edges and the places of each graph by its name; `#` is a number."""
