"""Lesson 1: three friends in a row of seats, without a board."""

from itertools import permutations

from everyway.models import Model, allowed, rule, variables

CHECKED = ("n=3..5",)
START = '''\
"""Exercise bus_seats, of lesson 1.

Ann, Ben and Cleo take three of the seats 1 to n, which stand in one row.
- No two share a seat.
- Ann sits at an end of the row: on seat 1 or on seat n.
- Ben and Cleo sit side by side, in either order.

Mark it:  everyway check bus_seats.py
"""

from everyway.models import Model, all_different, variables


def bus_seats(n: int = 5) -> Model:
    seat = variables("seat", ["Ann", "Ben", "Cleo"], range(1, n + 1))
    return Model(
        f"{n} seats on a bus",
        seat,
        all_different(seat),
        # Two rules are missing. "or" is written |, and each side stands in brackets.
        # abs(a - b) is the distance of two seats.
    )
'''


def bus_seats(n: int = 5) -> Model:
    """The reference."""
    seat = variables("seat", ["Ann", "Ben", "Cleo"], range(1, n + 1))
    ann, *others = seat
    return Model(
        f"{n} seats on a bus",
        seat,
        rule("no two share a seat", allowed(seat, permutations(range(1, n + 1), 3))),
        rule("Ann sits at an end", allowed([ann], [[1], [n]])),
        rule("Ben and Cleo sit side by side", abs(others[0] - others[1]) == 1),
    )
