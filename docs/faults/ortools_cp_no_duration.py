"""Seen in ortools 9.15.6755.

"Intervals with zero duration can be scheduled anywhere", says the documentation of the original CP
solver's `DisjunctiveConstraint`, but it keeps one from starting within another task. The adapter
`cp` leaves such tasks out.
"""

import sys

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
starts = [solver.IntVar(0, 2), solver.IntVar(0, 0)]
tasks = [
    solver.FixedDurationIntervalVar(starts[0], 0, ""),
    solver.FixedDurationIntervalVar(starts[1], 2, ""),
]
solver.Add(solver.DisjunctiveConstraint(tasks, ""))
solver.NewSearch(solver.Phase(starts, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
found = []
while solver.NextSolution():
    found.append(starts[0].Value())
solver.EndSearch()
print(f"{found} instead of [0, 1, 2]")
sys.exit(found != [0, 1, 2])
