"""Seen in pychoco 0.4.0.

A variable of two listed values, 10 ** 9 apart, takes 125 MB. The adapter `choco` posts such
values as a constraint on an interval.
"""

import sys
from pathlib import Path

from pychoco import Model


def megabytes() -> int:
    """The memory that this process has taken, in use or swapped out."""
    fields = (line.split() for line in Path("/proc/self/status").read_text().splitlines())
    return sum(int(each[1]) for each in fields if each[0] in ("VmRSS:", "VmSwap:")) // 1024


model = Model()
before = megabytes()
variables = [model.intvar([0, 7, 10**9]) for _ in range(5)]
more = megabytes() - before
print(f"{more} MB more for {len(variables)} variables")
sys.exit(more > 100)
