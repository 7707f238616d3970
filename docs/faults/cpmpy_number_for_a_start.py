"""Seen in cpmpy 1.1.1 with exact 2.2.1.

A `Cumulative` with a number for a start, a duration of 0 and a variable demand ends in an
AssertionError, for Exact. The adapter `cpmpy-exact` has a variable of one value for the number.
"""

import sys

import cpmpy

demand = cpmpy.intvar(0, 2)
try:
    model = cpmpy.Model(cpmpy.Cumulative([4], [0], demand=[demand], capacity=0))
    number = model.solveAll(solver="exact")
except AssertionError as error:
    print(f"{type(error).__name__}: {error}")
    sys.exit(2)
print(f"{number} solutions; right are 3")
