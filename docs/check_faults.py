"""Runs the scripts in `faults/`: faults of solver libraries that their adapters avoid.

`python docs/check_faults.py` runs all of them, `python docs/check_faults.py NAME …` some, each in
a process of its own that is ended after ten seconds. A script needs its library alone. It ends
with exit code 0 once the fault is mended; otherwise it ends with another code, crashes or hangs.
Its first line names the library and the version in which the fault was seen; the rest says what
is wrong, and what the adapter does about it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FAULTS = Path(__file__).with_name("faults")
SECONDS = 10
LIVE, MENDED, MISSING, BROKEN = "live", "mended", "not installed", "the script is broken"


def names() -> list[str]:
    """The names of the scripts."""
    return sorted(path.stem for path in FAULTS.glob("*.py"))


def state(name: str) -> tuple[str, str]:
    """The state of a fault, and what its script says."""
    command = [sys.executable, str(FAULTS / f"{name}.py")]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return LIVE, f"still running after {SECONDS} seconds"
    said = (run.stdout + run.stderr).strip()
    if "ModuleNotFoundError" in run.stderr or "FileNotFoundError" in run.stderr:
        return MISSING, said
    if "Traceback (most recent call last)" in run.stderr:
        return BROKEN, said
    return (LIVE if run.returncode else MENDED), said


def main() -> None:
    """Run the scripts that are named, or all. Exit code 1 where one is not live."""
    wrong = False
    for name in sys.argv[1:] or names():
        found, said = state(name)
        wrong |= found in (MENDED, BROKEN)
        print(
            f"{found:8}{name}: {said.splitlines()[-1] if said else 'it says nothing'}", flush=True
        )
    sys.exit(wrong)


if __name__ == "__main__":
    main()
