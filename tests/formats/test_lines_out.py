"""Sums of what stands in a line, whose ends and steps loops have, in each language with such."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everyway.formats import written
from everyway.formats.writing import families
from everyway.formats.writing.families import Loop
from everyway.models import (
    Board,
    Constraint,
    Model,
    all_of,
    any_of,
    iff,
    implies,
    load,
    loop,
    rule,
    total,
    variables,
)
from tests.formats.reading_back import enumerated, rows_of

LANGUAGES = ["cpmpy", "minizinc", "clingo", "ortools", "python-constraint"]
SAID = {
    "cpmpy": ["cp.sum(x[i - 1 : j : i])", "range(2 * i, 9, i)", "cp.sum(x[i : j + 1])"],
    "minizinc": ["i in 1..4, j in 2..8 div i", "sum(k in 1..j)(x[i * k])", "sum(x[i..j])"],
    "clingo": ["x(I*K,V), K = 1..J-1", "J = 3..8/I+1", "K = I..J", "I < J"],
    "ortools": ["j in range(3, 8 // i + 2)", "x[i * k] for k in range(1, j)), -1, 1)"],
    "python-constraint": ["sum(values)", "x[i * k] for k in range(1, j)"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_and_ends_that_depend_on_loops(language: str, tmp_path: Path):
    x = variables("x", range(1, 9), [-1, 1])
    steps = [x[d - 1 : d * m : d] for d in range(1, 5) for m in range(2, 8 // d + 1)]
    spans = [x[i : j + 1] for i, j in combinations(range(8), 2)]
    texts = ""
    for lines in (steps, spans):
        model = Model("lines", x, [abs(total(line)) <= 1 for line in lines])
        texts += written(model, language)
        assert enumerated(model, language, tmp_path) == rows_of(model)
    assert all(one in texts for one in SAID[language]), texts


@pytest.mark.parametrize("language", [*LANGUAGES, "python"])
def test_multiples_and_keys_that_look_like_numbers(language: str, tmp_path: Path):
    """Steps of another loop; keys and labels that are texts, which no loop goes through."""
    x = variables("x", range(1, 9), range(2))
    pairs = [(d, m) for d in range(1, 4) for m in range(2 * d, 9, d)]
    model = Model("multiples", x, [x[d] <= x[m] for d, m in pairs])
    assert enumerated(model, language, tmp_path) == rows_of(model), written(model, language)
    keys = [f"b {n}, (c + c)" for n in range(1, 5)]
    y = variables("y", keys, range(3))
    sums = [total(y[key] for key in keys[:n]) <= n for n in range(2, 5)]
    model = Model("texts", y, sums, [y[a] + y[b] != 3 for a, b in combinations(keys, 2)])
    assert enumerated(model, language, tmp_path) == rows_of(model), written(model, language)
    label = "abs (q + q) + y[1] + y[2]"
    z = variables("z", 4, [label, "(x[1] + x[2])"])
    rules = [any_of(z[n] == label, x[n + 1] + x[n + 2] <= 1) for n in range(4)]
    model = Model("labels", x, z, rules, total(x) >= 6)
    assert enumerated(model, language, tmp_path) == rows_of(model), written(model, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_that_are_no_family_keep_their_sums(language: str, tmp_path: Path):
    """Of families, in which one is left out, is of another bound, or stands elsewhere."""
    random = Random(language)
    several = 4 if language in ("minizinc", "ortools") else 12
    for n in range(several):
        shape = (6,) if n % 2 else (3, 3)
        x = variables("x", shape[0] if n % 2 else shape, range(random.choice([-1, 0]), 2))
        rows = [[*x]] if n % 2 else [[x[i, j] for j in range(3)] for i in range(3)]
        columns = [] if n % 2 else [[x[i, j] for i in range(3)] for j in range(3)]
        lines = [
            line[first : last + 1 : step]
            for line in (*rows, *columns)
            for step in random.sample([1, 1, 2], 2)
            for first in range(len(line))
            for last in range(first + step, len(line), step)
            if random.random() < 0.9
        ]
        bound = random.randint(0, 2)
        rules = [total(line) <= bound + (random.random() < 0.1) for line in lines]
        rules += [total(line) != -2 for line in rows]
        if random.random() < 0.3:
            random.shuffle(rules)
        model = Model("lines", x, rules)
        assert enumerated(model, language, tmp_path) == rows_of(model), written(model, language)


@pytest.mark.parametrize("language", [*LANGUAGES, "python"])
def test_a_pair_that_is_left_out_stays_out(language: str, tmp_path: Path):
    """Be it the first of all pairs, the last, or one between."""
    x = variables("x", 6, range(3))
    every = [*combinations(range(6), 2)]
    for at in (0, 4, -1):
        pairs = [pair for pair in every if pair != every[at]]
        model = Model("but one", x, [x[i] * x[j] != 2 for i, j in pairs], total(x) == 5)
        assert enumerated(model, language, tmp_path) == rows_of(model), written(model, language)


def test_loops_that_go_through_others_are_a_fault(monkeypatch: pytest.MonkeyPatch):
    x = variables("x", 6, range(4))
    model = Model("all", x, [x[i] * x[j] != 2 for i, j in combinations(range(6), 2)])
    assert "combinations(range(6), 2)" in written(model, "cpmpy")
    every = Loop(("i", "j"), range(7), several=True)
    monkeypatch.setattr(families, "_shapes", lambda *_: [([every], [*combinations(range(6), 2)])])
    with pytest.raises(AssertionError, match="go through"):
        written(model, "cpmpy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_weights_that_are_places_or_their_squares(language: str, tmp_path: Path):
    x = variables("x", range(1, 7), [-1, 1])
    for off in (0, 1):
        weights = [[k**p + off * (k == 4) for k in range(1, 7)] for p in (0, 1, 2)]
        sums = [total(w * one for w, one in zip(row, x, strict=True)) <= 3 for row in weights]
        model = Model("weights", x, sums)
        text = written(model, language)
        square = "I*I*V" if language == "clingo" else "i * i * x["
        assert language == "python-constraint" or (square in text) == (not off), text
        assert enumerated(model, language, tmp_path) == rows_of(model)


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_of_one_variable_are_a_list(language: str, tmp_path: Path):
    """Numbers and labels; also all values, none that the variable has, and such that it lacks."""
    x, y = variables("x", 3, ["red", "blue", "x y", "]"]), variables("y", 2, [1, 2, 5, -1])

    def one_of(term: Any, *values: Any) -> Constraint:
        return any_of(term == value for value in values)

    rules = [
        implies(one_of(x[0], "red", "blue"), one_of(y[0], 1, 5)),
        implies(one_of(x[1], "red", "x y"), one_of(y[1], 2, -1, 5)),
        implies(one_of(x[2], "]", "blue"), ~one_of(y[0], 1, 2)),
        any_of(all_of(x[0] != "red", x[0] != "]"), one_of(y[1], 1, 2, 5, -1)),
        iff(one_of(x[1], "red", "blue", "x y", "]"), one_of(y[0] + y[1], 3, 6, 7)),
    ]
    model = Model("one of", x, y, *(rule(f"r{n}", one) for n, one in enumerate(rules)))
    text = written(model, language)
    assert enumerated(model, language, tmp_path) == rows_of(model), text
    said = {"python-constraint": "(b in [1, 5])", "clingo": 'x(0,("red";"blue"))'}
    assert said.get(language, "") in text


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("skyscrapers", "ortools", "for c, total in [(1, 3), (4, 1)]:"),
        ("skyscrapers", "clingo", "!= -1+J, (I,J) = (1,3;4,2)."),
        ("latin_rectangle", "python-constraint", "for r in range(1, 3):"),
        ("round_robin", "ortools", 'for days in [["1-2", "1-3", "1-4", "1-5", "1-6"], ["1-2",'),
        ("steiner_triples", "python-constraint", "[triple[key] for key in triples]"),
        ("dedekind", "python-constraint", "[passes[i], passes[j]]"),
        ("stable_marriages", "cpmpy", '("Adam", [Cleo, Dora], "Beth", [Carl, Dave])'),
        ("stable_marriages", "minizinc", "forall(i in Adam..Dave, j in Anna..Dora)("),
        (
            "easy_as_abc",
            "minizinc",
            "forall(i in 1..4, j in A..C)(sum(k in 1..4)(letter[i, k] = j) = 1)",
        ),
        ("akari", "minizinc", "forall(i, j in 1..7 where number_at[i, j] > 0)("),
        ("compass", "cpmpy", "cp.sum(region[:, 2:5].flatten() == r4c2) == 3"),
        ("send_more_money", "clingo", "weight4(U,W)} != 0."),
        ("compass", "ortools", "[(5 * i + j - 6, 5 * k + m - 6) for i, j, k, m in wall]"),
        ("lattice_paths", "minizinc", "forall(i in 1..7)(sum(step[0..i]) >= 0)"),
        ("lattice_paths", "clingo", ":- #sum {V,J : step(J,V), J = 0..I-1} < 0, I = 2..8."),
        ("difference_sets", "python-constraint", "values[(j + i) % 7] for j in range(7)"),
        ("tents", "cpmpy", "== tent[r, c] for i, (r, c) in enumerate(tent)"),
        ("tents", "ortools", "holds(j == i, j != i) for j in camp.values()"),
        ("yin_yang", "ortools", "def holds(rule):"),
        ("operation_tables", "cpmpy", "product = cp.intvar(0, 2, shape=(3, 3)"),
        ("kropki", "cpmpy", "(1, 2, 1, 3), (2, 2, 2, 3), (3, 0, 3, 1), (1, 2, 2, 2)"),
    ],
)
def test_texts_that_are_alike_are_loops(name: str, language: str, said: str):
    assert "".join(said.split()) in "".join(written(load(name), language).split())


def test_members_that_are_indices_stay_there(tmp_path: Path):
    """Two in a row are no list that a loop goes through."""
    keys = [(a, b) for a in ("A", "B") for b in ("B", "C")]
    x, y = variables("x", keys, ["A", "B", "C"]), variables("y", ["A", "B", "C"], ["A", "B"])
    rules = rule("other", [x[a, b] != y[c] for a, b in keys for c in ("A", "B")])
    model = Model("members", x, y, rules)
    assert enumerated(model, "minizinc", tmp_path) == rows_of(model)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_may_be_called_as_a_function(language: str, tmp_path: Path):
    product: Any = Board(3).place("product")
    squares = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
    pairs = [(a, b) for a, b in combinations(squares, 2) if abs(a[0] - b[0]) == abs(a[1] - b[1])]
    model = Model(
        "products", product, rule("apart", [product[a] + product[b] <= 1 for a, b in pairs])
    )
    assert enumerated(model, language, tmp_path) == rows_of(model)


def test_weights_in_clingo_are_facts_of_their_own(tmp_path: Path):
    """The same weight twice, one that no variable has, and truths beside them."""
    x = variables("x", [(1, "a"), (1, "b"), (2, "a"), (2, "b"), (3, "a")], range(3))
    some, b = [*x], variables("b", 2, range(2))
    weights = [5, -3, 5, 7, 1]
    sums = total(w * v for w, v in zip(weights, some, strict=True))
    rules = [sums + 4 * b[0] == 9, sums - some[0] <= 8, 2 * sums + b[1] >= 5]
    model = Model("weights", x, b, *(rule(f"r{n}", one) for n, one in enumerate(rules)))
    text = written(model, "clingo")
    assert "V*W,U,S : x(U,S,V), weight1(U,S,W)" in text
    assert enumerated(model, "clingo", tmp_path) == rows_of(model)


@pytest.mark.parametrize("language", [*LANGUAGES, "xcsp3"])
@pytest.mark.parametrize("holes", [[], ["r1c2"]])
def test_fences_are_keyed_by_corners(language: str, holes: list[str], tmp_path: Path):
    fence = Board(2, 3, holes=holes).fences("fence")
    few = rule("few", [total(fence.around(square)) == 2 for square in ("r1c1", "r2c2", "r2c3")])
    model = Model("fences", fence, loop(fence), few)
    text = written(model, language)
    assert (("(i, j + 1), (i + 1, j)" in text) or ("(I,J+1;I+1,J)" in text)) is (
        not holes and language not in ("minizinc", "xcsp3")
    )
    assert enumerated(model, language, tmp_path) == rows_of(model)


def test_only_arrays_are_compared_at_once(tmp_path: Path):
    x = variables("x", ["a", "b", "c"], range(3))
    model = Model("no array", x, total(v == 1 for v in x) == 2, any_of(v == 0 for v in x))
    assert enumerated(model, "cpmpy", tmp_path) == rows_of(model)


def test_a_long_comparison_in_a_loop_stands_in_brackets(tmp_path: Path):
    """Two rules over a table, where a line of its own would end before the relation."""
    piece = Board(2, 2).place("piece")
    camp = variables("camp", ["first", "second", "third"], ["up", "down", "beside"])
    several = total(one == label for one, label in zip(camp, ["up", "down", "up"], strict=True))
    rules = [rule(f"r{most}", several <= most, piece.total <= 2) for most in (0, 2)]
    model = Model("rows", camp, piece, rules)
    assert enumerated(model, "cpmpy", tmp_path) == rows_of(model)
    assert "for most in [" in written(model, "cpmpy")
