"""Lesson 4: values without a partner leave the domains of a sum.

For the rule x + y == z, a value of x has a partner if some value of y and some value of z go with
it. Values without partners leave; likewise those of y and of z.

Write `propagated`: for each of the three, the values that are left. The model then has those.
"""

from everyway.models import Model, allowed, rule, variables

DOMAINS = (
    ((1, 2, 3), (1, 2, 3), (2, 3)),
    ((0, 1, 2, 3, 4), (3, 4), (4, 5)),
    ((0, 5), (0, 5), (3, 5, 8)),
    ((1, 2), (1, 2), (7, 8)),
)


def propagated(xs: list[int], ys: list[int], zs: list[int]) -> list[list[int]]:
    """The values of x, those of y and those of z that have partners."""
    return [  #: return [xs, ys, zs]  # write this function
        [x for x in xs if any(x + y in zs for y in ys)],  #:
        [y for y in ys if any(x + y in zs for x in xs)],  #:
        [z for z in zs if any(z - x in ys for x in xs)],  #:
    ]  #:


def sums(case: int = 1) -> Model:  # marked with case=1..4
    left = propagated(*(list(domain) for domain in DOMAINS[case - 1]))
    number = variables("number", ["x", "y", "z"], range(9))
    #: rules = [allowed([number[i]], [[value] for value in left[i]]) for i in range(3)]
    keep = (allowed([number[i]], [[value] for value in left[i]]) for i in range(3))  #:
    rules = [rule(f"{'xyz'[i]} keeps {left[i]}", kept) for i, kept in enumerate(keep)]  #:
    return Model(f"case {case}: {DOMAINS[case - 1]}", number, rules)
