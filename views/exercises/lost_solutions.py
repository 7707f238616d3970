"""Lesson 9: the solutions that a misreading loses.

A library was asked for all pairs with -a == b, where a and b are numbers from -n to n. It read the
minus sign wrongly, and found the pairs with a == b.

Declare the pairs that it lost: right ones that it did not find.
"""

from everyway.models import Model, rule, variables


def lost_solutions(n: int = 2) -> Model:  # marked with n=1..3
    number = variables("number", ["a", "b"], range(-n, n + 1))
    return Model(
        f"lost pairs of numbers up to {n}",
        number,
        #: -number["a"] == number["b"],  # right; now leave out what was found
        rule("the pair is right", -number["a"] == number["b"]),  #:
        rule("the library did not find it", number["a"] != number["b"]),  #:
    )
