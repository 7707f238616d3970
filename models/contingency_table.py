"""Contingency tables: numbers with given totals of the rows and columns."""

from collections.abc import Sequence

from everyway.models import Model, Rule, known, puzzle, rule, total
from everyway.models.boards import Board, Family, Filling
from everyway.models.pictures import around


@puzzle(
    known("OEIS A002817", count=55),
    known("OEIS A002817", rows=(4, 4, 4), columns=(4, 4, 4), count=120),
    known("OEIS A001496", rows=(2, 2, 2, 2), columns=(2, 2, 2, 2), count=282),
    known("OEIS A001499", rows=(2, 2, 2, 2), columns=(2, 2, 2, 2), most=1, count=90),
    known("OEIS A001501", rows=(3, 3, 3, 3), columns=(3, 3, 3, 3), most=1, count=24),
    known("the rows hold 3 and the columns 4", rows=(1, 2), columns=(2, 2), count=0),
    least={"rows": 0, "columns": 0, "most": 0},
)
def contingency_table(
    rows: Sequence[int] = (3, 3, 3), columns: Sequence[int] = (3, 3, 3), most: int | None = None
) -> Model:
    """A table of whole numbers from 0 whose rows and columns have given totals.

    `rows` are the totals of the rows from the top, `columns` those of the columns from the left.
    No number is greater than `most`, where it is given: with `most=1` these are the matrices of
    0 and 1 with so many 1 in each line.

    Source: OEIS A002817 and A001496 for equal totals, A001499 and A001501 for 0 and 1.
    """
    board = Board(len(rows), len(columns))
    # No cell can hold more than its row or column.
    highest = max([*rows, *columns], default=0)
    cell = board.fill(range((highest if most is None else min(most, highest)) + 1))
    return Model(
        f"{len(rows)}×{len(columns)} table",
        cell,
        around(cell, right=rows, bottom=columns),
        # Each row has its total,
        _totals(cell, board.rows, rows),
        # and so has each column.
        _totals(cell, board.columns, columns),
    )


def _totals(cell: Filling, lines: Family, wanted: Sequence[int]) -> Rule:
    pairs = zip(cell.over(lines), wanted, strict=True)
    return rule(f"{lines.name} total", (total(line) == number for (_, line), number in pairs))
