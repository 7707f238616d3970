# ruff: noqa: F403, F405
"""TO + GO = OUT, by tools that are kept beside this file."""

from puzzle_tools import *


def spelled_sum():
    t, o, g, u = letters = cp.intvar(0, 9, shape=4)
    words = [t, o], [g, o], [o, u, t]
    model = Model(
        all_different(letters),
        number(words[0]) + number(words[1]) == number(words[2]),
        [letter > 0 for letter in first_letters(*words)],
    )
    found = 0
    while model.solve():
        show(letters.value())
        found += 1
        model += cp.any(letters != letters.value())
    print(found, "solutions")


if __name__ == "__main__":
    spelled_sum()
