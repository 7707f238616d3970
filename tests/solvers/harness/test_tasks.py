"""A model in parts: together they have its solutions, and no two have one in common."""

from __future__ import annotations

from collections import Counter

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, all_different, total, variable, variables
from everyway.models.queens import queens
from everyway.solvers import solutions
from everyway.solvers.harness.processes.worker import MOST_PIECES, Box, Splitter


def rows(model: Model) -> Counter[tuple[int, ...]]:
    return Counter(solution_rows(model))


@pytest.mark.parametrize("at_least", [1, 7, 60])
@pytest.mark.parametrize("seed", range(40))
def test_boxes_partition_the_solutions_of_random_models(seed, at_least):
    model = random_model(seed)
    splitter = Splitter(model)
    found = Counter()
    for box in splitter.boxes(at_least):
        found += rows(splitter.part(box))
    assert found == rows(model)


@pytest.mark.parametrize("seed", range(40))
def test_a_box_that_is_cut_again_has_the_same_solutions(seed):
    model = random_model(seed)
    splitter = Splitter(model)
    for box in splitter.boxes(3):
        parts = [splitter.part(part) for part in splitter.cut(box)]
        assert sum(map(rows, parts), Counter()) == rows(splitter.part(box))


def test_there_are_as_many_boxes_as_asked_for_where_there_can_be():
    assert len(Splitter(queens(8)).boxes(100)) >= 100
    small = Splitter(Model("small", variable("x", range(3))))
    assert len(small.boxes(100)) == 3


def test_a_model_without_choices_is_one_box():
    assert Splitter(Model("nothing")).boxes(10) == [Box()]
    fixed = Splitter(Model("fixed", variable("x", [4])))
    assert fixed.boxes(10) == [Box()]
    assert fixed.part(Box()) is fixed.model


def test_a_large_domain_is_cut_in_intervals():
    x = variable("x", range(0, 10**12, 3))
    splitter = Splitter(Model("large", x, x >= 0))
    boxes = splitter.boxes(2)
    assert len(boxes) == MOST_PIECES
    ends = [(first, end) for box in boxes for _, first, end in box.sides]
    assert [first for first, _ in ends[1:]] == [end for _, end in ends[:-1]]


def test_variables_without_a_constraint_are_cut_last():
    free, bound = variables("free", 3, range(2)), variables("bound", 3, range(9))
    splitter = Splitter(Model("both", free, bound, all_different(bound)))
    assert {number for box in splitter.boxes(9) for number, _, _ in box.sides} == {3}


def test_only_the_variables_that_are_asked_for_are_cut():
    q = variables("q", 4, range(3))
    splitter = Splitter(Model("some", q, total(q) == 4), frozenset({"q[1]"}))
    assert len(splitter.boxes(100)) == 3
    assert {side[0] for box in splitter.boxes(100) for side in box.sides} == {1}


def test_a_box_becomes_a_model_that_any_solver_takes():
    splitter = Splitter(queens(5))
    found = [s.row for box in splitter.boxes(4) for s in solutions(splitter.part(box), "flatmap")]
    assert len(found) == len(set(found)) == 10
