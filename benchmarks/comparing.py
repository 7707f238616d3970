"""The share of CPU that `everyway compare queens` spends in the solvers.

    python benchmarks/comparing.py [N]...

Of all CPU of the command and its processes, the solvers' own is what each needs to import itself
and its library, to build and to search; not to start its process, to send what it finds, to judge
and to compare that. Its process may be a copy of the command's, which has imported it by then: that
is its own too. Medians of five runs, for queens 10 and 11 unless given.
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from everyway.models.language.late_dataclasses import dataclass
from everyway.solvers.harness.processes.child import Sender
from everyway.solvers.harness.running.isolation import Isolated, RunOrder
from everyway.solvers.harness.running.run import Run
from everyway.solvers.harness.running.timed_run import MeteredRun

RUNS = 5
FOLDER = "EVERYWAY_BENCHMARK"
IN_COMMAND = "imported before they are copied"


@dataclass(frozen=True)
class Metered(RunOrder):
    """A run that leaves its CPU in a file."""

    run_type = MeteredRun

    def report(self, run: Run, sender: Sender) -> None:
        """Send every row, and write the CPU."""
        super().report(run, sender)
        assert isinstance(run, MeteredRun), "it was made here"
        spent = {phase: run.processor[phase] or 0.0 for phase in ("import", "build", "all")}
        (Path(os.environ[FOLDER]) / self.solver).write_text(json.dumps(spent))


def compared(size: int) -> tuple[float, dict[str, float]]:
    """CPU seconds of one comparison, and of each solver in it."""
    import subprocess
    import tempfile

    from measure import cpu, cpu_of_children

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--one", f"n={size}"]
        more: dict[str, Any] = {"stdout": subprocess.DEVNULL, "check": True}
        run = partial(subprocess.run, command, env={**os.environ, FOLDER: folder}, **more)
        _, whole = cpu(run, cpu_of_children)
        spent = {
            file.name: sum(json.loads(file.read_text()).values())
            for file in sorted(Path(folder).iterdir())
        }
    return whole, spent


def command(parameter: str) -> None:
    """Be the command, with runs that are measured."""
    import importlib

    import comparing  # by this name its class is found in other processes

    from everyway.solvers.harness import registry

    def imported(name: str) -> ModuleType:
        before = time.process_time()
        try:
            return importlib.import_module(name)
        finally:
            spent["import"] += time.process_time() - before

    spent = {"import": 0.0}
    registry.importlib = cast(Any, SimpleNamespace(import_module=imported))
    Isolated.order_type = comparing.Metered
    sys.argv = ["everyway", "compare", "queens", parameter]
    from everyway.views.start import main

    try:
        main()
    finally:
        (Path(os.environ[FOLDER]) / IN_COMMAND).write_text(json.dumps(spent))


def main(sizes: list[int]) -> None:
    """Print a line for each size."""
    from statistics import median  # not in the processes of the solvers

    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # who installs a package has its bytecode
    for size in sizes:
        compared(size)  # so that what is kept on disk is there
        runs = [compared(size) for _ in range(RUNS)]
        share = median(sum(spent.values()) / whole for whole, spent in runs)
        whole = median(whole for whole, _ in runs)
        each = {name: median(spent[name] for _, spent in runs) for name in runs[0][1]}
        solvers = ", ".join(f"{name} {seconds:.3f}" for name, seconds in each.items())
        print(f"queens {size}: {share:.0%} of {whole:.2f} s of CPU in the solvers: {solvers}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        command(sys.argv[2])
    else:
        main([int(word) for word in sys.argv[1:]] or [10, 11])
