"""Country road: one loop that comes through each country once."""

from everyway.models import Model, known, loop, puzzle, rule, total
from everyway.models.boards import Board, read_clues
from everyway.models.boards import numbers as clue_numbers
from everyway.models.pictures import notes

REGIONS = """
AABBC
AABBC
DEEEC
DFFGG
DFFGG
"""
NUMBERS = """
2....
.....
12...
.....
.....
"""


@puzzle(
    known("made to have one solution", count=1),
    known("around the four countries", regions="AB/CD", numbers="../..", count=1),
    known("one country: loops of a grid", regions="AAA/AAA/AAA", numbers=".../.../...", count=13),
    known("nobody comes back out of the third", regions="ABC", numbers="...", count=0),
)
def country_road(regions: str = REGIONS, numbers: str = NUMBERS) -> Model:
    """Country road: draw one loop from square to square over their sides, once in each country.

    The loop comes into each country once, and leaves it once. A number says through how many
    squares of its country it goes. Of two squares on both sides of a border it takes at least one.
    `regions` draws the countries, a line (or `/`) a row: squares with one letter are a country.
    `numbers` has a character for each square: a number for its country, or `.` or `?` for none;
    where blanks stand between them, numbers may have more digits.

    Source: Nikoli; the example is that of pzpr (MIT).
    """
    board = Board.from_map(regions)
    line = board.links("line")
    asked = clue_numbers(read_clues(numbers, board))
    group = {square: region for region in board.regions for square in region}
    over = [(a, b) for a, b in board.adjacent if group[a] != group[b]]
    return Model(
        f"country road {board.height}×{board.width}",
        line,
        notes(line, asked),
        # The line is one loop.
        loop(line),
        # It comes through each country,
        rule("through all", (total(map(line.passes, region)) >= 1 for region in board.regions)),
        # and not a second time: it crosses the border of none more than twice.
        rule(
            "once",
            (
                total(line[a, b] for a, b in over if (a in region) != (b in region)) <= 2
                for region in board.regions
            ),
        ),
        # A number says through how many squares of its country it goes.
        rule("numbers", {s: total(map(line.passes, group[s])) == n for s, n in asked.items()}),
        # Of two squares on both sides of a border it takes one at least.
        rule("beside borders", (line.passes(a) + line.passes(b) >= 1 for a, b in over)),
    )
