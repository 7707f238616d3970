"""Programs for clingo have rules over variables, as people write them, and the same solutions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.formats import written
from everyway.formats.writing.clingo_programs import clingo_rules
from everyway.models import (
    Model,
    all_different,
    allowed,
    any_of,
    element,
    iff,
    implies,
    indicator,
    integer,
    load,
    maximum,
    minimum,
    precedence,
    regular,
    rule,
    total,
    variable,
    variables,
)
from tests.formats.reading_back import READERS, enumerated, rows_of

pytest.importorskip("clingo")


def rules_of(model: Model) -> list[str]:
    """The rules of the program that are neither comments nor declarations, each in one line."""
    lines = written(model, "clingo").replace("\n    ", " ").splitlines()
    return [one for one in lines if one[:1] not in "%{#" and not one.startswith("1 {")]


def is_read_back(model: Model, folder: Path) -> bool:
    found = Counter(READERS["clingo"](written(model, "clingo"), model, folder))
    return found == rows_of(model)


def test_rules_over_rows_and_columns_are_one_rule_each():
    text = written(load("queens", n=4), "clingo")
    assert "{queen(I,J) : I = 1..4, J = 1..4}.\n" in text
    assert "% rows == 1\n:- {queen(I,J)} != 1, I = 1..4.\n" in text
    assert "% columns == 1\n:- {queen(J,I)} != 1, I = 1..4.\n" in text


def test_sums_that_no_loop_says_stand_one_by_one(tmp_path: Path):
    x, sides = variables("x", 4, range(5)), [3, 2, 1, 1]
    loads = [
        total(
            side * indicator((x[j] <= x[i]) & (x[j] + side > x[i]))
            for j, side in enumerate(sides)
            if j != i
        )
        for i in range(4)
    ]
    model = Model("loads", x, [load <= 2 for load in loads])
    assert ":- #sum {3,0 : x(0,V), x(2,W), V <= W, V+3 > W;" in written(model, "clingo")
    assert is_read_back(model, tmp_path)


def test_sums_that_differ_are_values_of_a_predicate(tmp_path: Path):
    x = variables("x", 5, range(2))
    words = [4 * x[i] + 2 * x[(i + 1) % 5] + x[(i + 2) % 5] for i in range(5)]
    ring, several = Model("ring", x, all_different(words)), Model("x", x, all_different(*words, 1))
    text = written(ring, "clingo")
    assert "term1(I,X) :- X = #sum {4,0 : x(I); 2,1 : x((I+1)\\5); 1,2 : x((I+2)\\5)}," in text
    assert ":- X = 0..7, #count {I : term1(I,X)} > 1." in text
    assert is_read_back(ring, tmp_path)
    assert is_read_back(several, tmp_path)


def test_labels_are_texts_and_equal_ones_one_variable():
    text = written(load("map_colouring"), "clingo")
    assert '1 {colour(I,X) : X = ("red";"green";"blue")} 1 :- I = ("WA";' in text
    assert ':- colour(J,X), colour(I,X),\n    (I,J) = ("WA","NT";"WA","SA";' in text


def test_known_values_are_facts_only_where_they_may_be():
    x = variables("x", 2, range(3))
    y = variable("y", [0, 5])
    assert rules_of(Model("known", x, y, x[0] == 2, x[1] != 1)) == ["x(0,2).", ":- x(1,1)."]
    assert rules_of(Model("none", y, y == 3)) == [":- not y(3)."]


def test_a_long_sum_less_a_multiple_has_no_table():
    text = written(load("send_more_money"), "clingo")
    assert len(text) < 3_000
    assert "\n1 {n1" not in text.split("% the columns add up (implied)")[1]


x = variables("x", 3, range(-1, 4))
q = variables("q", (2, 2), range(2))
colour = variables("colour", ["a", "b"], ["red", "green"])
SAID: dict[str, Callable[[], Iterable[Any]]] = {
    "sums": lambda: [total(x) == 3, x[0] - 2 * x[1] + x[2] <= 1],
    "pairs": lambda: [x[0] < x[1], x[1] == x[2] + 1, abs(x[0] - x[2]) != 1],
    "shifted": lambda: [all_different([x[0], x[1] + 1, x[2] + 2])],
    "one of all": lambda: [all_different(x), total(q[0, j] for j in range(2)) <= 1],
    "twice": lambda: [total([q[0, 0], q[0, 1], q[0, 0], q[1, 1]]) == 2],
    "truths": lambda: [iff(q[0, 0] == 1, x[0] < 1), implies(q[0, 1] == 1, q[1, 0] == 0)],
    "either": lambda: [any_of([x[0] == 1, q[1, 1] == 1, x[1] > x[2]]), q[0, 0] != q[1, 0]],
    "counted": lambda: [total(x[i] == 1 for i in range(3)) >= 2],
    "labels": lambda: [colour["a"] != colour["b"], colour["a"] != "red"],
    "table": lambda: [allowed([x[0], x[1]], [(0, 1), (3, -1)])],
    "tables": lambda: [allowed([x[0], x[1]], [(k, 0), (0, k), (1, 1)]) for k in (1, 2, 3)],
    "automaton": lambda: [regular([q[0, j] for j in range(2)], {(0, 1): 1, (1, 0): 0}, 0, [0, 1])],
    "of values": lambda: [regular(x, {(0, -1): 1, (1, 2): 0, (0, 3): 0}, 0, [1])],
    "ground": lambda: [maximum(x[0], x[1]) == x[2], x[0] // 2 == x[1]],
    "mixed": lambda: [x[0] // 2 == x[1], x[0] < x[2], total(q) == x[1] + 2],
}


@pytest.mark.parametrize("name", SAID)
def test_what_rules_say_has_the_same_solutions(name: str, tmp_path: Path):
    model = Model(name, x, q, colour, rule(name, *SAID[name]()))
    assert is_read_back(model, tmp_path)


def test_rules_that_refute_too_little_or_count_too_much_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    s = variables("s", 9, range(2))
    model = Model("eight of nine", s, total(s[i] for i in range(8)) == 1)
    assert is_read_back(model, tmp_path)
    with monkeypatch.context() as planted:
        planted.setattr(clingo_rules, "NEGATED", {"==": "=="})
        assert not is_read_back(model, tmp_path)
    monkeypatch.setattr(clingo_rules.Rule, "conditions", lambda *_: [])
    assert not is_read_back(model, tmp_path)


def test_a_name_of_the_text_is_no_name_of_the_model(tmp_path: Path):
    names = [integer(name, 0, 2) for name in ("given1", "state", "n1", "N1", "X", "a1", "not")]
    several = [allowed(names[:2], [(0, 1), (2, 2)]), regular(names[2:4], {(0, 1): 0}, 0, [0])]
    assert is_read_back(Model("named", names, *several, sum(names[2:]) == 4), tmp_path)


def test_a_remainder_keeps_its_bounds_unless_an_equation_has_them(tmp_path: Path):
    digit = variables("digit", 5, (0, 1, 21))
    for size, bounded in ((2, 0), (4, 1)):
        rest = variables("rest", size, range(2))
        model = Model("rest", digit, rest, total(digit) % 3 == total(rest))
        assert sum(line.endswith(" < 0.") for line in rules_of(model)) == bounded
        assert is_read_back(model, tmp_path)


def test_automata_are_facts_and_all_lines_are_read_by_the_same_rules(tmp_path: Path):
    cell, mark = variables("cell", (3, 3), range(2)), variables("mark", 4, range(3))
    moves = {(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0}
    rows = [regular([cell[i, j] for j in range(3)], moves, i % 2, [1, 0]) for i in range(3)]
    last = [{(0, 0): 0, (0, 1): 1}, moves, {(0, 1): 0, (0, 0): 1, (1, 1): 1}]
    columns = [regular([cell[i, j] for i in range(3)], last[j], 0, [1]) for j in range(3)]
    marked = regular([mark[i] for i in range(3)], {(0, 2): 1, (1, 0): 0}, 0, [0, 1])
    model = Model("lines", cell, mark, *rows, rule("down", *columns), marked, mark[3] == 0)
    assert is_read_back(model, tmp_path)
    said = rules_of(model)
    assert [line for line in said if "(1," in line and ":-" not in line] == []
    assert sum("arc(I,(S,X,T))" in line for line in said) == 2
    assert "state(7,I,T) :- state(7,I-1,S), arc(7,(S,X,T)), mark(I,X), I = 0..2." in said


def test_equal_automata_of_one_rule_are_facts_once(tmp_path: Path):
    cell, moves = variables("cell", (4, 3), range(2)), {(0, 0): 0, (0, 1): 1}
    rows = [regular([cell[i, j] for j in range(3)], moves, 0, [1]) for i in range(4)]
    model = Model("ends", cell, rule("each row ends in its only 1", *rows))
    assert is_read_back(model, tmp_path)
    assert rules_of(model) == [
        "arc(1..4,(0,0,0; 0,1,1)). final(1..4,1).",
        "state(I,-1,0) :- I = 1..4.",
        "state(I,J,T) :- state(I,J-1,S), arc(I,(S,X,T)), X = #count {1 : cell(I-1,J)},"
        " I = 1..4, J = 0..2.",
        ":- I = 1..4, not state(I,2,S) : final(I,S).",
    ]


def test_one_automaton_beside_those_of_a_conjunction_is_read_apart(tmp_path: Path):
    x, moves = variables("x", 6, range(2)), {(0, 0): 0, (0, 1): 1, (1, 0): 0}
    one, two, three = (regular([x[k], x[k + 1], x[k + 2]], moves, 0, [k % 2]) for k in range(3))
    assert is_read_back(Model("several", x, one, two & three), tmp_path)


def test_differences_of_two_are_in_the_family_of_those_of_more():
    text = written(load("costas_array"), "clingo")
    assert text.split("% arrows differ\n")[1].splitlines() == [
        ":- X = -5..5, #count {J : dot(J,V), dot(J-I,W), V-W = X, J = I..5} > 1, I = 1..4.",
        "#show dot/2.",
    ]


def test_a_variable_of_the_rules_that_read_is_no_variable_of_a_loop(tmp_path: Path):
    x, others = variables("x", (3, 3), range(2)), [integer(name, 0, 0) for name in "kmnpqr"]
    moves = {(0, 0): 0, (0, 1): 1, (1, 0): 0}
    lines = [regular([x[i, j] for j in range(3)], moves, 0, [i % 2]) for i in (2, 1, 2)]
    assert is_read_back(Model("letters", x, others, *lines), tmp_path)


def test_an_atom_that_nothing_makes_true_is_declared_and_clingo_warns_of_none(tmp_path: Path):
    model = random_model(40)
    assert written(model, "clingo").count("#defined ") == 1
    assert is_read_back(model, tmp_path)


def test_rows_that_differ_are_one_rule_that_counts(tmp_path: Path):
    s = variables("s", (3, 4), range(2))
    differ = [any_of(s[a, j] != s[b, j] for j in range(4)) for a in range(3) for b in range(a)]
    model = Model("differ", s, rule("rows differ", *differ), total(s) == 5)
    assert is_read_back(model, tmp_path)
    assert [line.count("#count") for line in rules_of(model)] == [4, 0]
    assert len(written(load("binairo"), "clingo")) < 2_000


def test_an_extreme_is_an_aggregate_and_its_solutions_are_found_once(tmp_path: Path):
    x, y, b = variables("x", 4, range(3)), integer("y", -2, 3), integer("b", 0, 1)
    said = [maximum(x[0], x[1], x[3]) < y, y == minimum(x) + 1, x[2] + maximum(x[1], y) != 3]
    said += [minimum(x[0], y) >= 1, y <= maximum(x[0], x[1]) - minimum(x[2], x[3])]
    said += [[x[i + 2] <= maximum(x[i], x[i + 1]) for i in range(2)], iff(b == 1, maximum(x) > y)]
    other = [minimum(x[0] + x[1], 2 * x[2], y) >= 1, maximum(x[0], y, 1) < 2]
    other += [total([maximum(x[:2]) == 2, x[2] == 2, x[3] == 2]) == 2, maximum(y, minimum(x)) == 1]
    for place, made in enumerate([*said, *other]):
        model = Model("extremes", x, y, b, made)
        assert is_read_back(model, tmp_path), made
        assert ("#m" in written(model, "clingo")) is (place < len(said))
    assert ":- x(3,Y), X = #max {V : x(0..2,V); 0}, Y > X." in written(
        Model("next", x, x[3] <= maximum(x[:3])), "clingo"
    )


def test_sums_have_factors_of_loops_and_truths_of_several_bodies(tmp_path: Path):
    x, b = variables("x", range(1, 6), range(3)), variables("b", 4, range(2))
    pairs = [any_of(b[k] == 1, x[k + 1] == 2, x[k + 2] == 2) for k in range(4)]
    sums = total(k * x[k] for k in range(1, 6))
    near = total(2 * (b[k] == b[k + 1]) - 1 for k in range(3))
    said = [sums == 9, total(pairs) == 2, total(pairs) + 2 * b[0] >= 3, abs(near) <= 1]
    said += [sums % 3 == 1, (b[0] + b[1] + b[3]) % 2 == 1, [(x[k] + b[k]) % 2 == 0 for k in (1, 3)]]
    said += [total(k * b[k] for k in range(4)) == x[1], (total(b) + x[1]) // 2 == x[2]]
    said += [total([x[1] > maximum(x[2], x[3]), x[4] > minimum(x[1], x[5]), b[0]]) == 2]
    for one in said:
        model = Model("sums", x, b, one)
        assert is_read_back(model, tmp_path), one
        assert not re.search(r"\ba\d+\b", written(model, "clingo")), one


def test_an_item_at_a_place_is_joined_by_its_key(tmp_path: Path):
    x, y = variables("x", (3, 3), range(3)), variables("y", 2, range(4))
    row, column = [x[1, j] for j in range(3)], [x[i, 2] for i in range(3)]
    said = [element(row, x[0, 0]) == 2, element(row, element(column, x[0, 1])) == x[2, 2]]
    said += [element([3, 1, 1, 0], y[0]) == y[1], (x[0, 0] == 1) == element([0, 1, 1, 0], y[1])]
    given = [x[0, 2] == 0, x[2, 0] == 0, x[2, 1] == 1, x[1, 1] == 2]
    for one in said:
        assert is_read_back(model := Model("items", x, y, given, one), tmp_path), one
        assert not re.search(r"\ba\d+\b", written(model, "clingo")), one
    outside = (
        element(row, y[0]) == 1,
        element([4, 1, 1], y[1]) != y[0],
        element([y[0], x[0, 0]], x[2, 2]) == 1,
    )
    assert all(is_read_back(Model("items", x, y, given, one), tmp_path) for one in outside)
    short = ":- product(J,I,X), product(X+1,J,Y), product(Y+1,J,Z), Z != I-1, I != J."
    assert short in rules_of(load("quasigroups"))


def test_a_table_of_wide_columns_is_counted(tmp_path: Path):
    x = variables("x", (3, 4), range(20))
    rows = [(a, b, (a + b) % 20, a * b % 20) for a in range(4) for b in range(3)]
    model = Model("wide", x, [allowed([x[i, j] for j in range(4)], rows) for i in range(3)])
    assert is_read_back(model, tmp_path)
    assert [line for line in rules_of(model) if line[0] == ":"] == [
        ":- #count {V,W,U,S : given1(V,W,U,S), x(I,0,V), x(I,1,W), x(I,2,U), x(I,3,S)} = 0, "
        "I = 0..2."
    ]


def test_values_in_turn_are_one_rule(tmp_path: Path):
    """Along whole lines of two axes; of part of one, or of values apart, what they mean."""
    x, y = variables("x", (3, 3), range(1, 4)), variables("y", 4, range(4))
    rows = [[x[i, j] for j in range(3)] for i in range(3)]
    whole = [precedence(row, [1, 2, 3]) for row in rows]
    model = Model("turns", x, rule("in turn", whole), total(rows[0]) != total(rows[1]))
    text = written(model, "clingo")
    assert ":- x(I,X,Z), Z = 2..3, #count {Y : x(I,Y,Z-1), Y < X} = 0." in text
    assert enumerated(model, "clingo", tmp_path) == rows_of(model)
    said = {
        precedence(y, [1, 2]): ":- y(X,Z), Z = 2, #count {Y : y(Y,Z-1), Y < X} = 0.",
        precedence(y[1:], [1, 2]): ":- y(1,2).",
        precedence(y, [2, 0, 3]): ":- y(0,0).",
        precedence(y[::-1], [1, 2]): ":- y(3,2).",
    }
    for one, line in said.items():
        model = Model("turn", y, one, total(y) >= 3)
        text = written(model, "clingo")
        assert line in text or line.removeprefix(":- ") in text, text
        assert enumerated(model, "clingo", tmp_path) == rows_of(model)
