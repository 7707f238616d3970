"""Seen in cpmpy 1.1.1.

`solveAll` leaves out a variable that no constraint mentions: 3 solutions for 6, and no value
for the variable. The adapter brings such variables back.
"""

import sys

import cpmpy

x, y = cpmpy.intvar(0, 2, shape=2)
free = cpmpy.intvar(0, 1)
model = cpmpy.Model(x < y)
number = model.solveAll(display=lambda: print(x.value(), y.value(), free.value()))
print(f"{number} solutions instead of 6")
sys.exit(number != 6)
