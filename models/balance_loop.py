"""Balance loop: one loop through all circles, as long on both sides of a white one."""

from itertools import combinations, pairwise

from everyway.models import Expression, Model, implies, known, loop, puzzle, rule, total
from everyway.models.boards import Board, Square, leading, read_plan
from everyway.models.pictures import notes, symbols

EXAMPLE = """
. w4 . .  .
. .  . .  w
. .  . .  .
b .  . .  .
. .  . b4 .
"""


@puzzle(
    known("made to have one solution", count=1),
    known("OEIS A140517: loops of a grid of points", plan={"../..": 1, ".../.../...": 13}),
    known("squares and rectangles through a corner", plan={"w../.../...": 3, "b../.../...": 4}),
)
def balance_loop(plan: str = EXAMPLE) -> Model:
    """Balance loop: draw one loop from square to square over their sides, through all circles.

    From a circle the loop runs on in two directions, in each straight up to the next turn. From a
    white circle both ways are of one length, counted in steps from square to square, from a black
    one they are not. A number is the sum of both. `plan` has a line (or `/`) a row, a character a
    square: `w` is a white circle, `b` a black one, `.` neither; where blanks stand between them,
    circles may have numbers, as `w4` and `b12`.

    Source: the example is that of pzpr (MIT).
    """
    marks = read_plan(plan, r"[.]|[wb](\d*|[?])", "a circle such as w, b or w4, or .")
    board = Board(*max(marks))
    line = board.links("line")
    circles = {square: mark for square, mark in marks.items() if mark != "."}

    def ways(square: Square) -> list[Expression]:
        """The steps that run straight on from `square`, to each of the four sides."""
        rays = board.rays(square).values()
        return [leading(line[two] for two in pairwise((square, *ray))) for ray in rays]

    return Model(
        f"balance loop {board.height}×{board.width}",
        line,
        notes(line, symbols(circles)),
        # The line is one loop,
        loop(line),
        # and comes through every circle.
        rule("through all", {square: line.passes(square) == 1 for square in circles}),
        # From a white circle both ways are of one length, from a black one they are not.
        rule(
            "balance",
            (
                implies((one > 0) & (other > 0), one == other if mark[0] == "w" else one != other)
                for square, mark in circles.items()
                for one, other in combinations(ways(square), 2)
            ),
        ),
        # A number is the sum of both.
        rule(
            "numbers",
            {
                square: total(ways(square)) == int(mark[1:])
                for square, mark in circles.items()
                if mark[1:].isdigit()
            },
        ),
    )
