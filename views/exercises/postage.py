"""Lesson 11: a letter with as few stamps as possible.

There are stamps of 1, 3, 4 and 5 coins, as many of each as you like. A letter costs n coins. Stamps
are put on it that are worth exactly n, and no other choice needs fewer stamps. Where several
choices need equally few, each of them is a solution.
"""

from everyway.models import Model, rule, total, variables

WORTH = {"one": 1, "three": 3, "four": 4, "five": 5}


def postage(n: int = 8) -> Model:  # marked with n=3..12
    stamps = variables("stamps", WORTH, range(13))
    return Model(
        f"a letter of {n} coins",
        stamps,
        #: # A rule is missing, and so is what is best: minimise=...
        #: # total(...) adds what you give it.
        rule("worth exactly n", total(WORTH[one] * stamps[one] for one in WORTH) == n),  #:
        minimise=total(stamps),  #:
    )
