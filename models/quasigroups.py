"""Quasigroups QG3 to QG7: Latin squares that keep an equation."""

from collections.abc import Callable
from typing import Literal

from everyway.models import Board, Constraint, Expression, Model, element, known, puzzle, rule

Term = Expression | int
Times = Callable[[Term, Term], Expression]

LAWS: dict[str, Callable[[Times, int, int], Constraint]] = {
    "QG3": lambda times, a, b: times(times(a, b), times(b, a)) == a,
    "QG4": lambda times, a, b: times(times(b, a), times(a, b)) == a,
    "QG5": lambda times, a, b: times(times(times(b, a), b), b) == a,
    "QG6": lambda times, a, b: times(times(a, b), b) == times(a, times(a, b)),
    "QG7": lambda times, a, b: times(times(b, a), b) == times(a, times(b, a)),
}


@puzzle(
    known("counted by two programs", law="QG3", n={3: 0, 4: 2, 5: 0}),
    known("counted by two programs", law="QG4", n={3: 0, 4: 0, 5: 12}),
    known("counted by two programs", law="QG5", n={3: 0, 4: 0, 5: 6}),
    known("counted by two programs", law="QG6", n={3: 0, 4: 2, 5: 0}),
    known("counted by two programs", law="QG7", n={3: 0, 4: 0, 5: 12}),
    known("Fujita, Slaney and Bennett", law="QG5", lighter=True, n={7: 3}),
)
def quasigroups(
    n: int = 5, law: Literal["QG3", "QG4", "QG5", "QG6", "QG7"] = "QG5", lighter: bool = False
) -> Model:
    """A quasigroup with a law: a Latin square as a table of a * b, a * a = a, and an equation.

    The numbers 0 to n - 1 label rows and columns, and the cell of row a and column b holds a * b.
    For all a and b: QG3 (a*b)*(b*a) = a · QG4 (b*a)*(a*b) = a · QG5 ((b*a)*b)*b = a ·
    QG6 (a*b)*b = a*(a*b) · QG7 (b*a)*b = a*(b*a). For many n no table was known before computers
    searched for it. With `lighter`, the last column keeps a * (n - 1) ≥ a - 1: of tables that
    only differ in the names of the numbers some are left out, and one at least is kept.

    Source: M. Fujita, J. Slaney, F. Bennett, Automatic generation of some results in finite
    algebra (1993); CSPLib 003.
    """
    board = Board(n)
    cell = board.fill(range(n), "product")
    table = [members for _, members in cell.over(board.rows)]
    numbers = range(n)

    def times(a: Term, b: Term) -> Expression:
        """The cell of row a and column b, where either may be a cell's value."""
        if isinstance(a, int):
            return table[a][b] if isinstance(b, int) else element(table[a], b)
        if isinstance(b, int):
            return element([row[b] for row in table], a)
        return element(cell, n * a + b)

    return Model(
        f"{law} of order {n}",
        cell,
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # or twice in a column.
        cell.along(board.columns).all_different(),
        # A number times itself is itself.
        rule("a * a = a", (times(a, a) == a for a in numbers)),
        # The law holds for all pairs; of a = b it says no more than the line above.
        rule(law, (LAWS[law](times, a, b) for a in numbers for b in numbers if a != b)),
        # Some tables that differ by names alone are left out.
        [rule("lighter", (times(a, n - 1) >= a - 1 for a in numbers))] if lighter else [],
    )
