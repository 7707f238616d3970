"""The problems of which `optimising.py` finds all best solutions, as models and for MiniZinc."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from random import Random

from everyway.models import Model, all_different, element, load, total, variables

SIDE, MARKS, LONGEST, ITEMS, TOWNS = 6, 7, 30, 20, 8


def items(n: int = ITEMS) -> tuple[list[int], list[int], int]:
    """Weights, worth, and the weight for which there is room."""
    random = Random(7)
    weights, worth = ([random.randint(5, 40) for _ in range(n)] for _ in range(2))
    return weights, worth, sum(weights) // 3


def distances(n: int = TOWNS) -> list[int]:
    """The distance between each two of some points, in rows."""
    random = Random(5)
    points = [(random.randint(0, 30), random.randint(0, 30)) for _ in range(n)]
    return [abs(a - c) + abs(b - d) for c, d in points for a, b in points]


def in_sight(n: int = SIDE) -> list[list[int]]:
    """The squares from which a queen sees each square, by their numbers."""
    squares = list(product(range(n), repeat=2))
    return [
        [k for k, (a, b) in enumerate(squares) if a == i or b == j or abs(a - i) == abs(b - j)]
        for i, j in squares
    ]


Case = tuple[Model, str, str]
"""A model, MiniZinc's of the same, whose value is `o`, and what it calls the sense."""


def domination(n: int = SIDE) -> Case:
    """The fewest queens that dominate a board."""
    seen = "a = i \\/ b = j \\/ abs(a - i) = abs(b - j)"
    text = f"""array[1..{n}, 1..{n}] of var 0..1: m; var int: o = sum(m);
    constraint forall(i, j in 1..{n})(sum(a, b in 1..{n} where {seen})(m[a, b]) >= 1);"""
    return load("domination", n=n, fewest=True), text, "minimize"


def golomb(marks: int = MARKS, longest: int = LONGEST) -> Case:
    """The shortest rulers on which all distances differ."""
    pairs = "i < j /\\ k < l /\\ (i < k \\/ (i = k /\\ j < l))"
    text = f"""array[1..{marks}] of var 0..{longest}: m; var int: o = m[{marks}];
    constraint m[1] = 0 /\\ forall(i in 1..{marks - 1})(m[i] < m[i + 1]);
    constraint forall(i, j, k, l in 1..{marks} where {pairs})(m[j] - m[i] != m[l] - m[k]);
    constraint forall(g in 2..{marks}, i in 1..{marks} - g)
        (m[i + g] - m[i] >= g * (g + 1) div 2);"""
    mark = variables("mark", marks, range(longest + 1))
    gaps = [mark[j] - mark[i] for j in range(marks) for i in range(j)]
    rising = [a < b for a, b in pairwise(mark)]
    model = Model("golomb", mark, mark[0] == 0, rising, all_different(gaps), minimise=mark[-1])
    return model, text, "minimize"


def knapsack() -> Case:
    """The most value within a weight."""
    weights, worth, room = items()
    take = variables("take", n := len(weights), range(2))
    text = f"""array[1..{n}] of var 0..1: m;
    constraint sum(i in 1..{n})({weights}[i] * m[i]) <= {room};
    var int: o = sum(i in 1..{n})({worth}[i] * m[i]);"""
    carried = total(w * x for w, x in zip(weights, take, strict=True))
    value = total(v * x for v, x in zip(worth, take, strict=True))
    return Model("knapsack", take, carried <= room, maximise=value), text, "maximize"


def tour(n: int = TOWNS) -> Case:
    """The shortest tours of some points, from the first."""
    far, last = distances(), n - 1
    text = f"""array[0..{last}, 0..{last}] of int: d = array2d(0..{last}, 0..{last}, {far});
    array[0..{last}] of var 0..{last}: m; constraint m[0] = 0;
    constraint forall(i, j in 0..{last} where i < j)(m[i] != m[j]);
    var int: o = sum(i in 0..{last})(d[m[i], m[(i + 1) mod {n}]]);"""
    at = variables("at", n, range(n))
    cost = total(element(far, at[i] * n + at[(i + 1) % n]) for i in range(n))
    return Model("tour", at, at[0] == 0, all_different(at), minimise=cost), text, "minimize"


CASES: dict[str, Callable[[], Case]] = {
    "domination 6": domination,
    "Golomb 7": golomb,
    "knapsack 20": knapsack,
    "tour 8": tour,
}
