"""Squared rectangles: squares of different sizes that fill a rectangle."""

from everyway.models import (
    Model,
    Variable,
    VariableList,
    counted,
    cumulative,
    known,
    no_overlap_2d,
    puzzle,
    rule,
    total,
)
from everyway.models.pictures import rectangles


@puzzle(
    known(
        "the large square left or right, the next above or below, the small ones exchanged", count=8
    ),
    known("the same, without the implied rule", implied=False, count=8),
    least={"width": 0, "height": 0, "squares": 1},
)
def squared_rectangle(
    width: int = 5,
    height: int = 3,
    squares: tuple[int, ...] = (3, 2, 1, 1),
    implied: bool = True,
) -> Model:
    """Fill a rectangle with squares of given sides, each of them used once.

    `x[i]` and `y[i]` say how far the lower left corner of square i is from that of the rectangle.
    Two squares of one size may be exchanged for another solution, and the rectangle turned over.
    33×32 is filled by 18, 15, 14, 10, 9, 8, 7, 4, 1, and 112×112 by 21 squares, all different.
    `implied` adds what a line across the rectangle shows: it cuts squares of no more than its
    length in all.

    Source: Z. Moroń (1925); A. J. W. Duijvestijn, Simple perfect squared square of lowest order
    (1978); CSPLib 009.
    """
    x, y = _corners("x", width, squares), _corners("y", height, squares)
    model = Model(
        f"{width}×{height} filled by {counted(len(squares), 'square')}",
        x,
        y,
        rectangles(x, y, zip(squares, squares, strict=True), (width, height)),
        # No square reaches beyond the right side of the rectangle,
        rule("within the width", (a + side <= width for a, side in zip(x, squares, strict=True))),
        # and none beyond its upper side.
        rule("within the height", (b + side <= height for b, side in zip(y, squares, strict=True))),
        # No two squares share a place.
        rule("no overlap", no_overlap_2d(x, y, squares, squares)),
        # Together they are as large as the rectangle, so that nothing is left over.
        rule("as large", total(s * s for s in squares) == width * height),
    )
    if implied:
        # A line across, at any height, cuts no more squares than it is long; so does one upwards.
        model += rule("lines across (implied)", cumulative(y, squares, squares, width))
        model += rule("lines upwards (implied)", cumulative(x, squares, squares, height))
    return model


def _corners(name: str, room: int, squares: tuple[int, ...]) -> VariableList:
    """A corner for each square, anywhere from which it stays within `room` where it can."""
    places = (range(max(room - side, 0) + 1) for side in squares)
    corners = (Variable(f"{name}[{i}]", places) for i, places in enumerate(places))
    return VariableList(name, tuple(corners), tuple(range(len(squares))))
