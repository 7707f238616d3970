"""The forms that rules take when a placement is seen as one variable a row or column."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import pytest

from everyway.models import (
    Model,
    Variable,
    any_of,
    boolean,
    exactly,
    from_data,
    rule,
    to_data,
    total,
    variable,
)
from everyway.models.language.boards.board import Board
from everyway.models.language.boards.pieces import KING, KNIGHT
from everyway.models.language.constraints import Constraint
from everyway.models.language.global_constraints.all_different import AllDifferent
from everyway.models.language.nodes import topological
from everyway.models.language.viewpoints.partition import Weighted, exactly_one_groups, weighted
from everyway.models.language.viewpoints.viewpoint import in_viewpoint, viewpoints

from ....support.clocks import growth
from ....support.same_solutions import assert_same_solutions, assert_same_truth, restored_rows
from .test_viewpoint import queens


def crowns(regions: str) -> Model:
    board = Board.from_map(regions)
    crown = board.place("crown")
    return Model(
        "crowns",
        crown,
        crown.per(board.rows) == 1,
        crown.per(board.columns) == 1,
        crown.per(board.regions) == 1,
        crown.per(board.pairs(KING)) <= 1,
    )


def latin_square(n: int, *, bare: bool = False) -> Model:
    cells = [[[boolean(f"{r}{c}={v}") for v in range(n)] for c in range(n)] for r in range(n)]
    places = list(product(range(n), repeat=2))
    rules = {
        "cells": [total(cells[r][c]) == 1 for r, c in places],
        "rows": [total(cells[r][c][v] for c in range(n)) == 1 for r, v in places],
        "columns": [total(cells[r][c][v] for r in range(n)) == 1 for c, v in places],
    }
    items = list(rules.values()) if bare else [rule(name, c) for name, c in rules.items()]
    return Model("latin", cells, items)


def kinds(model: Model) -> Counter[str]:
    return Counter(type(constraint).__name__ for constraint in model.constraints)


@pytest.mark.parametrize("name", ["rows", "columns"])
@pytest.mark.parametrize(
    "model",
    [
        queens(8),
        queens(7, wrap=True),
        queens(6, wrap=True),
        queens(8, holes="r1c2 r4c4 r8c8 r8c7"),
        queens(30),
    ],
    ids=["8", "torus 7", "torus 6", "holes", "30"],
)
def test_queens_become_three_all_different(model: Model, name: str) -> None:
    view = in_viewpoint(model, name)
    assert kinds(view.model) == {"AllDifferent": 3}
    sizes = {len(c.terms) for c in view.model.constraints if isinstance(c, AllDifferent)}
    assert sizes == {len(view.model.variables)}


@pytest.mark.parametrize(("wrap", "n", "expected"), [(False, 4, 2), (False, 5, 10), (True, 5, 10)])
def test_queens_keep_their_known_counts(wrap: bool, n: int, expected: int) -> None:
    model = queens(n, wrap=wrap)
    for name in ("rows", "columns"):
        assert assert_same_truth(model, in_viewpoint(model, name)) == expected


def test_variables_are_named_by_their_line_and_hold_its_squares() -> None:
    model = queens(4, holes="r1c1 r2c3")
    rows, columns = in_viewpoint(model, "rows"), in_viewpoint(model, "columns")
    assert {v.name: tuple(v.domain) for v in rows.model.variables} == {
        "queen[row 1]": (2, 3, 4),
        "queen[row 2]": (1, 2, 4),
        "queen[row 3]": (1, 2, 3, 4),
        "queen[row 4]": (1, 2, 3, 4),
    }
    assert [v.name for v in columns.model.variables][:2] == ["queen[column 1]", "queen[column 2]"]
    assert tuple(columns.model["queen[column 3]"].domain) == (1, 3, 4)


def test_a_rewritten_rule_keeps_its_label_words_and_subject() -> None:
    model = queens(5)
    for before, after in zip(model.rules, in_viewpoint(model).model.rules, strict=True):
        assert (before.label, before.words) == (after.label, after.words)
        assert before.subject == after.subject


def test_a_fixed_square_becomes_a_comparison_of_its_row() -> None:
    model = queens(5)
    queen = model["queen"]
    fixed = [queen.at("r1c3"), queen.empty_at("r2c2"), ~(queen[3, 1] == 1), ~(queen[3, 2] == 0)]
    view = in_viewpoint(model + fixed)
    assert [str(c) for c in view.model.constraints[-4:]] == [
        "queen[row 1] == 3",
        "queen[row 2] != 2",
        "queen[row 3] != 1",
        "queen[row 3] == 2",
    ]


def test_what_the_choices_settle_falls_away() -> None:
    model = queens(4)
    queen = model["queen"]
    more = model + (queen.total == 4) + (queen[1, 1] + queen[1, 3] <= 1)
    assert kinds(in_viewpoint(more).model) == {"AllDifferent": 3}


def test_what_the_choices_contradict_stays_and_never_holds() -> None:
    model = queens(4)
    queen = model["queen"]
    for more in (queen.total == 3, queen[1, 1] + queen[1, 3] == 2, total(list(queen)) <= 3):
        view = in_viewpoint(model + more)
        assert not restored_rows(model, view)
        assert len(view.model.constraints) == 4


def test_leaps_become_differences_between_rows() -> None:
    model = queens(8)
    leaps = model["queen"].per(model["queen"].board.pairs(KNIGHT)) <= 1
    view = in_viewpoint(model + leaps)
    assert kinds(view.model) == {"AllDifferent": 3, "Comparison": 2 * (7 + 6)}


def test_regions_become_one_all_different() -> None:
    model = crowns("AAAB\nACBB\nCCCD\nCDDD")
    view = in_viewpoint(model)
    regions = view.model.rules[2].constraints
    assert len(regions) == 1
    assert isinstance(regions[0], AllDifferent)
    assert_same_truth(model, view)
    assert (
        assert_same_truth(model, in_viewpoint(model, "columns"))
        == restored_rows(model, view).total()
    )


@pytest.mark.parametrize("bare", [False, True])
def test_a_latin_square_of_booleans_becomes_one_of_numbers(bare: bool) -> None:
    model = latin_square(3, bare=bare)
    view = in_viewpoint(model)
    assert view.name == "partition"
    assert kinds(view.model) == {"AllDifferent": 6}
    small = latin_square(2, bare=bare)
    assert assert_same_truth(small, in_viewpoint(small)) == 2


def test_a_family_that_leaves_squares_out_becomes_one_all_different_too() -> None:
    board = Board(4, walls="r2c2 r3c4")
    rook = board.place("rook")
    files = board.sight(["columns"])
    model = Model("walls", rook, rook.per(board.rows) == 1, rook.per(files) <= 1)
    view = in_viewpoint(model + (rook.per(board.boxes(2, 2).where(lambda b: b[0].row > 1)) <= 1))
    assert kinds(view.model) == {"AllDifferent": 1, "Comparison": 1}
    assert_same_truth(model, in_viewpoint(model))


def test_an_exact_part_of_a_line_is_kept_beside_the_line() -> None:
    board = Board(3)
    rook = board.place("rook")
    columns = [total(rook[r, c] for r in (1, 2, 3)) <= 1 for c in (1, 2, 3)]
    part = rook[1, 1] + rook[3, 1] == 1
    model = Model("part", rook, rook.per(board.rows) == 1, rule("columns", columns, part))
    view = in_viewpoint(model)
    assert kinds(view.model) == {"AllDifferent": 1, "Comparison": 1}
    assert assert_same_truth(model, view) == 4


def test_two_placements_are_rewritten_together() -> None:
    board = Board(3)
    white, black = board.place("white"), board.place("black")
    apart = rule("apart", [white[s] + black[s] <= 1 for s in board.open])
    items = [white.per(board.rows) == 1, black.per(board.rows) == 1, white.per(board.columns) == 1]
    model = Model("two", white, black, *items, apart)
    view = in_viewpoint(model, "rows")
    assert len(view.model.variables) == 6
    assert [str(c) for c in view.model.rules[-1].constraints] == [
        f"white[row {n}] != black[row {n}]" for n in (1, 2, 3)
    ]
    assert assert_same_truth(model, view) == 6 * 8
    columns = in_viewpoint(model, "columns")
    assert [v.name for v in columns.model.variables][:4] == [
        "white[column 1]",
        "white[column 2]",
        "white[column 3]",
        "black[r1c1]",
    ]


def test_detection_is_by_structure_not_by_labels_or_groups() -> None:
    names = [[f"q[r{r}c{c}]" for c in range(1, 5)] for r in range(1, 5)]
    squares = [[boolean(name) for name in row] for row in names]
    columns = list(zip(*squares, strict=True))
    model = Model(
        "plain",
        squares,
        [exactly(row, 1, 1) for row in squares],
        [1 == sum(column) for column in columns],
    )
    view = in_viewpoint(model)
    assert (view.name, kinds(view.model)) == ("rows", {"AllDifferent": 1})
    assert assert_same_truth(model, view) == 24
    labelled = Model("plain", squares, rule("rows == 1", [total(row) == 2 for row in squares]))
    assert "rows" not in viewpoints(labelled)


def test_a_name_that_is_taken_is_not_taken_again() -> None:
    board = Board(2)
    queen = board.place("queen")
    other = variable("queen[row 1]", range(2))
    model = Model("taken", queen, other, queen.per(board.rows) == 1, other == queen[1, 1])
    view = in_viewpoint(model, "rows")
    assert [v.name for v in view.model.variables] == [
        "queen[row 1]'",
        "queen[row 2]",
        "queen[row 1]",
    ]
    assert_same_solutions(model, view)


def test_a_rewritten_model_declares_all_that_it_mentions_and_travels() -> None:
    view = in_viewpoint(queens(6, holes="r1c1"))
    copy = from_data(to_data(view.model))
    assert [str(c) for c in copy.constraints] == [str(c) for c in view.model.constraints]
    declared = {v.name for v in view.model.variables}
    used = {n.name for n in topological(view.model.constraints) if isinstance(n, Variable)}
    assert used == declared


def superqueens(n: int) -> Model:
    model = queens(n)
    return model + (model["queen"].per(model["queen"].board.pairs(KNIGHT)) <= 1)


def test_thirty_queens_are_rewritten_to_few_constraints_in_time_like_their_squares() -> None:
    assert len(in_viewpoint(superqueens(30)).model.constraints) == 3 + 2 * (29 + 28)
    models = {n: superqueens(n) for n in (15, 30)}
    assert growth(lambda n: in_viewpoint(models[n]), 15, 30) < 12


def test_pairs_that_are_not_all_of_a_kind_are_stated_one_by_one() -> None:
    model = queens(4)
    queen = model["queen"]
    pair, clash = queen[1, 1] + queen[4, 3] <= 1, any_of([queen[2, 4] == 0, queen[1, 2] == 0])
    view = in_viewpoint(model + pair + clash)
    assert str(view.model.constraints[-2]) == "(queen[row 1] != 1) | (queen[row 4] != 3)"
    assert str(view.model.constraints[-1]) == "(queen[row 2] != 4) | (queen[row 1] != 2)"
    assert_same_truth(model + pair + clash, view)


def test_exactly_one_is_looked_for_among_equations_alone() -> None:
    x = [boolean(f"x{i}") for i in range(4)]
    near, one = [a + b <= 1 for a, b in pairwise(x)], total(x[:3]) == 1
    read = list[object]()

    def noted(constraint: Constraint) -> Weighted | None:
        read.append(constraint)
        return weighted(constraint)

    model = Model("near", *x, *near, one, exactly(x[2:], 1, 1))
    found = [len(group) for rule in exactly_one_groups(model, noted) for group in rule]
    assert found == [3, 2]
    assert len(read) == 2
