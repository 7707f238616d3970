"""Lesson 15: the smallest repairs, from the reasons.

Some rules cannot hold together, and the reasons for that are known: sets of rules, each of which
fails by itself. Whoever gives up at least one rule of each reason has repaired everything. Find all
the ways to do that with as few rules as possible: give_up[r] is 1 if rule r is given up.
"""

from everyway.models import Model, any_of, rule, total, variables

CASES = (
    ((0, 1, 2), (0, 1, 3, 4)),
    ((0, 1), (1, 2), (2, 3)),
    ((0, 1), (2, 3), (1, 2), (0, 3)),
)
"""Reasons, as the rules in them."""


def give_up(case: int = 1) -> Model:  # marked with case=1..3
    reasons = CASES[case - 1]
    rules = 1 + max(max(reason) for reason in reasons)
    given = variables("give_up", rules, range(2))
    return Model(
        f"case {case}: {reasons}",
        given,
        #: # A rule for each reason is missing, and what is best. any_of(...) holds if one of
        #: # its constraints does, such as given[r] == 1.
        [rule(f"one of {some}", any_of(given[r] == 1 for r in some)) for some in reasons],  #:
        minimise=total(given),  #:
    )
