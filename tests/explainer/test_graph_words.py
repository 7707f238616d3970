"""Sentences of the constraints over graphs, each on the smallest board that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.explainer.graph_words import GraphWords
from everyway.explainer.stepwise import Fact
from everyway.models import Board, Model, connected, forest, loop, path, regions, rule, tree

BOARD = Board(3)
LINE, FENCE, WALL = BOARD.links("line"), BOARD.fences("fence"), BOARD.borders("wall")
SHADED, SIZE = BOARD.place("shaded"), BOARD.fill(range(1, 4), "size")
LETTER = BOARD.fill(["a", "b"], "letter")


def facts(text: str, name: str = "line") -> list[Fact]:
    """`r1c1-r1c2 r2c2=0` as facts of one group: 1 where nothing else is said."""
    found = []
    for one in text.split():
        key, _, value = one.partition("=")
        found.append(Fact(f"{name}[{key}]", int(value or 1) if not value.isalpha() else value))
    return found


ROOTS = regions(WALL, roots=["r1c1", "r3c3"])
SIZES = regions(WALL, sizes=SIZE)
LETTERS = rule("the letters a", connected((LETTER[s] == "a" for s in BOARD.open), BOARD))
AROUND = [(a, b) for a, b in zip(range(9), range(1, 10), strict=True)]
EDGE = rule("to the edge", connected([*SHADED, 1], AROUND))

SAID = {
    "branch": (loop(LINE), "r1c2-r2c2 r2c1-r2c2", "r2c2-r2c3=0", "the line would branch at r2c2"),
    "stuck": (loop(LINE), "r1c1-r1c2=0", "r1c1-r2c1=0", "the line could not go on at r1c1"),
    "early": (
        loop(LINE),
        "r1c1-r1c2 r1c1-r2c1 r2c1-r2c2 r2c3-r3c3",
        "r1c2-r2c2=0",
        "the line would close before it comes to r2c3",
    ),
    "known": (loop(LINE), "r1c1-r1c2 r1c1-r2c1=0", "", "the line could not go on at r1c1"),
    "close": (
        loop(LINE),
        "r1c2-r1c3=0 r1c3-r2c3=0 r2c2-r2c3=0 r2c3-r3c3=0 r3c2-r3c3=0 r2c2-r3c2=0 r2c1-r3c1=0",
        "r1c1-r1c2",
        "the line could not close",
    ),
    "cycle": (
        forest(LINE),
        "r1c1-r1c2 r1c1-r2c1 r2c1-r2c2",
        "r1c2-r2c2=0",
        "the line would close a loop",
    ),
    "tree": (
        tree(LINE),
        "r1c1-r1c2 r3c2-r3c3 r2c1-r3c1=0 r2c2-r3c2=0",
        "r2c3-r3c3",
        "r1c2 and r3c2 would be cut off from each other",
    ),
    "path": (
        path(LINE, "r1c1", "r3c3"),
        "r1c1-r1c2=0",
        "r1c1-r2c1",
        "the line could not go on at r1c1",
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_a_line_is_explained_by_its_places(case: str) -> None:
    stated, known, found, said = SAID[case]
    assert words(stated, LINE, facts(known), facts(found)) == [said]


def words(stated: Any, group: Any, known: list[Fact], found: list[Fact]) -> list[str]:
    """The reasons of the one rule of a model, each with its names in their places."""
    more = [SIZE] if group is WALL else []
    model = Model("one rule", group, *more, stated)
    (constraint,) = model.constraints
    reasons = GraphWords(model).reasons(constraint, known, found)
    return [template.format(*names) for template, names in reasons]


@pytest.mark.parametrize(
    ("known", "found", "said"),
    [
        ("r1c1-top=0", "r1c1-left=0", "the upper left corner of r1c1"),
        ("r1c3-top=0", "r1c3-right=0", "the upper right corner of r1c3"),
        ("r3c1-left=0", "r3c1-bottom=0", "the lower left corner of r3c1"),
        ("r3c3-right=0", "r3c3-bottom=0", "the lower right corner of r3c3"),
    ],
)
def test_a_corner_is_named_by_a_square(known: str, found: str, said: str) -> None:
    reasons = words(loop(FENCE), FENCE, facts(known, "fence"), facts(found, "fence"))
    assert reasons == [f"the fence could not go on at {said}"]


def test_squares_that_are_cut_off_are_named() -> None:
    known = facts("r1c1 r3c1 r2c2=0 r2c3=0", "shaded")
    said = "r1c1 and r3c1 would be cut off from each other"
    assert words(connected(SHADED), SHADED, known, facts("r2c1", "shaded")) == [said]
    known = facts("r1c1=a r3c1=a r2c2=b r2c3=b", "letter")
    assert words(LETTERS, LETTER, known, facts("r2c1=a", "letter")) == [said]
    # What lies on no square has no name.
    assert words(EDGE, SHADED, facts("r3c2", "shaded"), facts("r3c3", "shaded")) == [
        "r3c2 would be cut off"
    ]


@pytest.mark.parametrize(
    ("stated", "known", "found", "said"),
    [
        (
            ROOTS,
            facts("r1c1-r1c2=0 r1c2-r1c3=0 r1c3-r2c3=0", "wall"),
            facts("r2c3-r3c3", "wall"),
            "r1c1 and r3c3 would be of one region",
        ),
        (
            ROOTS,
            facts("r1c2-r1c3", "wall"),
            facts("r1c3-r2c3=0", "wall"),
            "the region of r1c3 would have no marked square",
        ),
        (
            SIZES,
            [*facts("r1c1-r1c2=0", "wall"), *facts("r1c1=2", "size")],
            facts("r1c2-r1c3", "wall"),
            "the region of r1c1 would have more than 2 squares",
        ),
        (
            SIZES,
            [*facts("r1c1-r1c2", "wall"), *facts("r1c1=2", "size")],
            facts("r1c1-r2c1=0", "wall"),
            "the region of r1c1 would have fewer than 2 squares",
        ),
        (
            SIZES,
            facts("r1c1-r1c2=0 r1c1-r2c1=0 r2c1-r2c2=0", "wall"),
            [Fact("wall[r1c2-r2c2]", 0)],
            "r1c2 and r2c2 would be of one region",
        ),
    ],
)
def test_a_region_is_named_by_a_square_of_it(
    stated: Any, known: list[Fact], found: list[Fact], said: str
) -> None:
    assert words(stated, WALL, known, found) == [said]


def test_of_what_follows_later_each_way_is_said() -> None:
    known = facts("r2c1-r3c1 r2c1-r2c2")
    assert words(loop(LINE), LINE, known, facts("r1c1-r1c2=0")) == [
        "the line could not go on at r1c1",
        "the line would branch at r2c1",
    ]


def test_of_each_thing_found_the_reason_is_said() -> None:
    found = facts("r1c1-r1c2=0 r1c1-r2c1=0")
    assert words(loop(LINE), LINE, facts("r1c2-r1c3 r1c2-r2c2 r2c1-r3c1=0 r2c1-r2c2=0"), found) == [
        "the line would branch at r1c2",
        "the line could not go on at r2c1",
    ]


def test_what_no_flood_sees_is_said_by_the_rule() -> None:
    assert not words(loop(LINE), LINE, [], facts("r1c1-r1c2"))
    assert not words(rule("at least two", SHADED["r1c1"] + SHADED["r1c2"] >= 2), SHADED, [], [])
