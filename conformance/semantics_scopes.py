"""The edges of constraints: no terms, one term twice, nothing to do."""

from __future__ import annotations

from itertools import product as pairs
from typing import Any

import pytest

from ..models import (
    Model,
    all_different,
    all_different_except,
    all_equal,
    all_of,
    allowed,
    any_of,
    bin_packing,
    circuit,
    count,
    cumulative,
    exactly,
    forbidden,
    increasing,
    indicator,
    inverse,
    lexicographic,
    minimum,
    no_overlap,
    number_of_values,
    precedence,
    product,
    regular,
    subcircuit,
    total,
    variable,
    variables,
    xor,
)
from ..models.language.global_constraints.regular import Regular
from ..solvers.harness.registry import Solver
from .instances.enumerate_naively import Row
from .semantics import a, b, check

EMPTY: dict[str, tuple[Any, bool]] = {
    "sum": (total([]) == 0, True),
    "product": (product([]) == 1, True),
    "count": (count([], 1) == 0, True),
    "exactly none": (exactly([], 1, 0), True),
    "exactly one": (exactly([], 1, 1), False),
    "number of values": (number_of_values([], 0), True),
    "number of values, one": (number_of_values([], 1), False),
    "all_different": (all_different([]), True),
    "all_different_except": (all_different_except([]), True),
    "all_equal": (all_equal([]), True),
    "increasing": (increasing([]), True),
    "increasing, strict": (increasing([], strict=True), True),
    "lexicographic": (lexicographic([], []), True),
    "lexicographic, strict": (lexicographic([], [], strict=True), False),
    "inverse": (inverse([], []), True),
    "precedence": (precedence([], [1, 2]), True),
    "cumulative": (cumulative([], [], [], 0), True),
    "no_overlap": (no_overlap([], []), True),
    "bin_packing": (bin_packing([], [], []), True),
    "and": (all_of([]), True),
    "or": (any_of([]), False),
    "xor": (xor([]), False),
    "table without rows": (allowed([a], []), False),
    "table of the empty row": (allowed([], [()]), True),
    "nothing forbidden": (forbidden([a], []), True),
    "regular, accepting at once": (regular([], {(0, 1): 1}, 0, [0]), True),
    "regular, not accepting": (regular([], {(0, 1): 1}, 0, [1]), False),
}


CONSTANTS: dict[str, tuple[Any, Any]] = {
    "all_different": (all_different([1, 0]), all_different([0, 0])),
    "all_different_except": (all_different_except([0, 0, 1]), all_different_except([1, 1, 0])),
    "all_equal": (all_equal([2, 2]), all_equal([2, 1])),
    "exactly": (exactly([0, 1], 1, 1), exactly([1, 1], 1, 1)),
    "number of values": (number_of_values([0, 1, 1], 2), number_of_values([1, 1], 2)),
    "increasing": (increasing([0, 0]), increasing([1, 0])),
    "lexicographic": (lexicographic([0, 1], [0, 1]), lexicographic([0, 1], [0, 0])),
    "inverse": (inverse([1, 0], [1, 0]), inverse([1, 0], [0, 1])),
    "precedence": (precedence([1, 2], [1, 2]), precedence([2, 1], [1, 2])),
    "cumulative": (cumulative([0, 1], [1, 1], [2, 2], 2), cumulative([0, 0], [1, 1], [2, 2], 3)),
    "no_overlap": (no_overlap([0, 1], [1, 1]), no_overlap([0, 1], [2, 1])),
    "bin_packing": (bin_packing([0, 1], [2, 2], [2, 2]), bin_packing([0, 0], [2, 2], [3, 2])),
    "table": (allowed([0, 1], [(0, 1)]), allowed([0, 1], [(1, 0)])),
    "forbidden": (forbidden([0, 1], [(1, 0)]), forbidden([0, 1], [(0, 1)])),
    "regular": (regular([0], {(0, 0): 1}, 0, [1]), regular([0], {(0, 0): 1}, 0, [0])),
    "circuit": (circuit([1, 0]), circuit([0, 1])),
    "subcircuit": (subcircuit([0, 1]), subcircuit([1, 1])),
}


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", CONSTANTS)
def test_what_holds_of_constants_leaves_all_and_what_does_not_leaves_nothing(
    solver: Solver, name: str
) -> None:
    true, false = CONSTANTS[name]
    every: list[Row] = [(value,) for value in a.domain]
    check(solver, Model("true", true), [()])
    check(solver, Model("false", false), [])
    check(solver, Model("true", a, true), every)
    check(solver, Model("false", a, false), [])
    check(solver, Model("mixed", a, ~false & true | (a == 0)), every)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", EMPTY)
def test_empty_scopes_mean_nothing_rather_than_everything(solver: Solver, name: str) -> None:
    constraint, holds = EMPTY[name]
    every = [(0,), (1,), (2,)]
    check(solver, Model(name, a, constraint), every if holds else [])
    check(solver, Model(name, a, ~constraint), [] if holds else every)
    check(solver, Model(name, a, indicator(constraint) == a), [(int(holds),)])


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (all_different([a, a]), []),
        (all_different([a, b, a]), []),
        (all_different_except([a, a]), [(0, q) for q in range(3)]),
        (all_equal([a, a]), list(pairs(range(3), range(3)))),
        (exactly([a, a, b], 1, 2), [(1, 0), (1, 2)]),
        (number_of_values([a, a], 1), list(pairs(range(3), range(3)))),
        (increasing([a, a], strict=True), []),
        (lexicographic([a, b], [a, b], strict=True), []),
        (allowed([a, a], [(0, 1), (2, 2)]), [(2, 0), (2, 1), (2, 2)]),
        (circuit([a, a]), []),
        (inverse([a, b], [a, b]), [(0, 1), (1, 0)]),
        (cumulative([a, a], [1, 1], [1, 1], 1), []),
        (no_overlap([a, a], [0, 2]), list(pairs(range(3), range(3)))),
        (bin_packing([a, a], [1, 1], [1, 2, 0]), [(1, 0), (1, 1), (1, 2)]),
        (a + a == 2, [(1, 0), (1, 1), (1, 2)]),
        (a * a == 4, [(2, 0), (2, 1), (2, 2)]),
        (a - a == 0, list(pairs(range(3), range(3)))),
        (minimum([a, a]) == b, [(0, 0), (1, 1), (2, 2)]),
    ],
    ids=str,
)
def test_a_repeated_variable_counts_as_often_as_it_stands_there(
    solver: Solver, constraint: Any, expected: list[Row]
) -> None:
    check(solver, Model("repeated", a, b, constraint), expected)


def test_a_single_node_is_its_own_circuit(solver: Solver) -> None:
    check(solver, Model("circuit", a, circuit([a])), [(0,)])
    check(solver, Model("subcircuit", a, subcircuit([a])), [(0,)])


def test_circuits_count_from_0(solver: Solver) -> None:
    s = variables("s", 3, range(-1, 4))
    check(solver, Model("circuit", s, circuit(s)), [(1, 2, 0), (2, 0, 1)])
    tours = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    check(solver, Model("subcircuit", s, subcircuit(s)), tours)


def test_a_task_without_duration_or_demand_has_no_effect(solver: Solver) -> None:
    every = list(pairs(range(3), range(3)))
    check(solver, Model("duration", a, b, cumulative([a, b], [2, 0], [1, 5], 1)), every)
    check(solver, Model("demand", a, b, cumulative([a, b], [2, 2], [1, 0], 1)), every)
    check(solver, Model("no overlap", a, b, no_overlap([a, b], [0, 3])), every)
    apart = [(p, q) for p, q in every if abs(p - q) >= 2]
    check(solver, Model("both", a, b, cumulative([a, b], [2, 2], [1, 1], 1)), apart)


def test_rows_that_others_rule_out_forbid_nothing_more(solver: Solver) -> None:
    x, y = variables("v", 2, range(-1, 4))
    rows = [(3, 1), (3, 0), (-1, 1), (-1, -1), (-1, 3)]
    left = any_of([y == 3, y == -1, y == 0])
    check(solver, Model("forbidden", x, y, x == -1, left, forbidden([x, y], rows)), [(-1, 0)])


def test_demands_and_a_capacity_may_all_be_open(solver: Solver) -> None:
    domains = [1, 2], [2, 3], [0, 2], [4, 5, 6]
    one, three, four, most = given = [variable(f"d{k}", d) for k, d in enumerate(domains)]
    tasks = cumulative([1, 3, 3, 3], [1, 2, 1, 1], [one, 2, three, four], most)
    wanted = [row for row in pairs(*domains) if 2 + row[1] + row[2] <= row[3]]
    check(solver, Model("open", *given, tasks), wanted)


def test_states_may_have_any_numbers(solver: Solver) -> None:
    every = list(pairs(range(3), range(3)))
    accepted = Regular((a, b), ((1, 0, 2), (2, 1, 1)), 1, (1,))
    check(solver, Model("accepted", a, b, accepted), [(0, 1)])
    check(solver, Model("refused", a, b, ~accepted), [row for row in every if row != (0, 1)])
