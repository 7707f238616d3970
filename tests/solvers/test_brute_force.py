"""Brute force: the definition of a solution, tried on every assignment."""

from __future__ import annotations

import threading
from itertools import islice

import pytest

from everyway.models import Model, all_different, boolean, integer, predicate, variables
from everyway.solvers.brute_force import TRAITS, solutions
from everyway.solvers.harness.contract import Control, Stopped, Unsupported


def found(model: Model) -> list[tuple[int, ...]]:
    names = [variable.name for variable in model.variables]
    return [tuple(values[name] for name in names) for values in solutions(model, Control())]


def test_finds_every_solution_in_canonical_order():
    x, y = integer("x", -1, 1), integer("y", 0, 1)
    assert found(Model("m", x, y, x <= y - 1)) == [(-1, 0), (-1, 1), (0, 1)]


def test_a_model_without_variables_has_the_empty_solution():
    assert found(Model("m")) == [()]


def test_unused_variables_multiply_the_solutions():
    x, free = boolean("x"), variables("free", 2, range(3))
    assert len(found(Model("m", x, free, x == 1))) == 9


def test_an_undefined_term_makes_its_comparison_false():
    x, y = integer("x", 0, 3), integer("y", 0, 1)
    assert {y for _, y in found(Model("m", x, y, x // y == x))} == {1}
    assert (0, 0) in found(Model("m", x, y, ~(x // y == x)))


def test_the_product_of_the_domains_is_named_where_it_is_too_large():
    with pytest.raises(Unsupported, match=r"10 000 001 assignments.*at most 10 000 000"):
        next(solutions(Model("m", integer("x", 0, 10_000_000)), Control()))
    with pytest.raises(Unsupported, match=r"10\^400"):
        next(solutions(Model("m", variables("x", 20, range(10**20))), Control()))


def test_a_search_without_solutions_can_be_stopped():
    q = variables("q", 7, range(6))
    control = Control()
    threading.Timer(0.1, control.stop).start()
    with pytest.raises(Stopped):
        next(solutions(Model("m", q, all_different(q)), control))


def test_solutions_come_one_at_a_time():
    x = variables("x", 6, range(10))
    tried: list[int] = []
    model = Model("m", x, predicate(lambda value: not tried.append(value), x[0]))
    assert len(list(islice(solutions(model, Control()), 3))) == len(tried) == 3


def test_it_streams_calls_python_and_takes_a_board_square_by_square():
    assert (TRAITS.streams, TRAITS.calls_python, TRAITS.viewpoint) == (True, True, "squares")
