"""Seen in pychoco 0.4.0.

An exception ends the process where a `circuit` is reified and a successor is below 0. The adapter
`choco` reifies it where none can be out of range.
"""

import sys

from pychoco import Model

model = Model()
after, truth = [model.intvar(-1, 1), model.intvar(0, 1)], model.boolvar()
model.circuit(after).reify_with(truth)
solver, found = model.get_solver(), []
solver.set_min_dom_lb_search(*after, truth)
while solver.solve():
    found.append((*(place.get_value() for place in after), int(truth.get_value())))
right = [(a, b, int((a, b) == (1, 0))) for a in (-1, 0, 1) for b in (0, 1)]
print(f"successors and truths {found}, and right are {right}")
sys.exit(sorted(found) != right)
