"""Enumerates 6 queens, which has 4 solutions, by CP-SAT with two workers.

    python docs/two_workers.py > two_workers.jsonl
    everyway compare queens n=6 --claim two-workers=two_workers.jsonl

No part of everyway is used. The solutions go to standard output, one a line, in the form that
`--claim` reads; the status that CP-SAT reports goes to standard error.
"""

import json
import sys

from ortools.sat.python import cp_model


class Printer(cp_model.CpSolverSolutionCallback):
    """Prints every solution that is reported to it."""

    def __init__(self, columns: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.columns = columns

    def on_solution_callback(self) -> None:
        """Print the squares of the queens."""
        squares = [f"r{row}c{self.value(x) + 1}" for row, x in enumerate(self.columns, start=1)]
        print(json.dumps({"queen": squares}))


def main(size: int = 6, workers: int = 2) -> None:
    """Enumerate with `workers` workers."""
    model = cp_model.CpModel()
    columns = [model.new_int_var(0, size - 1, f"row {row}") for row in range(size)]
    model.add_all_different(columns)
    model.add_all_different(column + row for row, column in enumerate(columns))
    model.add_all_different(column - row for row, column in enumerate(columns))
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = workers
    status = solver.solve(model, Printer(columns))
    print(f"CP-SAT with {workers} workers: {solver.status_name(status)}", file=sys.stderr)


if __name__ == "__main__":
    main()
