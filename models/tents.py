"""Tents and trees: a tent beside each tree, no two tents touching."""

from everyway.models import Model, allowed, count, known, puzzle, rule, variables
from everyway.models.boards import Board, in_line, line_clues, read_map
from everyway.models.pictures import around, helpers, notes

EXAMPLE = """
Y....
...Y.
.Y..Y
.....
Y...Y
"""


@puzzle(
    known("made to have one solution", count=1),
    known("made to have one solution", rows="20202", columns="1.0.0", count=1),
    known("above the tree, below it, or on either side", plan=".../.Y./...", count=4),
    known("one tent would have to touch the other", plan="Y./.Y", count=0),
)
def tents(plan: str = EXAMPLE, rows: str = "", columns: str = "") -> Model:
    """Tents and trees: each tree has a tent of its own that shares a side with it.

    No two tents touch, not even at a corner. `plan` is a text of one character a square, a line
    (or `/`) a row: `Y` is a tree, `.` a square where a tent may stand. `rows` and `columns` say
    how many tents stand there, a digit each from the top and from the left, `.` where nothing is
    said; with blanks between all, numbers may have more digits; no text: nothing is said.
    `camp[r1c1]` is the square of the tent of the tree there.

    Source: Léon Balmaekers (1989), in Breinbrekers; the example is our own.
    """
    marks = read_map(plan, ".Y")
    trees = [square for square, mark in marks.items() if mark == "Y"]
    board = Board(*max(marks), holes=trees)
    tent = board.place("tent")
    clues = line_clues("rows", rows, board.rows) + line_clues("columns", columns, board.columns)
    # A variable needs some value; where all squares are trees, it is one that no rule allows.
    camp = variables("camp", map(str, trees), [str(square) for square in board.open] or ["none"])
    return Model(
        f"tents for {len(trees)} trees",
        tent,
        camp,
        helpers(camp),
        around(tent, left=in_line(rows), top=in_line(columns)),
        notes(tent, dict.fromkeys(trees, "tree")),
        # Of two squares that touch, also at a corner, at most one has a tent.
        tent.per(board.touching) <= 1,
        # The tent of a tree stands on a square beside it,
        rule(
            "beside its tree",
            (
                allowed([place], ([str(square)] for square in board.beside(tree)))
                for tree, place in zip(trees, camp, strict=True)
            ),
        ),
        # and each tent is that of one tree.
        rule(
            "each tent has its tree",
            {square: count(camp, str(square)) == tent[square] for square in board.open},
        ),
        # There are so many tents in a line that has a clue.
        [tent.per(line) == number for line, number in clues],
    )
