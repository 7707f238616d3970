"""`everyway make`: puzzles of one solution, of which no clue can be left out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from everyway.models import ModelError, load
from everyway.models.language.check import Judge
from everyway.solvers import Incomplete, count, solutions
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


def assert_good(made: Made) -> None:
    """It has one solution, and two without any of its clues, as the puzzle's own rules say."""
    runs = made.uniqueness.comparison.runs
    assert made.uniqueness.verdict == "unique"
    assert [run.status for run in runs] == ["complete", "complete"]
    assert len({run.solver for run in runs}) == 2
    with solutions(made.model, "cp-sat", limit=2) as run:
        assert [one.assignment for one in run] == [made.solution.assignment]
    fewer = list(without_each(made))
    assert len(fewer) == made.clues
    for params in fewer:
        model = load(made.genre, **params)
        with solutions(model, limit=2) as run:
            found = [one.assignment for one in run]
        assert len(found) == 2, params
        assert found[0] != found[1]
        assert not any(map(Judge(model).violations, found))


def assert_all_good(genre: str, number: int, size: int | None) -> None:
    """They are good, and no two of them equal."""
    seen: dict[Any, int] = {}
    for seed in range(number):
        made = make(genre, seed=seed, size=size, graded=False, time_limit=None)
        assert_good(made)
        same = seen.setdefault(canonical(made.model.recipe.params, made.size), seed)
        assert same == seed, f"the puzzles of seeds {same} and {seed} are the same"


@pytest.mark.parametrize("genre", GENRES)
def test_what_is_made_has_one_solution_and_no_clue_too_many(genre: str):
    assert_all_good(genre, 2, SIZES[genre])


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES)
def test_two_hundred_differ_up_to_the_symmetries_of_their_boards(genre: str):
    assert_all_good(genre, 200, None)


def canonical(params: Mapping[str, Any], n: int) -> tuple[Any, ...]:
    """The least of the images of a puzzle, by turns and reflections of its board."""
    images = []
    for swap, down, right in product((False, True), repeat=3):
        image = []
        for places, mark in marks(params, n):
            moved = [(n + 1 - r if down else r, n + 1 - c if right else c) for r, c in places]
            image.append((tuple(at[::-1] if swap else at for at in moved), mark))
        images.append(tuple(sorted(image)))
    return min(images)


def marks(params: Mapping[str, Any], n: int) -> Iterator[tuple[list[tuple[int, int]], str]]:
    """Each mark of a puzzle, and its place: a square or, beside the board, one of row or column 0
    or n + 1; of a sign its two squares, the lesser first, of a sum the ends of its run, both ways.
    """
    for number, mark in enumerate(params.get("givens") or params.get("plan", "").replace("/", "")):
        yield [(number // n + 1, number % n + 1)], mark
    around = {
        "top": lambda k: (0, k),
        "bottom": lambda k: (n + 1, k),
        "left": lambda k: (k, 0),
        "right": lambda k: (k, n + 1),
    }
    for side, place in around.items():
        yield from (([place(k)], mark) for k, mark in enumerate(params.get(side, ""), 1))
    for r, c, sign, down, right in re.findall(
        r"r(\d)c(\d)([<>])r(\d)c(\d)", params.get("signs", "")
    ):
        pair = [(int(r), int(c)), (int(down), int(right))]
        yield (pair if sign == "<" else pair[::-1]), "<"
    rows = [line.split() for line in params.get("grid", "").splitlines()]
    white = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."}
    yield from (([cell], ".") for cell in white)
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            for total, step in zip(mark.split("\\"), ((1, 0), (0, 1)), strict=False):
                if total.isdigit():
                    ends = ends_of_run((r, c), step, white)
                    yield from ((ends, total), (ends[::-1], total))


def ends_of_run(
    black: tuple[int, int], step: tuple[int, int], white: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    def square(k: int) -> tuple[int, int]:
        return black[0] + k * step[0], black[1] + k * step[1]

    return [square(1), next(square(k - 1) for k in range(2, 99) if square(k) not in white)]


CITY = dict.fromkeys(("top", "left", "right", "bottom", "givens"), "")


@pytest.mark.parametrize(
    ("n", "one", "same", "other"),
    [
        (2, {"plan": "3./.1"}, {"plan": ".1/3."}, {"plan": "3./1."}),
        (
            4,
            {"givens": "12" + "." * 14},
            {"givens": "." * 11 + "2...1"},
            {"givens": "21" + "." * 14},
        ),
        (
            2,
            {"signs": "r1c1<r1c2", "givens": "..1."},
            {"signs": "r1c2<r1c1", "givens": "...1"},
            {"signs": "r1c1>r1c2", "givens": "..1."},
        ),
        (2, {**CITY, "top": "2."}, {**CITY, "right": ".2"}, {**CITY, "left": ".1"}),
        (
            2,
            {"grid": "# 3\\ 5\\\n\\6 . .\n\\2 . ."},
            {"grid": "# 2\\ 6\\\n\\3 . .\n\\5 . ."},
            {"grid": "# 3\\ 5\\\n\\2 . .\n\\6 . #"},
        ),
    ],
)
def test_a_puzzle_is_the_same_when_turned(n: int, one: Any, same: Any, other: Any):
    assert canonical(one, n) == canonical(same, n)
    assert canonical(one, n) != canonical(other, n)


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
    assert "17 steps, the hardest of 1 place of rules and 0 known facts" in found.stdout
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
