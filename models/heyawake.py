"""Heyawake: shaded squares apart, the rest in one piece, and no white line through three rooms."""

from collections.abc import Iterator
from itertools import pairwise

from everyway.models import Model, connected, known, puzzle, rule, total
from everyway.models.boards import Board, Square, read_clues
from everyway.models.boards import numbers as clue_numbers
from everyway.models.pictures import notes

REGIONS = """
AABB
ACCC
ADDD
AAEE
"""
NUMBERS = """
.1..
....
.2..
....
"""


@puzzle(
    known("made to have one solution", count=1),
    known("one room: apart, and the rest in one piece", regions="AA/AA", numbers="../..", count=5),
    known("of three rooms in a row one has a shaded square", regions="ABC", numbers="...", count=3),
    known("counted by two programs", regions="AAB/CCB/CDD", numbers="1../.../...", count=8),
)
def heyawake(regions: str = REGIONS, numbers: str = NUMBERS) -> Model:
    """Heyawake: shade squares, so that no two share a side and the others hang together.

    A number says how many squares of its room are shaded. No row or column of white squares runs
    through three rooms. `regions` draws the rooms, a line (or `/`) a row: squares with one letter
    are a room. `numbers` has a character for each square: a number for its room, or `.` or `?` for
    none; where blanks stand between them, numbers may have more digits.

    Source: Nikoli, Puzzle Communication 39 (1992); the example is our own.
    """
    board = Board.from_map(regions)
    shaded = board.place("shaded")
    asked = clue_numbers(read_clues(numbers, board))
    room = {square: region for region in board.regions for square in region}
    return Model(
        f"heyawake {board.height}×{board.width}",
        shaded,
        notes(shaded, asked),
        # No two shaded squares share a side.
        shaded.per(board.adjacent) <= 1,
        # The white squares hang together.
        connected(shaded.empty),
        # As many squares of a room are shaded as it says.
        rule("numbers", {s: total(shaded[t] for t in room[s]) == n for s, n in asked.items()}),
        # No line of white squares runs through three rooms.
        rule(
            "through three rooms",
            {
                f"{part[0]} to {part[-1]}": total(shaded[square] for square in part) >= 1
                for line in (*board.rows, *board.columns)
                for part in _through_three([*line], board)
            },
        ),
    )


def _through_three(line: list[Square], board: Board) -> Iterator[list[Square]]:
    """The shortest parts of a line that cross two borders of rooms."""
    borders = [
        place
        for place in range(1, len(line))
        if board.region_of(line[place - 1]) != board.region_of(line[place])
    ]
    for first, second in pairwise(borders):
        yield line[first - 1 : second + 1]
