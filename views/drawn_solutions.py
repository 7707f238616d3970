"""Solutions as they are drawn on this stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from .standard_streams import NARROWEST, answers, is_terminal, takes_unicode

if TYPE_CHECKING:
    from ..models.language.model import Model
    from ..models.language.solution import Solution


def picture(model: Model, values: Mapping[str, Any], margin: int = 0) -> str:
    """`values` in lines of text that standard output takes, to be printed `margin` columns from
    the left; no variables are said to be none.
    """
    from ..models.language.drawing.as_text import draw_values

    drawn = draw_values(model, values, ascii_only=not takes_unicode(answers()))
    return cut(drawn, margin) or "(no variables)"


def pictures(solutions: Sequence[Solution], start: int) -> str:
    """`solutions` side by side, numbered from `start`."""
    from ..models.language.drawing.side_by_side import draw_several

    return cut(draw_several(solutions, start=start, ascii_only=not takes_unicode(answers())))


def cut(drawn: str, margin: int = 0) -> str:
    """`drawn`, its lines cut where a terminal is too narrow for them, which is then said."""
    if not is_terminal(answers()):
        return drawn
    room = max(get_terminal_size().columns - margin, NARROWEST)
    widest = max(map(len, drawn.splitlines()), default=0)
    if widest <= room:
        return drawn
    lines = [x if len(x) <= room else f"{x[: room - 1]}…" for x in drawn.splitlines()]
    said = f"(cut: {widest} columns wide; widen the terminal, or draw it: everyway show … --svg)"
    return "\n".join([*lines, *wrap(said, room)])
