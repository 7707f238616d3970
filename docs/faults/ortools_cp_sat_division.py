"""Seen in ortools 9.15.6755.

Without presolve, CP-SAT ends the process ("Infeasible solution!") where one variable is divided and
is the quotient, too. The adapter `cp-sat` does without `add_division_equality`.
"""

import sys

from ortools.sat.python import cp_model

model = cp_model.CpModel()
x = model.new_int_var_from_domain(cp_model.Domain.from_values([-1, 2, 4]), "x")
model.add_division_equality(x, x, 2)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.cp_model_presolve = False
status = solver.solve(model)
print(f"{status} instead of INFEASIBLE")
sys.exit(status != cp_model.INFEASIBLE)
