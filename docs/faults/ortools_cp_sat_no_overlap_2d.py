"""Seen in ortools 9.15.6755.

CP-SAT loses a solution where a rectangle of `add_no_overlap_2d` is optional in both directions, by
two literals: one in which only one of them is true. The adapter `cp-sat` writes no such rectangles.
"""

import sys

from ortools.sat.python import cp_model


class Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.rows = []

    def on_solution_callback(self):
        self.rows.append(tuple(self.value(variable) for variable in (wide, high, y)))


model = cp_model.CpModel()
wide, high = model.new_bool_var("wide"), model.new_bool_var("high")
y = model.new_int_var(0, 1, "y")
across = [
    model.new_fixed_size_interval_var(0, 2, "across"),
    model.new_optional_fixed_size_interval_var(1, 2, wide, "across too"),
]
up = [
    model.new_fixed_size_interval_var(y, 1, "up"),
    model.new_optional_fixed_size_interval_var(1, 1, high, "up too"),
]
model.add_no_overlap_2d(across, up)
solver, collect = cp_model.CpSolver(), Collect()
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
solver.parameters.keep_all_feasible_solutions_in_presolve = True
solver.solve(model, collect)
print(f"{sorted(collect.rows)}: {len(collect.rows)} solutions instead of 7, all but (1, 1, 1)")
sys.exit(len(collect.rows) != 7)
