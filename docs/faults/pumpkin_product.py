"""Seen in pumpkin-solver 0.5.0 with cpmpy 1.1.1.

A product of factors with both signs panics now and then ("internal error: entered unreachable
code") as solutions are ruled out one by one. The adapter `cpmpy-pumpkin` multiplies the distances
of the factors from their least values.
"""

import cpmpy

values = (-2, -1, 0, 2, 3)
for attempt in range(15):
    factors = cpmpy.intvar(-2, 3, shape=4)
    first, second = cpmpy.intvar(-6, 9), cpmpy.intvar(-18, 27)
    third = cpmpy.intvar(-54, 81)
    model = cpmpy.Model(cpmpy.any([factors[2] == value for value in values]))
    model += [first == factors[0] * factors[1], second == first * factors[2]]
    model += [third == second * factors[3], third >= 0]
    print(attempt, model.solveAll(solver="pumpkin"), flush=True)
