"""Counts the solutions of n queens with CP-SAT, set to enumerate quickly, and without everyway.

python benchmarks/bare/cp_sat.py 12
"""

import sys

from ortools.sat.python import cp_model


class Counter(cp_model.CpSolverSolutionCallback):
    """Counts the solutions reported to it."""

    found = 0

    def on_solution_callback(self) -> None:
        """One more."""
        self.found += 1


def main(size: int) -> None:
    """Print the number of solutions."""
    model = cp_model.CpModel()
    column = [model.new_int_var(0, size - 1, f"row {row}") for row in range(size)]
    model.add_all_different(column)
    model.add_all_different(x + row for row, x in enumerate(column))
    model.add_all_different(x - row for row, x in enumerate(column))
    model.add_decision_strategy(column, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE)
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.solve(model, counter)
    print(counter.found)


if __name__ == "__main__":
    main(int(sys.argv[1]))
