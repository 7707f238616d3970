"""Settings of a run of the tests, from the environment."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

from everyway.solvers.harness.registry import Solver, engines, solvers

Thing = TypeVar("Thing")

SEED = int(os.environ.get("EVERYWAY_SEED", "1"))
"""The first seed of the random models."""
MODELS = int(os.environ.get("EVERYWAY_MODELS", "500"))
"""The number of random models."""
SAMPLES = int(os.environ.get("EVERYWAY_SAMPLES", "2"))
"""The number of samples of each shape for a solver in a cell; the slow run takes 20."""


ONE_OF = {
    "test_a_constraint_of_a_users_own": (1, 4),
    "test_a_limit_gives_exactly_so_many": (1, 3),
    "test_a_projection_holds_every_combination_once": (1, 4),
    "test_a_projection_holds_thousands_of_combinations_once": (1, 4),
    "test_a_projection_leaves_thousands_of_completions_out": (1, 4),
    "test_a_repeated_variable_counts_as_often_as_it_stands_there": (1, 4),
    "test_a_script_says_what_is_missing_and_what_is_invented": (1, 2),
    "test_a_short_limit_stops_the_run_or_the_number_is_right": (1, 3),
    "test_a_time_limit_stops_a_search_that_has_no_solution": (3, 6),
    "test_arrays_hold_every_solution_once": (1, 2),
    "test_arrays_hold_more_rows_than_a_block": (1, 2),
    "test_ctrl_c_ends_a_fruitless_search": (3, 3),
    "test_ctrl_c_ends_a_search_that_has_no_solution": (3, 3),
    "test_divisions_of_few_values_stand_in_sums": (1, 4),
    "test_empty_scopes_mean_nothing_rather_than_everything": (1, 4),
    "test_every_solver_gives_its_solutions_as_arrays": (2, 2),
    "test_every_solver_is_right_on_larger_constraints": (2, 6),
    "test_every_solver_is_saved_in_boxes": (1, None),
    "test_memory_does_not_grow_with_the_number_of_solutions": (1, None),
    "test_nothing_is_left_of_a_program_that_is_killed": (4, 4),
    "test_nothing_is_left_of_a_search_that_is_interrupted": (3, 3),
    "test_nothing_is_left_of_searches_that_end_by_themselves": (3, 3),
    "test_nothing_is_left_where_a_process_of_the_search_is_killed": (4, 4),
    "test_several_jobs_find_every_row_of_many_once": (2, None),
    "test_terms_that_differ_in_one_part_are_not_taken_for_one": (1, 4),
    "test_the_table_says_what_the_solver_does": (6, None),
    "test_thousands_of_nested_terms_are_solved": (2, 4),
    "test_values_far_apart_take_no_more_memory_than_near_ones": (3, None),
    "test_what_holds_of_constants_leaves_all_and_what_does_not_leaves_nothing": (1, 4),
    "test_what_is_undefined_makes_its_comparison_false": (1, 4),
}
"""Tests of which an ordinary run gives a solver one form of so many, in turn; then the same for a
solver that is costly, where None is no form at all."""
MAY_BE_REFUSED = {
    "test_gapped_domains_hold_their_values_alone",
    "test_numbers_past_what_a_float_holds_are_exact",
}
"""Tests of the kit whose models a solver may refuse in words, as `cp` does values far apart."""
BRIEFLY = 0.5
"""Seconds for a larger model, behind which a solver is late, and no more."""


def a_third(entries: Iterable[Any]) -> list[Any]:
    """The `entries` of a test, of which an ordinary run takes a third, by the seed."""
    return [
        pytest.param(*entry.values, id=entry.id, marks=[pytest.mark.slow] * ((n + SEED) % 3 > 0))
        for n, entry in enumerate(entries)
    ]


def for_solver(solver: Solver, models: Sequence[Thing]) -> Sequence[Thing]:
    """The models of an ordinary run for `solver`: a fifth, in turn with the other solvers, or a
    fortieth where it is costly.
    """
    step = 40 if solver.traits.costly else 5
    place = [other.name for other in (*solvers(), *engines())].index(solver.name)
    return models[place % step if len(models) > step else 0 :: step]
