"""The variables of loops in texts of Python are called by what they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from everyway.formats import written
from everyway.formats.writing.loop_names import speaking
from everyway.models import Board, Model, VariableList, integer, load, regular, rule, total
from everyway.models.language.files.catalogue import puzzles
from tests.formats.reading_back import READERS, rows_of

PYTHON = ["python", "cpmpy", "ortools", "python-constraint"]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (
            "for i, j in [([(1, 2)], 7)]:\n sum(cell[k] for k in i) == j",
            "for cells, total in [([(1, 2)], 7)]:\n sum(cell[key] for key in cells) == total",
        ),
        ("[x[i] for i in [3, 5]]", "[x[i] for i in [3, 5]]"),
        ('[x[i] for i in ["a", "b"]]', '[x[key] for key in ["a", "b"]]'),
        ("[x[i] != x[j] for i, j in [(0, 3)]]", "[x[i] != x[j] for i, j in [(0, 3)]]"),
        (
            "[x[i] - x[j] >= k for i, j, k in [(0, 3, 1)]]",
            "[x[i] - x[j] >= least for i, j, least in [(0, 3, 1)]]",
        ),
        ("[i <= x[j] for i, j in [(0, 3)]]", "[least <= x[i] for least, i in [(0, 3)]]"),
        (
            "[total(cell[i]) == j for i, j in [(0, 3)]]",
            "[total(cell[i]) == target for i, target in [(0, 3)]]",
        ),
        (
            "[sum(cell[i, j] for j in range(3)) for i in range(3)]",
            "[sum(cell[r, c] for c in range(3)) for r in range(3)]",
        ),
        (
            "[sum(cell[j, i] for j in range(3)) for i in range(3)]",
            "[sum(cell[r, c] for r in range(3)) for c in range(3)]",
        ),
        (
            "[cell[i, :] for i in range(3)] + [cell[:, i : i + 2] for i in range(2)]",
            "[cell[r, :] for r in range(3)] + [cell[:, c : c + 2] for c in range(2)]",
        ),
        (
            "[cell[i, j] == r for i, j in [(1, 2)]]",
            "[cell[row, column] == r for row, column in [(1, 2)]]",
        ),
        ("[cell[i, i] for i in range(3)]", "[cell[i, i] for i in range(3)]"),
        ("[x[i, j] for i, j in [(1, 2)]]", "[x[i, j] for i, j in [(1, 2)]]"),
        ("for k in range(3):\n x[k] == value", "for i in range(3):\n x[i] == value"),
        ("[x == i for i in [1, 4]] + [value]", "[x == i for i in [1, 4]] + [value]"),
        (
            "for i, j in [(0, 3)]:\n f(lambda a, i=i: a <= i, [x[j]])",
            "for most, i in [(0, 3)]:\n f(lambda a, most=most: a <= most, [x[i]])",
        ),
        (
            '[rule(i, fits(x[j], k)) for i, j, k in [("é", 1, "0*")]]',
            '[rule(label, fits(x[i], pattern)) for label, i, pattern in [("é", 1, "0*")]]',
        ),
        (
            "[x[i] == j, y[i] == k for i, j, k in [(0, 1, 2)]]".replace(
                "x[i] == j, y[i] == k", "(x[i] == j) | (y[i] == k)"
            ),
            "[(x[i] == j) | (y[i] == k) for i, j, k in [(0, 1, 2)]]",
        ),
    ],
)
def test_variables_of_loops_are_called_by_their_uses(source: str, wanted: str):
    assert speaking(source, set(), {"cell"}) == wanted


def test_no_variable_of_a_loop_has_a_name_that_is_taken():
    source = "for i, j in [([(1, 2)], 7)]:\n sum(cell[k] for k in i) == j"
    taken = {"cells", "total", "key"}
    assert speaking(source, taken, {"cell"}) == (
        "for i, target in [([(1, 2)], 7)]:\n sum(cell[j] for j in i) == target"
    )


@pytest.mark.parametrize("language", PYTHON)
def test_groups_may_have_the_names_of_variables_of_loops(language: str, tmp_path: Path):
    board = Board(3)
    cell = board.fill(range(2), "cell")
    words = ["r", "c", "row", "key", "total", "cells", "values", "pattern", "fits", "re", "line"]
    others = [VariableList(name, (integer(f"{name}[0]", 0, 1),), (0,)) for name in words]
    steps = {(0, 1): 1, (0, 0): 0, (1, 0): 1}
    rules = [
        rule(f"row {place}", regular(line, steps, 0, [1]), total(line) == others[place][0])
        for place, (_, line) in enumerate([*cell.over(board.rows), *cell.over(board.columns)])
    ]
    alike = [one[0] == others[0][0] for one in others[6:]]
    model = Model("words", cell, others, rules, alike)
    found = Counter(READERS[language](written(model, language), model, tmp_path))
    assert found == rows_of(model)
    assert len(found) == 6


def test_names_of_squares_are_as_people_write_them():
    assert 'name=f"cell[{r}, {c}]"' in written(load("kakuro"), "cpmpy")
    assert 'f"cell[{r}, {c}]"' in written(load("magic_square"), "ortools")


def test_functions_of_python_constraint_call_values_as_the_variables(tmp_path: Path):
    text = written(load("send_more_money"), "python-constraint")
    assert "problem.addConstraint(lambda E, D, Y: (D + E) % 10 == Y, [E, D, Y])\n" in text
    assert "    lambda S, E, N, D, M, O, R, Y: (\n        sum([D, 10 * N" in text
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    model = Model("less", x, y, x + 1 < y)
    text = written(model, "python-constraint")
    assert 'problem.addConstraint(lambda x, y: x + 1 < y, ["x", "y"])\n' in text
    assert Counter(READERS["python-constraint"](text, model, tmp_path)) == rows_of(model)
    text = written(load("costas_array"), "python-constraint")
    assert "len({values[j] - values[j - i] for j in range(i, 6)}) == 6 - i\n" in text
    tour = written(load("knights_tour"), "python-constraint")
    assert "(lambda *values: is_circuit(values), [*next_2.values(), " in tour


def test_rules_that_follow_from_others_say_so():
    given = {"magic_square": {"n": 4, "kind": "pandiagonal"}}
    found = set()
    for puzzle in puzzles():
        if any(one.name == "implied" for one in puzzle.parameters):
            whole = load(puzzle.name, **given.get(puzzle.name, {}))
            without = load(puzzle.name, **given.get(puzzle.name, {}), implied=False)
            plain = {one.label for one in without.rules}
            added = {one.label for one in whole.rules} - plain
            assert added
            assert {label for label in added | plain if label.endswith("(implied)")} == added
            found.add(puzzle.name)
    assert len(found) >= 7


@pytest.mark.parametrize("language", [*PYTHON, "minizinc", "clingo", "xcsp3"])
def test_texts_mark_what_is_implied(language: str):
    assert "the columns add up (implied)" in written(load("send_more_money"), language)
    assert "room for different gaps (implied)" in written(load("golomb_ruler"), language)
