"""A model as a script for python-constraint, which needs nothing but that library.

It posts Python tests and the library's own constraints, as the adapter does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ...models.language.constraints import Constraint
from ...models.language.expressions import Variable
from ...models.language.nodes import Program, topological
from ..harness.adapting.recording import HELPERS, Row, core_of, identifiers, text_of, whole
from .native_constraints import counts_of, native_of

if TYPE_CHECKING:
    from ...models.language.model import Model

Post = Callable[[Constraint, dict[str, str]], str]
"""The arguments that post a constraint, given the names of the variables."""

BODY = """{helpers}{posted}

found = [tuple(solution[name] for name in NAMES) for solution in problem.getSolutions()]
"""


def script(model: Model, expected: Iterable[Row], about: str, post: Post | None = None) -> str:
    """A script that exits with 1 while python-constraint does not find exactly `expected`.

    `model` has integer domains alone; `post` is asked first how a constraint is posted.
    Raises: NotImplementedError.
    """
    posted = "\n".join(lines(model, post or posted_here))
    needs_helpers = "holds(" in posted or "pick(" in posted
    return whole(
        "The solutions that python-constraint finds of a small problem.",
        about,
        model,
        expected,
        BODY.format(helpers=f"\n{HELPERS.strip()}\n\n\n" if needs_helpers else "", posted=posted),
        library="from constraint import *",
    )


def lines(model: Model, post: Post) -> Iterator[str]:
    """Python that makes `problem`, and `NAMES`, its variables in the order of `model`.

    Raises: NotImplementedError for what cannot be written, such as a model without variables.
    """
    if not model.variables:
        raise NotImplementedError("python-constraint finds no solution where nothing is variable")
    names = identifiers(model.variables)
    yield f"NAMES = {list(names.values())}"
    yield "problem = Problem()"
    for variable in model.variables:
        values = [int(value) for value in variable.domain]
        yield f"problem.addVariable({names[variable.name]!r}, {values})"
    for constraint in model.constraints:
        for piece in counts_of(constraint) or [constraint]:
            yield f"problem.addConstraint({post(piece, names)})"


def posted_here(constraint: Constraint, names: dict[str, str]) -> str:
    """The arguments that post `constraint` as a Python test, or as all-different."""
    scope = [names[n.name] for n in topological([constraint]) if isinstance(n, Variable)]
    native = native_of(constraint)
    if native is not None:
        made = ", ".join(
            str(set(a)) if isinstance(a, frozenset) else str(a) for a in native.arguments
        )
        return f"{native.name}({made}), {[names[variable.name] for variable in native.scope]}"
    if not scope:
        fixed = Program([constraint]).run({}) == [True]
        return f"lambda *values: {fixed}, {list(names.values())}"
    return f"lambda {', '.join(scope)}: {text_of(core_of(constraint), names)}, {scope}"
