"""Seen in pychoco 0.4.0.

`cumulative` finds nothing where the latest end is 2 ** 31 or more behind the earliest start, which
32 bits do not hold. The adapter `choco` decomposes tasks that may lie more than 32,766 apart.
"""

import sys

from pychoco import Model

model = Model()
starts = [model.intvar(-(10**9), 10**9) for _ in range(4)]
tasks = [model.task(start, 3) for start in starts]
model.cumulative(tasks, [model.intvar(1)] * 4, model.intvar(2)).post()
solver = model.get_solver()
solver.set_min_dom_lb_search(*starts)
found = solver.solve()
print(f"a solution is {'found' if found else 'not found'}, and there are many")
sys.exit(not found)
