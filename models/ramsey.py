"""Ramsey's theorem: among six people three know each other, or three do not."""

from itertools import combinations

from everyway.models import Model, any_of, counted, known, puzzle, rule, variables
from everyway.models.graphs import graph


@puzzle(
    known("R(3, 3) = 6", n={2: 2, 3: 6, 4: 18, 5: 12, 6: 0}),
    known("OEIS A213434, graphs without a triangle", n=4, blue=5, count=41),
    known("OEIS A213434, graphs without a triangle", n=5, blue=6, count=388),
    least={"n": 0, "red": 2, "blue": 2},
)
def ramsey(n: int = 5, red: int = 3, blue: int = 3) -> Model:
    """Colour the lines between n points red and blue, avoiding one colour among a few points.

    No `red` points are all joined in red, no `blue` points all in blue. From R(red, blue) points
    on that is impossible: R(3, 3) = 6, R(3, 4) = 9, R(4, 4) = 18. With `blue` above n, the blue
    lines are free, and the red ones are the graphs without so large a clique.

    Source: F. P. Ramsey, On a problem of formal logic (1930); CSPLib 017.
    """
    lines = graph(f"complete_{n}")
    colour = variables("colour", lines.edges, ["red", "blue"])
    between = dict(zip(lines.edges, colour, strict=True))
    return Model(
        f"{counted(n, 'point')} without {red} in red and {blue} in blue",
        colour,
        # Of so many points two are not joined in red,
        rule(
            "not all red",
            (
                any_of(between[pair] == "blue" for pair in combinations(points, 2))
                for points in combinations(range(n), red)
            ),
        ),
        # and of so many two are not joined in blue.
        rule(
            "not all blue",
            (
                any_of(between[pair] == "red" for pair in combinations(points, 2))
                for points in combinations(range(n), blue)
            ),
        ),
    )
