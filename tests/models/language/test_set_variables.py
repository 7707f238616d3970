"""Sets as variables: operators beside Python's sets, reading and writing, refusals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from typing import Any

import pytest

from everyway.models import (
    Model,
    ModelError,
    Variable,
    disjoint,
    equal_sets,
    from_data,
    same,
    size,
    subset,
    sum_of,
    to_data,
    total,
    union,
    variables,
)
from everyway.models.language.drawing.as_text import draw_group
from everyway.models.language.files.model_from_data import from_data as of_data
from everyway.solvers import count, solve_all

X, Y = subset("x", range(1, 4)), subset("y", range(2, 6))


def subsets(values: range) -> Iterator[frozenset[int]]:
    chosen = chain.from_iterable(combinations(values, n) for n in range(len(values) + 1))
    return map(frozenset, chosen)


RULES: dict[str, tuple[Any, Callable[[frozenset[int], frozenset[int]], bool]]] = {
    "subset": (X <= Y, lambda a, b: a <= b),
    "superset": (X >= Y, lambda a, b: a >= b),
    "proper subset": (X < Y, lambda a, b: a < b),
    "proper superset": (X > Y, lambda a, b: a > b),
    "no subset": (~(X <= Y), lambda a, b: not a <= b),
    "of a given set": (X <= {1, 2, 9}, lambda a, b: a <= {1, 2, 9}),
    "from a given set": ({2, 9} - X <= Y | {9}, lambda a, b: {2, 9} - a <= b | {9}),
    "a given set in it": ({2} < X, lambda a, b: a > {2}),
    "union": (size(X | Y) == 4, lambda a, b: len(a | b) == 4),
    "intersection": (size(X & Y) == 1, lambda a, b: len(a & b) == 1),
    "difference": (sum_of(X - Y) == 3, lambda a, b: sum(a - b) == 3),
    "difference of a union": ((Y - (X | {4})) >= {5}, lambda a, b: b - (a | {4}) >= {5}),
    "symmetric difference": (sum_of(X ^ Y) == 6, lambda a, b: sum(a ^ b) == 6),
    "given on the left": (
        size(({1, 7} ^ X) | ({3} & Y)) == 3,
        lambda a, b: len(({1, 7} ^ a) | ({3} & b)) == 3,
    ),
    "union of three": (union(X, Y, {3}) <= {2, 3, 4}, lambda a, b: a | b | {3} <= {2, 3, 4}),
    "disjoint": (disjoint(X, Y, {5}), lambda a, b: not (a & b or b & {5})),
    "equal": (equal_sets(X, Y), lambda a, b: a == b),
    "equal to a given set": (equal_sets(X | Y, {2, 3}, Y), lambda a, b: a | b == {2, 3} == b),
    "a member": ((X & Y)[2] & (X | {7})[7], lambda a, b: 2 in a and 2 in b),
    "as many": (size(X) == size(Y), lambda a, b: len(a) == len(b)),
}


@pytest.mark.parametrize("name", RULES)
def test_sets_mean_what_pythons_sets_do(name: str) -> None:
    rule, holds = RULES[name]
    found = [(s["x"], s["y"]) for s in solve_all(Model(name, X, Y, rule))]
    wanted = {(a, b) for a in subsets(range(1, 4)) for b in subsets(range(2, 6)) if holds(a, b)}
    assert len(found) == len(wanted)
    assert {*found} == wanted


def test_sets_are_written_and_read() -> None:
    staff = subset("staff", ["ann", "bob", "eve"])
    model = Model(
        "sets", X, staff, size(X) == 2, sum_of(X) == 4, size(staff) == 1, staff["bob"] == 1
    )
    (solution,) = solve_all(model)
    assert solution["x"] == {1, 3}
    assert solution["staff"] == {"bob"}
    assert solution.to_json() == {"x": [1, 3], "staff": ["bob"]}
    assert X.from_json([3, 1]) == {"x[1]": 1, "x[2]": 0, "x[3]": 1}
    assert X.from_json({"1": 1, "3": 7}) == {"x[1]": 1, "x[3]": 7}
    again = from_data(json.loads(json.dumps(to_data(model))))
    assert same(model, again)
    assert [group.describe() for group in again.groups] == [
        "a set x of {1, 2, 3}",
        "a set staff of {ann, bob, eve}",
    ]
    assert draw_group(X, {"x[1]": 1, "x[2]": 0, "x[3]": 1}) == "x = {1, 3}"
    assert draw_group(X, {"x[1]": 1, "x[3]": 7}) == "x = {1, 2?, 3 7}"
    assert X.of_row((1, 0, 7)) == {1: 1, 2: 0, 3: 7}  # no value is hidden
    assert count(Model("of none", subset("none", []), X)) == 8


def test_members_may_be_pairs() -> None:
    edges = subset("edges", [(0, 1), (1, 2)])
    (solution,) = solve_all(Model("edges", edges, edges <= {(1, 2), "none", 5}, size(edges) == 1))
    assert solution["edges"] == {(1, 2)}
    assert solution.to_json() == {"edges": ["1,2"]}
    assert (
        edges.from_json(["1,2"]) == edges.from_json([(1, 2)]) == {"edges[0,1]": 0, "edges[1,2]": 1}
    )
    assert draw_group(edges, {"edges[0,1]": 1, "edges[1,2]": 0}) == "edges = {0,1}"


def test_a_set_in_a_file_is_of_0_and_1() -> None:
    data = to_data(Model("wide", variables("x", [1, 2], range(3))))
    data["groups"][0]["kind"] = "set"
    with pytest.raises(ModelError, match="the set 'x' has a variable that is not 0 or 1"):
        of_data(data)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda: 2 in X, r"2 in x is not known before it is solved; write x\[2\]"),
        (lambda: 2 in (X | Y), r"write s\[2\] for its being a member"),
        (lambda: len(X | Y), r"write size\(s\)"),
        (lambda: X[9], r"9 is no possible member of x: \{1, 2, 3\}"),
        (lambda: (X | Y)[9], r"9 is no possible member: \{1, 2, 3, 4, 5\}"),
        (lambda: X | [1, 2], r"\| takes sets: .* not \[1, 2\]"),
        (lambda: X <= {X[1]}, "<= takes sets"),
        (lambda: sum_of(subset("t", ["a"])), "sum_of adds up integers, and 'a' may be a member"),
        (lambda: subset("t", [1, 1]), "the keys of t repeat"),
        (lambda: X.from_json([4]), r"4 is no possible member of x: \{1, 2, 3\}"),
        (lambda: X.from_json([[1]]), r"\[1\] is no possible member of x"),
        (lambda: X.from_json(5), "x must be an object"),
        (lambda: Model("equal", X, Y, X == Y), "an item of the model is False"),
    ],
)
def test_misuse_is_refused_in_words(write: Callable[[], object], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        write()


def test_habits_are_answered() -> None:
    with pytest.raises(AttributeError, match=r"write s <= t"):
        X.issubset(Y)


def test_it_is_a_group_of_variables() -> None:
    assert all(isinstance(variable, Variable) for variable in X)
    assert (X[2] in X, Y[2] in X) == (True, False)
    assert [variable.name for variable in X] == ["x[1]", "x[2]", "x[3]"]
    assert count(Model("at most one", X, total(X) <= 1)) == 4
