"""`everyway make`: puzzles of one solution, of which no clue can be left out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from everyway.models import ModelError, load
from everyway.solvers import Incomplete, count, first, solutions
from everyway.views import Made, make
from everyway.views.making import GENRES

from ..support.command_lines import everyway

SIZES = {"sudoku": 4, "futoshiki": 4, "skyscrapers": 4, "akari": 5, "kakuro": 3, "slitherlink": 3}
CLUES = {
    "sudoku": {"givens": r"[1-9A-Z]"},
    "futoshiki": {"givens": r"[1-9]", "signs": r"\S+"},
    "skyscrapers": {**dict.fromkeys(("top", "left", "right", "bottom"), r"\d"), "givens": r"\d"},
    "akari": {"plan": r"\d"},
    "kakuro": {"grid": r"\d+"},
    "slitherlink": {"plan": r"\d"},
}
"""The form of a clue, in the text of a parameter."""
EMPTY = {"akari": "#", "kakuro": "", "futoshiki": "."}


def without_each(made: Made) -> Iterator[dict[str, Any]]:
    """The parameters of a puzzle without each of its clues in turn."""
    params = dict(made.model.recipe.params)
    for name, clue in CLUES[made.genre].items():
        empty = "" if name == "signs" else EMPTY.get(made.genre, ".")
        for found in re.finditer(clue, params[name]):
            text = params[name][: found.start()] + empty + params[name][found.end() :]
            yield {**params, name: text}


def assert_minimal(made: Made) -> None:
    fewer = list(without_each(made))
    assert len(fewer) == made.clues
    for params in fewer:
        with solutions(load(made.genre, **params), limit=2) as run:
            assert len(list(run)) == 2, params


@pytest.mark.parametrize("genre", GENRES)
def test_what_is_made_has_one_solution_and_no_clue_too_many(genre: str):
    made = make(genre, seed=3, size=SIZES[genre], graded=False)
    assert made.uniqueness.verdict == "unique"
    assert {run.status for run in made.uniqueness.comparison.runs} == {"complete"}
    assert first(made.model, "flatmap").assignment == made.solution.assignment
    assert_minimal(made)


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES)
def test_two_hundred_differ_up_to_the_symmetries_of_their_boards(genre: str):
    seen = set()
    for seed in range(200):
        made = make(genre, seed=seed, graded=False, time_limit=None)
        assert made.uniqueness.verdict == "unique"
        assert_minimal(made)
        seen.add(min(images(made)))
    assert len(seen) == 200


def images(made: Made) -> Iterator[list[tuple[Any, ...]]]:
    """A puzzle turned and reflected in each way: the clues of its squares, else its solution."""
    params, n = made.model.recipe.params, made.size
    marks = params.get("plan", "").replace("/", "") or params.get("grid", "").split()
    if made.genre in ("sudoku", "futoshiki", "skyscrapers"):
        marks = list(made.solution.assignment.values())
    if made.genre == "kakuro":
        n += 1
        marks = [
            made.solution.assignment.get(f"cell[r{r}c{c}]", 0)
            for r in range(1, n + 1)
            for c in range(1, n + 1)
        ]
    cells = {(i // n, i % n): mark for i, mark in enumerate(marks)}
    for swap in (False, True):
        for flip_r in (False, True):
            for flip_c in (False, True):
                moved = {}
                for (r, c), mark in cells.items():
                    at = (n - 1 - r if flip_r else r, n - 1 - c if flip_c else c)
                    moved[at[::-1] if swap else at] = mark
                yield sorted((*at, mark) for at, mark in moved.items())


def test_a_seed_makes_the_same_puzzle_in_another_process():
    line = ("make", "futoshiki", "--size", "4", "--seed", "5", "--json", "--quick")
    again = [
        subprocess.run(
            [sys.executable, "-c", "from everyway.views.start import main; main()", *line],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert again[0] == again[1]
    found, other = json.loads(again[0]), make("futoshiki", size=4, seed=6, graded=False)
    assert (found["schema"], found["seed"], found["steps"]) == ("everyway.make/1", 5, None)
    assert found["solution"] != other.solution.to_json()


def test_what_is_printed_can_be_typed_again():
    found = everyway("make", "futoshiki", "--size", "4", "--seed", "1")
    assert found.exit_code == 0
    assert "5 clues; 1 solution, proven by auto and by flatmap" in found.stdout
    assert "18 steps, the hardest of 1 place of rules and 3 known facts" in found.stdout
    assert "everyway solve futoshiki 'signs=" in found.stdout


def test_clues_and_steps_are_bounded_as_asked():
    made = make("futoshiki", size=4, most_clues=4, steps="at most 30, no chain")
    assert made.clues <= 4
    assert made.steps <= 30
    assert made.hardest[0] == 0
    assert make("futoshiki", size=4, steps="at least 19").steps >= 19


def test_too_few_clues_say_the_fewest_found():
    with pytest.raises(Incomplete, match=r"fewest clues were \d+"):
        make("sudoku", size=4, most_clues=3, time_limit=2)
    found = everyway("make", "sudoku", "--size", "4", "--most-clues", "3", "-t", "2")
    assert found.exit_code == 3
    assert "the fewest clues were" in found.stderr


@pytest.mark.parametrize(
    ("genre", "wrong", "said"),
    [
        ("sudokku", {}, "did you mean 'sudoku'"),
        ("sudoku", {"size": 7}, "sizes are 4, 6, 8, 9"),
        ("sudoku", {"steps": "few"}, "write at most 40"),
        ("sudoku", {"most_clues": -1}, "from 0"),
    ],
)
def test_what_cannot_be_made_is_refused(genre: str, wrong: dict[str, Any], said: str):
    with pytest.raises(ModelError, match=said):
        make(genre, **wrong)


def test_a_run_of_kakuro_without_a_sum_has_no_digit_twice():
    assert count(load("kakuro", grid=r"# . ."), "flatmap") == 72
    assert count(load("kakuro", grid=r"# . .", form="tables")) == 72
