"""A model is written as MiniZinc as a person would, and comes back with its groups and rules."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import from_minizinc, written
from everyway.formats.writing.minizinc_graphs import edges_said
from everyway.formats.writing.restated import regular_expression
from everyway.models import (
    Board,
    Model,
    VariableList,
    all_different,
    all_of,
    circuit,
    connected,
    constant,
    element,
    exactly,
    iff,
    implies,
    integer,
    load,
    path,
    regular,
    rule,
    subcircuit,
    total,
    tree,
    variables,
)
from everyway.models.language.files.catalogue import puzzles
from everyway.models.language.global_constraints.regular import Regular
from tests.formats.reading_back import from_minizinc_text, rows_of

NAMES = [found.name for found in puzzles()]
QUEENS = """\
% 6 queens
% N queens: no two share a row, a column or a diagonal.
array[1..6, 1..6] of var bool: queen;

constraint :: "rows == 1" forall(i in 1..6)(sum(queen[i, ..]) = 1);
constraint :: "columns == 1" forall(i in 1..6)(sum(queen[.., i]) = 1);
constraint :: "diagonals <= 1"
    forall(i in -4..4)(sum(j, k in 1..6 where k - j = i)(queen[j, k]) <= 1) /\\
    forall(i in 3..11)(sum(j, k in 1..6 where k + j = i)(queen[j, k]) <= 1);

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
    first = lines.index("array[1..9, 1..9] of int: given = [|")
    assert lines[first + 1] == "    5, 3, 0, 0, 7, 0, 0, 0, 0 |"
    assert lines[first + 9 : first + 11] == [
        "    0, 0, 0, 0, 8, 0, 0, 7, 9 |];",
        "array[1..9, 1..9] of var 1..9: cell;",
    ]
    said = "forall(i, j in 1..9 where given[i, j] > 0)(cell[i, j] = given[i, j]);"
    assert lines[-3:] == [f'constraint :: "givens" {said}', "", "solve satisfy;"]


def test_few_points_do_not_make_a_loop():
    x = variables("x", 9, range(5))
    model = Model("scattered", x, [x[a] != x[b] for a, b in ((0, 1), (2, 5), (7, 8))])
    assert "forall" not in written(model, "minizinc")


def test_labels_of_one_sign_are_called_by_its_name():
    pole = variables("pole", 2, ["+", "-", "#"])
    text = written(Model("signs", pole, pole[0] != "+"), "minizinc")
    assert "enum Pole = {plus, minus, sharp};" in text
    assert "% plus is +" in text


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
    king, queen = board.place("king"), board.place("queen")
    apart = rule("apart", [king[a] + queen[b] <= 1 for a, b in board.touching])
    model = Model("apart", king, queen, apart)
    text = written(model, "minizinc")
    assert text.count("forall") == 4
    assert "forall(i, j in 1..2)(king[i, j] + queen[i + 1, j + 1] <= 1)" in text


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


def test_a_conjunction_that_begins_with_an_opposite_is_no_opposite():
    x, y = integer("x", 0, 1), integer("y", 0, 1)
    text = written(Model("either", x, y, ((x == 0) & (y == 0)) | ((x == 1) & (y == 0))), "minizinc")
    assert "(not x /\\ not y) \\/ (x /\\ not y)" in text


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


SQUARE = [(0, 1), (0, 2), (1, 3), (2, 3)]
GRAPHS = {
    "vertices": ("joined", lambda x: connected(x, SQUARE), 14),
    "vertices and links": ("joined_over", lambda x: connected(x, SQUARE, [1, 1, 1, x[0]]), 12),
    "path": ("one_path", lambda x: path(x, SQUARE, 0, 3), 2),
    "path of nothing": ("one_path", lambda x: path(x, SQUARE, 2, 2), 1),
    "tree": ("one_tree", lambda x: tree(x, SQUARE), 13),
    "spanning tree": ("one_spanning_tree", lambda x: tree(x, SQUARE, spanning=True), 4),
}


@NEEDED
@pytest.mark.parametrize("name", GRAPHS)
def test_a_constraint_over_a_graph_is_a_predicate_of_the_text(name: str, tmp_path: Path):
    """With the numbers of solutions that are known, the empty ones among them."""
    predicate, rule, number = GRAPHS[name]
    chosen = variables("chosen", 4, range(2))
    model = Model(name, chosen, rule(chosen))
    text = written(model, "minizinc")
    assert "[| 1,2 | 1,3 | 2,4 | 3,4 |]" in text
    assert f"constraint {predicate}(" in text
    found = Counter(from_minizinc_text(text, model, tmp_path))
    assert (found, len(found)) == (rows_of(model), number)


def test_what_chuffed_has_wrong_is_decomposed():
    chosen = variables("chosen", 4, range(2))
    parallel = connected(chosen, [*SQUARE, (1, 0)]), tree(chosen, [*SQUARE[:3], (1, 0)])
    assert "predicate" not in written(Model("parallel", chosen, parallel), "minizinc")


@NEEDED
@pytest.mark.parametrize("known", [[1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 0, 1], [0, 1, 0, 0]])
def test_vertices_may_all_be_known(known: list[int], tmp_path: Path):
    """MiniZinc 2.6.4 aborts at those in its own predicates."""
    chosen = variables("chosen", 4, range(2))
    model = Model("known", chosen, connected(known, SQUARE, chosen), connected(known, SQUARE))
    for one in (model, Model("links", chosen, connected(known, SQUARE, chosen))):
        text = written(one, "minizinc")
        assert Counter(from_minizinc_text(text, one, tmp_path)) == rows_of(one)


@NEEDED
@SLOW
def test_a_spanning_tree_of_many_vertices_is_written_so_that_minizinc_takes_it(tmp_path: Path):
    """MiniZinc 2.6.4 aborts on some long lists of what is known."""
    edges = [(k, k + 1) for k in range(19)]
    chosen = variables("chosen", 19, range(2))
    model = Model("long", chosen, tree(chosen, edges, spanning=True))
    assert [*from_minizinc_text(written(model, "minizinc"), model, tmp_path)] == [(1,) * 19]


@NEEDED
def test_an_array_of_one_dimension_stays_as_it_is(tmp_path: Path):
    x, y = variables("x", 4, range(4)), variables("y", list("abcd"), range(4))
    few = regular(x, {(n, k): (n + k) % 2 for n in (0, 1) for k in range(4) if n + k != 2}, 0, [0])
    model = Model("tours", x, y, circuit(x), subcircuit(y), [y[k] < 3 for k in "ac"], few)
    text = written(model, "minizinc")
    for said in ("circuit(x)", "subcircuit(array1d(0..3, y))", "regular(x, "):
        assert f" {said}" in text
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)
    assert len(rows_of(model)) > 1


@NEEDED
def test_loops_inside_a_list_stay_there(tmp_path: Path):
    x, s = variables("x", 1, range(2)), integer("s", -1, 3)
    edges = [(1, 0), (2, 0), (1, 0), (0, 2), (0, 2), (2, 1)]
    model = Model("inner", x, s, iff(path([x[0]] * 6, edges, s, 0, vertices=3), x[0] == 1))
    text = written(model, "minizinc")
    assert "((s = 0) \\/ exists(i in [1, 2, 1, 2, 2])(" in text
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)


def test_names_are_free_beside_those_of_a_predicate():
    start, edges = integer("start", 0, 3), variables("edges", 4, range(2))
    text = written(Model("names", start, edges, path(edges, SQUARE, start, 3)), "minizinc")
    assert "|], 4, (start + 1), 4, array1d(edges));" in text


@NEEDED
def test_an_item_at_a_place_keeps_its_offset(tmp_path: Path):
    x = variables("x", range(3, 7), range(4))
    place = integer("place", 0, 3)
    model = Model("places", x, place, element(list(x), place) == 2, all_different(list(x)))
    text = written(model, "minizinc")
    assert "x[place + 3] = 2" in text
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)


@NEEDED
def test_an_item_of_a_list_of_several_arrays_is_in_brackets(tmp_path: Path):
    x, y, place = variables("x", 2, range(4)), integer("y", 0, 3), integer("place", 0, 3)
    model = Model("joined", x, y, place, element([*x, y, constant(3)], place) == 2)
    text = written(model, "minizinc")
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
    "bounds",
    [
        lambda a, b, c, d, e, f: [b + c <= a + c, a + c + e <= f + c],
        lambda a, b, c, d, e, f: [b + c <= a + d, a + e <= f + d, c == 0, d == 0],
        lambda a, b, c, d, e, f: [f + d - a - e >= 0, a - b > -1],
        lambda a, b, c, d, e, f: [2 * (b + c) < 2 * a + 2 * c + 1, a + total(b, e) <= f + b],
        lambda a, b, c, d, e, f: [(b == 1) + 3 * c <= a + 3 * (c == 1), (f == 1) >= a + e],
        lambda a, b, c, d, e, f: [(b + c <= a + c) & (a + e <= 2 * f), d <= a + b + c],
    ],
)
def test_no_truth_is_taken_off_another(bounds: Any, tmp_path: Path):
    x = variables("x", 6, range(2))
    model = Model("bounds", x, rule("all", bounds(*x)))
    text = written(model, "minizinc")
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)


@NEEDED
@pytest.mark.parametrize("constraint", [subcircuit, circuit])
def test_successors_of_two_vertices_are_numbers(constraint: Any, tmp_path: Path):
    after, more = variables("after", 2, range(2)), variables("more", 3, range(2))
    model = Model("two", after, more, constraint(after), subcircuit([*more]))
    text = written(model, "minizinc")
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)


@NEEDED
@pytest.mark.parametrize("seed", range(4))
def test_opposites_of_joined_lists(seed: int, tmp_path: Path):
    pick = random.Random(seed)
    cell, one, two = variables("cell", (2, 3), range(2)), integer("one", 0, 1), integer("two", 0, 2)
    kinds = (*cell, one, two)
    several = [pick.sample(kinds, pick.randint(3, 5)) for _ in range(3)]
    rules = [~all_different([*pick.sample(several[0], 2), *cell]), ~all_different(several[1])]
    rules.append(implies(all_of(one == 1 for one in several[2]), two != 1))
    model = Model("joined", cell, one, two, rule("all", rules))
    text = written(model, "minizinc")
    assert Counter(from_minizinc_text(text, model, tmp_path)) == rows_of(model)


def test_opposites_of_joined_lists_are_joined_again():
    cell, one = variables("cell", 9, range(2)), integer("one", 0, 1)
    model = Model("joined", cell, one, ~all_of(x != y for x in [*cell, one] for y in [one]))
    assert "++" not in written(model, "minizinc")


def test_two_truths_are_compared_as_they_are():
    x = variables("x", 3, range(2))
    text = written(Model("two", x, x[0] <= x[1], x[1] + x[2] == x[0], total(x) >= 1), "minizinc")
    assert "x[0] <= x[1];" in text
    assert "x[1] + x[2] = x[0];" in text


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


@pytest.mark.parametrize("seed", range(60))
def test_a_regular_expression_accepts_what_its_automaton_does(seed: int):
    draw = random.Random(seed)
    states = draw.randint(1, 4)
    pairs = [(state, symbol) for state in range(states) for symbol in (0, 1)]
    some = draw.sample(pairs, draw.randint(1, len(pairs)))
    moves = [(*pair, draw.randrange(states)) for pair in some]
    accepting = tuple(draw.sample(range(states), draw.randint(1, states)))
    automaton = Regular((), tuple(moves), 0, accepting)
    pattern = re.compile(regular_expression(automaton, str).replace(" ", ""))
    for length in range(1, 7):
        for word in product((0, 1), repeat=length):
            accepted = pattern.fullmatch("".join(map(str, word))) is not None
            assert accepted == automaton.holds(word), (seed, pattern, word)


def test_a_nonogram_has_its_lines_as_regular_expressions():
    assert 'constraint :: "row 5: 1 2" regular(black[5, ..], "0* 1 0+ 1{2} 0*");' in lines_of(
        load("nonogram")
    )


def test_edges_are_said_by_loops_that_make_them(tmp_path: Path):
    """Boards by rows and by distance, with one edge that is turned or missing, and others."""
    pick = random.Random(7)
    graphs: list[list[tuple[int, int]]] = [[(2, 1)], [(1, 2), (2, 3), (4, 5), (5, 6)]]
    along = [(a, a + 1) for a in range(1, 60)]
    graphs += [along, [*along[:30], *((b, a) for a, b in along[30:])], along[::-1]]
    for height, width in ((1, 9), (9, 1), (3, 4), (4, 3), (5, 5), (2, 6), (6, 2)):
        number = height * width
        both = [(a, a + n) for a in range(1, number + 1) for n in dict.fromkeys((1, width))]
        whole = [(a, b) for a, b in both if b <= number and (b > a + 1 or a % width or width == 1)]
        place = pick.randrange(len(whole))
        (a, b), rest = whole[place], [*whole[:place], *whole[place + 1 :]]
        turned = [*whole[:place], (b, a), *whole[place + 1 :]]
        graphs += [whole, sorted(whole, key=lambda e: (e[1] - e[0], e)), rest, turned, whole[::-1]]
    said = [*map(edges_said, graphs)]
    declared = [
        f"array[1..{len(edges)}, 1..2] of int: edge{number} = {one};"
        for number, (edges, one) in enumerate(zip(graphs, said, strict=True))
    ]
    shown = [f'show(array1d(edge{number})), "\\n"' for number in range(len(graphs))]
    (path := tmp_path / "edges.mzn").write_text(
        "\n".join([*declared, f"output [{', '.join(shown)}];"])
    )
    command = ["minizinc", "--solver", "gecode", str(path)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    for edges, line in zip(graphs, lines, strict=False):
        assert line == str([n for edge in edges for n in edge])
    assert sum("array2d" in one for one in said) > 3
