"""The published answers to the eight queens: one skeleton, five ways to represent a placement.

`skeleton` holds the program that all five share. `pairs`, `reversed`, `rows`, `directions` and
`matrix` each say what an empty board is, how to adjoin a queen, and when the newest queen is safe;
each is a solver as well, for the model that `queens(n)` declares and for no other.

>>> from everyway.solvers.published import queens, steps
>>> from everyway.solvers.published.rows import REPRESENTATION
>>> queens(4, REPRESENTATION)
[(2, 4, 1, 3), (3, 1, 4, 2)]
>>> [len(step.safe) for step in steps(4, REPRESENTATION)]
[4, 6, 4, 2]
"""

from __future__ import annotations

from .skeleton import Representation, Squares, Step, queens, steps

__all__ = ["Representation", "Squares", "Step", "queens", "steps"]
