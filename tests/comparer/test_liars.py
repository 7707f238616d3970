"""Planted liars: every mutation of a right claim must be caught, and no right claim ever blamed.

What each liar must be found guilty of is computed here from what it reports, by plain sets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest

from everyway.comparer.claims import reported_claim
from everyway.comparer.comparing_solvers import compare
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, integer, total, variables
from everyway.solvers.harness.contract import Control, Traits
from everyway.solvers.harness.registry import Solver, solver_named
from everyway.solvers.harness.running import run

from ..support.settings import SEED
from .liars import (
    MUTATIONS,
    SCENES,
    Reported,
    Row,
    Scene,
    check_witnesses,
    expected,
    found,
    key,
    rows_of,
    scenes,
)

HEALTHY = ("auto", "flatmap", "cp-sat", "python-constraint")


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_lying_claim_is_found_out(name: str):
    caught = 0
    for scene in SCENES:
        reported = MUTATIONS[name](scene)
        guilt = expected(reported, scene.solutions)
        claims = {"right": scene.solutions, "also right": scene.solutions[::-1], "liar": reported}
        result = compare(scene.model, [], [reported_claim(n, rows) for n, rows in claims.items()])
        assert found(result, "liar") == guilt, (name, scene.model.name)
        assert {d.solver for d in result.differences} <= {"liar"}
        assert result.verdict == ("differ" if guilt else "agree")
        assert result.exit_code() == (1 if guilt else 0)
        assert [run.verdict for run in result.runs[:2]] == ["agrees"] * 2
        check_witnesses(result, scene, claims)
        caught += bool(guilt)
    assert caught >= len(SCENES) // 2, f"{name} hardly ever lies"


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_liar_is_found_out_also_if_all_others_lie_alike(name: str):
    """Two liars with the same report against one right claim: the majority is wrong."""
    for scene in SCENES[:4]:
        reported = MUTATIONS[name](scene)
        guilt = expected(reported, scene.solutions)
        claims = {"liar": reported, "right": scene.solutions, "echo": reported[::-1]}
        result = compare(scene.model, [], [reported_claim(n, rows) for n, rows in claims.items()])
        assert found(result, "liar") == found(result, "echo") == guilt
        assert found(result, "right") == {}


def test_two_different_liars_are_distinguished():
    random = Random(SEED)
    names = list(MUTATIONS)
    for scene in SCENES:
        for _ in range(10):
            claims = {name: MUTATIONS[name](scene) for name in random.sample(names, 3)}
            whole = {key(row) for rows in claims.values() for row in rows}
            known = [row for row in scene.solutions if key(row) in whole]
            result = compare(
                scene.model, [], [reported_claim(n, rows) for n, rows in claims.items()]
            )
            for name, rows in claims.items():
                # without a right claim nothing is known of what all have left out
                guilt = expected(rows, known)
                assert found(result, name) == guilt, (scene.model.name, name)


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_liar_that_admits_to_be_incomplete_is_blamed_for_what_it_says_alone(name: str):
    for scene in SCENES[:6]:
        reported = MUTATIONS[name](scene)
        guilt = {k: n for k, n in expected(reported, scene.solutions).items() if k != "missing"}
        claims = [reported_claim(n, scene.solutions) for n in "ab"]
        result = compare(
            scene.model, [], [*claims, reported_claim("liar", reported, complete=False)]
        )
        assert found(result, "liar") == guilt
        assert result.verdict == ("differ" if guilt else "undecided")


def test_right_claims_are_never_blamed():
    for scene in scenes(150, start=SEED + 10_000):
        claims = []
        for name in "abc":
            rows = scene.solutions.copy()
            scene.random.shuffle(rows)
            claims.append(reported_claim(name, rows))
        part = scene.solutions[: scene.random.randrange(len(scene.solutions) + 1)]
        assert compare(scene.model, [], claims).verdict == "agree", scene.model.name
        whole = [reported_claim(name, scene.solutions) for name in "ab"]
        result = compare(scene.model, [], [*whole, reported_claim("part", part, complete=False)])
        assert (result.verdict, result.differences) == ("undecided", ()), scene.model.name


def test_right_claims_are_never_blamed_when_only_a_sample_is_judged():
    for scene in scenes(40, start=SEED + 20_000):
        for limit in (0, 1, len(scene.solutions) - 1):
            claims = [reported_claim(name, scene.solutions) for name in "ab"]
            result = compare(scene.model, [], claims, judge_limit=limit)
            assert result.verdict == "agree"
            assert result.judged == max(1, limit)
            assert result.first == min(map(scene.model.solution, scene.solutions))


# --- liars among live solvers ------------------------------------------------------------------


def right_solver(model: Model, control: Control) -> Iterator[Any]:
    control.searching()
    yield from rows_of(model)


def plant(monkeypatch: pytest.MonkeyPatch, **planted: Callable[..., Iterator[Any]]) -> None:
    """Let these functions be solvers, beside those that there are."""
    for name, function in planted.items():
        module = ModuleType(f"planted_{name}")
        vars(module).update(solutions=function, TRAITS=Traits(viewpoint="squares"))
        monkeypatch.setitem(sys.modules, module.__name__, module)

    def named(name: str) -> Solver:
        return Solver(name, f"planted_{name}") if name in planted else solver_named(name)

    monkeypatch.setattr(run, "solver_named", named)


def without_labelled(count: int) -> list[Scene]:
    """Scenes without labels, so that a solver sees the declared values."""
    return [s for s in SCENES if not any(v.labelled for v in s.model.variables)][:count]


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_lying_solver_is_found_out(monkeypatch: pytest.MonkeyPatch, name: str):
    for scene in without_labelled(4):
        reported = MUTATIONS[name](scene)

        def lying(model: Model, control: Control, rows: Reported = reported) -> Iterator[Any]:
            control.searching()
            yield from rows

        plant(monkeypatch, right=right_solver, liar=lying)
        result = compare(scene.model, ["right", "liar"], [reported_claim("file", scene.solutions)])
        guilt = expected(reported, scene.solutions)
        assert found(result, "liar") == guilt, (name, scene.model.name)
        assert found(result, "right") == found(result, "file") == {}


def test_stale_state_at_the_second_solve_is_found_out(monkeypatch: pytest.MonkeyPatch):
    kept: list[Row] = []

    def stale(model: Model, control: Control) -> Iterator[Any]:
        control.searching()
        kept[:] = kept or rows_of(model)
        yield from kept

    plant(monkeypatch, right=right_solver, stale=stale)
    bits = variables("b", 4, range(2))
    first, second = (Model("sum", bits, total(bits) == k) for k in (1, 2))
    assert compare(first, ["right", "stale"]).verdict == "agree"
    result = compare(second, ["right", "stale"])
    assert found(result, "stale") == {"missing": 6, "invented": 4}
    assert found(result, "right") == {}


def test_a_solver_that_stops_quietly_is_found_out(monkeypatch: pytest.MonkeyPatch):
    def quiet(model: Model, control: Control) -> Iterator[Any]:
        control.searching()
        yield rows_of(model)[0]

    def honest(model: Model, control: Control) -> Iterator[Any]:
        control.searching()
        yield rows_of(model)[0]
        control.stop()
        control.check()

    plant(monkeypatch, right=right_solver, quiet=quiet, honest=honest)
    model = Model("any", integer("x", 1, 5))
    result = compare(model, ["right", "quiet", "honest"])
    assert [run.verdict for run in result.runs] == ["undecided", "differs", "undecided"]
    assert [run.status for run in result.runs] == ["complete", "complete", "stopped"]
    assert [run.missing for run in result.runs] == [0, 4, 0]


def test_a_solver_that_breaks_down_is_no_proof_and_no_agreement(monkeypatch: pytest.MonkeyPatch):
    def broken(model: Model, control: Control) -> Iterator[Any]:
        control.searching()
        yield rows_of(model)[0]
        raise ZeroDivisionError("planted")

    plant(monkeypatch, right=right_solver, twin=right_solver, broken=broken)
    result = compare(Model("any", integer("x", 1, 5)), ["right", "twin", "broken"])
    assert (result.verdict, result.exit_code()) == ("undecided", 4)
    assert "planted" in (result.runs[2].outcome.reason or "")


def test_a_limit_leads_to_no_agreement(monkeypatch: pytest.MonkeyPatch):
    plant(monkeypatch, right=right_solver, twin=right_solver)
    model = Model("any", integer("x", 1, 5))
    result = compare(model, ["right", "twin"], limit=4)
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert [run.outcome.reason for run in result.runs] == ["limit", "limit"]
    assert compare(model, ["right", "twin"], limit=5).verdict == "agree"


@pytest.mark.parametrize("number", [100, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_nobody_is_blamed_where_all_are_right(number: int):
    for seed in range(SEED, SEED + number):
        result = compare(random_model(seed), HEALTHY, time_limit=60)
        assert (result.verdict, result.differences) == ("agree", ()), seed
