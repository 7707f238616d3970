"""Rules added one by one: no model is changed by it, and each addition costs alike."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from everyway.models import Model, ModelError, predicate, rule, variable, variables
from everyway.models.language.rules import RuleSequence

from ...support.clocks import growth


def labels(model: Model) -> list[str]:
    return [one.label for one in model.rules]


def test_two_models_that_go_on_from_one_are_apart():
    x = variable("x", range(5))
    base = Model("m", x) + (x != 0)
    one, two = base + (x != 1), base + (x != 2)
    further, other = one + (x != 3), one + (x != 4)
    assert labels(base) == ["x != 0"]
    assert labels(one) == ["x != 0", "x != 1"]
    assert labels(two) == ["x != 0", "x != 2"]
    assert labels(further) == ["x != 0", "x != 1", "x != 3"]
    assert labels(other) == ["x != 0", "x != 1", "x != 4"]
    assert labels(two + (x != 3) + (x != 4)) == ["x != 0", "x != 2", "x != 3", "x != 4"]
    assert labels(base) == ["x != 0"]


def test_what_is_refused_is_in_no_model():
    x, y = variable("x", range(5)), variable("y", range(5))
    base = Model("m", x)
    with pytest.raises(ModelError, match="does not declare"):
        base + (y != 1)
    assert labels(base + (x != 2)) == ["x != 2"]
    assert labels(base) == []


def test_what_follows_from_a_model_has_its_rules_alone():
    x = variable("x", range(5))
    base = Model("m", x, rule("first", x != 0))
    longer = base + rule("second", x != 1)
    assert labels(longer.without("first")) == ["second"]
    assert labels(base.renamed("n")) == ["first"]
    assert labels(longer.rewritten(longer.groups, base.rules) + (x != 2)) == ["first", "x != 2"]
    assert labels(pickle.loads(pickle.dumps(base))) == ["first"]


def test_threads_that_go_on_from_one_model_do_not_mix():
    x = variables("x", 8, range(1000))
    base = Model("m", x)

    def extended(place: int) -> list[str]:
        model = base
        for value in range(200):
            model += x[place] != value
        return labels(model)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(extended, range(8)))
    assert found == [[f"x[{k}] != {value}" for value in range(200)] for k in range(8)]


def test_a_longer_sequence_copies_nothing_of_what_it_goes_on_from():
    first = RuleSequence([rule("one", predicate(bool, variable("x", range(2))))])
    second = first + tuple(first)
    assert second._shared is first._shared
    assert len(list(second)) == 2
    assert len(list(first)) == 1


def test_each_rule_costs_alike():
    def add(number: int) -> None:
        x = variables("x", 100, range(1000))
        model = Model("m", x)
        for k in range(number):
            model += x[k % 100] != k % 1000

    assert growth(add, 2000, 32_000) < 32  # 16 in proportion; about 60 with each rule copied


def test_a_name_that_an_earlier_addition_took_is_refused():
    model = Model("m", variables("x", 2, range(2))) + variable("y", range(2))
    for name in ("x", "x[1]", "y"):
        with pytest.raises(ModelError, match=f"the name {re.escape(repr(name))} is declared twice"):
            model + variable(name, range(2))
    assert (model + variable("z", range(2)))["z"].name == "z"
    assert len((model + variable("z", range(3))).variables) == 4


def test_each_variable_costs_little_more_than_the_one_before():
    def add(number: int) -> None:
        model = Model("m")
        for k in range(number):
            model += variable(f"x{k}", range(3))
        assert len(model.variables) == number

    assert growth(add, 250, 2000) < 24  # 8 in proportion; about 60 with every name looked up again
