"""Lesson 13: which value is tried first.

A variable is to be decided, and its neighbours must not have the same value. To come to a solution
soon, try first the value that takes least away from the neighbours: the one that the fewest of
them still have. Of several, the smaller comes first.

Write `ordered`. The model then has the values in the order in which they are tried.
"""

from everyway.models import Model, rule, variables

CASES: tuple[tuple[list[int], list[list[int]]], ...] = (
    ([1, 2, 3], [[1, 2], [1], [1, 2, 3]]),
    ([1, 2, 3], [[2, 3], [3], [3]]),
    ([2, 4, 5], [[1, 3], [4, 5], [5]]),
    ([4, 1], []),
)
"""The values of the variable, and the domains of its neighbours."""


def ordered(values: list[int], neighbours: list[list[int]]) -> list[int]:
    """The values in the order in which they are tried."""

    def taken(value: int) -> int:  #: return values  # write this function
        return len([domain for domain in neighbours if value in domain])  #:

    return sorted(values, key=lambda value: (taken(value), value))  #:


def gentle(case: int = 1) -> Model:  # marked with case=1..4
    values, neighbours = CASES[case - 1]
    order = ordered(list(values), neighbours)
    tried = variables("tried", len(order), range(1, 6))
    places = [tried[place] == value for place, value in enumerate(order)]
    return Model(f"case {case}: {values}", tried, rule("the order of the values", places))
