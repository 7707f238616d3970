"""Canal View: shaded squares that hang together, and numbers that see so many of them."""

from everyway.models import Board, Model, connected, known, puzzle, rule, total
from everyway.models.boards import leading, numbers, read_clues, two_by_two
from everyway.models.pictures import notes

EXAMPLE = """
3...3.
.2....
......
......
....4.
.5...2
"""


@puzzle(
    known("has one solution", count=1),
    known("connected pictures of 2×2 but for the full one", plan="../..", count=13),
    known("a number that sees three squares", plan={"3../...": 1, "0../...": 7}),
)
def canal_view(plan: str = EXAMPLE) -> Model:
    """Canal View: shade a canal that hangs together over sides, without a 2×2 block.

    A number stands on an unshaded square, and says how many shaded squares one sees from there in
    all four directions, up to the first that is not shaded. `plan` is a text of one character a
    square, a line (or `/`) a row: a number, `?` for an unshaded square, or `.`; with blanks between
    all, numbers may have more digits.

    Source: Prasanna Seshadri; the example is from the tests of pzprjs (MIT).
    """
    marks = read_clues(plan)
    board = Board(*max(marks))
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    shaded = board.place("shaded")
    return Model(
        f"canal view {board.height}×{board.width}",
        shaded,
        notes(shaded, clues),
        # The canal hangs together,
        connected(shaded),
        # and nowhere covers 2×2 squares.
        shaded.per(two_by_two(board)) <= 3,
        # Clues are not shaded,
        shaded.empty_at(clues),
        # and a number sees so many shaded squares.
        rule(
            "numbers",
            {
                s: total(leading(shaded[t] for t in way) for way in board.rays(s).values()) == n
                for s, n in numbers(clues).items()
            },
        ),
    )
