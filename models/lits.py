"""LITS: a tetromino in each room, all in one piece, and like ones apart."""

from everyway.models import Model, allowed, any_of, connected, known, puzzle, rule
from everyway.models.boards import Board, placements, shape, two_by_two
from everyway.models.pictures import looks

EXAMPLE = """
AAAA
AABA
BBBA
"""
PIECES = {
    "L": shape("XXX/X.."),
    "I": shape("XXXX"),
    "T": shape("XXX/.X."),
    "S": shape(".XX/XX."),
}


@puzzle(
    known("made to have one solution", count=1),
    known("that of pzpr (MIT), with one solution", regions="AABB/AABC/ABBC/CCCC", count=1),
    known("one room: the ways to lay one piece", regions={"AAAA": 1, "AAA/AAA": 8}),
    known("two like pieces would touch", regions={"AAAA/BBBB": 0, "AAAA/BBBC/BCCC": 0}),
)
def lits(regions: str = EXAMPLE) -> Model:
    """LITS: lay a piece of four squares in each room: an L, an I, a T or an S.

    Pieces may be turned and turned over. Two pieces that share a side are not alike. All pieces
    hang together over sides, and nowhere cover two by two squares. `regions` draws the
    rooms, a line (or `/`) a row: squares with one letter are a room.

    Source: I. Naoki, Nuruomino, Nikoli (2004); the example is our own.
    """
    board = Board.from_map(regions)
    piece = board.fill(["-", *PIECES], "piece")
    over = [(a, b) for a, b in board.adjacent if board.region_of(a) != board.region_of(b)]
    return Model(
        f"LITS {board.height}×{board.width}",
        piece,
        looks(piece, {"-": ".", **{name: f"■{name}" for name in PIECES}}),
        # In each room lies one piece.
        rule(
            "a piece in each room",
            (
                allowed(
                    [piece[square] for square in region],
                    (
                        [laid.piece if square in laid.cells else "-" for square in region]
                        for laid in placements(PIECES, region)
                    ),
                )
                for region in board.regions
            ),
        ),
        # Two pieces that share a side are not alike.
        rule(
            "like ones apart",
            {f"{a} and {b}": (piece[a] != piece[b]) | (piece[a] == "-") for a, b in over},
        ),
        # All pieces hang together,
        rule("in one piece", connected([piece[square] != "-" for square in board.open], board)),
        # and nowhere cover two by two squares.
        rule(
            "no block",
            (any_of(piece[square] == "-" for square in block) for block in two_by_two(board)),
        ),
    )
