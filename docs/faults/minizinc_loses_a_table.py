"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

The truth of a table is required, and is no part of the output: the table is left out of the text
that Gecode gets, so that every row is found. The adapter `minizinc` decomposes a table where its
truth is asked for.
"""

import subprocess
import sys

text = """
    include "table_int.mzn";
    var 0..1: x; var 0..1: y; var bool: b;
    constraint b <-> table_int([x, y], [| 0, 1 | 1, 0 |]);
    constraint b;
    solve satisfy;
    output ["(\\(x), \\(y)) "];
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
found = sorted(line for line in run.stdout.splitlines() if line.startswith("("))
print("found", found, "and right are (0, 1) (1, 0)")
sys.exit(len(found) > 2)
