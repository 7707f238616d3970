"""Seen in ortools 9.15.6755.

The original CP solver calls Python back while it searches, and a Ctrl-C that arrives there is
lost; the limit that was set is not kept after it either. The adapter `cp` searches in a thread
of its own, where no signal arrives.
"""

import os
import signal
import subprocess
import time
from itertools import combinations

from ortools.constraint_solver import pywrapcp

solver = pywrapcp.Solver("pigeons")
pigeons = [solver.IntVar(0, 11, "") for _ in range(13)]
for one, other in combinations(pigeons, 2):
    solver.Add(one != other)
end = time.monotonic() + 5
limit = solver.CustomLimit(lambda: time.monotonic() > end)
phase = solver.Phase(pigeons, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
solver.NewSearch(phase, [limit])
signal.signal(signal.SIGINT, signal.default_int_handler)  # not ignored, as in the background
subprocess.Popen(["sh", "-c", f"sleep 1; kill -INT {os.getpid()}"])
try:
    solver.NextSolution()
except KeyboardInterrupt:
    print("interrupted")
print("the search has ended")
