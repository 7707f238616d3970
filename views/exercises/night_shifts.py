"""Lesson 12: shifts of a nurse, by an automaton.

On each of n days a nurse has the early shift, 0, the night shift, 1, or is free, 2.
- Never are there three nights in a row.
- After a night there is no early shift on the day after: she is free, or has another night.

The automaton reads the days in order. Its state is how many nights were worked just before: 0, 1 or
2. `MOVES` says for a state and a shift which state is next; where it says nothing, the shift is
forbidden.
"""

from everyway.models import Model, regular, rule, variables

MOVES = {
    (0, 0): 0,
    (0, 1): 1,
    (0, 2): 0,
    (1, 1): 2,
    #: # Moves are missing here.
    (1, 2): 0,  #:
    (2, 2): 0,  #:
}


def night_shifts(n: int = 5) -> Model:  # marked with n=1..5
    shift = variables("shift", n, range(3))
    return Model(f"{n} days", shift, regular(shift, MOVES, 0, [0, 1, 2]))


def reference(n: int) -> Model:
    """The same, by rules about days in a row."""
    shift = variables("shift", n, range(3))
    nights = [sum(shift[j] == 1 for j in range(i, i + 3)) <= 2 for i in range(n - 2)]
    rest = [(shift[i] != 1) | (shift[i + 1] != 0) for i in range(n - 1)]
    few = rule("never three nights in a row", nights)
    return Model(f"{n} days", shift, few, rule("no early shift after a night", rest))
