"""MiniZinc, where the system has it: the model as text, for Gecode to solve.

Another of its solvers is asked as `minizinc[NAME]`, or named for all in the environment variable
EVERYWAY_MINIZINC_SOLVER.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing, suppress

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Best, Control, SolverFailed, Traits, Unsupported
from ..harness.installing import ending, last_words, text_of
from ..harness.processes.background import aside
from ..harness.processes.child_process import Family
from .native_constraints import NATIVES
from .original import PROGRAM, Installed, chosen, found_in, said
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
_COMPLETE = (b"==========", b"=====UNSATISFIABLE=====")
_BROKE_OFF = b"=====ERROR====="
_LINE_OF_A_WARNING = re.compile("(?i)^warning|deprecat")


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by MiniZinc."""
    return _reported(model, None, control)


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    return _reported(model, goal, control)


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


def _reported(model: Model, goal: Goal | None, control: Control) -> Iterator[Assignment]:
    solver = chosen(control.backend)
    _note_version(control, solver)
    translation = Translation(model, control.check, solver)
    translation.post(model.constraints)
    names = [variable.name for variable in translation.variables]
    control.searching()
    search = _Search(translation.text(goal), solver.identity)
    try:
        with closing(aside(search.rows(), control, search.family.end)) as rows:
            for row in rows:
                yield dict(zip(names, row, strict=True))
    finally:
        search.end()


def _note_version(control: Control, solver: Installed) -> None:
    """Report the versions, and that a MiniZinc from before 2.8 is old."""
    version = said("--version").partition("version ")[2].split()[0].rstrip(",")
    control.statistics["MiniZinc"] = version
    control.statistics["its solver"] = f"{solver.name} {solver.version}".strip()
    if tuple(map(int, version.split(".")[:2])) < _OLDEST:
        control.statistics["warning"] = "this MiniZinc is older than 2.8; install a newer one"


class _Search:
    """MiniZinc at work on `text`, with the solver that it starts."""

    def __init__(self, text: str, solver: str) -> None:
        self._text = text
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (see `end`)
        command = [PROGRAM, "--solver", solver, "--all-solutions", "-"]
        pipe = subprocess.PIPE
        self.family = Family(command, stdin=pipe, stdout=pipe, stderr=self._errors)

    def rows(self) -> Generator[list[int], None, None]:
        """The values of the declared variables in each solution.

        Raises: SolverFailed where MiniZinc does not say that these are all.
        """
        process = self.family.process
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError), process.stdin:
            process.stdin.write(self._text.encode())
        broke_off = False
        for line in process.stdout:
            parts = line.split()
            broke_off = broke_off or parts[:1] == [_BROKE_OFF]
            if parts[:1] == [b"row"]:
                yield [int(value) for value in parts[1:]]
            elif parts and parts[0] in _COMPLETE:
                return
        raise SolverFailed(self._failure(process.wait(), broke_off))

    def _failure(self, status: int, broke_off: bool) -> str:
        """The ending of the process as text, with what it printed that is no warning."""
        self._errors.seek(0)
        lines = text_of(self._errors.read()).splitlines()
        errors = [line for line in lines if not _LINE_OF_A_WARNING.search(line.strip())]
        said = last_words("\n".join(errors))
        how = "the solver that MiniZinc ran failed or was killed; " if broke_off else ""
        text = f"{how}MiniZinc {ending(status)}, not complete"
        return f"{text}; it printed: {said}" if said else text

    def end(self) -> None:
        """End what still runs, and free what it holds."""
        self.family.close()
        self._errors.close()
