"""Seen in pychoco 0.4.0.

Where of a variable bounds alone are held, as by default of 32,768 values or more, `regular`,
`int_value_precede_chain` and a `circuit` with values out of range end the process with an
exception, since they remove values that they then find there; `at_least_n_values` with `ac` loses
solutions. The adapter `choco` decomposes what may take values so far apart.
"""

import sys

from pychoco import Model

model = Model()
x = model.intvar(0, 2, bounded_domain=True)
model.int_value_precede_chain([x], [0, 1]).post()
found = []
while model.get_solver().solve():
    found.append(x.get_value())
print(f"found {found}, and right is [0, 2]")
sys.exit(found != [0, 2])
