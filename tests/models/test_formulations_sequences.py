"""Two ways to say a puzzle of sequences have the same solutions, or equally many."""

from __future__ import annotations

from itertools import pairwise

import pytest

from everyway.models import Model, ModelError, load
from everyway.solvers import count, solutions

SOLVERS = ["flatmap", "cp-sat"]


def values(model: Model, solver: str) -> list[tuple[object, ...]]:
    """Every solution's values, in order of declaration."""
    with solutions(model, solver=solver) as found:
        return sorted(tuple(solution.assignment.values()) for solution in found)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("name", "parameter", "without"),
    [
        ("prime_ring", {"implied": False}, {"n": 5}),
        ("magic_sequence", {"implied": False}, {"n": 5}),
        ("costas_array", {"all_distances": False}, {"n": 6}),
        ("costas_array", {"all_distances": False}, {"n": 7, "symmetric": True}),
        ("set_partitions", {"form": "precedence"}, {"n": 5}),
        ("set_partitions", {"form": "precedence"}, {"n": 5, "groups": 3}),
        ("set_partitions", {"form": "precedence"}, {"n": 5, "noncrossing": True}),
        ("words_without", {"form": "windows"}, {"n": 6, "without": "1101"}),
        ("words_without", {"form": "windows"}, {"n": 4, "without": "0202", "letters": 3}),
        ("words_without", {"form": "windows"}, {"n": 2, "without": "111"}),
        ("low_autocorrelation", {"form": "products"}, {"n": 7}),
        ("low_autocorrelation", {"form": "products"}, {"n": 6, "largest": None, "energy": 7}),
    ],
)
def test_two_forms_have_the_same_solutions(name, parameter, without, solver):
    plain = values(load(name, **without), solver)
    assert plain
    assert values(load(name, **without, **parameter), solver) == plain


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("de_bruijn", {"form": "words"}),
        ("de_bruijn", {"form": "words", "length": 1}),
        ("de_bruijn", {"form": "words", "symbols": 1, "length": 3}),
        ("de_bruijn", {"form": "words", "symbols": 3, "length": 2}),
        ("golomb_ruler", {"form": "notches"}),
        ("golomb_ruler", {"form": "notches", "marks": 4, "length": 9}),
        ("golomb_ruler", {"form": "notches", "marks": 4, "length": 9, "shorter": True}),
        ("golomb_ruler", {"form": "notches", "marks": 1, "length": 0}),
        ("golomb_ruler", {"form": "notches", "marks": 1, "length": 2}),
        ("golomb_ruler", {"form": "notches", "marks": 1, "length": 2, "shorter": True}),
        ("square_sums", {"form": "successors"}),
        ("square_sums", {"form": "successors", "n": 0}),
        ("square_sums", {"form": "successors", "n": 1}),
        ("square_sums", {"form": "successors", "n": 3}),
        ("no_progression", {"form": "row"}),
        ("no_progression", {"form": "row", "n": 3}),
        ("langford", {"form": "cells", "n": 0}),
        ("langford", {"form": "cells", "n": 2}),
        ("langford", {"form": "cells", "n": 4}),
        ("langford", {"form": "cells"}),
        ("langford", {"form": "cells", "n": 3, "copies": 1}),
        ("langford", {"form": "cells", "n": 4, "copies": 3}),
        ("golomb_ruler", {"form": "notches", "marks": 4, "length": 13, "ring": True}),
        ("golomb_ruler", {"form": "notches", "marks": 4, "length": 14, "ring": True}),
        ("golomb_ruler", {"form": "notches", "marks": 2, "length": 2, "ring": True}),
        ("golomb_ruler", {"form": "notches", "marks": 1, "length": 1, "ring": True}),
        ("square_sums", {"form": "successors", "n": 3, "ring": True}),
        ("square_sums", {"form": "successors", "n": 10, "ring": True}),
    ],
)
def test_two_forms_have_equally_many_solutions(name, params, solver):
    other = {key: value for key, value in params.items() if key != "form"}
    assert count(load(name, **params), solver) == count(load(name, **other), solver)


@pytest.mark.parametrize("params", [{"n": 6}, {"n": 6, "tone_row": True}, {"n": 1}, {"n": 0}])
def test_intervals_are_those_between_the_notes(params):
    """With variables for the intervals or without, the notes are the same."""
    plain = values(load("all_interval", **params), "flatmap")
    both = values(load("all_interval", **params, form="intervals"), "flatmap")
    n = params["n"]
    assert [row[:n] for row in both] == plain
    for row in both:
        steps = [after - before for before, after in pairwise(row[:n])]
        assert row[n:] == tuple(s % n if "tone_row" in params else abs(s) for s in steps)


def test_cells_hold_the_pairs_of_langford():
    """The row written from the pairs is the row of the cells."""
    n = 4

    def row(first: tuple[int, ...]) -> tuple[int, ...]:
        places = {start + d: k for k, start in enumerate(first, 1) for d in (0, k + 1)}
        return tuple(places[i] for i in range(2 * n))

    pairs = values(load("langford", n=n), "flatmap")
    assert sorted(map(row, pairs)) == values(load("langford", n=n, form="cells"), "flatmap")


# --------------------------------------------------------------------- sizes at the edge


@pytest.mark.parametrize(
    ("name", "params", "number"),
    [
        ("skolem", {"n": 0}, 1),
        ("magic_sequence", {"n": 0}, 1),
        ("prime_ring", {"n": 0}, 1),
        ("golomb_ruler", {"marks": 2, "length": 1}, 1),
        ("golomb_ruler", {"marks": 2, "length": 0}, 0),
        ("lattice_paths", {"steps": 1}, 0),
        ("lattice_paths", {"steps": 1, "level": True}, 1),
        ("equal_sums", {"n": 0}, 1),
        ("equal_sums", {"n": 4, "powers": ""}, 8),
        ("equal_sums", {"n": 4, "powers": "1"}, 1),
        ("subsets", {"n": 4, "size": 0}, 1),
        ("subsets", {"n": 3, "property": "primitive", "size": 2}, 1),
        ("necklaces", {"n": 3, "colours": 1}, 1),
        ("pattern_avoidance", {"n": 3, "pattern": "21"}, 1),
        ("pattern_avoidance", {"n": 0, "pattern": "12"}, 1),
        ("words_without", {"n": 3, "without": "0", "letters": 1}, 0),
        ("words_without", {"n": 0, "without": "0", "letters": 1}, 1),
        ("set_partitions", {"n": 0, "groups": 0}, 1),
        ("set_partitions", {"n": 3, "groups": 0}, 0),
        ("set_partitions", {"n": 3, "groups": 4}, 0),
        ("no_neighbours", {"plan": "a"}, 1),
        ("discrepancy", {"n": 3, "bound": 0}, 0),
        ("low_autocorrelation", {"n": 2, "largest": 0}, 0),
        ("heaps", {"n": 4, "branches": 5}, 6),
        ("squarefree_words", {"n": 2, "letters": 1}, 0),
    ],
)
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_sequence_at_its_smallest(name, params, number, solver):
    assert count(load(name, **params), solver) == number


@pytest.mark.parametrize(
    ("name", "params", "part"),
    [
        ("all_interval", {"n": -1}, "n = -1"),
        ("beautiful_arrangement", {"suits": "equals"}, "divides"),
        ("costas_array", {"n": -1}, "n = -1"),
        ("de_bruijn", {"length": 0}, "length = 0"),
        ("discrepancy", {"bound": -1}, "bound = -1"),
        ("equal_sums", {"powers": "1,-2"}, "has powers = (1, -2); write powers from 0"),
        ("golomb_ruler", {"marks": 0}, "marks from 1"),
        ("heaps", {"branches": 0}, "branches from 1"),
        ("lattice_paths", {"steps": -2}, "steps = -2"),
        ("low_autocorrelation", {"energy": -1}, "energy = -1"),
        ("magic_sequence", {"n": -1}, "n = -1"),
        ("necklaces", {"colours": 0}, "colours from 1"),
        ("parking_functions", {"n": -1}, "n = -1"),
        ("pattern_avoidance", {"pattern": "122"}, "'122'"),
        ("pattern_avoidance", {"pattern": "1"}, "at least two"),
        ("rearrangements", {"distance": -1}, "distance = -1"),
        ("prime_ring", {"n": -1}, "write n from 0"),
        ("set_partitions", {"groups": -1}, "groups = -1"),
        ("skolem", {"n": -1}, "n = -1"),
        ("square_sums", {"n": -1}, "n = -1"),
        ("squarefree_words", {"times": 1}, "times from 2"),
        ("subsets", {"size": -1}, "size = -1"),
        ("words_without", {"without": "012"}, "'012'"),
        ("words_without", {"without": ""}, "''"),
        ("words_without", {"letters": 11}, "letters = 11"),
    ],
)
def test_a_sequence_that_makes_no_sense_is_refused(name, params, part):
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert part in str(error.value)
