"""Lesson 4: values that are taken leave the other domains.

Variables are to be all different. Where one has a single value left, that value leaves the domains
of all others. Thereby another may come to a single value, so this goes on until nothing changes.

Write `propagated`. The model then has, for each variable, the values that are left.
"""

from everyway.models import Model, allowed, rule, variables

DOMAINS = (
    ((1, 2, 3), (2,), (1, 2, 3)),
    ((1, 2), (1,), (1, 2, 3)),
    ((1, 2, 3, 4), (1, 2), (2,), (1, 2, 3)),
    ((1,), (2, 3), (1, 2), (1, 2, 3, 4)),
)


def propagated(domains: list[list[int]]) -> list[list[int]]:
    """The domains in the end: the values of a variable are a list."""
    owner = {domain[0]: i for i, domain in enumerate(domains) if len(domain) == 1}  #:
    left = [[v for v in domain if owner.get(v, i) == i] for i, domain in enumerate(domains)]  #:
    return left if left == domains else propagated(left)  #: return domains  # write this function


def only_once(case: int = 1) -> Model:  # marked with case=1..4
    left = propagated([list(domain) for domain in DOMAINS[case - 1]])
    x = variables("x", len(left), range(1, 5))
    #: rules = [allowed([x[i]], [[value] for value in left[i]]) for i in range(len(left))]
    kept = [allowed([x[i]], [[value] for value in left[i]]) for i in range(len(left))]  #:
    rules = [rule(f"x[{i}] keeps {left[i]}", one) for i, one in enumerate(kept)]  #:
    return Model(f"case {case}: {DOMAINS[case - 1]}", x, rules)
