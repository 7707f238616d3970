"""Programs for clingo have rules over variables, as people write them, and the same solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import written
from everyway.formats.writing import clingo_rules
from everyway.models import (
    Model,
    all_different,
    allowed,
    any_of,
    iff,
    implies,
    integer,
    load,
    maximum,
    regular,
    rule,
    total,
    variable,
    variables,
)
from tests.formats.reading_back import READERS, rows_of

pytest.importorskip("clingo")


def rules_of(model: Model) -> list[str]:
    """The lines of the program that are neither comments nor declarations."""
    lines = written(model, "clingo").splitlines()
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
    model = load("squared_rectangle")
    assert ":- #sum {3,0 : x(0,V), x(2,W), V <= W, V+3 > W;" in written(model, "clingo")
    assert is_read_back(model, tmp_path)


def test_labels_are_texts_and_equal_ones_one_variable():
    text = written(load("map_colouring"), "clingo")
    assert '1 {colour(I,X) : X = ("red";"green";"blue")} 1 :- I = ("WA";' in text
    assert ':- colour(J,X), colour(I,X), (I,J) = ("WA","NT";"WA","SA";' in text


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
    names = [integer(name, 0, 2) for name in ("row1", "state1", "n1", "N1", "X", "a1", "not")]
    several = [allowed(names[:2], [(0, 1), (2, 2)]), regular(names[2:4], {(0, 1): 0}, 0, [0])]
    assert is_read_back(Model("named", names, *several, sum(names[2:]) == 4), tmp_path)


def test_a_remainder_keeps_its_bounds_unless_an_equation_has_them(tmp_path: Path):
    digit = variables("digit", 5, range(3))
    for size, bounded in ((2, 0), (4, 1)):
        rest = variables("rest", size, range(2))
        model = Model("rest", digit, rest, total(digit) % 3 == total(rest))
        assert sum(line.endswith(" < 0.") for line in rules_of(model)) == bounded
        assert is_read_back(model, tmp_path)
