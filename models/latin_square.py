"""Latin squares: every number once in each row and column."""

from collections.abc import Sequence
from typing import Literal

from everyway.models import Board, Family, Filling, Model, Rule, known, puzzle, rule


@puzzle(
    known("OEIS A002860", n={0: 1, 1: 1, 2: 2, 3: 12, 4: 576, 5: 161280}),
    known("OEIS A000315", reduced=True, n={1: 1, 2: 1, 3: 1, 4: 4, 5: 56, 6: 9408}),
    known("OEIS A274806", diagonals="main", n={1: 1, 2: 0, 3: 0, 4: 48, 5: 960}),
    known("OEIS A274806 by n!", diagonals="main", first_row=True, n={4: 2, 5: 8, 6: 128}),
    known(
        "Knut Vik designs, counted by two programs",
        diagonals="broken",
        n={5: 240, 6: 0},
    ),
    known("counted by two programs", idempotent=True, n={2: 0, 3: 1, 4: 2, 5: 48}),
    known("counted by two programs", symmetric=True, n={2: 2, 3: 6, 4: 96, 5: 720}),
    known("counted by two programs", givens={"12.. .... .... ..21": 12, "1... .2.. ..3. ...4": 2}),
)
def latin_square(
    n: int = 4,
    reduced: bool = False,
    first_row: bool = False,
    diagonals: Literal["any", "main", "broken"] = "any",
    idempotent: bool = False,
    symmetric: bool = False,
    givens: str | Sequence[Sequence[int | None]] = "",
) -> Model:
    """A Latin square: n × n cells, each number from 1 to n once in each row and column.

    More may be asked for, in any combination: `reduced`, the first row and the first column
    read 1 2 … n; `first_row`, the first row does; `diagonals="main"`, both main diagonals
    hold different numbers, or `"broken"`, all diagonals that go on around the edges do;
    `idempotent`, row i has i in column i; `symmetric`, row i has in column j what row j has in
    column i. Such a square may be completed from `givens`, a text of one character a cell, row
    by row: `.` or `0` is empty, `A` is 10 and so on.

    Source: Euler, Recherches sur une nouvelle espèce de quarrés magiques (1782); OEIS A002860;
    CSPLib 067 (completion).
    """
    board = Board(n, wrap=diagonals == "broken")
    cell = board.fill(range(1, n + 1))
    return Model(
        f"Latin square of order {n}",
        cell,
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # or twice in a column.
        cell.along(board.columns).all_different(),
        # Where asked for, no number stands twice on a diagonal,
        [cell.along(lines).all_different() for lines in _diagonals(board, diagonals)],
        # the first row reads 1 2 … n,
        [_in_order(cell, "first row", board.rows[:1])] if reduced or first_row else [],
        # the first column does,
        [_in_order(cell, "first column", board.columns[:1])] if reduced else [],
        # the diagonal that falls from the first cell does,
        [_in_order(cell, "idempotent", board.main_diagonals[:1])] if idempotent else [],
        # numbers that are each other's mirror image are equal,
        [_symmetric(cell)] if symmetric else [],
        # and the given numbers stay.
        [cell.given(givens)] if givens else [],
    )


def _diagonals(board: Board, which: str) -> list[Family]:
    """The diagonals on which no number may stand twice."""
    families = {"any": [], "main": [board.main_diagonals], "broken": [board.diagonals]}
    return families[which]


def _in_order(cell: Filling, label: str, lines: Family) -> Rule:
    """The numbers along each of `lines` read 1 2 … n."""
    return rule(label, (cell[s] == place for line in lines for place, s in enumerate(line, 1)))


def _symmetric(cell: Filling) -> Rule:
    """The square is its own mirror image about the falling main diagonal."""
    above = (square for square in cell.squares if square.row < square.column)
    return rule("symmetric", (cell[s] == cell[s.column, s.row] for s in above))
