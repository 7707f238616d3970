"""Faults that other tools for explanations had, each with the thread that reports it: not here."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from everyway.explainer import Explanation, repairs, why
from everyway.models import Model, all_different, rule, total, variable, variables
from everyway.models.graph_colouring import graph_colouring
from everyway.solvers import first

X, Y, Z = variable("x", range(4)), variable("y", range(4)), variable("z", range(4))


def labels(found: Explanation) -> list[list[str]]:
    return [[unit.rule for unit in one] for one in found.sets]


@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_no_order_of_the_rules_leads_to_a_set_too_many_or_too_large(order: tuple[int, ...]) -> None:
    """CPMpy/cpmpy#1072, #984: a preferred set that was wrong; a native one that was not minimal."""
    rules = [rule("a", X < Y), rule("b", Y < Z), rule("c", Z < X), rule("d", X + Y + Z > 7)]
    found = why(Model("cycle", X, Y, Z, [rules[place] for place in order]), all=True)
    every = [[*three] for three in combinations("abcd", 3)]
    assert sorted(sorted(one) for one in labels(found)) == every
    for reason in found.reasons:
        for left_out in reason.members:
            rest = [one.constraints for one in reason.members if one is not left_out]
            assert first(Model("rest", X, Y, Z, rest), solver="flatmap") is not None


def test_what_is_hard_is_looked_at_before_anything_is_blamed() -> None:
    """MiniZinc/libminizinc#814: "background is not satisfiable", and no explanation of it."""
    model = Model("hard", X, rule("low", X < 2), rule("high", X > 2), rule("idle", X >= 0))
    assert why(model, hard=["low", "high"]).is_hard
    assert repairs(model, hard=["low", "high"]).is_hard


def test_with_a_solution_every_search_ends() -> None:
    """potassco/clingo-explaid#36: an endless loop where nothing cannot hold."""
    model = Model("free", X, rule("low", X < 2))
    for found in (why(model, all=True), repairs(model, all=True), why(Model("none"), all=True)):
        assert found.has_solution is not None
        assert not found.sets


def test_equal_models_have_equal_sets_however_they_are_written() -> None:
    """MiniZinc/MiniZincIDE#202: sets that followed how a model was flattened."""
    one = Model("one", X, Y, rule("sum", X + Y == 7), rule("apart", abs(X - Y) == 1))
    other = Model("other", X, Y, rule("sum", 7 - Y == X), rule("apart", (X - Y) * (X - Y) == 1))
    assert labels(why(one)) == labels(why(other)) == [["sum"]]


def test_a_condition_inside_a_disjunction_is_not_blamed_by_itself() -> None:
    """MiniZinc/libminizinc#383: a named part of a disjunction was blamed by itself."""
    either = rule("either", (X == 0) | (X == 1))
    found = why(Model("disjunction", X, either, rule("two", X == 2)))
    assert labels(found) == [["either", "two"]]
    assert found.sets[0][0].constraints == either.constraints


def test_a_definition_that_two_rules_share_is_never_blamed() -> None:
    """The product is one term of both rules; neither is blamed for what it is."""
    product = X * Y
    model = Model("shared", X, Y, rule("odd", product == 7), rule("even", product == 4))
    assert labels(why(model, all=True)) == [["odd"]]
    assert labels(repairs(model)) == [["odd"]]


def test_the_same_question_has_the_same_answer_each_time() -> None:
    """CPMpy's MARCO depends on a hint to its solver; here what is equal comes as it is declared."""
    model = graph_colouring(graph="octahedron", colours=2)
    first_time, second = why(model), why(model)
    assert first_time.exact == second.exact == "all smallest"
    assert [[str(u) for u in one] for one in first_time.sets] == [
        [str(u) for u in one] for one in second.sets
    ]
    assert [len(one) for one in first_time.sets] == [3] * 8


def test_integers_are_explained_as_booleans_are() -> None:
    """CPMpy's tools over python-sat end in an ImportError on integer models."""
    mark = variables("mark", 3, range(10))
    model = Model("sums", mark, rule("apart", all_different(mark)), rule("two", total(mark) == 2))
    assert labels(why(model)) == [["apart", "two"]]
