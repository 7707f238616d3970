"""Viewpoints: which a model has, the forms they take, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.models import (
    Model,
    ModelError,
    all_different,
    rule,
    total,
    variables,
)
from everyway.models.language.boards.board import Board
from everyway.models.language.check import Judge
from everyway.models.language.viewpoints.viewpoint import in_viewpoint, viewpoints

from ....support.same_solutions import assert_same_solutions, restored_rows


def queens(n: int, **board: Any) -> Model:
    squares = Board(n, **board)
    queen = squares.place("queen")
    return Model(
        f"{n} queens",
        queen,
        queen.per(squares.rows) == 1,
        queen.per(squares.columns) == 1,
        queen.per(squares.diagonals) <= 1,
    )


# ------------------------------------------------------------------------- which view is taken


def test_auto_takes_what_the_solver_prefers() -> None:
    model = queens(4)
    assert in_viewpoint(model).name == "rows"
    squares = in_viewpoint(model, "auto", prefers="squares")
    assert squares.name == "squares"
    assert squares.model is model
    board = Board(3, 2)
    rook = board.place("rook")
    columns = Model("columns alone", rook, rook.per(board.columns) == 1)
    assert viewpoints(columns) == ("squares", "columns", "partition")
    assert in_viewpoint(columns).name == "columns"


def test_an_exact_cover_is_left_as_it_is_for_who_prefers_covers() -> None:
    x = variables("x", 6, range(2))
    ones = [total(x[:3]) == 1, total(x[3:]) == 1]
    cover = Model("cover", x, *ones, total(x[2:4]) == 1, total(x[1:5]) <= 1)
    assert in_viewpoint(cover).name == "partition"
    assert in_viewpoint(cover, prefers="covers").model is cover
    assert in_viewpoint(cover, "partition", prefers="covers").name == "partition"
    weighted = cover + (2 * x[0] + x[3] <= 2)
    for other in (weighted, Model("apart", x, ones), queens(4)):
        taken = in_viewpoint(other).name
        assert in_viewpoint(other, prefers="covers").name == taken != "declared"


def test_auto_leaves_a_partition_that_does_not_pay() -> None:
    x = variables("x", 9, range(2))
    model = Model("few", x, total(x[:3]) == 1, total(x) <= 4)
    assert in_viewpoint(model).name == "declared"
    assert in_viewpoint(model, "partition").name == "partition"
    assert in_viewpoint(model, "squares").model is model
    assert_same_solutions(model, in_viewpoint(model, "partition"))


def test_a_partition_covers_all_where_it_can() -> None:
    x = variables("x", 6, range(2))
    overlapping = [total(x[1:3]) == 1, total([x[0], x[3], x[4]]) == 1]
    model = Model("cover", x, overlapping, rule("all", total(x[:3]) == 1, total(x[3:]) == 1))
    view = in_viewpoint(model)
    assert len(view.model.variables) == 2
    assert_same_solutions(model, view)


def test_the_largest_disjoint_groups_are_taken() -> None:
    x = variables("x", 6, range(2))
    groups = [total(x[a:b]) == 1 for a, b in ((0, 2), (1, 5), (5, 6), (4, 6))]
    model = Model("greedy", x, groups)
    view = in_viewpoint(model)
    assert {v.name: len(v.domain) for v in view.model.variables} == {
        "x[0]": 2,
        "choice[0]": 4,
        "x[5]": 2,
    }
    assert_same_solutions(model, view)


def test_a_model_of_integers_has_no_viewpoint_but_its_own() -> None:
    q = variables("q", 3, range(3))
    model = Model("numbers", q, all_different(q))
    assert viewpoints(model) == ()
    assert in_viewpoint(model).model is model
    assert in_viewpoint(model).name == "declared"
    for name in ("squares", "rows", "columns", "partition"):
        with pytest.raises(ModelError, match=f"numbers has no {name} viewpoint.*try auto"):
            in_viewpoint(model, name)


def test_a_viewpoint_that_is_missing_or_unknown_is_refused_with_what_to_do() -> None:
    board = Board(4)
    knight = board.place("knight")
    model = Model("knights", knight, knight.total == 3)
    assert viewpoints(model) == ("squares",)
    with pytest.raises(ModelError, match="no rows viewpoint: no rule says rows == 1; try squares"):
        in_viewpoint(model, "rows")
    with pytest.raises(ModelError, match="unknown viewpoint 'row'; did you mean 'rows'"):
        in_viewpoint(model, "row")
    with pytest.raises(ModelError, match="prefers 'rows', 'squares' or 'covers', not 'columns'"):
        in_viewpoint(model, prefers="columns")


@pytest.mark.parametrize("name", ["auto", "squares", "rows", "columns", "partition"])
def test_a_board_without_squares_is_its_own_view(name: str) -> None:
    model = queens(0)
    view = in_viewpoint(model, name)
    assert view.model is model
    assert view.restore({}) == {}


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_a_row_without_squares_still_allows_nothing() -> None:
    model = queens(3, holes="r2c1 r2c2 r2c3")
    view = in_viewpoint(model, "rows")
    assert len(view.model.variables) == 2
    assert not restored_rows(model, view)


# ------------------------------------------------------------------------------ the way back


def test_wrong_values_stay_wrong_on_the_way_back() -> None:
    model = queens(4)
    view = in_viewpoint(model)
    right = {f"queen[row {n}]": c for n, c in zip(range(1, 5), (2, 4, 1, 3), strict=True)}
    judge = Judge(model)
    assert not judge.violations(view.restore(right))
    lacking = {name: value for name, value in right.items() if name != "queen[row 2]"}
    assert "has no value" in str(judge.violations(view.restore(lacking))[0])
    for value in (5, 0, True, 3.0, None):
        assert judge.violations(view.restore({**right, "queen[row 4]": value}))
    assert judge.violations(view.restore({**right, "x": 1}))
