"""Writes solvers.md: what each solver does with each constraint, and known faults of libraries.

python docs/make_solvers.py

Each solver is given small models, one constraint each, and watched: a constraint is native where
the solver never asks for its decomposition.
"""

from __future__ import annotations

import inspect
import textwrap
import warnings
from pathlib import Path

from known_misbehaviours import EXAMPLES

from everyway.conformance.instances.cells import cell
from everyway.models import Constraint, Model
from everyway.models.language.constraints import Core
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.solvers.harness.contract import Unsupported
from everyway.solvers.harness.registry import Solver, solvers
from everyway.solvers.harness.running.enumeration import solutions
from everyway.solvers.harness.running.posted_natively import decompositions

PAGE = Path(__file__).with_name("solvers.md")
SHAPES = ("plain", "repeated")
SIGNS = {"native": "●", "sometimes": "◐", "decomposed": "○", "table": "▦", "unsupported": "–"}
LEGEND = (
    "● native · ◐ native in some cases · ○ decomposed into smaller constraints · ▦ a table, from"
    " calls on every assignment of its variables · – unsupported"
)
HEAD = """\
# Solvers

Written by `make_solvers.py`; a test says when it is out of date.

## What each does with each constraint

Where a constraint must hold, a solver has a native constraint for it or takes its decomposition,
which means the same. Under *not*, *or* and the like most decompose.

"""
FAULTS = """\

## Known faults of the libraries

Each was seen in the version named, by the example, which
[known_misbehaviours.py](known_misbehaviours.py) runs.
"""


def shown_solvers() -> list[Solver]:
    """The solvers of the table: all but `auto`, which chooses among them, and historical ones."""
    return [s for s in solvers() if not s.traits.historical and s.name != "auto"]


def treatment(solver: Solver, kind: type[Constraint]) -> str:
    """The way in which `solver` takes a constraint of `kind` at the top of a model."""
    models = [model for sample, model in cell(kind, "top") if sample.shape in SHAPES][:4]
    if kind is Predicate and not solver.traits.calls_python:
        return "table"
    try:
        ways = {is_decomposed(solver, kind, model) for model in models}
    except Unsupported:
        return "unsupported"
    if issubclass(kind, Core) or ways == {False}:
        return "native"
    return "sometimes" if False in ways else "decomposed"


def is_decomposed(solver: Solver, kind: type[Constraint], model: Model) -> bool:
    """True if `solver` asks for the decomposition of a constraint of `kind` in `model`."""
    with warnings.catch_warnings(), decompositions([kind]) as asked:
        warnings.simplefilter("ignore")
        with solutions(model, solver.name) as found:
            list(found)
    return bool(asked)


def column(solver: Solver) -> dict[str, str]:
    """The signs of `solver`, by constraint."""
    return {kind.__name__: SIGNS[treatment(solver, kind)] for kind in constraint_classes()}


def table(columns: dict[str, dict[str, str]]) -> str:
    """Constraints × solvers."""
    lines = [f"| constraint | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for kind in constraint_classes():
        signs = " | ".join(signs[kind.__name__] for signs in columns.values())
        lines.append(f"| `{kind.__name__}` | {signs} |")
    return "\n".join(lines)


def columns_of(page: str) -> dict[str, dict[str, str]]:
    """The columns of the table in `page`."""
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    names, *kinds = rows
    return {
        name: {row[0].strip("`"): row[place] for row in kinds}
        for place, name in enumerate(names)
        if place
    }


def faults() -> str:
    """The examples, with what each shows."""
    parts = []
    for name, example in EXAMPLES.items():
        first, _, rest = (inspect.getdoc(example) or "").partition("\n")
        source = inspect.getsource(example)
        code = textwrap.dedent(source.split('"""', 2)[2]).strip()
        library = first.removeprefix("Seen in ").removesuffix(".")
        parts.append(f"\n### {library}: `{name}`\n\n{rest.strip()}\n\n```python\n{code}\n```\n")
    return "".join(parts)


def main() -> None:
    """Write the page; a solver that is not installed keeps its column."""
    old = columns_of(PAGE.read_text("utf-8")) if PAGE.exists() else {}
    columns = {
        solver.name: column(solver) if solver.is_installed() else old[solver.name]
        for solver in shown_solvers()
    }
    PAGE.write_text(f"{HEAD}{table(columns)}\n\n{LEGEND}\n{FAULTS}{faults()}", "utf-8")


if __name__ == "__main__":
    main()
