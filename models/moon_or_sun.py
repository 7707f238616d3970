"""Moon or sun: one loop through all moons of a room or all its suns, in turn."""

from everyway.models import Model, implies, known, loop, puzzle, rule, total, variables
from everyway.models.boards import Board, read_clues
from everyway.models.pictures import helpers, notes

REGIONS = """
AABB
CBBB
CCDB
CDDD
"""
PLAN = """
mm.s
.sss
s.ss
s.mm
"""


@puzzle(
    known("made to have one solution", count=1),
    known("sun, moon, sun, moon around", regions="AB/DC", plan="sm/ms", count=1),
    known("two suns in a row", regions="AB/DC", plan="ss/mm", count=0),
    known("a room without a mark", regions="AB/DC", plan="sm/m.", count=0),
    known("one room: around its sun or its moons", regions="AA/AA/AA", plan="s./../mm", count=2),
)
def moon_or_sun(regions: str = REGIONS, plan: str = PLAN) -> Model:
    """Moon or sun: draw one loop from square to square over their sides, once in each room.

    In each room the loop goes either through all moons and no sun, or through all suns and no
    moon, and through one at least; from a room of moons it comes to one of suns, and back. It
    comes into each room once, and leaves it once. `regions` draws the rooms, a line (or `/`) a
    row: squares with one letter are a room. `plan` has a character a square: `m` is a moon, `s` a
    sun, `.` neither.

    Source: Nikoli; the example is our own.
    """
    board = Board.from_map(regions)
    marks = read_clues(plan, board, "[.ms]", "m for a moon, s for a sun, or .")
    line = board.links("line")
    room = {square: board.region_of(square) for square in board.open}
    # 1 for a room where the loop goes through the moons, 0 for one of suns.
    moons = variables("moons", dict.fromkeys(room.values()), range(2))
    over = [(a, b) for a, b in board.adjacent if room[a] != room[b]]
    return Model(
        f"moon or sun {board.height}×{board.width}",
        line,
        moons,
        helpers(moons),
        notes(line, {s: {"m": "☾", "s": "☀"}[mark] for s, mark in marks.items() if mark != "."}),
        # The line is one loop.
        loop(line),
        # It crosses the border of no room more than twice.
        rule(
            "each room once",
            (
                total(line[a, b] for a, b in over if (a in region) != (b in region)) <= 2
                for region in board.regions
            ),
        ),
        # In a room of moons it goes through all moons, and through no sun, or the other way round.
        rule(
            "moons or suns",
            {
                s: line.passes(s) == (moons[room[s]] if mark == "m" else 1 - moons[room[s]])
                for s, mark in marks.items()
                if mark != "."
            },
        ),
        # A room can be one of moons, or of suns, only if there is one.
        rule(
            "through one at least",
            (
                moons[board.region_of(region[0])] == value
                for region in board.regions
                for value, mark in enumerate("ms")
                if mark not in {marks[s] for s in region}
            ),
        ),
        # From a room of moons the loop comes to one of suns, and back.
        rule(
            "in turn",
            {
                f"{a} and {b}": implies(line[a, b], moons[room[a]] != moons[room[b]])
                for a, b in over
            },
        ),
    )
