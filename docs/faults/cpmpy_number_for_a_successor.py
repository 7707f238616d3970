"""Seen in cpmpy 1.1.1.

A number out of range among the successors of `Circuit`, or in the first list of `Inverse`, is
read as an index of Python: -1 is the last node. Both have a solution here, where there is none;
9 raises an IndexError. The adapters of CPMpy look at the numbers first.
"""

import sys

import cpmpy

x, y = cpmpy.intvar(0, 2, shape=2)
circuits = cpmpy.Model(cpmpy.Circuit([-1, x, y])).solveAll(solver="z3")
inverses = cpmpy.Model(cpmpy.Inverse([-1, x], [y, 0])).solveAll(solver="z3")
print(f"{circuits} circuits and {inverses} inverses instead of none")
sys.exit(circuits + inverses > 0)
