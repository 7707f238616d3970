"""Seen in ortools 9.15.6755.

The sub-circuit of the original CP solver loses solutions where successors are known from the start:
here node 3 has no other than itself, and node 4 then goes to 2. The adapter `cp` decomposes it.
"""

import sys

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
after = [solver.IntVar(values) for values in ([4], [0], [1], [3], [2, 3])]
solver.Add(solver.SubCircuit(after))
solver.NewSearch(solver.Phase(after, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
found = []
while solver.NextSolution():
    found.append([node.Value() for node in after])
solver.EndSearch()
print(f"{found} instead of [[4, 0, 1, 3, 2]]")
sys.exit(found != [[4, 0, 1, 3, 2]])
