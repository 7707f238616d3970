"""A model as a script for MiniZinc, which needs nothing but that program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..harness.adapting.script import Row, commented, whole
from ..harness.contract import Control
from .installed import if_installed, wanted
from .translation import Translation

if TYPE_CHECKING:
    from ...models.language.model import Model

BODY = '''# each solution is printed as a line of the values of these, in this order
VARIABLES = [
{variables}
]

MODEL = r"""
{text}
"""

with tempfile.NamedTemporaryFile("w", suffix=".mzn") as file:
    file.write(MODEL)
    file.flush()
    command = ["minizinc", "--solver", {solver}, "--all-solutions", file.name]
    run = subprocess.run(command, capture_output=True, text=True)

lines = run.stdout.splitlines()
if "==========" not in lines and "=====UNSATISFIABLE=====" not in lines:
    sys.exit(f"MiniZinc ended with code {{run.returncode}}, not complete: {{run.stderr}}")
found = [tuple(map(int, line.split()[1:])) for line in lines if line.startswith("row")]
'''


def script(model: Model, expected: Iterable[Row], about: str, backend: str = "") -> str:
    """A script that exits with 1 while MiniZinc does not find exactly the rows of `expected`.

    `model` has integer domains alone. `backend` is the solver that MiniZinc runs; by default the
    one that is wanted. Raises: Unsupported.
    """
    solver = if_installed(backend)
    translation = Translation(model, Control().check, solver)
    translation.post(model.constraints)
    terms = translation.variables.items()
    return whole(
        "The solutions that MiniZinc finds of a small model.",
        about,
        model,
        expected,
        BODY.format(
            variables="\n".join(f"    {t.native!r},{commented(v.name)}" for v, t in terms),
            text=translation.text().strip(),
            solver=repr(solver.identity if solver else backend or wanted()),
        ),
        needs=["subprocess", "tempfile"],
    )
