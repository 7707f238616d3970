"""The words of the steps of thirteen puzzles, as a person would say them: `texts/`, to be read."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from everyway.explainer import steps
from everyway.explainer.explanation import units
from everyway.explainer.step_words import StepWords
from everyway.models import Board, Model, connected, forest, load, rule, variable

from .test_steps import SEVENTEEN, TWO_QUEENS

SIDES = ("top", "left", "bottom", "right")
TEXTS = Path(__file__).parent / "texts"
PUZZLES: dict[str, tuple[str, dict[str, object]]] = {
    "crowns": ("crowns", {}),
    "eight_queens_two_given": ("queens", TWO_QUEENS),
    "futoshiki": ("futoshiki", {}),
    "hashiwokakero": ("hashiwokakero", {}),
    "heyawake": ("heyawake", {}),
    "kakuro": ("kakuro", {}),
    "minesweeper": ("minesweeper", {}),
    "nonogram": ("nonogram", {}),
    "skyscrapers": ("skyscrapers", {}),
    "sudoku": ("sudoku", {}),
    "sudoku_17_givens": ("sudoku", {"givens": SEVENTEEN}),
    "yajilin": ("yajilin", {}),
    "zebra": ("zebra", {}),
}


def text(name: str, params: dict[str, object]) -> str:
    """Every step with its number, and under it the deductions of its chain."""
    model = load(name, **params)
    words, lines = StepWords(model), []
    for number, step in enumerate(steps(model), 1):
        first, *more = words.explained(step).sentences
        lines += [f"{number}. {first}", *(f"   - {sentence}" for sentence in more)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("golden", PUZZLES)
def test_the_text_of_a_puzzle_is_as_it_was_read(golden: str) -> None:
    name, params = PUZZLES[golden]
    assert text(name, params) == (TEXTS / f"{golden}.txt").read_text("utf-8")


def test_what_follows_at_once_is_said_in_a_sentence() -> None:
    assert text("queens", {"n": 4, "preplaced": "r1c2 r2c4 r3c1 r4c3"}) == (
        "1. the rest follows at once: queens at r1c2, r2c4, r3c1 and r4c3.\n"
    )


def test_over_a_graph_it_is_said_what_would_go_wrong_and_where() -> None:
    board = Board(2)
    line, shaded = board.links("line"), board.place("shaded")
    three = rule("three", {str(key): line[tuple(key.split("-"))] == 1 for key in line.keys[:3]})
    model = Model("a forest", line, forest(line), three)
    assert [StepWords(model).explained(step).sentences for step in steps(model)] == [
        [
            "no line at r2c1-r2c2: otherwise the line would close a loop (lines at r1c1-r1c2,"
            " r1c1-r2c1 and r1c2-r2c2)."
        ]
    ]
    corners = rule("corners", shaded["r1c1"] == 1, shaded["r2c2"] == 1)
    model = Model("in two ways", shaded, connected(shaded), corners, shaded["r1c2"] == 0)
    assert [StepWords(model).explained(step).sentences for step in steps(model)] == [
        [
            "r2c1 is shaded: otherwise r1c1 and r2c2 would be cut off from each other (r1c1 and"
            " r2c2 are shaded, r1c2 is not shaded)."
        ]
    ]


def test_it_is_said_by_facts_by_which_less_goes_wrong() -> None:
    model = load("masyu")
    words = StepWords(model)
    *_, third = map(words.explained, islice(steps(model), 3))
    assert third.sentences == [
        "no line at r3c2-r4c2: otherwise the line would branch at r4c2 (lines at r4c1-r4c2 and"
        " r4c2-r4c3)."
    ]
    assert [fact.name for fact in third.step.known] == ["line[r4c1-r4c2]", "line[r4c2-r4c3]"]


@pytest.mark.parametrize(
    ("name", "params", "said"),
    [
        ("kropki", {"across": "b/.", "down": ".b"}, "dots at r1c1 and r1c2"),
        ("slant", {"clues": ".../.4./..2"}, "numbers at r1c1, r1c2, r2c1 and r2c2"),
        ("aquarium", {"regions": "AA/BB", "top": "2.", "left": ""}, "level at r1c1 and r1c2"),
        ("compass", {"plan": ">1 . ?"}, "borders at r1c1-r1c2"),
        (
            "magnets",
            {"grid": "", "regions": "AAB", **dict.fromkeys(SIDES, "")},
            "like poles apart at r1c1 and r1c2",
        ),
    ],
)
def test_a_place_without_a_name_is_named_by_its_squares(
    name: str, params: dict[str, object], said: str
) -> None:
    model = load(name, **params)
    words = StepWords(model)
    places = [words.place(unit) for unit in units(model, "place")]
    assert any(place.startswith(said) for place in places), places
    assert not any("[" in place for place in places), places


def test_only_of_a_permutation_it_is_said_that_nothing_else_can_be() -> None:
    x, y, z = (variable(name, range(6)) for name in "xyz")
    rules = rule("the sum", x + y + z == 9), rule("x", x == 2), rule("y", y == 3)
    model = Model("a sum", x, y, z, *rules)
    said = [StepWords(model).explained(step).sentences for step in steps(model)]
    assert said == [["z = 4: the sum, and x = 2, y = 3."]]
