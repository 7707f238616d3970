"""The places of a graph's vertices in its picture: by its name, else on a circle."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, pi, sin

from .graphs_by_name import Graph
from .sketches import Place

Places = tuple[Place, ...]


def places_of(graph: Graph) -> Places:
    """A place for each vertex, about one apart; none for a graph that is best seen on a circle.

    >>> from everyway.models.language.boards.graphs_by_name import graph
    >>> places_of(graph("grid_1_3"))
    ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    """
    for pattern, make in LAYOUTS.items():
        found = re.fullmatch(pattern.replace("#", "([0-9]+)"), graph.name)
        if found:
            return make(*map(int, found.groups()))
    return ()


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


def _bipartite(m: int, n: int) -> Places:
    """Two columns, as tall as each other."""
    left, right = ([(i + 0.5) * max(m, n) / number for i in range(number)] for number in (m, n))
    return (*((0.0, y) for y in left), *((2.0, y) for y in right))


def _cube(d: int) -> Places:
    """Each dimension is a step in another direction; beyond four too many vertices coincide."""
    directions = {4: [(1.4 * cos(pi * i / 4), 1.4 * sin(pi * i / 4)) for i in range(4)]}
    steps = directions.get(d, [(2.2, 0.0), (0.0, -2.2), (0.95, -0.75)][:d])
    if len(steps) < d:
        return ()
    chosen = ([step for bit, step in enumerate(steps) if n >> bit & 1] for n in range(2**d))
    return tuple((sum((x for x, _ in s), 0.0), sum((y for _, y in s), 0.0)) for s in chosen)


def _petersen() -> Places:
    return two_rings(5, 2)


def _octahedron() -> Places:
    """Opposite vertices add up to 5; one triangle stands in the other."""
    outer, inner = ring(3, 2.2), ring(3, 0.75, 1.5)
    return (*outer, inner[2], inner[1], inner[0])


def _icosahedron() -> Places:
    """A triangle in a hexagon in a triangle, no two lines crossing."""
    far, near, middle = ring(3, 4.2), ring(3, 0.7, 1.5), ring(6, 1.75)
    ends = {0: far[0], 1: far[1], 2: far[2], 11: near[0], 9: near[1], 10: near[2]}
    found = ends | dict(zip((4, 5, 6, 7, 8, 3), middle, strict=True))
    return tuple(found[vertex] for vertex in range(12))


def _groetzsch() -> Places:
    return (*ring(5, 2.4), *ring(5, 1.2), (0.0, 0.0))


LAYOUTS: dict[str, Callable[..., Places]] = {
    "petersen": _petersen,
    "moebius_kantor_GP_8_3": lambda: two_rings(8, 3),
    "dodecahedron": lambda: two_rings(10, 2),
    "tetrahedron": lambda: (*ring(3, 1.6), (0.0, 0.0)),
    "octahedron": _octahedron,
    "icosahedron": _icosahedron,
    "groetzsch_mycielski4": _groetzsch,
    "path_#": lambda n: lattice(1, n),
    "K_#_#": _bipartite,
    "star_#": lambda n: ((0.0, 0.0), *ring(n)),
    "wheel_#_rim": lambda n: (*ring(n), (0.0, 0.0)),
    "prism_#": lambda n: two_rings(n, 1),
    "GP_#_#": two_rings,
    "cube_Q#": _cube,
    "grid_#_#": lattice,
    "torus_#_#": lattice,
    "king_#_#": lattice,
    "knight_#_#": lattice,
}
"""Places by the names of `graphs_by_name`; `#` is a number."""
