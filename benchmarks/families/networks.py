"""Random networks of constraints: graphs, tables, clauses, covers, Booleans."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product
from random import Random

from everyway.models import (
    Model,
    allowed,
    any_of,
    exact_cover,
    forbidden,
    implies,
    total,
    variables,
)
from everyway.models.pentominoes import PIECES
from everyway.models.pentominoes import pentominoes as pentominoes_of

Clauses = list[list[int]]
Options = list[list[str]]
Cells = tuple[tuple[int, int], ...]


def graph_colouring(seed: int, *, vertices: int, edges: int, colours: int) -> Model:
    """A random graph to colour, one edge coloured already."""
    pairs = Random(seed).sample(list(combinations(range(vertices), 2)), edges)
    colour = variables("colour", vertices, range(colours))
    one, other = pairs[0]
    return Model(
        f"{vertices} vertices in {colours} colours",
        colour,
        (colour[a] != colour[b] for a, b in pairs),
        colour[one] == 0,
        colour[other] == 1,
    )


def binary_csp(seed: int, *, n: int, d: int, density: float, tightness: float) -> Model:
    """Random pairs of variables, each with random pairs of values that it may not take."""
    pick = Random(seed)
    scopes = list(combinations(range(n), 2))
    x = variables("x", n, range(d))
    values = list(product(range(d), repeat=2))
    return Model(
        f"{n} variables of {d} values",
        x,
        [
            forbidden([x[a], x[b]], sorted(pick.sample(values, round(tightness * d * d))))
            for a, b in sorted(pick.sample(scopes, round(density * len(scopes))))
        ],
    )


def tables(seed: int, *, n: int, d: int, arity: int, number: int, share: float) -> Model:
    """Random tables of `arity` columns, with that share of all rows."""
    pick = Random(seed)
    x = variables("x", n, range(d))
    rows = list(product(range(d), repeat=arity))
    chosen = [
        (pick.sample(list(x), arity), sorted(pick.sample(rows, round(share * len(rows)))))
        for _ in range(number)
    ]
    return Model(f"{number} tables of {arity} columns", x, [allowed(*one) for one in chosen])


def random_sat(seed: int, *, n: int, ratio: float) -> Model:
    """Random clauses of three literals."""
    x = variables("x", n, range(2))
    clauses = _clauses(seed, n=n, ratio=ratio)
    return Model(
        f"3-SAT of {n} variables",
        x,
        [any_of(x[abs(k) - 1] == int(k > 0) for k in clause) for clause in clauses],
    )


def random_sat_text(seed: int, *, n: int, ratio: float) -> str:
    """The same clauses in the format of DIMACS."""
    clauses = _clauses(seed, n=n, ratio=ratio)
    lines = [f"p cnf {n} {len(clauses)}", *(" ".join(map(str, [*c, 0])) for c in clauses)]
    return "\n".join(lines)


def _clauses(seed: int, *, n: int, ratio: float) -> Clauses:
    pick = Random(seed)
    three = [pick.sample(range(1, n + 1), 3) for _ in range(round(ratio * n))]
    return [[pick.choice((1, -1)) * k for k in clause] for clause in three]


def random_covers(seed: int, *, items: int, options: int, largest: int) -> Model:
    """Random options of 2 to `largest` items, a cover among them; each item is covered once."""
    found = _options(seed, items=items, options=options, largest=largest)
    chosen, once = exact_cover({f"o{k}": option for k, option in enumerate(found)})
    return Model(f"exact covers of {items} items", chosen, once)


def random_covers_text(seed: int, *, items: int, options: int, largest: int) -> str:
    """A line for each option: the names of its items."""
    found = _options(seed, items=items, options=options, largest=largest)
    return "\n".join(map(" ".join, found))


def _options(seed: int, *, items: int, options: int, largest: int) -> Options:
    pick = Random(seed)
    names = [f"i{k}" for k in range(items)]
    mixed = pick.sample(names, items)
    found = []
    while mixed:  # a cover, so that each item is in an option, and there is a solution
        size = pick.randint(2, largest)
        found.append(mixed[:size])
        mixed = mixed[size:]
    while len(found) < options:
        found.append(pick.sample(names, pick.randint(2, largest)))
    return pick.sample([sorted(option) for option in found], len(found))


def pentominoes(*, rows: int, columns: int, pieces: str = "FILNPTUVWXYZ") -> Model:
    """All of the pieces on a rectangle, each once."""
    return pentominoes_of(rows=rows, columns=columns, pieces=pieces, form="placements")


def pentominoes_text(*, rows: int, columns: int, pieces: str = "FILNPTUVWXYZ") -> str:
    """A line for each placement: its piece and its squares."""
    lines = []
    for piece in pieces:
        for cells in _turned([(row, column) for row, column in PIECES[piece]]):
            downs = range(rows - max(row for row, _ in cells))
            rights = range(columns - max(column for _, column in cells))
            for down, right in product(downs, rights):
                names = (f"r{row + down}c{column + right}" for row, column in cells)
                lines.append(" ".join([piece, *names]))
    return "\n".join(lines)


def _turned(cells: Iterable[tuple[int, int]]) -> set[Cells]:
    """The up to eight ways to lay a piece, each with its corner at the origin."""
    found = set()
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        for laid in (cells, [(row, -column) for row, column in cells]):
            top, left = (min(ends) for ends in zip(*laid, strict=True))
            found.add(tuple(sorted((row - top, column - left) for row, column in laid)))
    return found


def implied_sums(seed: int, *, n: int, implications: int, share: float) -> Model:
    """Booleans with weights, their sum between two bounds, and x implies one of two others."""
    pick = Random(seed)
    x = variables("x", n, range(2))
    weights = [pick.randint(5, 50) for _ in x]
    middle = round(share * sum(weights))
    weight = total(w * one for w, one in zip(weights, x, strict=True))
    chosen = [pick.sample(list(x), 3) for _ in range(implications)]
    return Model(
        f"a sum over {n} Booleans",
        x,
        weight >= middle - 5,
        weight <= middle + 5,
        [implies(a == 1, (b == 1) | (c == 0)) for a, b, c in chosen],
    )
