"""The decided variables that a watched search names as the cause of what a graph rules out."""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import Any

import pytest

from everyway.models import Board, Model, connected, forest, loop, path, regions, tree
from everyway.models.language.check import is_solution
from everyway.solvers import flatmap
from everyway.solvers.flatmap.consistency import Removal
from everyway.solvers.harness.contract import Control

BOARD = Board(2, 3)
LINE, PLACED, WALL = BOARD.links("line"), BOARD.place("shaded"), BOARD.borders("wall")
WORDS = {
    "connected": Model("connected", PLACED, connected(PLACED)),
    "loop": Model("loop", LINE, loop(LINE)),
    "path": Model("path", LINE, path(LINE, "r1c1", "r2c3")),
    "tree": Model("tree", LINE, tree(LINE)),
    "spanning": Model("spanning", LINE, tree(LINE, spanning=True)),
    "forest": Model("forest", LINE, forest(LINE)),
    "sizes": Model("sizes", WALL, regions(WALL, sizes=[3] * 6)),
    "roots": Model("roots", WALL, regions(WALL, roots=["r1c1", "r2c3"])),
}


class Heard:
    """An observer that keeps the removals, and the reasons of failures with no value left."""

    def __init__(self) -> None:
        self.removals: list[Removal] = []
        self.failures: list[Removal] = []
        self.tried: list[tuple[str, int]] = []

    def chosen(self, variable: str, value: int, depth: int, parent: int) -> None:
        self.tried.append((variable, value))

    def removed(self, removal: Removal) -> None:
        self.removals.append(removal)

    def failed(self, reason: Removal, emptied: int | None, depth: int) -> None:
        self.failures.append(reason)

    def solved(self, solution: Any) -> None:
        pass


@pytest.mark.parametrize("word", WORDS)
def test_what_is_named_as_the_cause_is_enough(word: str) -> None:
    """In a model of one rule, the causes alone leave no solution with a value that was lost."""
    model, heard = WORDS[word], Heard()
    deque(flatmap.solutions(model, Control(), heard), maxlen=0)
    assert len(model.constraints) == 1
    names = [variable.name for variable in model.variables]
    every = [
        row
        for row in product(range(2), repeat=len(names))
        if is_solution(model, dict(zip(names, row, strict=True)))
    ]
    assert every
    assert heard.removals
    for removal in heard.removals:
        left = [row for row in every if all(row[place] == x for place, x in removal.because)]
        for loss in removal.losses:
            gone = {*loss.before} - {*loss.left}
            assert gone, removal
            assert not any(row[loss.place] in gone for row in left), removal
    for failure in heard.failures:
        assert not any(all(row[p] == x for p, x in failure.because) for row in every), failure


def test_what_breaks_a_rule_at_once_is_named() -> None:
    """The last three of four squares cannot be shaded and apart; the first is not spoken of."""
    shaded = Board(1, 4).place("shaded")
    _, second, third, fourth = shaded
    alike = (second == fourth) & (second != third)
    heard, model = Heard(), Model("apart", shaded, alike, connected(shaded))
    deque(flatmap.solutions(model, Control(), heard), maxlen=0)
    at_once = [failure.because for failure in heard.failures if not failure.losses]
    assert at_once[0] == ((1, 1), (2, 0), (3, 1))


def test_the_cause_of_a_line_is_beside_it() -> None:
    """Of a loop on 2 by 3 squares nothing far away is named."""
    heard = Heard()
    deque(flatmap.solutions(WORDS["loop"], Control(), heard), maxlen=0)
    names = [variable.name for variable in LINE]
    first, second = heard.removals[:2]
    assert heard.tried[0] == ("line[r1c1-r1c2]", 0)
    assert [(names[p], x) for p, x in first.because] == [("line[r1c1-r1c2]", 0)]
    assert {names[loss.place] for loss in first.losses} >= {"line[r1c1-r2c1]"}
    assert len(second.because) < 3
