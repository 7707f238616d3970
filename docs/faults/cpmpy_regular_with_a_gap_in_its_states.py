"""Seen in cpmpy 1.1.1.

Where its truth is asked for, `Regular` adds a state for what is not accepted, and takes a number
for it that a state may have already: where states are 1 and 2, it finds 4 of the 8 rows that are
not accepted. The adapters of CPMpy number the states from 0.
"""

import sys

import cpmpy

x, y = cpmpy.intvar(0, 2, shape=2)
accepted = cpmpy.Regular([x, y], [(1, 0, 2), (2, 1, 1)], 1, [1])
number = cpmpy.Model(~accepted).solveAll(solver="ortools")
print(f"{number} solutions instead of 8")
sys.exit(number != 8)
