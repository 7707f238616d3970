"""`everyway fuzz` with objectives: drawn, compared with the best rows, shrunk, and shown again."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from everyway.conformance.fuzz import hunt
from everyway.conformance.fuzz.faults import Answer, Bench, Known, fault_in, known
from everyway.conformance.fuzz.hunt import Plan
from everyway.conformance.fuzz.numbered_models import drawn, variants
from everyway.conformance.instances.enumerate_naively import size_of
from everyway.conformance.instances.random_models import best_rows, expected_rows
from everyway.conformance.solving import simpler
from everyway.formats.writing.as_python import as_code, program_of
from everyway.models import Model, Variable, fingerprint, variables
from everyway.models.language.nodes import topological
from everyway.solvers.harness.registry import solver_named

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
X = variables("x", 2, range(4))
NUMBERS = sorted([*range(5, 280, 14), *range(11, 280, 14)])
DRAWN = [drawn(number).model for number in NUMBERS]
AIMED = [model for model in DRAWN if model.objective and not model.projection]
SMALL = [model for model in AIMED if size_of(model.variables) < 2_000]


def test_models_of_every_kind_of_objective_are_drawn() -> None:
    aims = [model.objective for model in AIMED]
    assert {goal.sense for aim in aims if aim for goal in aim.goals} == {"min", "max"}
    assert any(aim.pareto for aim in aims if aim)
    assert any(len(aim.goals) > 1 and not aim.pareto for aim in aims if aim)
    assert any(aim.within for aim in aims if aim)


def test_a_program_declares_the_same_objective() -> None:
    for model in SMALL:
        made: dict[str, Model] = {}
        exec(program_of(model), made)
        assert best_rows(made["model"]) == best_rows(model), program_of(model)
        exec(as_code(model), made)
        assert fingerprint(made["model"]) == fingerprint(model)


def test_simpler_models_keep_an_objective_over_their_own_variables() -> None:
    seen = Counter[str]()
    for model in AIMED[:24]:
        assert model.objective is not None
        for smaller in simpler(model):
            aim, fewer = smaller.objective, len(smaller.variables) < len(model.variables)
            if aim is None:
                seen["without"] += 1
                continue
            asked = [n for n in topological(aim.expressions) if isinstance(n, Variable)]
            assert set(asked) <= set(smaller.variables)
            seen["fewer variables" if fewer else "others"] += 1
            seen["other goals"] += aim.words != model.objective.words
            domains = [(v.name, v.domain) for v in smaller.variables]
            old = {v.name: v.domain for v in model.variables}
            seen["domains"] += any(
                old[n] != domain and n in map(str, asked) for n, domain in domains
            )
    assert seen["without"] == 24
    assert min(seen[key] for key in ("fewer variables", "other goals", "domains")) > 3, seen


def test_variants_have_the_same_best_solutions() -> None:
    seen = Counter[str]()
    for model in SMALL[:12]:
        rows = set(expected_rows(model))
        for variant in variants(model, Random(1)):
            seen[variant.relation] += 1
            found = map(variant.back, expected_rows(variant.model))
            assert {row for row in found if row is not None} == rows, variant.relation
    assert "a domain in two" not in seen
    assert len(seen) == 4
    assert seen["values in another order"] == seen["variables and constraints in another order"]


def test_answers_are_proven_wrong_with_and_without_an_oracle() -> None:
    model = Model("sum", X, X[0] + X[1] >= 3, X[0] != X[1], minimise=X[0] + X[1])
    assert best_rows(model) == {(0, 3), (1, 2), (2, 1), (3, 0)}

    def kind(rows: list[tuple[int, int]], right: Known, status: str = "complete") -> str | None:
        found = fault_in(model, "somebody", Answer(status, rows=Counter(rows)), right)
        return found.kind if found else None

    best = [(0, 3), (1, 2), (2, 1), (3, 0)]
    partial = known(model, [])
    assert partial.exact
    somebody = Known(Counter({(0, 3): 1}), False)
    for right in (partial, somebody):
        assert kind(best, right) is None
        assert kind([*best, (1, 3)], right) == "not optimal"
        assert kind([*best, (1, 1)], right) == "invented"
        assert kind(best[1:], right) == "missing"
        assert kind([], right) == "missing"
        assert kind([*best, (0, 3)], right) == "repeated"
        assert kind(best[1:], right, "stopped") is None
        assert kind([(1, 3)], right, "stopped") == "not optimal"


@pytest.mark.parametrize("liar", ["lying_optimisers", "opposite_optimiser"])
def test_an_optimiser_that_lies_is_found_shrunk_and_shown(
    liar: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hunt, "MOST_CASES", 1)
    monkeypatch.setattr(hunt, "SECONDS_TO_SHRINK", 8.0)
    lying = solver_named(f"tests.support.{liar}:solutions")
    for number in range(5, 300, 14):
        found = hunt.hunt(Plan([lying], seed=number, models=1, folder=tmp_path, time_limit=5.0))
        if found.cases:
            break
    case = found.cases[0]
    model = case.fault.model
    assert case.fault.kind in ("missing", "not optimal")
    assert model.objective is not None
    assert len(model.variables) <= 2
    assert case.shown
    assert case.to_json()["objective"] == model.objective.words
    assert model.objective.words in case.script
    run = subprocess.run(
        [sys.executable, str(case.path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=case._environment(),
    )
    assert run.returncode == 1, run.stderr
    assert "missing:" in run.stdout


def test_a_healthy_solver_has_no_faults_and_a_relation_stands_in_for_the_oracle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hunt, "FEASIBLE", 1)
    with Bench([solver_named("flatmap")], 10.0) as bench:
        found = [hunt.tried(model, bench, ["flatmap"])[1] for model in SMALL[:4]]
    assert not any(found)
