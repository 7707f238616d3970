"""The judge on very many rows: what it remembers changes no verdict, and keeps within bounds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, PredicateError, load, predicate, total, variable, variables
from everyway.models.language import check
from everyway.models.language.check import Judge, RememberedTruths
from everyway.models.language.global_constraints.all_different import AllDifferent
from everyway.models.language.nodes import Program

from ...support.clocks import growth


def assignments(model: Model, number: int, seed: int = 1) -> Iterator[Mapping[str, Any]]:
    """Random ones, of few values each, so that constraints meet scopes again."""
    draw = random.Random(seed)
    values = {v.name: list(v.domain)[:3] for v in model.variables}
    for _ in range(number):
        yield {name: draw.choice(some) for name, some in values.items()}


@pytest.mark.parametrize("most", [1, 3, 4096])
@pytest.mark.parametrize("seed", range(40))
def test_what_is_remembered_is_what_holds_says(seed, most, monkeypatch):
    monkeypatch.setattr(check, "MANY", 3)
    monkeypatch.setattr(check, "MOST_REMEMBERED", most)
    model = random_model(seed)
    judge, program = Judge(model), Program(model.constraints)
    for values in assignments(model, 300, seed):
        holds = False not in program.run(values)
        assert judge.solves(values) == judge.accepts(values) == holds
        assert (not judge.violations(values)) == holds


def test_every_assignment_of_small_models(monkeypatch):
    monkeypatch.setattr(check, "MANY", 1)
    for seed in range(40, 60):
        model = random_model(seed)
        judge, program = Judge(model), Program(model.constraints)
        names = [v.name for v in model.variables]
        for row in product(*(list(v.domain)[:4] for v in model.variables[:6])):
            values = {v.name: v.domain[0] for v in model.variables}
            values.update(zip(names, row, strict=False))
            assert judge.solves(values) == (False not in program.run(values))


def test_a_scope_that_is_met_again_is_not_asked_again(monkeypatch):
    asked = []
    holds = AllDifferent.holds
    monkeypatch.setattr(AllDifferent, "holds", lambda *a: asked.append(a) or holds(*a))
    model = load("latin_square", n=3)
    judge = Judge(model)
    rows = list(assignments(model, 5000))
    assert [judge.accepts(row) for row in rows] == [judge.accepts(row) for row in rows]
    assert len(asked) < 6 * (check.MANY + 27)


def test_a_predicate_is_asked_each_time_also_where_another_constraint_is_broken():
    calls = []

    def once(x: int) -> bool:
        calls.append(x)
        if len(calls) == 1000:
            raise RuntimeError("enough")
        return True

    x, y = variable("x", range(3)), variable("y", range(3))
    judge = Judge(Model("m", x, y, y != 1, predicate(once, x), x + y != 4))
    for number in range(999):
        assert judge.solves({"x": 1, "y": number % 3}) == (number % 3 != 1)
        assert len(calls) == number + 1
    with pytest.raises(PredicateError, match="enough"):
        judge.solves({"x": 1, "y": 1})


def test_what_never_comes_again_is_no_longer_remembered(monkeypatch):
    monkeypatch.setattr(check, "MOST_REMEMBERED", 50)
    x, y = variable("x", range(10_000)), variable("y", range(2))
    truths = RememberedTruths([x != 7, y + 1 != 2])
    for value in range(1000):
        assert truths.all_hold({"x": value, "y": 0}) == (value != 7)
    assert [one.known for one in truths._remembered] == [{0: True}]
    assert len(truths._others) == 1


def test_little_is_remembered_of_very_many_constraints(monkeypatch):
    monkeypatch.setattr(check, "MOST_HELD", 10_000)
    x = variables("x", 100, range(100))
    truths = RememberedTruths([a + b != 7 for a, b in pairwise(x)])
    for value in range(100):
        truths.all_hold({one.name: (value + k) % 100 for k, one in enumerate(x)})
    assert sum(len(one.known) for one in truths._remembered) <= 10_000 / 20


def test_a_term_that_all_constraints_share_is_not_evaluated_for_each():
    def judge_all(number: int) -> None:
        x = variables("x", number, range(2))
        shared = total(k * one for k, one in enumerate(x))
        judge = Judge(Model("m", x, [shared != -1 - k for k in range(number)]))
        for _ in range(check.MANY + 20):
            assert judge.solves({one.name: 1 for one in x})

    assert growth(judge_all, 100, 400) < 12  # 4 in proportion; 16 if each evaluated all of it


@pytest.mark.parametrize(
    ("values", "fits"),
    [
        ({"x": 1, "y": "a"}, True),
        ({"x": True, "y": "a"}, False),
        ({"x": 1.0, "y": "a"}, False),
        ({"x": 3, "y": "a"}, False),
        ({"x": 1, "y": 1}, False),
        ({"x": 1}, False),
        ({"x": 1, "y": "a", "z": 1}, False),
        ({"x": [], "y": "a"}, False),
    ],
)
def test_what_fits_no_domain_is_never_accepted(values, fits):
    judge = Judge(Model("m", variable("x", range(3)), variable("y", ["a", "b"])))
    assert judge.accepts(values) == fits
    assert bool(judge.domain_violations(values)) != fits
