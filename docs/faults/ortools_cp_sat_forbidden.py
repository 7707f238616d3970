"""Seen in ortools 9.15.6755.

`add_forbidden_assignments` forbids more than its rows where other constraints leave out values of
them: here (1, -1), which is the only solution. The adapters `cp-sat` and `cpmpy-ortools` post a
clause for each row instead.
"""

import sys

from ortools.sat.python import cp_model

model = cp_model.CpModel()
x, y = model.new_constant(1), model.new_int_var(-1, 3, "y")
values = {value: model.new_bool_var("") for value in (-1, 1, 3)}
for value, taken in values.items():
    model.add(y == value).only_enforce_if(taken)
    model.add(y != value).only_enforce_if(~taken)
model.add_bool_or(values.values())
model.add_forbidden_assignments([x, y], [(1, 0), (2, -1), (1, 1), (1, 3)])
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
status = solver.solve(model)
print(solver.status_name(status))
sys.exit(status not in (cp_model.OPTIMAL, cp_model.FEASIBLE))
