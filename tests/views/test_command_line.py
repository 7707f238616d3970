"""The output and the exit code of each command."""

from __future__ import annotations

import json
import re
import shlex
from importlib import import_module
from itertools import takewhile

import pytest
from click.testing import Result

from everyway.models.language.files import catalogue
from everyway.views.command_line import COMMANDS

from ..support.command_lines import everyway

SOLUTION = '{"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]}'
BROKEN = '{"queen": ["r1c2", "r2c4", "r3c1", "r4c2"]}'


def document(result: Result, schema: str):
    found = json.loads(result.stdout)
    assert found["schema"] == schema
    return found


def test_each_command_has_help_with_examples():
    for name in COMMANDS:
        result = everyway(name, "--help")
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: everyway {name} ")
        assert f"everyway {name}" in result.stdout.partition("Examples:")[2]


def test_help_prints_the_exit_codes_the_completion_and_only_ascii():
    text = everyway("--help").stdout
    assert "130" in text
    assert "_EVERYWAY_COMPLETE=bash_source" in text
    texts = [text, *(everyway(name, "--help").stdout for name in COMMANDS)]
    assert all(each.isascii() for each in texts)
    assert max(len(line) for each in texts for line in each.splitlines()) <= 80


def test_without_a_command_the_help_is_printed():
    assert everyway().stdout == everyway("--help").stdout


def test_version():
    assert re.fullmatch(r"everyway \d+\.\d+.*\n", everyway("--version").stdout)


# ------------------------------------------------------------------------ list and solvers


def test_list_names_every_puzzle_with_its_parameters_and_first_line():
    text = everyway("list").stdout
    assert "queens  n=8  wrap=false" in text
    assert "N queens: no two share a row, a column or a diagonal." in text


def test_list_as_json():
    found = document(everyway("list", "--json"), "everyway.list/1")
    queens = next(puzzle for puzzle in found["puzzles"] if puzzle["name"] == "queens")
    assert queens["parameters"][0] == {
        "name": "n",
        "type": "a whole number",
        "required": False,
        "default": 8,
    }
    assert {"params": {"n": 8}, "count": 92, "source": "OEIS A000170"} in queens["known"]


def test_solvers_are_described_in_words_and_in_json():
    assert "flatmap  built in" in everyway("solvers").stdout
    found = document(everyway("solvers", "--json"), "everyway.solvers/1")
    flatmap = next(solver for solver in found["solvers"] if solver["name"] == "flatmap")
    assert "projects" in everyway("solvers").stdout
    assert flatmap["installed"]
    assert flatmap["traits"]["streams"]


# ---------------------------------------------------------------------------------- solve


def test_solve_draws_one_solution_and_does_not_look_further():
    result = everyway("solve", "queens", "n=6")
    assert result.exit_code == 0
    assert result.stdout.count("Q") == 6
    assert result.stderr.startswith("1 solution, not searched further, auto@rows, ")


def test_solve_all_says_that_it_is_complete():
    result = everyway("solve", "queens", "n=6", "--all")
    assert result.stdout.count("Q") == 24
    assert result.stderr.startswith("4 solutions, complete, auto@rows, ")


def test_solve_with_a_limit_looks_one_further():
    exact = everyway("solve", "queens", "n=6", "-n", "4")
    assert (exact.exit_code, exact.stderr.split(",")[1]) == (0, " complete")
    more = everyway("solve", "queens", "n=6", "-n", "3")
    assert (more.exit_code, more.stderr.split(",")[1]) == (0, " and there are more")


def test_solve_prints_a_line_of_json_for_each_solution():
    result = everyway("solve", "queens", "n=4", "-a", "--jsonl")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert {"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]} in lines
    assert len(lines) == 2


def test_solve_prints_one_document():
    found = document(everyway("solve", "queens", "n=4", "-a", "--json"), "everyway.solve/1")
    assert found["puzzle"]["name"] == "queens"
    assert (found["solver"], found["status"], found["reason"]) == ("auto", "complete", None)
    assert len(found["solutions"]) == 2
    assert set(found["seconds"]) == {"import", "build", "first", "all"}


def test_solve_ends_in_1_where_there_is_proven_to_be_none():
    result = everyway("solve", "queens", "n=3")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("no solution, complete")


def test_solve_ends_in_3_where_it_was_stopped():
    result = everyway("solve", "queens", "n=14", "-a", "-t", "50ms", "--jsonl")
    assert result.exit_code == 3
    assert result.stderr.startswith("at least ")
    assert "stopped: time limit" in result.stderr


def test_solve_ends_in_4_where_the_solver_cannot():
    result = everyway("solve", "queens", "n=8", "-S", "brute-force@squares")
    assert result.exit_code == 4
    assert result.stderr.startswith("error: brute-force would try ")
    found = everyway("solve", "queens", "n=8", "-S", "brute-force@squares", "--json")
    assert document(found, "everyway.solve/1")["status"] == "unsupported"


def test_statistics_come_on_the_error_stream():
    result = everyway("count", "queens", "n=6", "-s", "-S", "flatmap")
    assert result.stdout == "4\n"
    assert "tries" in result.stderr
    loops = everyway("count", "queens", "n=6", "-s", "-S", "auto[python]")
    assert "python loops · declared order" in loops.stderr
    assert "build" in result.stderr


# ------------------------------------------------------------------------- count and show


def test_count_prints_the_number_alone():
    result = everyway("count", "queens", "n=8", "-S", "cp-sat")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "92\n", "")


def test_count_that_was_stopped_says_at_least():
    result = everyway("count", "queens", "-n", "10")
    assert (result.exit_code, result.stdout) == (3, "at least 10\n")


def test_count_as_json():
    found = document(everyway("count", "queens", "n=6", "--json"), "everyway.count/1")
    assert (found["count"], found["status"]) == (4, "complete")


def test_the_viewpoint_is_chosen_by_option_or_by_the_solver():
    for words in (["--viewpoint", "columns"], ["-S", "flatmap@columns"]):
        found = document(everyway("count", "queens", *words, "--json"), "everyway.count/1")
        assert (found["count"], found["viewpoint"]) == (92, "columns")


def test_show_draws_the_solution_of_an_index():
    drawn = {everyway("show", "queens", "n=6", "-i", str(k)).stdout for k in range(1, 5)}
    assert len(drawn) == 4
    found = document(everyway("show", "queens", "n=6", "--json"), "everyway.show/1")
    assert len(found["solution"]["queen"]) == 6


def test_show_says_how_many_there_are():
    result = everyway("show", "queens", "n=6", "--index", "5")
    assert result.exit_code == 2
    assert "there are 4 solutions, and no number 5" in result.stderr
    assert everyway("show", "queens", "n=3").exit_code == 1


def test_show_writes_svg_to_a_file_or_standard_output(tmp_path):
    printed = everyway("show", "queens", "n=4", "--svg", "-")
    assert (printed.exit_code, printed.stdout[:4]) == (0, "<svg")
    path = tmp_path / "queens.svg"
    written = everyway("show", "queens", "n=4", "--svg", str(path))
    assert (written.exit_code, written.stdout) == (0, "")
    assert path.read_text(encoding="utf-8").strip() == printed.stdout.strip()
    absent = everyway("show", "queens", "n=4", "--svg", str(tmp_path / "absent" / "q.svg"))
    assert (absent.exit_code, "cannot be written" in absent.stderr) == (2, True)
    assert everyway("show", "queens", "--svg", "-", "--json").exit_code == 2


@pytest.mark.parametrize("name", ["bench", "compare", "count", "report", "show", "story", "trace"])
def test_the_examples_of_a_command_name_puzzles_that_are_there(name):
    examples = import_module(f"everyway.views.commands.{name}").EXAMPLES
    lines = [shlex.split(line)[2:] for line in examples.splitlines()]
    named = [takewhile(lambda word: not word.startswith("-"), words) for words in lines]
    puzzles = {word for words in named for word in words if word.isidentifier()}
    assert puzzles
    assert puzzles <= {found.name for found in catalogue.puzzles()}


@pytest.mark.parametrize(
    "words",
    [
        ("report", "queens", "n=4", "-o"),
        ("trace", "queens", "n=4", "-o"),
        ("compare", "queens", "n=4", "--html"),
        ("bench", "queens", "n=4", "--html"),
        ("check", ".", "--against", "queens", "--html"),
    ],
    ids=lambda words: words[0],
)
def test_a_page_for_no_folder_is_refused_before_any_work(tmp_path, words):
    result = everyway(*words, str(tmp_path / "absent" / "page.html"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "page.html cannot be written: there is no folder" in result.stderr


# ---------------------------------------------------------------------------------- check


def test_check_says_that_every_rule_holds():
    result = everyway("check", "queens", "n=4", SOLUTION)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "every rule holds")


def test_check_names_the_broken_rules_in_words_and_the_squares():
    result = everyway("check", "queens", "n=4", BROKEN)
    assert result.exit_code == 1
    assert "breaks each column: exactly 1 queen" in result.stdout
    assert "column 2 has queen on r1c2, r4c2" in result.stdout


def test_check_reads_lines_files_and_what_solve_prints(tmp_path):
    path = tmp_path / "solutions.jsonl"
    path.write_text(f"{SOLUTION}\n\n{BROKEN}\n")
    result = everyway("check", "queens", "n=4", str(path))
    assert result.exit_code == 1
    assert "line 3: breaks each column" in result.stdout
    for form in ("--json", "--jsonl"):
        printed = everyway("solve", "queens", "n=5", "-a", form).stdout
        checked = everyway("check", "queens", "n=5", "-", given=printed)
        assert checked.stdout == "10 solutions: every rule holds in each\n"


def test_check_judges_missing_and_foreign_values():
    result = everyway("check", "latin_square", "n=1", '{"cell": [[7]]}')
    assert result.exit_code == 1
    assert "is not in its domain" in result.stdout
    result = everyway("check", "queens", "n=1", "{}")
    assert result.exit_code == 1
    assert "queen[r1c1] has no value" in result.stdout


def test_check_as_json():
    found = document(everyway("check", "queens", "n=4", BROKEN, "--json"), "everyway.check/1")
    assert not found["holds"]
    assert "columns == 1: column 3 has none" in found["solutions"][0]["violated"]


@pytest.mark.parametrize("words", [["sudoku"], ["zebra"], ["queens", "n=0"], ["knights"]])
def test_what_is_solved_is_checked(words):
    solution = everyway("solve", *words, "--jsonl").stdout
    assert everyway("check", *words, "-", given=solution).exit_code == 0


# -------------------------------------------------------------------------------- projection


def test_count_and_solve_project_on_what_is_named():
    corners = ("--project", "queen[r1c1]", "--project", "queen[r8c8]")
    assert everyway("count", "queens", "n=8", *corners).stdout == "3\n"
    solved = everyway("solve", "zebra", "--project", "drink", "--all", "--jsonl")
    assert json.loads(solved.stdout).keys() == {"drink"}


def test_an_unknown_projection_variable_is_refused():
    result = everyway("count", "zebra", "--project", "drinc")
    assert result.exit_code == 2
    assert "did you mean 'drink'?" in result.stderr


def test_count_multiplies_parts_that_share_no_variable():
    result = everyway("count", "--board", "8", "--rule", "rows == 1")
    assert result.stdout == "16777216\n"
    assert "multiplied over parts" in result.stderr


def test_parts_that_were_not_all_counted_say_one_number(tmp_path):
    (tmp_path / "parts.py").write_text(
        "from everyway.conformance.stopping import choices, subset_sums\n"
        "from everyway.models import Model\n"
        "def parts():\n"
        "    easy, hard = choices(), subset_sums(5, 40)\n"
        "    return Model('parts', easy.groups, hard.groups, easy.rules, hard.rules)\n"
    )
    result = everyway("count", str(tmp_path / "parts.py"), "-t", "2")
    assert (result.exit_code, result.stdout) == (3, "at least 0\n")
    assert "at least 0, stopped: time limit" in result.stderr
    found = document(everyway("count", "--board", "8", "--json"), "everyway.count/1")
    assert found["count"] == 2**64


def test_a_long_run_in_python_says_once_what_machine_code_would_gain(monkeypatch, capsys):
    from everyway.solvers.auto import engine_run, loops_engine
    from everyway.views import progress

    for module in (engine_run, loops_engine):
        monkeypatch.setattr(module, "can_compile", lambda: False)
    said = everyway("count", "queens", "n=6", "--stats").stderr
    assert "llvmlite is not installed" in said
    assert "pip install" not in said  # it was short, and no terminal
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    with progress.Progress("counting", {"because": engine_run.NO_LLVMLITE}) as shown:
        shown._show()
        shown.say("counting on")
    assert capsys.readouterr().err.count("pip install llvmlite") == 1


def test_a_line_on_the_terminal_says_the_last_that_was_reported(monkeypatch, capsys):
    from everyway.solvers.auto.engine_run import NO_LLVMLITE
    from everyway.views import progress

    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    with progress.Progress("counting") as shown:
        shown._show()
        assert "llvmlite" not in capsys.readouterr().err
        shown.report("auto", 234, {"because": NO_LLVMLITE})
        assert [task.description for task in shown._bar.tasks] == ["auto: 234 solutions so far"]
    assert capsys.readouterr().err.count("pip install llvmlite") == 1
