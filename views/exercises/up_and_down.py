"""Lesson 3: a search that grows mountain paths step by step."""

from itertools import pairwise

from everyway.models import Model, rule, variables

CHECKED = ("n=1..6",)
START = '''\
"""Exercise up_and_down, of lesson 3.

A mountain path is a list of n heights from 0 to 3. It begins at height 0, and each step leads up
by one or down by one: [0, 1, 2, 1] is one, [0, 1, 1] and [0, -1] are none.

Write `extended`, the lists that are one step longer: what a search by flatmap maps with.

Mark it:  everyway check up_and_down.py
"""

from everyway.models import Model, allowed, variables


def extended(path: list[int]) -> list[list[int]]:
    """Every path that goes one step further than `path`, which may be empty."""
    return [path + [0]]  # write this function


def paths(n: int) -> list[list[int]]:
    """All paths of n heights."""
    found: list[list[int]] = [[]]
    for _ in range(n):
        found = [longer for path in found for longer in extended(path)]
    return found


def up_and_down(n: int = 6) -> Model:
    height = variables("height", n, range(4))
    return Model(f"paths of length {n}", height, allowed(height, paths(n)))
'''


def up_and_down(n: int = 6) -> Model:
    """The reference."""
    height = variables("height", n, range(4))
    steps = (abs(a - b) == 1 for a, b in pairwise(height))
    return Model(
        f"paths of length {n}",
        height,
        rule("the path begins at height 0", height[0] == 0),
        rule("each step leads up or down by one", steps),
    )
