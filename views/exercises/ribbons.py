"""Lesson 6: ribbons that can be turned around.

A ribbon is a row of n beads, each of colour 0, 1 or 2. Turned around it is the same ribbon: 0 1 2
and 2 1 0 are one. Of the two ways to read a ribbon keep the one that comes first in the order of a
dictionary, here 0 1 2. A ribbon that reads the same both ways, such as 2 1 2, is kept, too.
"""

from everyway.models import Model, lexicographic, rule, variables


def ribbons(n: int = 5) -> Model:  # marked with n=2..5
    bead = variables("bead", n, range(3))
    turned = [bead[n - 1 - i] for i in range(n)]
    return Model(
        f"ribbons of {n} beads",
        bead,
        #: bead[0] <= turned[0],  # this is not enough: when does it allow both ways?
        rule("its turned form does not come before it", lexicographic(bead, turned)),  #:
    )
