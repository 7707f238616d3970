"""Random models over the whole language, small enough for every assignment to be judged.

`random_model(seed)` is the same model in every run.
"""

from __future__ import annotations

import itertools
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
    among,
    any_of,
    at_least,
    at_most,
    cardinality,
    count,
    element,
    exactly,
    forbidden,
    iff,
    implies,
    indicator,
    integer,
    maximum,
    minimum,
    none_of,
    number_of_values,
    precedence,
    predicate,
    product,
    regular,
    rule,
    total,
    variable,
    variables,
    xor,
)
from ...models.language.constraints import relation_between
from ...models.language.expressions import Constant, bounds_under
from ...models.language.global_constraints import constraint_classes
from ...models.language.nodes import Program
from ...models.language.sample_arguments import Draw
from ...models.language.viewpoints.labels import without_labels
from .enumerate_naively import Row, assignments, size_of, solution_rows

SIZES = (4, 30, 60, 100, 200, 400, 3000)
"""Most assignments that a model has, drawn with the weights below."""
WEIGHTS = (2, 4, 8, 8, 8, 4, 1)
LARGEST = 10**6
"""Larger numbers are for the tests of large numbers: a solver may refuse them."""
LARGEST_FAR = 10**17
FAR: tuple[Any, ...] = (
    (-100, 0, 1, 10**8), (0, 1, 10**8), (-(10**8), 0, 10**8), (-100, 10**6), (0, 7, 1_000, 10**7),
    range(2), range(3), (0, 5),
)  # fmt: skip
"""Domains of few values, most of them far apart."""
LABELS = ("red", "green", "blue")
DOMAINS: tuple[Any, ...] = (
    range(2), range(2), range(2), range(3), range(3), range(4), range(1, 4), range(-1, 2),
    range(-2, 2), (0, 2), (-3, 0, 1), (1, 2, 4, 7), range(0, 7, 3),
    range(-4, 5, 4), (2,), (0,), (-1,), range(5), range(1, 6),
)  # fmt: skip


def is_red(label: str) -> bool:
    """A predicate of a label."""
    return label == "red"


def shorter(first: str, second: str) -> bool:
    """A predicate of two labels."""
    return len(first) < len(second)


class Wild(Draw):
    """Hands out nested terms over variables that are drawn beforehand."""

    def __init__(self, random: Random, pool: list[Variable], depth: int) -> None:
        super().__init__(random, "wild")
        self.variables = [v for v in pool if not v.labelled]
        self.labelled = [v for v in pool if v.labelled]
        self.depth = depth

    def bit(self) -> Expression:
        return indicator(self.condition())

    def plain(self) -> Expression:
        return self.expression(self.depth)

    def several(self, number: int) -> list[Expression]:
        return [self.plain() for _ in range(number)]

    def terms(self, least: int = 0, most: int = 3) -> list[Expression]:
        return self.several(self.random.randint(least, most))

    def number(self, low: int = 0, high: int = 3) -> Any:
        if self.random.random() < 0.6:
            return self.random.randint(low, high)
        return self.expression(1)

    def condition(self) -> Constraint:
        return self.constraint(self.depth - 1)

    def leaf(self) -> Expression:
        if self.variables and self.random.random() < 0.85:
            return self.random.choice(self.variables)
        return self.constant(-2, 4)

    def expression(self, depth: int) -> Expression:
        """An integer expression of at most `depth` levels."""
        if depth <= 0 or self.random.random() < 0.55:
            return self.leaf()
        parts = [self.expression(depth - 1) for _ in range(self.random.randint(1, 3))]
        return self._over(parts, depth)

    def _over(self, parts: list[Expression], depth: int) -> Expression:
        a, b = parts[0], parts[-1]
        pick = self.random
        makers: list[Callable[[], Any]] = [
            lambda: a + b,
            lambda: a - b,
            lambda: total(pick.choice((-2, -1, 0, 1, 3)) * part for part in parts),
            lambda: a * b,
            lambda: product(parts[: pick.randint(0, 3)]),
            *[lambda: a // _divisor(b)] * 2,
            lambda: a % _divisor(b),
            lambda: a ** pick.randint(0, 3),
            lambda: abs(a),
            lambda: pick.choice((minimum, maximum))(parts),
            lambda: element([*parts, self.leaf()], _inside(b, len(parts) + 1)),
            lambda: count(parts, pick.randint(-1, 2)),
            lambda: indicator(self.constraint(depth - 1)),
        ]
        made: Expression = pick.choice(makers)()
        return made

    def constraint(self, depth: int) -> Constraint:
        """A constraint of at most `depth` levels above its terms."""
        if self.labelled and self.random.random() < 0.4:
            return self.about_labels()
        if depth > 0 and self.random.random() < 0.4:
            return self._combined([self.constraint(depth - 1) for _ in range(2)])
        smaller = Wild(self.random, [*self.variables, *self.labelled], min(depth, self.depth))
        if self.random.random() < 0.4:
            relation = self.relation()
            return relation_between(smaller.term(), relation, smaller.term())
        return self.random.choice(constraint_classes()).sample(smaller)

    def _combined(self, parts: list[Constraint]) -> Constraint:
        a, b = parts
        pick = self.random
        makers: list[Callable[[], Any]] = [
            lambda: ~a,
            lambda: all_of(parts[: pick.randint(0, 2)]),
            lambda: any_of(parts[: pick.choice((0, 1, 2, 2, 2))]),
            lambda: xor([a, b, self.condition()] if pick.random() < 0.3 else [a, b]),
            lambda: implies(a, b),
            lambda: iff(a, b),
            lambda: none_of(parts),
        ]
        made: Constraint = pick.choice(makers)()
        return made

    def label(self) -> Any:
        """A labelled variable or constant, or one looked up."""
        pick = self.random
        if pick.random() < 0.15:
            return element([*self.labelled, pick.choice(LABELS)], self.leaf_index())
        return pick.choice(self.labelled)

    def leaf_index(self) -> Any:
        """An index for an array of labels."""
        return _inside(self.leaf(), len(self.labelled) + 1)

    def about_labels(self) -> Constraint:
        """A constraint over labels."""
        pick, label = self.random, self.random.choice(LABELS)
        terms = [self.label() for _ in range(pick.randint(1, 3))]
        rows = [[pick.choice(LABELS) for _ in terms] for _ in range(pick.randint(0, 4))]
        moves = {(s, x): pick.randrange(2) for s in (0, 1) for x in LABELS if pick.random() < 0.8}
        makers: list[Callable[[], Any]] = [
            lambda: terms[0] == label,
            lambda: terms[0] != terms[-1],
            lambda: all_different(terms),
            lambda: all_equal(terms),
            lambda: all_different_except(terms, label),
            lambda: exactly(terms, label, pick.randint(0, 2)),
            lambda: at_least(terms, label, self.number()),
            lambda: at_most(terms, label, self.number()),
            lambda: among(terms, LABELS[1:], 1),
            lambda: cardinality(terms, {label: self.number(0, 2)}, closed=pick.random() < 0.3),
            lambda: number_of_values(terms, self.number(1, 2)),
            lambda: precedence(terms, pick.sample(LABELS, 2)),
            lambda: pick.choice((allowed, forbidden))(terms, rows),
            lambda: regular(terms, moves, 0, [0]),
            lambda: predicate(is_red, terms[0]),
            lambda: predicate(shorter, terms[0], terms[-1]),
            lambda: allowed([terms[0], self.leaf()], [[label, 0], ["red", 1], [label, 2]]),
        ]
        made: Constraint = pick.choice(makers)()
        return made


def _divisor(term: Expression) -> Expression:
    """`term`, unless it is the constant 0, which is refused as a divisor."""
    return Constant(2) if isinstance(term, Constant) and term.constant == 0 else term


def _inside(index: Expression, size: int) -> Expression:
    """`index`, unless it is a constant out of range, which is refused."""
    if isinstance(index, Constant):
        return Constant(int(index.constant) % size)
    return index


def random_model(seed: int) -> Model:
    """The random model of this seed."""
    return _first_of(Random(f"everyway {seed}"), f"random {seed}", DOMAINS, LARGEST)


def far_model(seed: int) -> Model:
    """The random model of this seed with domains of few values far apart."""
    return _first_of(Random(f"everyway far {seed}"), f"far apart {seed}", FAR, LARGEST_FAR)


def _first_of(random: Random, name: str, domains: Sequence[Any], largest: int) -> Model:
    return tried_until(lambda: _drawn(random, name, domains), random, 0.25, largest)


def tried_until(
    draw: Callable[[], Model], random: Random, dull: float, largest: int, most: int | None = None
) -> Model:
    """The first model with numbers up to `largest` and up to `most` assignments, if bounded.

    But for a share of `dull` it has solutions and non-solutions.
    """
    while True:
        try:
            with warnings.catch_warnings(action="ignore", category=ModelWarning):
                model = draw()
        except ModelError:
            continue  # such as a constant index out of range: refused, as it should be
        ends = bounds_under(model.constraints).values()
        fits = most is None or size_of(model.variables) <= most
        fits = fits and all(-largest <= low and high <= largest for low, high in ends)
        if fits and (random.random() < dull or has_both(model)):
            return model


def has_both(model: Model) -> bool:
    """True if some assignments solve `model` and others do not."""
    return 0 < len(solution_rows(model)) < size_of(model.variables)


def _drawn(random: Random, name: str, domains: Sequence[Any]) -> Model:
    groups, pool = _groups(random, random.choices(SIZES, WEIGHTS)[0], domains)
    wild = Wild(random, pool, random.choice((1, 1, 2, 2, 3)))
    rules: list[Any] = [wild.constraint(2) for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4)))]
    if rules and random.random() < 0.1:
        rules = [rule("together", rules)]
    if random.random() < 0.03:
        rules.append(random.choice([any_of([]), xor([]), wild.constant(0, 2) == 1]))
    return Model(name, groups, rules)


def _groups(random: Random, most: int, domains: Sequence[Any]) -> tuple[list[Any], list[Variable]]:
    """Groups of variables with at most `most` assignments together, and their variables."""
    groups: list[Any] = []
    pool: list[Variable] = []
    labelled = random.random() < 0.2
    for place in range(random.choice((0, 1, 2, 3, 3, 4, 4, 5, 6))):
        domain = random.choice(domains)
        if labelled and random.random() < 0.6:
            domain = random.sample(LABELS, random.randint(1, 3))
        several = random.random() < 0.15
        new: Any = variables(f"q{place}", 2, domain) if several else variable(f"x{place}", domain)
        members: list[Variable] = list(new) if several else [new]
        if size_of([*pool, *members]) <= most:
            groups.append(new)
            pool += members
    return groups, pool


# ----------------------- Random models with an objective, and their best solutions by brute force.


TRIES = 20
MOST = 200
"""The most assignments of such a model."""


def models_with_objectives(seed: int) -> Iterator[Model]:
    """A random model with each kind of objective in turn, over expressions drawn for it."""
    model, (one, two), random = _drawn_of_objectives(seed)
    yield from _of_each_kind(model, one, two, random)


def models_with_ties(seed: int) -> Iterator[Model]:
    """Up to six points of a small board, twice each, with each kind of objective in turn.

    So a front has one point or several, and every best value is that of several solutions.
    """
    random = Random(f"everyway ties {seed}")
    x, y, twice = integer("x", 0, 5), integer("y", 0, 5), integer("twice", 0, 1)
    points = enumerate(random.sample(range(6), random.randint(1, 6)))
    model = Model(f"points {seed}", x, y, twice, allowed([x, y], points))
    yield from _of_each_kind(model, x, y, random)


def models_with_many_values(seed: int) -> Iterator[Model]:
    """A small knapsack with each kind of objective in turn: many values, each a little better."""
    random = Random(f"everyway values {seed}")
    x = variables("x", 3, range(9))
    limits = [_weighted(random, x) <= random.randint(20, 60) for _ in range(2)]
    model = Model(f"values {seed}", x, *limits)
    yield from _of_each_kind(model, _weighted(random, x), _weighted(random, x), random)


def _weighted(random: Random, terms: Sequence[Variable]) -> Expression:
    return total(random.randint(1, 9) * term for term in terms)


OPPOSITE = {"min": "max", "max": "min"}


def _of_each_kind(
    model: Model, one: Expression, two: Expression, random: Random
) -> Iterator[Model]:
    senses = [random.choice(["min", "max"]) for _ in range(2)]
    yield model.minimising(one)
    yield model.maximising(one)
    yield model.minimising((senses[0], one), (senses[1], two), (OPPOSITE[senses[0]], one))
    yield model.declaring({"pareto": ((senses[0], one), (senses[1], two))})
    yield model.minimising(one, within=2)


def _drawn_of_objectives(seed: int) -> tuple[Model, list[Expression], Random]:
    """A small random model of numbers alone, with two expressions over its variables."""
    random = Random(seed)
    for number in itertools.count(seed * 1000):
        model = without_labels(random_model(number))[0]
        if not model.variables or size_of(model.variables) > MOST:
            continue
        wild = Wild(random, list(model.variables), 2)
        try:
            found = [wild.expression(2), wild.expression(1)]
            if all(isinstance(one, Expression) and not one.labelled for one in found):
                model.minimising(*found)
                return model, found, random
        except ModelError:
            continue
    raise AssertionError("there is always another")


def aimed(model: Model, random: Random) -> Model:
    """`model` with an objective drawn for it; as it is where no goal comes out."""
    senses = [random.choice(["min", "max"]) for _ in range(2)]
    kind = random.choices(["one", "order", "pareto", "within"], [6, 2, 2, 1])[0]
    for _ in range(TRIES):
        wild = Wild(random, list(model.variables), 2)
        numbers = [variable for variable in model.variables if not variable.labelled]
        try:
            one = _weighted(random, numbers) if random.random() < 0.4 else wild.expression(2)
            goals = tuple(zip(senses, [one, wild.expression(1)], strict=True))
            within = random.randint(1, 3) if kind == "within" else 0
            several = goals if kind in ("order", "pareto") else goals[:1]
            if kind == "order":
                several += ((OPPOSITE[senses[0]], one),)
            keyword = "pareto" if kind == "pareto" else "minimise"
            return model.declaring({keyword: several, "within": within})
        except ModelError:
            continue
    return model


def expected_rows(model: Model) -> Counter[Row]:
    """The rows that a solver is to report of `model`, or of its projection, each once."""
    rows = solution_rows(model) if model.objective is None else Counter(best_rows(model))
    if not model.projection:
        return rows
    places = [model.places[variable.name] for variable in reported_variables(model)]
    return Counter({tuple(row[place] for place in places) for row in rows})


def reported_variables(model: Model) -> tuple[Variable, ...]:
    """The variables of a row that a solver reports: those that are projected on, or all."""
    return (model.projected(model.projection) if model.projection else model).variables


def best_rows(model: Model) -> set[Row]:
    """The best solutions of a model, by its definition: without any solver or decomposition."""
    objective = model.objective
    assert objective is not None, "there is something to be best in"
    rules, goals = Program(model.constraints), Program(objective.expressions)
    signs = [1 if goal.sense == "min" else -1 for goal in objective.goals]
    found: list[tuple[list[int], Row]] = []
    for values in assignments(model.variables):
        point = goals.run(values)
        if False not in rules.run(values) and None not in point:
            costs = [sign * int(value or 0) for sign, value in zip(signs, point, strict=True)]
            found.append((costs, tuple(values.values())))
    if objective.pareto:
        points = [list(point) for point in {tuple(costs) for costs, _ in found}]
        front = [one for one in points if not any(_dominates(other, one) for other in points)]
        return {row for costs, row in found if costs in front}
    least = min((costs for costs, _ in found), default=[])
    if objective.within:
        return {row for costs, row in found if costs[0] <= least[0] + objective.within}
    return {row for costs, row in found if costs == least}


def _dominates(one: list[int], other: list[int]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
