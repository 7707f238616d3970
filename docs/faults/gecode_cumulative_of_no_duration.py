"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

`cumulative` lets a task of duration 0 not start while another runs. The adapter `minizinc`
leaves out such tasks, and decomposes where a variable duration may be 0.
"""

import subprocess
import sys

text = """
    include "cumulative.mzn";
    var 0..1: s; var 0..1: t;
    constraint cumulative([s, t], [2, 0], [1, 1], 1);
    solve satisfy;
    output ["(\\(s), \\(t)) "];
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
found = sorted(line for line in run.stdout.splitlines() if line.startswith("("))
print("found", found, "and right are all four of (0, 0) (0, 1) (1, 0) (1, 1)")
sys.exit("==========" in run.stdout and len(found) < 4)
