"""Lesson 14: shelves through a workshop, as early as possible.

n shelves are built. Each is first sawn and then painted. There is one saw and one can of paint, so
two shelves are never sawn at the same time, nor painted at the same time. `end` is when the last
one is done; it is to be as early as possible, and every plan that ends so early is a solution.

saw[i] and paint[i] are the hours in which shelf i is begun, counted from 0.
"""

from everyway.models import Model, integer, no_overlap, rule, variables

SAW = (1, 3, 2)
PAINT = (2, 2, 1)
"""Hours for each shelf."""


def workshop(n: int = 2) -> Model:  # marked with n=1..3
    saw = variables("saw", n, range(9))
    paint = variables("paint", n, range(9))
    end = integer("end", 0, 12)
    sawing, painting = SAW[:n], PAINT[:n]
    return Model(
        f"{n} shelves",
        saw,
        paint,
        end,
        rule("sawn before painted", [saw[i] + sawing[i] <= paint[i] for i in range(n)]),
        rule("one saw", no_overlap(saw, sawing)),
        #: # Two rules are missing: the paint, and when all is done.
        rule("one can of paint", no_overlap(paint, painting)),  #:
        rule("all done", [paint[i] + painting[i] <= end for i in range(n)]),  #:
        minimise=end,
    )
