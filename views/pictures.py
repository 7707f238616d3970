"""Solutions as they are drawn on this stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .output import answers, takes_unicode

if TYPE_CHECKING:
    from ..models.language.model import Model, Solution


def picture(model: Model, values: Mapping[str, Any]) -> str:
    """`values` in lines of text that standard output takes; no variables are said to be none."""
    from ..models.language.drawing import draw_values

    drawn = draw_values(model, values, ascii_only=not takes_unicode(answers()))
    return drawn or "(no variables)"


def pictures(solutions: Sequence[Solution], start: int) -> str:
    """`solutions` side by side, numbered from `start`."""
    from ..models.language.side_by_side import draw_several

    return draw_several(solutions, start=start, ascii_only=not takes_unicode(answers()))
