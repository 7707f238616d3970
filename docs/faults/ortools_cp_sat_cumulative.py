"""Seen in ortools 9.15.6755.

CP-SAT, with one worker, loses half of the solutions of a cumulative in which demands and the
capacity are variables, and says OPTIMAL; it takes presolve, and four tasks. The adapters
`cp-sat` and `cpmpy-ortools` post a cumulative of constant demands alone.
"""

import sys
from itertools import product

from ortools.sat.python import cp_model


class Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.rows = []

    def on_solution_callback(self):
        self.rows.append(tuple(map(self.value, variables)))


domains = [[1, 2], [2, 3], [0, 2], [4, 5, 6]]
model = cp_model.CpModel()
one, three, four, capacity = variables = [
    model.new_int_var_from_domain(cp_model.Domain.from_values(values), "") for values in domains
]
tasks = [
    model.new_fixed_size_interval_var(start, duration, "")
    for start, duration in [(1, 1), (3, 2), (3, 1), (3, 1)]
]
model.add_cumulative(tasks, [one, 2, three, four], capacity)
solver, collect = cp_model.CpSolver(), Collect()
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
status = solver.solve(model, collect)
right = [row for row in product(*domains) if 2 + row[1] + row[2] <= row[3]]
print(f"{solver.status_name(status)} with {len(collect.rows)} of the {len(right)} solutions")
sys.exit(sorted(collect.rows) != right)
