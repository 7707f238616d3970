"""The Soma cube: seven pieces that fill a cube."""

from everyway.models import Model, ModelError, known, puzzle, rule
from everyway.models.boards import Shape, by_pieces, placements, side_by_side
from everyway.models.pictures import cubes

# All pieces of three or four cubes that are no box. A and B are mirror images of each other.
PIECES: dict[str, Shape] = {
    "V": ((0, 0, 0), (0, 0, 1), (0, 1, 0)),
    "L": ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0)),
    "T": ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1)),
    "Z": ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2)),
    "A": ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)),
    "B": ((1, 0, 0), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    "P": ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)),
}


@puzzle(
    known("counted by two programs", count=8),
    known("counted by two programs", columns=4, pieces={"LTAP": 8, "LZAB": 16}),
    known("counted by two programs", layers=1, rows=3, columns=5, pieces={"VLTZ": 16}),
    known("Conway and Guy: 240 ways", pieces="TVLZABP", layers=3, rows=3, columns=3, count=11520),
)
def soma(
    pieces: str = "TAP",
    layers: int = 2,
    rows: int = 2,
    columns: int = 3,
    fixed: bool = False,
) -> Model:
    """Fill a box with pieces of Piet Hein's Soma, each used once, turned in any way.

    The seven pieces V, L, T, Z, A, B, P have 27 little cubes and fill 3×3×3 in 240 ways, which
    are 11520 if one counts how the cube stands. Where the first of `pieces` is `fixed`, it lies
    in the corner: TVLZABP then fill the cube in 480 ways, since T always lies along an edge. The
    layers stand side by side; `place` is the number of each piece's placement.

    Source: Piet Hein (1933); J. H. Conway and M. J. T. Guy found the 240 ways (1961).
    """
    if not pieces or len(set(pieces)) < len(pieces) or not set(pieces) <= set(PIECES):
        raise ModelError(f"soma has pieces = {pieces!r}; write some of {' '.join(PIECES)}")
    board, where = side_by_side(layers, rows, columns)
    laid = placements({name: PIECES[name] for name in pieces}, where, mirrored=False)
    # Each little cube shows the piece whose place covers it, and every piece has one place.
    cell, place, *tied = by_pieces(board, laid, pieces, where)
    model = Model(
        f"{pieces} of Soma in {layers}×{rows}×{columns}", cell, cubes(cell, columns), place, tied
    )
    # The first piece lies in its first place, in the corner.
    return model + rule("the first piece is fixed", place[0] == 0) if fixed else model
