"""Solvers are compared on some variables of the best solutions, by a confirmed best value."""

from __future__ import annotations

import pytest

from everyway.comparer import compare, reported_claim
from everyway.comparer.comparison import reasons
from everyway.models import Model, ModelError, integer
from everyway.models.language.late_dataclasses import replace
from everyway.solvers import Incomplete
from everyway.solvers.harness.contract import Best
from everyway.solvers.harness.outcome import Outcome
from everyway.solvers.harness.running.judging import ProjectedJudge
from everyway.views.verdict import verdict as verdict_in_words

LIAR = """
from everyway.solvers import flatmap

def solutions(model, control):
    return (one for one in flatmap.solutions(model, control) if {kept})
"""


def model(sense="maximise"):
    x, y, h = integer("x", 0, 9), integer("y", 0, 9), integer("h", 0, 3)
    goal = {sense: x * y + h if sense == "maximise" else 90 - (x * y + h)}
    return Model("corner", x, y, h, x + y <= 9, h < x, **goal).projecting("x")


@pytest.fixture
def liar(tmp_path, monkeypatch):
    number = iter(range(9))

    def made(kept):
        name = f"liar_{tmp_path.name}_{next(number)}"
        (tmp_path / f"{name}.py").write_text(LIAR.format(kept=kept))
        monkeypatch.syspath_prepend(tmp_path)
        return f"{name}:solutions"

    return made


@pytest.mark.parametrize("sense", ["maximise", "minimise"])
@pytest.mark.parametrize("isolate", [False, True])
def test_solvers_agree_on_the_best(sense, isolate):
    found = compare(model(sense), ["flatmap", "auto"], isolate=isolate)
    assert found.verdict == "agree"
    assert (found.common.count, found.judged) == (2, 2)


@pytest.mark.parametrize(
    ("kept", "faults"),
    [
        ("one['x'] > 5", {"missing": 2, "invented": 1}),  # the best value is not found
        ("one['x'] != 4", {"missing": 1}),
        ("not (one['x'] == 4 and one['h'] == 3)", {"missing": 1}),
    ],
)
def test_one_that_does_not_find_the_best_is_proven_wrong(liar, kept, faults):
    wrong = liar(kept)
    found = compare(model(), ["flatmap", wrong])
    assert found.verdict == "differ"
    assert {one.solver for one in found.differences} == {wrong}
    counts = {one.kind: one.count for one in found.differences}
    assert counts == faults


def test_a_worse_value_breaks_a_rule_in_words(liar):
    found = compare(model(), ["flatmap", liar("one['x'] > 5")])
    invented = next(one for one in found.differences if one.kind == "invented")
    assert "keep every rule and reach 23" in str(invented.violated[0])


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize(
    ("first", "says", "why"),
    [
        ("one['h'] < 3", 22, "22 is the greatest x * y + h, it says; every rule holds of"),
        ("one['h'] < 2", 21, "which has 23"),
    ],
)
def test_equal_rows_of_another_best_value_are_no_agreement(liar, first, says, why, isolate):
    wrong = liar(first)  # the rows are the same: 4 and 5
    found = compare(model(), ["flatmap", wrong], isolate=isolate)
    assert len({run.digest.full for run in found.runs}) == 1
    (one,) = found.differences
    assert (one.kind, one.solver, found.verdict, found.exit_code()) == (
        "wrong value",
        wrong,
        "differ",
        1,
    )
    assert why in str(one.violated[0])
    assert [run.to_json()["best"] for run in found.runs] == [23, says]
    assert str(found) == f"DIFFER  the best value that {wrong} says is wrong"
    assert "so liar" in verdict_in_words(found, "everyway solve")


def test_a_best_value_of_no_solution_is_none(tmp_path, monkeypatch):
    text = (
        LIAR.split("def", 1)[0]
        + """
def solutions(model, control):
    if any("best" in rule.words for rule in model.rules):
        return iter([{"x": 4, "y": 5, "h": 3}, {"x": 5, "y": 4, "h": 3}])
    return iter([{"x": 9, "y": 9, "h": 3}])
"""
    )
    (tmp_path / "inventor.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    found = compare(model(), ["flatmap", "inventor:solutions"])
    (one,) = found.differences
    assert (one.kind, one.solver) == ("wrong value", "inventor:solutions")
    assert "x + y <= 9" in str(one.violated[0])


def test_best_values_that_nobody_refutes_leave_it_open():
    found = compare(model(), ["flatmap", "auto"])
    other = replace(found.runs[1], best=22)
    open_ended = replace(found, runs=(found.runs[0], other))
    assert open_ended.verdict == "undecided"
    assert "the best values differ, and none is refuted: 23 of flatmap" in str(open_ended)


def test_where_values_are_not_known_it_is_refused():
    with pytest.raises(ModelError, match="for the claim mine"):
        compare(model(), ["flatmap"], [reported_claim("mine", [{"x": 4}])])
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    front = Model("front", x, y, x + y <= 4, pareto=(x, y)).projecting("x")
    with pytest.raises(ModelError, match="several values"):
        compare(front, ["flatmap", "auto"])


def test_the_judge_keeps_to_the_time_limit_and_says_so(monkeypatch):
    judge = ProjectedJudge(model().without_objective(), ["x"], seconds=1e-9)
    with pytest.raises(Incomplete, match="has 1e-09 s in all"):
        judge.solves({"x": 4})
    limits = []

    def asked(names, seconds):
        limits.append(seconds)
        return ProjectedJudge(model().without_objective(), names, seconds=1e-9)

    of_the_best = staticmethod(lambda one, names, outcomes, seconds: asked(names, seconds))
    monkeypatch.setattr(ProjectedJudge, "of_the_best", of_the_best)
    found = compare(model(), ["flatmap", "auto"], time_limit=60.0)
    assert limits == [60.0]
    assert (found.verdict, found.exit_code(), found.judged) == ("undecided", 3, 0)
    assert "cannot be judged: the judge of some variables has" in "; ".join(reasons(found))


def test_a_best_value_that_is_not_confirmed_in_time_leaves_all_rows_open():
    outcome = Outcome("liar", "", objective=Best("maximise", "x", points=[[23]]))
    judge = ProjectedJudge.of_the_best(model(), ["x"], [outcome], 1e-9)
    with pytest.raises(Incomplete, match="the judge of some variables has"):
        judge.solves({"x": 4})
