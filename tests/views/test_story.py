"""The story of a puzzle: how many solutions each rule leaves."""

from __future__ import annotations

import json

from everyway.models import Model, all_different, total, variables
from everyway.models.queens import queens
from everyway.solvers import count
from everyway.solvers.harness.running.independent_parts import story

from ..support.clocks import without_hanging
from ..support.command_lines import everyway, fruitless


def numbers(model: Model, **options: object) -> list[tuple[int, str | None]]:
    return [(step.number, step.reason) for step in story(model, **options)]


def test_the_story_of_eight_queens():
    result = everyway("story", "queens", "n=8")
    assert result.exit_code == 0
    assert [line.split("queen  ")[-1].strip() for line in result.stdout.splitlines()[1:]] == [
        "16 777 216",
        "40 320",
        "92",
    ]


def test_every_number_is_that_of_the_model_with_the_rules_so_far():
    model = queens(5)
    board = model["queen"].board
    model = model + (model["queen"].per(board.corners) == 1) + model["queen"].empty_at("r1c1")
    found = numbers(model)
    for place, (number, reason) in enumerate(found, 1):
        assert reason is None
        assert number == count(model.rewritten(model.groups, model.rules[:place]))
    assert len(found) == 5


def test_beyond_the_cap_it_is_more_than():
    x = variables("x", 6, range(6))
    model = Model("a permutation", x, all_different(x), x[0] == 0)
    assert numbers(model, cap=720) == [(720, None), (120, None)]
    assert numbers(model, cap=719) == [(719, "limit"), (120, None)]
    assert numbers(model, cap=100) == [(100, "limit"), (100, "limit")]


def test_parts_multiply_and_a_part_without_solutions_makes_all_zero():
    x, y = variables("x", 4, range(10)), variables("y", 3, range(3))
    model = Model("parts", x, y, all_different(x), total(y) == 7)
    assert numbers(model, cap=10) == [(10 * 27, "limit"), (0, None)]


def test_a_model_without_rules_has_one_number():
    assert numbers(Model("free", variables("x", 3, range(4)))) == [(64, None)]
    assert numbers(Model("nothing")) == [(1, None)]
    assert everyway("story", "--board", "3").stdout.splitlines()[-1].split() == [
        *("no", "rule", "512")
    ]


def test_a_step_that_takes_too_long_is_reported_so(tmp_path):
    with without_hanging():
        result = everyway("story", fruitless(tmp_path), "rows=1", "-t", "200ms")
    assert result.exit_code == 0
    assert "at least" in result.stdout or "not known in time" in result.stdout


def test_the_story_in_json_and_with_rules_added():
    result = everyway("story", "queens", "n=6", "--rule", "pairs(knight) <= 1", "--json")
    document = json.loads(result.stdout)
    assert document["schema"] == "everyway.story/1"
    assert document["steps"][-1] == {
        "rule": "pairs(knight) <= 1",
        "words": "each two squares a knight's move apart: at most 1 queen",
        "count": 0,
        "exact": True,
        "reason": None,
        "by": document["steps"][-1]["by"],
    }
    capped = everyway("story", "queens", "n=6", "--cap", "10", "--json")
    steps = json.loads(capped.stdout)["steps"]
    assert [(step["count"], step["exact"], step["reason"]) for step in steps] == [
        (46656, True, None),
        (10, False, "limit"),
        (4, True, None),
    ]


def test_what_a_solver_cannot_do_is_reported():
    assert everyway("story", "queens", "-S", "brute-force").exit_code == 4
    assert everyway("story", "queens", "-S", "flatmap", "-S", "cp-sat").exit_code == 2
    assert everyway("story", "queens", "--viewpoint", "row").exit_code == 2
    assert everyway("story", "queens", "--cap", "0").exit_code == 2
    assert everyway("story", "queens", "n=6", "-S", "cp-sat@squares").exit_code == 0


def test_more_than_can_be_listed_are_counted_by_a_diagram():
    q = variables("q", 11, range(11))
    model = Model("orders", q, all_different(q), q[0] != 0)
    assert numbers(model, cap=10**6) == [(39_916_800, None), (36_288_000, None)]
    assert numbers(model, cap=1000)[1] == (1000, "limit")
    assert numbers(model, cap=10**6, solver="flatmap", time_limit=0.01)[1][1] is not None
