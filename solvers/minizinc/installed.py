"""The solvers that the MiniZinc of this system runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from ...models.language.phrases import did_you_mean
from ..harness.contract import SolverUnavailable

PROGRAM = "minizinc"
_GECODE = "org.gecode.gecode"


class Installed(NamedTuple):
    """A solver that MiniZinc runs."""

    identity: str
    """Its name to MiniZinc."""
    version: str = ""

    @property
    def name(self) -> str:
        """A short name, such as gecode."""
        return self.identity.rpartition(".")[2]

    @property
    def is_early_gecode(self) -> bool:
        """True for a Gecode up to 6.2, whose predicates MiniZinc knows by its names before 2.5.

        By the names of today it is given MiniZinc's own decompositions.
        """
        numbers = [int(number) for number in re.findall(r"\d+", self.version)]
        return self.identity == _GECODE and numbers < [6, 3]


def wanted() -> str:
    """The solver to use where none is named: that of EVERYWAY_MINIZINC_SOLVER, or Gecode."""
    return os.environ.get("EVERYWAY_MINIZINC_SOLVER", _GECODE)


def chosen(name: str = "") -> Installed:
    """The solver of a short or whole name, or the one that is `wanted`.

    Raises: SolverUnavailable where this MiniZinc has no such solver.
    """
    asked = name or wanted()
    for solver in _installed():
        if asked in (solver.identity, solver.name):
            return solver
    advice = did_you_mean(asked, backends(), "it has")
    raise SolverUnavailable(
        f"this MiniZinc does not offer {asked!r}; {advice}; the bundle from"
        " https://www.minizinc.org has gecode, chuffed and cp-sat"
    )


def if_installed(name: str = "") -> Installed | None:
    """The solver of a short or whole name, or the one that is `wanted`, if it is installed."""
    with suppress(SolverUnavailable, OSError):
        return chosen(name)
    return None


def preferred() -> str:
    """The short name of the solver that is wanted; "" where there is none."""
    solver = if_installed()
    return solver.name if solver else ""


def backends() -> list[str]:
    """The short names of the solvers that are installed."""
    return sorted({solver.name for solver in _installed()})


@cache
def said(option: str) -> str:
    """The answer of the program to one option."""
    done = subprocess.run([PROGRAM, option], capture_output=True, text=True, check=False)
    return done.stdout


@cache
def _installed() -> tuple[Installed, ...]:
    """Those that run as they are: without a window, or a library of somebody else's."""
    found = json.loads(said("--solvers-json") or "[]")
    return tuple(
        Installed(solver["id"], solver.get("version", ""))
        for solver in found
        if not solver.get("isGUIApplication") and not solver.get("requiredFlags")
    )
