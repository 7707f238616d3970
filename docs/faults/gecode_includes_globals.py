"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

A model that includes `globals.mzn` is not compiled for Gecode, whatever it holds: Gecode's own
library is of an earlier MiniZinc. The adapter `minizinc` includes the file of each constraint
alone, and names those that Gecode has itself as its library does.
"""

import subprocess
import sys

text = """
    include "globals.mzn";
    var 0..1: x;
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
print(run.stdout, run.stderr.strip()[-300:], "Right are x = 0 and x = 1.", sep="\n")
sys.exit(0 if "x = 1" in run.stdout else 2)
