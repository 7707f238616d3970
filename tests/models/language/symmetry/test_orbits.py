"""Solutions up to symmetry: one an orbit, orbit sizes, classes, and symmetry broken by rules."""

from __future__ import annotations

import json

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.models import (
    Model,
    break_symmetry,
    essentially_different,
    load,
    symmetries,
    symmetry,
    variables,
)
from everyway.models.language.symmetry.orbits import Block
from everyway.models.language.symmetry.symmetry_breaking import Representatives
from everyway.models.language.symmetry.symmetry_group import SymmetryGroup
from everyway.solvers import Disagreement, Incomplete, SolverFailed, solutions, solve_all
from everyway.solvers.harness.running.up_to_symmetry import (
    count_orbits,
    counterexample,
    measure_breaking,
    orbits,
)

from ....support.command_lines import everyway
from ....support.fake_solvers import Asked, register
from ....support.random_boards import random_board
from ....support.settings import SEED
from ...families.symmetric import FAMILIES
from .moved import move

FUNDAMENTAL = {1: 1, 2: 0, 3: 0, 4: 1, 5: 2, 6: 1, 7: 6, 8: 12, 9: 46, 10: 92}
"""OEIS A002562."""
CENTROSYMMETRIC = {4: 2, 5: 2, 6: 4, 7: 8, 8: 4, 9: 16}
"""OEIS A032522."""
QUARTER_TURNED = {4: 2, 5: 2, 6: 0, 7: 0, 8: 0, 9: 0}
"""OEIS A033148."""


def joined(found, generators):
    """The orbits of `found`, by following each generator from each solution: no group is built."""
    orbit = {solution: {solution} for solution in found}
    for solution in found:
        for one in generators:
            image = one.image(solution)
            if orbit[image] is not orbit[solution]:
                larger, smaller = orbit[solution] | orbit[image], orbit[image]
                for member in [*orbit[solution], *smaller]:
                    orbit[member] = larger
    return {min(members): len(members) for members in orbit.values()}


def check_orbits(model, group=None):
    """The representatives of `model`, which sizes, orbits and breaking bear out."""
    group = group or symmetries(model)
    found = [model.solution(dict(zip(_names(model), row, strict=True))) for row in rows(model)]
    expected = joined(found, group.generators)
    given = {one: group.orbit_size(one) for one in essentially_different(found, group)}
    assert given == expected
    assert sum(given.values()) == len(found)
    assert {one for one in found if group.is_least(one)} == set(expected)
    for one in list(given)[:5]:
        assert len(group.orbit(one)) == given[one]
        assert all(group.least(image) == one for image in group.orbit(one))
    return given


def rows(model):
    return sorted(solution.row for solution in solve_all(model)) if model.variables else [()]


def _names(model):
    return [variable.name for variable in model.variables]


# ------------------------------------------------------------------------- known counts


@pytest.mark.parametrize("n", FUNDAMENTAL)
def test_queens_up_to_the_symmetries_of_the_square(n):
    assert count_orbits(load("queens", n=n)) == FUNDAMENTAL[n]


@pytest.mark.parametrize("n", CENTROSYMMETRIC)
def test_queens_that_a_turn_leaves_alone(n):
    model = load("queens", n=n)
    group = symmetries(model)
    alike = [group.stabiliser(solution) for solution in solutions(model)]
    assert sum("half turn" in names for names in alike) == CENTROSYMMETRIC[n]
    assert sum("quarter turn" in names for names in alike) == QUARTER_TURNED[n]
    turns = {one.name: one for one in group.generators}
    kept = sum(turns["quarter turn"].keeps(solution) for solution in solutions(model))
    assert kept == QUARTER_TURNED[n]


def test_eight_queens_by_class():
    model = load("queens", n=8)
    group = symmetries(model)
    plain, turned = group.classes(essentially_different(solutions(model)))
    assert (plain.stabiliser, plain.orbits, plain.orbit_size) == (("identity",), 11, 8)
    assert turned.stabiliser == ("identity", "half turn")
    assert (turned.orbits, turned.solutions) == (1, 4)


def test_conjugate_stabilisers_are_one_class():
    x = load("queens", n=3).without("rows == 1").without("columns == 1").without("diagonals <= 1")
    group = symmetries(x + (x["queen"].total == 1))
    classes = group.classes(essentially_different(solutions(group.model)))
    assert [(c.orbits, c.orbit_size, len(c.stabiliser)) for c in classes] == [
        (1, 4, 2),
        (1, 4, 2),
        (1, 1, 8),
    ]
    assert len({c.stabiliser for c in classes}) == 3


@pytest.mark.parametrize(
    ("puzzle", "params", "orbits_", "order"),
    [
        ("queens", {"n": 5, "wrap": True}, 1, 200),
        ("queens", {"n": 7, "wrap": True}, 1, 392),
        ("queens", {"n": 6, "holes": "r1c1"}, None, 2),
        ("map_colouring", {}, 3, 6),
        ("map_colouring", {"colours": 4}, None, 24),
        ("latin_square", {"n": 3}, None, None),
        ("latin_square", {"n": 4}, None, 192),
        ("magic_square", {"n": 3}, 1, None),
        ("sudoku", {"givens": "", "box_rows": 2, "box_columns": 2}, None, 192),
    ],
)
def test_orbits_are_those_that_the_generators_join(puzzle, params, orbits_, order):
    model = load(puzzle, **params)
    given = check_orbits(model)
    assert len(given) == (orbits_ or len(given))
    assert symmetries(model).order == (order or symmetries(model).order)


def test_declared_exchanges_of_lines_leave_two_4x4_sudokus():
    model = load("sudoku", givens="", box_rows=2, box_columns=2)
    cell = model["cell"]
    swaps = {"rows": {1: 2, 2: 1}, "bands": {1: 3, 3: 1, 2: 4, 4: 2}}
    lines = [
        move(f"{name} exchanged", [cell], lambda s, to=to: (to.get(s.row, s.row), s.column))
        for name, to in swaps.items()
    ]
    group = symmetries(model.with_symmetries(*lines))
    assert group.order == 128 * 24
    assert sorted(check_orbits(model, group).values()) == [96, 192]


def test_declared_exchanges_of_lines_leave_two_latin_squares_of_order_4():
    model = load("latin_square", n=4)
    swaps = [{1: 2, 2: 1}, {2: 3, 3: 2}, {3: 4, 4: 3}]
    cell = [model["cell"]]
    rows = [move(f"rows {to}", cell, lambda s, to=to: (to.get(*2 * s[:1]), s[1])) for to in swaps]
    columns = [
        move(f"columns {to}", cell, lambda s, to=to: (s[0], to.get(*2 * s[1:]))) for to in swaps
    ]
    group = symmetries(model.with_symmetries(*rows, *columns), ["declared", "values"])
    given = essentially_different(solutions(model), group)
    assert group.order == 24**3
    assert sorted(map(group.orbit_size, given)) == [144, 432]


def test_families_of_known_counts_are_mapped():
    for family, number, expected in (
        ("queens_fundamental", 7, 6),
        ("no_three_in_line_fundamental", 4, 4),
    ):
        assert len(rows(FAMILIES[family](number))) == expected


# --------------------------------------------------------------------------- any model


def test_orbits_of_random_boards():
    large = 0
    for seed in range(SEED, SEED + 150):
        model = random_board(seed)
        group = symmetries(model)
        given = check_orbits(model, group)
        large += group.order > 1 and len(given) > 1
        assert all(counterexample(model, one) is None for one in group.generators), seed
        if group.order <= 200:
            broken = break_symmetry(model, group)
            assert broken.exact
            kept = {solution.row for solution in map(broken.model.solution, naive(broken.model))}
            assert kept == {one.row for one in given}, seed
    assert large > 20


def naive(model):
    return [dict(zip(_names(model), row, strict=True)) for row in solution_rows(model)]


def test_generators_that_mix_blocks_of_values_are_multiplied_out():
    x, y = variables("x", 2, range(3)), variables("y", 2, range(3))
    model = Model("", x, y)
    crossed = symmetry("crossed", {x[0]: y[0], y[0]: x[0]})
    group = symmetries(model.with_symmetries(crossed), ["declared", "values"])
    assert group.exchangeable == ()
    check_orbits(model, group)


def test_blocks_are_compared_without_their_names():
    assert Block(frozenset({1}), (0, 1), "a") == Block(frozenset({1}), (0, 1), "b")


def test_some_solutions_alone_keep_one_of_each_orbit():
    model = load("queens", n=6)
    found = list(solutions(model))
    assert len(list(essentially_different(found[1:2], complete=False))) == 1
    assert len(list(essentially_different([*found, *found], complete=False))) == 1


def test_memory_does_not_grow_past_a_bound(monkeypatch):
    monkeypatch.setattr("everyway.models.language.symmetry.symmetry_breaking.MOST_REMEMBERED", 3)
    model = load("queens", n=8)
    known = Representatives(symmetries(model))
    given = [one for one in map(known.new, solutions(model)) if one is not None]
    assert len(given) == len(set(given)) == 12
    assert len(known._seen) == 3


def test_an_orbit_is_there_at_once(solver):
    model = load("map_colouring", colours=3)
    with orbits(model, solver.name) as found:
        assert found.group.is_least(next(found))
        assert len(list(found)) == 2
    assert found.outcome.complete
    assert found.sizes == {6: 3}


def test_a_stopped_count_says_so():
    with pytest.raises(Incomplete) as stopped:
        count_orbits(load("queens", n=8), limit=5)
    assert stopped.value.found == 5


# ------------------------------------------------------------------------ broken by rules


@pytest.mark.parametrize(
    ("puzzle", "params"),
    [
        ("queens", {"n": 6}),
        ("map_colouring", {}),
        ("latin_square", {"n": 3}),
        ("magic_square", {"n": 3}),
    ],
)
def test_breaking_keeps_one_solution_an_orbit(puzzle, params):
    broken = break_symmetry(load(puzzle, **params))
    measured = measure_breaking(broken)
    assert broken.exact
    assert measured.factor == 1


def test_exchanged_values_alone_are_broken_by_their_order():
    broken = break_symmetry(load("map_colouring", colours=7))
    assert broken.exact
    assert len(broken.model.constraints) == len(broken.group.model.constraints) + 1


def test_a_part_of_a_large_group_is_broken_with_its_factor(monkeypatch):
    monkeypatch.setattr("everyway.models.language.symmetry.symmetry_breaking.MOST_LEADERS", 100)
    broken = break_symmetry(load("sudoku", givens="", box_rows=2, box_columns=2))
    measured = measure_breaking(broken)
    assert not broken.exact
    assert (measured.orbits, measured.kept) == (5, 12)
    assert measured.factor == 2.4


def test_rules_that_lose_an_orbit_are_found_out():
    broken = break_symmetry(load("queens", n=5))
    wrong = type(broken)(broken.model + (broken.model["queen"]["r1c1"] == 1), broken.group, True)
    with pytest.raises(Disagreement, match="and there are 2 orbits"):
        measure_breaking(wrong)


def test_a_false_symmetry_is_refuted_by_a_solver():
    model = load("queens", n=5)
    shift = move("shift", [model["queen"]], lambda s: (s.row % 5 + 1, s.column))
    assert counterexample(model, shift) is None  # these ten solutions are toroidal
    larger = load("queens", n=6)
    shift = move("shift", [larger["queen"]], lambda s: (s.row % 6 + 1, s.column))
    witness = counterexample(larger, shift, "cp-sat")
    assert witness is not None
    assert SymmetryGroup(larger, symmetries(larger).generators).order == 8


# -------------------------------------------------------------------------- command line


def test_count_up_to_symmetry():
    result = everyway("count", "queens", "n=8", "--up-to-symmetry")
    assert result.stdout == "12\n"
    assert result.stderr == "up to 8 symmetries, from quarter turn, mirror left-right\n"


def test_count_up_to_symmetry_as_json():
    result = everyway("count", "queens", "n=8", "--up-to-symmetry", "--json")
    document = json.loads(result.stdout)
    assert document["count"] == 12
    assert document["symmetry"] == {
        "order": 8,
        "generators": ["quarter turn", "mirror left-right"],
        "solutions": 92,
        "orbits_by_size": {"4": 1, "8": 11},
    }


def test_solve_up_to_symmetry_gives_the_same_solutions_whoever_finds_them():
    words = ("solve", "queens", "n=7", "--up-to-symmetry", "-a", "--jsonl")
    found = [sorted(everyway(*words, "-S", s).stdout.splitlines()) for s in ("flatmap", "cp-sat")]
    assert len(found[0]) == 6
    assert found[0] == found[1]


def test_solve_some_up_to_symmetry():
    result = everyway("solve", "queens", "n=8", "--up-to-symmetry", "-n", "3", "--json")
    document = json.loads(result.stdout)
    assert len(document["solutions"]) == 3
    assert len(document["symmetry"]["orbit_sizes"]) == 3
    assert document["reason"] == "limit"


def test_one_kind_of_symmetry_alone():
    words = ("count", "latin_square", "n=4", "--symmetry")
    assert everyway(*words, "values").stdout == "24\n"
    assert everyway(*words, "sqares").exit_code == 2
    assert "did you mean 'squares'?" in everyway(*words, "sqares").stderr


def test_a_puzzle_without_symmetry_says_so():
    result = everyway("count", "queens", "n=5", "holes=r1c2", "--up-to-symmetry")
    assert result.stderr.startswith("up to no symmetry")


def test_projection_and_symmetry_do_not_go_together():
    result = everyway("count", "queens", "n=5", "--up-to-symmetry", "--project", "queen")
    assert result.exit_code == 2
    assert "cannot be projected" in result.stderr


def test_symmetry_broken_by_rules_finds_the_same_solutions():
    words = ("-a", "--jsonl", "-S", "cp-sat")
    broken = everyway("solve", "queens", "n=7", "--break-symmetry", *words)
    filtered = everyway("solve", "queens", "n=7", "--up-to-symmetry", *words)
    assert sorted(broken.stdout.splitlines()) == sorted(filtered.stdout.splitlines())
    assert broken.stderr.startswith("up to 8 symmetries")
    document = json.loads(everyway("count", "queens", "n=8", "--break-symmetry", "--json").stdout)
    assert (document["count"], document["symmetry"]["solutions"]) == (12, 92)
    breaking = {"orbits": 12, "kept": 12, "exact": True, "factor": 1.0}
    assert document["symmetry"]["breaking"] == breaking
    some = everyway("solve", "queens", "n=8", "--break-symmetry", "-n", "3", "--json")
    assert json.loads(some.stdout)["symmetry"]["breaking"]["kept"] == 3


def test_symmetry_broken_in_part_is_reported_with_its_factor(monkeypatch):
    monkeypatch.setattr("everyway.models.language.symmetry.symmetry_breaking.MOST_LEADERS", 100)
    words = ("sudoku", "givens=", "box_rows=2", "box_columns=2", "--break-symmetry")
    result = everyway("count", *words)
    assert result.stdout == "5\n"
    warned = "symmetry is broken in part: 12 solutions of 5 orbits were found, 2.4 an orbit\n"
    assert result.stderr.endswith(warned)


def test_one_kind_of_symmetry_is_broken_alone():
    words = ("count", "latin_square", "n=4", "--symmetry", "values")
    assert everyway(*words, "--break-symmetry").stdout == "24\n"


def test_a_solver_that_finds_two_of_an_orbit_under_exact_rules_is_loud(monkeypatch):
    model = load("queens", n=6)
    every = [solution.assignment for solution in solutions(model)]
    register(monkeypatch, Asked(every), viewpoint="squares")
    with pytest.raises(SolverFailed, match="two solutions of one orbit"):
        count_orbits(model, "fake", breaking=True)
