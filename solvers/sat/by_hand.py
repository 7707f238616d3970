"""A model as a script for python-sat, which needs nothing but that library.

It gives Glucose the clauses that this adapter gives it, and asks it the same questions in the same
order: each under assumptions, never with a solution blocked.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING

from ..harness.adapting.recording import Row, commented, whole
from ..harness.contract import Control
from .translation import Translation

if TYPE_CHECKING:
    from ...models.language.model import Model

BODY = """# the literal that holds where a variable takes a value, for each of its values
LITERALS = [
{literals}
]

CLAUSES = [
{clauses}
]

solver = Glucose4(bootstrap_with=CLAUSES)


def ask(assumptions):
    \"\"\"A value and its literal for each variable, in some model under assumptions.\"\"\"
    answer = None
    while answer is None:
        solver.conf_budget(1000)
        answer = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    if not answer:
        return None
    model = solver.get_model()
    return [
        next((value, literal) for value, literal in values.items() if model[literal - 1] > 0)
        for values in LITERALS
    ]


def search(path, chosen):
    \"\"\"Every combination under the literals of path, of which chosen is one.\"\"\"
    place, tried = len(path), []
    if place == len(LITERALS):
        yield tuple(value for value, literal in chosen)
        return
    while chosen is not None:
        yield from search([*path, chosen[place][1]], chosen)
        tried.append(chosen[place][1])
        if len(tried) == len(LITERALS[place]):
            return
        chosen = ask(path + [-literal for literal in tried])


first = ask([])
found = [] if first is None else list(search([], first))
"""


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while Glucose does not find exactly the rows of `expected`.

    `model` has integer domains alone. Raises: Unsupported.
    """
    clauses: list[list[int]] = []
    translation = Translation(SimpleNamespace(add_clause=clauses.append), model, Control())
    translation.post(model.constraints)
    terms = translation.variables.items()
    literals = (f"    {term},{commented(variable.name)}" for variable, term in terms)
    noted = (f"    {clause}," for clause in clauses)
    return whole(
        "The solutions that Glucose, of python-sat, finds of a small set of clauses.",
        about,
        model,
        expected,
        BODY.format(literals="\n".join(literals), clauses="\n".join(noted)),
        library="from pysat.solvers import Glucose4",
    )
