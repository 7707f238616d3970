"""KenKen: a Latin square with a sum in each cage."""

import re
from collections.abc import Sequence

from everyway.models import (
    Constraint,
    Model,
    ModelError,
    Variable,
    any_of,
    known,
    product,
    puzzle,
    rule,
    total,
)
from everyway.models.boards import Board

EXAMPLE = """
AABB
CDDB
CEFF
GEEF
"""


@puzzle(
    known("made to have one solution", count=1),
    known("OEIS A002860: one cage that says nothing new", cages="AA/AA", clues="A6+", count=2),
)
def kenken(cages: str = EXAMPLE, clues: str = "A3/ B8* C2/ D1- E7+ F8+ G3") -> Model:
    """KenKen: each number from 1 to n once in each row and column, and every cage comes right.

    `cages` draws the board, a line (or `/`) a row: cells with one letter are a cage. `clues`
    says for each what must come out, and how: `A11+` the numbers of cage A add up to 11,
    `B24*` multiplied they make 24, `C1-` of the two the greater less the smaller is 1, `D2/`
    the greater divided by the smaller is 2, `E3` the number is 3. In a cage a number may stand
    twice.

    Source: T. Miyamoto (2004); the example is our own.
    """
    board = Board.from_map(cages)
    n = board.height
    if board.width != n or len(board.open) != n * n:
        raise ModelError(
            f"kenken has {len(board.open)} cells on {n} rows; draw n rows of n letters"
        )
    cell = board.fill(range(1, n + 1))
    groups = {name.removeprefix("region "): group for name, group in cell.over(board.regions)}
    comes_right = _read(clues, groups)
    return Model(
        f"kenken {n}×{n}",
        cell,
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # or twice in a column.
        cell.along(board.columns).all_different(),
        # Every cage makes its number.
        [rule(clue, constraint) for clue, constraint in comes_right.items()],
    )


def _read(clues: str, groups: dict[str, list[Variable]]) -> dict[str, Constraint]:
    """Each clue and what it asks for, one a cage."""
    found: dict[str, Constraint] = {}
    left = dict(groups)
    for clue in clues.split():
        parts = re.fullmatch(r"(\w)(\d+)([-+*/]?)", clue)
        if not parts:
            raise ModelError(f"the clue {clue!r} is not of the form A11+, A24*, A1-, A2/ or A3")
        if parts[1] not in left:
            raise ModelError(f"the clue {clue!r} is for no cage that is left: {' '.join(left)}")
        found[clue] = _comes_right(left.pop(parts[1]), parts[3], int(parts[2]), clue)
    if left:
        raise ModelError(f"kenken has no clue for the cages {' '.join(left)}; write one for each")
    return found


def _comes_right(cage: Sequence[Variable], sign: str, number: int, clue: str) -> Constraint:
    if sign == "+":
        return total(cage) == number
    if sign == "*":
        return product(cage) == number
    if len(cage) != (2 if sign else 1):
        raise ModelError(f"the clue {clue!r} is for a cage of {len(cage)} cells; use + or *")
    if not sign:
        return cage[0] == number
    one, other = cage
    if sign == "-":
        return abs(one - other) == number
    # Which of the two is the greater one is not known.
    return any_of([one == other * number, other == one * number])
