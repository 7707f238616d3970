"""Plants one fault in an adapter, and sees whether the conformance kit notices.

`EVERYWAY_MUTANT` names the fault: this module is then a plugin of pytest, by `-p`, that hands out
the changed module in place of the real one. Nothing is written to any file.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from .mutants import ALSO_SHOWN_BY, PACKAGE, Mutant, mutated, read

BUDGET = {"models": 1000, "samples": 4, "time-limit": 60, "shrink": 0}
"""The budget of the kit for one mutant."""
SECONDS = 1800
_VARIABLE = "EVERYWAY_MUTANT"
NAME = "tests.conformance.plant"


class Planter(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Hands out the module with the fault."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self._code = compile(tree, f"<{module} with a fault>", "exec")
        self._name = f"{PACKAGE}.{module}"
        for name in list(sys.modules):  # to find it, its package has been imported
            if name.startswith(PACKAGE):
                del sys.modules[name]

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The place of the real module, with this as its loader."""
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if name != self._name or spec is None:
            return None
        spec.loader = self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with the fault."""
        exec(self._code, vars(module))


def verdict(mutant: Mutant) -> str:
    """The first failing test of the kit on `mutant`; `survived` where none fails."""
    budget = [f"--everyway-{name}={number}" for name, number in BUDGET.items()]
    solvers = filter(None, (mutant.solver, ALSO_SHOWN_BY.get(mutant.solver)))
    command = [sys.executable, "-m", "pytest", "-p", NAME, "-p", "no:randomly", "-xq"]
    command += ["-k", _without_a_clock()]
    try:
        done = subprocess.run(
            [*command, "--tb=no", "-rf", *(f"--everyway-solver={s}" for s in solvers), *budget],
            cwd=Path(__file__).parents[2],
            env=os.environ | {_VARIABLE: mutant.key},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "survived: out of time"
    if done.returncode == 0:
        return "survived"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode not in (1, 4) or not failed:  # killed, or broken in another way: no verdict
        return f"survived: the kit ended with {done.returncode} and no failing test"
    return f"caught by {failed[-1].rpartition('::')[2].partition(' - ')[0]}"


def _without_a_clock() -> str:
    """Leaves out the tests of stopping: where the machine is busy they may fail for that alone."""
    from everyway.conformance import stopping  # by the plugin it would be imported too early

    return " and ".join(f"not {name}" for name in vars(stopping) if name.startswith("test_"))


if _VARIABLE in os.environ:
    _mutant = read(os.environ[_VARIABLE])
    sys.meta_path.insert(0, Planter(_mutant.module, mutated(_mutant)))
