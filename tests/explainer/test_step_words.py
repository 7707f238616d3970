"""The words of the steps of ten puzzles, as a person would say them: `texts/`, to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway.explainer import steps
from everyway.explainer.step_words import StepWords
from everyway.models import load

from .test_steps import SEVENTEEN, TWO_QUEENS

TEXTS = Path(__file__).parent / "texts"
PUZZLES: dict[str, tuple[str, dict[str, object]]] = {
    "akari": ("akari", {}),
    "crowns": ("crowns", {}),
    "eight_queens_two_given": ("queens", TWO_QUEENS),
    "futoshiki": ("futoshiki", {}),
    "kakuro": ("kakuro", {}),
    "minesweeper": ("minesweeper", {}),
    "nonogram": ("nonogram", {}),
    "sudoku": ("sudoku", {}),
    "sudoku_17_givens": ("sudoku", {"givens": SEVENTEEN}),
    "zebra": ("zebra", {}),
}


def text(name: str, params: dict[str, object]) -> str:
    """Every step with its number, and under it the deductions of its chain."""
    model = load(name, **params)
    words, lines = StepWords(model), []
    for number, step in enumerate(steps(model), 1):
        first, *more = words.said(step)
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
