"""A model is written as a script of CPMpy as a person would write it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from everyway.formats import written
from everyway.models import (
    Model,
    VariableList,
    all_different,
    implies,
    integer,
    load,
    regular,
    total,
    variables,
)
from tests.formats.reading_back import from_cpmpy_script, rows_of

pytest.importorskip("cpmpy")
LATIN = '''\
"""Latin square of order 4"""

import cpmpy as cp

cell = cp.intvar(1, 4, shape=(4, 4), name="cell")

model = cp.Model()
# rows all different
model += [cp.AllDifferent(cell[r, :]) for r in range(4)]
# columns all different
model += [cp.AllDifferent(cell[:, c]) for c in range(4)]

print("solutions:", model.solveAll(display=cell))
'''


def test_a_latin_square_is_an_array_with_rows_and_columns():
    assert written(load("latin_square", n=4), "cpmpy") == LATIN


def test_placements_are_booleans_and_rules_stand_under_their_names():
    text = written(load("queens", n=8), "cpmpy")
    assert 'queen = cp.boolvar((8, 8), name="queen")' in text
    assert "# rows == 1\nmodel += [cp.sum(queen[r, :]) == 1 for r in range(8)]\n" in text


def test_givens_are_drawn():
    text = written(load("sudoku"), "cpmpy")
    assert 'given = """\n53..7....\n6..195...\n' in text
    assert "    cell[r, c] == int(sign)\n    for r, text in enumerate(given.split())\n" in text
    text = written(load("sudoku"), "ortools")
    assert "for r, text in enumerate(given.split(), 1):" in text


def test_text_keys_are_a_dictionary_and_labels_are_constants():
    text = written(load("map_colouring"), "cpmpy")
    assert "# 0 is red\n# 1 is green\n# 2 is blue\n" in text  # as no rule has their names
    assert 'name=f"colour[{key}]")' in text
    assert '    colour[i] != colour[j]\n    for i, j in [\n        ("WA", "NT"),' in text
    colour = variables("colour", ["WA", "NT"], ["red", "green"])
    text = written(Model("map", colour, colour["WA"] == "red"), "cpmpy")
    assert "WA == red" in text
    assert "red, green = range(2)" in text


def test_sums_stay_inside_and_differences_are_differences():
    x, y = integer("x", 0, 9), integer("y", 0, 9)
    lines = written(
        Model("inside", x, y, abs(x - y) == 1, 2 * x - y <= 5, implies(x == 2, y != 4)), "cpmpy"
    ).splitlines()
    assert "model += abs(x - y) == 1" in lines
    assert "model += 2 * x - y <= 5" in lines
    assert "model += (x == 2).implies(y != 4)" in lines


def test_a_projection_and_an_objective_are_said():
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    projected = written(Model("pairs", x, y, x < y).projecting("x"), "cpmpy")
    assert '"""pairs\n\na solution is the values of x\n"""' in projected
    best = written(Model("best", x, y, x < y, maximise=x + y), "cpmpy")
    assert "CPMpy gives one best solution" in best
    assert "model.maximize(x + y)" in best


def test_the_script_prints_what_it_finds(tmp_path: Path):
    q = variables("q", 4, range(4))
    apart = [all_different([q[k] + s * k for k in range(4)]) for s in (1, 0, -1)]
    model = Model("queens", q, apart)
    for made, said in ((model, "solutions: 2"), (model.projecting("q[0]"), "solutions: 2")):
        file = tmp_path / "script.py"
        file.write_text(written(made, "cpmpy"))
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
        assert done.stdout.endswith(f"{said}\n")


def test_an_automaton_is_tables_over_its_states(tmp_path: Path):
    x = variables("x", 4, range(3))
    moves = {(0, 0): 3, (0, 2): 0, (3, 1): 0, (3, 2): 2, (2, 2): 2}  # no state stays with 1
    model = Model("automaton", x, regular([*x, x[1]], moves, 0, [0, 2]))
    text = written(model, "cpmpy")
    assert "\nmodel += is_accepted(" in text
    assert "cp.Element" not in text
    assert Counter(from_cpmpy_script(text, model, tmp_path)) == rows_of(model)
    assert len(rows_of(model)) > 1


@pytest.mark.parametrize("most", [2, 3])
def test_an_array_of_several_domains_keeps_them(most: int, tmp_path: Path):
    x = [integer(f"x[{place}]", place, most + place) for place in range(3)]
    model = Model("several", VariableList("x", tuple(x), (0, 1, 2)), total(x) >= 4)
    found = Counter(from_cpmpy_script(written(model, "cpmpy"), model, tmp_path))
    assert found == rows_of(model)


def test_remainders_are_written_by_their_operator():
    text = written(load("send_more_money"), "cpmpy")
    assert "S, E, N, D, M, O, R, Y = digit.values()\n" in text
    assert "model += (D + E) % 10 == Y\n" in text


def test_rules_that_are_alike_are_a_table_with_their_names():
    text = written(load("kakuro"), "cpmpy")
    assert "for cells, total in [\n    # 12 below r1c2\n    ([(2, 2), (3, 2)], 12),\n" in text
    assert "]:\n    model += cp.sum([cell[key] for key in cells]) == total\n" in text
    assert "model += cp.AllDifferent([cell[key] for key in cells])" in text


def test_an_automaton_is_a_table_of_the_rows_that_it_accepts():
    text = written(load("nonogram"), "cpmpy")
    assert '    # row 5: 1 2\n    (4, "0*100*110*"),\n' in text
    assert "    model += cp.Table(black[r, :], rows(6, pattern))\n" in text


def test_a_domain_with_few_gaps_is_one_without_these(tmp_path: Path):
    few, many = variables("few", 2, (-1, 1)), variables("many", 2, (0, 5, 6))
    far = variables("far", 1, (0, 2**30))
    model = Model("gaps", few, many, far, total(few) + total(many) <= 7)
    text = written(model, "cpmpy")
    assert "few[0] != 0" in text
    assert text.count(" != ") == 2
    assert Counter(from_cpmpy_script(text, model, tmp_path)) == rows_of(model)
