"""Two models held against each other: the same solutions, too many, too few, and why."""

from __future__ import annotations

import json

import pytest

from everyway.comparer import compare_models
from everyway.models import Board, Model, ModelError, all_different, integer, variables
from everyway.models.queens import queens

from ..support.command_lines import everyway

MINE = """
from everyway.models import Model, all_different, variables

def mine(n: int = 8, diagonals: bool = True, base: int = 0) -> Model:
    column = variables("column", n, range(base, n + base))
    rising = all_different(column[i] + i for i in range(n))
    falling = all_different(column[i] - i for i in range(n))
    return Model("mine", column, all_different(column), *[rising, falling] * diagonals)
"""


def pair(name: str, *values: int, least: int = 0) -> Model:
    x = variables(name, 2, range(4))
    return Model(name, x, all_different(x), x[0] >= least, [x[1] != value for value in values])


def test_a_list_of_columns_is_held_against_a_board(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    for words in (["n=5"], ["n=5", "base=1"]):
        result = everyway("compare", "queens", "n=5", str(path), *words)
        assert (result.exit_code, "SAME  10 solutions of both" in result.stdout) == (0, True)
    result = everyway("compare", "queens", "n=5", str(path), "n=5", "diagonals=no")
    assert result.exit_code == 1
    assert "TOO MANY  110 solutions of" in result.stdout
    assert "breaks each diagonal: at most 1 queen" in result.stdout
    result = everyway("compare", str(path), "n=5", "diagonals=no", "queens", "n=5", "--json")
    found = json.loads(result.stdout)
    assert (found["schema"], found["verdict"]) == ("everyway.compare-models/1", "too few")
    assert found["differences"][0]["count"] == 110
    assert "diagonals <= 1" in found["differences"][0]["violated"][0]


def test_the_parameters_of_the_first_puzzle_serve_the_second(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    assert "SAME  2 solutions" in everyway("compare", "queens", "n=4", str(path)).stdout


def test_names_of_one_shape_match_by_themselves_and_others_when_asked():
    assert compare_models(pair("x"), pair("y")).verdict == "same"
    one = Model("one", integer("a", 0, 3), integer("b", 1, 3))
    other = Model("other", integer("p", 1, 3), integer("q", 0, 3))
    with pytest.raises(ModelError, match="--map"):
        compare_models(one, other)
    assert compare_models(one, other, {"a": "q", "b": "p"}).verdict == "same"
    assert compare_models(one, other, {"a": "p", "b": "q"}).verdict == "different"
    with pytest.raises(ModelError, match="no 'z'"):
        compare_models(one, other, {"a": "z"})


def test_each_witness_is_judged_by_the_model_that_forbids_it():
    found = compare_models(pair("x", 2), pair("x", 1, 3))
    assert found.verdict == "different"
    many, few = found.differences
    assert (many.kind, many.witness["x[1]"], many.violated[0].rule) == (
        "too many",
        2,
        "x[1] != 2",
    )
    assert (few.kind, few.witness["x[1]"]) == ("too few", 1)
    assert few.violated[0].rule == "x[1] != 1"
    wider = Model("wider", variables("x", 2, range(6)))
    assert compare_models(pair("x"), wider).differences[0].kind == "too many"


def test_variables_of_one_model_alone_are_projected_away_and_the_rules_still_found():
    helper = integer("helper", 0, 3)
    plain = pair("x")
    aided = Model("aided", plain.groups, plain.rules, helper, plain["x"][0] < helper)
    found = compare_models(plain, aided)
    assert (found.verdict, found.counts) == ("too few", (12, 9))
    assert [v.rule for v in found.differences[0].violated] == ["x[0] < helper"]
    assert "helper of the second model alone" in found.matching.notes[-1]


def test_what_the_other_models_variables_cannot_say_is_too_much():
    board = Board(3)
    piece = board.place("piece")
    free = Model("free", piece, piece.total == 3)
    columns = variables("column", 3, range(3))
    found = compare_models(Model("columns", columns), free)
    assert (found.verdict, found.differences[0].count) == ("too many", 84 - 27)
    assert "no values that say this" in found.differences[0].violated[0].detail


def test_a_witness_is_drawn_by_the_model_that_can(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    words = (str(path), "n=4", "queens", "n=4", "k=3")
    shown = everyway("compare", *words).stdout
    assert "DIFFERENT  24 solutions of queens n=4 k=3 are none of" in " ".join(shown.split("\n"))
    assert "its variables have no values that say this" in shown
    assert "     . Q . ." in shown or "     . . Q ." in shown or "     Q . . ." in shown


def test_what_was_not_finished_proves_no_sameness_and_still_a_difference():
    found = compare_models(pair("x"), pair("x"), limit=3)
    assert (found.verdict, found.exit_code()) == ("undecided", 3)
    found = compare_models(pair("x", 0, 1, 2, 3), pair("x"), limit=3)
    assert (found.verdict, found.exit_code()) == ("too many", 1)


def test_boards_with_other_names_match_by_their_squares():
    found = compare_models(queens(4), queens(4).without("diagonals <= 1"), isolate=True)
    assert (found.verdict, found.differences[0].count) == ("too many", 22)


def test_a_variable_may_have_more_values_than_a_word_of_the_machine():
    w = integer("w", 0, 10**20)
    assert compare_models(Model("five", w, w == 5), Model("5", w, w == 5)).verdict == "same"


def test_what_makes_no_sense_is_refused():
    for words, expected in (
        (["queens", "queens", "queens"], "at most two"),
        (["queens", "--map", "a=b"], "--map is for two"),
        (["queens", "queens", "--map", "a"], "is no mapping"),
        (["queens", "queens", "-S", "all"], "one solver"),
        (["queens", "queens", "n=4"], "the same"),
    ):
        result = everyway("compare", *words)
        assert (result.exit_code, expected in result.stderr) == (2, True), result.stderr
