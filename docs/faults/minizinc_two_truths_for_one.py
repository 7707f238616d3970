"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

Where two truths are left of a sum that is at most another, so that one is no more than the other,
the compiler takes both for the same: b <= a and a + e <= f are written, and a = 1 with f = 0 is
found. Texts for MiniZinc have numbers of 0 and 1 there, or the opposites of truths on the other
side; the adapter `minizinc` has numbers of 0 and 1 in the place of all truths.
"""

import subprocess
import sys

text = """
    var bool: a; var bool: b; var bool: c; var bool: e; var bool: f;
    constraint b + c <= a + c;
    constraint a + c + e <= f + c;
    solve satisfy;
    output ["(\\(bool2int(a)), \\(bool2int(b)), \\(bool2int(e)), \\(bool2int(f))) "];
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
found = {line.strip() for line in run.stdout.splitlines() if line.startswith("(")}
print("found", sorted(found), "and right are five, all with f = 1 where a = 1")
sys.exit("(1, 0, 0, 0)" in found)
