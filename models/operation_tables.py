"""Operation tables: semigroups, semilattices, monoids and groups of n elements."""

from itertools import combinations, product
from typing import Literal

from everyway.models import Board, Model, all_of, any_of, element, known, puzzle, rule
from everyway.models.pictures import around

Kind = Literal["semigroup", "commutative semigroup", "semilattice", "monoid", "group"]

KINDS: dict[str, list[str]] = {
    "semigroup": [],
    "commutative semigroup": ["commutative"],
    "semilattice": ["commutative", "idempotent"],
    "monoid": ["identity"],
    "group": ["rows", "columns"],
}


@puzzle(
    known("OEIS A023814", n={0: 1, 1: 1, 2: 8, 3: 113}),
    known("OEIS A023815", kind="commutative semigroup", n={1: 1, 2: 6, 3: 63}),
    known("OEIS A055512(n + 1) / (n + 1)", kind="semilattice", n={1: 1, 2: 2, 3: 9, 4: 76}),
    known("OEIS A058153", kind="monoid", n={1: 1, 2: 4, 3: 33}),
    known("OEIS A034383", kind="group", n={1: 1, 2: 2, 3: 3, 4: 16}),
)
def operation_tables(n: int = 3, kind: Kind = "semigroup") -> Model:
    """Tables of a * b on the numbers 0 to n - 1 that keep the laws of algebra.

    Row a and column b hold a * b. In a semigroup (a * b) * c = a * (b * c). It may also be
    commutative, a * b = b * a; a semilattice, commutative with a * a = a, as "the greater of" is;
    a monoid, with an element that changes no other; or a group, where no element stands twice in
    a row or a column. Tables that differ in the names of the elements alone are different.

    Source: OEIS A023814, A023815, A055512, A058153, A034383.
    """
    board = Board(n)
    cell = board.fill(range(n), "product")
    row = [members for _, members in cell.over(board.rows)]
    column = [members for _, members in cell.over(board.columns)]
    elements = range(n)
    laws = {
        # (a * b) * c, in column c, is a * (b * c), in row a.
        "associative": rule(
            "associative",
            (
                element(column[c], row[a][b]) == element(row[a], row[b][c])
                for a, b, c in product(elements, repeat=3)
            ),
        ),
        # a * b is b * a.
        "commutative": rule(
            "commutative", (row[a][b] == row[b][a] for a, b in combinations(elements, 2))
        ),
        # An element times itself is itself.
        "idempotent": rule("idempotent", (row[a][a] == a for a in elements)),
        # Some element e leaves all others as they are, from the left and from the right.
        "identity": rule(
            "identity",
            any_of(all_of((row[e][a] == a) & (row[a][e] == a) for a in elements) for e in elements),
        ),
        # No element stands twice in a row,
        "rows": cell.along(board.rows).all_different(),
        # or twice in a column.
        "columns": cell.along(board.columns).all_different(),
    }
    kept = ["associative", *KINDS[kind]]
    names = around(cell, left=elements, top=elements)
    return Model(f"{kind} of order {n}", cell, names, [laws[law] for law in kept])
