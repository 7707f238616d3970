"""Magic stars: numbers on a star's points and crossings, every line with the same total."""

from everyway.models import Model, all_different, counted, known, puzzle, rule, total, variables
from everyway.models.pictures import at_places, star


@puzzle(
    known("MathWorld, Magic Star: none with five points", n={5: 0}),
    known("12 for each of the 80 of MathWorld, Magic Hexagram", n={6: 960}),
    least={"n": 5},
)
def magic_star(n: int = 6) -> Model:
    """A magic star: the numbers 1 to 2n on a star of n points, four on each line, all alike.

    A line runs from a point to the next but one, and crosses two others on its way. All n lines
    have the total 4n + 2, for a hexagram 26. Rotations and reflections count as others.

    Source: H. E. Dudeney, 536 Puzzles; MathWorld, Magic Star.
    """
    point = variables("point", n, range(1, 2 * n + 1))
    # The crossing k is the one just before the point k: it faces it from the inside.
    crossing = variables("crossing", n, range(1, 2 * n + 1))
    return Model(
        f"magic star of {counted(n, 'point')}",
        point,
        crossing,
        at_places([point, crossing], star(n), edges=((k, (k + 2) % n) for k in range(n))),
        # Every number stands in one place.
        rule("all different", all_different([*point, *crossing])),
        # The four numbers on each line add up to 4n + 2.
        rule(
            "lines",
            (
                total([point[k - 1], crossing[k], crossing[(k + 1) % n], point[(k + 1) % n]])
                == 4 * n + 2
                for k in range(n)
            ),
        ),
    )
