"""The adapter of clingo: how large a program it makes."""

from __future__ import annotations

from contextlib import suppress
from itertools import count as every

import pytest

from everyway.models import Model, increasing, regions, total, variable, variables
from everyway.solvers import Unsupported, solve_all
from everyway.solvers.clingo import translation

pytest.importorskip("clingo", reason="clingo is not installed")


def test_a_model_of_just_as_many_rules_as_it_may_have_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A quotient may take a rule for each pair of values: of two by two, four more."""
    x, y = variable("x", (0, 1)), variable("y", (2, 3))

    def least(model: Model) -> int:
        """The fewest rules with which `model` is taken; it has all four assignments."""
        for most in every():
            monkeypatch.setattr(translation, "_MOST_RULES", most)
            with suppress(Unsupported):
                assert len(solve_all(model, "clingo")) == 4
                return most
        raise AssertionError("it counts on")

    assert least(Model("quotient", x, y, x // y == 0)) == least(Model("free", x, y)) + 4


@pytest.mark.parametrize("counted", [20_000, 0])
def test_counts_of_many_hold_by_atoms_as_by_weights(
    monkeypatch: pytest.MonkeyPatch, counted: int
) -> None:
    """Of 0/1 in order there is one row for each number of ones."""
    monkeypatch.setattr(translation, "_MOST_COUNTED", counted)
    x = variables("x", 17, range(2))
    for number in (0, 1, 8, 15, 17):
        for rule, expected in ((total(x) <= number, number + 1), (total(x) >= number, 18 - number)):
            found = solve_all(Model("ones", x, increasing(x), rule), "clingo")
            assert len(found) == min(expected, 18), rule


def test_regions_of_a_repeated_size_are_looked_at_whole() -> None:
    """An assignment from which clingo had taken variables out would never be whole."""
    e, s = variables("e", 3, range(2)), variable("s", range(-4, 4))
    edges = [(1, 2), (1, 0), (2, 0), (1, 2), (2, 1), (2, 0)]
    rule = regions([e[0], e[0], 0, e[1], e[1], e[2]], edges, vertices=3, sizes=[s, s, s])
    (found,) = solve_all(Model("regions", e, s, rule), "clingo")
    assert found.assignment == {"e[0]": 0, "e[1]": 0, "e[2]": 0, "s": 1}
