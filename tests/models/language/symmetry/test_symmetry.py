"""The symmetries that a declaration shows, those that are declared, and those that are refused."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Board,
    Model,
    ModelError,
    all_different,
    allowed,
    count,
    cumulative,
    element,
    fingerprint,
    forbidden,
    increasing,
    lexicographic,
    load,
    maximum,
    minimum,
    number_of_values,
    symmetries,
    symmetry,
    total,
    variables,
)
from everyway.models.language.symmetry.invariance import Invariance
from everyway.models.language.symmetry.symmetries import (
    complement,
    exchange,
    fault_of,
    reversal,
)
from everyway.solvers import solutions

from ....support.random_boards import random_board
from ....support.settings import SEED
from .moved import both, move

LARGEST = 2_000
"""The most solutions of a random model that are moved."""


def names(model, *kinds):
    found = symmetries(model, kinds) if kinds else symmetries(model)
    return [generator.name for generator in found.generators]


def images(model, one):
    """The solutions of a small model, and their images."""
    order = [variable.name for variable in model.variables]
    with solutions(model, limit=LARGEST) as search:
        found = [solution.assignment for solution in search]
    moved = [one(values) for values in found]
    rows = {tuple(values[name] for name in order) for values in found}
    return (
        rows,
        {tuple(values[name] for name in order) for values in moved},
        search.outcome.complete,
    )


# ------------------------------------------------------------------------- from the boards


def test_the_square_board_of_queens_has_eight_symmetries():
    group = symmetries(load("queens", n=5))
    assert group.order == 8
    assert names(load("queens", n=5)) == ["quarter turn", "mirror left-right"]


def test_a_rectangle_has_four():
    group = symmetries(load("queens", n=3, columns=5))
    assert group.order == 4
    assert names(load("queens", n=3, columns=5)) == ["mirror left-right", "half turn"]


def test_a_torus_adds_its_translations():
    assert symmetries(load("queens", n=5, wrap=True)).order == 8 * 25


def test_holes_break_the_symmetries_that_move_them():
    assert symmetries(load("queens", n=5, holes="r1c1")).order == 2
    assert names(load("queens", n=5, holes="r1c1")) == ["mirror in the falling diagonal"]
    assert symmetries(load("queens", n=5, holes="r1c1 r5c5")).order == 4
    assert symmetries(load("queens", n=5, holes="r1c1 r1c5 r5c1 r5c5")).order == 8
    assert symmetries(load("queens", n=5, holes="r1c2")).order == 1


def test_a_piece_that_stands_already_breaks_what_moves_it():
    assert names(load("queens", n=5, preplaced="r1c3")) == ["mirror left-right"]


def test_regions_count_only_where_a_rule_names_them():
    board = Board.from_map("AAB\nCCB\nCDD")
    crown = board.place("crown")
    free = Model("free", crown, crown.per(board.rows) == 1, crown.per(board.columns) == 1)
    assert symmetries(free).order == 8
    assert symmetries(free + (crown.per(board.regions) == 1)).order == 1


def test_boxes_leave_only_turns_that_keep_them():
    cells = load("sudoku", givens="", box_rows=2, box_columns=3)
    assert symmetries(cells, ["squares"]).order == 4


def test_every_group_on_a_board_moves_at_once_and_like_ones_change_places():
    board = Board(3)
    white, black = board.place("white"), board.place("black")
    apart = [white[square] + black[square] <= 1 for square in board.open]
    model = Model("", white, black, white.total == 2, black.total == 2, apart)
    assert symmetries(model, ["squares"]).order == 8
    assert names(model) == ["quarter turn", "mirror left-right", "white ↔ black"]
    assert symmetries(model + (black.per(board.rows) <= 1)).order == 4


def test_armies_in_a_filling_are_exchanged_as_values():
    armies = load("peaceable_queens", n=4, k=2)
    assert names(armies)[2:] == ["W ↔ B"]
    assert symmetries(armies).order == 16


def test_a_board_without_squares_and_a_model_without_variables_have_one_symmetry():
    assert symmetries(load("queens", n=0)).order == 1
    assert symmetries(Model("nothing")).order == 1
    assert symmetries(load("queens", n=1)).order == 1


# -------------------------------------------------------------------------- from the values


def test_colours_may_be_exchanged_at_will():
    group = symmetries(load("map_colouring", colours=8))
    assert group.order == 40_320
    assert len(group.generators) == 7
    assert group.generators[0].name == "red ↔ green"


def test_numbers_that_are_only_compared_are_colours_too():
    assert symmetries(load("graph_colouring", graph="K_3_3"), ["values"]).order == 6
    assert symmetries(load("latin_square", n=4), ["values"]).order == 24


def test_a_value_that_a_rule_names_keeps_its_place():
    colour = variables("colour", 3, ["red", "green", "blue", "black"])
    model = Model("with a red one", colour, all_different(colour), colour[0] != "red")
    assert symmetries(model, ["values"]).order == 6
    assert "red ↔ green" not in names(model)


def test_given_numbers_leave_the_others_to_be_exchanged():
    cells = load("sudoku", givens="1" + "." * 15, box_rows=2, box_columns=2)
    assert symmetries(cells, ["values"]).order == 6


def test_sums_know_numbers_turned_around_but_not_exchanged():
    square = load("magic_square", n=3)
    assert symmetries(square, ["values"]).order == 1
    assert symmetries(square, ["complements"]).order == 2
    assert symmetries(square, ["squares"]).order == 8


def test_lists_are_reversed_with_and_without_their_values():
    q = variables("q", 4, range(4))
    lines = [all_different(q[i] + i for i in range(4)), all_different(q[i] - i for i in range(4))]
    model = Model("queens by rows", q, all_different(q), lines)
    assert names(model) == ["reversal of q", "reversal of q with complement"]
    assert symmetries(model).order == 4
    assert symmetries(model + (q[0] < q[3])).order == 2


def test_an_unknown_kind_is_refused():
    with pytest.raises(ModelError, match="did you mean 'squares'"):
        symmetries(load("queens", n=4), ["square"])


# ----------------------------------------------------------------- the check on constraints

TERMS = variables("x", 4, range(4))
TURNED = both("reversed, turned around", reversal(TERMS), complement(TERMS))
SWAPPED = symmetry("first two exchanged", {TERMS[0]: TERMS[1], TERMS[1]: TERMS[0]})
BACK, COMPLEMENT = reversal(TERMS), complement(TERMS)


@pytest.mark.parametrize(
    ("constraint", "one"),
    [
        (increasing(TERMS), TURNED),
        (increasing(TERMS, strict=True), TURNED),
        (lexicographic(TERMS[:2], [TERMS[1], TERMS[0]]), both("", COMPLEMENT, SWAPPED)),
        (abs(TERMS[0] - TERMS[3]) <= abs(TERMS[1] - TERMS[2]), TURNED),
        (maximum(TERMS) - minimum(TERMS) == 2, COMPLEMENT),
        (TERMS[0] * TERMS[3] == TERMS[1] * TERMS[2], BACK),
        ((TERMS[0] - TERMS[3]) % 3 == 1, TURNED),
        ((TERMS[0] == 1) | (TERMS[3] == 1), BACK),
        ((TERMS[0] == 0) | (TERMS[0] == 3), COMPLEMENT),
        (count(TERMS, 0) == count(TERMS, 3), COMPLEMENT),
        (number_of_values(TERMS, 2), exchange(TERMS, 1, 2)),
        (allowed(TERMS[:2], [(0, 3), (1, 2), (2, 1), (3, 0)]), COMPLEMENT),
        (forbidden([TERMS[0], TERMS[3]], [(0, 3), (3, 0)]), BACK),
        (element([7, 5, 5, 7], TERMS[0]) == 7, COMPLEMENT),
        (2 * TERMS[0] + 2 * TERMS[3] < 5, BACK),
    ],
    ids=str,
)  # fmt: skip
def test_the_check_sees_through_ways_of_writing(constraint, one):
    model = Model("", TERMS, constraint)
    assert Invariance(model).holds(one)
    found, moved, finished = images(model, one)
    assert finished
    assert found == moved


def test_what_may_be_undefined_does_not_cancel_out():
    x, y = TERMS[0], TERMS[1]
    swap = symmetry("swap", {x: y, y: x})
    model = Model("", TERMS, (2 // x) - (2 // x) + x + y >= 2)
    assert not Invariance(model).holds(swap)


def test_a_capacity_without_tasks_still_counts():
    x = variables("x", 1, [-4, 0, 4])
    model = Model("", x, cumulative([], [], [], x[0]))
    assert not Invariance(model).holds(exchange(x, -4, 0))


def tried(model, random):
    """Moves of variables and changes of values, some of which may be symmetries of `model`."""
    every = list(model.variables)
    for a, b in combinations(every, 2):
        if a.domain == b.domain:
            yield symmetry("swap", {a: b, b: a})
    for _ in range(4 if every else 0):
        some = random.sample(every, random.randint(1, len(every)))
        values = list(some[0].domain)
        alike = [v for v in every if v.domain == some[0].domain]
        shuffled = dict(zip(values, random.sample(values, len(values)), strict=True))
        moved = dict(zip(alike, random.sample(alike, len(alike)), strict=True))
        yield complement(some)
        changed = [v for v in some if v.domain == some[0].domain]
        yield symmetry("change", {}, dict.fromkeys(changed, shuffled))
        yield both("move and change", symmetry("", moved), complement(alike))


@pytest.mark.parametrize("make", [random_model, random_board])
def test_what_the_check_accepts_keeps_the_solutions(make):
    accepted = 0
    for seed in range(SEED, SEED + 120):
        random = Random(seed)
        whole = make(seed)
        rules = random.sample(whole.rules, min(1, len(whole.rules)))
        model = whole.rewritten(whole.groups, rules)
        check = Invariance(model)
        for one in tried(model, random):
            if check.holds(one):
                found, moved, finished = images(model, one)
                assert not finished or found == moved, (seed, one, one.variables, one.values)
                accepted += bool(found) and finished
    assert accepted > 200


@given(st.permutations(range(4)), st.permutations(range(4)))
def test_both_is_one_after_the_other(first, second):
    one = symmetry("", dict(zip(TERMS, (TERMS[k] for k in first), strict=True)))
    other = symmetry("", {}, {v: dict(enumerate(second)) for v in TERMS})
    values = {v.name: place for place, v in enumerate(TERMS)}
    assert both("", one, other)(values) == other(one(values))
    assert both("", other, one)(values) == one(other(values))


# ---------------------------------------------------------------------- declared by a puzzle


def rows_exchanged(cell, a, b):
    other = {a: b, b: a}
    name = f"rows {a} and {b} exchanged"
    return move(name, [cell], lambda s: (other.get(s.row, s.row), s.column))


def test_declared_symmetries_are_used():
    square = load("latin_square", n=3)
    rows = [rows_exchanged(square["cell"], k, k + 1) for k in (1, 2)]
    assert symmetries(square).order < symmetries(square.with_symmetries(*rows)).order
    assert symmetries(square.with_symmetries(*rows), ["declared"]).order == 6


def test_declared_symmetries_are_no_part_of_the_structure():
    square = load("latin_square", n=3)
    declared = square.with_symmetries(rows_exchanged(square["cell"], 1, 2))
    assert square.symmetries == ()
    assert len(declared.symmetries) == 1
    assert fingerprint(declared) == fingerprint(square)
    assert declared.recipe == square.recipe


def test_a_further_rule_keeps_the_declared_symmetries_that_hold():
    square = load("latin_square", n=3)
    cell = square["cell"]
    declared = square.with_symmetries(rows_exchanged(cell, 1, 2), rows_exchanged(cell, 2, 3))
    fixed = declared + (cell["r1c1"] == 1)
    assert [one.name for one in symmetries(fixed, ["declared"]).generators] == [
        "rows 2 and 3 exchanged"
    ]


def test_a_false_symmetry_is_refused_with_a_solution_that_it_spoils():
    model = load("queens", n=4)
    false = move("rows shifted", [model["queen"]], lambda s: (s.row % 4 + 1, s.column))
    with pytest.raises(ModelError, match="'rows shifted' is no symmetry of 4 queens: of the") as e:
        model.with_symmetries(false)
    assert re.search(r'\{"queen": \["r1c\d", .*which breaks diagonals <= 1', str(e.value))


def test_a_symmetry_of_the_solutions_alone_is_accepted_where_all_can_be_looked_at():
    x = variables("x", 2, range(3))
    model = Model("", x, x[0] + 2 * x[1] == 0)
    swap = symmetry("swap", {x[0]: x[1], x[1]: x[0]})
    assert not Invariance(model).holds(swap)
    assert model.with_symmetries(swap).symmetries == (swap,)


def test_one_that_cannot_be_shown_is_refused():
    x = variables("x", 40, range(2))
    model = Model("", x, total((k + 1) * v for k, v in enumerate(x)) <= 10**6)
    with pytest.raises(ModelError, match="cannot be shown to be a symmetry"):
        model.with_symmetries(symmetry("swap", {x[0]: x[1], x[1]: x[0]}))


def test_what_does_not_act_on_the_variables_is_refused():
    x, y = variables("x", 2, range(2)), variables("y", 2, range(3))
    model = Model("", x, y)
    with pytest.raises(ModelError, match=r"there is no variable 'x\[2\]'; did you mean"):
        model.with_symmetries(symmetry("", {"x[2]": x[0]}))
    with pytest.raises(ModelError, match=r"two variables move to x\[1\]"):
        model.with_symmetries(symmetry("", {x[0]: x[1]}))
    with pytest.raises(ModelError, match=r"the values of x\[0\] do not become those of y\[0\]"):
        model.with_symmetries(symmetry("", {x[0]: y[0], y[0]: x[0]}))
    assert fault_of(model, symmetry("", {}, {x[0]: {0: 1}}))
    with pytest.raises(ModelError, match="is no symmetry; write one with symmetry"):
        model.with_symmetries("mirror")


def test_a_group_that_is_too_large_is_refused():
    x = variables("x", 9, range(2))
    cycle = symmetry("cycle", dict(zip(x, [*x[1:], x[0]], strict=True)))
    model = Model("", x).with_symmetries(cycle, symmetry("swap", {x[0]: x[1], x[1]: x[0]}))
    with pytest.raises(ModelError, match="generate more than 100 000"):
        symmetries(model)
