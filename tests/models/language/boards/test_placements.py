"""Placements: rules that count pieces, pieces that are set, squares as JSON."""

from __future__ import annotations

from itertools import product

import pytest

from everyway.models import (
    KING,
    KNIGHT,
    Board,
    Model,
    ModelError,
    Square,
    implies,
    integer,
    is_solution,
    leaper,
    total,
    variable,
    violations,
)
from everyway.models.language.constraints import Comparison
from everyway.models.language.expressions import Expression

from ....support.count_on_boards import count


def test_a_placement_has_one_variable_on_each_open_square():
    queen = Board(2, holes="r1c2", walls="r2c1").place("queen")
    assert [v.name for v in queen.variables] == ["queen[r1c1]", "queen[r2c2]"]
    assert all(v.domain == range(2) for v in queen.variables)
    assert queen["r2c2"] is queen[2, 2] is queen.variables[1] is queen.by_square[Square(2, 2)]
    with pytest.raises(ModelError, match="r1c2 is a hole, where queen has no variable"):
        queen["r1c2"]
    with pytest.raises(ModelError, match="r2c1 is a wall"):
        queen["r2c1"]
    with pytest.raises(ModelError, match="r3c1 is not on a board of 2 rows and 2 columns"):
        queen["r3c1"]


@pytest.mark.parametrize(
    ("compare", "label", "words"),
    [
        (lambda tally: tally == 1, "rows == 1", "each row: exactly 1 queen"),
        (lambda tally: tally <= 1, "rows <= 1", "each row: at most 1 queen"),
        (lambda tally: tally >= 2, "rows >= 2", "each row: at least 2 queens"),
        (lambda tally: tally < 2, "rows < 2", "each row: fewer than 2 queens"),
        (lambda tally: tally > 0, "rows > 0", "each row: more than 0 queens"),
        (lambda tally: tally != 1, "rows != 1", "each row: any number but 1 queen"),
        (lambda tally: 1 >= tally, "rows <= 1", "each row: at most 1 queen"),
    ],
)
def test_a_tally_compared_with_a_number_is_one_rule(compare, label, words):
    board = Board(2)
    queen = board.place("queen")
    rule = compare(queen.per(board.rows))
    assert (rule.label, rule.words, rule.subject) == (label, words, "queen")
    assert rule.names == ("row 1", "row 2")
    assert len(rule.constraints) == 2
    rule = compare(board.place("shaded").per(board.rows))
    assert rule.words == words.replace("queens", "shaded").replace("queen", "shaded")
    model = Model("two rows", queen, compare(queen.per(board.rows)))
    ways = {0: 1, 1: 2, 2: 1}  # to put that many queens on the two squares of a row
    assert count(model) == sum(ways[number] for number in ways if compare(number)) ** 2


def test_rules_are_labelled_in_one_grammar():
    board = Board.from_map("AAB/ABB/ABB")
    queen = board.place("queen")
    labels = [
        (queen.per(family) <= 1).label
        for family in (
            board.diagonals,
            board.windows(2, 2),
            board.pairs(KNIGHT),
            board.regions,
            board.pairs(leaper(3, 1)),
            board.rows[:2],
            board.rows[0],
            board.touching,
        )
    ]
    assert labels == [
        "diagonals <= 1",
        "windows(2,2) <= 1",
        "pairs(knight) <= 1",
        "regions <= 1",
        "pairs(leaper(1,3)) <= 1",
        "rows[:2] <= 1",
        "row 1 <= 1",
        "touching <= 1",
    ]


def test_a_rule_is_found_by_its_label_and_taken_away():
    board = Board(4)
    queen = board.place("queen")
    model = Model("rooks", queen, queen.per(board.rows) == 1, queen.per(board.diagonals) <= 1)
    assert [rule.label for rule in model.without("diagonals <= 1").rules] == ["rows == 1"]
    assert [rule.label for rule in model.without("queen: rows == 1").rules] == ["diagonals <= 1"]


@pytest.mark.parametrize("wrap", [False, True])
def test_get_has_a_default_off_the_board_and_where_nothing_can_stand(wrap):
    board = Board.from_map("A.#/AAB", wrap=wrap)
    for group in (board.place("queen"), board.fill(range(3))):
        for row, column in product(range(-2, 5), repeat=2):
            there = group.by_square.get((row, column), 0)
            assert group.get((row, column), 0) is group.get(Square(row, column), 0) is there
            assert group.get((row, column)) is (None if type(there) is int else there)
        assert group.get("r1c1", 0) is group[1, 1]
        assert group.get("r1c2", 0) == group.get("r0c1", 0) == 0


@pytest.mark.parametrize("square", ["e4", None, 1, (1, 2, 3), (True, 1), (integer("i", 1, 2), 1)])
def test_what_is_no_square_is_not_taken_for_one_outside(square):
    with pytest.raises(ModelError, match="is not a square"):
        Board(2).place("queen").get(square, 0)


def test_a_square_that_the_solver_chooses_is_none():
    with pytest.raises(ModelError, match="before it is solved"):
        Board(2).fill(range(2)).get(Square(integer("i", 1, 2), 1), 0)


def test_a_tally_that_is_not_compared_or_compared_wrongly_is_refused():
    board = Board(2)
    queen = board.place("queen")
    with pytest.raises(ModelError, match="the rows of queen, waiting for a relation"):
        Model("open", queen, queen.per(board.rows))
    with pytest.raises(ModelError, match=r"float 1\.0; write 1"):
        _ = queen.per(board.rows) == 1.0
    with pytest.raises(ModelError, match="neither true nor false"):
        _ = 0 <= queen.per(board.rows) <= 1
    with pytest.raises(ModelError, match="has no truth value; compare it"):
        bool(queen.per(board.rows))
    with pytest.raises(ModelError, match="'rows' is not a family of squares"):
        queen.per("rows")


def test_a_family_of_another_board_is_refused_by_its_square():
    with pytest.raises(ModelError, match="r1c3 is not on a board of 2 rows"):
        Board(2).place("queen").per(Board(3).rows)


def test_the_total_is_a_rule_when_compared_and_an_expression_in_arithmetic():
    board = Board(2)
    queen, rook = board.place("queen"), board.place("rook")
    rule = queen.total == 3
    assert (rule.label, rule.words, rule.names) == (
        "total == 3",
        "exactly 3 queens",
        ("the board",),
    )
    assert count(Model("three", queen, rule)) == 4
    x = variable("x", range(9))
    sums = [
        queen.total + rook.total,
        x - rook.total,
        2 * queen.total,
        1 + queen.total,
        total([queen.total, 1]),
        -queen.total,
        queen.total % 2,
        queen.total // 2,
        7 - rook.total,
    ]
    assert all(isinstance(term, Expression) for term in sums)
    more = queen.total > rook.total
    assert isinstance(more.constraints[0], Comparison)
    model = Model("more queens", queen, rook, x, more, x == queen.total + 2 * rook.total)
    values = model.assignment({"queen": ["r1c1", "r1c2"], "rook": ["r1c1"], "x": 4})
    assert is_solution(model, values)
    assert not is_solution(model, {**values, "x": 3})
    assert not is_solution(model, {**values, "rook[r1c2]": 1, "x": 6})


def test_pieces_are_set_and_kept_away():
    board = Board(2)
    queen = board.place("queen")
    for rule in (queen.at("r1c2"), queen.at(1, 2), queen.at((1, 2)), queen.at(["r1c2"])):
        assert (rule.label, rule.words, rule.names) == ("at r1c2", "a queen on r1c2", ("r1c2",))
        assert count(Model("set", queen, rule)) == 8
    assert count(Model("set", queen, queen.at("r1c1 r2c2"))) == 4
    assert count(Model("set", queen, queen.at("r1c1", "r2c2"))) == 4
    away = queen.empty_at("r1c1", (2, 2))
    assert (away.label, away.words) == ("empty at r1c1 r2c2", "no queen on r1c1 r2c2")
    shaded = board.place("shaded")
    assert shaded.at("r1c1").words == "shaded: r1c1"
    assert shaded.empty_at("r1c1 r2c2").words == "not shaded: r1c1 r2c2"
    model = Model("away", queen, away)
    assert count(model) == 4
    assert [str(v) for v in violations(model, model.assignment({"queen": ["r2c2"]}))] == [
        "empty at r1c1 r2c2: r2c2 has queen"
    ]
    apart = Model("apart", queen, queen.per(queen.board.pairs(KING)) <= 1)
    (said,) = violations(apart, apart.assignment({"queen": ["r1c1", "r2c2"]}))
    assert said.detail == "r1c1 and r2c2 have queen"


def test_a_set_piece_may_be_a_condition():
    queen = Board(2).place("queen")
    model = Model("if", queen, implies(queen.at("r1c1"), queen.at("r2c2")))
    solved = [
        values
        for values in product((0, 1), repeat=4)
        if is_solution(model, dict(zip(model.by_name, values, strict=True)))
    ]
    assert solved == [v for v in product((0, 1), repeat=4) if not v[0] or v[3]]


def test_a_placement_is_read_and_written_as_squares():
    model = Model("rooks", Board(2, holes="r1c2").place("rook"))
    values = {"rook[r1c1]": 1, "rook[r2c1]": 0, "rook[r2c2]": 1}
    solution = model.solution(values)
    assert solution["rook"] == (Square(1, 1), Square(2, 2))
    assert [str(square) for square in solution["rook"]] == ["r1c1", "r2c2"]
    assert solution.to_json() == {"rook": ["r1c1", "r2c2"]}
    assert model.assignment(solution.to_json()) == values


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (["r9c1"], "r9c1 is not on a board of 2 rows"),
        (["r1c2"], "r1c2 is a hole"),
        (["r1c1", "r1c1"], "rook names r1c1 twice"),
        (["a1"], "'a1' is not a square"),
        ("r1c1", "rook must be a list of squares such as 'r1c5', not 'r1c1'"),
    ],
)
def test_squares_that_do_not_fit_are_refused(data, message):
    model = Model("rooks", Board(2, holes="r1c2").place("rook"))
    with pytest.raises(ModelError, match=message):
        model.assignment({"rook": data})
