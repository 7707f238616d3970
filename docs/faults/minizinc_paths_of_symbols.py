"""Seen in minizinc 2.6.4.

With `--keep-paths` all symbols of a regular expression have one path, and what has one path is
taken for the same: no solution is found, where four are. everyway keeps paths to find the names of
rules, and flattens a text that has such a path once more without.
"""

import subprocess
import sys

text = """
    include "regular_regexp.mzn";
    array[1..4] of var 0..1: x;
    constraint regular(x, "0* 1 0*");
    solve satisfy;
    output ["(\\(x)) "];
"""
command = ["minizinc", "--solver", "gecode", "--keep-paths", "-a", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
found = [line for line in run.stdout.splitlines() if line.startswith("(")]
print("found", len(found), "and right are 4")
sys.exit(len(found) != 4)
