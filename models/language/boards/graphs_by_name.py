"""Graphs by name: `petersen`, `cycle_7`, `grid_3_4`, or edges written out, `0-1 1-2 2-0`.

>>> graph("wheel_4_rim").edges
((0, 1), (0, 3), (0, 4), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4))
>>> graph("0-1 1-2").neighbours
((1,), (0, 2), (1,))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from ..errors import ModelError
from ..late_dataclasses import dataclass
from ..phrases import did_you_mean
from .board import Board
from .pieces import KING, KNIGHT, STEP, Piece

Edge = tuple[int, int]
"""Two vertices, the lower first."""
_MOST_VERTICES = 1_000_000


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
    if name in SINGLE:
        size, edges = SINGLE[name]()
        return _graph(name, size, edges)
    for pattern, make in FAMILIES.items():
        found = re.fullmatch(pattern.replace("#", "([0-9]+)"), name)
        if found:
            size, edges = make(*map(int, found.groups()))
            return _graph(name, size, edges)
    known = [*SINGLE, *(pattern.replace("#", "5") for pattern in FAMILIES)]
    raise ModelError(
        f"there is no graph {name!r}; {did_you_mean(name, known, 'there are')}, or write its"
        " edges: 0-1 1-2 2-0"
    )


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


Made = tuple[int, list[Edge]]


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


SINGLE: dict[str, Callable[[], Made]] = {
    "petersen": lambda: _petersen(5, 2),
    "moebius_kantor_GP_8_3": lambda: _petersen(8, 3),
    "tetrahedron": lambda: _complete(4),
    "octahedron": lambda: (6, [edge for edge in _complete(6)[1] if sum(edge) != 5]),
    "icosahedron": _icosahedron,
    "dodecahedron": lambda: _petersen(10, 2),
    "heawood": _heawood,
    "groetzsch_mycielski4": _groetzsch,
}

FAMILIES: dict[str, Callable[..., Made]] = {
    "cycle_#": _cycle,
    "path_#": _path,
    "complete_#": _complete,
    "K_#_#": _bipartite,
    "star_#": lambda n: _bipartite(1, n),
    "wheel_#_rim": _wheel,
    "prism_#": lambda n: _petersen(n, 1),
    "cube_Q#": _cube,
    "GP_#_#": _petersen,
    "grid_#_#": _moves(STEP),
    "torus_#_#": _moves(STEP, wrap=True),
    "king_#_#": _moves(KING),
    "knight_#_#": _moves(KNIGHT),
}
