"""Seen in pumpkin-solver 0.5.0 with cpmpy 1.1.1.

A model that Pumpkin refutes while it is posted ends in a ValueError, not in "no solution". The
adapter `cpmpy-pumpkin` takes the error for that answer.
"""

import sys

import cpmpy

x, y = cpmpy.intvar(0, 2, shape=2)
try:
    nothing = cpmpy.GlobalCardinalityCount([x, y], [], [], closed=True)
    number = cpmpy.Model(nothing).solveAll(solver="pumpkin")
except ValueError as error:
    print(f"{type(error).__name__}: {error}")
    sys.exit(2)
print(f"{number} solutions; right are 0")
