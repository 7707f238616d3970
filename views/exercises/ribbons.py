"""Lesson 6: ribbons that can be turned around."""

from itertools import product

from everyway.models import Model, allowed, rule, variables

CHECKED = ("n=2..5",)
START = '''\
"""Exercise ribbons, of lesson 6.

A ribbon is a row of n beads, each of colour 0, 1 or 2. Turned around it is the same ribbon: 0 1 2
and 2 1 0 are one. Of the two ways to read a ribbon keep the one that comes first in the order of a
dictionary, here 0 1 2. A ribbon that reads the same both ways, such as 2 1 2, is kept, too.

Mark it:  everyway check ribbons.py
"""

from everyway.models import Model, lexicographic, variables


def ribbons(n: int = 5) -> Model:
    bead = variables("bead", n, range(3))
    turned = [bead[n - 1 - i] for i in range(n)]
    return Model(
        f"ribbons of {n} beads",
        bead,
        bead[0] <= turned[0],  # this is not enough: when does it allow both ways?
    )
'''


def ribbons(n: int = 5) -> Model:
    """The reference."""
    bead = variables("bead", n, range(3))
    kept = (row for row in product(range(3), repeat=n) if row <= row[::-1])
    label = "as it is read, a ribbon comes before its turned form, or is the same"
    return Model(f"ribbons of {n} beads", bead, rule(label, allowed(bead, kept)))
