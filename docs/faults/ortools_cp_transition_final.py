"""Seen in ortools 9.15.6755.

An automaton without a final state ends the process with a segmentation fault in the original CP
solver. The adapter `cp` finds by itself that nothing is accepted.
"""

import subprocess
import sys

ASKED = """
from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("")
symbol = solver.IntVar(0, 1)
solver.Add(solver.TransitionConstraint([symbol], [(0, 0, 0)], 0, []))
solver.NewSearch(solver.Phase([symbol], solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
solver.NextSolution()
"""
ended = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, check=False)
print(f"the process ends with {ended.returncode} instead of 0")
sys.exit(ended.returncode)
