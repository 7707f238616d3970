"""Lesson 9: a division that rounds as other languages do."""

from itertools import product

from everyway.models import Model, allowed, integer, rule, variable

CHECKED = ("n=2..4",)
START = '''\
"""Exercise towards_zero, of lesson 9.

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
        # This rounds down. conditional(a >= b, c, d) is c where a >= b holds, else d;
        # abs(x) // abs(y) rounds towards zero, but has lost the sign.
        q == x // y,
    )
'''


def towards_zero(n: int = 4) -> Model:
    """The reference."""
    x, y, q = integer("x", -n, n), variable("y", [-2, 2]), integer("q", -n, n)
    quotients = [(a, b, int(a / b)) for a, b in product(range(-n, n + 1), (-2, 2))]
    right = rule("q is x divided by y, rounded towards zero", allowed([x, y, q], quotients))
    return Model(f"numbers up to {n} divided by 2 and -2", x, y, q, right)
