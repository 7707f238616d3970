"""Seen in ortools 9.15.6755.

CP-SAT set to enumerate with two workers loses solutions and says OPTIMAL: often 2 of the 4
of six queens. The adapter `cp-sat` searches with one worker and refuses more.
"""

import sys

from ortools.sat.python import cp_model


class Count(cp_model.CpSolverSolutionCallback):
    found = 0

    def on_solution_callback(self):
        self.found += 1


model = cp_model.CpModel()
queens = [model.new_int_var(0, 5, "") for _ in range(6)]
for sign in (-1, 0, 1):
    model.add_all_different(queen + sign * place for place, queen in enumerate(queens))
for _ in range(30):
    solver, count = cp_model.CpSolver(), Count()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 2
    status = solver.solve(model, count)
    print(f"{solver.status_name(status)} with {count.found} of the 4 solutions")
    if count.found != 4:
        sys.exit(1)
