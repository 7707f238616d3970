"""Seen in pychoco 0.4.0.

A table by the algorithm STR2+ allows everything where no row can be taken. The adapter `choco`
keeps to CT+.
"""

import sys

from pychoco import Model

model = Model()
x = model.intvar(0, 1)
model.table([x], [[2], [3]], algo="STR2+").post()
found = []
while model.get_solver().solve():
    found.append(x.get_value())
print(f"found {found}, and right is []")
sys.exit(found != [])
