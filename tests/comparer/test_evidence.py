"""Evidence beside a proof: the solver, its parameters, and the fewest constraints."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from everyway.comparer import compare, evidence
from everyway.comparer.claims import reported_claim
from everyway.models import Model, all_different, variables
from everyway.models.language.files.model_from_data import from_data
from everyway.solvers.brute_force import solutions as right
from everyway.solvers.harness.contract import Assignment, Control

from ..support.command_lines import everyway

PUZZLE = """
from everyway.models import Model, all_different, variables

def sums() -> Model:
    x = variables("x", 3, range(4))
    return Model("sums", x, all_different(x), x[0] < x[1], x[1] + x[2] != 3)
"""


def sums(values: int = 4) -> Model:
    x = variables("x", 3, range(values))
    return Model("sums", x, all_different(x), x[0] < x[1], x[1] + x[2] != 3)


def loses(model: Model, control: Control) -> Iterator[Assignment]:
    """Loses what begins with 0 as soon as two variables are compared by <."""
    bad = any("<" in str(constraint) for constraint in model.constraints)
    yield from (row for row in right(model, control) if not (bad and row["x[0]"] == 0))


def invents(model: Model, control: Control) -> Iterator[Assignment]:
    """Knows nothing of !=."""
    kept = [constraint for constraint in model.constraints if "!=" not in str(constraint)]
    yield from right(Model("less", model.groups, kept), control)


def repeats(model: Model, control: Control) -> Iterator[Assignment]:
    for row in right(model, control):
        yield from (row, row)


def floats(model: Model, control: Control) -> Iterator[dict[str, float]]:
    for row in right(model, control):
        yield {name: float(value) for name, value in row.items()}


def dies_on_less(model: Model, control: Control) -> Iterator[Assignment]:
    if len(model.constraints) < 3:
        os.abort()
    yield from list(right(model, control))[1:]


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize(
    ("liar", "kind", "number", "written"),
    [
        (loses, "missing", 1, "x[0] < x[1]"),
        (invents, "invented", 1, "x[1] + x[2] != 3"),
        (repeats, "repeated", 0, ""),
        (floats, "invented", 0, ""),
    ],
)
def test_constraints_are_dropped_while_the_solver_errs(isolate, liar, kind, number, written):
    solvers = ["brute-force", f"{__name__}:{liar.__name__}"]
    found = compare(sums(), solvers, isolate=isolate, shrink=20.0, seed=3)
    difference = next(one for one in found.differences if one.kind == kind)
    evidence = difference.evidence
    assert (found.verdict, evidence.number, evidence.of) == ("differ", number, 3)
    assert ("".join(evidence.constraints), evidence.smallest) == (written, True)
    assert len(evidence.model.constraints) == number
    assert (difference.parameters["seed"], difference.parameters["viewpoint"]) == (3, "declared")


def loses_zero(model: Model, control: Control) -> Iterator[Assignment]:
    """Loses what begins with 0 where a sum is not to be 3."""
    bad = any("!= 3" in str(constraint) for constraint in model.constraints)
    yield from (row for row in right(model, control) if not (bad and row["x[0]"] == 0))


def loses_one(model: Model, control: Control) -> Iterator[Assignment]:
    """Loses one solution where a sum is not to be 3."""
    bad = any("!= 3" in str(constraint) for constraint in model.constraints)
    for row in right(model, control):
        if not (bad and tuple(row.values())[:3] == (3, 4, 0)):
            yield row


@pytest.mark.parametrize("isolate", [False, True])
def test_the_objective_stays_while_constraints_are_dropped(isolate):
    model = sums()
    model = model.minimising(model["x[0]"])
    solvers = ["brute-force", f"{__name__}:loses_zero"]
    found = compare(model, solvers, isolate=isolate, shrink=20.0)
    assert {one.kind for one in found.differences} == {"not optimal"}
    for one in found.differences:
        assert one.evidence.constraints == ("x[1] + x[2] != 3",)
        assert one.evidence.model.objective.words == "minimise x[0]"
        assert from_data(one.evidence.to_json()["model"]).objective is not None


def test_what_a_better_solution_beats_is_not_missing_under_fewer_constraints():
    model = sums(5)
    model = model.maximising(model["x[0]"])  # 3, since x[0] < x[1]; else 4
    found = compare(model, ["brute-force", f"{__name__}:loses_one"], isolate=False, shrink=20.0)
    evidence = next(one.evidence for one in found.differences if one.kind == "missing")
    assert set(evidence.constraints) == {"x[0] < x[1]", "x[1] + x[2] != 3"}


def test_claims_from_elsewhere_are_not_asked_again():
    claim = reported_claim("mine", [{"x[0]": 0, "x[1]": 2, "x[2]": 3}])
    (difference,) = compare(sums(), ["brute-force"], [claim], shrink=5.0).differences
    assert (difference.evidence, difference.parameters) == (None, {})
    assert "cannot be asked again" in difference.no_evidence
    (difference,) = compare(sums(), ["brute-force", f"{__name__}:loses"]).differences
    assert (difference.evidence, difference.no_evidence) == (None, "it was not asked for")


def test_a_solver_that_dies_when_asked_again_changes_nothing():
    solvers = ["brute-force", f"{__name__}:dies_on_less"]
    found = compare(sums(), solvers, isolate=True, shrink=10.0)
    (difference,) = found.differences
    assert (found.verdict, difference.kind, difference.count) == ("differ", "missing", 1)
    assert (difference.evidence.number, difference.evidence.smallest) == (3, False)


def test_ctrl_c_while_a_solver_is_asked_again_leaves_the_verdict(monkeypatch):
    def interrupted(*written: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(evidence, "_evidence", interrupted)
    liars = [f"{__name__}:loses", f"{__name__}:repeats"]
    found = compare(sums(), ["flatmap", *liars], shrink=5)
    assert found.exit_code() == 1
    assert [one.no_evidence for one in found.differences] == ["interrupted"] * 2


def test_the_command_says_so_and_the_document_carries_all(tmp_path):
    path = tmp_path / "sums.py"
    path.write_text(PUZZLE)
    words = ("compare", str(path), "-S", "brute-force", "-S", f"{__name__}:loses")
    written = everyway(*words)
    assert written.exit_code == 1
    assert "for a report, beside the proof: asked again" in written.stdout
    assert "at last with 1 of 3" in " ".join(written.stdout.split())
    (difference,) = json.loads(everyway(*words, "--json").stdout)["differences"]
    assert (difference["judged"], difference["solver"]) == ("every rule holds", f"{__name__}:loses")
    assert difference["evidence"]["constraints"] == ["x[0] < x[1]"]
    small = from_data(difference["evidence"]["model"])
    assert [str(constraint) for constraint in small.constraints] == ["x[0] < x[1]"]
    assert {"time_limit", "seed", "viewpoint", "jobs"} <= difference["parameters"].keys()
    assert "for a report" not in everyway(*words, "--no-shrink").stdout
