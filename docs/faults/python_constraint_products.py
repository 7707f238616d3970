"""Seen in python-constraint2 2.9.0.

`ExactProdConstraint` and `MaxProdConstraint` lose solutions in which a value of 0 or below makes up
for others whose product is too large. The adapter `python-constraint` posts Python tests of
products.
"""

import sys

from constraint import BacktrackingSolver, ExactProdConstraint, MaxProdConstraint, Problem

wrong = 0
for natively in (ExactProdConstraint(0), MaxProdConstraint(5)):
    problem = Problem(BacktrackingSolver())
    for name, values in (("a", [3]), ("b", [0]), ("c", [2])):
        problem.addVariable(name, values)
    problem.addConstraint(natively, ["a", "b", "c"])
    found = [tuple(solution[name] for name in "abc") for solution in problem.getSolutions()]
    print(f"{found} instead of [(3, 0, 2)]")
    wrong += found != [(3, 0, 2)]
sys.exit(wrong > 0)
