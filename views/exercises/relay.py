"""Lesson 5: who runs which leg, seen from both sides.

n runners run a relay of n legs, one leg each; both are counted from 0.
- leg[r] is the leg that runner r runs, runner[l] who runs leg l.
- Runner 0 runs some leg right before runner 1.
- Whoever runs the last leg has a higher number than whoever runs the first.

The first of these rules is short in one viewpoint, the second in the other.
"""

from everyway.models import Model, inverse, rule, variables


def relay(n: int = 4) -> Model:  # marked with n=3..4
    leg = variables("leg", n, range(n))
    runner = variables("runner", n, range(n))
    return Model(
        f"a relay of {n} legs",
        leg,
        runner,
        #: # Three rules are missing. The last of a list is runner[n - 1].
        rule("leg and runner say the same", inverse(leg, runner)),  #:
        rule("runner 0 runs right before runner 1", leg[0] + 1 == leg[1]),  #:
        rule("the last runner has a higher number than the first", runner[n - 1] > runner[0]),  #:
    )
