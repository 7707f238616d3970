"""Designs, algebra and arithmetic: the formulations of one puzzle have the same solutions."""

import pytest

from everyway.models import ModelError, load
from everyway.solvers import count, solve_all

SOLVERS = ["cp-sat", "flatmap"]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("name", "choice", "params"),
    [
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 2, "size": 2, "weeks": 3}),
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 3, "size": 2, "weeks": 2}),
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 2, "size": 3, "weeks": 2}),
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 3, "size": 1, "weeks": 2}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 0}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 1}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 2}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 3}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 4}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 1}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 3}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 4}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 4, "normalized": True}),
        ("difference_sets", {"form": ["ring", "elements"]}, {"v": 7, "k": 3}),
        ("difference_sets", {"form": ["ring", "elements"]}, {"v": 6, "k": 5, "times": 4}),
        ("difference_sets", {"form": ["ring", "elements"]}, {"v": 6, "k": 3}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 6}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 6, "kind": "distinct"}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 6, "kind": "odd"}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 0}),
        ("pythagorean_triples", {"form": ["sides", "generators"]}, {"longest": 1}),
        ("pythagorean_triples", {"form": ["sides", "generators"]}, {"longest": 40}),
        (
            "pythagorean_triples",
            {"form": ["sides", "generators"]},
            {"longest": 40, "primitive": True},
        ),
        ("egyptian_fractions", {"implied": [True, False]}, {"n": 3}),
        ("egyptian_fractions", {"implied": [True, False]}, {"n": 4, "distinct": True}),
    ],
)
def test_each_formulation_has_as_many_solutions(name, choice, params, solver):
    ((parameter, values),) = choice.items()
    one, other = (load(name, **{parameter: value}, **params) for value in values)
    assert count(one, solver, time_limit=60) == count(other, solver, time_limit=60)


@pytest.mark.parametrize(
    ("name", "params", "number"),
    [
        ("nine_digits", {"equation": "a/bc+d/ef+g/hi=1"}, 6),
        ("cap_sets", {"d": 3, "k": 9}, 2106),
        ("block_designs", {"v": 9, "b": 12, "r": 4, "k": 3}, 840),
        ("block_designs", {"v": 16, "b": 8, "r": 3, "k": 6}, 0),
        ("difference_sets", {"v": 15, "k": 7, "times": 3}, 30),
        ("operation_tables", {"n": 5, "kind": "group"}, 30),
        ("operation_tables", {"n": 4, "kind": "monoid"}, 624),
        ("relations", {"n": 5}, 4231),
        ("egyptian_fractions", {"n": 5}, 147),
        ("van_der_waerden", {"n": 26, "colours": 3}, 48),
    ],
)
def test_what_the_world_knows_and_one_solver_counts_quickly(name, params, number):
    assert count(load(name, **params), "cp-sat", time_limit=60) == number


@pytest.mark.parametrize(
    ("name", "params", "part"),
    [
        ("steiner_triples", {"v": -1}, "v = -1"),
        ("block_designs", {"v": -1}, "from 0"),
        ("social_golfers", {"groups": 0}, "write groups from 1"),
        ("round_robin", {"players": -2}, "players = -2"),
        ("quasigroups", {"law": "QG8"}, "QG8"),
        ("schur", {"boxes": 0}, "boxes from 1"),
        ("van_der_waerden", {"length": 1}, "length from 2"),
        ("cap_sets", {"d": 0}, "d from 1"),
        ("difference_sets", {"v": 0}, "v from 1"),
        ("dedekind", {"n": -1}, "n = -1"),
        ("coins", {"values": [0, 1]}, "values from 1"),
        ("integer_partitions", {"n": -1}, "n = -1"),
        ("egyptian_fractions", {"n": 7}, "from 1 to 6"),
        ("pythagorean_triples", {"longest": 0}, "longest = 0"),
        ("polydivisible", {"base": 1}, "from 2 to 16"),
        ("stable_marriages", {"wishes": "A: X"}, "1 parts"),
        ("stable_marriages", {"wishes": "A: X\n\nX: B"}, "X must name each of A once"),
        ("stable_marriages", {"wishes": "A:\nB: X\n\nX: A, B"}, "A must name each of X"),
        ("car_sequencing", {"plan": "1/2\nfour 1"}, "cannot be read"),
        ("car_sequencing", {"plan": "1/2\n4 10"}, "1 mark 0 or 1"),
        ("car_sequencing", {"plan": "1/0\n4 1"}, "of 1 or more cars"),
        ("traffic_lights", {"roads": 0}, "from 1"),
        ("word_squares", {"words": ""}, "one length"),
        ("word_squares", {"words": "cat horse"}, "one length"),
        ("word_squares", {"words": "cat dog", "top": "horse"}, "3 letters"),
        ("knights_and_knaves", {"n": 1}, "from 2"),
    ],
)
def test_a_size_that_makes_no_sense_is_refused(name, params, part):
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert part in str(error.value)


def test_the_answers_of_the_quiz_are_right():
    (solution,) = solve_all(load("self_referring_quiz"))
    answers = "".join(solution["answer"])
    assert answers == "BCABE"
