"""Relations: orders, equivalences and their kin on n points."""

from itertools import combinations, product
from typing import Literal

from everyway.models import Board, Model, counted, implies, known, puzzle, rule

KINDS: dict[str, list[str]] = {
    "transitive": ["transitive"],
    "antisymmetric": ["antisymmetric"],
    "equivalence": ["reflexive", "symmetric", "transitive"],
    "quasi-order": ["reflexive", "transitive"],
    "partial order": ["reflexive", "antisymmetric", "transitive"],
    "total order": ["reflexive", "antisymmetric", "transitive", "total"],
}


@puzzle(
    known("OEIS A001035", n={0: 1, 1: 1, 2: 3, 3: 19, 4: 219}),
    known("OEIS A000798", kind="quasi-order", n={1: 1, 2: 4, 3: 29, 4: 355}),
    known("OEIS A006905", kind="transitive", n={1: 2, 2: 13, 3: 171, 4: 3994}),
    known("Bell numbers: OEIS A000110", kind="equivalence", n={1: 1, 2: 2, 3: 5, 4: 15, 5: 52}),
    known("2^n · 3^(n(n-1)/2)", kind="antisymmetric", n={1: 2, 2: 12, 3: 216}),
    known("n!", kind="total order", n={1: 1, 2: 2, 3: 6, 4: 24, 5: 120}),
)
def relations(
    n: int = 4,
    kind: Literal[
        "transitive", "antisymmetric", "equivalence", "quasi-order", "partial order", "total order"
    ] = "partial order",
) -> Model:
    """Relations of one kind on n points: who is below whom, or alike.

    A piece on row a and column b says that a is related to b. A quasi-order is reflexive (all
    points are related to themselves) and transitive (if a to b and b to c, then a to c); an
    equivalence is also symmetric, a partial order antisymmetric (no two different points both
    ways), and a total order leaves no two points unrelated.

    Source: OEIS A001035, A000798, A006905, A000110.
    """
    board = Board(n)
    related = board.place("related")
    row = [members for _, members in related.over(board.rows)]
    points = range(n)
    pairs = list(combinations(points, 2))
    laws = {
        # Every point is related to itself.
        "reflexive": rule("reflexive", (row[a][a] == 1 for a in points)),
        # What holds one way holds the other way.
        "symmetric": rule("symmetric", (row[a][b] == row[b][a] for a, b in pairs)),
        # Between two points it does not hold both ways.
        "antisymmetric": rule("antisymmetric", (row[a][b] + row[b][a] <= 1 for a, b in pairs)),
        # Two steps may be taken as one.
        "transitive": rule(
            "transitive",
            (
                implies(row[a][b] & row[b][c], row[a][c])
                for a, b, c in product(points, repeat=3)
                if a != b != c
            ),
        ),
        # Between two points it holds one way or the other.
        "total": rule("total", (row[a][b] + row[b][a] >= 1 for a, b in pairs)),
    }
    return Model(f"{kind} on {counted(n, 'point')}", related, [laws[law] for law in KINDS[kind]])
