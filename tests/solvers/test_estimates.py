"""Estimates of numbers of solutions: right on average, and their bounds hold."""

from __future__ import annotations

import json
from statistics import mean
from typing import Any

import pytest

from everyway.models import Model, all_different, integer, load, variable, variables
from everyway.solvers import Incomplete, count, estimate, first
from everyway.solvers.sat import estimating
from everyway.views.progress import Forecast
from tests.support.command_lines import everyway

x, y, colour = variables("x", 4, range(6)), integer("y", 0, 3), variable("c", ["a", "b", "e"])
MIXED = Model("mixed", x, y, colour, all_different(x), x[0] < y + 2, (colour == "a") | (y == 1))
MODELS = {
    "queens": load("queens", n=6),
    "dominoes": load("dominoes", rows=4, columns=4),
    "independent-sets": load("independent-sets"),
    "mixed": MIXED,
    "projected": MIXED.projecting("y", "c"),
    "best": MIXED.maximising(x[1] + y),
}


def hold_the_bounds(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    number = count(model)
    assert estimate(model, seed=1, probes=3).at_most >= number
    monkeypatch.setattr(estimating, "_at_most", lambda *given: 10**9)
    found = [estimate(model, seed=seed, probes=20) for seed in range(50)]
    assert 0.85 < mean(one.about for one in found) / number < 1.15
    assert sum(one.at_least > number for one in found) <= 3
    assert max(one.at_least for one in found) > number / 5


@pytest.mark.parametrize("name", MODELS)
def test_estimates_are_right_on_average_and_their_bounds_hold(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_the_bounds(MODELS[name], monkeypatch)


@pytest.mark.parametrize("wrong", [lambda n: 2 * n, lambda n: n // 2, lambda n: n * 5 // 4])
def test_probes_that_are_wrong_are_caught(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = estimating._probe
    monkeypatch.setattr(estimating, "_probe", lambda *given: wrong(right(*given)))
    with pytest.raises(AssertionError):
        hold_the_bounds(MODELS["independent-sets"], monkeypatch)


def test_what_is_certain_is_said() -> None:
    none = estimate(load("queens", n=3))
    assert (none.about, none.at_most, bool(none), none.words) == (0, 0, False, "0")
    found = estimate(load("latin-square", n=5), seed=3, probes=30)
    assert found == estimate(load("latin-square", n=5), seed=3, probes=30)
    assert found.at_least <= 161_280 <= found.at_most
    with pytest.raises(Incomplete, match="give a longer one"):
        estimate(load("langford", n=16), time_limit=0.1)
    with pytest.raises(ValueError, match="0 is no number of probes"):
        estimate(MIXED, probes=0)


def test_the_command_never_calls_it_a_count() -> None:
    words = ("count", "dominoes", "rows=4", "columns=4", "--estimate", "--seed", "3")
    said = everyway(*words)
    assert said.exit_code == 0
    assert said.stdout.startswith("about ")
    assert "no count: " in said.stderr
    assert "95% confidence" in said.stderr
    document = json.loads(everyway(*words, "--json").stdout)
    assert document["schema"] == "everyway.estimate/1"
    assert document["estimate"]["at_least"] < document["estimate"]["about"]
    assert document.keys().isdisjoint({"count", "solutions"})
    late = everyway("count", "langford", "n=16", "--estimate", "-t", "100ms")
    assert (late.exit_code, late.stdout) == (3, "")
    assert everyway("count", "queens", "n=3", "--estimate").stdout == "0\n"
    refused = everyway("count", "queens", "--estimate", "-S", "sat")
    assert (refused.exit_code, "--estimate and --solver do not go" in refused.stderr) == (2, True)


def test_the_rest_of_a_run_is_foreseen() -> None:
    model = load("queens", n=8)
    solution = first(model)
    assert solution is not None
    assert Forecast(model).ahead(10, solution) == ""
    words = Forecast(model, after=0.0).ahead(10, solution)
    assert words.startswith("of about 83 solutions, ")
    assert words.endswith("MB of JSON to go")
    assert "unknown" in Forecast(model, after=0.0).ahead(92, solution)
