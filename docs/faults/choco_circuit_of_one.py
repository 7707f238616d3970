"""Seen in pychoco 0.4.0.

A `circuit` of one node is never found, though its path from the node leads to it again, as in
MiniZinc. The adapter `choco` writes that the node is its own successor.
"""

import sys

from pychoco import Model

model = Model()
after = model.intvar(0, 1)
model.circuit([after]).post()
found = []
while model.get_solver().solve():
    found.append(after.get_value())
print(f"found {found}, and right is [0]")
sys.exit(found != [0])
