"""Plane partitions: towers of cubes that fall away from a corner of a box."""

from everyway.models import Board, Family, Model, Squares, known, puzzle


@puzzle(
    known("MacMahon's box formula; OEIS A008793", count=20),
    known("MacMahon's box formula; OEIS A008793", rows=3, columns=3, height=3, count=980),
    known("MacMahon's box formula", rows=2, columns=3, height=4, count=490),
    known("a choice of 2 of 5", rows=1, columns=2, height=3, count=10),
    least={"height": 0},
)
def plane_partition(rows: int = 2, columns: int = 2, height: int = 2) -> Model:
    """A plane partition in a box: towers that never grow to the right or downwards.

    On each cell of a board of `rows` by `columns` stands a tower of 0 to `height` cubes. None is
    higher than the one to its left, or the one above it. Seen from the corner it is a tiling of a
    hexagon by rhombs.

    Source: P. MacMahon, Combinatory Analysis (1916); OEIS A008793 for cubes.
    """
    board = Board(rows, columns)
    tower = board.fill(range(height + 1), "tower")
    return Model(
        f"plane partition in {rows}×{columns}×{height}",
        tower,
        # Read from the right the towers of a row never get lower,
        tower.along(_reversed(board.rows)).increasing(),
        # and neither do those of a column, read from below.
        tower.along(_reversed(board.columns)).increasing(),
    )


def _reversed(lines: Family) -> Family:
    """The same lines from the other end."""
    turned = tuple(Squares(line.name, line.members[::-1]) for line in lines)
    return Family(f"{lines.name} backwards", f"{lines.each} backwards", turned)
