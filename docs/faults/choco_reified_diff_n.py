"""Seen in pychoco 0.4.0.

The truth of a `diff_n` is 0 where it holds, too, and solutions repeat. The adapter `choco` posts it
where it must hold, and decomposes it elsewhere.
"""

import sys

from pychoco import Model

model = Model()
x, one, truth = model.intvar(0, 2), model.intvar(1), model.boolvar()
origins = [x, model.intvar(0)], [model.intvar(0), model.intvar(0)]
model.diff_n(*origins, [one, one], [one, one]).reify_with(truth)
solver, found = model.get_solver(), []
while solver.solve():
    found.append((x.get_value(), int(truth.get_value())))
several = f"{len(found)} solutions, different ones {sorted(set(found))}"
print(f"{several}, and right are (0, 0), (1, 1) and (2, 1), each once")
sys.exit(sorted(found) != [(0, 0), (1, 1), (2, 1)])
