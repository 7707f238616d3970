"""Easy as ABC: each letter once in every row and column, seen from the sides."""

from collections.abc import Sequence

from everyway.models import (
    Board,
    Constraint,
    Model,
    ModelError,
    Variable,
    all_of,
    any_of,
    counted,
    exactly,
    known,
    puzzle,
    rule,
)
from everyway.models.boards import in_line, read_clues
from everyway.models.pictures import around

BLANK = "-"


@puzzle(
    known("has one solution", count=1),
    known("the permutation matrices", top="", left="", right="", letters=1, count=24),
    known(
        "OEIS A002860: as many letters as cells", top="", left="", right="", letters=4, count=576
    ),
)
def easy_as_abc(
    top: str = "A...",
    left: str = "B..C",
    right: str = ".C..",
    bottom: str = "",
    givens: str = "",
    letters: int = 3,
    n: int = 4,
) -> Model:
    """Easy as ABC: write the first letters so that each row and column holds each of them once.

    The other cells stay blank. A clue is the letter that one sees first from there, along the row
    or column. `top` and `bottom` have a character a column from the left, `left` and `right` one a
    row from the top, `.` for no clue; no text: no clues on that side. `givens` are letters that are
    known, a line (or `/`) a row. A blank cell is shown as `-`.

    Source: the example is from the tests of pzprjs (MIT).
    """
    if not 1 <= letters <= min(n, 26):
        raise ModelError(f"easy_as_abc has letters = {letters}; write 1 to {min(n, 26)}")
    board = Board(n)
    names = [chr(ord("A") + k) for k in range(letters)]
    letter = board.fill([*names, BLANK], "letter")
    known_letters = read_clues(givens, board, f"[.{''.join(names)}]", f"one of .{''.join(names)}")
    rows = [line for _, line in letter.over(board.rows)]
    columns = [line for _, line in letter.over(board.columns)]
    sides = {
        "top": (top, columns),
        "left": (left, rows),
        "right": (right, [line[::-1] for line in rows]),
        "bottom": (bottom, [line[::-1] for line in columns]),
    }
    return Model(
        f"easy as {''.join(names)} {n}×{n}",
        letter,
        around(letter, **{side: in_line(text) for side, (text, _) in sides.items()}),
        # Each row and column holds each letter once.
        rule(
            "each letter once",
            (exactly(line, name, 1) for line in rows + columns for name in names),
        ),
        # From each side one sees first the letter of its clue.
        [
            rule(f"seen from the {side}", _seen(side, text, lines, names))
            for side, (text, lines) in sides.items()
            if text
        ],
        # The given letters stay.
        rule("givens", (letter[s] == mark for s, mark in known_letters.items() if mark != ".")),
    )


def _seen(
    side: str, text: str, lines: Sequence[Sequence[Variable]], names: Sequence[str]
) -> list[Constraint]:
    """For each of `lines` that has a clue: the cells before the first with its letter are blank."""
    marks = in_line(text)
    if len(marks) != len(lines) or set(marks) - {".", *names}:
        raise ModelError(
            f"{side} is {text!r}; write {' or '.join(names)}, or . for none, for each of"
            f" {counted(len(lines), 'line')}"
        )
    return [
        any_of(
            all_of([line[k] == mark, *(cell == BLANK for cell in line[:k])])
            for k in range(len(line))
        )
        for line, mark in zip(lines, marks, strict=True)
        if mark != "."
    ]
