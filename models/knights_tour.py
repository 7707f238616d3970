"""Tours of a chessboard: a knight, or a king, that visits every square once."""

from typing import Literal

from everyway.models import (
    Constraint,
    Model,
    ModelError,
    allowed,
    any_of,
    known,
    puzzle,
    rule,
    variable,
)
from everyway.models.boards import (
    KING,
    KNIGHT,
    STEP,
    Board,
    Filling,
    Piece,
    Square,
    SquaresLike,
    leaper,
)
from everyway.models.graphs import circuit
from everyway.models.pictures import helpers

PIECES: dict[str, Piece] = {
    "knight": KNIGHT,
    "king": KING,
    "step": STEP,
    "camel": leaper(1, 3),
    "zebra": leaper(2, 3),
}


@puzzle(
    known("twice OEIS A169696", columns={4: 16, 5: 0}),
    known("parity, and A. J. Schwenk (1991): none", closed=True, columns={3: 0, 4: 0, 5: 0}),
    known("twice OEIS A140521", piece="king", closed=True, rows=2, columns={2: 6}),
    known("twice OEIS A140521", piece="king", closed=True, columns={3: 32}),
    known("twice OEIS A140521", piece="king", closed=True, form="steps", columns={3: 32}),
    known("OEIS A096969", piece="step", form="steps", columns={3: 40}),
    known(
        "published: 304 of the 1728 tours of 5×5 from each corner",
        start="r1c1",
        columns=5,
        rows={3: 0, 5: 304},
    ),
    known("OEIS A001184", piece="step", start="r1c1", end="r3c3", columns={3: 2}),
    known(
        "around the hole; counted by two programs",
        closed=True,
        holes="r2c2",
        columns={3: 2, 4: 0},
    ),
)
def knights_tour(
    rows: int = 3,
    columns: int = 4,
    piece: Literal["knight", "king", "step", "camel", "zebra"] = "knight",
    closed: bool = False,
    form: Literal["moves", "steps"] = "moves",
    holes: SquaresLike = "",
    start: str = "",
    end: str = "",
) -> Model:
    """A knight visits every square of a board once, move by move.

    An open tour begins and ends anywhere, unless `start` or `end` names a square, such as `r1c1`,
    and backwards it is another tour. A closed one returns to its start, wherever that is, and has
    two directions as well. No tour visits the `holes`, but pieces leap over them. Other pieces
    tour too: a king, steps along rows and columns, a camel (1 and 3 squares), a zebra (2 and 3).
    `moves` asks from each square for the number, row by row from 0, of the next; `steps` asks
    when each square is visited.

    Source: L. Euler (1759); OEIS A165134, A169696, A079137 (open), A140521 (kings).
    """
    board = Board(rows, columns, holes=holes)
    if not board.open:
        raise ModelError(f"a tour of {rows}×{columns} squares; write rows and columns from 1")
    if closed and (start or end):
        raise ModelError("a closed tour has no start and no end; name them for an open one")
    goals = {square: list(board.around(square, PIECES[piece])) for square in board.open}
    name = f"{'closed' if closed else 'open'} {piece}'s tours of {rows}×{columns}"
    return (_moves if form == "moves" else _steps)(name, board, goals, closed, start, end)


Goals = dict[Square, list[Square]]


def _steps(name: str, board: Board, goals: Goals, closed: bool, start: str, end: str) -> Model:
    last = len(board.open)
    step = board.fill(range(1, last + 1), "step")
    model = Model(
        name,
        step,
        # No two squares are visited at one step.
        step.along(board.squares).all_different(),
        # From each square but the last, one move leads to the square of the next step.
        rule("each step is a move", (_goes_on(step, s, goals[s], last) for s in board.open)),
    )
    if not closed:
        # The tour begins and ends on the squares that are named.
        model += [rule(f"starts on {start}", step[start] == 1)] if start else []
        return model + ([rule(f"ends on {end}", step[end] == last)] if end else [])
    corner = board.open[0]
    # A closed tour is numbered from the corner,
    model += rule("from the corner", step[corner] == 1)
    # and from its last square one move leads back there; a lone square is its own tour.
    final = goals[corner] if last > 1 else [corner]
    return model + rule("back to the corner", any_of(step[square] == last for square in final))


def _goes_on(step: Filling, square: Square, goals: list[Square], last: int) -> Constraint:
    moves = (step[goal] == step[square] + 1 for goal in goals)
    return any_of([step[square] == last, *moves])


def _moves(name: str, board: Board, goals: Goals, closed: bool, first: str, last: str) -> Model:
    number = {square: place for place, square in enumerate(board.open)}
    end = len(number)
    follower = board.fill(range(end) if closed else range(end + 1), "next")
    targets = {square: [number[goal] for goal in goals[square]] for square in board.open}
    if not closed:
        # An open tour may end on any square, where next is one more than the last number.
        targets = {square: [*some, end] for square, some in targets.items()}
    elif end == 1:
        # A lone square is its own tour.
        targets = {board.open[0]: [0]}
    # From each square one move leads to the next; squares are numbered row by row from 0.
    moves = rule(
        "each step is a move",
        (allowed([follower[s]], ((goal,) for goal in targets[s])) for s in board.open),
    )
    if closed:
        # Following the moves one comes through all squares.
        return Model(name, follower, moves, rule("one tour", circuit(follower)))
    start = variable("start", range(end))
    # Following the moves, and from the end back to the start, one comes through all squares.
    tour = rule("one tour", circuit([*follower, start]))
    return Model(
        name,
        follower,
        start,
        helpers(start),
        moves,
        tour,
        # The tour begins and ends on the squares that are named.
        [rule(f"starts on {first}", start == number[_open(board, first)])] if first else [],
        [rule(f"ends on {last}", follower[last] == end)] if last else [],
    )


def _open(board: Board, written: str) -> Square:
    """The square that `written` names, on which a tour can start."""
    square = board.square(written)
    if not board.has(square):
        raise ModelError(f"{square} is a hole; a tour starts on another square")
    return square
