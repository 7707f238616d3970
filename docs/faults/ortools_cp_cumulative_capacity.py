"""Seen in ortools 9.15.6755.

Where the capacity of a cumulative is a variable that also starts a task, the original CP solver
loses solutions: here both of a single task that needs 3. The adapter `cp` gives it a copy.
"""

import sys

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
start = solver.IntVar([0, 2, 3, 4])
solver.Add(solver.Cumulative([solver.FixedDurationIntervalVar(start, 4, "")], [3], start, ""))
solver.NewSearch(solver.Phase([start], solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
found = []
while solver.NextSolution():
    found.append(start.Value())
solver.EndSearch()
print(f"{found} instead of [3, 4]")
sys.exit(found != [3, 4])
