"""Seen in pumpkin-solver 0.5.0 with cpmpy 1.1.1.

A task of two hours from -1 and one of an hour from 0 are found not to overlap. The adapter
`cpmpy-pumpkin` decomposes a NoOverlap that must hold.
"""

import sys

import cpmpy

starts = cpmpy.intvar(-1, -1), cpmpy.intvar(0, 0)
number = cpmpy.Model(cpmpy.NoOverlap(starts, [2, 1])).solveAll(solver="pumpkin")
print(f"{number} solutions instead of none")
sys.exit(number != 0)
