"""A symmetry that does not hold is refused with a solution whose image is none."""

from __future__ import annotations

import pytest

from everyway.models import ModelError, load, symmetry

from .moved import move


@pytest.mark.parametrize("n", [6, 8, 20])
@pytest.mark.parametrize("kind", ["shifted", "two squares", "two rows"])
def test_a_false_symmetry_of_queens_is_refused_with_a_witness(n, kind):
    model = load("queens", n=n)
    queen = model["queen"]
    swapped = {1: 2, 2: 1}
    false = {
        "shifted": move("s", [queen], lambda s: (s.row, s.column % n + 1)),
        "two squares": symmetry("s", {queen[1, 1]: queen[1, 2], queen[1, 2]: queen[1, 1]}),
        "two rows": move("s", [queen], lambda s: (swapped.get(s.row, s.row), s.column)),
    }[kind]
    with pytest.raises(ModelError, match=r"is no symmetry of .*: of the solution .* which breaks"):
        model.with_symmetries(false)


@pytest.mark.parametrize("name", ["crowns", "sudoku", "langford", "zebra", "magic_square"])
def test_a_false_symmetry_is_refused_with_a_witness(name):
    model = load(name)
    one, other = model.variables[1:3]
    with pytest.raises(ModelError, match=r"is no symmetry of .*: of the solution .* which breaks"):
        model.with_symmetries(symmetry("two exchanged", {one: other, other: one}))
