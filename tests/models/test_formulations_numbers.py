"""Numbers on boards: the formulations of one puzzle have the same solutions."""

from importlib import import_module

import pytest

from everyway.models import Board, ModelError, load
from everyway.solvers import count, solutions

SOLVERS = ["cp-sat", "flatmap"]

SUMS, TABLES, AUTOMATA = ["sums", "tables"], ["maxima", "tables"], ["sums", "automata"]


def rows_of(model, solver="flatmap"):
    """Every solution as a row of values."""
    with solutions(model, solver=solver, time_limit=60) as found:
        rows = [solution.row for solution in found]
    assert found.outcome.complete
    assert len(set(rows)) == len(rows)
    return set(rows)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("name", "forms", "params"),
    [
        ("alternating_sign_matrix", AUTOMATA, {"n": 0}),
        ("alternating_sign_matrix", AUTOMATA, {"n": 1}),
        ("alternating_sign_matrix", AUTOMATA, {"n": 4}),
        ("binairo", AUTOMATA, {}),
        ("binairo", AUTOMATA, {"givens": "", "n": 0}),
        ("binairo", AUTOMATA, {"givens": "", "n": 2}),
        ("binairo", AUTOMATA, {"givens": "", "n": 4}),
        ("binairo", AUTOMATA, {"givens": "", "n": 4, "unique": False}),
        ("heterosquare", ["all different", "pairs differ"], {"n": 1}),
        ("heterosquare", ["all different", "pairs differ"], {"n": 2}),
        ("kakuro", SUMS, {}),
        ("kakuro", SUMS, {"grid": "# 4\\ 11\\\n\\9 . .\n# . ."}),
        ("kakuro", SUMS, {"grid": "\\46 . . . . . ."}),
        ("lights_out", ["parity", "numbers"], {"n": 0}),
        ("lights_out", ["parity", "numbers"], {"n": 1, "lit": ""}),
        ("lights_out", ["parity", "numbers"], {"n": 4}),
        ("lights_out", ["parity", "numbers"], {"n": 2, "columns": 4, "wrap": True}),
        ("lights_out", ["parity", "numbers"], {"n": 3, "lit": "r1c1 r2c3"}),
        ("lights_out", ["parity", "numbers"], {"n": 5, "lit": "r1c1"}),
        ("nonogram", ["automata", "tables"], {}),
        ("nonogram", ["automata", "tables"], {"rows": "1 1 / 0 / 2", "columns": "1 / 1 / 1 / 1"}),
        ("nonogram", ["automata", "tables"], {"rows": "1 / 1 / 2", "columns": "2 / 1 / 1"}),
        ("nonogram", ["automata", "tables"], {"rows": "2 2 / 1", "columns": "1 / 1 / 1"}),
        ("orthogonal_latin_squares", ["one number", "pairs differ"], {"n": 0}),
        ("orthogonal_latin_squares", ["one number", "pairs differ"], {"n": 2}),
        ("orthogonal_latin_squares", ["one number", "pairs differ"], {"n": 3, "first_rows": False}),
        ("orthogonal_latin_squares", ["one number", "pairs differ"], {"n": 4}),
        ("skyscrapers", TABLES, {}),
        ("skyscrapers", TABLES, {"n": 1, "top": "1", "left": "1", "right": ""}),
        ("skyscrapers", TABLES, {"n": 3, "top": "2..", "left": "", "right": "", "bottom": ".12"}),
        ("skyscrapers", TABLES, {"n": 3, "top": "2..", "left": "", "right": ""}),
        ("still_life", SUMS, {"n": 0}),
        ("still_life", SUMS, {"n": 1}),
        ("still_life", SUMS, {"n": 2}),
        ("still_life", SUMS, {"n": 3}),
        ("still_life", SUMS, {"n": 4, "live": 8}),
    ],
)
def test_each_formulation_has_the_same_solutions(name, forms, params, solver):
    one, other = (load(name, form=form, **params) for form in forms)
    assert rows_of(one, solver) == rows_of(other, solver)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("magic_square", {"n": 1, "kind": "pandiagonal"}),
        ("magic_square", {"n": 4, "kind": "pandiagonal"}),
        ("magic_cube", {"once": False, "n": 2}),
        ("magic_cube", {"once": False, "n": 3}),
    ],
)
def test_what_is_implied_loses_no_solution(name, params):
    bare, helped = (load(name, implied=implied, **params) for implied in (False, True))
    assert rows_of(bare, "cp-sat") == rows_of(helped, "cp-sat")


@pytest.mark.parametrize("shape", [(), (1,), (3,), (1, 1, 1), (3, 0), (4, 2, 1), (3, 3), (3, 2, 2)])
def test_a_young_tableau_is_the_same_by_cells_and_by_rows(shape):
    board = load("young_tableau", shape=shape)["cell"].board
    by_cells = {
        tuple(square.row - 1 for _, square in sorted(zip(row, board.open, strict=True)))
        for row in rows_of(load("young_tableau", shape=shape))
    }
    assert by_cells == rows_of(load("young_tableau", shape=shape, form="rows"))


@pytest.mark.parametrize(
    ("name", "params", "positions"),
    [
        ("magic_hexagon", {"n": 2}, 12),
        ("magic_cube", {"n": 3}, 48),
        ("heterosquare", {"n": 2}, 8),
    ],
)
def test_once_keeps_one_position_of_each(name, params, positions):
    every = count(load(name, once=False, **params), time_limit=60)
    assert every == positions * count(load(name, **params), time_limit=60)


@pytest.mark.parametrize("variant", ["plain", "diagonal", "anti-knight", "disjoint-groups"])
def test_the_cages_of_a_killer_sudoku_add_to_a_variant(variant):
    params = {"givens": "", "box_rows": 2, "box_columns": 2, "variant": variant}
    plain = load("sudoku", **params)
    caged = load("sudoku", **params, cages="AA../A.../..B./..B.", sums="A6")
    expected = {
        row
        for row in rows_of(plain)
        if row[0] + row[1] + row[4] == 6 and row[10] != row[14] and row[1] != row[4]
    }
    assert rows_of(caged) == expected
    assert 0 < len(expected) < len(rows_of(plain))


def test_the_miracle_is_the_sum_of_three_variants():
    rules = {"anti-knight", "anti-king", "non-consecutive"}
    labels = [r.label for v in sorted(rules) for r in load("sudoku", givens="", variant=v).rules]
    miracle = load("sudoku", variant="miracle")
    assert {r.label for r in miracle.rules} == {*labels, "givens"}
    assert count(miracle, "cp-sat", time_limit=60) == 1


@pytest.mark.parametrize("n", range(1, 6))
def test_latin_squares_multiply_by_the_orders_of_numbers_and_rows(n):
    orders = [1, 1, 2, 6, 24, 120]
    reduced = count(load("latin_square", n=n, reduced=True))
    first_row = count(load("latin_square", n=n, first_row=True))
    assert first_row == reduced * orders[n - 1]
    idempotent = load("latin_square", n=n, idempotent=True, symmetric=True)
    assert count(idempotent) == (n % 2 and {1: 1, 3: 1, 5: 6}[n])


def test_the_drawn_hexagon_has_lines_in_three_directions():
    model = load("magic_hexagon")
    assert [len(rule.constraints) for rule in model.rules[:2]] == [1, 15]
    assert len(model.variables) == 19


def test_still_lifes_hold_the_most_that_is_known():
    for n, live in enumerate([4, 6, 8], 2):
        assert count(load("still_life", n=n, live=live)) > 0
        assert count(load("still_life", n=n, live=live + 1)) == 0


def test_a_run_of_a_kakuro_ends_at_a_black_cell():
    model = load("kakuro", grid="\\3 . . \\17 . .")
    assert count(model) == 4
    assert model["cell"].board.walls == Board(1, 6, walls="r1c1 r1c4").walls


@pytest.mark.parametrize(
    ("name", "params", "part"),
    [
        ("alternating_sign_matrix", {"n": -1}, "-1 rows"),
        ("binairo", {"n": 3}, "an even n"),
        ("contingency_table", {"rows": [-1]}, "rows from 0"),
        ("futoshiki", {"signs": "r1c1=r1c2"}, "r1c1<r1c2"),
        ("futoshiki", {"signs": "r1c1<r2c2"}, "share a side"),
        ("futoshiki", {"signs": "r1c4<r1c5"}, "not on a board"),
        ("heterosquare", {"n": -1}, "-1 rows"),
        ("kakuro", {"grid": "\\3 . ./\\3 . ."}, "write . or #"),
        ("kakuro", {"grid": "\\3 . .\n\\3 ."}, "line 2 of kakuro has 2 cells"),
        ("kenken", {"cages": "AB/A"}, "line 2 of the map"),
        ("kenken", {"cages": "AB./CDE"}, "n rows of n letters"),
        ("kenken", {"clues": "A3"}, "cage of 2 cells"),
        ("kenken", {"clues": "A3/ A3/"}, "no cage that is left"),
        ("kenken", {"clues": "A3/"}, "no clue for the cages B C"),
        ("kenken", {"clues": "A:3"}, "not of the form"),
        ("latin_rectangle", {"k": 3, "n": 2}, "k from 0 to n"),
        ("latin_square", {"n": -2}, "-2 rows"),
        ("lights_out", {"n": 2, "lit": "r3c1"}, "not on a board"),
        ("magic_cube", {"n": -1}, "n from 0"),
        ("magic_hexagon", {"n": 0}, "n from 1"),
        ("magic_star", {"n": 4}, "n from 5"),
        ("magic_triangle", {"per_side": 1}, "per_side from 2"),
        ("magic_triangle", {"sides": 2}, "sides from 3"),
        ("minesweeper", {"field": "1./..."}, "all lines equally long"),
        ("minesweeper", {"field": ""}, "the map is empty"),
        ("minesweeper", {"field": "9."}, "write one of .?012345678"),
        ("nonogram", {"rows": "1 / x"}, "must be numbers"),
        ("nonogram", {"rows": "-1"}, "negative length"),
        ("nonogram", {"rows": "1" + "/1" * 16, "form": "tables"}, "form='automata'"),
        ("plane_partition", {"height": -1}, "height from 0"),
        ("rectangle_free", {"colours": 0}, "write 1 to 6"),
        ("skyscrapers", {"top": "12"}, "write one for each of 4"),
        ("skyscrapers", {"top": "1-.."}, "a number, or . for none"),
        ("still_life", {"n": -1}, "-1 rows"),
        ("sudoku", {"cages": "AB/AB"}, "the cages have 2 rows of 2"),
        ("sudoku", {"box_rows": 1, "box_columns": 2, "cages": "AB/AB", "sums": "C3"}, "A B"),
        ("sudoku", {"box_rows": 1, "box_columns": 2, "cages": "AB/AB", "sums": "A"}, "A10"),
        ("young_tableau", {"shape": [1, 2]}, "no row is longer"),
    ],
)
def test_a_puzzle_that_makes_no_sense_is_refused(name, params, part):
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert part in str(error.value)


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("alternating_sign_matrix", "form"),
        ("binairo", "form"),
        ("heterosquare", "form"),
        ("kakuro", "form"),
        ("latin_square", "diagonals"),
        ("lights_out", "form"),
        ("magic_square", "kind"),
        ("nonogram", "form"),
        ("orthogonal_latin_squares", "form"),
        ("skyscrapers", "form"),
        ("still_life", "form"),
        ("sudoku", "variant"),
        ("young_tableau", "form"),
    ],
)
def test_an_unknown_choice_is_refused_by_name_and_when_called(name, choice):
    module = import_module(f"everyway.models.{name}")
    with pytest.raises(ModelError, match="'x'"):
        load(name, **{choice: "x"})
    with pytest.raises(ModelError, match="'x'"):
        getattr(module, name)(**{choice: "x"})
