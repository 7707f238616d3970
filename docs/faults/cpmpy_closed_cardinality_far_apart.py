"""Seen in cpmpy 1.1.1.

Of a closed `GlobalCardinalityCount` every number that is no value is gone through, to be ruled
out: over values far apart it never ends. The adapters decompose it there.
"""

import sys

import cpmpy

x = cpmpy.intvar(-100_000_000, 0)
model = cpmpy.Model(cpmpy.GlobalCardinalityCount([x, 0], [0, -100_000_000], [1, 1], closed=True))
number = model.solveAll(solver="z3")
print(f"{number} solutions; right is 1")
sys.exit(number != 1)
