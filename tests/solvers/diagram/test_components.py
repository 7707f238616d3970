"""Clauses are counted component by component."""

from __future__ import annotations

from random import Random

import pytest

from everyway.models import Model, all_of, any_of, integer, total, variables
from everyway.solvers import count
from everyway.solvers.diagram import components, construction
from everyway.solvers.diagram.components import components_of
from everyway.solvers.diagram.construction import Construction
from everyway.solvers.diagram.decision_diagram import Limits
from everyway.solvers.diagram.reading_of_model import reading_of

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


def drawn(seed: int) -> Model:
    """Clauses and other constraints over few of some variables, a few of which are fixed."""
    r = Random(seed)
    size = r.randint(2, 10)
    x = [integer(f"x{n}", first := r.randint(-2, 2), first + 1) for n in range(size)]
    rules = []
    for _ in range(r.randint(0, size * 2)):
        some = r.sample(x, r.randint(1, min(4, size)))
        literals = [v == v.domain[r.randrange(2)] for v in some]
        kinds = [any_of(literals)] * 5 + [~all_of(literals), total(some) != r.randint(-2, 4)]
        rules.append(r.choice(kinds))
    return Model("clauses", x, rules)


def by_components(model: Model) -> int:
    found = components_of(reading_of(model, lambda: None))
    assert found is not None
    return found.within(lambda: None)


def test_random_models_have_as_many_solutions() -> None:
    models = [drawn(seed) for seed in range(60)]
    numbers = [count(model, "brute-force") for model in models]
    assert [by_components(model) for model in models] == numbers
    assert 0 in numbers
    assert len(set(numbers)) > 25


def test_a_value_that_brings_about_the_wrong_one_would_be_seen(monkeypatch) -> None:
    carefully = components._bits
    monkeypatch.setattr(components, "_bits", lambda number: carefully(number & ~1))
    with pytest.raises((AssertionError, ValueError)):
        test_random_models_have_as_many_solutions()


def test_other_models_are_left_to_diagrams() -> None:
    x = variables("x", 8, range(2))
    assert components_of(reading_of(Model("long", x, total(x) != 3), lambda: None)) is None
    y = variables("y", 2, range(3))
    assert components_of(reading_of(Model("wide", y, y[0] != y[1]), lambda: None)) is None


def test_they_are_counted_where_no_order_comes_far(monkeypatch) -> None:
    """A count that goes on knows the parts that were counted."""
    r = Random(1)
    x = variables("x", 30, range(2))
    chosen = [r.sample(range(30), 3) for _ in range(60)]
    model = Model("clauses", x, [any_of([x[v] == r.randrange(2) for v in some]) for some in chosen])
    number = Construction(model, Limits(lambda: None, 10**7)).counted()[1]
    monkeypatch.setattr(construction, "NODES_OF_A_PART", 1)
    monkeypatch.setattr(construction, "FEWEST_PARTS", 100)
    assert Construction(model, Limits(lambda: None, 5_000)).counted() == ("components", number)
