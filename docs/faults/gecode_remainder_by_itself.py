"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

A variable from 1 that is its own remainder by itself is found to be 4, though that remainder is 0.
The adapter `minizinc` writes 0 for the remainder of a variable by itself.
"""

import subprocess
import sys

text = """
    var 1..7: x;
    constraint x mod x = x;
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
found = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout
print(f"{found}\nRight is: unsatisfiable")
sys.exit("x = 4" in found)
