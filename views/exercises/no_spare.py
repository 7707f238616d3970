"""Lesson 15: a reason in which nobody is spare.

People say on which days they can meet, and no day suits all of them. Why? Find some of them who
have no day in common, so that as soon as any one of these is left out, the others have a day.

There may be several such groups. Find the one that lesson 15 finds: go through the people from
first to last, and leave one out for good if those who remain still have no day in common.

Write `reason`. The model then says for each person whether she is in it.
"""

from everyway.models import Model, rule, variables

CASES = (
    ((1, 2), (3,), (2, 3), (1, 4)),
    ((1, 2), (2, 3), (1, 3), (1, 2, 3)),
    ((1,), (2,), (1,), (2,)),
    ((1, 2, 3), (2, 3, 4), (1, 3, 4), (1, 2, 4)),
)
"""The days of each person."""


def meet(days: list[tuple[int, ...]]) -> bool:
    """True if some day suits all."""
    return any(all(day in one for one in days) for day in range(1, 8))


def reason(days: list[tuple[int, ...]]) -> list[int]:
    """The places of those who are in the reason."""
    kept = list(range(len(days)))  #: return list(range(len(days)))  # write this function
    for one in range(len(days)):  #:
        others = [other for other in kept if other != one]  #:
        if not meet([days[other] for other in others]):  #:
            kept = others  #:
    return kept  #:


def no_spare(case: int = 1) -> Model:  # marked with case=1..4
    days = CASES[case - 1]
    found = reason(list(days))
    kept = variables("kept", len(days), range(2))
    rules = [rule(f"person {i}", kept[i] == int(i in found)) for i in range(len(days))]
    return Model(f"case {case}: {days}", kept, rules)
