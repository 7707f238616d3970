"""A fault as files: the model, the answer, and a script that shows it without everyway."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...formats.writing.as_python import program_of
from ...models import Model
from ...models.language.files.model_as_data import to_data
from ...models.language.viewpoints.labels import without_labels
from ...solvers.harness.adapting.recording import header, literal, script_of
from ...solvers.harness.atomic_files import write_text
from ...solvers.harness.contract import Unsupported
from ...solvers.harness.registry import Solver
from ..instances.enumerate_naively import solution_rows
from ..instances.random_models import reported_variables
from .faults import FAILED, HUNG, MISCOUNTED, VERBS, Fault

SCHEMA = "everyway.fuzz-case/1"
SECONDS_TO_SHOW = 60.0

PLAIN = '''"""The solutions that {solver} finds of a small model.

{about}
"""

import os
import sys
from collections import Counter

from everyway.solvers import SolverFailed, SolverUnavailable, solutions

{code}

{expected}

sys.path.append(os.getcwd())  # for a solver that lies there
found, failed = Counter(), False
try:
    for solution in solutions(model, {solver!r}{jobs}):
        found[solution.row] += 1
except SolverUnavailable as error:
    print(error, file=sys.stderr)
    sys.exit(2)
except SolverFailed as error:
    print(error)
    failed = True
{counted}missing = Counter(EXPECTED) - found
wrong = found - Counter({wrong})
print("missing:", list(missing.elements()))
print({extra!r}, list(wrong.elements()))
sys.exit(bool(missing or wrong or failed))
'''
COUNTED = """\
from everyway.comparer import compare

comparison = compare(model, {solver!r}{jobs}, isolate=False)  # its own count is held against them
print(comparison)
failed = failed or bool(comparison.differences)
"""


@dataclass
class Case:
    """A fault, as small as it got, and what is known of it."""

    number: int
    """The number of the random model that showed it first."""
    fault: Fault
    version: str | None
    script: str
    alone: bool
    """True if the script needs the solver's library alone."""
    shown: bool | None = None
    """True if the script showed the fault when it was run."""
    times: int = 1
    """In how many random models a fault of this solver was seen that is of its kind."""
    path: Path | None = None

    @property
    def name(self) -> str:
        """The name of its files."""
        return re.sub(r"[^\w.-]+", "-", f"{self.fault.solver}-{self.fault.kind}-{self.number}")

    def to_json(self) -> dict[str, Any]:
        """The case as a document."""
        fault, model = self.fault, self.fault.model
        return {
            "schema": SCHEMA,
            "solver": fault.solver,
            "version": self.version,
            "kind": fault.kind,
            "reason": fault.reason or None,
            "seed": self.number,
            "times": self.times,
            "model": to_data(model),
            "variables": [variable.name for variable in reported_variables(model)],
            "constraints": [str(constraint) for constraint in model.constraints],
            "objective": model.objective.words if model.objective else None,
            "expected": _listed(fault.expected),
            "exact": fault.exact,
            "reported": _listed(fault.answer.rows),
            "witnesses": [list(w) if isinstance(w, tuple) else w for w in fault.witnesses],
            "script": self.script,
            "alone": self.alone,
            "reproduces": self.shown,
            "file": str(self.path) if self.path else None,
        }

    def save(self, folder: Path) -> None:
        """Write the script and what is known to `folder`."""
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{self.name}.py"
        document = json.dumps(self.to_json(), indent=2, ensure_ascii=False) + "\n"
        for path, text in ((self.path, self.script), (self.path.with_suffix(".json"), document)):
            write_text(path, text)

    def show(self) -> None:
        """Run the saved script, and note whether it shows the fault."""
        assert self.path is not None, "it is saved before"
        try:
            run = subprocess.run(
                [sys.executable, str(self.path)],
                capture_output=True,
                timeout=SECONDS_TO_SHOW,
                check=False,
                env=self._environment(),
            )
        except subprocess.TimeoutExpired:
            self.shown = self.fault.kind == HUNG
            return
        compared = b"missing:" in run.stdout
        self.shown = run.returncode != 0 and (compared or self.fault.kind == FAILED)

    def _environment(self) -> dict[str, str]:
        """The environment in which the script finds everyway, and a solver of somebody's."""
        path = {} if self.alone else {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return {**os.environ, **path}


def case_of(fault: Fault, number: int, solver: Solver, jobs: int = 1) -> Case:
    """`fault` with its script, in the words of the solver's library where they are known."""
    version = solver.version()
    about = _about(fault, version, number)
    in_its_words = jobs == 1 and fault.kind != MISCOUNTED
    write = script_of(solver) if in_its_words else None
    if write is not None:
        try:
            model, rows = _coded(fault)
            return Case(number, fault, version, write(model, rows, about), True)
        except (NotImplementedError, Unsupported) as error:
            about = f"{about}\nIt needs everyway: {error}."
    return Case(number, fault, version, _plain(fault, about, jobs), False)


def _about(fault: Fault, version: str | None, number: int) -> str:
    model = fault.model
    who = f"{fault.solver} {version or ''}".strip()
    known = "has" if fault.exact else "has at least"
    lines = [
        f"{who} {VERBS[fault.kind]}{f': {fault.reason}' if fault.reason else ''}.",
        f"Of solutions the model {known} {fault.expected.total()}; when this was written,"
        f" {fault.answer.rows.total()} were reported."
        f" everyway fuzz -S {fault.solver} --seed {number} --models 1 found it.",
        "",
        *(f"    {variable.name} in {_values(variable.domain)}" for variable in model.variables),
        *(f"    {constraint}" for constraint in model.constraints),
        *([f"    {model.objective.words}"] if model.objective else []),
        *([f"    projected on {', '.join(model.projection)}"] if model.projection else []),
    ]
    return "\n".join(lines)


def _values(domain: Any) -> str:
    values = list(domain)
    return f"{{{', '.join(map(str, values[:20]))}{', …' if len(values) > 20 else ''}}}"


def _coded(fault: Fault) -> tuple[Model, list[tuple[int, ...]]]:
    """The model with integers for labels, and its solutions. Raises: NotImplementedError."""
    if not fault.exact:
        raise NotImplementedError("not all solutions of the model are known")
    if fault.model.objective is not None:
        raise NotImplementedError("the best value is looked for before every solution that has it")
    if fault.model.projection:
        raise NotImplementedError("some variables alone matter")
    coded, _ = without_labels(fault.model)
    if coded is fault.model:
        return coded, list(fault.expected.elements())
    return coded, list(solution_rows(coded).elements())


def _plain(fault: Fault, about: str, jobs: int) -> str:
    model = fault.model
    names = [variable.name for variable in reported_variables(model)]
    asked = {"solver": fault.solver, "jobs": f", jobs={jobs}" if jobs > 1 else ""}
    return PLAIN.format(
        **asked,
        about=header(about),
        extra="invented or repeated:" if model.objective is None else "invented or not optimal:",
        wrong="EXPECTED" if fault.exact else "found.keys()",  # of more solutions nobody knows
        code=program_of(model),
        expected=literal("EXPECTED", names, fault.expected.elements()),
        counted=COUNTED.format(**asked) if fault.kind == MISCOUNTED else "",
    )


def _listed(rows: Counter[tuple[Any, ...]]) -> list[list[Any]]:
    return sorted((list(row) for row in rows.elements()), key=repr)
