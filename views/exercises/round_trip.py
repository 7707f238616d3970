"""Lesson 12: one tour of all islands.

The islands 0 to n - 1 lie in a row. A boat goes from an island to one that is 1 or 2 places away,
in either direction. It visits every island once, and comes back to where it began: after[i] is the
island that comes after island i.
"""

#: from everyway.models import Model, all_different, rule, variables
from everyway.models import Model, circuit, rule, variables  #:


def round_trip(n: int = 5) -> Model:  # marked with n=3..6
    after = variables("after", n, range(n))
    return Model(
        f"{n} islands",
        after,
        rule("the boat leaves", [after[i] != i for i in range(n)]),
        #: all_different(after),  # not enough: look at what check shows
        #: # A rule is missing. abs(after[i] - i) is how far the boat goes from island i.
        rule("one tour of all islands", circuit(after)),  #:
        rule("at most 2 places", [abs(after[i] - i) <= 2 for i in range(n)]),  #:
    )
