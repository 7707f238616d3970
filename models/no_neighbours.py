"""Numbers that shun their neighbours: the puzzle of the eight numbers in a cross."""

from everyway.models import Board, Model, counted, known, puzzle, rule

CROSS = """
.aa.
aaaa
.aa.
"""


@puzzle(
    known("one, and its reflections and turn", count=4),
    known("counted by two programs", plan="aa/aa", count=0),
)
def no_neighbours(plan: str = CROSS) -> Model:
    """Numbers that shun each other: 1 to 8 in eight squares, consecutive ones never touching.

    Write each number once into the squares of the plan, so that no two that follow each other,
    such as 4 and 5, stand in squares that touch, not even at a corner. `.` is no square of it.

    Source: a classic of puzzle books, as the eight numbers of the letter H or of a cross.
    """
    board = Board.from_map(plan)
    numbers = range(1, len(board.open) + 1)
    cell = board.fill(numbers)
    return Model(
        f"{counted(len(numbers), 'number')} that shun their neighbours",
        cell,
        # Each number stands in one square.
        cell.along(board.squares).all_different(),
        # Squares that touch hold no two that follow each other.
        rule(
            "neighbours do not follow each other",
            (abs(a - b) > 1 for _, (a, b) in cell.over(board.touching)),
        ),
    )
