"""Seen in cpmpy 1.1.1 with ortools 9.15.6755.

Of a `NoOverlapOptional` with a duration that may be below 0, `solveAll` shows solutions more than
once. The adapter `cpmpy-ortools` posts no optional tasks.
"""

import sys

import cpmpy

start, last = cpmpy.intvar(0, 1), cpmpy.intvar(-1, 2)
there = cpmpy.boolvar()
model = cpmpy.Model(cpmpy.NoOverlapOptional([start], [last], is_present=[there]))
rows = []
model.solveAll(display=lambda: rows.append((start.value(), last.value(), there.value())))
print(f"{len(rows)} reported, {len(set(rows))} distinct")
sys.exit(len(rows) != len(set(rows)))
