"""Fillings: rules along families, givens, and boards as data."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from everyway.models import (
    QUEEN,
    Board,
    Model,
    ModelError,
    fingerprint,
    from_data,
    is_solution,
    same,
    to_data,
    violations,
)

from ....support.boards import boards


def test_a_filling_has_one_variable_over_the_values_on_each_open_square():
    cell = Board(2, holes="r1c2").fill(range(1, 5))
    assert [v.name for v in cell] == ["cell[r1c1]", "cell[r2c1]", "cell[r2c2]"]
    assert cell["r2c2"].domain == range(1, 5)
    assert cell.name == "cell"
    assert Board(2).fill(["a", "b"], name="colour").name == "colour"


@pytest.mark.parametrize(
    ("require", "label", "words", "holds"),
    [
        (
            lambda rows: rows.all_different(),
            "rows all different",
            "each row: all different",
            lambda row: len(set(row)) == 3,
        ),
        (
            lambda rows: rows.total() == 5,
            "rows total == 5",
            "each row: adds up to 5",
            lambda row: sum(row) == 5,
        ),
        (
            lambda rows: rows.total() <= 5,
            "rows total <= 5",
            "each row: adds up to at most 5",
            lambda row: sum(row) <= 5,
        ),
        (
            lambda rows: rows.increasing(),
            "rows increasing",
            "each row: increasing",
            lambda row: row[0] <= row[1] <= row[2],
        ),
        (
            lambda rows: rows.increasing(strict=True),
            "rows strictly increasing",
            "each row: strictly increasing",
            lambda row: row[0] < row[1] < row[2],
        ),
    ],
)
def test_a_requirement_along_a_family_is_one_rule(require, label, words, holds):
    board = Board(2, 3)
    cell = board.fill(range(1, 4))
    rule = require(cell.along(board.rows))
    assert (rule.label, rule.words, rule.subject) == (label, words, "cell")
    assert rule.names == ("row 1", "row 2")
    model = Model("rows", cell, rule)
    for rows in product(product(range(1, 4), repeat=3), repeat=2):
        solves = is_solution(model, model.assignment({"cell": [list(row) for row in rows]}))
        assert solves == all(map(holds, rows))


def test_labels_have_no_total():
    board = Board(2)
    with pytest.raises(ModelError, match="is a label, so total means"):
        _ = board.fill(["a", "b"]).along(board.rows).total() == 1


@pytest.mark.parametrize(
    "written",
    ["1..4", "10 04", "1 0\n0 4\n", [[1, None], [None, 4]], [[1, 0], [0, 4]], ((1, None), (0, 4))],
)
def test_givens_are_text_or_rows(written):
    cell = Board(2).fill(range(1, 5))
    rule = cell.given(written)
    assert (rule.label, rule.names, rule.words) == (
        "givens",
        ("r1c1", "r2c2"),
        "2 values are given",
    )
    model = Model("givens", cell, rule)
    assert is_solution(model, model.assignment({"cell": [[1, 3], [2, 4]]}))
    assert [str(v) for v in violations(model, model.assignment({"cell": [[2, 3], [2, 4]]}))] == [
        "givens: r1c1: cell[r1c1] = 2"
    ]


def test_givens_know_letters_holes_zero_and_labels():
    def values(filling, written):
        rule = filling.given(written)
        return {name: c.right.constant for c, name in rule.places()}

    assert values(Board(1, 4).fill(range(1, 17)), "9aG.") == {"r1c1": 9, "r1c2": 10, "r1c3": 16}
    assert values(Board(1, 3).fill(range(3)), "0.2") == {"r1c1": 0, "r1c3": 2}
    assert values(Board(1, 3).fill(range(3)), [[0, None, 2]]) == {"r1c1": 0, "r1c3": 2}
    assert values(Board(1, 3, holes="r1c2").fill(range(1, 3)), "1.2") == {"r1c1": 1, "r1c3": 2}
    assert values(Board(1, 3, walls="r1c2").fill(range(1, 3)), "1#2") == {"r1c1": 1, "r1c3": 2}
    assert values(Board(1, 2).fill(["a", "b"]), "b.") == {"r1c1": "b"}
    assert values(Board(0).fill(range(1, 3)), "") == {}


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("123", r"the givens have 3 characters and the board has 4 squares \(2 rows × 2 columns\)"),
        ("1.5.", "the given 5 on r2c1 is not a value of cell: 1 to 4"),
        ("1.x.", "the given 33 on r2c1 is not a value of cell: 1 to 4"),
        ("1.%.", "the given '%' on r2c1 is not a value of cell"),
        ([[1, 2]], "the givens have 1 row and the board has 2"),
        ([[1, 2], [1]], "row 2 of the givens has 1 value and the board has 2 columns"),
        ([[1, 2], [1, 9]], "the given 9 on r2c2"),
        ([[1, 2], [1, True]], "the given True on r2c2"),
        ([[1, 2], [1, 2.0]], r"the given 2\.0 on r2c2"),
    ],
)
def test_givens_that_do_not_fit_say_where(written, message):
    with pytest.raises(ModelError, match=message):
        Board(2).fill(range(1, 5)).given(written)


def test_a_given_on_a_hole_is_refused():
    with pytest.raises(ModelError, match="r1c1 is a hole, where cell has no variable"):
        Board(2, holes="r1c1").fill(range(1, 5)).given("1...")


def test_a_filling_is_read_and_written_as_rows():
    model = Model("cells", Board(2, holes="r1c2").fill(range(1, 5)))
    values = {"cell[r1c1]": 1, "cell[r2c1]": 3, "cell[r2c2]": 4}
    assert model.solution(values)["cell"] == ((1, None), (3, 4))
    assert model.solution(values).to_json() == {"cell": [[1, None], [3, 4]]}
    assert model.assignment({"cell": [[1, None], [3, 4]]}) == values
    assert model.assignment({"cell": [[1, None], [None, 4]]}) == {"cell[r1c1]": 1, "cell[r2c2]": 4}
    for wrong, message in (
        ([[1, 2]], "a list of 2 rows of 2 values"),
        ([[1], [2, 3]], "row 1 of"),
        ("12", "must be a list"),
    ):
        with pytest.raises(ModelError, match=message):
            model.assignment({"cell": wrong})


@given(boards())
def test_a_model_on_a_board_survives_the_journey_as_data(board):
    queen, cell = board.place("queen"), board.fill(range(3))
    model = Model(
        "both",
        queen,
        cell,
        queen.per(board.rows) <= 1,
        queen.no_attacks(QUEEN),
        cell.along(board.columns).all_different(),
    )
    back = from_data(to_data(model))
    assert same(model, back)
    assert fingerprint(model) == fingerprint(back)
    assert [type(group) for group in back.groups] == [type(group) for group in model.groups]
    assert back["queen"].board == board == back["cell"].board
    assert [r.label for r in back.rules] == [r.label for r in model.rules]
    assert to_data(back) == to_data(model)


def test_regions_survive_the_journey_as_data():
    board = Board.from_map("AB./A#B", wrap=True)
    back = from_data(to_data(Model("map", board.place("crown"))))["crown"].board
    assert back == board
    assert back.regions == board.regions
