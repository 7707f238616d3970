"""Seen in ortools 9.15.6755.

Asked for the greatest and then for the least of the same three or more Booleans, the original
CP solver gives the greatest twice. The adapter `cp` never asks for a least.
"""

import sys

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
flags = [solver.IntVar(0, 1) for _ in range(3)]
most, least = solver.Max(flags).Var(), solver.Min(flags).Var()
solver.Add(most == 1)
solver.Add(least == 0)
solver.NewSearch(solver.Phase(flags, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
found = 0
while solver.NextSolution():
    found += 1
solver.EndSearch()
print(f"{found} of the 6 solutions")
sys.exit(found != 6)
