"""Seen in pychoco 0.4.0.

A limit of "300ms" is not kept, and nothing stops a search without a solution: no signal is
seen and no thread of Python runs. The adapter `choco` ends the process that searches.
"""

from itertools import combinations

from pychoco import Model

model = Model()
pigeons = model.intvars(13, 0, 11)
for one, other in combinations(pigeons, 2):
    model.arithm(one, "!=", other).post()
solver = model.get_solver()
solver.limit_time("300ms")
solver.solve()
print("the search has ended")
