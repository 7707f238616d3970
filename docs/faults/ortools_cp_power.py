"""Seen in ortools 9.15.6755.

Squared six times, which the original CP solver turns into the power 64, a variable that is 0
or 1 is only 0. The adapter `cp` takes 1 or 2 for the exponent of what is 0, 1 or -1.
"""

import sys

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
flag = solver.IntVar(0, 1, "")
power = flag
for _ in range(6):
    power = (power * power).Var()
solver.Add(power <= 5)
solver.NewSearch(solver.Phase([flag], solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
found = []
while solver.NextSolution():
    found.append(flag.Value())
print(f"{found} instead of [0, 1]")
sys.exit(found != [0, 1])
