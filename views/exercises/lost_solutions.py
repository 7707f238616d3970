"""Lesson 9: the solutions that a misreading loses."""

from everyway.models import Model, rule, variables

CHECKED = ("n=1..3",)
START = '''\
"""Exercise lost_solutions, of lesson 9.

A library was asked for all pairs with -a == b, where a and b are numbers from -n to n. It read the
minus sign wrongly, and found the pairs with a == b.

Declare the pairs that it lost: those that are right and that it did not find.

Mark it:  everyway check lost_solutions.py
"""

from everyway.models import Model, variables


def lost_solutions(n: int = 2) -> Model:
    number = variables("number", ["a", "b"], range(-n, n + 1))
    return Model(
        f"lost pairs of numbers up to {n}",
        number,
        -number["a"] == number["b"],  # right; now leave out what was found
    )
'''


def lost_solutions(n: int = 2) -> Model:
    """The reference."""
    number = variables("number", ["a", "b"], range(-n, n + 1))
    a, b = number
    return Model(
        f"lost pairs of numbers up to {n}",
        number,
        rule("the pair is right", a + b == 0),
        rule("the library did not find it", a != b),
    )
