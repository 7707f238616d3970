"""Families of algebra: operation tables, relations, Boolean functions, matrices over GF(2)."""

from collections.abc import Callable
from itertools import combinations

from everyway.models import (
    Board,
    Constraint,
    Expression,
    Model,
    all_different,
    load,
    rule,
    total,
    variables,
)

Matrix = list[list[Expression]]


def table(kind: str) -> Callable[[int], Model]:
    return lambda n: load("operation_tables", n=n, kind=kind)


def relation(kind: str) -> Callable[[int], Model]:
    return lambda n: load("relations", n=n, kind=kind)


def linear_extensions(n: int) -> Model:
    """`place[s]` is when the subset with the bits of s comes."""
    place = variables("place", 2**n, range(2**n))
    return Model(
        f"orders of the subsets of {n}",
        place,
        all_different(place),
        (
            place[s] < place[s | 1 << bit]
            for s in range(2**n)
            for bit in range(n)
            if not s >> bit & 1
        ),
    )


def gf2(name: str, laws: Callable[[Matrix], list[Constraint]]) -> Callable[[int], Model]:
    """Matrices of 0 and 1 that keep `laws`, which take the rows."""

    def make(n: int) -> Model:
        board = Board(n)
        entry = board.fill(range(2))
        rows: Matrix = [list(row) for _, row in entry.over(board.rows)]
        return Model(f"{name} {n}×{n} matrices over GF(2)", entry, rule(name, laws(rows)))

    return make


def times(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [
        [total(a * b for a, b in zip(row, column, strict=True)) % 2 for column in columns]
        for row in left
    ]


def equal(left: Matrix, right: Matrix | list[list[int]]) -> list[Constraint]:
    return [
        a == b
        for row, other in zip(left, right, strict=True)
        for a, b in zip(row, other, strict=True)
    ]


def identity(n: int) -> list[list[int]]:
    return [[int(i == j) for j in range(n)] for i in range(n)]


def invertible(a: Matrix) -> list[Constraint]:
    """No sum of some rows is zero."""
    some = [rows for k in range(1, len(a) + 1) for rows in combinations(a, k)]
    return [total(total(column) % 2 for column in zip(*rows, strict=True)) >= 1 for rows in some]


def nilpotent(a: Matrix) -> list[Constraint]:
    """Some power of an n × n matrix is zero only if the n-th is."""
    power = a
    for _ in range(len(a) - 1):
        power = times(power, a)
    return [entry == 0 for row in power for entry in row]


def transposed(a: Matrix) -> Matrix:
    return [list(column) for column in zip(*a, strict=True)]


FAMILIES = {
    "semigroups_labelled": table("semigroup"),
    "commutative_semigroups_labelled": table("commutative semigroup"),
    "semilattices_labelled": table("semilattice"),
    "groups_labelled": table("group"),
    "monoids_labelled": table("monoid"),
    "transitive_relations": relation("transitive"),
    "antisymmetric_relations": relation("antisymmetric"),
    "equivalence_relations": relation("equivalence"),
    "partial_orders_labelled": relation("partial order"),
    "quasi_orders_topologies": relation("quasi-order"),
    "monotone_boolean_functions": lambda n: load("dedekind", n=n),
    "selfdual_monotone_boolean": lambda n: load("dedekind", n=n, selfdual=True),
    "linear_extensions_boolean_lattice": linear_extensions,
    "gf2_invertible": gf2("invertible", invertible),
    "gf2_idempotent": gf2("idempotent", lambda a: equal(times(a, a), a)),
    "gf2_involutory": gf2("involutory", lambda a: equal(times(a, a), identity(len(a)))),
    "gf2_orthogonal": gf2("orthogonal", lambda a: equal(times(a, transposed(a)), identity(len(a)))),
    "gf2_nilpotent": gf2("nilpotent", nilpotent),
}
