"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

A table that has one variable twice allows x = 1, which no row gives to both columns. The adapter
`minizinc` gives a table each variable once, and leaves out rows with two values for one.
"""

import subprocess
import sys

text = """
    include "table_int.mzn";
    var {1, 3}: x;
    constraint table_int([x, x], [| 3, 1 | 1, 0 | 0, 3 |]);
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
found = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout
print(f"{found}\nRight is: unsatisfiable")
sys.exit("x = 1" in found)
