"""Lesson 1: three friends in a row of seats, without a board.

Ann, Ben and Cleo take three of the seats 1 to n, which stand in one row.
- No two share a seat.
- Ann sits at an end of the row: on seat 1 or on seat n.
- Ben and Cleo sit side by side, in either order.
"""

from everyway.models import Model, all_different, rule, variables


def bus_seats(n: int = 5) -> Model:  # marked with n=3..5
    seat = variables("seat", ["Ann", "Ben", "Cleo"], range(1, n + 1))
    return Model(
        f"{n} seats on a bus",
        seat,
        all_different(seat),
        #: # Two rules are missing. "or" is written |, and each side stands in brackets.
        #: # abs(a - b) is the distance of two seats.
        rule("Ann sits at an end", (seat["Ann"] == 1) | (seat["Ann"] == n)),  #:
        rule("Ben and Cleo sit side by side", abs(seat["Ben"] - seat["Cleo"]) == 1),  #:
    )
