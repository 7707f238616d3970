"""Snake in the box: a long coil in a cube that never comes near itself."""

from itertools import combinations

from everyway.models import (
    Model,
    ModelError,
    allowed,
    counted,
    forbidden,
    known,
    puzzle,
    rule,
    variables,
)
from everyway.models.graphs import graph
from everyway.models.pictures import on_graph


@puzzle(
    known("longest coils, OEIS A000937; counted by two programs", length={4: 6, 6: 6, 8: 0}),
    known("longest coils, OEIS A000937; counted by two programs", d=4, length={8: 168}),
    known(
        "longest snakes, OEIS A099155; counted by two programs", closed=False, length={5: 6, 6: 0}
    ),
    known(
        "longest snakes, OEIS A099155; counted by two programs",
        closed=False,
        d=4,
        length={8: 24, 9: 0},
    ),
)
def snake_in_the_box(d: int = 3, length: int = 6, closed: bool = True) -> Model:
    """A coil in the d-cube: a closed walk along edges that never comes near itself.

    It starts at corner 0 and goes through `length` corners. Corners that are not next to each
    other in the walk are not joined in the cube either, so that one who reads one wrong bit
    notices. The two directions are two solutions. A corner's number has one bit a dimension.
    A coil is `closed`; the snake that gave the problem its name is not, and ends anywhere.

    Source: W. H. Kautz, Unit-distance error-checking codes (1958); OEIS A000937,
    A099155 (snakes).
    """
    least = 3 if closed else 1
    if d < 0 or length < least:
        raise ModelError(
            f"snake_in_the_box has d = {d}, length = {length}; write d from 0, length from {least}"
        )
    cube = graph(f"cube_Q{d}")
    corner = variables("corner", length, range(cube.size))
    near = [*cube.arcs, *((place, place) for place in range(cube.size))]
    return Model(
        f"{'coils' if closed else 'snakes'} of {counted(length, 'corner')} in the {d}-cube",
        corner,
        on_graph(cube, walk=corner, closed=closed),
        # The walk starts at corner 0.
        rule("from corner 0", corner[0] == 0),
        # From each corner an edge leads to the next, in a coil from the last to the first.
        rule(
            "along the edges",
            (
                allowed([corner[i - 1], corner[i]], cube.arcs)
                for i in range(0 if closed else 1, length)
            ),
        ),
        # All others are different, and not joined.
        rule(
            "never near itself",
            (
                forbidden([corner[i], corner[j]], near)
                for i, j in combinations(range(length), 2)
                if j - i > 1 and not (closed and j - i == length - 1)
            ),
        ),
    )
