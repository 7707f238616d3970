"""Seen in ortools 9.15.6755.

In a bin packing of the original CP solver with loads that are variables
(`AddWeightedSumEqualVarDimension`), a load whose domain has gaps may be another than the sum of the
sizes: here an item of size 2 makes a load of 3. The adapter `cp` asks for capacities alone.
"""

import sys

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
item, load = solver.IntVar(0, 0), solver.IntVar([0, 3])
pack = solver.Pack([item], 1)
pack.AddWeightedSumEqualVarDimension([2], [load])
solver.Add(pack)
solver.NewSearch(solver.Phase([item, load], solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
found = []
while solver.NextSolution():
    found.append(load.Value())
solver.EndSearch()
print(f"{found} instead of []")
sys.exit(found != [])
