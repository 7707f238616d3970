"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

Of a truth inside a comparison that is negated, the compiler says to Gecode only what follows from
it: q = 1 is found, where `bool2int(q = 1) >= q` holds. The adapter `minizinc` gives each truth a
variable of its own.
"""

import subprocess
import sys

text = """
    var 0..1: q;
    constraint not (bool2int(q = 1) >= q);
    solve satisfy;
    output ["(\\(q)) "];
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
found = sorted(line for line in run.stdout.splitlines() if line.startswith("("))
print("found", found, "and right is nothing")
sys.exit(bool(found))
