"""Lesson 9: a division that rounds as other languages do.

In Python -7 // 2 is -4: it rounds down. In C, Java and many solvers -7 / 2 is -3: it rounds
towards zero. Declare all x, y and q where q is x divided by y, rounded towards zero. Here x runs
from -n to n, and y is -2 or 2.
"""

from everyway.models import Model, conditional, integer, rule, variable


def towards_zero(n: int = 4) -> Model:  # marked with n=2..4
    x = integer("x", -n, n)
    y = variable("y", [-2, 2])
    q = integer("q", -n, n)
    return Model(
        f"numbers up to {n} divided by 2 and -2",
        x,
        y,
        q,
        #: # This rounds down. conditional(a >= b, c, d) is c where a >= b holds, else d;
        #: # abs(x) // abs(y) rounds towards zero, but has lost the sign.
        #: q == x // y,
        rule("rounded towards 0", q == conditional(x * y >= 0, 1, -1) * (abs(x) // abs(y))),  #:
    )
