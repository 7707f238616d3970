"""Lesson 11: an optimistic bound for a backpack.

The search of lesson 11 has decided about some things. It asks how much worth the others can add at
most. Suppose they could be cut: take them one after the other, those with the most worth for a kilo
first, each whole while it fits; of the first that does not fit take the part that fits, and stop.

Write `most_worth`: this worth, rounded down. The things come sorted already.
"""

from everyway.models import Model, integer, rule

CASES: tuple[tuple[list[tuple[int, int]], int], ...] = (
    ([(2, 8), (3, 9)], 9),
    ([(2, 8), (3, 9)], 4),
    ([(2, 8), (5, 15), (1, 2)], 3),
    ([(4, 10), (3, 7), (2, 2)], 0),
    ([], 5),
)
"""Things that are not decided, each a pair (kilos, worth), and how many kilos are left for them."""


def most_worth(things: list[tuple[int, int]], left: int) -> int:
    """At least what the best choice of `things` is worth that weighs at most `left`."""
    worth = 0  #: return sum(worth for kilos, worth in things)  # too much: mend this function
    for kilos, value in things:  #:
        if kilos > left:  #:
            return worth + value * left // kilos  #:
        left, worth = left - kilos, worth + value  #:
    return worth  #:


def optimist(case: int = 1) -> Model:  # marked with case=1..5
    things, left = CASES[case - 1]
    worth = integer("worth", 0, 100)
    said = rule("what can be added at most", worth == most_worth(list(things), left))
    return Model(f"case {case}: {things}, {left} kg left", worth, said)
