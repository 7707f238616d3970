"""Scripts of PyCSP3 are read as `python FILE` runs them, in a process of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway.models import ModelError, load
from everyway.solvers import count

from ..support.command_lines import alone, everyway

pytest.importorskip("pycsp3", reason='not installed: pip install "everyway[xcsp3]"')

SEATS = """
from pycsp3 import *

first, n = data or (1, 4)
x = VarArray(size=n, dom=range(first, first + n))

satisfy(
    # nobody shares a seat
    AllDifferent(x),
    # the ends are in order
    x[0] < x[-1],
)
if variant("low"):
    satisfy(x[0] == first)
"""


@pytest.fixture
def seats(tmp_path: Path) -> Path:
    file = tmp_path / "seats.py"
    file.write_text(SEATS)
    return file


def test_a_script_is_a_puzzle_with_the_options_of_its_command_line(seats):
    for words, number in {(): 12, ("data=[0,3]",): 3, ("data=[5,4]", "variant=low"): 6}.items():
        result = everyway("count", str(seats), *words)
        assert (result.stdout, result.exit_code) == (f"{number}\n", 0), result.stderr
    model = load(seats, data=[0, 3])
    assert (model.name, count(model), model["x"][0].domain) == ("seats", 3, range(3))
    assert sorted(one.name for one in seats.parent.iterdir()) == ["seats.py"]  # nothing is written


def test_comments_are_the_labels_of_rules(seats):
    rules = [rule.label for rule in load(seats).rules]
    assert rules == ["nobody shares a seat", "the ends are in order"]


def test_it_ends_at_its_first_solve_with_what_is_posted_then(seats):
    seats.write_text(f"{SEATS}\nif solve(sols=ALL) is SAT:\n    satisfy(x[0] == x[1])\nprint('on')")
    result = alone("count", str(seats))
    assert (result.stdout, result.returncode) == ("12\n", 0), result.stderr
    assert "on" not in result.stderr


def test_neighbours_are_imported_but_by_a_script_that_is_checked(seats):
    (seats.parent / "given.py").write_text("data = 2, 3")
    seats.write_text(f"import given\n{SEATS.replace('data or', 'given.data or')}")
    result = everyway("count", str(seats))
    assert (result.stdout, result.exit_code) == ("3\n", 0), result.stderr
    result = everyway("check", str(seats), "--against", "zebra")
    assert "No module named 'given'" in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from pycsp3 import *\nx = Var(dom=range(1 // 0))", r"ZeroDivisionError.*\(line 2\)"),
        ("from pycsp3 import *\na, b = data", r"unpack.*\(line 2\); its data are given as data=…"),
        ("from pycsp3 import *", "compiles no model"),
        ("from pycsp3 import *\nraise SystemExit(3)", r"SystemExit: 3 \(line 2\)"),
    ],
)
def test_a_script_that_fails_is_refused_with_its_line(seats, text, message):
    seats.write_text(text)
    with pytest.raises(ModelError, match=f"seats.py fails when it is run: .*{message}"):
        load(seats)


def test_an_option_that_pycsp3_has_not_is_refused(seats):
    with pytest.raises(ModelError, match="no parameter 'n'; its parameters are data"):
        load(seats, n=8)
