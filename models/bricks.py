"""Bricks: a box packed with smaller boxes."""

import re
from itertools import product

from everyway.models import Model, ModelError, among, counted, known, puzzle, rule
from everyway.models.boards import Shape, by_squares, placements, side_by_side
from everyway.models.pictures import cubes


@puzzle(
    known("OEIS A006253", height=2, length={1: 2, 2: 9, 3: 32, 4: 121}),
    known("OEIS A028447", length=3, height=3, count=229),
    known(
        "J. Slothouber and W. Graatsma: one way, in eight positions",
        width=3,
        height=3,
        length=3,
        kinds="6*1x2x2 + 3*1x1x1",
        count=8,
    ),
)
def bricks(length: int = 3, width: int = 2, height: int = 2, kinds: str = "1x1x2") -> Model:
    """Pack a box with bricks, so that no room is left.

    Bricks may be turned. `kinds` says which there are, and how many where that matters:
    `1x1x2` are any number of dominoes in space, `6*1x2x2 + 3*1x1x1` the nine blocks of a puzzle by
    Slothouber and Graatsma. The layers of the box stand side by side; each little cube shows which
    brick fills it: `A7` is the seventh place for a brick of the first kind.

    Source: OEIS A006253, A028447; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways.
    """
    board, where = side_by_side(height, width, length)
    read = [_kind(kind) for kind in kinds.split("+")]
    shapes = {chr(ord("A") + place): shape for place, (_, shape) in enumerate(read)}
    laid = placements(shapes, where)
    # The cubes of a brick show it all, or none does.
    tile, whole = by_squares(board, laid, where)
    numbers = {letter: n for letter, (n, _) in zip(shapes, read, strict=True) if n is not None}
    return Model(
        f"{length}×{width}×{height} packed with {kinds}",
        tile,
        cubes(tile, length),
        whole,
        # Where a number is given, so many bricks of the kind are used.
        [
            rule(
                f"{counted(number, 'brick')} {letter}",
                among(
                    tile,
                    (one.name for one in laid if one.piece == letter),
                    number * len(shapes[letter]),
                ),
            )
            for letter, number in numbers.items()
        ],
    )


def _kind(written: str) -> tuple[int | None, Shape]:
    """The number of bricks in `6*1x2x2`, None for any number, and their shape."""
    found = re.fullmatch(r"\s*(?:(\d+)\s*\*)?\s*([1-9]\d*)x([1-9]\d*)x([1-9]\d*)\s*", written)
    if not found:
        raise ModelError(
            f"bricks has the kind {written.strip()!r}; write lengths, such as 1x1x2, or a number"
            " and lengths, 6*1x2x2"
        )
    number = None if found[1] is None else int(found[1])
    return number, tuple(product(*(range(int(found[axis])) for axis in (2, 3, 4))))
