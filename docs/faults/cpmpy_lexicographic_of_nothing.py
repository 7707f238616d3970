"""Seen in cpmpy 1.1.1.

An empty list is not at most an empty list, by `LexLessEq`: no solution instead of 3. `Precedence`
in an empty list raises an IndexError. The adapters of CPMpy decompose both.
"""

import sys

import cpmpy

x = cpmpy.intvar(0, 2)
number = cpmpy.Model(x >= 0, cpmpy.LexLessEq([], [])).solveAll()
print(f"{number} solutions instead of 3")
sys.exit(number != 3)
