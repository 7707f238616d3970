"""The clauses of a model as data, for programs that count, or check that nothing else is left."""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ...models.language.check import Judge
from ...models.language.model import Model
from ...models.language.viewpoints.labels import without_labels
from ..harness.adapting.sums_of_literals import Literal, Term
from ..harness.contract import Control, SolverFailed, SolverUnavailable, Unsupported
from ..harness.installing import pip_install
from .assuming import has_model
from .translation import Translation


class Clauses:
    """The clauses of a model, with a literal for each value of each of its variables.

    Other literals help to state constraints, and may have several values in one solution: a count
    is over `shown` alone.
    """

    def __init__(self, model: Model, control: Control) -> None:
        """Raises: Unsupported, also for an objective or a projection; Stopped, by `control`."""
        if model.objective is not None or model.projection:
            raise Unsupported("clauses have all solutions; leave the objective or projection out")
        plain, self.decode = without_labels(model)
        self.clauses: list[list[Literal]] = []
        translation = Translation(self, plain, control)
        translation.post(plain.constraints)
        self.last: int = translation.last
        """The greatest number of a literal."""
        self.terms: dict[str, Term] = {v.name: t for v, t in translation.variables.items()}

    def add_clause(self, literals: Iterable[Literal]) -> None:
        """Take a clause of the translation."""
        self.clauses.append(list(literals))

    @property
    def shown(self) -> list[int]:
        """The numbers of the literals of values, by which solutions differ."""
        return sorted({abs(one) for term in self.terms.values() for one in term.values()} | {1})

    def dimacs(self, blocked: Iterable[list[Literal]]) -> str:
        """The clauses, those that exclude solutions, and what literals mean, as a file."""
        some = list(blocked)
        lines = [
            f"c {literal} means {name} = {self.decode({name: value})[name]}"
            for name, term in self.terms.items()
            for value, literal in term.items()
        ]
        lines.append(f"p cnf {self.last} {len(self.clauses) + len(some)}")
        lines += [_line(clause) for clause in self.clauses]
        lines.append(f"c {len(some)} solutions, each excluded by a clause")
        return "".join(f"{line}\n" for line in [*lines, *map(_line, some)])


def _line(clause: Iterable[Literal]) -> str:
    return " ".join(map(str, [*clause, 0]))


@dataclass(frozen=True)
class NoFurther:
    """A proof in clauses that a model has some solutions and no others."""

    number: int
    """The number of solutions."""
    cnf: str
    """The clauses of the model, and one for each solution that excludes it, in DIMACS."""
    drat: str
    """Clauses that follow, one by one, the last of them empty: a DRAT proof."""


def no_further(model: Model, control: Control) -> NoFurther:
    """A proof by Glucose that nothing satisfies the clauses of `model` but its solutions.

    Raises: Unsupported, Stopped by `control`, ImportError without python-sat.
    """
    library: Any = importlib.import_module("pysat.solvers")
    clauses = Clauses(model, control)
    judge, blocked = Judge(model), list[list[Literal]]()
    native = library.Glucose4(bootstrap_with=clauses.clauses, with_proof=True)
    try:
        while has_model(native, [], control):
            held = set(native.get_model())
            chosen = {
                name: next((value, one) for value, one in term.items() if one in held)
                for name, term in clauses.terms.items()
            }
            values = clauses.decode({name: value for name, (value, _) in chosen.items()})
            if judge.violations(values):
                raise RuntimeError(f"the clauses allow {values}, which is no solution")
            blocked.append([-one for _, one in chosen.values()])
            native.add_clause(blocked[-1])
        return NoFurther(
            len(blocked), clauses.dimacs(blocked), "\n".join(native.get_proof()) + "\n"
        )
    finally:
        native.delete()


def is_installed() -> bool:
    """True if pyganak can be imported."""
    return importlib.util.find_spec("pyganak") is not None


def counted_by_ganak(model: Model, control: Control) -> int:
    """The number of solutions by ganak, projected on the values of variables, in a process.

    Raises: Unsupported, Stopped by `control`, SolverUnavailable without pyganak, SolverFailed.
    """
    if not is_installed():
        raise SolverUnavailable(f"pyganak is not installed; {pip_install('ganak')}")
    clauses = Clauses(model, control)
    with tempfile.TemporaryFile("w+") as given:
        json.dump([clauses.last, clauses.clauses, clauses.shown], given)
        given.seek(0)
        words = [sys.executable, "-c", _PROGRAM]
        with subprocess.Popen(words, stdin=given, stdout=subprocess.PIPE, text=True) as run:
            try:
                said = _said(run, control)
            finally:
                run.kill()
    *_, number = ["", *said.split()]
    if run.returncode or not number.isdigit():
        raise SolverFailed(f"ganak ended with {run.returncode}, and its last words are {number!r}")
    return int(number)


def _said(run: subprocess.Popen[str], control: Control) -> str:
    while True:
        with suppress(subprocess.TimeoutExpired):
            return run.communicate(timeout=0.1)[0]
        control.check()


_PROGRAM = """
import json, sys
from pyganak import Counter
sys.set_int_max_str_digits(0)
last, clauses, shown = json.load(sys.stdin)
counter = Counter()
counter.new_vars(last)
counter.add_clauses(clauses)
counter.set_sampling_set(shown)
print(flush=True)
print(counter.count())
"""
