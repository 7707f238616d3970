"""The time that the command line and the imports take to start: minimum of ten runs, in ms.

    python benchmarks/startup.py

Then the CPU of whole processes, medians of interleaved rounds: `everyway count queens n=8` beside
OR-Tools' old CP solver in a bare script, and `--version` beside `--help`.

Ends with 1 where `everyway --help` takes 250 ms or more, or `import everyway.models` adds 60 ms or
more to an empty interpreter.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from measure import cpu, cpu_of_children, medians

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


def processor_milliseconds(*command: str) -> float:
    """The CPU of `command` and of all that it starts."""
    run = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * cpu(run, cpu_of_children)[1]


def processes(script: str) -> None:
    """Print the CPU of whole processes, medians of rounds in which each has its turn."""
    bare = str(Path(__file__).parent / "bare" / "old_cp_solver.py")
    commands = {
        "everyway count queens n=8": (script, "count", "queens", "n=8"),
        "old CP solver, bare script": (sys.executable, bare, "8"),
        "everyway --version": (script, "--version"),
        "everyway --help": (script, "--help"),
    }
    one_round = {name: partial(processor_milliseconds, *words) for name, words in commands.items()}
    spent = medians(lambda: {name: run() for name, run in one_round.items()}, RUNS)
    for name, milliseconds_of_cpu in spent.items():
        print(f"  {name:30} {milliseconds_of_cpu:7.0f} ms of CPU")


def main() -> int:
    """Measure; 0 where everything starts in time."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # who installs a package has its bytecode
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
    processes(script)
    return int(any(found[name] >= most for name, most in MOST.items()))


if __name__ == "__main__":
    raise SystemExit(main())
