"""Faults that a second reader found, so that they do not come back."""

import pytest

from everyway.models import Board, Model, ModelError, allowed, count, element, integer, variable
from everyway.models.queens import queens
from everyway.solvers import SolverUnavailable, Unsupported, solutions
from everyway.solvers import count as number_of_solutions

from ...support.command_lines import everyway

# ------------------------------------------------------------------- found by a second reader


def test_a_set_of_labels_has_one_order_whatever_the_hash_seed():
    assert variable("x", {"b", "a", "c"}).domain == ("a", "b", "c")
    x = variable("x", ["a", "b"])
    assert allowed([x], {("b",), ("a",)}).rows == (("a",), ("b",))


def test_a_constraint_is_not_looked_for_in_a_list_of_numbers():
    x = integer("x", 0, 3)
    with pytest.raises(ModelError, match="any_of"):
        1 in [x == 1]  # noqa: B015, FURB171 - that it raises is tested


def test_a_board_of_very_many_squares_is_refused():
    with pytest.raises(ModelError, match="1 000 000 squares"):
        Board(10**6)


@pytest.mark.parametrize("solver", ["flatmap", "cp-sat", "python-constraint", "brute-force"])
def test_a_count_over_an_undefined_term_is_undefined(solver):
    x, y = integer("x", -3, 3), integer("y", -3, 3)
    model = Model("undefined", x, y, count([x // y, x, 1], 1) == 2)
    expected = {
        (a, b) for a in range(-3, 4) for b in range(-3, 4) if b and [a // b, a].count(1) == 1
    }
    assert {s.row for s in solutions(model, solver)} == expected
    labels = element(["red", "green"], x)
    picked = Model("labels", x, y, ~(count([labels], "red") == 0), y == 0)
    assert {s.row for s in solutions(picked, solver)} == {(a, 0) for a in (-3, -2, -1, 0, 2, 3)}


@pytest.mark.parametrize("limit", [0, -1, float("nan"), "3", True])
def test_options_are_checked_where_nothing_is_searched(limit):
    free = Model("free", integer("x", 0, 3), integer("y", 0, 3))
    with pytest.raises(ValueError, match="time_limit"):
        number_of_solutions(free, time_limit=limit)


def test_a_solver_that_knows_one_puzzle_is_asked_even_where_nothing_is_searched():
    free = Model("free", integer("x", 0, 3), integer("y", 0, 3))
    with pytest.raises(Unsupported):
        number_of_solutions(free, "published-pairs")
    assert SolverUnavailable


def test_a_claim_may_not_bear_the_name_of_a_solver_that_runs(tmp_path):
    claim = tmp_path / "good.jsonl"
    claim.write_text('{"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]}\n')
    result = everyway("compare", "queens", "n=4", "--claim", f"flatmap={claim}")
    assert result.exit_code == 2
    assert "two claims are called 'flatmap'" in result.stderr


def test_the_picture_of_a_comparison_is_the_first_that_show_draws():
    shown = everyway("show", "queens", "n=4").stdout.splitlines()
    compared = everyway("compare", "queens", "n=4").stdout
    assert all(f"  {line}" in compared for line in shown)
    assert queens(4).name in compared


def test_a_predicate_that_leaves_the_program_fails_the_run(tmp_path):
    file = tmp_path / "leaves.py"
    file.write_text(
        "import sys\nfrom everyway.models import *\n"
        "def stop(x): sys.exit(0)\n"
        "def leaves():\n    x = integer('x', 0, 3)\n"
        "    return Model('leaves', x, predicate(stop, x))\n"
    )
    result = everyway("compare", str(file))
    assert result.exit_code == 4
    assert "SystemExit" in result.output


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('{"queen": ["r1c2"', 18),
        ('{"queen": ["r1c2", 7]}', 20),
        ('{"queen": ["r1c2", "r9c9"]}', 20),
    ],
)
def test_a_claim_error_points_at_its_column(tmp_path, line, column):
    claim = tmp_path / "claim.jsonl"
    claim.write_text(f"{line}\n")
    result = everyway("compare", "queens", "n=4", "--claim", f"mine={claim}")
    assert result.exit_code == 2
    assert f"line 1, column {column}:" in " ".join(result.stderr.split())
