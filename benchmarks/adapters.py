"""Everyway's adapters as peers, measured to the values that they report: no `Solution` is made.

A setting is what the library can do beyond what the adapter asks of it.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from measure import Clock, Entrant, Skip
from ours import answered, as_given, first_solutions, models, reported

if TYPE_CHECKING:
    from tasks import Task

    from everyway.models import Model


@contextmanager
def _smallest_first() -> Iterator[None]:
    """OR-Tools' CP solver takes the variable with the fewest values, not the first."""
    native: Any = import_module("ortools.constraint_solver.pywrapcp").Solver
    with patch.object(native, "CHOOSE_FIRST_UNBOUND", native.CHOOSE_MIN_SIZE_LOWEST_MIN):
        yield


def _adapter(solver: str, setting: Callable[[], Any] = nullcontext) -> Entrant:
    def work(model: Model) -> int:
        with setting():
            return reported(solver)(model)

    return answered(solver, work)


def _choco(model: Model) -> int:
    """In this process, so that its start is not measured and its work is."""
    from everyway.solvers.choco import replay
    from everyway.solvers.choco.translation import Translation
    from everyway.solvers.harness.contract import Control

    control, model = Control(), as_given(model)
    translation = Translation(model, control.check)
    translation.post(model.constraints)
    shown = [term.native for term in translation.variables.values()]
    order = [*shown, *translation.derived]
    control.searching()
    return sum(1 for _ in replay.rows({"steps": translation.steps, "shown": shown, "order": order}))


def _gecode(task: Task, clock: Clock) -> int:
    """Gecode, smallest domain first; MiniZinc's translation counts as declaring."""
    if not (shutil.which("minizinc") and shutil.which("fzn-gecode")):
        raise Skip("minizinc or fzn-gecode is not installed")
    clock.lap("importing")
    with tempfile.TemporaryDirectory() as name:
        made = enumerate(models(task.declared()))
        paths = [_flattened(Path(name) / f"{k}.mzn", model) for k, model in made]
        clock.lap("declaring")
        found = 0
        for path in paths:
            command = ["fzn-gecode", "-a", str(path)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                found += sum(line.startswith("-----") for line in process.stdout)
            if process.returncode:
                raise RuntimeError(f"fzn-gecode ended with {process.returncode}")
        clock.lap("searching")
    return found


def _flattened(path: Path, model: Model) -> Path:
    from everyway.solvers.harness.contract import Control
    from everyway.solvers.minizinc.original import chosen
    from everyway.solvers.minizinc.translation import Translation

    translation = Translation(given := as_given(model), Control().check, chosen("gecode"))
    translation.post(given.constraints)
    path.write_text(translation.text())
    target = path.with_suffix(".fzn")
    command = ["minizinc", "--solver", "org.gecode.gecode", "-c", "--no-output-ozn", str(path)]
    subprocess.run([*command, "--fzn", str(target)], check=True, capture_output=True)
    return target


ADAPTERS: dict[str, Entrant] = {
    "cp: as declared": _adapter("cp"),
    "cp: smallest": _adapter("cp", _smallest_first),
    "cp, first": answered("cp", first_solutions("cp")),
    "choco": answered("choco", _choco),
    "gecode": _gecode,
    "cp-sat": _adapter("cp-sat"),
    "clingo": _adapter("clingo"),
    "sat": _adapter("sat"),
}
