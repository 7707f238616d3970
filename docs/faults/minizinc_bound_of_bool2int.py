"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

Where one truth is bounded as a number, `bool2int(b) <= 0`, the compiler joins the clauses that have
it and leaves them out themselves: of 1 -> 2 and 2 -> 3 with 2 false, 1 is found to be true. The
adapter `minizinc` has numbers of 0 and 1 in the place of truths, which are bounded as such.
"""

import subprocess
import sys

text = """
    array[1..3] of var bool: c;
    constraint c[1] -> c[2];
    constraint c[2] -> c[3];
    constraint bool2int(c[2]) <= 0;
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
print(f"{run.stdout}\nRight is: [false, false, false] and [false, false, true]")
sys.exit("[true, false" in run.stdout)
