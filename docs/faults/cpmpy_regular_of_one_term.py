"""Seen in cpmpy 1.1.1 with z3-solver 5.4.0.0.

`Regular` over one term raises a TypeError where CPMpy decomposes it: its list of states is a
variable then. The adapters of CPMpy decompose it themselves.
"""

import sys

import cpmpy

x = cpmpy.intvar(0, 2)
try:
    number = cpmpy.Model(cpmpy.Regular([x], [(0, 1, 1)], 0, [1])).solveAll(solver="z3")
except TypeError as error:
    print(f"{type(error).__name__}: {error}")
    sys.exit(2)
print(f"{number} solutions; right is 1")
