"""Seen in pychoco 0.4.0.

A reified `element` loses assignments under which its index is out of range. The adapter `choco`
brings an index into range, and asks for the item, never for a truth.
"""

import sys

from pychoco import Model

model = Model()
item, index, truth = model.intvar([-1, 1]), model.intvar(0, 1), model.boolvar()
model.element(model.intvar(1), [item], index).reify_with(truth)
solver, found = model.get_solver(), []
solver.set_min_dom_lb_search(item, index, truth)
while solver.solve():
    found.append((item.get_value(), index.get_value(), int(truth.get_value())))
right = [(-1, 0, 0), (-1, 1, 0), (1, 0, 1), (1, 1, 0)]
print(f"items, indices and truths {found}, and right are {right}")
sys.exit(sorted(found) != right)
