"""Seen in python-constraint2 2.9.0.

`ExactSumConstraint`, `MinSumConstraint`, `MaxSumConstraint` and `VariableExactSumConstraint` raise
ValueError where they leave a variable no value, instead of finding no solution. The adapter
`python-constraint` posts Python tests of sums.
"""

import sys

from constraint import ExactSumConstraint, MaxSumConstraint, MinSumConstraint, Problem

wrong = 0
for never in (ExactSumConstraint(5), MinSumConstraint(5), MaxSumConstraint(-1)):
    problem = Problem()
    problem.addVariable("a", [0, 1])
    problem.addConstraint(never, ["a"])
    try:
        found = problem.getSolutions()
    except ValueError as error:
        found = f"ValueError: {error}"
    print(f"{found} instead of []")
    wrong += found != []
sys.exit(2 * (wrong > 0))
