"""Snake: one path of shaded squares that nowhere touches itself."""

from everyway.models import Board, Model, any_of, connected, implies, known, puzzle, rule, total
from everyway.models.boards import in_line, line_clues, read_map, two_by_two
from everyway.models.pictures import around, notes, symbols

EXAMPLE = """
....
b...
..w.
....
"""


@puzzle(
    known("has one solution", count=1),
    known("counted by two programs", plan={"../..": 12}, top="", left=""),
)
def snake(plan: str = EXAMPLE, top: str = ".1..", left: str = "4...") -> Model:
    """Snake: shade a path of squares, from head to tail, that does not touch itself.

    It goes from square to square over sides; squares of it that do not follow one another touch
    neither over a side nor at a corner, but at a turn, where three of four squares are its own. A
    black circle is an end of it, a white one a square between its ends. `plan` is a text of one
    character a square, a line (or `/`) a row: `b`, `w` or `.`. `top` and `left` say how many
    squares of each column and row it takes, a character each, `.` where nothing is said; with
    blanks between all, numbers may have more digits.

    Source: the example is from the tests of pzprjs (MIT).
    """
    marks = read_map(plan, ".bw")
    board = Board(*max(marks))
    circles = {square: mark for square, mark in marks.items() if mark != "."}
    body = board.place("shaded")
    clues = line_clues("top", top, board.columns) + line_clues("left", left, board.rows)
    beside = {s: total(body[near] for near in board.beside(s)) for s in board.open}
    return Model(
        f"snake {board.height}×{board.width}",
        body,
        around(body, top=in_line(top), left=in_line(left)),
        notes(body, symbols(circles)),
        # The snake hangs together,
        connected(body),
        # and is no ring: as many of its squares follow one another, but one.
        rule(
            "no ring",
            total((body[a] == 1) & (body[b] == 1) for a, b in board.adjacent) == body.total - 1,
        ),
        # It does not branch,
        rule("no branch", {s: implies(body[s] == 1, beside[s] <= 2) for s in board.open}),
        # cover 2×2 squares,
        body.per(two_by_two(board)) <= 3,
        # or touch itself at a corner.
        rule(
            "corners",
            (
                any_of([body[a] == 0, body[d] == 0, body[b] == 1, body[c] == 1])
                & any_of([body[b] == 0, body[c] == 0, body[a] == 1, body[d] == 1])
                for a, b, c, d in two_by_two(board)
            ),
        ),
        # A black circle is an end of it, with one square beside it, a white one is none.
        rule(
            "circles",
            {
                s: (body[s] == 1) & (beside[s] == (1 if mark == "b" else 2))
                for s, mark in circles.items()
            },
        ),
        # It takes as many squares of a line as its clue says.
        [body.per(line) == number for line, number in clues],
    )
