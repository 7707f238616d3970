"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

`diffn` ends in an error where a variable stands twice, if all of the other origins are equal. The
adapter `minizinc` posts `diffn_nonstrict`, which MiniZinc's standard library decomposes.
"""

import subprocess
import sys

text = """
    include "diffn.mzn";
    var 0..1: y;
    constraint diffn([0, 0], [y, y], [1, 1], [1, 1]);
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
print(f"{run.stdout.strip()} instead of =====UNSATISFIABLE=====")
sys.exit(0 if "UNSATISFIABLE" in run.stdout else 2)
