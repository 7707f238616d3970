"""Liars about the best solutions are convicted, and who is right is not."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from everyway.comparer import compare, compare_models, reported_claim
from everyway.comparer.claims import read_claim
from everyway.models import Model, ModelError, integer, rule, symmetries, variables
from everyway.solvers import orbits, save, solutions

x, y = integer("x", 0, 4), integer("y", 0, 4)
PLAIN = Model("two", x, y, rule("enough", x + y >= 3))
Row = dict[str, int]

AIMS: dict[str, Model] = {
    "minimise": PLAIN.minimising(x + y),
    "maximise": PLAIN.maximising(x * y - x),
    "in order": PLAIN.minimising(x + y, ("max", x)),
    "within": PLAIN.minimising(2 * x + y, within=2),
    "of equal weight": PLAIN.declaring({"pareto": (x, y)}),
}


def rows(model: Model, solver: str = "brute-force") -> list[Row]:
    return [dict(solution.assignment) for solution in solutions(model, solver)]  # type: ignore[arg-type]


def near(model: Model) -> list[Row]:
    """The best of what is left once the best are taken away: a near-optimum, complete in itself."""
    objective = model.objective
    best = rows(model)
    others = model.without_objective()
    for row in best:
        others = others + ((x != row["x"]) | (y != row["y"]))
    return rows(others.aiming(objective))


def opposite(model: Model) -> list[Row]:
    """The worst instead of the best."""
    assert model.objective is not None
    turned = [("max" if g.sense == "min" else "min", g.expression) for g in model.objective.goals]
    keyword = "pareto" if model.objective.pareto else "minimise"
    return rows(model.without_objective().declaring({keyword: tuple(turned)}))


LIES: dict[str, tuple[Any, set[str]]] = {
    "stops at a near-optimum": (near, {"not optimal", "missing"}),
    "returns one of several": (lambda model: rows(model)[:1], {"missing"}),
    "minimises for maximise": (opposite, {"not optimal", "missing"}),
    "repeats across phases": (lambda model: [*rows(model)[:1], *rows(model)], {"repeated"}),
    "shows the incumbents too": (lambda model: [*near(model), *rows(model)], {"not optimal"}),
    "invents a better one": (lambda model: [{"x": 0, "y": 0}, *rows(model)], {"invented"}),
    "finds nothing": (lambda model: [], {"missing"}),
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("aim", AIMS)
def test_liars_about_the_best_are_convicted_and_nobody_else(aim: str, lie: str) -> None:
    model = AIMS[aim]
    lying, kinds = LIES[lie]
    claimed = lying(model)
    found = compare(model, ["flatmap"], [reported_claim("liar", claimed)], isolate=False)
    if sorted(map(str, claimed)) == sorted(map(str, rows(model))):
        assert found.verdict == "agree"  # where there is one best solution alone
        return
    assert found.verdict == "differ", str(found)
    assert {one.solver for one in found.differences} == {"liar"}
    assert {one.kind for one in found.differences} <= kinds
    assert found.exit_code() == 1


@pytest.mark.parametrize("liar", ["lying_optimisers", "opposite_optimiser"])
@pytest.mark.parametrize("aim", ["minimise", "maximise", "in order", "within"])
def test_optimisers_that_lie_in_their_own_way_are_convicted(aim: str, liar: str) -> None:
    address = f"tests.support.{liar}:solutions"
    found = compare(AIMS[aim], ["brute-force", address], isolate=False)
    assert found.verdict == "differ", str(found)
    assert {one.solver for one in found.differences} == {address}
    assert "not optimal" in {one.kind for one in found.differences}


def test_what_beats_a_row_is_confirmed_and_shown() -> None:
    model = AIMS["minimise"]
    found = compare(model, ["flatmap"], [reported_claim("liar", near(model))], isolate=False)
    (one,) = found.differences
    assert one.kind == "not optimal"
    assert one.better is not None
    assert one.better["x"] + one.better["y"] == 3
    document = found.to_json()
    assert document["differences"][0]["better"] == one.better.to_json()
    assert [run["best"] for run in document["runs"]] == [3, 4]
    assert str(found) == "DIFFER  5 solutions of liar are not optimal"


def test_solvers_that_are_right_agree() -> None:
    for model in AIMS.values():
        found = compare(model, ["flatmap", "brute-force", "auto"], isolate=False)
        assert found.verdict == "agree", str(found)


def test_a_run_that_was_stopped_convicts_by_what_it_found_on_the_way() -> None:
    gaps = variables("gap", 3, range(1, 60))
    model = Model("gaps", gaps, gaps[0] * gaps[1] * gaps[2] >= 900, maximise=sum(gaps))
    liar = reported_claim("liar", [{"gap[0]": 30, "gap[1]": 30, "gap[2]": 1}])
    found = compare(model, ["flatmap"], [liar], isolate=False, time_limit=0.3)
    assert found.runs[0].status in ("stopped", "complete")
    assert next((one.solver, one.kind) for one in found.differences) == ("liar", "not optimal")


def test_claims_from_files_are_judged_by_their_values(tmp_path: Path) -> None:
    model = AIMS["maximise"]
    for name, claimed in {"right": rows(model), "wrong": near(model)}.items():
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n".join(map(json.dumps, claimed)))
        found = compare(model, ["flatmap"], [read_claim(path, model)], isolate=False)
        assert found.verdict == {"right": "agree", "wrong": "differ"}[name]


def test_saved_solutions_are_the_best_and_can_be_gone_on_with(tmp_path: Path) -> None:
    model = AIMS["minimise"]
    path = tmp_path / "best.db"
    saved = save(model, path, "flatmap")
    assert saved.complete
    assert saved.outcome.solutions == 4
    again = save(model, path, "flatmap", resume=True)
    assert again.complete
    assert again.outcome.solutions == 4
    known = again.outcome.objective
    assert known is not None
    assert (known.value, known.questions, known.proven) == (3, 0, True)
    assert compare(model, ["auto"], [read_claim(path, model)], isolate=False).verdict == "agree"
    with pytest.raises(ValueError, match="another model"):
        save(PLAIN, path, "flatmap", resume=True)


def test_two_models_are_held_against_each_other_with_their_objectives() -> None:
    def shifted(bound: int) -> Model:
        return Model("other", x, y, rule("enough", x + y >= bound))

    assert compare_models(AIMS["minimise"], shifted(3).minimising(y + x)).verdict == "same"
    near_miss = compare_models(AIMS["minimise"], shifted(4).minimising(x + y))
    assert near_miss.verdict == "different"
    many, few = near_miss.differences
    assert "its value is 4; 3 is the least x + y" in str(many.violated[0])
    assert few.violated[0].rule == "enough"
    forgotten = compare_models(AIMS["minimise"], PLAIN)
    assert [one.kind for one in forgotten.differences] == ["too many"]


def test_verbs_without_an_answer_refuse_an_objective() -> None:
    model = AIMS["minimise"]
    with pytest.raises(ModelError, match=r"leave out --minimise"):
        compare_models(model, Model("more", x, y, integer("z", 0, 1), minimise=x))
    assert symmetries(model).order == 1
    with orbits(model) as found:
        assert sum(1 for _ in found) == len(rows(model))


def test_every_pair_of_rows_is_beaten_as_the_objective_says() -> None:
    for model in AIMS.values():
        objective = model.objective
        assert objective is not None
        points = list(product(range(3), repeat=len(objective.goals)))
        for one, other in product(points, repeat=2):
            assert not (objective.beats(one, other) and objective.beats(other, one))
