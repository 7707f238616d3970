"""CP-SAT's variables of which all values are asked for: a literal for each, tied together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from everyway.models import Model, all_different, element, indicator, total, variable, variables
from everyway.models.language.expressions import Variable
from everyway.models.language.objectives import Goal
from everyway.solvers import cp_sat, solutions
from everyway.solvers.cp_sat import search
from everyway.solvers.cp_sat.translation import Translation
from everyway.solvers.harness.contract import Control

KINDS = "exactly_one", "linear", "element"
GAPPED = ((-2, 0, 1, 3), (0, 1, 2), (1, 2, 3, 5), (-3, -1, 4), range(4))


def drawn(seed: int) -> Model:
    """Sums of truths and of items, with indices outside their arrays, under a few rules."""
    random = Random(seed)
    x = [variable(f"x{i}", random.choice(GAPPED)) for i in range(3)]

    def asked(one: Variable) -> object:
        values = [v for v in one.domain if random.random() < 0.9]
        return total(random.randint(-3, 3) * indicator(one == v) for v in values)

    def item(one: Variable) -> object:
        return element([random.randint(-4, 4) for _ in range(random.randint(2, 6))], one)

    parts = [random.choice((asked, item))(random.choice(x)) for _ in range(4)]
    rules = [total(parts[:2]) <= random.randint(-2, 3), total(parts[2:]) != random.randint(-2, 2)]
    rules += random.sample([all_different(x), x[0] != x[1], x[2] != 1], random.randint(0, 2))
    return Model(f"drawn {seed}", *x, *rules)


def natives(model: Model, *more: str) -> dict[str, int]:
    """The number of native constraints of some kinds."""
    text = str(Translation(model, lambda: None).native.model.proto)
    return {kind: text.count(f" {kind} {{") for kind in (*KINDS, *more)}


@pytest.mark.parametrize("seed", range(5))
def test_random_encodings_lose_no_solution_and_repeat_none(seed: int) -> None:
    pytest.importorskip("ortools")
    encoded = 0
    for number in range(60 * seed, 60 * seed + 60):
        model = drawn(number)
        agree(model)
        encoded += natives(model)["exactly_one"]
    assert encoded > 20


def test_an_item_in_a_sum_is_a_sum_of_literals() -> None:
    pytest.importorskip("ortools")
    x = [variable(f"x{i}", range(5)) for i in range(2)]
    weights = total(element([4, 1, 3, 2, 7], one) for one in x)
    assert natives(Model("sum", *x, weights <= 6)) == {"exactly_one": 2, "linear": 3, "element": 0}
    heavy = total(element([10**5, 1, 3, 2, 7], one) for one in x)
    assert natives(Model("heavy", *x, heavy <= 6))["element"] == 2
    alone = element([4, 1, 3, 2, 7], x[0]) <= 6
    assert natives(Model("alone", *x, alone))["element"] == 1
    few = total(indicator(x[0] == value) for value in range(4)) >= 1
    assert not natives(Model("few", *x, few))["exactly_one"]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (range(4), {"exactly_one": 4 + 4, "at_most_one": 0}),
        (range(5), {"exactly_one": 4, "at_most_one": 5}),
        ((-2, 0, 1, 3), {"exactly_one": 4 + 4, "at_most_one": 0}),
        (range(3), {"exactly_one": 4, "at_most_one": 3}),
    ],
)
def test_different_variables_of_literals_are_so_value_by_value(
    values: Sequence[int], found: dict[str, int]
) -> None:
    pytest.importorskip("ortools")
    x = [variable(f"x{i}", values) for i in range(4)]
    truths = total(k * n * indicator(v == k) for n, v in enumerate(x) for k in values)
    model = Model("different", *x, all_different(x), truths >= 1)
    posted = natives(model, "at_most_one", "all_diff")
    assert posted.pop("all_diff") == 0
    assert {kind: posted[kind] for kind in found} == found
    agree(model)
    apart = all_different([x[0], 3 - x[1], 2 * x[2] + 1, x[3] + 5])
    agree(Model("apart", *x, apart, truths >= 1))
    twice = Model("twice", *x, all_different([x[0], x[0] + 1, x[2]]), truths >= 1)
    assert natives(twice, "all_diff")["all_diff"] == 1
    agree(twice)
    few = total(indicator(v == k) for v in x[:2] for k in values) >= 1
    some = Model("some", *x, all_different(x), few)
    assert natives(some, "all_diff")["all_diff"] == 1


def agree(model: Model) -> None:
    """CP-SAT finds each solution that brute force finds, once."""
    with solutions(model, "brute-force") as expected:
        rows = Counter(tuple(one.row) for one in expected)
    found = cp_sat.solutions(model, Control())
    assert Counter(tuple(one.values()) for one in found) == rows, model.name


def test_a_sum_of_truths_is_aimed_at_itself_and_bounded_by_cuts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    asked, solve = [], cp_model.CpSolver.solve

    def noted(solver: Any, model: Any, callback: Any) -> Any:
        if number := len(model.proto.objective.vars):  # none where all best ones are enumerated
            asked.append((number, solver.parameters.linearization_level))
        return solve(solver, model, callback)

    monkeypatch.setattr(cp_model.CpSolver, "solve", noted)
    x, y = variables("x", 6, range(2)), variables("y", 3, range(4))
    apart = [a + b <= 1 for a, b in pairwise(x)]
    either = [(a + b >= 2) | (a + c >= 2) for a, b, c in zip(x, x[1:], x[2:], strict=False)]
    aims = {
        "truths": Model("truths", x, apart, maximise=total(x)),
        "ties": Model("ties", x, apart, either, minimise=total(x)),
        "weights": Model("weights", x, 2 * x[0] + 3 * x[1] + x[2] <= 4, maximise=total(x)),
        "numbers": Model("numbers", y, all_different(y), minimise=total(y)),
        "items": Model(
            "items", y, y[0] < y[1], minimise=total(element([3, 1, 4, 1], v) for v in y)
        ),
    }
    for model in aims.values():
        with solutions(model, "cp-sat", limit=1) as found:
            next(iter(found), None)
    assert dict(zip(aims, asked, strict=True)) == {
        "truths": (6, 2),
        "ties": (6, 1),
        "weights": (6, 1),
        "numbers": (3, 1),
        "items": (12, 2),
    }


def test_a_sum_of_variables_is_posted_as_it_is_unless_it_is_long_and_shared() -> None:
    pytest.importorskip("ortools")
    x = variables("x", 9, range(2))
    alone = Model("alone", x, total(x) + 3 <= 7, total(x) - 1 >= 1)
    whole = total(x)
    shared = Model("shared", x, whole <= 4, whole >= 2)
    assert [natives(model)["linear"] for model in (alone, shared)] == [2, 3]
    for model in (alone, shared):
        assert sum(1 for _ in cp_sat.solutions(model, Control())) == 36 + 84 + 126


@pytest.mark.parametrize(("effort", "expected"), [(None, (3, 2)), (1.0, (1, 0))])
def test_a_search_within_an_effort_spends_little_of_it_before_it_begins(
    monkeypatch: pytest.MonkeyPatch, effort: float | None, expected: tuple[int, int]
) -> None:
    pytest.importorskip("ortools")
    asked = []

    def noted(solver: Any, *rest: Any, **named: Any) -> Any:
        own = solver.parameters
        asked.append((own.max_presolve_iterations, own.cp_model_probing_level))
        return handed_over(solver, *rest, **named)

    handed_over = search._handed_over
    monkeypatch.setattr(search, "_handed_over", noted)
    x, control = variables("x", 3, range(4)), Control()
    control.effort = effort
    found = list(cp_sat.improving(Model("x", x, all_different(x)), Goal("max", x[0]), control))
    assert found[-1]["x[0]"] == 3
    assert asked == [expected]
