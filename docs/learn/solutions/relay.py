"""A solution of the exercise relay, of lesson 5.

n runners run a relay of n legs, one leg each; both are counted from 0.
- leg[r] is the leg that runner r runs, runner[l] who runs leg l.
- Runner 0 runs some leg right before runner 1.
- Whoever runs the last leg has a higher number than whoever runs the first.

The first of these rules is short in one viewpoint, the second in the other.

Mark it:  everyway check relay.py
"""

from everyway.models import Model, inverse, variables


def relay(n: int = 4) -> Model:
    leg = variables("leg", n, range(n))
    runner = variables("runner", n, range(n))
    return Model(
        f"a relay of {n} legs",
        leg,
        runner,
        inverse(leg, runner),
        leg[0] + 1 == leg[1],
        runner[n - 1] > runner[0],
    )
