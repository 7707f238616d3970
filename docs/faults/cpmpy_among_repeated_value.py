"""Seen in cpmpy 1.1.1.

`Among` counts a term twice where its value is named twice, though its `value()` does not: this
has no solution where there are 4. The adapters of CPMpy name each value once.
"""

import sys

import cpmpy

x, y = cpmpy.intvar(0, 2, shape=2)
model = cpmpy.Model(cpmpy.Among([x, y], [1, 1]) == 1)
number = model.solveAll()
print(f"{number} solutions instead of 4")
sys.exit(number != 4)
