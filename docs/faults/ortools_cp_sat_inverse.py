"""Seen in ortools 9.15.6755.

CP-SAT loses the solution of an inverse in which one variable stands in both lists, where presolve
finds two others equal. The adapter `cp-sat` ties a literal for each value instead, and
`cpmpy-ortools` decomposes it.
"""

import sys

from ortools.sat.python import cp_model


class Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.rows = []

    def on_solution_callback(self):
        self.rows.append([self.value(variable) for variable in variables])


model = cp_model.CpModel()
same, a, b, c, both, d = variables = [model.new_int_var(0, 2, "") for _ in range(6)]
model.add(same == d)
model.add_inverse([both, a, b], [c, both, d])
solver, collect = cp_model.CpSolver(), Collect()
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
solver.solve(model, collect)
print(f"{collect.rows} instead of [[0, 0, 1, 1, 2, 0]]")
sys.exit(collect.rows != [[0, 0, 1, 1, 2, 0]])
