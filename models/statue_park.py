"""Statue Park: statues that do not touch, in a park that hangs together."""

from collections import Counter

from everyway.models import (
    Board,
    Model,
    ModelError,
    connected,
    implies,
    known,
    puzzle,
    rule,
    total,
    variables,
)
from everyway.models.boards import Square, placements, read_map, shape
from everyway.models.pictures import helpers, notes, symbols

EXAMPLE = """
.....
w....
.....
.wb..
"""
STATUES = "XXX XX/X. XX/XX"

SETS = {
    "tetrominoes": "XXXX XXX/X.. XX/XX .XX/XX. XXX/.X.",
    "pentominoes": ".XX/XX./.X. XXXXX XXXX/X... .XXX/XX.. XXX/XX. XXX/.X./.X. XXX/X.X"
    " XXX/X../X.. XX./.XX/..X .X./XXX/.X. XXXX/.X.. XX./.X./.XX",
}


@puzzle(
    known("made to have one solution", count=1),
    known("a domino at a corner", plan=".../...", pieces={"XX": 6, "XX XX": 1, "XX/X. X": 0}),
)
def statue_park(plan: str = EXAMPLE, pieces: str = STATUES) -> Model:
    """Statue Park: place all statues so that none share a side and the park hangs together.

    Statues may be turned and turned over; they may touch at corners. The squares without one hang
    together over sides. On a black circle stands a statue, on a white one none. `plan` is a text of
    one character a square, a line (or `/`) a row: `b`, `w` or `.`. `pieces` are the statues: the
    `tetrominoes`, the `pentominoes`, or maps with X, apart by blanks: `"XX XX XX/X."` are two
    dominoes and a corner.

    Source: Palmer Mebane (2011); the example is our own.
    """
    circles = read_map(plan, ".bw")
    board = Board(*max(circles))
    statue = board.place("shaded")
    # All ways to lay each piece; two drawings of one piece have the same.
    kinds = Counter(
        tuple(one.cells for one in placements({"X": _piece(drawn)}, board.open))
        for drawn in SETS.get(pieces, pieces).split()
    )
    ways = [tuple(Square(*cell) for cell in cells) for kind in kinds for cells in kind]
    laid = variables("laid", ("+".join(map(str, squares)) for squares in ways), range(2))
    numbers = iter(laid)
    chosen = {kind: [next(numbers) for _ in kind] for kind in kinds}
    covering: dict[Square, list[object]] = {square: [] for square in board.open}
    for one, squares in zip(laid, ways, strict=True):
        for square in squares:
            covering[square].append(one)
    return Model(
        f"statue park {board.height}×{board.width}",
        statue,
        laid,
        helpers(laid),
        notes(statue, symbols(circles)),
        # Each piece is laid as often as there are of it.
        rule("pieces", (total(chosen[kind]) == number for kind, number in kinds.items())),
        # A square has a statue where one piece covers it.
        rule(
            "statues", {square: total(some) == statue[square] for square, some in covering.items()}
        ),
        # No other statue is beside a piece.
        rule(
            "apart",
            (
                implies(one == 1, total(statue[near] for near in _beside(board, squares)) == 0)
                for one, squares in zip(laid, ways, strict=True)
            ),
        ),
        # The park hangs together.
        connected(statue.empty),
        # Circles say where statues are.
        rule("circles", {s: statue[s] == int(m == "b") for s, m in circles.items() if m != "."}),
    )


def _beside(board: Board, squares: tuple[Square, ...]) -> list[Square]:
    return sorted({near for s in squares for near in board.beside(s)} - {*squares})


def _piece(drawn: str) -> tuple[tuple[int, ...], ...]:
    if set(drawn) - set("X./") or "X" not in drawn:
        raise ModelError(f"statue_park has the piece {drawn!r}; draw it with X and ., as XX/X.")
    return shape(drawn)
