"""A model as a script for Z3, which needs nothing else.

It gives Z3 the assertions that this adapter gives it, as the library itself writes them down, and
searches as it does: box by box, where the bounds of a box are assumptions.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..harness.adapting.script import Row, commented, whole
from ..harness.contract import Control
from .translation import Translation

if TYPE_CHECKING:
    from ...models.language.model import Model

BODY = '''VARIABLES = [  # name, least and greatest value
{variables}
]

ASSERTIONS = """
{assertions}
"""

solver = z3.Solver()
solver.from_string(ASSERTIONS)


def within(box):
    """What holds in a box of bounds and not everywhere."""
    for (name, least, greatest), (low, high) in zip(VARIABLES, box):
        if low == high and least < greatest:
            yield z3.Int(name) == low
            continue
        if low > least:
            yield z3.Int(name) >= low
        if high < greatest:
            yield z3.Int(name) <= high


def beside(box, row):
    """What is left of a box without a row, in boxes that do not overlap."""
    for place in reversed(range(len(row))):
        (low, high), value = box[place], row[place]
        before, after = [(v, v) for v in row[:place]], box[place + 1 :]
        if low < value:
            yield [*before, (low, value - 1), *after]
        if value < high:
            yield [*before, (value + 1, high), *after]


found = []
boxes = [[(least, greatest) for name, least, greatest in VARIABLES]]
while boxes:
    box = boxes.pop()
    answer = solver.check(*within(box))
    if answer == z3.unknown:
        sys.exit(f"Z3 does not know: {{solver.reason_unknown()}}")
    if answer == z3.sat:
        model = solver.model()
        names = (z3.Int(name) for name, least, greatest in VARIABLES)
        row = tuple(model.eval(name, model_completion=True).as_long() for name in names)
        found.append(row)
        boxes += reversed(list(beside(box, row)))
'''


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while Z3 does not find exactly the rows of `expected`.

    `model` has integer domains alone. Raises: Unsupported.
    """
    translation = Translation(importlib.import_module("z3"), model, Control())
    translation.post(model.constraints)
    return whole(
        "The solutions that Z3 finds of a few assertions about integers.",
        about,
        model,
        expected,
        BODY.format(
            variables="\n".join(_listed(translation)),
            assertions=translation.native.sexpr().strip(),
        ),
        library="import z3",
    )


def _listed(translation: Translation) -> Iterator[str]:
    for variable, (native, low, high) in translation.variables.items():
        yield f"    {(str(native), low, high)},{commented(variable.name)}"
