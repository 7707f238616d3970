"""Seen in pychoco 0.4.0.

The truth of a `cumulative` is 0 where it holds, if a demand is variable: here that of the only
task is 0, as the capacity is. The adapter `choco` reifies it where all demands are constants.
"""

import sys

from pychoco import Model

model = Model()
demand, truth = model.intvar(0, 1), model.boolvar()
task = model.task(model.intvar(0), 1)
model.cumulative([task], [demand], model.intvar(0)).reify_with(truth)
solver, found = model.get_solver(), []
solver.set_min_dom_lb_search(demand, truth)
while solver.solve():
    found.append((demand.get_value(), int(truth.get_value())))
print(f"demands and truths {found}, and right are [(0, 1), (1, 0)]")
sys.exit(sorted(found) != [(0, 1), (1, 0)])
