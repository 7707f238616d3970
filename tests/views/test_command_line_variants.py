"""Variants by one line: rules, givens and boards on the command line, and stories of rules."""

from __future__ import annotations

import json
import shlex

import pytest

from ..support.command_lines import everyway

KNIGHTLY = ("--rule", "pairs(knight) <= 1")
SUPERQUEENS = (
    *("--board", "10", "--rule", "rows == 1", "--rule", "columns == 1"),
    *("--rule", "diagonals <= 1", *KNIGHTLY),
)


def counted(*words: str) -> int:
    result = everyway("count", *words)
    assert result.exit_code == 0
    assert result.stderr in ("", "multiplied over parts that share no variable\n")
    return int(result.stdout)


def refused(*words: str) -> str:
    result = everyway(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    return result.stderr


def test_a_rule_more_is_another_puzzle():
    assert counted("queens", "n=10", *KNIGHTLY) == 4
    assert counted("queens", "n=8", "--given", "r1c1") == 4
    assert counted("queens", "n=8", "--given", "r1c1 r2c7") == 2
    assert counted("queens", "n=6", "--rule", "empty at r1c2", "--rule", "empty at r1c3") == 2
    assert counted("latin_square", "n=4", "--given", "r1c1=1 r2c2=1") == 576 // 4 // 3


def test_a_board_and_rules_are_a_puzzle():
    assert counted(*SUPERQUEENS) == 4
    assert counted("--board", "2x3") == 64
    assert counted("--board", "AAB/ABB", "--piece", "crown", "--rule", "regions == 1") == 9
    assert counted("--board", "3", "--piece", "rook", "--rule", "no_attacks(rook)") == 34


def test_a_map_is_read_from_a_file(tmp_path):
    path = tmp_path / "map.txt"
    path.write_text("AAB\nABB\n", "utf-8")
    assert counted("--board", str(path), "--rule", "regions == 1") == 9


def test_compare_repeats_the_options_in_its_hint_and_the_hint_can_be_typed():
    result = everyway("compare", "queens", "n=6", "--rule", "empty at r1c2", "-S", "flatmap")
    assert "everyway show queens n=6 --rule 'empty at r1c2' --index 2" in result.stdout
    result = everyway("compare", *SUPERQUEENS, "-S", "flatmap", "-S", "cp-sat")
    assert result.exit_code == 0
    assert result.stdout.startswith("queens · 10×10 board\n")
    _, hint = result.stdout.split("Others:\n")
    typed = shlex.split(hint.replace("\\\n", " "))
    assert typed == ["everyway", "show", *SUPERQUEENS, "--index", "2"]
    assert everyway(*typed[1:]).exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_compare_with_a_rule_and_a_given_works_and_warns_where_both_cannot_be():
    result = everyway("compare", "queens", "n=8", *KNIGHTLY, "--given", "r1c1")
    assert result.exit_code == 0
    assert "AGREE  4 solvers: there is no solution" in result.stdout
    result = everyway("count", "queens", "n=8", "--given", "r1c1 r1c2")
    assert result.stdout == "0\n"
    assert "warning: what is given contradicts 'rows == 1' (row 1)" in result.stderr
    result = everyway("count", "sudoku", "--given", "r1c3=5")
    assert "warning: what is given contradicts 'rows all different' (row 1)" in result.stderr


def test_show_solve_and_check_take_them_too():
    assert everyway("show", "queens", "n=8", "--given", "r1c8").stdout.startswith(". . . . . . . Q")
    found = everyway("solve", "--board", "2", "--rule", "rows == 1", "--given", "r1c2", "--json")
    assert json.loads(found.stdout)["solutions"][0]["queen"][0] == "r1c2"
    solution = '{"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]}'
    assert everyway("check", "queens", "n=4", *KNIGHTLY, solution).exit_code == 1
    assert everyway("check", "--board", "4", "--rule", "rows == 1", solution).exit_code == 0
    assert everyway("check", "queens", "n=4", "--given", "r1c2", solution).exit_code == 0


@pytest.mark.parametrize("command", ["solve", "count", "compare", "show"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("queens", "--rule", "rows = 1"),
            "cannot read rule 'rows = 1'; expected e.g. 'rows == 1' or 'windows(2,2) <= 1'",
        ),
        (("queens", "--rule", "colums == 1"), "did you mean 'columns'?"),
        (("queens", "--rule", "regions == 1"), "this board has no regions"),
        (("queens", "--given", "r9c1"), "r9c1 is not on a board of 8 rows"),
        (("queens", "--given", "r1c1", "--given", "r1c1"), "r1c1 is given twice"),
        (("queens", "holes=r1c1", "--given", "r1c1"), "r1c1 is a hole"),
        (("zebra", "--rule", "rows == 1"), "has no board"),
        (("queens", "--board", "8"), "give a puzzle or --board, not both"),
        (("queens", "--piece", "rook"), "--piece names what stands on --board"),
        (("--board", "many"), "is no board; write a size"),
        (("--board", "8", "--piece", " "), "--piece needs a name"),
        (("--piece", "rook"), "something is missing"),
    ],
)
def test_what_cannot_be_is_reported_in_a_line(command, words, message):
    assert message in refused(command, *words)


@pytest.mark.parametrize("command", ["count", "solve", "compare", "story", "show"])
def test_a_document_lists_the_rules_and_givens_that_make_the_variant(command):
    words = ("queens", "n=6", "--rule", "empty at r1c2", "--rule", "corners == 0")
    result = everyway(command, *words, "--given", "r1c3 r2c6", "--json")
    puzzle = json.loads(result.stdout)["puzzle"]
    assert (puzzle["name"], puzzle["params"]["n"], puzzle["known"]) == ("queens", 6, None)
    assert puzzle["rules"] == ["empty at r1c2", "corners == 0"]
    assert puzzle["givens"] == ["r1c3 r2c6"]


def test_a_document_lists_no_rules_of_a_puzzle_as_it_is():
    puzzle = json.loads(everyway("count", "queens", "n=6", "--json").stdout)["puzzle"]
    assert (puzzle["rules"], puzzle["givens"]) == ([], [])
    assert puzzle["known"]["count"] == 4


def test_a_document_says_the_board_of_a_puzzle_of_ones_own():
    words = ("--board", "AAB/ABB", "--piece", "crown", "--rule", "regions == 1", "--json")
    puzzle = json.loads(everyway("count", *words).stdout)["puzzle"]
    assert (puzzle["name"], puzzle["rules"]) == ("crowns", ["regions == 1"])
    assert puzzle["params"] == {"board": "AAB/ABB", "piece": "crown"}
