"""Random models with an objective, and their best solutions by brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

from ...models import Expression, Model, ModelError, Variable, allowed, integer
from ...models.language.nodes import Program
from ...models.language.viewpoints.labels import without_labels
from .enumerate_naively import Row, assignments, size_of, solution_rows
from .random_models import Wild, random_model

TRIES = 20
MOST = 200
"""The most assignments of such a model."""


def models_with_objectives(seed: int) -> Iterator[Model]:
    """A random model with each kind of objective in turn, over expressions drawn for it."""
    model, (one, two), random = _drawn(seed)
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


def _of_each_kind(
    model: Model, one: Expression, two: Expression, random: Random
) -> Iterator[Model]:
    senses = [random.choice(["min", "max"]) for _ in range(2)]
    yield model.minimising(one)
    yield model.maximising(one)
    yield model.minimising((senses[0], one), (senses[1], two))
    yield model.declaring({"pareto": ((senses[0], one), (senses[1], two))})
    yield model.minimising(one, within=2)


def _drawn(seed: int) -> tuple[Model, list[Expression], Random]:
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
        try:
            goals = tuple(zip(senses, [wild.expression(2), wild.expression(1)], strict=True))
            within = random.randint(1, 3) if kind == "within" else 0
            several = goals if kind in ("order", "pareto") else goals[:1]
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
