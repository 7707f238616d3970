"""Magic cubes: every line through the cube adds up to the same."""

from collections.abc import Iterator
from itertools import product

from everyway.models import Constraint, Model, Rule, all_different, known, puzzle, rule, total
from everyway.models.boards import Board, Filling

Place = tuple[int, int, int]
"""Layer, row and column, 0-based."""


@puzzle(
    known("no two cells can add up alike", n={2: 0}),
    known("one number fills one cell", n={1: 1}),
    known("the 4 magic cubes of order 3, W. S. Andrews", n={3: 4}),
    known("48 positions of each of the 4", once=False, n={3: 192}),
    least={"n": 0},
)
def magic_cube(n: int = 3, once: bool = True, implied: bool = True) -> Model:
    """A magic cube: the numbers 1 to n³ in n × n × n cells, all lines with the same total.

    Each row, each column, each pillar through the layers and the four diagonals from corner to
    corner add up to n(n³ + 1) / 2; the diagonals inside a layer need not. Of the 48 rotations and
    reflections of a cube, `once` keeps the one with its least corner first and the three corners
    next to that in order.

    Of order 3 it follows that every two cells opposite each other add up to 28. With `implied`
    the model says so, which no solution needs and every solver is glad of.

    Source: W. S. Andrews, Magic Squares and Cubes (1908).
    """
    layers = [Board(n).fill(range(1, n**3 + 1), f"layer{k}") for k in range(1, n + 1)]
    magic = n * (n**3 + 1) // 2

    def sums(lines: Iterator[list[Place]]) -> Iterator[Constraint]:
        return (total(layers[k][r + 1, c + 1] for k, r, c in line) == magic for line in lines)

    return Model(
        f"magic cube of order {n}",
        layers,
        # Every number stands in one cell.
        rule("all different", all_different(cell for layer in layers for cell in layer)),
        # Every row, column and pillar has the magic total,
        rule("lines", sums(_lines(n))),
        # and so has every diagonal from a corner through the centre.
        rule("space diagonals", sums(_space_diagonals(n))),
        # Of order 3: opposite cells add up to the least and the greatest number together.
        [_opposite(layers)] if implied and n == 3 else [],
        # One of the 48 positions of a cube is enough.
        [_once(layers)] if once and n > 1 else [],
    )


def _once(layers: list[Filling]) -> Rule:
    n = len(layers)
    first, *others = (layers[k][r, c] for k, r, c in product((0, -1), (1, n), (1, n)))
    right, below, behind = others[0], others[1], others[3]
    least = (first < other for other in others)
    return rule("once", least, right < below, below < behind)


def _opposite(layers: list[Filling]) -> Rule:
    cells = [cell for layer in layers for cell in layer]
    pairs = zip(cells, reversed(cells), strict=True)
    return rule("opposite cells (implied)", (a + b == len(cells) + 1 for a, b in pairs))


def _lines(n: int) -> Iterator[list[Place]]:
    """The lines along the three directions: rows, columns, pillars."""
    for a, b in product(range(n), repeat=2):
        yield [(a, b, k) for k in range(n)]
        yield [(a, k, b) for k in range(n)]
        yield [(k, a, b) for k in range(n)]


def _space_diagonals(n: int) -> Iterator[list[Place]]:
    for down, right in product((1, -1), repeat=2):
        rows, columns = range(n)[::down], range(n)[::right]
        yield list(zip(range(n), rows, columns, strict=True))
