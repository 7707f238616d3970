"""The counts that the world knows, verified row by row whatever becomes of one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "verify_counts.py"
ROWS = """family,params,count,source
queens_all,"{""n"": -1}",0,refused by the declaration
queens_all,"{""n"": 3}",0,right
queens_all,"{""n"": 9}",352,too large for brute force
queens_all,"{""n"": 4}",3,wrong
unheard of,"{""n"": 4}",3,unmapped
queens_all,"{""n"": 2}",0,right
"""


def test_a_row_that_is_refused_does_not_keep_the_others_from_their_totals(tmp_path: Path):
    file = tmp_path / "counts.csv"
    file.write_text(ROWS)
    command = [sys.executable, str(SCRIPT), str(file), "-S", "brute-force", "--seconds", "100"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    totals = {line.split()[-1]: int(line.split()[0]) for line in done.stdout.splitlines()[-4:]}
    assert totals == {"refused": 2, "right": 2, "WRONG": 1, "unmapped": 1}
