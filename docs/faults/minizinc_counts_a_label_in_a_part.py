"""Seen in minizinc 2.6.4.

`count` of a member of an enumerated type in a part of an array of two dimensions ends the compiler.
Texts for MiniZinc have a sum of truths there.
"""

import subprocess
import sys

text = """
    include "count.mzn";
    enum Letter = {a, b};
    array[1..2, 1..2] of var Letter: x;
    constraint count(x[1, ..], a) = 1;
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
found = run.stdout.count("----------\n")
print("found", found, "solutions and right are 8", run.stderr)
sys.exit(2 if run.returncode else found != 8)
