"""Seen in ortools 9.15.6755.

Where times times demands pass 64 bits, the cumulative of the original CP solver loses solutions:
here half of them. The adapter `cp` posts a sum for each start then.
"""

import sys

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
GREAT = 2**32
starts = [solver.IntVar(0, 3) for _ in range(3)]
tasks = [
    solver.FixedDurationIntervalVar(start, duration, "")
    for start, duration in zip(starts, [GREAT, GREAT, 1], strict=True)
]
solver.Add(solver.Cumulative(tasks, [GREAT, 1, 1], GREAT + 1, ""))
solver.NewSearch(solver.Phase(starts, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
number = 0
while solver.NextSolution():
    number += 1
solver.EndSearch()
print(f"{number} solutions instead of 34")
sys.exit(number != 34)
