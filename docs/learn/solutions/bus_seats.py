"""A solution of the exercise bus_seats, of lesson 1.

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
        (seat["Ann"] == 1) | (seat["Ann"] == n),
        abs(seat["Ben"] - seat["Cleo"]) == 1,
    )
