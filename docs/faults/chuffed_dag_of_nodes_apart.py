"""Seen in minizinc 2.10.0 with Chuffed 0.14.0.

`dag` loses a graph of two nodes without an edge between them, which has no cycle. No adapter posts
`dag`.
"""

import subprocess
import sys

text = """
    include "dag.mzn";
    array [1..2] of var bool: nodes; array [1..1] of var bool: edges;
    constraint dag([1], [2], nodes, edges) /\\ nodes[1] /\\ nodes[2];
    solve satisfy;
    output ["\\(edges)\\n"];
"""
command = ["minizinc", "--solver", "chuffed", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
if "o solver with tag chuffed" in run.stderr:
    raise FileNotFoundError(run.stderr)
found = sorted(line for line in run.stdout.splitlines() if line.startswith("["))
right = ["[false]", "[true]"]
print(f"found {found} instead of {right}")
sys.exit(found != right)
