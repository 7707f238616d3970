"""All solutions as a value, and counting them."""

from __future__ import annotations

from random import Random

import pytest

from everyway.models import Model, boolean, integer, total, variable, variables
from everyway.models.queens import queens
from everyway.solvers import SolutionSet, count, solve_all
from everyway.solvers.harness.contract import Incomplete, SolverFailed

from ..support.fake_solvers import Asked, numbers, register


def two_colours() -> Model:
    return Model("two", variable("colour", ["red", "green", "blue"]), integer("x", -1, 1))


def test_they_are_sorted_by_declaration_and_the_order_of_the_domains(monkeypatch):
    """Red before blue, because the model says so."""
    model = two_colours()
    rows = [{"colour": c, "x": x} for c in range(3) for x in (-1, 0, 1)]
    Random(1).shuffle(rows)
    register(monkeypatch, Asked(rows))
    found = solve_all(model, "fake")
    colours = ("red", "green", "blue")
    assert [s.row for s in found] == [(c, x) for c in colours for x in (-1, 0, 1)]
    assert found[0].assignment == {"colour": "red", "x": -1}
    assert [s["x"] for s in found[-2:]] == [0, 1]


@pytest.mark.parametrize(("n", "solutions"), [(0, 1), (1, 1), (2, 0), (4, 2), (6, 4)])
def test_it_is_a_sequence_of_all_of_them(n, solutions):
    found = solve_all(queens(n))
    assert len(found) == len(list(found)) == count(queens(n)) == solutions
    assert bool(found) == (solutions > 0)
    assert all(solution in found for solution in found)
    many = f"{solutions} solution{'s' * (solutions != 1)} of '{n} queen{'s' * (n != 1)}'"
    assert many in repr(found)
    assert [document["queen"] for document in found.to_json()] == [
        solution.to_json()["queen"] for solution in found
    ]


def test_sets_are_equal_where_the_same_solutions_are_in_both():
    b = variables("b", 3, range(2))
    one, other = Model("one", b, total(b) == 1), Model("other", b, total(b) % 2 == 1)
    assert solve_all(one) == solve_all(one, "brute-force") == solve_all(one, "flatmap-levels")
    assert hash(solve_all(one)) == hash(solve_all(one, "brute-force"))
    assert solve_all(one) != solve_all(other)
    assert [s.row for s in solve_all(other) - solve_all(one)] == [(1, 1, 1)]
    assert list(solve_all(one) - solve_all(other)) == []
    assert solve_all(one) != list(solve_all(one))


def test_what_is_no_solution_is_in_no_set():
    found = solve_all(two_colours())
    for foreign in (None, 3, ("red", 0), {"colour": "red"}, {"colour": "red", "x": 5}, ["red"]):
        assert foreign not in found


def test_a_solver_that_repeats_itself_is_refused(monkeypatch):
    model, rows = numbers(3)
    register(monkeypatch, Asked([*rows, rows[1]]))
    with pytest.raises(SolverFailed, match="fake reported a solution twice; compare solvers"):
        solve_all(model, "fake")


@pytest.mark.parametrize(
    ("error", "reason"),
    [(None, "limit"), (MemoryError(), "memory")],
)
def test_what_was_found_before_a_stop_is_not_lost(monkeypatch, error, reason):
    model, rows = numbers(5)

    def stops(model):
        yield from rows[:2]
        if error is not None:
            raise error
        yield from rows[2:]

    register(monkeypatch, stops)
    options = {"limit": 2} if error is None else {}
    with pytest.raises(Incomplete, match=rf"fake stopped \({reason}\) after 2 solutions") as caught:
        solve_all(model, "fake", **options)
    assert [solution["x"] for solution in caught.value.found] == [0, 1]
    with pytest.raises(Incomplete, match=reason) as caught:
        count(model, "fake", **options)
    assert caught.value.found == 2


def test_a_limit_that_leaves_nothing_out_is_no_stop():
    model = Model("four", boolean("a"), boolean("b"))
    assert count(model, limit=4) == len(solve_all(model, limit=4)) == 4
    with pytest.raises(Incomplete):
        count(model, limit=3)


def test_a_set_made_by_hand_is_sorted_too():
    model, _ = numbers(4)
    made = SolutionSet(model, (model.solution({"x": x}) for x in (2, 0, 3)))
    assert [solution["x"] for solution in made] == [0, 2, 3]
    assert made == SolutionSet(model, reversed(made))
