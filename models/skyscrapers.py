"""Skyscrapers: a Latin square of towers that hide each other."""

from collections.abc import Sequence
from itertools import permutations
from typing import Literal

from everyway.models import (
    Constraint,
    Model,
    ModelError,
    Variable,
    allowed,
    known,
    maximum,
    puzzle,
    rule,
    total,
)
from everyway.models.boards import Board
from everyway.models.pictures import around


@puzzle(
    known("made to have one solution", count=1),
    known("made to have one solution", form="tables", count=1),
    known("OEIS A002860: without clues, the Latin squares", top="", left="", right="", count=576),
)
def skyscrapers(
    top: str = "3..1",
    left: str = "3..2",
    right: str = ".3..",
    bottom: str = "",
    givens: str = "",
    n: int = 4,
    form: Literal["maxima", "tables"] = "maxima",
) -> Model:
    """Skyscrapers: towers of 1 to n floors, one of each height in each row and column.

    The clues around the city say how many towers one sees from there along the row or column:
    a tower hides all that are not higher behind it. `top` and `bottom` have a character a
    column from the left, `left` and `right` one a row from the top, `.` or `0` where there is
    no clue; no text: no clues on that side. `givens` are towers that are known.

    `form` says what one sees by `maxima`, a tower is seen if it is higher than the highest
    before it, or by `tables` of all the lines with that view.

    Source: the World Puzzle Championship of 1992; the example is our own.
    """
    board = Board(n)
    tower = board.fill(range(1, n + 1), "tower")
    rows = [line for _, line in tower.over(board.rows)]
    columns = [line for _, line in tower.over(board.columns)]
    sees = _by_maxima if form == "maxima" else _by_tables
    sides = {
        "top": (top, columns),
        "left": (left, rows),
        "right": (right, [line[::-1] for line in rows]),
        "bottom": (bottom, [line[::-1] for line in columns]),
    }
    clues = {side: _clues(side, text, lines) for side, (text, lines) in sides.items() if text}
    return Model(
        f"skyscrapers {n}×{n}",
        tower,
        around(tower, **{side: map(_shown, text) for side, (text, _) in sides.items()}),
        # No height stands twice in a row,
        tower.along(board.rows).all_different(),
        # or twice in a column.
        tower.along(board.columns).all_different(),
        # From each side one sees as many towers as its clues say.
        [
            rule(f"seen from the {side}", (sees(line, k) for line, k in seen))
            for side, seen in clues.items()
        ],
        # The given towers stay.
        [tower.given(givens)] if givens else [],
    )


def _clues(
    side: str, text: str, lines: Sequence[Sequence[Variable]]
) -> list[tuple[Sequence[Variable], int]]:
    """Each line that has a clue, with it."""
    if len(text) != len(lines):
        raise ModelError(f"{side} has {len(text)} characters; write one for each of {len(lines)}")
    for mark in text:
        if not mark.isalnum() and mark != ".":
            raise ModelError(f"{side} has the clue {mark!r}; write a number, or . for none")
    marks = zip(lines, text, strict=True)
    return [(line, int(mark, 36)) for line, mark in marks if mark not in ".0"]


def _shown(mark: str) -> str:
    """A clue as it is drawn: a number, nothing for none."""
    return "" if mark in ".0" else str(int(mark, 36))


def _by_maxima(line: Sequence[Variable], seen: int) -> Constraint:
    """The first tower is seen, and each that is higher than all before it."""
    higher = (line[place] > maximum(line[:place]) for place in range(1, len(line)))
    return 1 + total(higher) == seen


def _by_tables(line: Sequence[Variable], seen: int) -> Constraint:
    orders = permutations(range(1, len(line) + 1))
    return allowed(line, (order for order in orders if _view(order) == seen))


def _view(order: Sequence[int]) -> int:
    return sum(height > max(order[:place], default=0) for place, height in enumerate(order))
