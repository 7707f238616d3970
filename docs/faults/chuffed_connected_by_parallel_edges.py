"""Seen in minizinc 2.10.0 with Chuffed 0.14.0.

Of two edges between the same nodes, `connected` finds no solution that has the second alone. No
adapter posts it to Chuffed.
"""

import subprocess
import sys

text = """
    include "connected.mzn";
    array [1..2] of var bool: nodes; array [1..2] of var bool: edges;
    constraint connected([1, 1], [2, 2], nodes, edges) /\\ nodes[1] /\\ nodes[2];
    solve satisfy;
    output ["\\(edges)\\n"];
"""
command = ["minizinc", "--solver", "chuffed", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
if "o solver with tag chuffed" in run.stderr:
    raise FileNotFoundError(run.stderr)
found = sorted(line for line in run.stdout.splitlines() if line.startswith("["))
right = ["[false, true]", "[true, false]", "[true, true]"]
print(f"found {found} instead of {right}")
sys.exit(found != right)
