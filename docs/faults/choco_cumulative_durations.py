"""Seen in pychoco 0.4.0.

`cumulative` loses solutions where a duration may be 0 or not: of a task that finds no room, and so
must take no time, it forbids to start beside another. The adapter `choco` posts it where all
durations are constants.
"""

import sys

from pychoco import Model

model = Model()
start, duration = model.intvar(0, 1), model.intvar(0, 1)
tasks = [model.task(start, duration), model.task(model.intvar(0), model.intvar(2))]
model.cumulative(tasks, [model.intvar(2), model.intvar(1)], model.intvar(2)).post()
solver, found = model.get_solver(), []
solver.set_min_dom_lb_search(start, duration)
while solver.solve():
    found.append((start.get_value(), duration.get_value()))
print(f"starts and durations {found}, and right are [(0, 0), (1, 0)]")
sys.exit(sorted(found) != [(0, 0), (1, 0)])
