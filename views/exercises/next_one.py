"""Lesson 13: which variable comes next.

A search has decided some variables, and propagation has left domains for the others. Choose the
variable to decide next: one with the fewest values left. Of several, take the one that has the most
neighbours among the undecided; of several of those, the one that comes first.

Write `chosen`. The model then says which it is.
"""

from everyway.models import Model, integer, rule

CASES = (
    ([[1, 2, 3], [1, 2], [1, 2, 3]], [[1], [0, 2], [1]], [0, 1, 2]),
    ([[1, 2], [1, 2], [1, 2]], [[1], [0, 2], [1]], [0, 1, 2]),
    ([[3], [1, 2], [1, 2], [1, 2]], [[1], [0, 2], [1, 3], [2]], [1, 2, 3]),
    ([[3], [2], [1], [1, 2], [1, 2], [1, 2]], [[3], [3], [3], [0, 1, 2], [5], [4]], [3, 4, 5]),
)
"""The domains, the neighbours of each variable, and the variables that are not decided."""


def chosen(domains: list[list[int]], beside: list[list[int]], undecided: list[int]) -> int:
    """The variable to decide next, of `undecided`."""

    def degree(one: int) -> int:  #: return undecided[0]  # write this function
        return len([other for other in beside[one] if other in undecided])  #:

    return min(undecided, key=lambda one: (len(domains[one]), -degree(one)))  #:


def next_one(case: int = 1) -> Model:  # marked with case=1..4
    variable = integer("variable", 0, 9)
    best = rule("the variable that comes next", variable == chosen(*CASES[case - 1]))
    return Model(f"case {case}", variable, best)
