"""The three answers, and what is none of them; liars as oracles; the other questions."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from everyway.explainer import Explanation, needed, redundant, repairs, why, why_and_repairs
from everyway.explainer.explanation import Turned, drawn, units
from everyway.models import Board, Model, ModelError, all_different, load, rule, variable, variables
from everyway.models.language.check import Judge
from everyway.models.queens import queens
from everyway.solvers import Disagreement
from everyway.solvers.harness.contract import Assignment, Control

X, Y, Z = variable("x", range(3)), variable("y", range(3)), variable("z", range(3))
CHAIN = Model("a chain", X, Y, Z, rule("rises", X < Y), rule("rises on", Y < Z), rule("no", X == 1))
HERE = "tests.explainer.test_answers"


def labels(found: Explanation) -> list[list[str]]:
    return [[str(unit) for unit in one] for one in found.sets]


def test_a_set_is_shown_with_a_solution_of_the_others_for_each_member() -> None:
    found = why(CHAIN)
    assert labels(found) == [["rises", "rises on", "no"]]
    assert (found.has_solution, found.is_hard, found.exact) == (None, False, "all")
    (reason,) = found.reasons
    for left_out, witness in zip(reason.members, reason.witnesses, strict=True):
        broken = {str(one.rule) for one in Judge(CHAIN).violations(witness.assignment)}
        assert broken == {left_out.rule}
    assert found.checked_by == ("auto",)


def test_where_there_is_a_solution_it_is_the_answer() -> None:
    found = why(CHAIN.without("no"))
    assert found.has_solution is not None
    assert Judge(CHAIN.without("no")).accepts(found.has_solution.assignment)
    assert not found.sets


def test_what_is_hard_is_never_blamed_and_may_be_all_there_is_to_say() -> None:
    assert labels(why(CHAIN, hard=["rises"])) == [["rises on", "no"]]
    alone = why(CHAIN, hard=["rises", "rises on", "no"])
    assert alone.is_hard
    assert alone.sets == ((),)


def test_why_a_value_cannot_be() -> None:
    model = CHAIN.without("no")
    found = why(model, forbids={"x": 1})
    assert labels(found) == [["rises", "rises on"]]
    assert found.question == "not"
    assert why(model, forbids=X == 0).has_solution is not None
    assert why(model, forbids=found.model.solution({"x": 2, "y": 0, "z": 0})).sets
    with pytest.raises(ModelError, match="x can never be 7: it is not in its domain"):
        why(model, forbids={"x": 7})
    with pytest.raises(ModelError, match="unknown variable 'w'"):
        why(model, forbids={"w": 7})


def test_a_rule_that_can_never_hold_is_a_set_of_one() -> None:
    with pytest.warns(match="can never hold"):
        model = Model("never", X, rule("fine", X >= 0), rule("nothing", all_different([1, 1])))
    model = model + rule("impossible", X == X + 1)
    assert labels(why(model)) == [["nothing"], ["impossible"]]


def test_an_objective_that_no_solution_defines_is_blamed() -> None:
    model = Model("m", X, rule("none", X == 0), rule("idle", X <= 5), minimise=1 // X)
    assert labels(why(model)) == [["none", "the objective is defined"]]
    assert labels(repairs(model)) == [["none"], ["the objective is defined"]]
    assert why(model.without("none")).has_solution is not None
    assert not redundant(Model("m", X, X >= 1, minimise=X)).follows


@pytest.mark.parametrize("by", ["rule", "place", "constraint"])
def test_rules_of_one_label_are_kept_apart_by_what_they_say(by: str) -> None:
    model = Model("m", X, rule("a", X == 1), rule("a", X == 2), rule("b", X >= 0))
    (blamed,) = why(model, by=by).sets
    assert list(map(str, blamed)) == ["a: x == 1", "a: x == 2"]


def test_labels_are_read_and_shown() -> None:
    colours = variables("c", 3, ["red", "green"])
    model = Model("labels", colours, rule("differ", all_different(colours)))
    found = why(model, solver="flatmap")
    assert labels(found) == [["differ"]]
    assert why(Model("unfit", colours, colours[0] == "red"), forbids={"c[0]": "green"}).sets
    assert set(found.reasons[0].witnesses[0].assignment.values()) <= {"red", "green"}


def test_repairs_let_the_rest_hold() -> None:
    found = repairs(CHAIN)
    assert sorted(labels(found)) == [["no"], ["rises"], ["rises on"]]
    for reason in found.reasons:
        (witness,) = reason.witnesses
        rest = CHAIN.without(reason.members[0].rule)
        assert Judge(rest).accepts(witness.assignment)


def test_units_are_rules_places_or_constraints() -> None:
    assert labels(why(queens(3), by="rule")) == [["rows == 1", "columns == 1", "diagonals <= 1"]]
    assert all(len(one) == 9 for one in why(queens(3)).sets)
    with pytest.raises(ModelError, match="by rule, place, constraint, not by 'row'"):
        why(queens(3), by="row")


def test_a_cost_says_which_set_is_cheapest() -> None:
    model = Model("two ways", X, Y, rule("a", X == 0), rule("b", X == 1), rule("c", X + Y == 5))
    assert labels(why(model)) == [["c"]]
    dear = why(model, cost=lambda unit: 9 if unit.rule == "c" else 1)
    assert labels(dear) == [["a", "b"]]


def test_the_givens_that_are_needed_keep_the_solution_the_only_one() -> None:
    model = load("sudoku")
    found = needed(model)
    (kept,) = found.sets
    assert (len(kept), found.exact) == (20, "all smallest")
    assert {unit.rule for unit in kept} == {"givens"}
    several = needed(queens(5), "rows == 1")
    assert len(several.solutions) == 2
    assert several.solutions[0] != several.solutions[1]
    with pytest.raises(ModelError, match="no solution to keep"):
        needed(queens(3), "rows == 1")
    with pytest.raises(ModelError, match="no rule that gives values"):
        needed(queens(5))


def test_rules_that_follow_from_the_others() -> None:
    found = redundant(load("golomb_ruler"))
    assert [unit.rule for unit, _ in found.follows] == [
        "begins at 0",
        "ends at its length",
        "room for different gaps (implied)",
    ]
    assert [unit.rule for unit in found.core] == ["from left to right", "distances differ"]
    assert (found.complete, found.checked_by) == (True, "auto")
    assert not redundant(queens(5)).follows


# ------------------------------------------------------------------------------- not in time


def asleep(model: Model, control: Control) -> Iterator[Assignment]:
    """Never finds anything."""
    while True:
        control.check()
        time.sleep(0.01)
    yield {}


def test_not_in_time_is_none_of_the_three_answers() -> None:
    found = why(CHAIN, solver=f"{HERE}:asleep", time_limit=0.2)
    assert (found.has_solution, found.sets, found.exact) == (None, (), "some")
    assert str(found) == "a chain: not known in time"


def test_a_second_opinion_that_does_not_come_leaves_the_oracle_alone() -> None:
    found = why(CHAIN, check=f"{HERE}:asleep", time_limit=0.5)
    assert labels(found) == [["rises", "rises on", "no"]]
    assert found.checked_by == ()


# ------------------------------------------------------------------------------------ liars


def denier(model: Model, control: Control) -> Iterator[Assignment]:
    """Says that there is no solution, whatever there is."""
    return iter(())


def inventor(model: Model, control: Control) -> Iterator[Assignment]:
    """Says that all is 0."""
    yield {variable.name: 0 for variable in model.variables}


def test_an_oracle_that_denies_solutions_is_convicted_by_one() -> None:
    with pytest.raises(Disagreement, match=r"denier is wrong: .* auto has a solution"):
        why(CHAIN.without("no"), solver=f"{HERE}:denier")


def test_an_oracle_that_invents_solutions_is_convicted_by_the_judge() -> None:
    with pytest.raises(Disagreement, match=r"inventor is wrong: it shows a solution that breaks"):
        why(CHAIN, solver=f"{HERE}:inventor")


def test_a_second_solver_that_invents_is_not_believed() -> None:
    found = why(CHAIN, check=f"{HERE}:inventor")
    assert labels(found) == [["rises", "rises on", "no"]]
    assert found.checked_by == ()


def test_of_very_many_units_the_rules_are_blamed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why_and_repairs, "MOST_UNITS", 5)
    loose = [variable(f"loose{n}", range(2)) for n in range(6)]
    model = CHAIN + loose + rule("idle", [one >= 0 for one in loose])
    found = why(model)
    assert labels(found) == [["rises", "rises on", "no"]]
    assert (found.smallest, found.exact) == (False, "some")
    assert why(model.without("no")).has_solution is not None
    assert why(model, hard=["rises", "rises on", "no"]).is_hard


def test_notebooks_show_each_set_and_names_do_no_harm() -> None:
    model = Model("<i>", X, rule("<script>", X == 0), rule("b", X == 1))
    shown = why(model)._repr_mimebundle_()
    assert "<script>" in shown["text/plain"]
    assert "<script>" not in shown["text/html"]
    assert "&lt;script&gt;" in shown["text/html"]
    denied = why(load("sudoku"), forbids={"cell[r5c5]": 1})._repr_mimebundle_()
    assert denied["text/html"].count(">?<") == 4  # a board for each unit
    assert "cell" not in denied["text/plain"]
    solved = why(model.without("b"))._repr_mimebundle_()
    assert "there is a solution" in solved["text/html"]


def test_sets_that_are_turned_are_one_in_words_and_all_in_json() -> None:
    found = why(load("queens", n=3))
    assert len(found.sets) == len(found.to_json()["sets"]) == 4
    shown = found._repr_mimebundle_()
    assert shown["text/html"].count("<svg") == 1
    assert shown["text/plain"].count("rows == 1: row 2") == 1
    for text in shown.values():
        assert "and 3 further sets, turned or mirrored" in text


def test_no_set_is_another_once_it_is_turned_where_values_or_the_question_differ() -> None:
    model = Model("m", cell := Board(2).fill(range(3)), rule("a", cell["r1c1"] == 1))
    more = model + rule("b", cell["r1c2"] == 2) + rule("c", cell["r2c2"] == 1)
    a, b, c = (units(more, "rule")[place : place + 1] for place in range(3))
    turned = Turned(model)
    assert [turned.is_new(one) for one in (a, b, c)] == [True, True, False]
    asked = cell["r1c2"] == 1
    assert turned.is_new(a, [asked])
    assert turned.is_new(c, [cell["r1c1"] == 1])
    assert not turned.is_new(c, [cell["r2c1"] == 1])


def test_values_that_a_rule_gives_are_on_one_board() -> None:
    cell = Board(2).fill(range(5))
    model = Model("m", cell, rule("givens", cell["r1c1"] == 1, cell["r2c2"] == 2))
    model += rule("row", cell["r1c1"] != cell["r1c2"])
    boards = drawn(model, units(model, "place"), [cell["r2c1"] == 1])
    assert boards.count(">?<") == 2
    assert boards.count(">givens</text>") == boards.count(">row</text>") == 1
    assert boards.count('f-tint1"') == 2


def test_a_set_of_other_orders_on_the_same_squares_is_not_one_that_is_turned() -> None:
    cell = Board(2).fill(range(3))
    corner, right, down = cell["r1c1"], cell["r1c2"], cell["r2c1"]
    model = Model("m", cell, rule("a", corner < right), rule("b", corner < down))
    model += rule("c", down < corner)
    a, b, c = units(model, "rule")
    turned = Turned(model)
    assert [turned.is_new(one) for one in ([a, b], [a, c])] == [True, True]
    assert [turned.is_new([one]) for one in (a, b, c)] == [True, False, False]
