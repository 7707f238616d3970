"""Draws of solutions, from the set of all and where no set fits."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from everyway.models import Model, all_different, integer, load, total, variable, variables
from everyway.solvers import Incomplete, SolverFailed, sample, solution_set, solve_all
from everyway.solvers.diagram import sampling
from everyway.solvers.diagram.sampling import draw
from tests.support.chi_square import is_uniform
from tests.support.command_lines import everyway

colour = variable("colour", ["red", "green", "blue"])
x, y, z = variables("x", 3, range(4)), variables("y", 3, [-2, 0, 7, 9]), integer("z", 3, 5)
REDS = (colour == "red") | (x[0] > 1)
APART = Model("apart", x, colour, y, z, all_different(x), total(y) > 4, REDS)
a, b = integer("a", 0, 29), integer("b", 0, 4)
SEVEN = load("queens", n=7)
MODELS: dict[str, tuple[Model, int]] = {
    "queens": (SEVEN, 12),
    "dominoes": (load("dominoes", rows=4, columns=4), 20),
    "latin-square": (load("latin-square", n=3), 4),
    "graph-colouring": (load("graph-colouring"), 20),
    "independent-sets": (load("independent-sets"), 20),
    "magic-square": (load("magic-square", n=3), 3),
    "labels": (Model("labels", colour, x, total(x) == 5, (colour == "red") | (x[1] == 3)), 5),
    "projected": (APART.projecting("x", "colour"), 6),
    "best": (APART.minimising(total(y) - x[0]), 5),
    "given": (SEVEN + (SEVEN["queen"][1, 1] == 0), 12),
    "apart": (Model("two", x, y, z, all_different(x), total(y) == 14, z != 4), 7),
    "wide": (Model("wide", a, b, a != 7 * b), 3),
}
"""Models, and fewer nodes than the set of all takes."""


@pytest.mark.parametrize("name", MODELS)
def test_draws_are_uniform_where_no_set_fits(name: str) -> None:
    model, nodes = MODELS[name]
    cells = list(solution_set(model))
    found = draw(model, 30 * len(cells), 3, nodes=nodes)
    assert "exact counts of parts" in found.how
    assert found.number == len(cells)
    assert is_uniform(Counter(found.solutions), cells)
    assert all(one.model.objective is model.objective for one in found.solutions)


@pytest.mark.parametrize("name", [name for name in MODELS if name not in ("apart", "best", "wide")])
def test_parts_draw_what_the_set_of_all_draws(name: str) -> None:
    model, nodes = MODELS[name]
    held = solution_set(model).sample(9, 5)
    assert sample(model, 9, 5, nodes=nodes) == held == sample(model, 9, 5)


def test_parts_that_share_no_variable_are_multiplied() -> None:
    found = draw(MODELS["apart"][0], 5, 1, nodes=7)
    assert "3 parts that share no variable" in found.how
    assert all(sum(one["y"]) == 14 for one in found.solutions)
    board = Model("boards", variables("q", 8, range(8)), variables("p", 8, range(8)))
    queens = board + [all_different(board[name]) for name in ("q", "p")]
    assert draw(queens, 1, 1, nodes=1_000).number == 40320**2


def test_a_projection_that_is_asked_for_is_drawn_from() -> None:
    found = draw(APART, 4, 2, nodes=6, project=["x", "colour"])
    assert found.solutions == sample(MODELS["projected"][0], 4, 2)
    assert [*found.solutions[0]] == ["x", "colour"]


def test_wrong_counts_and_biased_draws_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    model, nodes = MODELS["queens"]
    right = sampling.count
    with monkeypatch.context() as plant:
        plant.setattr(sampling, "count", lambda *args, **more: right(*args, **more) + 1)
        with pytest.raises(SolverFailed, match="nothing is drawn"):
            sample(model, 20, 1, nodes=nodes)

    def biased(number: int, k: int, seed: Any) -> Iterator[int]:
        dice = random.Random(seed)
        return (min(dice.randrange(number), dice.randrange(2 * number)) for _ in range(k))

    monkeypatch.setattr(sampling, "drawn_places", biased)
    cells = list(solve_all(model))
    drawn = Counter(sample(model, 30 * len(cells), 3))
    assert not is_uniform(drawn, cells)


def test_solutions_are_spread() -> None:
    model = load("queens", n=8)
    found = draw(model, 6, 1, spread=True)
    assert len(set(found.solutions)) == 6
    assert found.spread
    assert found.spread.least > found.spread.drawn_least
    assert sample(model, 6, 1, spread=True) == found.solutions
    rows = [one.row for one in found.solutions]
    pairs = [
        sum(a != b for a, b in zip(one, other, strict=True))
        for place, one in enumerate(rows)
        for other in rows[:place]
    ]
    assert (found.spread.least, found.spread.mean) == (min(pairs), sum(pairs) / 15)
    assert len(sample(load("queens", n=6), 9, 1, spread=True)) == 4
    assert sample(load("queens", n=6), 0, 1, spread=True) == []


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="no solution of 3 queens to draw"):
        sample(load("queens", n=3), 1)
    with pytest.raises(ValueError, match="-1 is no number"):
        sample(load("queens", n=4), -1)
    with pytest.raises(TypeError, match="takes no limit"):
        sample(load("queens", n=4), 1, limit=3)  # type: ignore[call-arg]
    with pytest.raises(Incomplete, match="was not done in time"):
        sample(load("latin-square", n=7), 1, nodes=9, time_limit=0.2)


PROGRAM = """
from everyway.models import load
from everyway.solvers import sample
print([one.to_json() for one in sample(load("queens", n=6), 5, 1, nodes=9)])
"""


@pytest.mark.rest
def test_a_seed_draws_the_same_in_any_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashes in "12"
    }
    assert said == {f"{[one.to_json() for one in sample(load('queens', n=6), 5, 1)]}\n"}


def test_the_command_draws() -> None:
    words = ("solve", "queens", "n=6", "--sample", "5", "--seed", "1")
    wanted = [one.to_json() for one in sample(load("queens", n=6), 5, 1)]
    lines = everyway(*words, "--jsonl")
    assert [json.loads(line) for line in lines.stdout.splitlines()] == wanted
    assert "5 solutions drawn from 4" in lines.stderr
    document = json.loads(everyway(*words, "--json", "--spread").stdout)
    assert (document["schema"], document["of"]) == ("everyway.sample/1", 4)
    assert len(document["solutions"]) == 4
    assert document["spread"]["candidates"] == 4
    held = json.loads(everyway("set", *words[1:], "--json").stdout)["solutions"]
    assert [one["queen"] for one in held] == [one["queen"] for one in wanted]
    one = everyway(*words, "--given", "r1c3", "--rule", "corners == 0", "--jsonl")
    assert len(set(one.stdout.splitlines())) == 1


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["n=3", "--sample", "2"], 1, "no solution to draw, proven"),
        (["--sample", "2", "--all"], 2, "--sample and --all do not go together"),
        (["--sample", "2", "--up-to-symmetry"], 2, "--sample and --up-to-symmetry do not"),
        (["--sample", "2", "-S", "sat"], 2, "--sample and --solver do not go"),
        (["--spread"], 2, "--sample of 2 or more"),
        (["--sample", "1", "--spread"], 2, "--sample of 2 or more"),
        (["--sample", "0"], 2, "not a number of solutions"),
        (["n=6", "--sample", "1000000000", "-t", "100ms"], 3, "was not done in time"),
        (["n=30", "--sample", "1", "-t", "200ms"], 3, "give a longer time limit, or draw fewer"),
    ],
)
def test_the_command_refuses_in_words(words: list[str], code: int, said: str) -> None:
    found = everyway("solve", "queens", *words)
    assert found.exit_code == code
    assert said in " ".join(found.stderr.split())
