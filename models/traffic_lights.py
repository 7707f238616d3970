"""Traffic lights: four crossings, and what each light may show."""

from everyway.models import Model, allowed, counted, known, puzzle, rule, variables

# A road's lights for cars and for people on foot, and those of the road to its right.
TOGETHER = [
    ("red", "red", "green", "green"),
    ("red and yellow", "red", "yellow", "red"),
    ("green", "green", "red", "red"),
    ("yellow", "red", "red and yellow", "red"),
]


@puzzle(
    known("CSPLib 016", roads={4: 4}),
    known("counted by two programs", roads={2: 4, 3: 0, 6: 4}),
    least={"roads": 1},
)
def traffic_lights(roads: int = 4) -> Model:
    """Traffic lights: all that the lights of a junction may show at the same time.

    Of each road there is a light for cars, red, red and yellow, green or yellow, and one for
    people on foot, red or green. What a road's two lights show together with those of the next
    road round the junction is one of four lines of a table; the lights go on from line to line.

    Source: W. Hower, Revisiting global constraint satisfaction (1998); CSPLib 016.
    """
    cars = variables("cars", range(1, roads + 1), ["red", "red and yellow", "green", "yellow"])
    walkers = variables("walkers", range(1, roads + 1), ["red", "green"])
    return Model(
        f"traffic lights of {counted(roads, 'road')}",
        cars,
        walkers,
        # Two neighbouring roads show a line of the table; after the last comes the first.
        rule(
            "neighbours",
            (
                allowed(
                    [cars[i], walkers[i], cars[i % roads + 1], walkers[i % roads + 1]], TOGETHER
                )
                for i in range(1, roads + 1)
            ),
        ),
    )
