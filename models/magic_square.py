"""Magic squares: every line adds up to the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from .language.board import Board
from .language.catalogue import known, puzzle
from .language.fillings import Filling
from .language.model import Model, Rule, rule


@puzzle(
    # OEIS counts squares that rotations and reflections turn into each other as one.
    known("8 times OEIS A006052", n={2: 0, 3: 8, 4: 7040}),
    known("OEIS A006052", n={0: 1, 1: 1}),
    known("8 times OEIS A027567; Frénicle de Bessy", kind="pandiagonal", n={2: 0, 3: 0, 4: 384}),
    known("8 times OEIS A081262", kind="associative", n={2: 0, 3: 8, 4: 384}),
    known("8 for each of 9; counted by two programs", kind="semimagic", n={2: 0, 3: 72}),
)
def magic_square(
    n: int = 3,
    kind: Literal["magic", "semimagic", "pandiagonal", "associative"] = "magic",
    implied: bool = True,
) -> Model:
    """A magic square: the numbers 1 to n² in n × n cells, all lines with the same total.

    Each row, each column and both main diagonals add up to n(n² + 1) / 2. Rotations and
    reflections of a square count as others. Of a `semimagic` square the diagonals may add up to
    anything; of a `pandiagonal` one also the broken diagonals add up, those that go on around
    the edges; of an `associative` one every two cells opposite each other, seen from the centre,
    add up to n² + 1.

    In a pandiagonal square of order 4 it follows that every two cells two steps apart on a diagonal
    add up to 17; with `implied` the model says so, and a solver need not find out.

    Source: the Lo Shu, known in China for over two thousand years; CSPLib 019; OEIS A006052.
    """
    board = Board(n, wrap=kind == "pandiagonal")
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
        # What follows from these rules, and narrows the search.
        [_two_steps_apart(cell)] if implied and (n, kind) == (4, "pandiagonal") else [],
    )


def _two_steps_apart(cell: Filling) -> Rule:
    """On the torus of four rows it is the same to go up or down, left or right."""
    upper = [(square, cell[square]) for square in cell.squares if square.row <= 2]
    partner = {s: cell[s.row + 2, (s.column + 1) % 4 + 1] for s, _ in upper}
    return rule("two steps apart", (number + partner[s] == 17 for s, number in upper))


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
