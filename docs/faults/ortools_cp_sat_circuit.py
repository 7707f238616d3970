"""Seen in ortools 9.15.6755.

CP-SAT, asked for every solution, reports one in which two arcs of a circuit leave the same vertex;
it takes probing in presolve, `keep_all_feasible_solutions_in_presolve`, and some dozens of
vertices. The adapter `cp-sat` leaves probing out where there is a circuit.
"""

import sys
from collections import Counter

from ortools.sat.python import cp_model


class Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.most = []

    def on_solution_callback(self):
        leave = Counter(tail for tail, _, taken in arcs if self.boolean_value(taken))
        self.most.append(max(leave.values()))


model, size = cp_model.CpModel(), 6
points = [(row, column) for row in range(size) for column in range(size)]
sides = [
    (point, end)
    for point in points
    for end in ((point[0], point[1] + 1), (point[0] + 1, point[1]))
    if end in points
]
side, back, forth = ({one: model.new_bool_var("") for one in sides} for _ in range(3))
arcs = [(point, point, model.new_bool_var("")) for point in points]
for one in sides:
    model.add(side[one] - forth[one] - back[one] == 0)
    arcs += [(*one, forth[one]), (*one[::-1], back[one])]
model.add_circuit((points.index(tail), points.index(head), taken) for tail, head, taken in arcs)
model.add(back[sides[0]] == 0)
for square, number in zip(
    points, "3...1. ...... 3...2. 12022. ...3.".replace(" ", ""), strict=False
):
    if number != ".":
        row, column = square
        right, below, across = (row, column + 1), (row + 1, column), (row + 1, column + 1)
        around = ((square, right), (square, below), (right, across), (below, across))
        model.add(sum(side[one] for one in around) == int(number))
solver, collect = cp_model.CpSolver(), Collect()
solver.parameters.enumerate_all_solutions = True
solver.parameters.keep_all_feasible_solutions_in_presolve = True
solver.parameters.num_workers = 1
status = solver.solve(model, collect)
print(f"{solver.status_name(status)}, most arcs that leave a vertex: {collect.most}")
sys.exit(max(collect.most) > 1)
