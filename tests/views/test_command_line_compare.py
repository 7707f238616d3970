"""The text and the verdicts of `everyway compare`."""

from __future__ import annotations

import json

import pytest

from ..support.command_lines import everyway

SOLUTIONS = [["r1c2", "r2c4", "r3c1", "r4c3"], ["r1c3", "r2c1", "r3c4", "r4c2"]]
WRONG = ["r1c2", "r2c4", "r3c1", "r4c2"]
BOTH = ("-S", "flatmap", "-S", "cp-sat")


def claim(folder, *solutions):
    path = folder / "claim.jsonl"
    path.write_text("".join(json.dumps({"queen": squares}) + "\n" for squares in solutions))
    return f"mine={path}"


def test_solvers_that_agree():
    result = everyway("compare", "queens", "n=8")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "8 queens · 8×8 board"
    assert lines[1] == "  each row: exactly 1 queen · each column: exactly 1 queen"
    assert lines[4].split() == ["solver", "solutions", "first", "all", "search"]
    assert "AGREE  4 solvers, the same 92 solutions  (" in result.stdout
    assert "       known count, OEIS A000170: 92" in lines
    assert "one of 92. Others: everyway show queens n=8 --index 2" in result.stdout
    assert max(map(len, lines)) <= 79


def test_the_form_of_the_document():
    result = everyway("compare", "queens", "n=8", "--json")
    found = json.loads(result.stdout)
    assert (found["schema"], found["verdict"]) == ("everyway.compare/1", "agree")
    runs = {run["solver"]: run for run in found["runs"]}
    for name in ("flatmap", "cp-sat", "python-constraint"):
        assert (runs[name]["status"], runs[name]["reported"]) == ("complete", 92)
        assert runs[name]["digest"] == found["digest"]


@pytest.mark.parametrize("viewpoint", ["squares", "rows", "columns"])
def test_every_viewpoint_gives_the_same_digest(viewpoint):
    auto = json.loads(everyway("compare", "queens", "n=6", *BOTH, "--json").stdout)
    words = ("compare", "queens", "n=6", *BOTH, "--viewpoint", viewpoint, "--json")
    found = json.loads(everyway(*words).stdout)
    assert found["digest"] == auto["digest"]
    assert {run["viewpoint"] for run in found["runs"]} == {viewpoint}


def test_no_solution_and_one_solution_are_said_in_words():
    assert "2 solvers: there is no solution" in everyway("compare", "queens", "n=3", *BOTH).stdout
    one = everyway("compare", "queens", "n=1", *BOTH).stdout
    assert "2 solvers, the same single solution" in one
    assert "the only one" in one


def test_a_claim_that_lacks_a_solution(tmp_path):
    words = ("--claim", claim(tmp_path, SOLUTIONS[0]))
    result = everyway("compare", "queens", "n=4", "-S", "flatmap", *words)
    assert result.exit_code == 1
    assert "DIFFER  1 solution is missing from mine" in result.stdout
    assert "only in flatmap:" in result.stdout
    assert "every rule holds (checked without any solver)" in result.stdout
    assert "so mine is wrong here" in result.stdout


def test_a_claim_that_invents_a_solution(tmp_path):
    words = ("--claim", claim(tmp_path, *SOLUTIONS, WRONG))
    result = everyway("compare", "queens", "n=4", "-S", "flatmap", *words)
    assert result.exit_code == 1
    assert "DIFFER  1 solution of mine is invented" in result.stdout
    assert "breaks each column: exactly 1 queen" in result.stdout
    assert "column 2 has queen on r1c2, r4c2" in result.stdout


def test_a_claim_that_repeats_itself(tmp_path):
    words = ("--claim", claim(tmp_path, *SOLUTIONS, SOLUTIONS[0]))
    result = everyway("compare", "queens", "n=4", "-S", "flatmap", *words)
    assert result.exit_code == 1
    assert "DIFFER  1 solution too many: mine repeats itself" in result.stdout


def test_a_claim_with_a_value_outside_the_domain(tmp_path):
    path = tmp_path / "claim.jsonl"
    path.write_text('{"queen[r1c1]": 7}\n')
    result = everyway("compare", "queens", "n=1", "-S", "flatmap", "--claim", f"mine={path}")
    assert result.exit_code == 1
    assert "queen[r1c1] = 7" in result.stdout
    assert "not every variable has a value of its domain" in result.stdout


def test_an_incomplete_claim_is_undecided(tmp_path):
    words = ("--claim-incomplete", claim(tmp_path, SOLUTIONS[0]))
    result = everyway("compare", "queens", "n=4", *BOTH, *words)
    assert result.exit_code == 3
    expected = (
        "UNDECIDED  mine stopped (incomplete claim) with 1 solution, all also found by flatmap"
    )
    assert expected in " ".join(result.stdout.split()).replace("UNDECIDED ", "UNDECIDED  ")


def test_a_solver_that_was_stopped_never_leads_to_agreement():
    result = everyway("compare", "queens", "n=8", *BOTH, "-n", "5")
    assert result.exit_code == 3
    assert "UNDECIDED  flatmap stopped at its limit with 5 solutions" in result.stdout
    result = everyway("compare", "queens", "n=14", "-S", "flatmap", "-t", "0.1")
    assert result.exit_code == 3
    assert "stopped: time limit" in result.stdout


def test_one_solver_alone_is_undecided():
    result = everyway("compare", "queens", "n=4", "-S", "flatmap")
    assert result.exit_code == 3
    assert "fewer than two solvers" in result.stdout


def test_a_solver_asked_for_by_name_that_cannot_is_a_failure():
    result = everyway("compare", "queens", "n=8", *BOTH, "-S", "brute-force@squares")
    assert result.exit_code == 4
    assert "unsupported" in result.stdout
    assert "brute-force@squares: brute-force would try" in result.stdout


def test_all_adds_the_historical_and_the_slow():
    result = everyway("compare", "queens", "n=5", "-S", "all", "-t", "30", "--json")
    found = json.loads(result.stdout)
    assert {"published-pairs", "flatmap-levels"} <= {run["solver"] for run in found["runs"]}
    assert found["verdict"] == "agree"


def test_a_puzzle_of_labels_and_one_of_many_variables_fit_the_width():
    for words in (["map_colouring"], ["zebra"], ["sudoku"], ["send_more_money"]):
        result = everyway("compare", *words, "-S", "flatmap", "-S", "flatmap-levels")
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 79
