"""Seen in cpmpy 1.1.1 with exact 2.2.1.

A `Table` with a number among its terms raises a TypeError, for Exact and for other solvers of
sums, not for OR-Tools. The adapters of CPMpy have a variable of one value instead.
"""

import sys

import cpmpy

x = cpmpy.intvar(0, 2)
try:
    number = cpmpy.Model(cpmpy.Table([1, x], [[1, 2], [0, 1]])).solveAll(solver="exact")
except cpmpy.exceptions.TypeError as error:
    print(f"{type(error).__name__}: {error}")
    sys.exit(2)
print(f"{number} solutions; right is 1")
