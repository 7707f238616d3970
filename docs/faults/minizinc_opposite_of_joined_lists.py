"""Seen in minizinc 2.6.4.

The opposite of `forall`, or of `exists`, over lists that are joined by `++` ends the compiler, if
one of them is a comprehension. Texts for MiniZinc join the truths of such lists.
"""

import subprocess
import sys

text = """
    array[1..3] of var bool: x;
    constraint not forall([x[1]] ++ [x[i] | i in 2..3]);
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
found = run.stdout.count("----------\n")
print("found", found, "solutions and right are 7", run.stderr)
sys.exit(2 if run.returncode else found != 7)
