"""Lists of what is around a square, in line with it, or meets a vertex, in each language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random

import pytest

from everyway.formats import written
from everyway.models import (
    Board,
    Constraint,
    Model,
    all_different,
    all_equal,
    allowed,
    connected,
    count,
    element,
    forest,
    integer,
    maximum,
    minimum,
    regions,
    regular,
    rule,
    total,
    tree,
    variable,
    variables,
)
from tests.formats.reading_back import same_set

LANGUAGES = ["cpmpy", "minizinc", "clingo", "ortools", "python-constraint"]
IN_LINE: list[Callable[[int, int], bool]] = [
    lambda a, b: 0 in (a, b),
    lambda a, b: a == b,
    lambda a, b: 0 in (a, b) or a == b,
]
"""Rooks, bishops and queens, by how many rows and columns two squares are apart."""


@pytest.mark.parametrize("language", [*LANGUAGES, "xcsp3"])
@pytest.mark.parametrize("way", range(3))
def test_squares_in_line(language: str, way: int, tmp_path: Path):
    random = Random(f"{language} {way}")
    piece = Board(3, 4).place("piece")
    squares = [*piece.by_square]
    lines = [
        [b for b in squares if IN_LINE[way](abs(a.row - b.row), abs(a.column - b.column))]
        for a in squares
    ]
    rules = rule("reached", [total(piece[square] for square in line) >= 1 for line in lines])
    text = same_set(Model("in line", piece, rules, piece.total <= 3), language, tmp_path)
    if language != "xcsp3":
        said = {"minizinc": "forall(i in 1..3, j in 1..4)", "clingo": "I = 1..3, J = 1..4"}
        assert said.get(language, "for i in range(") in text
    lines[random.randrange(12)].pop()
    rules = rule("reached", [total(piece[square] for square in line) >= 1 for line in lines])
    same_set(Model("all but one", piece, rules, piece.total <= 3), language, tmp_path)


WAYS = [[(0, 1), (1, 0)], [(1, 1), (1, -1)], [(0, 1), (1, 0), (1, 1), (1, -1)]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", range(3))
def test_squares_in_sight(language: str, way: int, tmp_path: Path):
    """Each square, and those in line with it up to the next gap; or most of these."""
    piece = Board(3, 4, walls=["r1c3", "r2c2"]).place("piece")
    squares = {(one.row, one.column): variable for one, variable in piece.by_square.items()}
    lines: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for square in squares:
        lines[square] = [square]
        for down, right in [(a * sign, b * sign) for a, b in WAYS[way] for sign in (1, -1)]:
            row, column = square
            while (row := row + down, column := column + right) in squares:
                lines[square].append((row, column))
    few = piece.total <= 4
    for name, chosen in (
        ("all", lines),
        ("most", {one: line for one, line in lines.items() if one != (3, 1)}),
        ("one less", lines | {(3, 4): lines[3, 4][:-1]}),
    ):
        sums = [total(squares[one] for one in sorted(line)) >= 1 for line in chosen.values()]
        text = same_set(Model(name, piece, rule("seen", sums), few), language, tmp_path)
        if name == "all" and way != 1:  # of diagonals here the lists are shorter
            assert {"clingo": "clear1(I,J,_,_,"}.get(language, "is_clear(") in text


SAID = {
    "cpmpy": "for j, k in edge if i in (j, k)",
    "minizinc": "where i in {j, k}",
    "clingo": "I = (J;K)",
    "ortools": "for j, k in edge if i in (j, k)",
    "python-constraint": "for j, k in edge if i in (j, k)",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_edges_that_meet_a_vertex(language: str, tmp_path: Path):
    random, texts = Random(language), ""
    for kind in ("all", "some", "turned", "one left out", "-1"):
        pairs = [*combinations(range(6 if kind == "all" else 5), 2)]
        if kind != "all":
            pairs = [pair for pair in pairs if random.random() < 0.9]
        if kind in ("turned", "-1"):
            pairs = [pair[::-1] if kind == "turned" else (pair[0] - 1, pair[1]) for pair in pairs]
        edge = variables("edge", pairs, range(2))
        meeting = [[edge[pair] for pair in pairs if v in pair] for v in range(6)]
        if kind == "one left out":
            random.choice([some for some in meeting if len(some) > 2]).pop()
        bound = random.randint(1, 2)
        rules = rule("degrees", [total(some) <= bound for some in meeting if some])
        text = same_set(Model("edges", edge, rules, total(edge) >= 2), language, tmp_path)
        texts += text if kind in ("all", "some") else ""
    assert SAID[language] in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_two_lines_at_each_two_places(language: str, tmp_path: Path):
    x = variables("x", (3, 4), ["red", "green"])
    rules = [
        ~all_equal(x[a, c], x[a, d], x[b, c], x[b, d])
        for a, b in combinations(range(3), 2)
        for c, d in combinations(range(4), 2)
    ]
    text = same_set(Model("rectangles", x, rule("none", rules)), language, tmp_path)
    if language in ("cpmpy", "python-constraint"):
        assert "for k, m in combinations(range(4), 2)" in text
    if language == "minizinc":
        assert "i, j in 0..2 where i < j, k, m in 0..3 where k < m)(\n" in text
    same_set(Model("but the last", x, rule("none", rules[:-1])), language, tmp_path)


def _records(line: list, extreme: Callable) -> list[Constraint]:
    return [line[n] > extreme(line[:n]) for n in range(1, len(line))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_extremes_of_more_and_more(language: str, tmp_path: Path):
    x = variables("x", (2, 4), range(1, 4))
    rows = [[x[i, j] for j in range(4)] for i in range(2)]
    seen = [
        total(_records(line[::turn], extreme)) == number
        for number, line in enumerate(rows, 1)
        for turn in (1, -1)
        for extreme in (maximum, minimum)
        if (number, turn, extreme) != (1, -1, minimum)
    ]
    text = same_set(Model("seen", x, seen[:3]), language, tmp_path)
    if language in ("cpmpy", "minizinc"):
        one = {"cpmpy": "cp.max(x[0, 0:i])", "minizinc": "max(x[0, 0..i - 1])"}[language]
        assert one in text
    same_set(Model("seen", x, seen), language, tmp_path)
    firsts = [rows[0][1] > rows[0][0], rows[0][2] > maximum(rows[0][1:2] + rows[0][3:])]
    others = [*firsts, rows[0][3] > maximum(rows[0][:3])]
    same_set(Model("others", x, total(others) == 1, x[1, 0] == 1), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_regions_of_one_value(language: str, tmp_path: Path):
    board = Board(4)
    parts = [
        "r1c1 r1c2 r1c3 r2c1",
        "r1c4 r2c4 r3c4 r2c3",
        "r4c4 r4c3 r4c2 r3c3",
        "r2c2 r3c2 r3c1 r4c1",
    ]
    for values in (["a", "b"], range(2), range(3)):
        cell = board.fill(values)
        regions = [board.squares_at(part) for part in parts]
        rules = [all_equal(cell[square] for square in part) for part in regions]
        rules = [rule("whole", rules)]
        different = all_different(cell[part[0]] for part in regions[: len(values)])
        k = variables("k", 1, range(2))  # a name that loops would have
        text = same_set(Model("regions", cell, k, rules, different), language, tmp_path)
    if language == "clingo":
        assert ":- cell(J,M,X), not cell(N,P,X), region(J,M,I)" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_of_numbers_and_shared_tables(language: str, tmp_path: Path):
    cell = Board(3, 4).place("mine")
    numbers = {"r1c1": 1, "r1c3": 2, "r2c2": 3, "r2c3": 3, "r3c2": 2, "r3c4": 1}
    near = [
        total(cell[other] for other in cell.board.around(square)) == number
        for square, number in numbers.items()
    ]
    text = same_set(Model("near", cell, rule("numbers", near)), language, tmp_path)
    assert "array[1..6, 1..3] of int: given = " in text or language != "minizinc"
    x, y = variables("x", 4, ["a", "b", "c"]), variables("given", 3, range(4))
    rows = [pair for pair in product("abc", repeat=2) if pair != ("b", "a")]
    pairs = [allowed([x[a], x[b]], rows) for a, b in [(0, 1), (1, 2), (2, 3), (3, 1)]]
    numbers = [(a, b) for a, b in product(range(4), repeat=2) if a != b + 1]
    fitting = [allowed([y[a], y[b]], numbers) for a, b in ((0, 1), (2, 0))]
    text = same_set(Model("tables", x, y, pairs, fitting), language, tmp_path)
    assert len(re.findall(r"rows\w*\)", text)) == 4 or language != "minizinc"


@pytest.mark.parametrize("language", [*LANGUAGES, "xcsp3"])
def test_sums_that_are_among_values(language: str, tmp_path: Path):
    x = variables("x", 4, range(4))
    sums = [x[n] + x[(n + 1) % 4] for n in range(4)]
    primes = [(2,), (3,), (5,)]
    among = [allowed([one], primes) for one in sums]
    text = same_set(Model("among", x, among), language, tmp_path)
    if language == "minizinc":
        assert "in {2, 3, 5}" in text
    if language == "xcsp3":
        assert "in(add(%0,%1),set(2,3,5))" in text
    rules = [~among[0], among[1] | (x[2] * x[3] == 4), total(among) >= 1]
    same_set(Model("truths", x, rules), language, tmp_path)


def test_values_are_counted_and_weighed_by_their_list(tmp_path: Path):
    x = variables("x", 5, range(5))
    rules = [count(x, n) == x[n] for n in range(5)]
    text = same_set(Model("counts", x, rules), "python-constraint", tmp_path)
    assert "lambda *values, i=i: values.count(i) == values[i])" in text
    same_set(
        Model("others", x, [count(x[:3], 1) == x[4], x[3] == 0]), "python-constraint", tmp_path
    )
    weights: list[Iterable[int]] = [range(1, 6), (n * n for n in range(2, 7)), [1, 2, 3, 4, 6]]
    for several in weights:
        added = total(w * one for w, one in zip(several, x, strict=True))
        same_set(Model("weights", x, added == 20), "python-constraint", tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_rows_of_a_board(language: str, tmp_path: Path):
    x = variables("x", (4, 3), range(2))
    meet = [
        total((x[a, k] == 1) & (x[b, k] == 1) for k in range(3)) == 1
        for a, b in combinations(range(4), 2)
    ]
    text = same_set(Model("rows meet", x, rule("meet", meet)), language, tmp_path)
    assert "for k in [i, j]" in text or language != "python-constraint"
    blocks = [total(x[i + a, j + b] for a, b in product(range(2), repeat=2)) for i, j in [(0, 1)]]
    same_set(Model("blocks", x, [one == 2 for one in blocks]), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_of_a_row_are_not_the_whole_row(language: str, tmp_path: Path):
    """As many as the board has rows."""
    x = variables("x", (2, 3), range(3))
    rules = [total(x[0, 0:2]) <= 1, x[0, 2] > maximum(x[0, 0:2]), x[1, 2] >= minimum(x[1, 0:2])]
    same_set(Model("some of a row", x, rules, x[1, 0] == 1), language, tmp_path)
    y = Board(2, 4).fill(range(2))
    squares = [y[f"r{row}c{column}"] for row, column in product((1, 2), repeat=2)]
    same_set(Model("some of both rows", y, total(squares) == 2, y["r1c4"] == 1), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_square_and_those_beside_it(language: str, tmp_path: Path):
    cell = Board(3).place("lit")
    beside = {
        square: [cell[other] for other in cell.board.beside(square)] for square in cell.by_square
    }
    pairs = [(cell[square] == 0) | (total(others) == 1) for square, others in beside.items()]
    text = same_set(Model("pairs", cell, rule("pairs", pairs)), language, tmp_path)
    if language == "python-constraint":
        assert "lambda a, *rest: not a or (sum(rest) == 1)" in text
    middle = [*beside][4]
    beside[middle] = beside[middle][1:]
    pairs = [(cell[square] == 0) | (total(others) == 1) for square, others in beside.items()]
    same_set(Model("all but one", cell, rule("pairs", pairs)), language, tmp_path)


@pytest.mark.parametrize("language", [*LANGUAGES, "xcsp3", "python"])
def test_a_group_may_be_empty(language: str):
    assert written(
        Model("none", variables("x", [], range(2)), variables("y", 1, range(2))), language
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_truths_are_equal_or_in_order(language: str, tmp_path: Path):
    x = variables("x", (4, 4), range(2))
    level = rule("level", [x[r, a] == x[r, b] for r, a, b in [(0, 0, 1), (1, 1, 3), (3, 0, 2)]])
    falls = rule("falls", [x[r, c] <= x[r + 1, c] for r, c in [(0, 0), (0, 2), (1, 1), (2, 3)]])
    mirrored = rule(
        "mirrored", [(x[r, c] == x[c, r]) | (x[0, 3] == 1) for r in (1, 2) for c in (2, 3)]
    )
    less = rule("less", [x[2, c] < x[3, c] for c in (0, 2)])
    text = same_set(Model("truths", x, level, falls, mirrored, less), language, tmp_path)
    if language == "clingo":
        assert ":- x(0,0), not x(1,0)." in text
        assert ":- #count {0 : x(I,J); 1 : x(J,I)} = 1, not x(0,3)" in text
        assert "#sum" not in text
    alone = rule("alone", x[0, 0] == x[3, 3], x[0, 1] != x[3, 2])
    text = same_set(Model("two", x, alone, x[0, 0] > x[1, 1]), language, tmp_path)
    if language == "clingo":
        assert ":- {x(0,0); x(3,3)} = 1." in text


@pytest.mark.parametrize("language", [*LANGUAGES, "xcsp3"])
def test_numbers_of_digits_are_sums_of_powers(language: str, tmp_path: Path):
    x, y = variables("x", (4, 3), range(2)), variables("y", range(2, 7), range(-1, 2))
    columns = [[x[i, j] for i in range(4)] for j in range(3)]
    words = [total(2 ** (3 - i) * one for i, one in enumerate(line)) for line in columns]
    number = total(3 ** (i - 2) * y[i] for i in range(2, 7))
    rules = (
        rule("in order", [a <= b for a, b in pairwise(words)]),
        rule("far", number >= 100, total(-(2**i) * y[i] for i in range(2, 7)) <= 60),
        rule(
            "divided", [total(10 ** (k - i) * y[i] for i in range(2, k)) % k == 0 for k in (5, 6)]
        ),
    )
    text = same_set(Model("digits", x, y, rules), language, tmp_path)
    said = {"minizinc": "2 ^ (", "clingo": "*2**(", "cpmpy": "3**i * ", "ortools": "3 ** (i - 2)"}
    assert said.get(language, "") in text
    weights = [8, 4, 2, 3]
    others = total(w * one for w, one in zip(weights, columns[0], strict=True)) == 9
    assert "**" not in same_set(Model("others", x, others), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_automata_with_moves_from_nowhere(language: str, tmp_path: Path):
    x = variables("x", 3, range(3))
    moves = {(0, 2): 0, (1, 2): 0}
    same_set(Model("nowhere", x, regular(x, moves, 0, [0])), language, tmp_path)
    same_set(Model("nowhere", x, regular(x, {**moves, (0, 1): 0}, 0, [0])), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_index_is_an_item_of_its_list(language: str, tmp_path: Path):
    a, b, c = integer("a", 0, 3), integer("b", 0, 1), integer("c", -1, 1)
    d = integer("d", 0, 1)
    model = Model("inner", a, b, c, d, element([c, b, a, d], a) < maximum(b, a * a))
    same_set(model, language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_one_variable(language: str, tmp_path: Path):
    x, y = variables("x", 3, range(2)), variables("y", 3, range(4))
    rows = [[(1,), (2,)], [(0,), (1,), (3,)]]
    tables = [allowed([one], some) for one, some in zip((x[0], x[1]), rows, strict=True)]
    tables += [allowed([y[0]], [(0,), (3,)]), allowed([y[2]], [(0,), (3,), (7,)])]
    same_set(Model("tables", x, y, tables), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_vertices_without_edges(language: str, tmp_path: Path):
    x = variables("x", 4, range(2))
    same_set(Model("apart", x, connected([*x], [])), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_variables_of_no_array(language: str, tmp_path: Path):
    x, y = variables("x", 2, ["a", "b", "c"]), variable("y", ["a", "b", "c"])
    z = variable("z", ["b", "c"])
    model = Model("equal", x, y, z, all_equal(x[0], y), ~all_equal(x[1], y, z), all_equal(y, z))
    same_set(model, language, tmp_path)


@pytest.mark.parametrize("language", [*LANGUAGES, "xcsp3"])
def test_divisors_may_be_the_numbers_of_loops_and_more(language: str, tmp_path: Path):
    x = variables("x", 6, range(3))
    for more in (0, 1, 2):
        rests = rule("rests", [total(x[:k]) % (k + more) == 0 for k in range(2, 6)])
        quotients = rule("quotients", [total(x[:k]) // (k - more) == 1 for k in range(3, 7)])
        for one in (rests, quotients):
            same_set(Model("divided", x, one), language, tmp_path)


EDGES = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
OVER_EDGES: list[Callable[..., Constraint]] = [
    lambda x, y: forest(x, EDGES),
    lambda x, y: tree(x, EDGES),
    lambda x, y: tree(x, EDGES, spanning=True),
    lambda x, y: connected([1] * 6, EDGES, x),
    lambda x, y: connected([one < 3 for one in y], EDGES, x),
    lambda x, y: connected([one > 1 for one in y], EDGES),
    lambda x, y: regions(x, EDGES, sizes=y),
    lambda x, y: regions(x, EDGES, roots=[one == 2 for one in y]),
    lambda x, y: regions(x, EDGES, roots=[one == 3 for one in y], sizes=y),
    lambda x, y: regions(x[1:] + x[:1], EDGES, roots=[0, 5]),
    lambda x, y: regions(x, EDGES, roots=[y[0] == 2, 0, 0, 0, 0, 1]),
    lambda x, y: regions(x, EDGES, roots=[y[0] == 2, 1, 0, 0, 0, 0], sizes=y),
]


@pytest.mark.parametrize(("one", "other"), [*combinations(range(len(OVER_EDGES)), 2)])
def test_in_clingo_two_constraints_have_the_predicates_that_are_thesame_set(
    one: int, other: int, tmp_path: Path
):
    x, y = variables("x", 7, range(2)), variables("y", 6, range(1, 5))
    rules = [OVER_EDGES[number]([*x], y) for number in (one, other)]
    few = total(y) == 20 if other == 11 else total(y) <= 8
    text = same_set(Model("two", x, y, *rules, few), "clingo", tmp_path)
    if (one, other) == (7, 8):
        assert "joined1" not in text
        assert "root1(" in text
