"""Seen in pumpkin-solver 0.5.0 with cpmpy 1.1.1.

`Cumulative` panics as soon as solutions are ruled out one by one ("Task should have been found in
`current_profile`"), or never ends; other tasks are found to run at the same time where they may
not. The adapter `cpmpy-pumpkin` decomposes Cumulative and NoOverlap that must hold.
"""

import sys

import cpmpy

starts = cpmpy.intvar(-2, 2, shape=3)
model = cpmpy.Model(cpmpy.Cumulative(starts, [4, 1, 3], demand=[1, 2, 1], capacity=2))
number = model.solveAll(solver="pumpkin")
print(f"{number} solutions; right are 33")
sys.exit(number != 33)
