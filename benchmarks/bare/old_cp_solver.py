"""Counts the solutions of n queens with OR-Tools' old CP solver, and without everyway.

python benchmarks/bare/old_cp_solver.py 12
"""

import sys

from ortools.constraint_solver import pywrapcp


def main(size: int) -> None:
    """Print the number of solutions."""
    solver = pywrapcp.Solver("queens")
    column = [solver.IntVar(0, size - 1, f"row {row}") for row in range(size)]
    solver.Add(solver.AllDifferent(column, False))
    solver.Add(solver.AllDifferent([(column[i] + i).Var() for i in range(size)], False))
    solver.Add(solver.AllDifferent([(column[i] - i).Var() for i in range(size)], False))
    choices = solver.Phase(column, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
    solver.NewSearch(choices)
    found = 0
    while solver.NextSolution():
        found += 1
    solver.EndSearch()
    print(found)


if __name__ == "__main__":
    main(int(sys.argv[1]))
