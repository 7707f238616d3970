"""A solution of the exercise sums, of lesson 4.

For the rule x + y == z, a value of x has a partner if some value of y and some value of z go with
it. Values without partners leave; likewise those of y and of z.

Write `propagated`: for each of the three, the values that are left. The model then has those.

Mark it:  everyway check sums.py
"""

from everyway.models import Model, allowed, variables

DOMAINS = (
    ((1, 2, 3), (1, 2, 3), (2, 3)),
    ((0, 1, 2, 3, 4), (3, 4), (4, 5)),
    ((0, 5), (0, 5), (3, 5, 8)),
    ((1, 2), (1, 2), (7, 8)),
)


def propagated(xs: list[int], ys: list[int], zs: list[int]) -> list[list[int]]:
    """The values of x, those of y and those of z that have partners."""
    return [
        [x for x in xs if any(x + y in zs for y in ys)],
        [y for y in ys if any(x + y in zs for x in xs)],
        [z for z in zs if any(z - x in ys for x in xs)],
    ]


def sums(case: int = 1) -> Model:
    left = propagated(*(list(domain) for domain in DOMAINS[case - 1]))
    number = variables("number", ["x", "y", "z"], range(9))
    rules = [allowed([number[i]], [[value] for value in left[i]]) for i in range(3)]
    return Model(f"case {case}: {DOMAINS[case - 1]}", number, rules)
