"""`everyway fuzz` with projections and with two jobs: drawn, compared, shrunk, and shown again."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from everyway.conformance.fuzz import hunt
from everyway.conformance.fuzz.cases import Case
from everyway.conformance.fuzz.faults import MODELS_A_GROUP, Bench
from everyway.conformance.fuzz.hunt import Plan, _steps, tried
from everyway.conformance.fuzz.numbered_models import PROJECTED, drawn
from everyway.conformance.instances.enumerate_naively import FEASIBLE, size_of
from everyway.conformance.instances.random_models import expected_rows, reported_variables
from everyway.models import Model, variables
from everyway.solvers.harness.registry import solver_named

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
X = variables("x", 3, range(3))


@cache
def projected() -> list[Model]:
    every, rests = PROJECTED
    numbers = [n for n in range(450) if n % every in rests]
    return [model for model in (drawn(n).model for n in numbers) if model.projection]


def test_small_models_of_all_sorts_are_projected() -> None:
    assert len(projected()) > 20
    assert max(size_of(model.variables) for model in projected()) <= FEASIBLE
    assert any(model.objective for model in projected())
    whole = [len(model.projection) == len(model.variables) for model in projected()]
    assert whole.count(False) > len(projected()) // 3


def test_the_rows_of_a_projection_are_those_of_its_variables_each_once() -> None:
    model = Model("sum", X, X[0] + X[1] + X[2] == 2).projecting("x[2]", "x[0]")
    assert [variable.name for variable in reported_variables(model)] == ["x[0]", "x[2]"]
    assert set(expected_rows(model)) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)}
    assert set(expected_rows(model).values()) == {1}
    assert set(expected_rows(model.maximising(X[0]))) == {(2, 0)}


def test_simpler_models_are_projected_on_names_that_they_have() -> None:
    simpler = [one for model in projected()[:8] for one in _steps(model)]
    assert sum(not one.projection for one in simpler) == 8
    assert all(set(one.projection) <= one.by_name.keys() for one in simpler)
    assert len({len(one.variables) for one in simpler}) > 1


def test_a_healthy_solver_has_no_faults() -> None:
    with Bench([solver_named("flatmap")], 20.0) as bench:
        assert not any(tried(model, bench, ["flatmap"])[1] for model in projected()[:12])
        bench.number = MODELS_A_GROUP[False] // 2
        assert bench.jobs("flatmap") in (2, 3, 4)
        assert not any(tried(drawn(n).model, bench, ["flatmap"])[1] for n in (3, 5, 14))


@pytest.mark.parametrize(("liar", "kind"), [("projecting", "missing"), ("by_threads", "repeated")])
def test_a_liar_is_found_shrunk_and_shown(
    liar: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hunt, "MOST_CASES", 1)
    monkeypatch.setattr(hunt, "SECONDS_TO_SHRINK", 8.0)
    lying = solver_named(f"tests.support.lying_in_part:{liar}")
    found = hunt.hunt(Plan([lying], models=40, folder=tmp_path, time_limit=5.0))
    (case,) = found.cases
    assert case.fault.kind == kind
    assert case.shown
    assert len(case.fault.model.variables) <= 2
    assert (".projecting(" in case.script) == (liar == "projecting")
    assert ("jobs=" in case.script) == (liar == "by_threads")
    assert "missing: [(" in _printed(case) or liar == "by_threads"


def _printed(case: Case) -> str:
    run = subprocess.run(
        [sys.executable, str(case.path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=case._environment(),
    )
    assert run.returncode == 1, run.stderr
    return run.stdout
