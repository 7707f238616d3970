"""Seen in python-constraint2 2.9.0.

The string "-a == b" is read as "a == b". The adapter `python-constraint` posts no strings.
"""

import sys

from constraint import Problem

problem = Problem()
problem.addVariables(["a", "b"], [-1, 0, 1])
problem.addConstraint("-a == b")
rows = sorted((found["a"], found["b"]) for found in problem.getSolutions())
print(f"{rows} instead of [(-1, 1), (0, 0), (1, -1)]")
sys.exit(rows != [(-1, 1), (0, 0), (1, -1)])
