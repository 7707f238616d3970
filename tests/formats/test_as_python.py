"""A model is written as a person would declare it, and read back it is the same model."""

from __future__ import annotations

import re
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.formats import written
from everyway.formats.writing.as_python import program_of
from everyway.formats.writing.families import in_families
from everyway.formats.writing.python_layout import laid_out
from everyway.models import (
    Board,
    Model,
    VariableList,
    all_different,
    any_of,
    connected,
    count,
    iff,
    implies,
    integer,
    load,
    regions,
    rule,
    same,
    to_data,
    total,
    variable,
    variables,
)
from everyway.models.boards import KNIGHT
from everyway.models.language import arithmetic_expressions
from everyway.models.language.files.catalogue import puzzles
from everyway.models.language.late_dataclasses import replace
from everyway.models.pictures import around
from tests.formats.reading_back import rows_of
from tests.support.command_lines import everyway

NAMES = [found.name for found in puzzles()]
QUEENS = """\
from everyway.models import Board, Model

# N queens: no two share a row, a column or a diagonal.
# Known: 92 solutions (OEIS A000170).

board = Board(8)
queen = board.place("queen")

model = Model(
    "8 queens",
    queen,
    queen.per(board.rows) == 1,
    queen.per(board.columns) == 1,
    queen.per(board.diagonals) <= 1,
)
"""
SUDOKU = '''\
from everyway.models import Board, Model

# Sudoku: fill the cells so that no row, column or box holds a number twice.
# Known: 1 solution (published with one solution).

board = Board(9)
cell = board.fill(range(1, 10))
givens = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""

model = Model(
    "sudoku 9×9",
    cell,
    cell.along(board.rows).all_different(),
    cell.along(board.columns).all_different(),
    cell.along(board.boxes(3, 3)).all_different(),
    cell.given(givens),
)
'''
MONEY = """\
from everyway.models import Model, all_different, rule, total, variables

# SEND + MORE = MONEY, or any such sum: give each letter its digit.
# Known: 1 solution (published).

digit = variables("digit", ["A", "B", "C"], range(10))
A, B, C = digit

model = Model(
    "AA+BB+CC=ABC",
    digit,
    rule("different digits", all_different(digit)),
    rule("no leading zero", [digit[key] != 0 for key in ["A", "B", "C"]]),
    rule(
        "the columns add up (implied)",
        total(digit) % 10 == total([C]),
        total([11 * digit[key] for key in ["A", "B", "C"]]) % 100 == C + 10 * B,
    ),
    rule(
        "the sum is right",
        total([11 * digit[key] for key in ["A", "B", "C"]])
        == total(C, 10 * B, 100 * A),
    ),
)
"""
ZEBRA = [
    '    "drink", ["coffee", "tea", "milk", "orange juice", "water"], range(1, 6)\n)',
    '    rule("colours differ", all_different(colour)),',
    '        colour["green"] == colour["ivory"] + 1,',
    '        abs(person["Norwegian"] - colour["blue"]) == 1,',
]
TOUR = [
    'next_ = board.fill(range(13), "next")\nstart = variable("start", range(12))',
    "        allowed([next_[1, 1]], [(6,), (9,), (12,)]),",
    '    rule("one tour", circuit([*next_, start])),',
]


def read_back(text: str) -> Model:
    """The model that a program declares."""
    made: dict[str, Any] = {}
    exec(compile(text, "program", "exec"), made)
    return made["model"]


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_read_back_as_the_same_model(name: str):
    model = load(name)
    text = written(model, "python")
    again = read_back(text)
    assert "from_data" not in text
    assert to_data(again)["groups"] == to_data(model)["groups"]
    assert [one.label for one in again.rules] == [one.label for one in model.rules]
    assert same(again, model)
    assert again.name == model.name


@pytest.mark.parametrize(
    "name", ["queens", "sudoku", "zebra", "send_more_money", "knights_tour", "magic_square"]
)
def test_the_solutions_are_those_of_the_puzzle(name: str, tmp_path: Path):
    file = tmp_path / "again.py"
    file.write_text(written(load(name), "python"))
    counts = [everyway("count", one).stdout.split()[0] for one in (str(file), name)]
    assert counts[0] == counts[1]


def test_a_board_with_its_rules_and_givens():
    assert written(load("queens"), "python") == QUEENS
    assert written(load("sudoku"), "python") == SUDOKU


def test_lists_by_texts_and_sums():
    text = written(load("send_more_money", puzzle="AA+BB+CC=ABC"), "python")
    assert text == MONEY


def test_no_term_has_the_factor_1():
    x = variables("x", 3, range(3))
    assert 1 * x[0] is x[0] * 1 is x[0]
    among = arithmetic_expressions.Sum(tuple(x), (1, -1, 2), 0)
    assert "total([x[0], -x[1], 2 * x[2]]) == 3" in program_of(Model("factors", x, among == 3))


def test_what_is_counted_has_one_value():
    x = variables("x", 3, range(3))
    alike, others = total([x[k] == 1 for k in range(3)]), total([x[k] == k for k in range(3)])
    model = Model("counted", x, rule("alike", alike == 2), rule("others", others == 1))
    text = program_of(model)
    assert 'rule("alike", count(x, 1) == 2)' in text
    assert 'rule("others", total([x[i] == i for i in range(3)]) == 1)' in text
    assert same(read_back(text), model)


def test_rules_that_are_alike_are_a_table_with_their_labels():
    text = written(load("kakuro"), "python")
    assert (
        '        for label, squares, target in [\n            ("12 below r1c2", "r2c2 r3c2", 12),\n'
        in text
    )
    text = written(load("nonogram"), "python")
    assert "        rule(label, fits([black[r, c] for c in range(1, 7)], pattern))\n" in text
    assert '            ("row 5: 1 2", 5, "0*100*110*"),\n' in text


def test_short_names_stand_for_variables_alone():
    letter = variables("letter", ["S", "E"], range(3))
    clash = variables("E", 2, range(3))
    label = 'not letter["S"]'
    model = Model("names", letter, clash, rule(label, letter["S"] != clash[0], clash[0] < 2))
    text = written(model, "python")
    assert "= letter\n" not in text
    other = variables("F", 2, range(3))
    model = Model("names", letter, other, rule(label, letter["S"] != other[0], other[0] < 2))
    text = written(model, "python")
    assert "S, E = letter\n" in text
    assert f"rule('{label}', S != F[0], F[0] < 2)" in text
    assert same(read_back(text), model)


@pytest.mark.parametrize(("name", "parts"), [("zebra", ZEBRA), ("knights_tour", TOUR)])
def test_rules_stand_under_their_labels(name: str, parts: list[str]):
    text = written(load(name), "python")
    assert [part for part in parts if part not in text] == []


def test_parts_of_a_grid_are_rows_columns_and_boxes():
    cell = variables("cell", (4, 4), range(1, 5))
    rows = [all_different(cell[i]) for i in range(4)]
    columns = [all_different(cell[:, j]) for j in range(4)]
    boxes = [all_different(cell[i : i + 2, j : j + 2]) for i in (0, 2) for j in (0, 2)]
    model = Model("grid", cell, rule("rows", rows), rule("columns", columns), boxes)
    text = program_of(model)
    assert 'cell = variables("cell", (4, 4), range(1, 5))' in text
    assert 'rule("rows", [all_different(cell[i]) for i in range(4)])' in text
    assert 'rule("columns", [all_different(cell[:, i]) for i in range(4)])' in text
    assert "all_different(cell[i : i + 2, j : j + 2])" in text
    assert "for i in [0, 2] for j in [0, 2]" in text
    assert same(read_back(text), model)


def test_boards_of_every_form_come_back():
    board = Board(3, 4, wrap=True, holes="r1c1", walls="r2c2 r3c4")
    regions = Board.from_map("AAB/ABB/CCC")
    queen, tower, lamp = board.place("queen"), regions.fill(range(3), "tower"), board.place("lamp")
    rules = [
        queen.at("r1c2"),
        queen.empty_at("r1c3 r1c4"),
        queen.per(board.pairs(KNIGHT)) <= 1,
        lamp.total >= 2,
        lamp.no_attacks(KNIGHT),
        tower.along(regions.regions).all_different(),
        tower.along(regions.rows).increasing(strict=True),
        tower.along(regions.columns).increasing(),
        tower.given("0../.../..2".replace("/", "")),
    ]
    model = Model("boards", queen, tower, lamp, rules)
    again = read_back(program_of(model))
    assert to_data(again) == to_data(model)


OVER_SQUARES = {
    "pairs": "[any_of(cell[a] != cell[b], cell[a] == 0) for a, b in board.adjacent]",
    "both ways": "for region in board.regions for a, b in permutations(region, 2)",
    "one way": "for line in board.rows for a, b in combinations(line, 2)",
    "apart": "for (i, a), (j, b) in combinations(enumerate(line), 2)",
    "beside": "count([cell[square] for square in board.beside(at)], 1) <= 2) for at in board.open",
    "walls": "[iff(wall[a, b] == 1, cell[a] != cell[b]) for a, b in board.adjacent]",
    "joined": "connected([cell[at] != 1 for at in board.open], board)",
}


def test_what_is_said_of_squares_in_a_row_goes_over_the_board():
    board = Board.from_map("AABB/CADD/CEE.")
    cell, wall = board.fill(range(4)), board.borders("wall")
    line_pairs = [
        (i, a, j, b)
        for line in (*board.rows, *board.columns)
        for (i, a), (j, b) in combinations(enumerate(line), 2)
    ]
    regions_ = [[a for a in board.open if board.region_of(a) == name] for name in "ABCDE"]
    rules = {
        "pairs": [any_of(cell[a] != cell[b], cell[a] == 0) for a, b in board.adjacent],
        "both ways": [cell[a] <= cell[b] + 2 for r in regions_ for a, b in permutations(r, 2)],
        "one way": [cell[a] - 2 * cell[b] <= 2 for r in board.rows for a, b in combinations(r, 2)],
        "apart": [any_of(cell[a] != cell[b], cell[a] - (j - i) < 0) for i, a, j, b in line_pairs],
        "beside": [
            implies(cell[s] == 0, count([cell[n] for n in board.beside(s)], 1) <= 2)
            for s in board.open
        ],
        "walls": [iff(wall[a, b] == 1, cell[a] != cell[b]) for a, b in board.adjacent],
        "joined": [connected([cell[s] != 1 for s in board.open], board)],
    }
    for label, constraints in rules.items():
        model = Model("squares", cell, wall, rule(label, constraints))
        text = program_of(model)
        flat = re.sub(r",? (?=[\])])|(?<=[\[(]) ", "", " ".join(text.split()))
        assert OVER_SQUARES[label] in flat
        assert same(read_back(text), model)
    divided = Model("divided", wall, regions(wall, roots=[0, 10]))
    assert "regions(wall, roots=[0, 10])," in program_of(divided)
    assert same(read_back(program_of(divided)), divided)


def test_a_shared_term_has_no_name_where_it_would_break_a_loop():
    text = program_of(load("snake"))
    assert "term" not in text
    assert "for cell in board.open" in text


def test_a_rule_of_another_family_keeps_its_label():
    board = Board(3)
    queen = board.place("queen")
    own = board.rows.where(lambda line: "2" not in line.name, "outer rows")
    model = Model("outer", queen, queen.per(own) == 1, around(queen, top="123"))
    text = program_of(model)
    assert "#" not in text
    again = read_back(text)
    assert [one.label for one in again.rules] == ["outer rows == 1"]
    assert same(again, model)


def test_a_rule_that_only_looks_like_one_of_a_board_is_written_out():
    board = Board(2)
    queen = board.place("queen")
    made = queen.per(board.rows) == 1
    other = replace(made, constraints=tuple(total(row) == 2 for _, row in queen.over(board.rows)))
    text = program_of(Model("like rows", queen, other))
    assert "board.rows" not in text
    assert same(read_back(text), Model("like rows", queen, other))


def test_objectives_and_projections_are_written():
    x, y = integer("x", 0, 4), integer("y", 0, 4)
    best = Model("best", x, y, x + y <= 5, maximise=x + 2 * y)
    assert "    maximise=x + 2 * y,\n)" in program_of(best)
    several = Model("both", x, y, minimise=(x, y - x)).projecting("y")
    assert '    minimise=(("min", x), ("min", y - x)),\n).projecting("y")' in program_of(several)
    close = Model("close", x, y, minimise=x, within=2)
    fronts = Model("front", x, y, x + y >= 3, pareto=(x, ("max", y)))
    for model in (best, several, close, fronts):
        assert to_data(read_back(program_of(model))) == to_data(model)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_keep_their_labels_and_solutions():
    for seed in range(60):
        model = random_model(seed)
        again = read_back(program_of(model))
        assert [one.label for one in again.rules] == [one.label for one in model.rules], seed
        assert rows_of(again) == rows_of(model), seed


def test_names_of_python_and_of_the_language_are_avoided():
    named = [
        integer(name, 0, 1) for name in ("total", "next", "model", "KING", "if", "combinations")
    ]
    i, x = integer("i", 0, 1), variables("x", 4, range(2))
    model = Model("names", named, i, x, [x[k] <= x[k + 1] for k in range(3)], total(named) >= i)
    text = program_of(model)
    assert "[x[j] <= x[j + 1] for j in range(3)]" in text
    assert to_data(read_back(text)) == to_data(model)


def test_variables_over_domains_of_their_own_stay_a_group():
    x, y = variable("x[0]", range(3)), variable("x[1]", ["a", "b"])
    model = Model("own", VariableList("x", (x, y), (0, 1)), any_of(x == 1, y == "b"))
    text = program_of(model)
    assert 'variable("x[1]", ["a", "b"])' in text
    assert to_data(read_back(text)) == to_data(model)


@pytest.mark.parametrize(
    ("texts", "loop"),
    [
        ([f"x[{i}] <= 1" for i in range(5)], "x[i] <= 1 for i in range(5)"),
        ([f"x[{i}, {20 - i}]" for i in range(1, 19, 3)], "x[i, 20 - i] for i in range(1, 19, 3)"),
        ([f"x[{2 * i}] - {i + 1}" for i in range(6)], "x[2 * i - 2] - i for i in range(1, 7)"),
        ([f"y[{i}] * {i + 1}" for i in range(4)], "y[i] * (i + 1) for i in range(4)"),
        (
            [f"x[{i}, {j}] + x[{j}, {i}]" for i in range(3) for j in range(1, 4)],
            "x[i, j] + x[j, i] for i in range(3) for j in range(1, 4)",
        ),
        (
            [f"x[{j}] != x[{i}]" for i, j in combinations(range(5), 2)],
            "x[j] != x[i] for i, j in combinations(range(5), 2)",
        ),
        (
            [f"x[{i}] - x[{(i + 1) % 6}]" for i in range(6)],
            "x[i] - x[(i + 1) % 6] for i in range(6)",
        ),
        (
            [f'x["{i}"] == "{j}"' for i in ("red", "blue") for j in "abc"],
            'x[i] == j for i in ["red", "blue"] for j in ["a", "b", "c"]',
        ),
        (
            [f"f(x[{i}, {j}:{j + 2}])" for i in range(2) for j in range(0, 8, 2)],
            "f(x[i, j : j + 2]) for i in range(2) for j in range(0, 8, 2)",
        ),
        (
            [f"[y[j] for j in range({i})]" for i in range(3)],
            "[y[k] for k in range(i)] for i in range(3)",
        ),
        (
            [f"[y[i] for i in range({i})]" for i in range(3)],
            "[y[j] for j in range(i)] for i in range(3)",
        ),
        (
            [f"x[{a}] < x[{b}]" for a, b in [(0, 7), (3, 1), (4, 4), (9, 0), (8, 8), (2, 3)]],
            "x[i] < x[j] for i, j in [(0, 7), (3, 1), (4, 4), (9, 0), (8, 8), (2, 3)]",
        ),
    ],
)
def test_a_family_is_a_comprehension(texts: list[str], loop: str):
    assert in_families(texts, set()) == [f"[{loop}]"]


def test_a_comprehension_takes_no_name_of_the_program():
    texts = [f"x[{place}] <= i" for place in range(5)]
    assert in_families(texts, {"x", "i"}) == ["[x[j] <= i for j in range(5)]"]


def test_what_is_no_family_stays_one_by_one():
    assert in_families(["x[0]", "x[1]"], set()) == ["x[0]", "x[1]"]
    odd = ["x[0] < y[7]", "x[3] < y[1]", "x[4] < y[4]"]
    assert in_families(odd, set(), most=1) == odd
    assert in_families([*odd, "z"], set())[-1] == "z"
    sums = [f"x[{i}] + y[{i + j}] <= {j}" for i in range(5) for j in range(i + 1, 9 - i)]
    (loop,) = in_families(sums, set(), most=1)
    assert loop.endswith(" for i in range(4) for j in range(1, 9) if i + j <= 8 and i < j]")
    begun = [f"sum(x[{i}], range({i}, {i + 3}))".replace("(0, ", "(") for i in range(6)]
    assert in_families(begun, set()) == ["[sum(x[i], range(i, i + 3)) for i in range(6)]"]


@pytest.mark.parametrize("seed", range(100))
def test_loops_over_pairs_are_these_pairs_in_their_order(seed: int):
    pick = Random(seed)
    sides = [range(low, low + pick.randint(2, 6)) for low in (pick.randint(-3, 3), 0)]
    (least, most), (less, more) = (sorted(pick.sample(range(-5, 10), 2)) for _ in range(2))
    both = pick.random() < 0.7
    rows = [
        [i, j, 2 * i - j]
        for i, j in product(*sides)
        if (least <= i + j <= most and both) or less <= i - j <= more
    ]
    found = list[list[int]]()
    for text in in_families([*map(str, rows)], set(), most=1):
        found += eval(text) if " for " in text else [eval(text)]
    assert found == rows


def test_long_expressions_are_broken_where_a_formatter_breaks_them():
    terms = ", ".join(f"number[{place}]" for place in range(12))
    assert laid_out("f(x)", 4, "y=", ",") == "    y=f(x),"
    assert laid_out(f"total({terms}) == 5", 4, after=",").splitlines() == [
        "    total(",
        *(f"        number[{place}]," for place in range(12)),
        "    )",
        "    == 5,",
    ]
    assert all(len(line) <= 88 for line in laid_out(f"[{terms}]").splitlines())
