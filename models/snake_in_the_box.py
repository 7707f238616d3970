"""Snake in the box: a long coil in a cube that never comes near itself."""

from __future__ import annotations

from itertools import combinations

from .language.catalogue import known, puzzle
from .language.errors import ModelError
from .language.graphs_by_name import graph
from .language.groups import variables
from .language.model import Model, rule
from .language.sketches import on_graph
from .language.tables import allowed, forbidden


@puzzle(
    known("longest coils, OEIS A000937; counted by two programs", length={4: 6, 6: 6, 8: 0}),
    known("longest coils, OEIS A000937; counted by two programs", d=4, length={8: 168}),
)
def snake_in_the_box(d: int = 3, length: int = 6) -> Model:
    """A coil in the d-cube: a closed walk along edges that never comes near itself.

    It starts at corner 0 and goes through `length` corners. Corners that are not next to each
    other in the walk are not joined in the cube either, so that one who reads one wrong bit
    notices. The two directions are two solutions. A corner's number has one bit a dimension.

    Source: W. H. Kautz, Unit-distance error-checking codes (1958); OEIS A000937.
    """
    if d < 0 or length < 3:
        raise ModelError(
            f"snake_in_the_box has d = {d}, length = {length}; write d from 0, length from 3"
        )
    cube = graph(f"cube_Q{d}")
    corner = variables("corner", length, range(cube.size))
    near = [*cube.arcs, *((place, place) for place in range(cube.size))]
    return Model(
        f"coils of {length} corners in the {d}-cube",
        corner,
        on_graph(cube, walk=corner),
        # The walk starts at corner 0.
        rule("from corner 0", corner[0] == 0),
        # From each corner an edge leads to the next, from the last to the first.
        rule(
            "along the edges",
            (allowed([corner[i - 1], corner[i]], cube.arcs) for i in range(length)),
        ),
        # All others are different, and not joined.
        rule(
            "never near itself",
            (
                forbidden([corner[i], corner[j]], near)
                for i, j in combinations(range(length), 2)
                if j - i not in (1, length - 1)
            ),
        ),
    )
