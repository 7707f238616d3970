"""MiniZinc, where the system has it: the model as text, for Gecode to solve.

Another of its solvers is asked as `minizinc[NAME]`, or named for all in the environment variable
EVERYWAY_MINIZINC_SOLVER.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Best, Control, SolverFailed, Traits, Unsupported
from ..harness.installing import ending
from .native_constraints import NATIVES
from .original import COMPLETE, PROGRAM, AtWork, Installed, chosen, found_in, lines_of, said
from .original import backends as backends
from .original import preferred as preferred
from .translation import Translation
from .translation import script as script

TRAITS = Traits(
    calls_python=False,
    costly=True,
    viewpoint="rows",
    program=PROGRAM,
    native_where=NATIVES.where,
    where="https://www.minizinc.org",
    originals=(".mzn",),
)

_OLDEST = (2, 8)
_BROKE_OFF = b"=====ERROR====="


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by MiniZinc."""
    return improving(model, None, control)


def improving(model: Model, goal: Goal | None, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`; with a `goal`, a variable of it, better ones until the best."""
    solver = chosen(control.backend)
    _note_version(control, solver)
    translation = Translation(model, control.check, solver)
    translation.post(model.constraints)
    control.searching()
    names = [variable.name for variable in translation.variables]
    with tempfile.TemporaryDirectory() as folder:
        search = _Search(Path(folder), translation.text(goal), solver.identity, names)
        yield from search.found(control)


def originals(model: Model, best: Best | None, control: Control) -> Iterator[Assignment]:
    """Every solution of the MiniZinc text from which `model` was read; see `original`."""
    solver = chosen(control.backend)
    _note_version(control, solver)
    recipe = model.recipe
    if recipe is None or not recipe.puzzle.endswith(".mzn"):
        raise Unsupported("there is no original: this puzzle was read from no .mzn file")
    if recipe.rules or recipe.givens or recipe.objective:
        raise Unsupported("there is no original: rules were added to the puzzle that was read")
    shown = model.projected(model.projection) if model.projection else model
    return found_in(recipe, shown, solver, best, control)


def _note_version(control: Control, solver: Installed) -> None:
    """Report the versions, and that a MiniZinc from before 2.8 is old."""
    version = said("--version").partition("version ")[2].split()[0].rstrip(",")
    control.statistics["MiniZinc"] = version
    control.statistics["its solver"] = f"{solver.name} {solver.version}".strip()
    if tuple(map(int, version.split(".")[:2])) < _OLDEST:
        control.statistics["warning"] = "this MiniZinc is older than 2.8; install a newer one"


class _Search(AtWork):
    """MiniZinc at work on `text`, which prints the values of `names`, with the solver it starts."""

    def __init__(self, folder: Path, text: str, solver: str, names: Sequence[str]) -> None:
        super().__init__(folder)
        self._text, self._solver, self._names = text, solver, names

    def rows(self) -> Generator[dict[str, int], None, None]:
        words = ["--solver", self._solver, "--all-solutions", "-"]
        family = self.started(words, subprocess.PIPE)
        assert family.process.stdin is not None
        with suppress(BrokenPipeError), family.process.stdin as given:
            given.write(self._text.encode())
        broke_off = False
        for line in lines_of(family):
            parts = line.split()
            broke_off = broke_off or parts[:1] == [_BROKE_OFF]
            if parts[:1] == [b"row"]:
                yield dict(zip(self._names, map(int, parts[1:]), strict=True))
            elif parts and parts[0] in COMPLETE:
                return
        how = "the solver that MiniZinc ran failed or was killed; " if broke_off else ""
        text, errors = f"MiniZinc {ending(family.process.wait())}, not complete", self.said()
        raise SolverFailed(f"{how}{text}; it printed: {errors}" if errors else f"{how}{text}")
