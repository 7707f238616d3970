"""Writes solvers.md: what each solver does with each constraint, and known faults of libraries.

python docs/make_solvers.py

Each solver is given small models, one constraint each, and says how it has posted it: the table is
asked for, not declared. What is native in some cases alone has its condition from the adapter.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path

from check_faults import FAULTS

from everyway.conformance.instances.cells import cell
from everyway.models import Constraint, Model
from everyway.models.language.constraints import Core
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.models.language.phrases import snake_case
from everyway.solvers.harness.contract import Unsupported
from everyway.solvers.harness.registry import Solver, solvers
from everyway.solvers.harness.running.enumeration import solutions

PAGE = Path(__file__).with_name("solvers.md")
SHAPES = ("plain", "repeated", "constant", "gapped")
SIGNS = {
    "native": "●",
    "reified": "◉",
    "sometimes": "◐",
    "decomposed": "○",
    "table": "▦",
    "unsupported": "–",
}
LEGEND = (
    "◉ native, and where its truth is asked for as well · ● native where it must hold · ◐ native"
    " in some cases, below · ○ decomposed into smaller constraints · ▦ a table, from calls on every"
    " assignment of its variables · – unsupported\n\n`make_solvers.py` writes this page: it asks"
    " each solver how it posts small models."
)
HEAD = """\
# Solvers

## What each does with each constraint

A solver has a native constraint, the library's own or its documented encoding of it, or takes our
decomposition, which means the same. `NAME+decomposed` gives any solver the decompositions alone:
`everyway compare PUZZLE -S choco -S choco+decomposed` holds a library's constraints against them.

"""
CONDITIONS_HEAD = """\

## Native in some cases

What is left out is decomposed: the library means something else there, is wrong, or is slower.

"""
FAULTS_HEAD = """\

## Known faults of the libraries

Each was seen in the version named, by a script in [faults](faults) that needs the library alone:
`python docs/check_faults.py` runs them all. The adapters avoid what they show.
"""


def shown_solvers() -> list[Solver]:
    """The solvers of the table: all but historical ones."""
    return [s for s in solvers() if not s.traits.historical]


def treatment(solver: Solver, kind: type[Constraint]) -> str:
    """The way in which `solver` takes a constraint of `kind`."""
    if issubclass(kind, Core):
        return "native"
    if kind is Predicate:
        return "native" if solver.traits.calls_python else "table"
    try:
        ways = {way for model in top_models(kind) for way in posted(solver, kind, model)}
        if "native" not in ways and kind.__name__ in solver.traits.native_where:  # rarely
            ways |= {way for m in top_models(kind, 12) for way in posted(solver, kind, m)}
        if ways != {"native"}:
            return "sometimes" if "native" in ways else "decomposed"
        negated = models(kind, "negated", "plain")[0]
        return "reified" if posted(solver, kind, negated) == {"native"} else "native"
    except Unsupported:
        return "unsupported"


def top_models(kind: type[Constraint], number: int = 2) -> Iterator[Model]:
    """Models of each shape in which a constraint of `kind` must hold."""
    for shape in SHAPES:
        yield from models(kind, "top", shape, number)


def models(kind: type[Constraint], context: str, shape: str, number: int = 2) -> list[Model]:
    """The first models of a shape, if there are any."""
    return [model for sample, model in cell(kind, context) if sample.shape == shape][:number]


def posted(solver: Solver, kind: type[Constraint], model: Model) -> set[str]:
    """The ways in which `solver` posts the constraints of `kind` in `model`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with solutions(model, solver.name) as found:
            list(found)
    posting = found.outcome.posting
    assert posting is not None, "it has posted the model here"
    return {way for way, kinds in posting.ways.items() if snake_case(kind.__name__) in kinds}


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


def conditions() -> str:
    """The conditions under which what is native in some cases is, by the adapters' own words."""
    lines = []
    for solver in shown_solvers():
        said = solver.traits.native_where.items()
        lines += [f"- **{solver.name}**, `{kind}`: {condition}." for kind, condition in said]
    return "\n".join(lines) + "\n"


def faults() -> str:
    """The scripts, with what each shows."""
    parts = []
    for path in sorted(FAULTS.glob("*.py")):
        text = path.read_text("utf-8")
        first, _, rest = (ast.get_docstring(ast.parse(text)) or "").partition("\n")
        code = text.split('"""', 2)[2].strip()
        library = first.removeprefix("Seen in ").removesuffix(".")
        parts.append(
            f"\n### {library}: `{path.stem}`\n\n{rest.strip()}\n\n```python\n{code}\n```\n"
        )
    return "".join(parts)


def page(columns: dict[str, dict[str, str]]) -> str:
    """The whole page."""
    said = f"{HEAD}{table(columns)}\n\n{LEGEND}\n"
    return f"{said}{CONDITIONS_HEAD}{conditions()}{FAULTS_HEAD}{faults()}"


def main() -> None:
    """Write the page; a solver that is not installed keeps its column."""
    old = columns_of(PAGE.read_text("utf-8")) if PAGE.exists() else {}
    columns = {
        solver.name: column(solver) if solver.is_installed() else old[solver.name]
        for solver in shown_solvers()
    }
    PAGE.write_text(page(columns), "utf-8")


if __name__ == "__main__":
    main()
