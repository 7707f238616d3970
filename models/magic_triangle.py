"""Perimeter magic triangles and polygons: numbers along the sides, all sides with one total."""

from everyway.models import Model, all_different, all_equal, known, puzzle, rule, total, variables
from everyway.models.pictures import at_places, polygon


@puzzle(
    known("6 for each of 4, T. Trotter (1972)", per_side={3: 24}),
    # Swapping the two inner numbers of a side makes 8 of each of Trotter's 18.
    known("48 for each of 18, T. Trotter (1972)", per_side={4: 864}),
    known("8 for each of 6 squares, T. Trotter (1974)", sides=4, per_side={3: 48}),
    least={"sides": 3, "per_side": 2},
)
def magic_triangle(per_side: int = 3, sides: int = 3) -> Model:
    """A magic triangle: numbers from 1 around its edge, so that all sides have the same total.

    Each of the 3 sides has `per_side` numbers, the corners belong to two sides; all numbers from
    1 to 3 × (per_side - 1) are used, and nobody says what the total is. With more `sides` it is
    a magic square, pentagon … of the same kind. Rotations and reflections count as others.

    `edge[0]` is a corner, and the others follow around.

    Source: T. Trotter, Normal magic triangles of order n, J. Recreational Mathematics 5 (1972).
    """
    step = per_side - 1
    cells = sides * step
    edge = variables("edge", cells, range(1, cells + 1))
    # A side goes from its corner to the next one, the last back to where the first began.
    side = [[edge[(k * step + i) % cells] for i in range(per_side)] for k in range(sides)]
    return Model(
        f"magic polygon of {sides} sides",
        edge,
        at_places([edge], polygon(sides, step), edges=((i, (i + 1) % cells) for i in range(cells))),
        # Every number is used once.
        rule("all different", all_different(edge)),
        # All sides have the same total.
        rule("equal sides", all_equal(total(numbers) for numbers in side)),
    )
