"""Lesson 3: a search that grows mountain paths step by step.

A mountain path is a list of n heights from 0 to 3. It begins at height 0, and each step leads up
by one or down by one: [0, 1, 2, 1] is one, [0, 1, 1] and [0, -1] are none.

Write `extended`, the lists that are one step longer: what a search by flatmap maps with.
"""

from everyway.models import Model, allowed, rule, variables


def extended(path: list[int]) -> list[list[int]]:
    """Every path that goes one step further than `path`, which may be empty."""
    if not path:  #: return [path + [0]]  # write this function
        return [[0]]  #:
    return [path + [height] for height in (path[-1] - 1, path[-1] + 1) if 0 <= height <= 3]  #:


def paths(n: int) -> list[list[int]]:
    """All paths of n heights."""
    found: list[list[int]] = [[]]
    for _ in range(n):
        found = [longer for path in found for longer in extended(path)]
    return found


def up_and_down(n: int = 6) -> Model:  # marked with n=1..6
    height = variables("height", n, range(4))
    return Model(f"paths of length {n}", height, allowed(height, paths(n)))


def reference(n: int) -> Model:
    """The same by rules."""
    height = variables("height", n, range(4))
    start = rule("the path begins at height 0", height[0] == 0)
    steps = [abs(height[i] - height[i - 1]) == 1 for i in range(1, n)]
    up_or_down = rule("each step leads up or down by one", steps)
    return Model(f"paths of length {n}", height, start, up_or_down)
