"""The squares that matter to an explanation, as marks for the pictures of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..models.language.constraints import And, Comparison, Constraint
from ..models.language.drawing.svg import draw_svg_values
from ..models.language.expressions import Constant, Variable
from ..models.language.model import Model
from ..models.language.nodes import topological
from .blamed import Blamed

ASKED, OPEN, ELSEWHERE = "?", ".", " "
DRAWN_OPEN = "·"


def marks(
    model: Model, members: Iterable[Blamed], asked: Iterable[Constraint] = ()
) -> dict[str, Any]:
    """For each variable the value that `members` give it, `?` where it is asked about, `.` where
    they speak of it, and a blank elsewhere.
    """
    found: dict[str, Any] = dict.fromkeys(model.by_name, ELSEWHERE)
    kept = list(members)
    for unit in kept:
        found.update(dict.fromkeys(unit.squares, OPEN))
    for unit in kept:
        found.update(_given(unit.constraints))
    asks = [node.name for node in topological(asked) if isinstance(node, Variable)]
    return found | dict.fromkeys(asks, ASKED)


def has_values(marks: Mapping[str, Any]) -> bool:
    """True if some mark is a value, or asked about, so that a picture says something."""
    return not {OPEN, ELSEWHERE}.issuperset(marks.values())


def drawn_marks(model: Model, found: Mapping[str, Any]) -> str:
    """Marks as the text of an SVG file."""
    shown = {n: DRAWN_OPEN if x == OPEN else x for n, x in found.items() if x != ELSEWHERE}
    return draw_svg_values(model, shown)


def _given(constraints: Iterable[Constraint]) -> dict[str, Any]:
    """The values that constraints give to variables."""
    found: dict[str, Any] = {}
    for constraint in constraints:
        match constraint:
            case Comparison(Variable(name), "==", Constant(value)):
                found[name] = value
            case And(operands):
                found |= _given(operands)
            case _:
                pass
    return found
