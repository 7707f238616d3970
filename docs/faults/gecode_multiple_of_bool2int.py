"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

A multiple of one truth that is compared with a number within a truth is taken for that truth
itself or for its opposite: n = 1 is found with a = false, where `2 * bool2int(a) != 0` does not
hold. The adapter `minizinc` gives each truth a variable of its own.
"""

import subprocess
import sys

text = """
    var bool: a;
    var 0..1: n;
    constraint n = bool2int(2 * bool2int(a) != 0);
    solve satisfy;
    output ["\\(a), \\(n)\\n"];
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
print(f"{run.stdout}\nRight is: false, 0 and true, 1")
sys.exit("false, 1" in run.stdout)
