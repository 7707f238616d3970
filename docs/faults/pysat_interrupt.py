"""Seen in python-sat 1.9.dev17.

Ctrl-C comes as `pysolvers.error`, not as KeyboardInterrupt, so that it is taken for a fault
of the solver. The adapter `sat` searches for some thousand conflicts at a time.
"""

import os
import subprocess
import sys
from itertools import combinations

from pysat.solvers import Glucose4

solver = Glucose4()
solver.append_formula([[12 * i + j + 1 for j in range(12)] for i in range(13)])
for j in range(12):
    for one, other in combinations(range(13), 2):
        solver.add_clause([-(12 * one + j + 1), -(12 * other + j + 1)])
subprocess.Popen(["sh", "-c", f"sleep 1; kill -INT {os.getpid()}"])
try:
    solver.solve()
except Exception as error:
    print(f"{type(error).__name__}: {error}")
    sys.exit(1)
except KeyboardInterrupt:
    print("interrupted")
