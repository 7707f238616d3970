"""Magic squares: every line adds up to the same."""

from collections.abc import Iterator, Sequence
from typing import Literal

from everyway.models import Model, ModelError, Rule, all_equal, counted, known, puzzle, rule, total
from everyway.models import product as product_of
from everyway.models.boards import Board, Filling

PRIMES = (5, 17, 29, 47, 59, 71, 89, 101, 113)
MELENCOLIA = ".... .... .... .FE."
"""The year 1514 below the picture of 1514."""


@puzzle(
    # OEIS counts squares that rotations and reflections turn into each other as one.
    known("8 times OEIS A006052", n={2: 0, 3: 8, 4: 7040}),
    known("OEIS A006052", n={0: 1, 1: 1}),
    known("8 times OEIS A027567; Frénicle de Bessy", kind="pandiagonal", n={2: 0, 3: 0, 4: 384}),
    known("8 times OEIS A081262", kind="associative", n={2: 0, 3: 8, 4: 384}),
    known("8 for each of 9; counted by two programs", kind="semimagic", n={2: 0, 3: 72}),
    known("counted by two programs", givens={"8.. ... ...": 2, ".1. ... ...": 2, "... .4. ...": 0}),
    known("Dürer's date; counted by two programs", n=4, givens=MELENCOLIA, count=32),
    known("H. E. Dudeney (1900), of primes", numbers=PRIMES, count=8),
    known("8 of 1 to 9, 8 of 2 to 10", numbers=tuple(range(1, 11)), count=16),
    known("8 of the divisors of 36", numbers=(1, 2, 3, 4, 6, 9, 12, 18, 36), product=True, count=8),
)
def magic_square(
    n: int = 3,
    kind: Literal["magic", "semimagic", "pandiagonal", "associative"] = "magic",
    implied: bool = True,
    givens: str | Sequence[Sequence[int | None]] = "",
    numbers: Sequence[int] = (),
    product: bool = False,
) -> Model:
    """A magic square: the numbers 1 to n² in n × n cells, all lines with the same total.

    Each row, each column and both main diagonals add up to n(n² + 1) / 2. Rotations and
    reflections of a square count as others. Of a `semimagic` square the diagonals may add up to
    anything; of a `pandiagonal` one also the broken diagonals add up, those that go on around
    the edges; of an `associative` one every two cells opposite each other, seen from the centre,
    add up to n² + 1.

    Some cells may be given: `givens` is a text of one character a cell, row by row, `.` or `0`
    for an empty one, `A` for 10 and so on. Instead of 1 to n², the square may hold any n² of the
    `numbers`, such as primes: `5,17,29,…`; nobody says then what the total is. In a `product`
    square the lines have the same product instead, and opposite cells as well.

    In a pandiagonal square of order 4 it follows that every two cells two steps apart on a diagonal
    add up to 17; with `implied` the model says so, and a solver need not find out.

    Source: the Lo Shu, known in China for over two thousand years; CSPLib 019; OEIS A006052.
    """
    board = Board(n, wrap=kind == "pandiagonal")
    if numbers or product:
        return _of_numbers(board, kind, numbers or range(1, n * n + 1), product, givens)
    cell = board.fill(range(1, n * n + 1))
    magic = n * (n * n + 1) // 2
    return Model(
        f"{kind} square of order {n}",
        cell,
        # Every number stands in one cell.
        cell.along(board.squares).all_different(),
        # Each row has the magic total,
        cell.along(board.rows).total() == magic,
        # and each column,
        cell.along(board.columns).total() == magic,
        # and the diagonals as the kind of square wants them.
        list(_diagonals(cell, kind, magic)),
        # What follows from these rules, and shortens the search.
        [_two_steps_apart(cell)] if implied and (n, kind) == (4, "pandiagonal") else [],
        # The given numbers stay.
        [cell.given(givens)] if givens else [],
    )


def _of_numbers(
    board: Board,
    kind: str,
    numbers: Sequence[int],
    multiplied: bool,
    givens: str | Sequence[Sequence[int | None]],
) -> Model:
    """A magic square whose total, or product, follows from the numbers that it holds."""
    if len(set(numbers)) < max(len(numbers), len(board.open)):
        raise ModelError(
            f"a magic square of {len(board.open)} cells has {counted(len(numbers), 'number')};"
            " write as many or more, each once"
        )
    cell = board.fill(sorted(numbers))
    together = product_of if multiplied else total
    diagonals = {"pandiagonal": board.diagonals, "semimagic": board.main_diagonals[:0]}
    lines = board.rows + board.columns + diagonals.get(kind, board.main_diagonals)
    opposite = zip(cell, reversed(list(cell)), strict=True) if kind == "associative" else ()
    return Model(
        f"{kind} square of order {board.height}, of {counted(len(numbers), 'number')}",
        cell,
        # No number stands twice.
        cell.along(board.squares).all_different(),
        # All lines of the kind of square come to the same,
        rule("magic", all_equal(together(line) for _, line in cell.over(lines))),
        # and so do all cells opposite each other, where the kind asks for it;
        rule("opposite cells", all_equal(together(two) for two in opposite)),
        # and the given numbers stay.
        [cell.given(givens)] if givens else [],
    )


def _two_steps_apart(cell: Filling) -> Rule:
    """On the torus of four rows it is the same to go up or down, left or right."""
    upper = [(square, cell[square]) for square in cell.squares if square.row <= 2]
    partner = {s: cell[s.row + 2, (s.column + 1) % 4 + 1] for s, _ in upper}
    return rule("two steps apart (implied)", (number + partner[s] == 17 for s, number in upper))


def _diagonals(cell: Filling, kind: str, magic: int) -> Iterator[Rule]:
    board = cell.board
    if kind == "pandiagonal":
        # Every diagonal has the magic total, around the edges too.
        yield cell.along(board.diagonals).total() == magic
    elif kind != "semimagic":
        # Both main diagonals have the magic total.
        yield cell.along(board.main_diagonals).total() == magic
    if kind == "associative":
        # Cells opposite each other add up to the least and the greatest number together.
        opposite = zip(cell, reversed(list(cell)), strict=True)
        yield rule("opposite cells", (a + b == board.height**2 + 1 for a, b in opposite))
