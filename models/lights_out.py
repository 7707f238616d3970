"""Lights out: press buttons until no lamp is lit."""

from typing import Literal

from everyway.models import Constraint, Expression, Model, among, known, puzzle, rule, total
from everyway.models.boards import Board, Placement, Square, SquaresLike


@puzzle(
    known("2 to the power of OEIS A159257", n={0: 1, 1: 1, 2: 1, 3: 1, 4: 16, 5: 4, 6: 1, 7: 1}),
    known("2 to the power of OEIS A159257", form="numbers", n={4: 16, 5: 4}),
    known("the 4 quiet patterns of 5×5", lit="", n={5: 4}),
    known("M. Anderson, T. Feil (1998): three of four cannot be done", lit="r1c1", count=0),
    known("2 to the power of OEIS A165738", wrap=True, lit="", n={3: 16, 4: 1, 5: 256, 6: 256}),
    known("counted by two programs", columns={1: 2, 2: 2, 3: 8, 4: 1}),
)
def lights_out(
    n: int = 5,
    lit: SquaresLike = "all",
    form: Literal["parity", "numbers"] = "parity",
    columns: int | None = None,
    wrap: bool = False,
) -> Model:
    """Lights out: a button under each lamp switches it and its neighbours; put out all lamps.

    The board of n rows, and as many columns unless `columns` says otherwise, has a lamp on every
    square; with `wrap` it is a torus, the first row beside the last. A press changes the lamp on
    that square and those that share a side with it, from lit to dark and from dark to lit. At
    first `lit` are, `"all"` or some squares such as `"r1c1 r2c3"`. It never helps to press a
    button twice, and the order does not matter: a solution is the set of buttons.

    `form` says of the presses that reach a lamp that their `parity` is right, or which
    `numbers` from 0 to 5 they may be.

    Source: Tiger Electronics (1995); K. Sutner (1989): all lamps can be put out on every board;
    OEIS A159257, A165738 (torus).
    """
    board = Board(n, columns, wrap=wrap)
    burning = set(board.open if lit == "all" else board.squares_at(lit))
    press = board.place("press")
    switched = _by_parity if form == "parity" else _by_numbers
    return Model(
        f"lights out {n}×{board.width}",
        press,
        # A lamp that is lit is switched an odd number of times, one that is dark an even one.
        rule("all dark", {s: switched(_presses(press, s), s in burning) for s in board.open}),
    )


def _presses(press: Placement, lamp: Square) -> Expression:
    """The number of pressed buttons that reach `lamp`: its own and its neighbours'."""
    return total(press[square] for square in (lamp, *press.board.beside(lamp)))


def _by_parity(presses: Expression, odd: bool) -> Constraint:
    return presses % 2 == int(odd)


def _by_numbers(presses: Expression, odd: bool) -> Constraint:
    return among([presses], (1, 3, 5) if odd else (0, 2, 4), 1)
