"""Models, groups, boards and solutions as notebooks show them, without any library."""

from __future__ import annotations

from collections.abc import Sequence

from ..boards.board import Board
from ..boards.placements import OnBoard
from ..expressions import Variable
from ..groups import Group
from ..model import Model
from ..printable import escaped
from ..solution import Solution
from .as_text import draw, draw_group
from .clues import fixed_values
from .model_in_words import read_model
from .side_by_side import draw_several
from .svg import draw_svg, draw_svg_several, draw_svg_values

Bundle = dict[str, str]
"""One text for each MIME type; a notebook shows the richest that it knows."""

PLAIN, SVG, HTML = "text/plain", "image/svg+xml", "text/html"

MOST_VARIABLES = 2500
"""A model with more variables is shown in words alone."""

SEVERAL = 12
"""The most solutions of a set that are drawn."""


def model_bundle(model: Model) -> Bundle:
    """The declaration in words, and, if it has a board, the board with what is given."""
    words = read_model(model)
    boards = any(isinstance(group, OnBoard) and group.variables for group in model.groups)
    if not boards or len(model.variables) > MOST_VARIABLES:
        return {PLAIN: words, HTML: f"<pre>{escaped(words)}</pre>"}
    drawing = draw_svg_values(model, fixed_values(model))
    rules = (
        f"<details><summary>{escaped(model.name)}</summary><pre>{escaped(words)}</pre></details>"
    )
    return {PLAIN: words, SVG: drawing, HTML: f"{drawing}{rules}"}


def group_bundle(group: Group) -> Bundle:
    """A group of variables with what each may be, and its board if it has one."""
    words = read_model(Model(group.name, group))
    if not isinstance(group, OnBoard) or not group.variables or _is_large(group.variables):
        return {PLAIN: words, HTML: f"<pre>{escaped(words)}</pre>"}
    drawing = draw_svg_values(Model(group.name, group), {})
    return {PLAIN: words, SVG: drawing, HTML: f"{drawing}<pre>{escaped(words)}</pre>"}


def board_bundle(board: Board) -> Bundle:
    """A board and nothing on it."""
    group = board.place("piece")
    empty = {variable.name: 0 for variable in group.variables}
    words = f"{board.describe()}\n{draw_group(group, empty)}"
    if _is_large(group.variables):
        return {PLAIN: board.describe()}
    return {PLAIN: words, SVG: draw_svg_values(Model(board.describe(), group), empty)}


def _is_large(variables: Sequence[Variable]) -> bool:
    return len(variables) > MOST_VARIABLES


def solution_bundle(solution: Solution) -> Bundle:
    """One solution as text and as a picture."""
    text = draw(solution) or "(no variables)"
    if len(solution.row) > MOST_VARIABLES:
        return {PLAIN: text}
    return {PLAIN: text, SVG: draw_svg(solution)}


def several_bundle(model: Model, solutions: Sequence[Solution], title: str) -> Bundle:
    """The first of several solutions, small, under `title`."""
    shown = solutions[:SEVERAL]
    heading = f"{title}, the first {len(shown)}:" if len(shown) < len(solutions) else title
    text = "\n\n".join([heading, draw_several(shown)]) if shown else heading
    if not shown or len(model.variables) > MOST_VARIABLES:
        return {PLAIN: text}
    drawing = draw_svg_several(model, shown)
    return {PLAIN: text, SVG: drawing, HTML: f"<p>{escaped(heading)}</p>{drawing}"}
