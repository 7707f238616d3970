"""A solution of the exercise towards_zero, of lesson 9.

In Python -7 // 2 is -4: it rounds down. In C, Java and many solvers -7 / 2 is -3: it rounds
towards zero. Declare all x, y and q where q is x divided by y, rounded towards zero. Here x runs
from -n to n, and y is -2 or 2.

Mark it:  everyway check towards_zero.py
"""

from everyway.models import Model, conditional, integer, variable


def towards_zero(n: int = 4) -> Model:
    x = integer("x", -n, n)
    y = variable("y", [-2, 2])
    q = integer("q", -n, n)
    return Model(
        f"numbers up to {n} divided by 2 and -2",
        x,
        y,
        q,
        q == conditional(x * y >= 0, 1, -1) * (abs(x) // abs(y)),
    )
