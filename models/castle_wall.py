"""Castle wall: one loop with white clues inside, black ones outside, and arrows that count it."""

from itertools import pairwise

from everyway.models import Model, known, loop, puzzle, rule, total
from everyway.models.boards import Board, Square, read_plan
from everyway.models.pictures import notes, symbols

EXAMPLE = """
.  .   . b0< g1v
.  .   . .   .
.  .   . .   .
.  w1^ . b0^ .
.  .   . .   .
"""
COLOURS = {"w": "□", "b": "■", "g": ""}
SIDES = {"^": "top", ">": "right", "v": "bottom", "<": "left"}


@puzzle(
    known("made to have one solution", count=1),
    known("around the middle", plan={". . . / . w . / . . .": 1, ". . . / . b . / . . .": 0}),
    known("loops of a grid without a corner", plan={"g . . / . . . / . . .": 6}),
)
def castle_wall(plan: str = EXAMPLE) -> Model:
    """Castle wall: draw one loop from square to square over their sides, past all clues.

    White clues lie inside the loop, black ones outside. A number with an arrow says how many steps
    of the loop, from square to square, run along that line in the direction of the arrow. `plan`
    has a line (or `/`) a row, its squares apart by blanks: `w` is a white clue, `b` a black one,
    `g` a grey one on either side of the loop, each alone or with a number and an arrow, as `w2>`,
    `b0^`, `g1v` and `w3<`; `.` is a square without a clue.

    Source: P. Mebane (2010); the example is that of pzpr (MIT).
    """
    marks = read_plan(plan, r"[.]|[wbg]([?\d]\d*[<>^v])?", "a clue such as w, b2< or g0^, or .")
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    board = Board(*max(marks), walls=clues)
    line = board.links("line")

    def along(clue: Square, side: str) -> list[tuple[Square, Square]]:
        ray = board.rays(clue)[side]
        return list(pairwise(ray))

    return Model(
        f"castle wall {board.height}×{board.width}",
        line,
        notes(line, symbols({s: COLOURS[mark[0]] + mark[1:] for s, mark in clues.items()})),
        # The line is one loop.
        loop(line),
        # As many of its steps run along the arrow as the number says.
        rule(
            "arrows",
            {
                clue: total(x for x in map(line.get, along(clue, SIDES[mark[-1]])) if x is not None)
                == int(mark[1:-1])
                for clue, mark in clues.items()
                if mark[1:-1].isdigit()
            },
        ),
        # On the way from the left edge to a white clue one crosses the loop an odd number of times.
        rule(
            "inside and outside",
            {
                clue: total(
                    line.get((above, left), 0)
                    for left in board.rays(clue)["left"]
                    for above in board.rays(left)["top"][:1]
                )
                % 2
                == int(mark[0] == "w")
                for clue, mark in clues.items()
                if mark[0] != "g"
            },
        ),
    )
