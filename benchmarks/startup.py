"""The time that the command line and the imports take to start: minimum of ten runs, in ms.

    python benchmarks/startup.py

Ends with 1 where `everyway --help` takes 250 ms or more, or `import everyway.models` adds 60 ms or
more to an empty interpreter.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

RUNS = 10
MOST = {"everyway --help": 250.0, "import everyway.models": 60.0}
"""Milliseconds."""


def milliseconds(*command: str) -> float:
    """The shortest of `RUNS` runs of `command`."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def main() -> int:
    """Measure; 0 where everything starts in time."""
    python = [sys.executable, "-c"]
    script = str(Path(sys.executable).with_name("everyway"))
    empty = milliseconds(*python, "pass")
    found = {
        "everyway --help": milliseconds(script, "--help"),
        "import everyway.models": milliseconds(*python, "import everyway.models") - empty,
        "import everyway.solvers": milliseconds(*python, "import everyway.solvers") - empty,
    }
    print(f"  {'an empty interpreter':30} {empty:7.0f} ms")
    for name, spent in found.items():
        print(f"  {name:30} {spent:7.0f} ms")
    return int(any(found[name] >= most for name, most in MOST.items()))


if __name__ == "__main__":
    raise SystemExit(main())
