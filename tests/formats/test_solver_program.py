"""`fzn-everyway` says what it finds as MiniZinc demands, and never more than it knows."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from random import Random
from shutil import which

import pytest
from click.testing import CliRunner

from everyway.formats import solver_program
from everyway.models import ModelError
from everyway.views.command_line import main as command_line

from .test_minizinc_files import needs_minizinc

PAIRS = """
    var 1..3: x :: output_var; var 1..3: y :: output_var; var 0..5: hidden;
    constraint int_lt(x, y); constraint int_lt(y, hidden); solve satisfy;
"""
BEST = """
    var 0..3: x :: output_var; var 0..3: y :: output_var; var 0..9: z;
    constraint int_lin_eq([1, 1, -1], [x, y, z], 0); constraint int_le(z, 4); solve maximize z;
"""
SHAPES = """
    array [1..2] of int: weights = [3, 4];
    var bool: b :: output_var; var bool: same :: output_var = b; var 5..5: five :: output_var;
    var int: known :: output_var = -7; var -2..-1: n;
    array [1..4] of var int: grid :: output_array([0..1, -1..0]) = [n, 2, five, n];
    array [1..2] of var bool: bits :: output_array([1..2]) = [true, b];
    array [1..0] of var int: none :: output_array([1..0]) = [];
    constraint bool_eq(b, true); constraint int_ne(n, -2); solve satisfy;
"""
NONE = "var 1..2: x :: output_var; constraint int_lt(x, 1); solve satisfy;"
HIDDEN = "var 1..3: x; solve satisfy;"
UNBOUNDED = "var int: x :: output_var; constraint int_times(x, x, 9); solve satisfy;"


def fruitless(rows=5, n=40):
    """Market split: weighted sums that no choice of items meets, and no bound refutes."""
    draw, names = Random(1), [f"x{i}" for i in range(n)]
    lines = [f"var 0..1: {name}{':: output_var' * (name == 'x0')};" for name in names]
    for _ in range(rows):
        weights = [draw.randrange(100) for _ in names]
        items = f"{weights}, [{', '.join(names)}], {sum(weights) // 2}"
        lines.append(f"constraint int_lin_eq({items});")
    return "".join([*lines, "solve satisfy;"])


@pytest.fixture
def said(tmp_path, capsys):
    def run(text, *words):
        file = tmp_path / "model.fzn"
        file.write_text(text)
        code = solver_program.main([*words, str(file)])
        printed = capsys.readouterr()
        return code, printed.out.splitlines(), printed.err

    return run


def solutions_of(lines):
    """The blocks between the lines that end a solution, and what stands behind the last."""
    *blocks, rest = "\n".join(lines).split("----------")
    return [block.strip() for block in blocks], rest.strip()


def test_each_distinct_output_comes_once_and_the_set_is_said_to_be_whole(said):
    code, lines, _ = said(PAIRS, "-a")
    blocks, rest = solutions_of(lines)
    assert sorted(blocks) == ["x = 1;\ny = 2;", "x = 1;\ny = 3;", "x = 2;\ny = 3;"]
    assert (code, rest) == (0, "==========")


@pytest.mark.parametrize(("words", "number"), [((), 1), (("-n", "2"), 2), (("-n", "3"), 3)])
def test_where_it_stops_at_a_number_it_does_not_say_that_these_are_all(said, words, number):
    blocks, rest = solutions_of(said(PAIRS, *words)[1])
    assert len(set(blocks)) == number
    assert rest == ""


def test_all_shapes_are_printed_as_flatzinc_demands(said):
    assert said(SHAPES, "-n", "0")[1] == [
        "b = true;",
        "same = true;",
        "five = 5;",
        "known = -7;",
        "grid = array2d(0..1, -1..0, [-1, 2, 5, -1]);",
        "bits = array1d(1..2, [true, true]);",
        "none = array1d(1..0, []);",
        "----------",
        "==========",
    ]


def test_the_best_comes_alone_or_behind_those_that_are_improved_on_or_with_all_others(said):
    alone, rest = solutions_of(said(BEST)[1])
    assert (len(alone), rest) == (1, "==========")
    for words in (("-a",), ("-i",)):
        better, rest = solutions_of(said(BEST, *words)[1])
        values = [sum(map(int, re.findall(r"\d", block))) for block in better]
        assert values == sorted(set(values))
        assert (values[-1], rest) == (4, "==========")
    for words in (("-a-o",), ("-n-o", "0"), ("-a", "-a-o")):
        every, rest = solutions_of(said(BEST, *words)[1])
        best = [block for block in every if sum(map(int, re.findall(r"\d", block))) == 4]
        assert len(best) == len(set(best)) == 3
        assert rest == "=========="
    some, rest = solutions_of(said(BEST, "-n-o", "2")[1])
    assert (len(set(some)), rest) == (2, "")


def test_none_is_said_where_that_is_proven_and_nothing_is_known_where_it_was_stopped(said):
    assert said(NONE, "-a")[1] == ["=====UNSATISFIABLE====="]
    assert said(NONE.replace("satisfy", "minimize x"))[1] == ["=====UNSATISFIABLE====="]
    assert said(fruitless(), "-t", "300")[1] == ["=====UNKNOWN====="]
    many = "".join(f"var 1..9: x{i} :: output_var;" for i in range(12)) + "solve satisfy;"
    blocks, rest = solutions_of(said(many, "-a", "-t", "200", "--with", "flatmap")[1])
    assert len(blocks) > 1
    assert rest == ""


def test_where_nothing_is_printed_there_is_one_output(said):
    assert said(HIDDEN, "-a")[1] == ["----------", "=========="]


def test_beyond_bounds_of_its_own_choice_it_claims_nothing(said):
    _, lines, errors = said(UNBOUNDED, "-a")
    assert sorted(solutions_of(lines)[0]) == ["x = -3;", "x = 3;"]
    assert "==========" not in lines
    assert "no bounds" in errors
    none = UNBOUNDED.replace(", 9)", ", 10)")
    assert said(none, "-a")[1] == ["=====UNKNOWN====="]


def test_statistics_are_in_the_form_of_minizinc(said):
    lines = said(BEST, "-s", "--with", "flatmap")[1]
    stats = [line for line in lines if line.startswith("%%%mzn-stat")]
    assert "%%%mzn-stat: objective=4" in stats
    assert '%%%mzn-stat: solver="flatmap"' in stats
    assert stats[-1] == "%%%mzn-stat-end"
    assert all(re.fullmatch(r"%%%mzn-stat: \w+=\S.*", line) for line in stats[:-1])
    words = "\n".join(said(PAIRS, "-a", "-s", "--with", "cp-sat")[1])
    assert re.search(r"^%%%mzn-stat: nodes=\d+$", words, re.MULTILINE)
    assert re.search(r"^%%%mzn-stat: failures=\d+$", words, re.MULTILINE)


def test_annotations_that_are_not_followed_are_said_where_it_is_asked(said):
    text = HIDDEN.replace("solve", "solve :: int_search([x], input_order, indomain_max)")
    assert said(text)[2] == ""
    assert said(HIDDEN, "-v")[2] == ""
    assert "int_search: not followed; everyway chooses" in said(text, "-v")[2]


@pytest.mark.parametrize(
    ("text", "words", "why"),
    [
        ("var 1..3: x", (), "model.fzn:1"),
        (NONE, ("--with", "nobody"), "no solver 'nobody'"),
        (NONE, ("-n", "-1"), "-n"),
        (NONE, ("--nonsense",), "--nonsense"),
        ("array [1..3] of var int: a :: output_array([1..3]) = [1];solve satisfy;", (), "a has"),
        (PAIRS, ("--with", "published"), "published"),
    ],
)
def test_what_is_wrong_is_an_error_in_words(said, text, words, why):
    code, lines, errors = said(text, *words)
    assert (code, lines) == (1, ["=====ERROR====="])
    assert why in errors
    assert "Traceback" not in errors


def test_a_solver_that_breaks_off_is_an_error_behind_what_it_found(said, monkeypatch, tmp_path):
    (tmp_path / "breaking.py").write_text(
        "def solutions(model):\n    yield {'x': 1}\n    raise RuntimeError('the search broke')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    text = HIDDEN.replace("x;", "x :: output_var;")
    code, lines, errors = said(text, "-a", "--with", "breaking:solutions")
    assert (code, lines) == (1, ["x = 1;", "----------", "=====ERROR====="])
    assert "the search broke" in errors


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGTERM to be caught")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end_it_says_that_it_does_not_know(tmp_path, number):
    file = tmp_path / "fruitless.fzn"
    file.write_text("var bool: seen :: output_var = true;" + fruitless())
    command = [sys.executable, "-m", solver_program.__name__, "-a", "-s", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            process.communicate(timeout=4)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        out, errors = process.communicate(timeout=60)
    assert out.decode().splitlines()[0] == "=====UNKNOWN====="
    assert (process.returncode, errors) == (0, b"")


# ------------------------------------------------------------------------- as MiniZinc runs it


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The file for MiniZinc, which runs the program as it is in this environment."""
    program = tmp_path / "fzn-everyway"
    line = f'exec "{sys.executable}" -m {solver_program.__name__} "$@"'
    program.write_text(f"#!/bin/sh\n{line}\n")
    program.chmod(0o755)
    found = which
    monkeypatch.setattr(
        solver_program,
        "which",
        lambda name, path=None: str(program) if name == "fzn-everyway" else found(name, path=path),
    )
    monkeypatch.setenv("MZN_SOLVER_PATH", str(tmp_path / "solvers"))
    return tmp_path / "solvers"


def test_the_command_writes_the_file_and_spares_what_is_not_its_own(installed):
    runner = CliRunner()
    install = ["minizinc", "--install", "--folder", str(installed)]
    done = runner.invoke(command_line, install)
    file = installed / "everyway.msc"
    assert done.exit_code == 0, done.output
    assert str(file) in done.stderr
    assert "delete that file" in done.stderr
    assert runner.invoke(command_line, install).exit_code == 0
    assert json.loads(runner.invoke(command_line, ["minizinc"]).stdout) == json.loads(
        file.read_text()
    )
    file.write_text('{"id": "org.somebody.everyway"}')
    refused = runner.invoke(command_line, install)
    assert refused.exit_code == 2
    assert "is not ours" in refused.stderr
    assert "somebody" in file.read_text()
    with pytest.raises(ModelError, match="cannot be written"):
        solver_program.install(installed / "everyway.msc" / "below")


@needs_minizinc
@pytest.mark.skipif(os.name == "nt", reason="the program is a script of a shell here")
def test_minizinc_prints_what_gecode_finds_by_its_own_output(installed, tmp_path):
    solver_program.install(installed)
    file = tmp_path / "model.mzn"
    file.write_text(
        "enum E = {Red, Green}; array[E, 0..1] of var 0..2: a; var E: e; var bool: b; var set of"
        " 1..2: s; constraint sum(a) = 2 /\\ a[e, 0] = 1; constraint b -> a[Green, 1] > 0;"
        ' constraint card(s) = a[Red, 0]; solve satisfy; output ["\\(a) \\(e) \\(b) \\(s)\\n"];'
    )

    def outputs(solver):
        command = ["minizinc", "--solver", solver, "-a", str(file)]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return solutions_of(out.splitlines())

    found, rest = outputs("everyway")
    expected, end = outputs("gecode")
    assert len(found) == len(set(found)) > 10
    assert (set(found), rest) == (set(expected), end)
