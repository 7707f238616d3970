"""Rules as text: what is written is what the language declares, and else it is said why not."""

from __future__ import annotations

import pytest

from everyway.models import (
    BISHOP,
    KING,
    KNIGHT,
    QUEEN,
    ROOK,
    Board,
    Model,
    ModelError,
    leaper,
    same,
)
from everyway.models.language.boards.board import read_board
from everyway.models.language.files.rule_text import FAMILIES, read_givens, read_rule
from everyway.views.puzzles import contradicted

MAP = "AAB/A.B/#BB"


def placed(board: Board | None = None) -> Model:
    return Model("pieces", (board or Board(6)).place("queen"))


def filled() -> Model:
    return Model("numbers", Board(4).fill(range(1, 5)))


def stated(model: Model, text: str, rule: object) -> None:
    """That `text` is `rule`, and that its label reads as the same again."""
    read = read_rule(text, model)
    assert same(model + read, model + rule)
    assert same(model + read_rule(read.label, model), model + rule)


@pytest.mark.parametrize("relation", ["==", "!=", "<=", ">=", "<", ">"])
def test_every_relation_over_a_family(relation):
    model = placed()
    queen = model["queen"]
    stated(model, f"rows {relation} 1", queen.per(queen.board.rows).rule(relation, 1))
    stated(model, f"  rows{relation}+2 ", queen.per(queen.board.rows).rule(relation, 2))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_without_arguments(family):
    board = Board(3) if family != "regions" else Board.from_map(MAP)
    model = placed(board)
    stated(model, f"{family} <= 1", model["queen"].per(getattr(board, family)) <= 1)


def test_families_with_arguments_and_sums_of_families():
    model = placed()
    queen, board = model["queen"], model["queen"].board
    stated(model, "windows(2,3) <= 1", queen.per(board.windows(2, 3)) <= 1)
    stated(model, "boxes( 2 , 3 ) == 1", queen.per(board.boxes(2, 3)) == 1)
    stated(model, "rows + columns == 1", queen.per(board.rows + board.columns) == 1)
    stated(model, "rows+boxes(2,3)<=2", queen.per(board.rows + board.boxes(2, 3)) <= 2)
    stated(model, "total == 5", queen.total == 5)


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("knight", KNIGHT),
        ("KING", KING),
        ("leaper(1,3)", leaper(1, 3)),
        ("knight | king", KNIGHT | KING),
        ("leaper(1,3)|knight", leaper(1, 3) | KNIGHT),
    ],
)
def test_pairs_of_a_move(text, piece):
    model = placed()
    queen = model["queen"]
    stated(model, f"pairs({text}) <= 1", queen.per(queen.board.pairs(piece)) <= 1)


@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KNIGHT, KING, QUEEN | KNIGHT])
def test_no_attacks(piece):
    model = placed()
    stated(model, f"no_attacks({piece.name})", model["queen"].no_attacks(piece))


def test_squares_that_are_taken_or_empty():
    model = placed()
    stated(model, "at r1c1", model["queen"].at("r1c1"))
    stated(model, "at r1c1, r2c3", model["queen"].at("r1c1 r2c3"))
    stated(model, "empty at r1c1 r2c3", model["queen"].empty_at("r1c1 r2c3"))


def test_rules_over_values():
    model = filled()
    cell = model["cell"]
    rows, columns = cell.along(cell.board.rows), cell.along(cell.board.columns)
    both = cell.along(cell.board.rows + cell.board.columns)
    stated(model, "rows all different", rows.all_different())
    stated(model, "rows + columns all different", both.all_different())
    stated(model, "rows total == 10", rows.total() == 10)
    stated(model, "columns increasing", columns.increasing())
    stated(model, "columns strictly increasing", columns.increasing(strict=True))
    assert read_rule("r1c1 >= 3", model).label == "r1c1 >= 3"
    assert len((model + read_rule("r1c1 == 3", model)).rules) == 1


def test_where_there_are_two_groups_a_rule_names_its_own():
    board = Board(3)
    model = Model("armies", board.place("white"), board.place("black"))
    rule = read_rule("black: rows <= 1", model)
    assert rule.subject == "black"
    assert rule.constraints[0].parts[0].parts[0] is model["black"]["r1c1"]
    with pytest.raises(ModelError, match="may be about white or black; write 'white: rows <= 1'"):
        read_rule("rows <= 1", model)
    with pytest.raises(ModelError, match="did you mean 'black'"):
        read_rule("blck: rows <= 1", model)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rows = 1", "cannot read rule 'rows = 1'; expected e.g. 'rows == 1' or 'windows(2,2)"),
        ("", "cannot read rule ''; expected"),
        ("rows", "cannot read rule 'rows'; expected"),
        ("rows == one", "expected e.g."),
        ("rows == 1.5", "expected e.g."),
        ("1 == rows", "expected e.g."),
        ("rows == 1 == 1", "expected e.g."),
        ("rows == 1; import os", "expected e.g."),
        ("__class__ == 1", "a board has no family '__class__'"),
        ("grid == 1", "a board has no family 'grid'"),
        (
            "row == 1",
            "cannot read rule 'row == 1': a board has no family 'row'; did you mean 'rows'?",
        ),
        ("diagonal <= 1", "did you mean 'diagonals'?"),
        ("window(2,2) <= 1", "did you mean 'windows'?"),
        ("totl == 3", "did you mean 'total'?"),
        ("rows(2) == 1", "the family rows takes no arguments"),
        ("windows <= 1", "needs 2 numbers in brackets"),
        ("windows(2) <= 1", "needs 2 numbers in brackets"),
        ("windows(2,-2) <= 1", "needs 2 numbers in brackets"),
        ("windows(9,9) <= 1", "do not fit on a board"),
        ("boxes(4,4) == 1", "do not divide"),
        ("regions == 1", "this board has no regions"),
        ("pairs(knigth) <= 1", "did you mean 'knight'?"),
        ("pairs(queen) <= 1", "needs a move of fixed length"),
        ("pairs() <= 1", "names no piece"),
        ("at r9c1", "r9c1 is not on a board"),
        ("at r0c1", "r0c1 is not on a board"),
        ("at r1c1 r1c1", "r1c1 is named twice"),
        ("at", "expected e.g."),
        ("rows + == 1", "cannot read the family ''"),
        ("rows all different", "expected e.g. 'rows == 1'"),
        (f"rows == {'9' * 5000}", "expected e.g."),
        ("rows == ²", "expected e.g."),
    ],
)
def test_what_is_no_rule_is_reported_in_a_line(text, message):
    with pytest.raises(ModelError, match="cannot read rule") as raised:
        read_rule(text, placed())
    assert message in str(raised.value)
    assert "\n" not in str(raised.value).replace("\\n", "")


def test_rules_of_the_wrong_kind_and_models_without_a_board():
    with pytest.raises(ModelError, match=r"expected e\.g\. 'rows all different'"):
        read_rule("rows == 1", filled())
    with pytest.raises(ModelError, match="has no board, and so no rule such as 'rows == 1'"):
        read_rule("rows == 1", Model("nothing"))
    with pytest.raises(ModelError, match="has no board, and so no given such as 'r1c1'"):
        read_givens(["r1c1"], Model("nothing"))


def test_givens_are_squares_or_values():
    model = placed()
    rules = read_givens(["r1c1", "r2c3 r3c5"], model)
    assert [rule.label for rule in rules] == ["at r1c1", "at r2c3 r3c5"]
    rules = read_givens(["r1c1=4", "r2c2=1, r3c3 = 2"], filled())
    assert [rule.label for rule in rules] == ["r1c1=4", "r2c2=1 r3c3=2"]
    labelled = Model("colours", Board(2).fill(["red", "green"]))
    assert [c.parts[1].constant for c in read_givens(["r1c1=red"], labelled)[0].constraints] == [
        "red"
    ]


@pytest.mark.parametrize(
    ("board", "texts", "message"),
    [
        (None, ["r9c1"], "r9c1 is not on a board of 6 rows"),
        (None, ["r1c1", "r1c1"], "r1c1 is given twice; give it once"),
        (None, ["r1c1 r1c1"], "r1c1 is named twice"),
        (None, ["a1"], "write squares such as r1c1"),
        (None, ["r1c1=1"], "write squares such as r1c1"),
        (None, [""], "write squares such as r1c1"),
        (MAP, ["r2c2"], "r2c2 is a hole"),
        (MAP, ["r3c1"], "r3c1 is a wall"),
    ],
)
def test_givens_that_cannot_be(board, texts, message):
    model = placed(Board.from_map(board) if board else None)
    with pytest.raises(ModelError, match=message):
        read_givens(texts, model)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["r1c1"], "r1c1=5"),
        (["r1c1=5"], "'5' on r1c1 is not a value of cell: 1 to 4"),
        (["r1c1=x"], "'x' on r1c1 is not a value"),
        (["r1c1=1 oops"], "write squares with their values"),
        (["r1c1=1", "r1c1=2"], "given twice"),
        (["r1c1=1 r1c1=2"], "named twice"),
        (["r5c1=1"], "not on a board"),
    ],
)
def test_given_values_that_cannot_be(texts, message):
    with pytest.raises(ModelError, match=message):
        read_givens(texts, filled())


def test_what_is_given_and_contradicts_a_rule_is_seen():
    model = placed()
    model = model + read_rule("rows == 1", model) + read_rule("at r2c1 r2c5", model)
    assert [(rule.label, place) for rule, place in contradicted(model)] == [("rows == 1", "row 2")]
    numbers = filled()
    numbers = numbers + read_rule("columns all different", numbers)
    numbers = numbers + read_givens(["r1c2=3 r4c2=3"], numbers)
    assert [(rule.label, place) for rule, place in contradicted(numbers)] == [
        ("columns all different", "column 2")
    ]
    colours = Model("colours", Board(1, 2).fill(["red", "green"]))
    colours = colours + read_rule("rows all different", colours)
    assert not list(contradicted(colours))
    both = colours + read_givens(["r1c1=red r1c2=red"], colours)
    assert [rule.label for rule, _ in contradicted(both)] == ["rows all different"]
    clash = colours + read_givens(["r1c1=red"], colours) + read_givens(["r1c1=green"], colours)
    assert [rule.label for rule, _ in contradicted(clash)] == ["r1c1=green"]
    assert not list(contradicted(model.without("rows == 1")))


def test_a_rule_that_no_values_satisfy_is_contradicted_only_where_one_of_its_squares_is_given():
    model = filled()
    model = model + read_rule("rows total == 3", model) + read_givens(["r2c3=1"], model)
    (found,) = contradicted(model)
    assert (found[0].label, found[1]) == ("rows total == 3", "row 2")


@pytest.mark.parametrize(
    ("text", "shape"),
    [("8", (8, 8)), (5, (5, 5)), ("8x10", (8, 10)), ("2 × 3", (2, 3)), ("AAB/ABB", (2, 3))],
)
def test_boards_as_text(text, shape):
    board = read_board(text)
    assert (board.height, board.width) == shape


def test_boards_as_files(tmp_path):
    path = tmp_path / "map.txt"
    path.write_text("AAB\nA.B\n#BB\n", "utf-8")
    board = read_board(str(path), files=True)
    assert (len(board.regions), len(board.holes), len(board.walls)) == (2, 1, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("eight", "'eight' is no board; write a size such as 8 or 8x10, or a map"),
        ("", "'' is no board"),
        ("-3", "'-3' is no board"),
        ("8x", "'8x' is no board"),
        ("99999x99999", "is too large"),
        ("AAB/AB", "line 2 of the map has 2 squares"),
        ("AA/A?", "line 2, column 2 of the map is '?'"),
        ("./none.txt", "there is no file ./none.txt"),
        ("maps/none.txt", "there is no file maps/none.txt"),
    ],
)
def test_boards_that_are_none(text, message):
    with pytest.raises(ModelError) as raised:
        read_board(text, files=True)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
