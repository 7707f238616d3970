"""Every puzzle has its known number of solutions: by hand, by the solvers, and in the table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from everyway.models import ModelError
from everyway.models.language.files.catalogue import Puzzle, find, load, puzzles
from everyway.solvers import Incomplete, Unsupported, count, first
from everyway.solvers.harness.registry import Solver, default_solvers

from ..support.settings import a_third
from . import count_puzzles_by_hand, count_variants_by_hand

MAIN_SOLVERS = ["cp-sat", "flatmap", "python-constraint"]
MOST_SOLUTIONS = 10_000

# By hand these take longer than a test should; the solvers still count those with few solutions.
LONG_BY_HAND = [("magic_square", {"n": 4}), ("send_more_money", {"puzzle": "SO+MANY"})]
# Python-constraint has constraints over graphs in parts, and searches for minutes.
LONG_BY_PYTHON_CONSTRAINT = [
    *("araf", "canal_view", "compass", "creek", "fillomino", "five_cells", "nawabari"),
    *("sashigane", "shikaku", "spiral_galaxies", "tatamibari"),
]
LONG_BY_FLATMAP = [
    ("magic_square", {"n": 4}),
    ("knights_tour", {"rows": 5}),
    ("square_sums", {"ring": True, "n": 3}),
    *((name, {"plan": None, "grid": None}) for name in ("araf", "compass", "fillomino")),
    ("five_cells", {"plan": "...../"}),
]


def entries(most: int, long: Sequence[tuple[str, dict[str, Any]]]) -> list[Any]:
    """Each known count up to `most`, as a test's parameters, without those that take long."""
    return [
        pytest.param(found, params, known.count, id=f"{found.name} {str(params)[:40]}")
        for found in puzzles()
        if found.where == "built in"
        for counts in found.knowns
        for params, known in counts.entries()
        if known.count <= most and not is_among(found.name, params, long)
    ]


def is_among(
    name: str, params: Mapping[str, Any], long: Sequence[tuple[str, dict[str, Any]]]
) -> bool:
    return any(
        name == other and all(str(params.get(k)).startswith(str(v)) for k, v in some.items())
        for other, some in long
    )


def counter_by_hand(found: Puzzle, params: Mapping[str, Any]) -> Callable[..., int] | None:
    """The counter by hand that knows these parameters, where there is one."""
    for module in (count_puzzles_by_hand, count_variants_by_hand):
        counter: Callable[..., int] | None = getattr(module, found.name, None)
        if counter and params.keys() <= inspect.signature(counter).parameters.keys():
            return counter
    return None


def by_hand(found: Puzzle, params: Mapping[str, Any]) -> int:
    counter = counter_by_hand(found, params)
    assert counter is not None
    names = inspect.signature(counter).parameters
    full = {**{p.name: p.default for p in found.parameters if p.name in names}, **params}
    return counter(**full)


# ------------------------------------------------------------------------- known counts


@pytest.mark.parametrize(
    ("found", "params", "number"),
    a_third(
        entry
        for entry in entries(MOST_SOLUTIONS, LONG_BY_HAND)
        if counter_by_hand(*entry.values[:2])
    ),
)
def test_a_known_count_is_what_counting_by_hand_gives(found, params, number):
    assert by_hand(found, params) == number


@pytest.mark.parametrize(
    ("found", "params", "number"), a_third(entries(MOST_SOLUTIONS, LONG_BY_FLATMAP))
)
def test_a_known_count_is_what_flatmap_finds(found, params, number):
    model = found.model(**params)
    assert model.known is not None
    assert model.known.count == number
    assert count(model, solver="flatmap") == number


def test_the_solvers_that_are_compared_are_auto_and_the_main_three():
    assert sorted(solver.name for solver in default_solvers()) == ["auto", *MAIN_SOLVERS]


@pytest.mark.parametrize(
    ("found", "solver"),
    a_third(
        pytest.param(found, solver, id=f"{found.name}-{solver}")
        for found in puzzles()
        for solver in MAIN_SOLVERS
        if solver != "python-constraint" or found.name not in LONG_BY_PYTHON_CONSTRAINT
        if solver != "flatmap" or not is_among(found.name, {}, LONG_BY_FLATMAP)
    ),
)
def test_a_puzzle_has_its_known_count_on_every_main_solver(found: Puzzle, solver: str):
    model = found.model()
    assert model.known is not None
    assert count(model, solver=solver, time_limit=60) == model.known.count


@pytest.mark.slow
def test_every_solver_finds_the_known_counts_or_says_why_not(solver: Solver):
    wrong = {}
    for found in puzzles():
        model = found.model()
        assert model.known is not None
        try:
            number = count(model, solver=solver.name, time_limit=20)
        except (Incomplete, Unsupported):
            continue
        if number != model.known.count:
            wrong[found.name] = number
    assert wrong == {}


# -------------------------------------------------------------------------- sizes at the edge


@pytest.mark.parametrize(
    ("name", "params", "number"),
    [
        ("langford", {"n": 0}, 1),
        ("map_colouring", {"colours": 1}, 0),
        ("necklaces", {"n": 1, "aperiodic": True}, 2),
        ("necklaces", {"n": 4, "aperiodic": True}, 3),
        ("send_more_money", {"puzzle": "A=A"}, 10),
        ("send_more_money", {"puzzle": "A=B"}, 0),
        ("send_more_money", {"puzzle": "A+A=B", "base": 2}, 0),
        ("send_more_money", {"puzzle": "A+B=A"}, 9),
        ("send_more_money", {"puzzle": "AB+BA=CDC"}, 6),
        ("send_more_money", {"puzzle": "LONG=NO", "base": 12}, 0),
        ("send_more_money", {"puzzle": "A=BA"}, 0),
        ("send_more_money", {"puzzle": "C=A+B"}, 32),
        ("send_more_money", {"puzzle": "AB+C=D+AE"}, 2128),
    ],
)
def test_a_puzzle_at_its_smallest(name, params, number):
    assert by_hand(find(name), params) == number
    assert count(load(name, **params), solver="flatmap") == number


def test_a_sum_may_be_written_with_spaces_and_small_letters():
    spaced = load("send_more_money", puzzle=" two + two = four ")
    assert spaced.name == "TWO+TWO=FOUR"
    assert count(spaced) == 7


def test_the_norwegian_drinks_water_and_the_japanese_keeps_the_zebra():
    solution = first(load("zebra"))
    assert solution is not None
    assert solution["drink"]["water"] == solution["person"]["Norwegian"]
    assert solution["pet"]["zebra"] == solution["person"]["Japanese"]


@pytest.mark.parametrize(
    ("name", "params", "part"),
    [
        ("langford", {"n": -1}, "n = -1"),
        ("langford", {"copies": 0}, "copies from 1"),
        ("golomb_ruler", {"ring": True, "shorter": True}, "never shorter"),
        ("golomb_ruler", {"ring": True, "length": 0}, "length = 1 or more"),
        ("graph_colouring", {"given": "0=4"}, "'0=4' cannot be read"),
        ("graph_colouring", {"given": "0-1=1"}, "such as 0=1"),
        ("graph_colouring", {"given": "0=1", "what": "edges"}, "such as 0-1=1"),
        ("snake_in_the_box", {"length": 2}, "length from 3"),
        ("snake_in_the_box", {"length": 0, "closed": False}, "length from 1"),
        ("square_sums", {"n": 2, "ring": True}, "write n from 3"),
        ("egyptian_fractions", {"of": "4/0"}, "such as 1 or 4/5"),
        ("egyptian_fractions", {"of": "1/9999", "n": 5}, "denominators over 10 000 000"),
        ("coins", {"supply": [1, 2]}, "for 5 values"),
        ("coins", {"supply": [1, 1, 1, 1, -1]}, "a number from 0"),
        ("latin_square", {"givens": "12"}, "2 characters"),
        ("dominoes", {"gaps": -1}, "gaps = -1"),
        ("knights_tour", {"closed": True, "end": "r1c1"}, "no start and no end"),
        ("knights_tour", {"holes": "r1c1", "start": "r1c1"}, "r1c1 is a hole"),
        ("knights_tour", {"holes": "r1c1", "end": "r1c1"}, "r1c1 is a hole"),
        ("knights_tour", {"start": "r9c1"}, "not on a board"),
        ("magic_square", {"numbers": [1, 2, 3]}, "9 cells has 3 numbers"),
        ("magic_square", {"numbers": [1] * 9}, "each once"),
        ("sudoku", {"regions": "AB/AB"}, "9 rows of 9 letters"),
        ("sudoku", {"box_rows": 1, "box_columns": 2, "regions": "AA/AB"}, "each letter 2 times"),
        ("sudoku", {"thermometers": "r1c1"}, "from cell to cell"),
        ("sudoku", {"arrows": "r1c1-r1c1"}, "none twice"),
        ("sudoku", {"arrows": "r1c1-r1c10"}, "not on a board"),
        ("map_colouring", {"colours": 0}, "colours from 1 to 8"),
        ("map_colouring", {"colours": 9}, "colours from 1 to 8"),
        ("send_more_money", {"puzzle": "SEND+MORE"}, "both sides of one ="),
        ("send_more_money", {"puzzle": "A=B=C"}, "both sides of one ="),
        ("send_more_money", {"puzzle": ""}, "both sides of one ="),
        ("send_more_money", {"puzzle": "SEND++MORE=MONEY"}, "lacks a word"),
        ("send_more_money", {"puzzle": "SEND+MORE="}, "lacks a word"),
        ("send_more_money", {"puzzle": "=A"}, "lacks a word"),
        ("send_more_money", {"puzzle": "S3ND+MORE=MONEY"}, "'S3ND'"),
        ("send_more_money", {"puzzle": "SEND-MORE=MONEY"}, "'SEND-MORE'"),
        ("send_more_money", {"base": 7}, "8 letters for the 7 digits of base 7"),
        ("send_more_money", {"base": 1}, "base from 2"),
    ],
)
def test_a_puzzle_that_makes_no_sense_is_refused(name, params, part):
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert part in str(error.value)
