"""The number of solutions with each value, whichever way it is found."""

from __future__ import annotations

from collections import Counter

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, load, variable, variables
from everyway.solvers import Incomplete, TooLarge, marginals, solution_set, solve_all
from everyway.solvers.diagram import model_diagrams


def tallied(model: Model) -> dict[str, dict[object, int]]:
    """The same by flatmap, in the order of the domains."""
    rows = [one.assignment for one in solve_all(model, "flatmap")]
    counted = {v: Counter(row[v.name] for row in rows) for v in model.variables}
    return {v.name: {x: n[x] for x in v.domain if n[x]} for v, n in counted.items()}


def in_order(found):
    return {name: list(numbers.items()) for name, numbers in found.items()}


@pytest.fixture(params=["listed", "held", "listed whole"])
def way(request, monkeypatch):
    """Each of the three ways, of a model that has more than two solutions."""
    asked = []

    def heard(model, **options):
        asked.append(model)
        if request.param == "listed whole":
            raise TooLarge(1, 2, "declared", "nodes")
        return solution_set(model, **options)

    monkeypatch.setattr(model_diagrams, "solution_set", heard)
    if request.param != "listed":
        monkeypatch.setattr(model_diagrams, "WORTH_TALLYING", 2)
    monkeypatch.setattr(model_diagrams, "AT_ONCE", 3)
    return request.param, asked


@pytest.mark.parametrize("seed", range(20))
def test_random_models_are_tallied_exactly(seed, way):
    model = random_model(seed)
    assert in_order(marginals(model)) == in_order(tallied(model))


def test_a_board_a_label_and_no_solution(way):
    name, asked = way
    assert marginals(load("queens", n=6)) == tallied(load("queens", n=6))
    assert bool(asked) == (name != "listed")
    hue, x = variable("hue", ["red", "green", "blue"]), variable("x", range(-2, 2))
    model = Model("hues", hue, x, (hue != "green") | (x == 0))
    found = marginals(model)
    assert in_order(found) == in_order(tallied(model))
    assert list(found["hue"]) == ["red", "green", "blue"]
    assert marginals(model + (x == 0) + (x == 1)) == {"hue": {}, "x": {}}


def test_of_an_objective_and_of_a_projection_it_is_about_what_counts(way):
    x, y = variable("x", range(3)), variable("y", range(3))
    best = Model("best", x, y, x + y >= 2, minimise=x + y)
    assert marginals(best) == {"x": {0: 1, 1: 1, 2: 1}, "y": {0: 1, 1: 1, 2: 1}}
    assert marginals(Model("all", x, y, x < y), project=["x"]) == {"x": {0: 1, 1: 1}}


def test_numbers_beyond_listing_are_exact():
    bits = Model("bits", variables("x", 200, range(2)))
    assert marginals(bits)["x[7]"] == {0: 2**199, 1: 2**199}


def test_where_the_time_is_over_it_says_so(way):
    with pytest.raises(Incomplete, match="time limit"):
        marginals(load("queens", n=30), time_limit=0.3)
    with pytest.raises(TypeError, match="what counts values takes no limit"):
        marginals(load("queens"), options=model_diagrams.Options(limit=1))
