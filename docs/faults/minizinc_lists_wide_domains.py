"""Seen in minizinc 2.6.4.

From a variable over -200..10000000 that must not be 9000000 the compiler takes that value out
and writes down each of the others: 90 MB of text. The adapter `minizinc` writes such a
disequality as "less or greater".
"""

import subprocess
import sys
import tempfile
from pathlib import Path

text = """
    var {0, 5}: a; var {0, 5000000}: b; var -200..10000000: n;
    constraint n = a + 2 * b; constraint n != 9000000;
    solve satisfy;
"""
with tempfile.TemporaryDirectory() as folder:
    compiled = Path(folder, "model.fzn")
    written = ["--fzn", str(compiled), "--ozn", str(compiled.with_suffix(".ozn"))]
    command = ["minizinc", "-c", "--solver", "gecode", *written, "-"]
    subprocess.run(command, input=text, text=True, check=False, capture_output=True)
    size = compiled.stat().st_size
print(f"{size / 1e6:.0f} MB of FlatZinc")
sys.exit(size > 1_000_000)
