"""Seen in pychoco 0.4.0.

Where a variable stands twice in `increasing`, `regular`, `mddc`, `element` or `count`, an
exception may end the process: some propagator has not done its work when all is decided. The
adapter `choco` gives a constraint copies.
"""

import sys

from pychoco import Model

model = Model()
x = model.intvar(0, 2)
model.increasing([x, x], 1).post()
found = []
while model.get_solver().solve():
    found.append(x.get_value())
print(f"found {found}, and right is []")
sys.exit(found != [])
