"""Seen in cpmpy 1.1.1 with exact 2.2.1.

For solvers of sums, `Regular` is a flow in which a value that no transition reads has no arc, not
even where it is to be refused: of the 8 rows that are not accepted, 4 are found. The adapter
`cpmpy-exact` decomposes a Regular whose truth is asked for.
"""

import sys

import cpmpy

x, y = cpmpy.intvar(0, 2, shape=2)
accepted = cpmpy.Regular([x, y], [(0, 0, 1), (1, 1, 0)], 0, [0])
number = cpmpy.Model(~accepted).solveAll(solver="exact")
print(f"{number} solutions instead of 8")
sys.exit(number != 8)
