"""Seen in ortools 9.15.6755.

CP-SAT, asked for the best, says that there is no solution, or proves a worse one: its presolve
takes some values to be no better than others, though a difference, or a sum in a set, forbids the
others. Here the best is b = 1, with a = 0. The adapter `cp-sat` keeps symmetry in presolve, which
leaves that step out, as its scripts do.
"""

import sys

from ortools.sat.python import cp_model

model = cp_model.CpModel()
a = model.new_int_var(0, 6, "a")
b = model.new_int_var_from_domain(cp_model.Domain.from_values([0, 1, 2, 4, 7]), "b")
model.add(b != a)
model.add(b >= a)
model.minimize(b)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
status = solver.solve(model)
print(solver.status_name(status))
sys.exit(status != cp_model.OPTIMAL or solver.objective_value != 1)
