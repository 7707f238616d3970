"""Wrong command lines, files and puzzles: a line each, exit code 2, no traceback."""

from __future__ import annotations

import pytest

from ..support.command_lines import everyway

SEARCHES = ("solve", "count", "compare", "show")


def refused(*words: str, given: str | bytes | None = None) -> str:
    """The error of a command line that makes no sense."""
    result = everyway(*words, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    return result.stderr


@pytest.mark.parametrize("command", SEARCHES)
@pytest.mark.parametrize("time", ["0", "-1", "nan", "inf", "-0.0", "soon", "5x", "", "1e999"])
def test_a_time_limit_that_is_none(command, time):
    assert "is not a time above 0" in refused(command, "queens", "-t", time)


@pytest.mark.parametrize("command", ["solve", "count", "compare"])
@pytest.mark.parametrize("limit", ["0", "-1", "nan", "1.5", "many"])
def test_a_limit_that_is_none(command, limit):
    assert "write a whole number from 1" in refused(command, "queens", "-n", limit)


@pytest.mark.parametrize("command", SEARCHES)
def test_unknown_names_are_answered_with_the_nearest(command):
    assert "did you mean 'queens'?" in refused(command, "quens")
    assert "did you mean 'cp-sat'?" in refused(command, "queens", "-S", "cpsat")
    assert "did you mean --time-limit?" in refused(command, "queens", "--time", "3")
    assert "its parameters are n" in refused(command, "queens", "m=8")
    assert "did you mean" in refused(command, "queens", "warp=yes")
    assert "did you mean 'rows'?" in refused(command, "queens", "--viewpoint", "row")
    assert "did you mean 'rows'?" in refused(command, "queens", "-S", "flatmap@row")


@pytest.mark.parametrize("name", ["--foo", "--tiem", "--n", "-l"])
def test_an_option_that_is_like_no_other_is_answered_with_how_options_are_written(name):
    said = refused("solve", "queens", name, "8")
    word = name.strip("-")
    dashes = f"a word takes two dashes, a parameter of the puzzle none: {word}=VALUE"
    assert f"there is no option {name}; {dashes}\n" in said
    assert refused(name).startswith(f"error: there is no option {name}\n")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["solve", "queens", "-n"], "-n NUMBER"),
        (["count", "queens", "-t"], "-t SECONDS"),
        (["list", "--search"], "--search WORD"),
        (["playground"], "-o DIR"),
    ],
)
def test_an_option_without_its_value_says_what_to_write(words, value):
    missing = f"error: {value.split()[1]} is missing; write {value}\n"
    assert refused(*words) == f"{missing}help:  everyway {words[0]} --help\n"


def test_a_flag_with_a_value():
    assert "'--all' does not take a value" in refused("solve", "queens", "--all=3")


@pytest.mark.parametrize("command", ["solve", "count", "compare"])
def test_a_limit_where_the_parameter_n_may_be_meant_is_said_last(command):
    said = everyway(command, "queens", "-n", "6").stderr
    assert said.endswith("-n 6 is a limit; the n of queens is written n=6\n")


@pytest.mark.parametrize("words", ["queens n=5 -n 6", "queens --limit 6", "sudoku -n 6"])
def test_a_limit_that_is_no_slip_is_not_spoken_of(words):
    assert "is a limit" not in everyway("solve", *words.split()).stderr


def test_an_unknown_command():
    assert "did you mean 'solve'?" in refused("slove", "queens")
    assert "it is a puzzle: write everyway solve queens n=6\n" in refused("queens", "n=6")
    assert "did you mean --version?" in refused("--versoin")
    assert "--hint is an option of everyway why\n" in refused("hint", "sudoku")
    assert "--version is an option of everyway\n" in refused("version")
    assert "the commands are list, " in refused("quiet")


def test_a_file_without_its_command_or_ending(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("mine.toml", "other"):
        (tmp_path / name).write_text("board = 4\n")
    assert "write everyway solve mine.toml\n" in refused("mine.toml")
    assert "for the file write ./mine.toml\n" in refused("solve", "mine")
    assert "for the file write ./other\n" in refused("solve", "other")


@pytest.mark.parametrize("jobs", ["-1", "two", "1.5", ""])
@pytest.mark.parametrize("command", SEARCHES)
def test_a_number_of_jobs_that_is_none(command, jobs):
    assert "write a whole number from 0" in refused(command, "queens", "-p", jobs)


def test_contradictions_and_what_is_missing():
    assert "contradict" in refused("solve", "queens", "-a", "-n", "3")
    assert "give one of them" in refused("solve", "queens", "--json", "--jsonl")
    assert "one solver at a time" in refused("solve", "queens", "-S", "flatmap", "-S", "cp-sat")
    assert "something is missing" in refused("solve")
    assert "write NAME=VALUE" in refused("solve", "queens", "8")
    assert "write NAME=VALUE without blanks, as n=8" in refused("solve", "queens", "n", "=", "8")
    assert "given twice" in refused("solve", "queens", "n=8", "n=9")
    assert "it must be a whole number" in refused("solve", "queens", "n=eight")
    assert "zebra has no rows viewpoint" in refused("solve", "zebra", "--viewpoint", "rows")
    assert "not the number of a solution" in refused("show", "queens", "--index", "0")
    assert "no number 2; leave --index out" in refused("show", "sudoku", "--index", "2")
    assert "r9c1 is not on a board" in refused("count", "queens", "--rule", "r9c1 == 1")
    other = refused("compare", "queens", "n=4", "queens", "n=5")
    assert "each model takes those that follow it" in other
    assert "take ranges" in refused("count", "queens", "n=4..6")
    assert "queens has no parameter 'N'; did you mean 'n'?" in refused("count", "queens", "N=6")
    drawn = refused("check", "queens", "n=4", "-", given=". . Q .\n")
    assert "not JSON, as --jsonl is: Expecting value" in drawn


PUZZLE_FILES = {
    "broken": (b"def broken(:\n", "broken.py:1: syntax error"),
    "raises": (b"1 / 0\n", "ZeroDivisionError"),
    "fails": (b"def fails():\n    return 1 / 0\n", "ZeroDivisionError: division by zero (line 2)"),
    "nobody": (b"import os\n", "nobody.py has no puzzle"),
    "nothing": (b"def nothing():\n    pass\n", "which is no model"),
    "binary": (b"\0\1\2", "is binary"),
    "latin": ("é = 1\n".encode("latin-1"), "is not UTF-8"),
}


@pytest.mark.parametrize("name", PUZZLE_FILES)
def test_a_puzzle_file_that_makes_no_puzzle(tmp_path, name):
    content, expected = PUZZLE_FILES[name]
    (tmp_path / f"{name}.py").write_bytes(content)
    assert expected in refused("solve", str(tmp_path / f"{name}.py"))


def test_a_puzzle_file_that_is_not_there_or_a_folder(tmp_path):
    said = refused("solve", str(tmp_path / "absent.py"))
    assert "there is no file" in said
    assert f"of .py files the folder {tmp_path} has none" in said
    (tmp_path / "folder.py").mkdir()
    assert "is a folder" in refused("solve", str(tmp_path / "folder.py"))


def test_a_rule_that_cannot_hold_is_warned_of_once(tmp_path):
    path = tmp_path / "impossible.py"
    path.write_text(
        "from everyway.models import Model, any_of, variable\n"
        "def impossible():\n"
        "    return Model('impossible', variable('x', range(2)), any_of([]))\n"
    )
    result = everyway("solve", str(path))
    assert result.exit_code == 1
    assert result.stderr.count("warning: ") == 1
    assert "can never hold" in result.stderr


def test_a_test_of_the_puzzle_that_fails_is_a_failure_of_the_run(tmp_path):
    path = tmp_path / "fails.py"
    path.write_text(
        "from everyway.models import Model, predicate, variable\n"
        "def fails():\n"
        "    x = variable('x', range(2))\n"
        "    return Model('fails', x, predicate(lambda x: 1 // 0, x))\n"
    )
    result = everyway("solve", str(path))
    assert result.exit_code == 4
    assert "ZeroDivisionError" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Traceback" in everyway("solve", str(path), "--debug").stderr
    assert everyway("check", str(path), '{"x": 1}').exit_code == 4


# ----------------------------------------------------------------------- claims and solutions

LINES = {
    "syntax": ('{"queen": ["r1c1"]}\n{"queen" ["r1c1"]}\n', "line 2, column 10"),
    "unknown": ('{"queen": ["r1c1"]}\n\n  {"quen": []}\n', "line 3, column 4: unknown variable"),
    "twice": ('{"queen": [], "queen": []}\n', "line 1, column"),
    "not an object": ("[1]\n", "line 1"),
    "nan": ('{"queen[r1c1]": NaN}\n', "line 1"),
}


@pytest.mark.parametrize("name", LINES)
def test_a_claim_that_cannot_be_read_is_refused_with_the_place(tmp_path, name):
    text, place = LINES[name]
    path = tmp_path / "claim.jsonl"
    path.write_text(text)
    message = refused("compare", "queens", "n=1", "-S", "flatmap", "--claim", f"mine={path}")
    assert f"{path}, {place}" in message


@pytest.mark.parametrize("name", LINES)
def test_a_solution_that_cannot_be_read_is_refused_with_the_place(tmp_path, name):
    text, place = LINES[name]
    path = tmp_path / "solution.json"
    path.write_text(text)
    assert f"{path}, {place}" in refused("check", "queens", "n=1", str(path))
    assert f"standard input, {place}" in refused("check", "queens", "n=1", "-", given=text)


def test_claims_that_cannot_be_named_or_opened(tmp_path):
    words = ("compare", "queens", "n=1", "-S", "flatmap", "--claim")
    assert "write NAME=FILE" in refused(*words, "solutions.jsonl")
    assert "there is no such file" in refused(*words, f"mine={tmp_path / 'absent'}")
    assert "is a folder" in refused(*words, f"mine={tmp_path}")
    (tmp_path / "claim").write_text("{}")
    assert "called 'flatmap'" in refused(*words, f"flatmap={tmp_path / 'claim'}")


def test_solutions_that_cannot_be_opened(tmp_path):
    words = ("check", "queens", "n=1")
    assert "the solution is missing" in refused(*words)
    assert "check FILE --against PUZZLE" in " ".join(refused("check", "queens").split())
    assert "there is no file" in refused(*words, str(tmp_path / "absent.json"))
    assert "is a folder" in refused(*words, str(tmp_path))
    assert "holds no solution" in refused(*words, "-", given="\n")
    bad = refused(*words, "-", given=b'{"queen":\n "\xff"}')
    assert "line 2, column 3: byte 0xff is not UTF-8" in bad
