"""Seen in minizinc 2.10.0 with Chuffed 0.14.0.

`dtree` takes the node behind the root for the root: a tree from node 1 along an edge to node 2 is
lost, and node 2 alone is found. No adapter posts `dtree`.
"""

import subprocess
import sys

text = """
    include "tree.mzn";
    array [1..2] of var bool: nodes; array [1..1] of var bool: edges;
    constraint dtree(2, 1, [1], [2], 1, nodes, edges);
    solve satisfy;
    output ["\\(nodes) \\(edges)\\n"];
"""
command = ["minizinc", "--solver", "chuffed", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
if "o solver with tag chuffed" in run.stderr:
    raise FileNotFoundError(run.stderr)
found = sorted(line for line in run.stdout.splitlines() if line.startswith("["))
right = ["[true, false] [false]", "[true, true] [true]"]
print(f"found {found} instead of {right}")
sys.exit(found != right)
