"""Hitori: shade cells until no number is left twice in a line, and the rest hangs together."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from everyway.models import Constraint, Model, iff, implies, known, minimum, puzzle, rule
from everyway.models.boards import Board, Family, Filling, Placement, Square, Squares, read_map
from everyway.models.pictures import helpers, notes

EXAMPLE = """
1223
2214
4123
5141
"""


@puzzle(
    known("made to have one solution", count=1),
    known("counted by two programs", grid={"12/34": 5, "123/231/312": 39, "111/234/342": 5}),
)
def hitori(grid: str = EXAMPLE) -> Model:
    """Hitori: shade cells so that no number is left twice in a row or a column.

    No two shaded cells share a side, and from each cell that is left one can go to each other
    over sides. `grid` is a text of one digit or letter a cell, a line (or `/`) a row.

    That the cells hang together is said by `steps`: how many it takes from the first cell that
    is left; on a shaded cell stands the number of all cells, more than it can ever take.

    Source: Nikoli, Puzzle Communication 29 (1990); the example is our own.
    """
    number = read_map(grid)
    board = Board(*max(number))
    shaded = board.place("shaded")
    steps = board.fill(range(len(number) + 1), "steps")
    return Model(
        f"hitori {board.height}×{board.width}",
        shaded,
        steps,
        notes(shaded, number),
        helpers(steps),
        # Of two cells in a row with one number, at least one is shaded,
        shaded.per(_alike(board.rows, number)) >= 1,
        # and so of two in a column.
        shaded.per(_alike(board.columns, number)) >= 1,
        # No two shaded cells share a side.
        shaded.per(board.adjacent) <= 1,
        # From the first cell each other that is left can be reached.
        rule("hangs together", _hangs_together(shaded, steps)),
    )


def _alike(lines: Family, number: Mapping[Square, str]) -> Family:
    """Every two cells of a line that hold the same number."""
    pairs = (pair for line in lines for pair in combinations(line, 2))
    alike = ((a, b) for a, b in pairs if number[a] == number[b])
    groups = tuple(Squares(f"{a} and {b}", (a, b)) for a, b in alike)
    return Family(f"{lines.name} alike", f"{lines.each}, each two numbers alike", groups)


def _hangs_together(shaded: Placement, steps: Filling) -> Iterator[Constraint]:
    far = len(steps.squares)
    first, *others = steps.squares
    # A shaded cell is far off; the first cell, where it is left, is where one starts.
    yield from (iff(shaded[square] == 1, steps[square] == far) for square in steps.squares)
    yield implies(shaded[first] == 0, steps[first] == 0)
    for square in others:
        goes_on = steps[square] == 1 + minimum(steps[near] for near in steps.board.beside(square))
        if square == others[0]:
            # Where the first is shaded one starts from the second, which then is left.
            yield implies(shaded[first] == 1, steps[square] == 0)
            yield implies((shaded[first] == 0) & (shaded[square] == 0), goes_on)
        else:
            # Each other cell is a step further off than the nearest beside it.
            yield implies(shaded[square] == 0, goes_on)
