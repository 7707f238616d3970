"""Each constraint at the top of a model, over 3 to 9 variables or 10 to 40, all else constant.

In a third column some of the variables stand twice, as they are or moved by a constant.

This is how people's models look, and where a solver uses the native constraints of its library.
A bound, such as a capacity, is drawn so that it bites: some assignments just keep to it. Of long
lists most variables are fixed, so that every assignment of the others can be judged.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import prod
from random import Random
from typing import Any

from ...models import (
    Constraint,
    Expression,
    Model,
    ModelError,
    ModelWarning,
    Variable,
    all_different,
    all_different_except,
    all_equal,
    all_of,
    allowed,
    any_of,
    bin_packing,
    cardinality,
    circuit,
    cumulative,
    element,
    forbidden,
    increasing,
    inverse,
    lexicographic,
    maximum,
    minimum,
    no_overlap,
    number_of_values,
    precedence,
    predicate,
    product,
    regular,
    subcircuit,
    total,
    variable,
)
from ...models.language.check import Judge
from ...models.language.constraints import terms_of
from ...models.language.global_constraints.count import Count
from .draw import COMPARE
from .enumerate_naively import Row, assignments, size_of
from .samples import has_even_sum

SIZES = {
    "3 to 9": range(3, 10),
    "10 to 40": (*range(10, 20), *range(10, 20), *range(20, 41)),
    "some twice": range(2, 10),
}
"""The numbers of variables of a column's constraints."""
MOST_ASSIGNMENTS = {"3 to 9": 4_000, "10 to 40": 256, "some twice": 1_000}
MOST_SOLUTIONS = 1_024
MOST_OPEN = 8
FAR = (-(10**8), -100, -99, 0, 1, 2, 77, 5_000, 10**8, 10**8 + 1)
"""Few values, far apart."""
_TRIES = 400


@dataclass(frozen=True)
class Larger:
    """A model of one constraint, and all its solutions."""

    model: Model
    rows: Counter[Row]


class Scene:
    """Variables for a constraint, and a row of their values that may well satisfy it."""

    def __init__(
        self,
        random: Random,
        variables: Sequence[Variable],
        row: Sequence[int],
        fixed: Mapping[str, int],
    ) -> None:
        self.random = random
        self.terms: list[Expression] = list(variables)
        self.row = list(row)
        self.domains: list[Sequence[Any]] = [variable.domain for variable in variables]
        self._fixed = [fixed.get(variable.name) for variable in variables]

    def repeat(self, place: int, other: int) -> None:
        """Have what stands at `other` stand at `place` too, moved so that the row still fits."""
        by = self.row[place] - self.row[other]
        self.terms[place] = self.terms[other] + by if by else self.terms[other]
        self.domains[place] = [value + by for value in self.domains[other]]

    def some_row(self) -> list[int]:
        """A value of every term; of a fixed one, its own."""
        chosen: list[int] = [self.random.choice(domain) for domain in self.domains]
        pairs = zip(self._fixed, chosen, strict=True)
        return [value if fixed is None else fixed for fixed, value in pairs]

    def tight(self, measure: Callable[[Sequence[int]], int]) -> int:
        """A bound on `measure` that some rows keep, and others just do not."""
        measured = sorted(measure(self.some_row()) for _ in range(9))
        return measured[self.random.choice((1, 2, 4))]

    def numbers(self, low: int, high: int) -> list[int]:
        """A number for each variable."""
        return [self.random.randint(low, high) for _ in self.terms]

    def halves(self) -> tuple[list[Expression], list[Expression]]:
        """The terms as two lists of one length; an odd one stands idle."""
        half = len(self.terms) // 2
        return self.terms[:half], self.terms[half : 2 * half]


Pool = Callable[[Random, int], Sequence[int]]


@dataclass(frozen=True, eq=False)
class Plan:
    """The way to draw a constraint of a given size."""

    make: Callable[[Scene], Constraint]
    row: Pool = lambda random, size: random.choices(range(4), k=size)
    """A row of values, one a variable, which the domains will contain."""
    others: Pool = lambda random, size: range(4)
    """Further values that a domain may contain."""
    far: bool = False
    """True if the values may be any, so that they may also be far apart."""
    sizes: Sequence[int] = SIZES["3 to 9"]
    """The numbers of variables in the column of few."""


def _permutation(random: Random, size: int) -> list[int]:
    return random.sample(range(size), size)


def _tour(random: Random, size: int) -> list[int]:
    """Successors along one circuit through all nodes."""
    order = _permutation(random, size)
    after = dict(zip(order, [*order[1:], order[0]], strict=True))
    return [after[node] for node in range(size)]


def _subtour(random: Random, size: int) -> list[int]:
    """Successors along a circuit through some nodes; the others stay where they are."""
    chosen = random.sample(range(size), random.randint(2, size))
    after = dict(zip(chosen, [*chosen[1:], chosen[0]], strict=True))
    return [after.get(node, node) for node in range(size)]


def _inverses(random: Random, size: int) -> list[int]:
    """A permutation, then its inverse; where the size is odd, an idle 0."""
    forward = _permutation(random, size // 2)
    backward = [forward.index(place) for place in range(size // 2)]
    return [*forward, *backward, *[0] * (size % 2)]


def _within(random: Random, size: int) -> range:
    return range(size)


def _around(random: Random, size: int) -> range:
    """Also values that are out of range."""
    return range(-1, size // 2 + 1)


def _roomy(random: Random, size: int) -> range:
    low = random.choice((0, 0, -3, 5))
    return range(low, low + size + size // 3 + 1)


def _distinct(random: Random, size: int) -> list[int]:
    return random.sample(_roomy(Random(0), size), size)


def _starts(random: Random, size: int) -> list[int]:
    """Starts one after the other, with room for short tasks."""
    order = _permutation(random, size)
    return [2 * order[place] for place in range(size)]


def _horizon(random: Random, size: int) -> range:
    return range(2 * size)


def _crowded(random: Random, size: int) -> range:
    return range(-2, 2 + size // 2)


def _cumulative(scene: Scene) -> Constraint:
    durations, demands = scene.numbers(1, 4), scene.numbers(1, 3)
    if len(scene.terms) > 3 and scene.random.random() < 0.3:
        durations[0], demands[1] = 0, 0
    most = scene.tight(lambda row: _peak(row, durations, demands))
    return cumulative(scene.terms, durations, demands, most)


def _peak(starts: Sequence[int], durations: Sequence[int], demands: Sequence[int]) -> int:
    """The greatest demand at any time; it is reached where some task starts."""
    tasks = list(zip(starts, durations, demands, strict=True))
    return max(
        sum(demand for start, duration, demand in tasks if start <= time < start + duration)
        for time in starts
    )


def _no_overlap(scene: Scene) -> Constraint:
    """Tasks that just fit where the row puts them."""
    after = sorted(scene.row)
    gaps = {start: following - start for start, following in pairwise(after)}
    durations = [scene.random.choice((gaps.get(s, 3), 1, 0)) for s in scene.row]
    return no_overlap(scene.terms, [min(duration, 4) for duration in durations])


def _bin_packing(scene: Scene) -> Constraint:
    sizes = scene.numbers(0, 4)
    loads = [sum(s for s, b in zip(sizes, scene.row, strict=True) if b == n) for n in range(3)]
    return bin_packing(scene.terms, sizes, [load + scene.random.choice((0, 1)) for load in loads])


def _regular(scene: Scene) -> Constraint:
    pick = scene.random
    states, symbols = range(4), sorted({int(value) for domain in scene.domains for value in domain})
    symbols = pick.sample(symbols, min(len(symbols), 4))
    moves = {(s, a): pick.choice(states) for s in states for a in symbols if pick.random() < 0.95}
    return regular(scene.terms, moves, 0, pick.sample(states, pick.choice((1, 2, 2, 3))))


def _table(scene: Scene, kind: Callable[..., Constraint]) -> Constraint:
    several = scene.random.randint(5, 200 if len(scene.terms) < 10 else 40)
    strange = [[value + 1 for value in scene.some_row()] for _ in range(3)]
    return kind(scene.terms, [scene.row, *(scene.some_row() for _ in range(several)), *strange])


def _count(scene: Scene) -> Constraint:
    values = scene.random.sample(scene.row, scene.random.choice((1, 1, 2)))
    relation = scene.random.choice(("==", "<=", ">=", "!="))
    number = sum(value in values for value in scene.row)
    terms = terms_of(scene.terms, "terms"), terms_of(sorted(set(values)), "values")
    return Count(*terms, relation, terms_of([number], "number")[0])


def _cardinality(scene: Scene) -> Constraint:
    values = sorted(set(scene.row))
    chosen = scene.random.sample(values, scene.random.randint(1, min(3, len(values))))
    closed = len(chosen) == len(values) and scene.random.random() < 0.5
    return cardinality(scene.terms, {v: scene.row.count(v) for v in chosen}, closed=closed)


def _precedence(scene: Scene) -> Constraint:
    return precedence(scene.terms, list(dict.fromkeys(scene.row))[:3])


def _lexicographic(scene: Scene) -> Constraint:
    left, right = scene.halves()
    return lexicographic(left, right, strict=scene.random.random() < 0.5)


def _sum(scene: Scene) -> Constraint:
    weights = scene.random.choice((scene.numbers(1, 1), scene.numbers(1, 5), scene.numbers(-3, 3)))
    relation = scene.random.choice(("==", "<=", "<=", ">=", "!="))
    left = total(w * term for w, term in zip(weights, scene.terms, strict=True))
    number = scene.tight(lambda row: sum(w * v for w, v in zip(weights, row, strict=True)))
    made: Constraint = COMPARE[relation](left, number)
    return made


def _product(scene: Scene) -> Constraint:
    made: Constraint = COMPARE[scene.random.choice(("==", "<=", ">="))](
        product(scene.terms), prod(scene.row)
    )
    return made


def _extreme(scene: Scene) -> Constraint:
    """The least or the greatest of all but the last is the last, or a number."""
    most, *terms = reversed(scene.terms)
    function = scene.random.choice((minimum, maximum))
    relation = COMPARE[scene.random.choice(("==", "<=", "<", ">="))]
    made: Constraint = relation(function(terms), scene.random.choice((most, scene.row[0])))
    return made


def _element(scene: Scene) -> Constraint:
    """A list of variables or of numbers at a place is the last."""
    last, index, *items = reversed(scene.terms)
    array: Sequence[Any] = scene.random.choice((items, [*scene.row, scene.row[0]]))
    made: Constraint = element(array, index) == last
    return made


def _clauses(scene: Scene, *relations: str) -> list[Constraint]:
    """Each variable in one of `relations` to its value in the row."""
    return [
        COMPARE[scene.random.choice(relations)](term, value)
        for term, value in zip(scene.terms, scene.row, strict=True)
    ]


def _and(scene: Scene) -> Constraint:
    if scene.random.random() < 0.5:
        return all_of(_clauses(scene, "<=", ">="))
    clauses = _clauses(scene, "==", "<=", ">=")
    return all_of([*clauses[:2], any_of(clauses[2:])])


def _or(scene: Scene) -> Constraint:
    return any_of(_clauses(scene, "!=", "<", ">"))


def _not(scene: Scene) -> Constraint:
    return ~scene.random.choice(
        (any_of(_clauses(scene, "!=", "<", ">")), all_of(_clauses(scene, "==", "<=", ">=")))
    )


def _divided(scene: Scene) -> Constraint:
    """The sum of all but two, divided by one of them, leaves the other or less."""
    rest, divisor, *terms = reversed(scene.terms)
    dividend = total(terms) - scene.random.randint(0, 9)
    made: Constraint = scene.random.choice(
        (dividend % divisor == rest, dividend // divisor <= rest, dividend % 3 == rest)
    )
    return made


PLANS: dict[str, Plan] = {
    "Comparison": Plan(
        lambda scene: COMPARE[scene.random.choice(("<", ">=", "=="))](
            total(scene.halves()[0]), total(scene.halves()[1])
        ),
        far=True,
    ),
    "And": Plan(_and),
    "Or": Plan(_or, far=True),
    "Not": Plan(_not, far=True),
    "AllDifferent": Plan(lambda scene: all_different(scene.terms), _distinct, _roomy, far=True),
    "AllDifferentExcept": Plan(
        lambda scene: all_different_except(scene.terms, scene.random.choice((0, scene.row[0]))),
        lambda random, size: [random.choice((0, value)) for value in _distinct(random, size)],
        lambda random, size: [0, *_roomy(random, size)],
        far=True,
    ),
    "AllEqual": Plan(
        lambda scene: all_equal(scene.terms),
        lambda random, size: [random.randrange(4)] * size,
    ),
    "Count": Plan(_count, far=True),
    "Cardinality": Plan(_cardinality, far=True),
    "NumberOfValues": Plan(
        lambda scene: number_of_values(scene.terms, len(set(scene.row))), far=True
    ),
    "Precedence": Plan(_precedence, far=True),
    "Allowed": Plan(lambda scene: _table(scene, allowed), far=True),
    "Forbidden": Plan(lambda scene: _table(scene, forbidden), far=True),
    "Regular": Plan(_regular, far=True, sizes=range(4, 8)),
    "Predicate": Plan(lambda scene: predicate(has_even_sum, scene.terms), far=True),
    "Increasing": Plan(
        lambda scene: increasing(
            scene.terms,
            strict=len(set(scene.row)) == len(scene.row) and scene.random.random() < 0.7,
        ),
        lambda random, size: sorted(random.choice((_distinct, _starts))(random, size)),
        _horizon,
    ),
    "Lexicographic": Plan(_lexicographic, far=True),
    "Inverse": Plan(lambda scene: inverse(*scene.halves()), _inverses, _around),
    "Circuit": Plan(lambda scene: circuit(scene.terms), _tour, _within),
    "Subcircuit": Plan(lambda scene: subcircuit(scene.terms), _subtour, _within),
    "Cumulative": Plan(
        _cumulative, lambda random, size: random.choices(_crowded(random, size), k=size), _crowded
    ),
    "NoOverlap": Plan(_no_overlap, _starts, _horizon),
    "BinPacking": Plan(
        _bin_packing,
        lambda random, size: random.choices(range(3), k=size),
        lambda random, size: (0, 1, 2, 0, 1, 2, -1, 3),
    ),
    "sum": Plan(_sum, far=True),
    "product": Plan(_product, others=lambda random, size: range(-2, 4)),
    "extreme": Plan(_extreme, far=True),
    "element": Plan(_element, others=_around),
    "division": Plan(_divided, others=lambda random, size: range(-3, 4)),
}
"""The plan of each constraint, by its class; and of kinds of comparison, by what is compared."""


def larger(kind: str, column: str, number: int) -> Larger:
    """The model of this number, of the constraint `kind`, with as many variables as `column`."""
    random = Random(f"everyway {kind} {column} {number}")
    for _ in range(_TRIES):
        with warnings.catch_warnings(action="ignore", category=ModelWarning):
            try:
                found = _drawn(kind, column, random)
            except ModelError:
                continue  # such as a constant index out of range
        if found is not None:
            return found
    raise AssertionError(f"no {kind} of {column} variables in {_TRIES} tries")


@cache
def first_of(kind: str, column: str, number: int) -> tuple[Larger, ...]:
    """The first models of a cell, kept for the next solver."""
    return tuple(larger(kind, column, k) for k in range(number))


def _drawn(kind: str, column: str, random: Random) -> Larger | None:
    plan = PLANS[kind]
    size = random.choice(SIZES[column] if column == "10 to 40" else plan.sizes)
    others: Sequence[int] = plan.others(random, size)
    row = list(plan.row(random, size))
    if plan.far and random.random() < 0.3:
        others = FAR
        apart = kind.startswith("AllDifferent")
        row = (
            random.sample(FAR, size) if apart and size <= len(FAR) else random.choices(FAR, k=size)
        )
    names = [f"x{place}" for place in range(size)]
    if column != "10 to 40":
        domains = _several(random, row, others, MOST_ASSIGNMENTS[column])
        variables = [variable(name, d) for name, d in zip(names, domains, strict=True)]
        scene = Scene(random, variables, row, {})
        twice = _repeated(scene) if column == "some twice" else ()
        kept = [variable for place, variable in enumerate(variables) if place not in twice]
        return _larger(kind, Model(kind, kept, plan.make(scene)), {})
    places = sorted(random.sample(range(size), min(size, MOST_OPEN)))
    of_open = [row[k] for k in places]
    swapped = of_open if kind in ("Circuit", "Subcircuit", "Inverse") else others
    few = _several(random, of_open, swapped, MOST_ASSIGNMENTS[column])
    open_at = dict(zip(places, few, strict=True))
    pairs = [open_at.get(k) or sorted({v, random.choice((v, *others))}) for k, v in enumerate(row)]
    variables = [variable(name, d) for name, d in zip(names, pairs, strict=True)]
    fixed = {names[k]: row[k] for k in range(size) if k not in open_at}
    rules = [v == fixed[v.name] for v in variables if v.name in fixed and len(v.domain) > 1]
    first = plan.make(Scene(random, variables, row, fixed))
    return _larger(
        kind, Model(kind, variables, random.sample([first, *rules], len(rules) + 1)), fixed
    )


def _repeated(scene: Scene) -> Sequence[int]:
    """The places, of some of the terms of `scene`, where others stand from now on."""
    size = len(scene.terms)
    several = 1 + (size > 4 and scene.random.random() < 0.5)
    places = scene.random.sample(range(size), size)
    moved, kept = places[:several], places[several:]
    for place in moved:
        alike = [other for other in kept if scene.row[other] == scene.row[place]]
        scene.repeat(place, scene.random.choice(alike or kept))
    return moved


def _several(
    random: Random, row: Sequence[int], others: Sequence[int], most: int
) -> list[list[int]]:
    """A domain for each value of the row that holds it and others; `most` assignments of all."""
    domains = [{value} for value in row]
    for place in random.sample(range(len(row)), len(row)) * 12:
        grown = domains[place] | {random.choice(others)}
        if prod(map(len, domains)) // len(domains[place]) * len(grown) <= most:
            domains[place] = grown
    return [sorted(domain) for domain in domains]


def _larger(kind: str, model: Model, fixed: dict[str, int]) -> Larger | None:
    """The model with its solutions, where it has some, but neither all nor too many."""
    open_ = [variable for variable in model.variables if variable.name not in fixed]
    names = [variable.name for variable in model.variables]
    solves = Judge(model).solves
    full = ({**fixed, **values} for values in assignments(open_))
    rows = Counter(tuple(row[name] for name in names) for row in full if solves(row))
    if not 0 < rows.total() <= min(MOST_SOLUTIONS, size_of(open_) - 1):
        return None
    return Larger(model, rows)
