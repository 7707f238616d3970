"""Seen in minizinc 2.10.0 with Chuffed 0.14.0.

`steiner` finds a tree with a weight that it does not have: here with 1 one that weighs 0, too. No
adapter posts `steiner`.
"""

import subprocess
import sys

text = """
    include "steiner.mzn";
    array [1..2] of var bool: nodes; array [1..1] of var bool: edges; var 0..1: weight;
    constraint steiner(2, 1, [1], [2], [1], nodes, edges, weight) /\\ nodes[1];
    solve satisfy;
    output ["\\(nodes) \\(edges) \\(weight)\\n"];
"""
command = ["minizinc", "--solver", "chuffed", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
if "o solver with tag chuffed" in run.stderr:
    raise FileNotFoundError(run.stderr)
found = sorted(line for line in run.stdout.splitlines() if line.startswith("["))
right = ["[true, false] [false] 0", "[true, true] [true] 1"]
print(f"found {found} instead of {right}")
sys.exit(found != right)
