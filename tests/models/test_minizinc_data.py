"""Solutions as MiniZinc prints them are read by MiniZinc as data."""

from __future__ import annotations

import subprocess
from shutil import which

import pytest

from everyway.formats import from_flatzinc
from everyway.models import Board, Model, integer, subset, variable, variables
from everyway.models.language.files.minizinc_data import ending, in_minizinc
from everyway.solvers import first, save

from ..support.command_lines import everyway


def shapes():
    board = Board.from_map("A.B/CDE")
    return Model(
        "shapes",
        variables("q", 3, [1]),
        variables("seat", ["ann", "bob"], ["deep blue"]),
        variables("g", (2, 2), [4]),
        board.fill(range(7, 8), name="cell"),
        variable("who", ["Red"]),
        integer("x", -3, -3),
    )


def test_arrays_have_their_indices_boards_their_holes_and_labels_their_quotes():
    assert in_minizinc(first(shapes())).splitlines() == [
        "q = array1d(0..2, [1, 1, 1]);",
        "seat = ['deep blue', 'deep blue'];",
        "g = array2d(0..1, 0..1, [4, 4, 4, 4]);",
        "cell = array2d(1..2, 1..3, [7, <>, 7, 7, 7, 7]);",
        "who = Red;",
        "x = -3;",
        "----------",
    ]


def test_what_was_read_is_written_with_the_indices_that_it_had():
    text = (
        "var 1..1: a; var 2..2: b; array [1..2] of var int: row :: output_array([3..4]) = [a, b];"
        "var 5..5: c; var 6..6: d; array [1..2] of var int: two :: output_array([0..0, -1..0]) ="
        " [c, d]; solve satisfy;"
    )
    assert in_minizinc(first(from_flatzinc(text))).splitlines() == [
        "row = array1d(3..4, [1, 2]);",
        "two = array2d(0..0, -1..0, [5, 6]);",
        "----------",
    ]


def test_sets_are_written_as_sets_and_those_of_an_array_as_an_array():
    def chosen(name, values, *members):
        one = subset(name, values)
        return [one, *(one[value] == int(value in members) for value in values)]

    model = Model(
        "sets",
        *chosen("s", [1, 2, 3, 4], 1, 3, 4),
        *chosen("none", [1, 2]),
        *chosen("coats", ["red", "deep blue"], "red", "deep blue"),
        *chosen("t[0,1]", [1, 2], 1),
        *chosen("t[0,2]", [1, 2]),
        *chosen("t[1,1]", [1, 2], 1, 2),
        *chosen("t[1,2]", [1, 2], 2),
        *chosen("day[Mon]", [1, 2], 1),
        *chosen("day[Tue]", [1, 2], 2),
    )
    assert in_minizinc(first(model)).splitlines() == [
        "s = {1,3,4};",
        "none = {};",
        "coats = {red,'deep blue'};",
        "t = array2d(0..1, 1..2, [1..1, {}, 1..2, 2..2]);",
        "day = [1..1, 2..2];",
        "----------",
    ]


def test_the_end_says_no_more_than_is_known():
    assert ending(3, complete=True) == "=========="
    assert ending(0, complete=True) == "=====UNSATISFIABLE====="
    assert ending(0, complete=False) == "=====UNKNOWN====="
    assert ending(3, complete=False) == ""


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (["queens", "n=4", "--all"], "=========="),
        (["queens", "n=4"], "----------"),
        (["queens", "n=3", "--all"], "=====UNSATISFIABLE====="),
        (["queens", "n=30", "-S", "brute-force"], None),
    ],
)
def test_solve_prints_it(words, end):
    done = everyway("solve", *words, "--as", "minizinc")
    lines = done.stdout.splitlines()
    if end is None:
        assert done.exit_code == 4
        assert lines == ["=====UNKNOWN====="]
    else:
        assert lines[-1] == end
        assert set(lines) - {"----------", "=========="} <= {end} | {
            line for line in lines if line.startswith("queen = array2d(1..4, 1..4, [")
        }


def test_the_value_of_an_objective_stands_beside_and_what_was_saved_is_exported_alike(tmp_path):
    path = tmp_path / "marks.db"
    model = Model("marks", x := integer("x", 0, 3), maximise=x)
    save(model, path)
    done = everyway("export", str(path), "-f", "dzn")
    assert done.stdout == "x = 3;\n_objective = 3;\n----------\n==========\n"
    out = tmp_path / "marks.dzn"
    assert everyway("export", str(path), "-o", str(out)).exit_code == 0
    assert out.read_text() == done.stdout


def test_one_form_at_a_time(tmp_path):
    for other in ("--json", "--jsonl"):
        done = everyway("solve", "queens", "n=4", "--as", "minizinc", other)
        assert done.exit_code == 2
        assert "two forms of output" in done.stderr
    done = everyway(
        "solve", "queens", "--all", "--as", "minizinc", "--save", str(tmp_path / "q.db")
    )
    assert (done.exit_code, "--as" in done.stderr) == (2, True)


@pytest.mark.skipif(which("minizinc") is None, reason="MiniZinc is not installed")
def test_minizinc_reads_it_as_data(tmp_path):
    data = tmp_path / "solution.dzn"
    data.write_text("\n".join(in_minizinc(first(shapes())).splitlines()[:-1]))
    model = tmp_path / "model.mzn"
    model.write_text(
        "enum E = {Red, 'deep blue'}; array[0..2] of int: q; array[1..2] of E: seat; int: x;"
        "array[0..1, 0..1] of int: g; array[1..2, 1..3] of opt int: cell; E: who; solve satisfy;"
        'output ["\\(sum(q)) \\(seat[2]) \\(g[1, 1]) \\(occurs(cell[1, 2])) \\(who) \\(x)"];'
    )
    command = ["minizinc", "--solver", "gecode", str(model), str(data)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[0] in ("3 deep blue 4 false Red -3", "3 'deep blue' 4 false Red -3")
