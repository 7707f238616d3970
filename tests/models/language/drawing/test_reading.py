"""A model in words: every puzzle can be read, within 80 columns, and nothing is said wrongly."""

from __future__ import annotations

import json
import warnings

import pytest

from everyway.models import Board, Model, predicate, rule, variable, variables
from everyway.models.language.drawing.notebook import domain_text, model_in_json, read_model
from everyway.models.language.files.catalogue import puzzles
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku

from ....support.command_lines import everyway

GALLERY = [found for found in puzzles() if found.where == "built in"]


@pytest.mark.parametrize("found", GALLERY, ids=lambda found: found.name)
def test_every_puzzle_is_read_within_eighty_columns(found):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = found.model()
    text, whole = read_model(model), read_model(model, every=True)
    assert max(len(line) for line in [*text.splitlines(), *whole.splitlines()]) < 80
    for group in model.groups:
        assert group.name in text
    assert text.startswith(model.name[:20])
    document = json.loads(json.dumps(model_in_json(model)))
    said = [one["says"] for each in document["rules"] for one in each["constraints"]]
    assert len(said) == len(model.constraints)
    assert all(said)
    names = [n for g in document["groups"] for run in g["variables"] for n in run["names"]]
    assert names == [v.name for v in model.variables]


def test_variables_are_listed_with_their_domains():
    text = read_model(
        Model(
            "m",
            variables("q", 8, range(8)),
            variable("x", ["red", "green"]),
            variables("one", 1, range(3, 4)),
        )
    )
    assert "  q: a list of 8\n    q[0] … q[7] in 0..7" in text
    assert "\n  x in red, green" in text
    assert "    one[0] in 3" in text
    assert text.endswith("0 rules")


@pytest.mark.parametrize(
    ("domain", "text"),
    [
        (range(8), "0..7"),
        (range(1), "0"),
        (range(0, 10, 5), "0, 5"),
        (range(0, 1000, 10), "0, 10, 20, … 990 (100 values)"),
        (range(10**30), f"0..{10**30 - 1}"),
        (range(0, 10**30, 10), f"0, 10, 20, … {10**30 - 10} ({10**29} values)"),
        ((1, 4, 9), "1, 4, 9"),
        (tuple(n * n for n in range(20)), "0, 1, 4, … 361 (20 values)"),
    ],
)
def test_a_domain_is_brief(domain, text):
    assert domain_text(domain) == text


def test_a_rule_says_its_label_its_words_and_each_constraint_by_name():
    text = read_model(queens(4))
    assert "  rows == 1 · each row: exactly 1 queen\n    row 1: queen[r1c1] + queen[r1c2]" in text


def test_a_constraint_without_a_rule_is_said_once():
    q = variables("q", 2, range(3))
    assert read_model(Model("m", q, q[0] < q[1])).endswith("1 rule\n  q[0] < q[1]")


def test_what_stands_after_a_constraint_without_a_rule_is_read_too():
    q = variables("q", 2, range(3))
    text = read_model(Model("m", q, q[0] < q[1], q[1] != 2))
    assert text.endswith("2 rules\n  q[0] < q[1]\n  q[1] != 2")


def test_long_rules_are_cut_and_read_whole_on_demand():
    assert "… and 21 more" in read_model(queens(8))
    assert "more" not in read_model(queens(8), every=True)
    assert "r9c9: cell[r9c9] == 9" in read_model(sudoku(), every=True)


def test_ten_constraints_are_shown_and_of_eleven_two_are_left_out():
    x = variables("x", 11, range(3))
    assert "more" not in read_model(Model("m", x, rule("all", [v > 0 for v in x[:10]])))
    assert "… and 2 more" in read_model(Model("m", x, rule("all", [v > 0 for v in x])))


def test_a_test_in_python_is_read_by_its_name():
    def is_fine(a: int, b: int) -> bool:
        return a < b

    q = variables("q", 2, range(3))
    assert "is_fine" in read_model(Model("m", q, predicate(is_fine, q[0], q[1])))


def test_empty_models_are_read():
    assert read_model(Model("nothing")) == "nothing\n\n0 variables\n\n0 rules"
    assert "queen: a placement on" in read_model(queens(0))
    assert "0 variables" in read_model(Model("m", Board(1, holes="r1c1").fill(range(3))))


# ------------------------------------------------------------------------------ commands


def test_show_model_prints_the_declaration_and_solves_nothing():
    result = everyway("show", "queens", "n=8", "--model")
    assert result.exit_code == 0
    assert result.stdout == read_model(queens(8)) + "\n"
    assert result.stderr == "add --all to read every one\n"
    whole = everyway("show", "queens", "n=8", "--model", "--all")
    assert (whole.stdout, whole.stderr) == (read_model(queens(8), every=True) + "\n", "")


def test_show_model_as_json():
    found = json.loads(everyway("show", "queens", "n=4", "--model", "--json").stdout)
    assert found["schema"] == "everyway.declaration/1"
    assert found["puzzle"]["variables"] == 16
    assert found["rules"][0]["label"] == "rows == 1"
    assert found["rules"][0]["constraints"][0] == {
        "name": "row 1",
        "says": "queen[r1c1] + queen[r1c2] + queen[r1c3] + queen[r1c4] == 1",
    }


def test_what_does_not_go_with_model_is_refused():
    assert everyway("show", "queens", "--model", "--svg", "-").exit_code == 2
    assert "goes with --model" in everyway("show", "queens", "--all").stderr
