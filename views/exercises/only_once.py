"""Lesson 4: values that are taken leave the other domains."""

from everyway.models import Model, allowed, rule, variables

CHECKED = ("case=1..4",)
DOMAINS = (
    ((1, 2, 3), (2,), (1, 2, 3)),
    ((1, 2), (1,), (1, 2, 3)),
    ((1, 2, 3, 4), (1, 2), (2,), (1, 2, 3)),
    ((1,), (2, 3), (1, 2), (1, 2, 3, 4)),
)
START = '''\
"""Exercise only_once, of lesson 4.

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
    return domains  # write this function


def only_once(case: int = 1) -> Model:
    left = propagated([list(domain) for domain in DOMAINS[case - 1]])
    x = variables("x", len(left), range(1, 5))
    rules = [allowed([x[i]], [[value] for value in left[i]]) for i in range(len(left))]
    return Model(f"case {case}: {DOMAINS[case - 1]}", x, rules)
'''


def only_once(case: int = 1) -> Model:
    """The reference."""
    given = DOMAINS[case - 1]
    left = [set(domain) for domain in given]
    for _ in range(sum(map(len, left))):
        single = {i: domain for i, domain in enumerate(left) if len(domain) == 1}
        taken = [[one for j, one in single.items() if j != i] for i in range(len(left))]
        left = [domain.difference(*gone) for domain, gone in zip(left, taken, strict=True)]
    x = variables("x", len(left), range(1, 5))
    kept = (
        rule(f"x[{i}] keeps {sorted(domain)}", allowed([x[i]], ([value] for value in domain)))
        for i, domain in enumerate(left)
    )
    return Model(f"case {case}: {given}", x, *kept)
