"""`everyway why`: its words, its documents, its exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ..support.command_lines import alone, everyway, fruitless


def test_steps_with_the_board_before_and_after() -> None:
    result = everyway("why", "nonogram", "--steps")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[2] == "  1 │ . . . . . . │"
    assert "  1. r3c3 and r3c4 are black: row 3: 4." in lines
    assert lines[-2] == "1 2 │ . B . B B . │"


def test_a_hint_is_the_next_step_after_what_is_given_in_three_presses() -> None:
    asked = ["why", "queens", "n=4", "--given", "r1c2", "--hint"]
    said = ["Look at r2c4.", "The rule: row 2."]
    said += ["queen at r2c4: no other square is left in row 2."]
    for hints, number in enumerate([[], ["2"], ["3"]], 1):
        result = everyway(*asked, *number)
        assert result.exit_code == 0
        board = [". Q . .", ". . . ?", ". . . .", ". . . ."]
        assert result.stdout.splitlines() == [*board, *said[:hints]]
        typed = " ".join(asked).replace("--given r1c2 --hint", f"--given r1c2 --hint {hints + 1}")
        assert result.stderr == (f"Next: everyway {typed}\n" if hints < 3 else "")
    done = ["why", "queens", "n=4", "--given", "r1c2 r2c4 r3c1 r4c3", "--hint"]
    assert everyway(*done).stdout.endswith("\nLook at r1c2, r2c4, r3c1 and r4c3.\n")
    assert "follows at once" in everyway(*done, "3").stdout
    wrong = everyway("why", "--hint", "queens")
    assert (wrong.exit_code, "'queens' is not one of '1', '2', '3'" in wrong.stderr) == (2, True)


def test_a_hint_of_a_place_shows_the_squares_to_look_at() -> None:
    small = ["sudoku", "givens=......42...12...", "box_rows=2", "box_columns=2"]
    lines = everyway("why", *small, "--given", "r1c4=3", "--hint").stdout.splitlines()
    assert lines == [". . │ ? 3", ". . │ 4 2", "────┼────", ". . │ . 1", "2 . │ . .", lines[-1]]
    assert lines[-1] == "Look at box at r1c3."
    (one, two, *_) = json.loads(everyway("why", *small, "--steps", "--json").stdout)["steps"]
    seen = "Only one of its values is not ruled out (naked single)."
    assert one["hints"] == ["Look at r1c4.", seen, *one["words"]]
    assert (one["technique"], two["technique"]) == ("naked single", "full house")


def test_steps_as_a_document() -> None:
    document = json.loads(everyway("why", "futoshiki", "--steps", "--json").stdout)
    assert document["schema"] == "everyway.steps/1"
    assert document["steps"][6]["words"] == ["r1c1 is not 3: r1c1<r2c1, and r2c1 is not 4."]
    assert document["steps"][6]["known"] == [{"name": "cell[r2c1]", "value": 4, "holds": False}]
    assert document["solution"]["cell"][0] == [1, 4, 2, 3]
    (hint,) = json.loads(everyway("why", "sudoku", "--hint", "--json").stdout)["steps"]
    assert hint["found"] == [{"name": "cell[r5c5]", "value": 5, "holds": True}]
    assert {m["known"][0]["holds"] for m in hint["marks"] if m["known"]} == {True}


def test_no_steps_where_there_is_no_one_solution() -> None:
    none = everyway("why", "queens", "n=3", "--steps")
    assert (none.exit_code, none.stderr) == (1, "Next: everyway why queens n=3\n")
    assert "3 queens has no solution, so there are no steps to it" in none.stdout
    several = everyway("why", "queens", "n=4", "--hint")
    assert several.exit_code == 1
    assert several.stdout.count("Q") == 8
    assert several.stderr == "Next: everyway why queens n=4 --not SQUARES|NAME=VALUE\n"


def test_steps_that_are_not_found_in_time() -> None:
    result = everyway("why", "sudoku", "--steps", "-t", "0.000000001")
    assert result.exit_code == 3
    assert "not found in time" in result.stderr
    assert everyway("why", "sudoku", "-o", "x.html").exit_code == 2
    assert everyway("why", "sudoku", "--hint", "--steps").exit_code == 2
    assert everyway("why", "sudoku", "--hint", "-S", "auto", "--all").exit_code == 2


def test_rules_that_cannot_hold_together() -> None:
    result = everyway("why", "queens", "n=3", "--by", "rule")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:4] == [
        "3 queens has no solution: these 3 cannot hold together",
        "  rows == 1",
        "  columns == 1",
        "  diagonals <= 1",
    ]
    assert "There is no other." in lines[4]
    assert "by sat, and by auto" in " ".join(lines[4:])


def test_why_a_value_cannot_be_with_the_squares_that_matter() -> None:
    result = everyway("why", "sudoku", "--not", "r1c3=1", "--limit", "1")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "r1c3=1 cannot be: it cannot hold together with these 10"
    assert sum("?" in line for line in lines) == 1
    assert "No set is smaller." in result.stdout


def test_the_first_set_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "why.svg"
    result = everyway("why", "sudoku", "--not", "r5c5=1", "--svg", str(path))
    assert result.exit_code == 0
    drawn = path.read_text("utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count(">?<") == 2  # a board for each unit
    assert re.search(r">givens:</text>\n<text [^>]*>r\dc\d</text>", drawn)
    assert drawn.count('f-tint1"') == 9 - 1  # the squares of the line but the one asked about
    assert everyway("why", "queens", "n=3", "--svg", "-").exit_code == 2


def test_what_can_be_is_shown() -> None:
    result = everyway("why", "queens", "n=6", "--not", "r1c2")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == ["r1c2 can be:", ". Q . . . ."]


def test_where_there_are_several_solutions_two_are_shown_and_how_they_differ() -> None:
    result = everyway("why", "queens", "n=4")
    assert result.exit_code == 1
    assert "4 queens has solutions, so there is nothing to explain:" in result.stdout
    assert "They differ in queen[r1c2]" in result.stdout
    assert "Next: everyway why queens n=4 --not SQUARES|NAME=VALUE" in result.stderr


def test_repairs_needed_and_redundant() -> None:
    repaired = everyway("why", "sudoku", "--given", "r1c3=1", "--repair")
    assert repaired.exit_code == 0
    assert repaired.stdout.startswith("sudoku 9×9 has a solution without this:\n  r1c3=1\n")
    needed = everyway("why", "sudoku", "--needed", "givens", "--check", "none")
    assert needed.stdout.startswith("sudoku 9×9 has one solution alone, and needs these 20")
    assert "Proven by sat alone" in needed.stdout.replace("\n", " ")
    follows = everyway("why", "golomb_ruler", "--redundant")
    assert "'begins at 0' follows from 'from left to right'" in follows.stdout
    assert follows.exit_code == 0


def test_one_document() -> None:
    result = everyway("why", "queens", "n=3", "--by", "rule", "--json")
    document = json.loads(result.stdout)
    assert document["schema"] == "everyway.why/1"
    assert (document["question"], document["exact"], document["smallest"]) == (
        "no_solution",
        "all",
        3,
    )
    (only,) = document["sets"]
    assert [unit["rule"] for unit in only] == ["rows == 1", "columns == 1", "diagonals <= 1"]
    assert len(document["witnesses"][0]) == 3
    follows = json.loads(everyway("why", "golomb_ruler", "--redundant", "--json").stdout)
    assert [one["rule"] for one in follows["core"]] == ["from left to right", "distances differ"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--repair", "--redundant"), "are different questions; ask one at a time"),
        (("--hard", "row"), "has no rule 'row'; its rules are"),
        (("--needed", "row"), "has no rule 'row'; its rules are"),
        (("--not", "r9c9"), "r9c9"),
        (("-S", "nobody"), "nobody"),
        (("--by", "square"), "'square' is not one of"),
        (("--redundant", "--all"), "--all: of sets of rules, not of --redundant"),
        (("--redundant", "--hard", "rows == 1"), "--hard: of sets of rules"),
        (("--needed", "rows == 1", "--hard", "rows == 1"), "--hard: of --needed all other rules"),
        (("--quick", "--all"), "--quick is content with one set"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], said: str) -> None:
    result = everyway("why", "queens", "n=4", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not result.stdout


def test_steps_of_a_domain_that_no_clause_holds_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "wide.py"
    file.write_text(
        "from everyway.models import *\n\n"
        "def wide() -> Model:\n"
        '    x = integer("x", 0, 10**12)\n'
        '    return Model("wide", x, x == 7)\n'
    )
    result = everyway("why", str(file), "--steps")
    assert result.exit_code == 4
    assert "sat cannot translate x: a literal stands for each value" in result.stderr


def test_not_in_time(tmp_path: Path) -> None:
    result = everyway("why", str(fruitless(tmp_path)), "-t", "300ms", "-S", "flatmap")
    assert result.exit_code == 3
    assert "not known in time" in result.stderr


def test_a_solver_that_lies_is_named(tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text("def solutions(model, control):\n    return iter(())\n")
    result = alone("why", "queens", "n=4", "-S", "liar:solutions", PYTHONPATH=str(tmp_path))
    assert result.returncode == 1
    assert "liar:solutions is wrong: it says that these cannot hold together" in result.stderr


@pytest.mark.parametrize("command", ["solve", "count", "compare", "story", "show"])
def test_where_there_is_no_solution_the_next_step_is_said(command: str) -> None:
    result = everyway(command, "queens", "n=3")
    assert "Next: everyway why queens n=3\n" in result.stderr
