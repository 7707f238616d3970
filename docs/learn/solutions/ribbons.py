"""A solution of the exercise ribbons, of lesson 6.

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
        lexicographic(bead, turned),
    )
