"""Seen in minizinc 2.6.4 with Gecode 6.2.0.

A variable over {0, 4} that is compared with `bool2int` is printed as its own name, "n1 = n1",
and as an item of the output ends Gecode. The adapter `minizinc` does not use `bool2int`.
"""

import subprocess
import sys

text = """
    var {0, 4}: n1;
    var bool: b2; constraint b2 <-> (n1 = 2);
    var bool: b3; constraint b3 <-> (bool2int(b2) = n1);
    constraint exists([b3]);
    solve satisfy;
"""
command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
found = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout
print(found)
sys.exit("n1 = n1" in found)
