"""Explanations as notebooks show them: each set, with the squares that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..models.language.drawing.as_text import draw_values
from ..models.language.drawing.notebook import HTML, PLAIN, Bundle
from ..models.language.drawing.svg import draw_svg_values
from ..models.language.printable import escaped, printable
from .pictured import drawn_marks, has_values, marks

if TYPE_CHECKING:
    from .explanation import Explanation, Reason

MOST_SETS = 6


def explanation_bundle(explanation: Explanation) -> Bundle:
    """A line that says what was found, each set of rules, and a picture of each."""
    shown = explanation.reasons[:MOST_SETS]
    lines, html = [str(explanation)], [f"<p><b>{escaped(str(explanation))}</b></p>"]
    for reason in shown:
        lines += _lines(explanation, reason)
        html += _html(explanation, reason)
    for solution in explanation.solutions:
        lines.append(draw_values(explanation.model, solution.assignment))
        html.append(draw_svg_values(explanation.model, solution.assignment))
    left = len(explanation.reasons) - len(shown)
    if left:
        lines.append(f"… and {left} more")
        html.append(f"<p>… and {left} more</p>")
    return {PLAIN: printable("\n".join(lines)), HTML: "\n".join(html)}


def _lines(explanation: Explanation, reason: Reason) -> Iterator[str]:
    yield from (f"  {unit}" for unit in reason.members)
    found = marks(explanation.model, reason.members, explanation.asked)
    if has_values(found):
        yield from (f"    {line}" for line in draw_values(explanation.model, found).splitlines())


def _html(explanation: Explanation, reason: Reason) -> Iterator[str]:
    yield f"<ul>{_items(map(str, reason.members))}</ul>"
    found = marks(explanation.model, reason.members, explanation.asked)
    if has_values(found):
        yield drawn_marks(explanation.model, found)


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escaped(text)}</li>" for text in texts)
