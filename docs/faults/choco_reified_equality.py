"""Seen in pychoco 0.4.0.

`reify_x_eq_y` does not see that its truth can no longer be 1 where one variable is an interval
with few values left, and an exception ends the process at the wrong solution. The adapter
`choco` writes `arithm(x, "=", y).reify_with(truth)`.
"""

from pychoco import Model

model = Model()
x, y = model.intvar([-100, 77]), model.intvar(-(10**8), 2)
truth = model.boolvar()
model.reify_x_eq_y(x, y, truth)
model.member(y, [-(10**8), 2]).post()
model.arithm(y, "=", 2).post()
solver = model.get_solver()
solver.set_min_dom_lb_search(x, y, truth)
while solver.solve():
    print(x.get_value(), y.get_value(), truth.get_value(), flush=True)
