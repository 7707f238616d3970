"""MiniZinc, where the system has it: the model as text, for Gecode to solve.

Another of the solvers that `minizinc --solvers` lists is chosen by the environment variable
EVERYWAY_MINIZINC_SOLVER.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import cache

from ...models.language.model import Model
from ..harness.aside import aside
from ..harness.contract import Assignment, Control, SolverFailed, SolverUnavailable, Traits
from .by_hand import script as script
from .translation import Translation, chosen_solver

TRAITS = Traits(
    calls_python=False, viewpoint="rows", program="minizinc", where="https://www.minizinc.org"
)

_OLDEST = (2, 8)
_COMPLETE = ("==========", "=====UNSATISFIABLE=====")


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by MiniZinc."""
    solver = _offered(chosen_solver())
    _note_version(control)
    translation = Translation(model, control.check)
    translation.post(model.constraints)
    names = [variable.name for variable in translation.variables]
    control.searching()
    search = _Search(translation.text(), solver)
    try:
        with closing(aside(search.rows(), control, search.kill)) as rows:
            for row in rows:
                yield dict(zip(names, row, strict=True))
    finally:
        search.end()


def _note_version(control: Control) -> None:
    """Tell the version, and that one from before 2.8 is old."""
    words = _said("--version").partition("version ")[2].split()[0].rstrip(",")
    control.statistics["MiniZinc"] = words
    if tuple(map(int, words.split(".")[:2])) < _OLDEST:
        control.statistics["warning"] = "this MiniZinc is older than 2.8; install a newer one"


def _offered(solver: str) -> str:
    """`solver`. Raises: SolverUnavailable where this MiniZinc has no such solver."""
    if solver not in _said("--solvers"):
        raise SolverUnavailable(f"this MiniZinc does not offer {solver}; see: minizinc --solvers")
    return solver


@cache
def _said(option: str) -> str:
    done = subprocess.run([TRAITS.program, option], capture_output=True, text=True, check=False)
    return done.stdout


class _Search:
    """MiniZinc at work on `text`, in a process of its own."""

    def __init__(self, text: str, solver: str) -> None:
        self._file = tempfile.NamedTemporaryFile("w", suffix=".mzn")  # noqa: SIM115 (see `end`)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (see `end`)
        self._file.write(text)
        self._file.flush()
        self._process = subprocess.Popen(
            [TRAITS.program, "--solver", solver, "--all-solutions", self._file.name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            process_group=0,
        )

    def rows(self) -> Generator[list[int], None, None]:
        """The values of the declared variables in each solution.

        Raises: SolverFailed where MiniZinc does not say that these are all.
        """
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split()
            if words[:1] == ["row"]:
                yield [int(word) for word in words[1:]]
            elif words and words[0] in _COMPLETE:
                return
        code = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        raise SolverFailed(f"MiniZinc ended with code {code}, not complete: {said[-500:]}")

    def kill(self) -> None:
        """End the search, from another thread."""
        _kill_group(self._process)

    def end(self) -> None:
        """End what still runs, and free what it holds."""
        _kill_group(self._process)
        self._process.communicate()
        self._file.close()
        self._errors.close()


def _kill_group(process: subprocess.Popen[str]) -> None:
    """End `process` and the solver that it has begun."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
