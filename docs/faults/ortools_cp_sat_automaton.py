"""Seen in ortools 9.15.6755.

`add_automaton` gives the same solution several times where all are enumerated, with one worker
too: 250 reported of 170. The adapter `cp-sat` posts a table for each step instead, in which
each state is determined by the one before.
"""

import sys

from ortools.sat.python import cp_model


class Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.rows = []

    def on_solution_callback(self):
        self.rows.append(tuple(map(self.value, symbols)))


model = cp_model.CpModel()
symbols = [model.new_int_var(0, 3, "") for _ in range(4)]
after = [[2, 1, 0, 0], [0, 1, 2, 2], [0, 2, 1, 2]]
moves = [(state, symbol, after[state][symbol]) for state in range(3) for symbol in range(4)]
model.add_automaton(symbols, 0, [1, 2], moves)
solver, collect = cp_model.CpSolver(), Collect()
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
solver.solve(model, collect)
print(f"{len(collect.rows)} reported, {len(set(collect.rows))} distinct")
sys.exit(len(collect.rows) != len(set(collect.rows)))
