"""Seen in pychoco 0.4.0.

A variable of two listed values, 10 ** 9 apart, takes 125 MB. The adapter `choco` posts such
values as a constraint on an interval.
"""

import resource
import sys

from pychoco import Model

model = Model()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
model.intvar([0, 7, 10**9])
more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
print(f"{more} MB more")
sys.exit(more > 60)
