"""Queens in a cube: none attacking another along any of thirteen directions."""

from itertools import product

from everyway.models import Board, Model, Variable, counted, known, puzzle, rule, total

Cell = tuple[int, ...]
"""A cell of the cube: its layer, row and column, from 1."""


@puzzle(
    known("counted by two programs", k={0: 1, 1: 27, 2: 144, 3: 152, 4: 16, 5: 0}),
    known("counted by two programs", n=4, k=2, count=1248),
    known("each of its eight cells sees the others", n=2, k={1: 8, 2: 0}),
    least={"n": 0, "k": 0},
)
def queens_3d(n: int = 3, k: int = 4) -> Model:
    """Queens in a cube of n × n × n cells: k of them, none attacking another.

    A queen moves any number of cells along a line: three directions along edges, six along
    diagonals of the faces, and four along those of the cube. Each layer is drawn as a board:
    `queen2` is the second. Most queens that fit, from n = 1: 1, 1, 4, 7, 13.

    Source: OEIS A068940.
    """
    layers = [Board(n).place(f"queen{number}") for number in range(1, n + 1)]
    cube: dict[Cell, Variable] = {
        (layer, *square): variable
        for layer, placement in enumerate(layers, 1)
        for square, variable in placement.by_square.items()
    }
    return Model(
        f"{counted(k, 'queen')} in a cube of {n}×{n}×{n}",
        *layers,
        # There are k queens in all,
        rule(f"total == {k}", total(cube.values()) == k),
        # and at most one on each line.
        rule("lines <= 1", (total(line) <= 1 for line in _lines(cube))),
    )


def _lines(cube: dict[Cell, Variable]) -> list[list[Variable]]:
    """The cells of each line of two or more, in each of the thirteen directions."""
    steps = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
    starts = [(cell, step) for step in steps for cell in cube if _moved(cell, step, -1) not in cube]
    lines = (_line(cube, cell, step) for cell, step in starts)
    return [line for line in lines if len(line) > 1]


def _line(cube: dict[Cell, Variable], cell: Cell, step: Cell) -> list[Variable]:
    """The variables of `cell` and of those that follow, to the end of the cube."""
    found = []
    while cell in cube:
        found.append(cube[cell])
        cell = _moved(cell, step)
    return found


def _moved(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return tuple(a + times * b for a, b in zip(cell, step, strict=True))
