"""Models are written as XCSP3 in its own words, and read back."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from everyway.formats import from_xcsp3, written
from everyway.models import (
    Model,
    all_different,
    allowed,
    any_of,
    cumulative,
    element,
    exactly,
    iff,
    implies,
    indicator,
    integer,
    inverse,
    lexicographic,
    load,
    maximum,
    no_overlap,
    no_overlap_2d,
    precedence,
    rule,
    total,
    variables,
)
from everyway.models import count as count_of
from everyway.solvers import count
from tests.formats.reading_back import READERS, enumerated, rows_of


def test_xcsp3_adds_no_0_to_an_extreme_within_a_sum():
    x = variables("x", 3, range(4))
    text = written(Model("sums", x, x[0] <= maximum(x[1], x[2]) + 1), "xcsp3")
    assert "le(x[0],add(max(x[1],x[2]),1))" in text


def test_xcsp3_has_what_is_alike_as_groups():
    text = written(load("sudoku"), "xcsp3")
    group = "<group>\n<allDifferent> %... </allDifferent>\n"
    assert f"{group}<args> cell[0..2][0..2] </args>\n<args> cell[0..2][3..5] </args>" in text
    assert "%0" not in text
    text = written(load("golomb_ruler"), "xcsp3")
    assert "<slide>\n<list> mark[] </list>\n<intension> lt(%0,%1) </intension>\n</slide>" in text
    assert "<allDifferent> sub(mark[1],mark[0]) " in text
    text = written(load("sudoku"), "xcsp3")
    assert "<instantiation> <list> cell[0][0..1] cell[0][4] " in text
    assert "<values> 5 3 7 " in text


def test_xcsp3_has_one_matrix_for_rows_and_then_columns_that_differ(tmp_path: Path):
    pytest.importorskip("pycsp3")
    x = variables("x", (3, 4), range(5))
    rows = rule("rows", [all_different([x[i, j] for j in range(4)]) for i in range(3)])
    columns = rule("columns", [all_different([x[i, j] for i in range(3)]) for j in range(4)])
    first = rule("first", [x[0, j] == j for j in range(4)])
    matrix = "<allDifferent> <matrix> x[][] </matrix> </allDifferent>"
    for rules, said in [
        ((rows, columns, first), f"<!-- rows; columns -->\n{matrix}\n<!-- first -->"),
        ((columns, rows, first), ""),
        ((rows, first, columns), ""),
        ((first, rows), ""),
    ]:
        model = Model("matrix", x, *rules)
        text = written(model, "xcsp3")
        assert said in text
        assert ("<matrix>" in text) is bool(said)
        if len(rules) == 3:
            assert Counter(READERS["xcsp3"](text, model, tmp_path)) == rows_of(model)
    square = load("latin_square", n=4)
    file = tmp_path / "square.xml"
    file.write_text(written(square, "xcsp3"))
    read = from_xcsp3(file)
    assert len(read.constraints) == len(square.constraints)
    assert count(read) == count(square) == 576


def test_xcsp3_counts_and_compares_truths_by_its_own_words(tmp_path: Path):
    x, y = variables("x", ["one", "two", "three"], range(3)), variables("y", 2, range(2))
    model = Model(
        "counted",
        x,
        y,
        exactly([*x], 2, 1),
        exactly([x["one"]], 1, 0),
        total(one == 0 for one in x) >= 1,
        iff(y[0] == 1, x["one"] != x["two"]),
        total([(x["two"] == 2) & (y[1] == 1), y[0]]) == 1,
    )
    text = written(model, "xcsp3")
    assert "<!-- x[] is one two three -->" in text
    values = "<values> {} </values> <condition> ({}) </condition>"
    count_of = f"<count> <list> x[] </list> {values} </count>"
    assert count_of.format(2, "eq,1") in text
    assert count_of.format(0, "ge,1") in text
    assert "<intension> iff(eq(y[0],1),ne(x[0],x[1])) </intension>" in text
    assert "<intension> eq(add(and(eq(x[1],2),eq(y[1],1)),y[0]),1) </intension>" in text
    assert enumerated(model, "xcsp3", tmp_path) == rows_of(model)


def test_xcsp3_has_sets_of_values(tmp_path: Path):
    x = variables("x", 3, range(6))
    rules = [allowed([x[0]], [(1,), (3,)]), any_of(x[1] != 2, x[2] == 1, x[2] == 5)]
    rules += [implies(any_of(x[k] == k, x[k] == k + 2), x[0] != 1) for k in (1, 2)]
    model = Model("sets", x, rules, any_of(x[1] == 4, x[1] == 2))
    text = written(model, "xcsp3")
    assert "<intension> in(x[0],set(1,3)) </intension>" in text
    assert "<intension> in(x[1],set(4,2)) </intension>" in text
    assert "or(not(in(%0,set(%1,%2))),ne(x[0],1))" in text
    assert "<args> x[2] 2 4 </args>" in text
    pytest.importorskip("pycsp3")
    (tmp_path / "sets.xml").write_text(text)
    assert count(from_xcsp3(tmp_path / "sets.xml")) == count(model)


def test_xcsp3_chooses_items_and_counts_several_values_by_its_own_words(tmp_path: Path):
    pytest.importorskip("pycsp3")
    x, y, b = variables("x", 3, range(3)), variables("y", 3, range(-1, 4)), integer("b", 0, 1)
    said = {
        element(x, x[0]) == 2: "<element> <list> x[] </list> <index> x[0] </index> <value> 2 ",
        element(x, element(x, x[1])) == y[0]: "<index> item[0] </index> <value> y[0] ",
        element([3, 1, 2], x[2]) + y[0] >= 3: "<list> 3 1 2 </list> <index> x[2] </index>",
        element(x, y[1]) != 0: "<index> place[0] </index>",
        element([x[2], x[0]], b) == x[1]: "add(mul(eq(b,0),x[2]),mul(eq(b,1),x[0]))",
        element([*x, x[0] + y[0]], y[2]) == 1: "mul(eq(",
        iff(y[0] == 1, element([0, 1, 1], x[1]) == 1): "iff(",
        (indicator(y[0] == 1) == element([0, 1, 1], x[1])): "iff(eq(y[0],1),in(x[1],set(1,2)))",
        (indicator(y[0] == 1) == element([1, 0, 0], x[1])): "iff(eq(y[0],1),eq(x[1],0))",
        total(count_of(x, value) for value in (0, 2)) <= 1: "<values> 0 2 </values>",
        count_of(x, 0) + count_of([x[0], x[1]], 2) == 2: "add(",
    }
    for one, words in said.items():
        model = Model("items", x, y, b, total([*x, *y, b]) >= 2, one)
        text = written(model, "xcsp3")
        assert words in text, text
        (tmp_path / "items.xml").write_text(text)
        assert enumerated(model, "xcsp3", tmp_path) == rows_of(model)
        assert count(from_xcsp3(tmp_path / "items.xml")) == count(model)


def test_xcsp3_moves_a_constraint_along_a_list(tmp_path: Path):
    """Forwards or backwards, but not where a list does not go on, or ends differ."""
    pytest.importorskip("pycsp3")
    x, y = variables("x", 4, range(3)), variables("y", 2, range(3))
    said = {
        "<extension> <list> %0 %1 </list>": [allowed(two, [(0, 1), (1, 0)]) for two in pairwise(x)],
        "lt(%1,%0)": [b < a for a, b in pairwise([*y, *x])],
        "<list> %2 %1 %0 </list>": [
            allowed([x[n + 2], x[n + 1], x[n]], [(0, 1, 2), (1, 2, 0), (2, 0, 1)]) for n in range(2)
        ],
        "<allDifferent> %0 %1 %2 </allDifferent>": [
            all_different(x[n] for n in range(first, first + 3)) for first in range(2)
        ],
    }
    for words, rules in said.items():
        model = Model("moved", x, y, total(y) <= 3, *rules)
        text = written(model, "xcsp3")
        assert "<slide>" in text, text
        assert words in text, text
        assert enumerated(model, "xcsp3", tmp_path) == rows_of(model)
        (tmp_path / "moved.xml").write_text(text)
        assert count(from_xcsp3(tmp_path / "moved.xml")) == count(model)
    apart = Model("apart", x, x[0] < x[1], x[2] < x[3], x[1] < x[0] + 2)
    assert "<slide>" not in written(apart, "xcsp3")


@pytest.mark.parametrize("language", ["xcsp3", "ortools", "cpmpy", "minizinc", "clingo"])
def test_tasks_and_boxes_are_said_by_their_own_words(language: str, tmp_path: Path):
    """Of random sizes; with one that has none, or is a variable, what they mean is written."""
    random, words = Random(7), {"cumulative": "umulative", "apart": "verlap", "boxes": "verlap"}
    for n in range(12):
        x, y = variables("x", 3, range(random.randint(2, 4))), variables("y", 3, range(3))
        sizes, others = ([random.randint(n % 4 > 0, 3) for _ in x] for _ in range(2))
        rules = {
            "cumulative": cumulative(x, sizes, others, random.randint(2, 4)),
            "apart": no_overlap(x, sizes),
            "boxes": no_overlap_2d(x, y, sizes, others),
        }
        for name, one in rules.items():
            model = Model(name, x, y, one, total(y) == 2)
            text = written(model, language)
            if language in ("xcsp3", "ortools") and min(*sizes, *others) > 0:
                assert words[name] in text, text
            assert enumerated(model, language, tmp_path) == rows_of(model), text


def test_xcsp3_has_what_is_taken_in_order(tmp_path: Path):
    pytest.importorskip("pycsp3")
    x = variables("x", 4, range(4))
    model = Model("in order", x, precedence([*x], [2, 0, 1]), total(x) >= 4)
    text = written(model, "xcsp3")
    assert "<precedence> <list> x[] </list> <values> 2 0 1 </values> </precedence>" in text
    assert enumerated(model, "xcsp3", tmp_path) == rows_of(model)
    (tmp_path / "order.xml").write_text(text)
    assert count(from_xcsp3(tmp_path / "order.xml")) == count(model)


def test_xcsp3_has_at_most_one_of_those_of_which_each_two_are_so(tmp_path: Path):
    pytest.importorskip("pycsp3")
    text = written(load("kings"), "xcsp3")
    assert "<args> king[0..1][0..1] </args>\n<args> king[0..1][1..2] </args>" in text
    random = Random(11)
    for _ in range(12):
        x, y = variables("x", 7, range(2)), variables("y", 2, range(3))
        every = [(a, b) for a in range(7) for b in range(a)]
        pairs = random.sample(every, random.randint(8, 18))
        rules = [x[a] + x[b] <= 1 for a, b in pairs]
        model = Model("pairs", x, y, rule("apart", rules), [y[0] + y[1] <= 1, total(x) >= 1])
        assert enumerated(model, "xcsp3", tmp_path) == rows_of(model)
        (tmp_path / "pairs.xml").write_text(written(model, "xcsp3"))
        assert count(from_xcsp3(tmp_path / "pairs.xml")) == count(model)


def test_xcsp3_has_lists_in_order_as_chains_and_places_as_channels(tmp_path: Path):
    pytest.importorskip("pycsp3")
    x, y, z = variables("x", (3, 2), range(2)), variables("y", 3, range(3)), integer("z", -1, 2)
    rows = [[x[i, j] for j in range(2)] for i in range(3)]
    loose, strict = (
        [lexicographic(a, b, strict=strictly) for a, b in pairwise(rows)]
        for strictly in (False, True)
    )
    chain = "<list> x[0][] </list> <list> x[1][] </list> <list> x[2][] </list>"
    pair = "<channel> <list> y[] </list> <list> y[2] y[1] y[0] </list> </channel>"
    for rules, said in [
        (loose, f"<lex> {chain} <operator> le </operator> </lex>"),
        (strict, f"<lex> {chain} <operator> lt </operator> </lex>"),
        ([loose[0], strict[1]], "<operator> le </operator> </lex>\n<lex>"),
        ([loose[1], loose[0]], "</lex>\n<lex>"),
        ([lexicographic(rows[0], [0, 1]), x[1, 0] != x[2, 1]], "<intension>"),
        ([~loose[0], x[0, 0] + x[2, 0] + x[2, 1] != 2], "<intension>"),
        ([inverse(y, y), total(x) == 1], "<channel> y[] </channel>"),
        ([inverse(y, [y[2], y[1], y[0]]), total(x) == 1], pair),
        ([inverse([y[0], z], [z, y[1]]), y[2] != z, total(x) == 1], "<intension>"),
        ([inverse([x[0, 0], x[0, 1]], [x[1, 0], x[1, 1]]), x[2, 0] < x[2, 1]], "<intension>"),
    ]:
        model = Model("lists", x, y, z, rules, y[0] + z != y[1] + y[2], total(x) <= 5)
        text = written(model, "xcsp3")
        assert ("<lex>" in text or "<channel>" in text) is (said != "<intension>")
        assert said in text
        assert enumerated(model, "xcsp3", tmp_path) == rows_of(model)
        file = tmp_path / "lists.xml"
        file.write_text(text, "utf-8")
        assert count(from_xcsp3(file)) == count(model)
