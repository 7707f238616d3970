"""A solution of the exercise only_once, of lesson 4.

Variables are to be all different. Where one has a single value left, that value leaves the domains
of all others. Thereby another may come to a single value, so this goes on until nothing changes.

Write `propagated`. The model then has, for each variable, the values that are left.

Mark it:  everyway check only_once.py
"""

from everyway.models import Model, allowed, variables

DOMAINS = (
    ((1, 2, 3), (2,), (1, 2, 3)),
    ((1, 2), (1,), (1, 2, 3)),
    ((1, 2, 3, 4), (1, 2), (2,), (1, 2, 3)),
    ((1,), (2, 3), (1, 2), (1, 2, 3, 4)),
)


def propagated(domains: list[list[int]]) -> list[list[int]]:
    """The domains in the end: the values of a variable are a list."""
    before: list[list[int]] = []
    while domains != before:
        before = domains
        for i, single in enumerate(domains):
            if len(single) == 1:
                domains = [
                    domain if j == i else [value for value in domain if value != single[0]]
                    for j, domain in enumerate(domains)
                ]
    return domains


def only_once(case: int = 1) -> Model:
    left = propagated([list(domain) for domain in DOMAINS[case - 1]])
    x = variables("x", len(left), range(1, 5))
    rules = [allowed([x[i]], [[value] for value in left[i]]) for i in range(len(left))]
    return Model(f"case {case}: {DOMAINS[case - 1]}", x, rules)
