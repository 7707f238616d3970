"""A model is written as MiniZinc as a person would, and comes back with its groups and rules."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from everyway.formats import from_minizinc, written
from everyway.models import (
    Board,
    Model,
    VariableList,
    all_different,
    constant,
    element,
    exactly,
    iff,
    implies,
    integer,
    load,
    rule,
    total,
    variables,
)
from everyway.models.language.files.catalogue import puzzles
from tests.formats.reading_back import from_minizinc_text, rows_of

NAMES = [found.name for found in puzzles()]
QUEENS = """\
% 6 queens
array[1..6, 1..6] of var bool: queen;

constraint :: "rows == 1" forall(i in 1..6)(sum(queen[i, ..]) = 1);
constraint :: "columns == 1" forall(i in 1..6)(sum(queen[.., i]) = 1);
constraint :: "diagonals <= 1"
    queen[5, 1] + queen[6, 2] <= 1 /\\
    forall(i in 1..3)(sum(j in 5 - i..6)(queen[j, j - 4 + i]) <= 1) /\\
    sum(i in 1..6)(queen[i, i]) <= 1 /\\
    forall(i in 1..3)(sum(j in 1..6 - i)(queen[j, j + i]) <= 1) /\\
    queen[1, 5] + queen[2, 6] <= 1 /\\
    queen[2, 1] + queen[1, 2] <= 1 /\\
    forall(i in 3..6)(sum(j in 1..i)(queen[j, i + 1 - j]) <= 1) /\\
    forall(i in 2..4)(sum(j in i..6)(queen[j, i + 6 - j]) <= 1) /\\
    queen[6, 5] + queen[5, 6] <= 1;

solve satisfy;
"""
FEW = ["queens", "sudoku", "stable_marriages", "symmetric_queens", "tents"]
SLOW = pytest.mark.slow
NEEDED = pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")


def lines_of(model: Model) -> list[str]:
    return written(model, "minizinc").splitlines()


def test_queens_are_rows_columns_and_diagonals():
    assert written(load("queens", n=6), "minizinc") == QUEENS


def test_a_text_does_not_grow_with_its_board():
    assert len(lines_of(load("queens", n=30))) == len(QUEENS.splitlines())


def test_givens_are_a_grid():
    lines = lines_of(load("sudoku"))
    assert "        [| 5, 3, 0, 0, 7, 0, 0, 0, 0" in lines
    assert lines[-3] == "    forall(i, j in 1..9 where given[i, j] > 0)(cell[i, j] = given[i, j]);"


def test_few_points_do_not_make_a_loop():
    x = variables("x", 9, range(5))
    model = Model("scattered", x, [x[a] != x[b] for a, b in ((0, 1), (2, 5), (7, 8))])
    assert "forall" not in written(model, "minizinc")


def test_text_keys_and_labels_are_enumerated_types():
    lines = lines_of(load("map_colouring"))
    assert "enum Colour = {red, green, blue};" in lines
    assert "array[Colour_key] of var Colour: colour;" in lines
    zebra = lines_of(load("zebra"))
    assert "array[Drink] of var 1..5: drink;" in zebra
    assert 'constraint :: "milk is drunk in the middle house" drink[milk] = 3;' in zebra


def test_keys_that_are_labels_share_their_type():
    lines = lines_of(load("stable_marriages"))
    assert "array[Adam..Dave] of var {Anna, Beth, Cleo, Dora}: wife;" in lines


def test_pairs_are_loops_over_those_in_order():
    mark = variables("mark", 5, range(12))
    model = Model(
        "apart", mark, [mark[i] != mark[j] + 1 for i in range(5) for j in range(i + 1, 5)]
    )
    assert "constraint forall(i, j in 0..4 where i < j)(mark[i] != mark[j] + 1);" in lines_of(model)


def test_families_that_are_mixed_are_sorted_out():
    board = Board(3)
    model = Model("apart", king := board.place("king"), king.per(board.touching) <= 1)
    text = written(model, "minizinc")
    assert text.count("forall") == 4
    assert "forall(i, j in 1..2)(king[i, j] + king[i + 1, j + 1] <= 1)" in text


def test_truths_are_said_in_the_language_of_booleans():
    on, x = variables("on", 3, range(2)), integer("x", 0, 3)
    model = Model(
        "truths",
        on,
        x,
        implies(on[0] == 1, x == 2),
        iff(on[1] == 1, x > 1),
        ~((on[1] == 0) & (on[2] == 1)),
        rule("two", exactly(on, 1, 2)),
        (on[0] == on[2]) | (x == 0),
    )
    text = written(model, "minizinc")
    assert "constraint on[0] -> x = 2;" in text
    assert "constraint on[1] <-> x > 1;" in text
    assert 'constraint :: "two" count(on, 1) = 2;' in text
    assert "constraint on[0] <-> on[2] \\/ x = 0;" not in text
    assert "constraint (on[0] <-> on[2]) \\/ x = 0;" in text


def test_comparisons_that_always_hold_are_left_out():
    x, y = integer("x", 0, 3), integer("y", 2, 3)
    text = written(Model("loose", x, y, total([x]) <= 3, x + y >= 2, constant(3) >= x), "minizinc")
    assert "constraint" not in text


def test_what_the_text_does_not_say_stands_in_its_head():
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    projected = lines_of(Model("pairs", x, y, x < y).projecting("x"))
    assert projected[:2] == ["% pairs", "% a solution is the values of x"]
    assert "var 0..3: y :: no_output;" in projected
    best = lines_of(Model("best", x, y, x < y, maximise=x * y))
    assert best[1] == "% MiniZinc gives one best solution, though there may be others"
    assert best[-1] == "solve maximize x * y;"


@NEEDED
def test_an_item_at_a_place_keeps_its_offset(tmp_path: Path):
    x = variables("x", range(3, 7), range(4))
    place = integer("place", 0, 3)
    model = Model("places", x, place, element(list(x), place) == 2, all_different(list(x)))
    text = written(model, "minizinc")
    assert "x[place + 3] = 2" in text
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)


@NEEDED
def test_an_array_of_several_domains_keeps_them(tmp_path: Path):
    x = [integer(f"x[{place}]", 0, most) for place, most in enumerate((3, 1, 2))]
    group = VariableList("x", tuple(x), (0, 1, 2))
    model = Model("several", group, total(x) == 4)
    text = written(model, "minizinc")
    assert "array[0..2] of var 0..3: x;" in text
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)


@NEEDED
@pytest.mark.parametrize(
    "name", [*FEW, *(pytest.param(n, marks=SLOW) for n in NAMES if n not in FEW)]
)
def test_every_puzzle_comes_back_with_its_groups_and_rules(name: str, tmp_path: Path):
    """Rules may be gone that MiniZinc made domains of, or one variable of two."""
    model, file = load(name), tmp_path / "model.mzn"
    file.write_text(written(model, "minizinc"))
    again = from_minizinc(file)
    groups = {group.name: len(group.variables) for group in again.groups}
    assert groups.items() >= {one.name: len(one.variables) for one in model.groups}.items()
    labels = {one.label for one in model.rules}
    assert {one.label for one in again.rules} <= labels | {"the same value"}
