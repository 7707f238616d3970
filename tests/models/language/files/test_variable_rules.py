"""Rules and givens about variables by their names, as text: read, never evaluated."""

from __future__ import annotations

import pytest

from everyway.models import (
    Board,
    Model,
    ModelError,
    all_different,
    all_of,
    any_of,
    boolean,
    indicator,
    integer,
    maximum,
    rule,
    same,
    total,
    variable,
    variables,
)
from everyway.models.language.files.rule_text import read_givens, read_rule
from everyway.models.language.files.variable_rules import MOST_CHARACTERS, MOST_DEPTH
from everyway.models.queens import queens
from everyway.solvers import count

from ....support.command_lines import everyway

seat = variables("seat", ["Ann", "Bob", "Cid"], range(1, 4))
q = variables("q", 3, range(3))
tea = variable("tea", ["red", "green", "light blue"])
cup = variable("cup", ["red", "green", "light blue"])
on = boolean("on")
ann, bob, cid = seat
TABLE = Model("table", seat, q, tea, cup, on, integer("a b", 0, 3))
spaced = TABLE["a b"]

MEANT = {
    "Bob == 1": bob == 1,
    "seat[Bob] == 1": bob == 1,
    "seat[ Bob ]==1": bob == 1,
    "q[0] < q[2]": q[0] < q[2],
    "abs(Ann - Bob) == 1": abs(ann - bob) == 1,
    "Ann + 2 * Bob - Cid * 3 == 5": ann + 2 * bob - cid * 3 == 5,
    "Ann - Bob - Cid == 0": (ann - bob) - cid == 0,
    "Ann - (Bob - Cid) == 0": ann - (bob - cid) == 0,
    "(Ann + Bob) * Cid // 2 % 3 != -1": ((ann + bob) * cid) // 2 % 3 != -1,
    "-Ann + +Bob >= -2": -ann + bob >= -2,
    "1 <= Ann < 3": all_of(1 <= ann, ann < 3),
    "Ann == 1 or Bob == 2 and Cid == 3": any_of(ann == 1, all_of(bob == 2, cid == 3)),
    "(Ann == 1 or Bob == 2) and Cid == 3": all_of(any_of(ann == 1, bob == 2), cid == 3),
    "Ann == 1 | Bob == 2 & Cid == 3": any_of(ann == 1, all_of(bob == 2, cid == 3)),
    "not (Ann == 1)": ~(ann == 1),
    "not not Ann == 1": ~~(ann == 1),
    "~(Ann == 1) and on": all_of(~(ann == 1), on == 1),
    "(Ann == 1) + (Bob == 2) == 1": indicator(ann == 1) + indicator(bob == 2) == 1,
    "all_different(Ann, Bob)": all_different(ann, bob),
    "alldifferent(seat)": all_different(seat),
    "total(seat) == 6": total(seat) == 6,
    "sum(seat, q) == 6": total([*seat, *q]) == 6,
    "max(Ann, Bob + 1) == 3": maximum(ann, bob + 1) == 3,
    "tea == red": tea == "red",
    "green != cup": cup != "green",
    "tea == 'light blue'": tea == "light blue",
    "tea == cup": tea == cup,
    "'a b' == 2": spaced == 2,
    "Ann in (1, 3)": any_of(ann == 1, ann == 3),
    "Ann + 1 not in (2, Bob,)": all_of(ann + 1 != 2, ann + 1 != bob),
    "not Ann in (1,) and tea in (red, 'light blue')": all_of(
        ~any_of([ann == 1]), any_of(tea == "red", tea == "light blue")
    ),
    "on": on == 1,
    "not on": ~(on == 1),
}


@pytest.mark.parametrize("text", MEANT)
def test_a_rule_means_what_it_says(text):
    read = read_rule(text, TABLE)
    assert read.label == text
    assert same(TABLE + read, TABLE + rule(text, MEANT[text]))
    assert count(TABLE + read, "flatmap") == count(TABLE + MEANT[text], "flatmap")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Bbo == 1", "column 1: there is no variable 'Bbo'; did you mean 'Bob'?"),
        ("Ann == 1 and Bbo == 1", "column 14: there is no variable 'Bbo'"),
        ("Bob = 1", "column 5: '=' is not expected here; write =="),
        ("Bob == ", "column 7: something is missing"),
        ("Bob == 1)", "column 9: ')' is not expected here"),
        ("(Bob == 1", "column 10: ')' is missing"),
        ("Bob in 1", "column 8: '(' is missing"),
        ("Bob in ()", "column 9: ')' is not expected here"),
        ("Bob not 1", "column 9: 'in' is missing"),
        ("Bob in (1, 2", "column 13: ')' is missing"),
        ("Bob in (1, 2) == 1", "column 15: '==' is not expected here"),
        ("tea in (red, pink)", "tea has no value 'pink'"),
        ("Bob 1", "column 5: '1' is not expected here"),
        ("Bob ** 2 == 4", "column 6: '*' is not expected here"),
        ("Bob == 1.5", "column 9: '.' is not expected here"),
        ("Ann", "is no condition; compare it, as in seat[Ann] == 1"),
        ("3", "is no condition"),
        ("seat == 3", "'seat' has several variables; write one of its variables, such as"),
        ("absolute(Ann) == 1", "there is no function 'absolute'; there are abs"),
        ("minimun(Ann) == 1", "did you mean 'minimum'?"),
        ("abs(Ann, Bob) == 1", "abs takes one term, not 2"),
        ("minimum() == 1", "minimum"),
        ("tea == pink", "tea has no value 'pink'; its values are red"),
        ("tea == gren", "did you mean 'green'?"),
        ("tea + 1 == 2", "tea is a label"),
        ("tea == Ann", "tea"),
        ("Ann // 0 == 1", "division by the constant 0"),
        ("Ann == " + "9" * 19, "a number has at most 18 digits"),
        ("(" * (MOST_DEPTH + 1) + "Ann", f"more than {MOST_DEPTH} brackets"),
        ("-" * (MOST_DEPTH + 1) + "Ann", f"more than {MOST_DEPTH} brackets"),
        ("not " * (MOST_DEPTH + 1) + "on", f"more than {MOST_DEPTH} brackets"),
        ("abs(" * (MOST_DEPTH + 1) + "Ann", f"more than {MOST_DEPTH} brackets"),
        ("Ann == 1 or " * MOST_CHARACTERS, f"write at most {MOST_CHARACTERS}"),
        ("__import__('os').system('true') == Ann", "column 17: '.' is not expected here"),
        ("Ann.name == 1", "'.' is not expected"),
        ("__import__(Ann) == 1", "there is no function '__import__'"),
        ("1 == 1.0", "column 7: '.' is not expected here"),
        ("1 // 0 == Ann", "division by the constant 0"),
        ("rows == 1", "has no board, and so no rule such as 'rows == 1'"),
        ("seats: Bob == 1", "is about 'seats', which is not there; did you mean 'seat'?"),
    ],
)
def test_what_is_no_rule_is_reported_with_its_place(text, message):
    with pytest.raises(ModelError) as raised:
        read_rule(text, TABLE)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 1000


@pytest.mark.parametrize("length", [100, 3_000, MOST_CHARACTERS])
def test_a_rule_as_long_as_it_may_be_is_read(length):
    text = " + ".join(["Ann"] * (length // 6)) + " >= 1"
    assert count(TABLE + read_rule(text[-length:].lstrip("+ n"), TABLE), "flatmap")


def test_squares_are_variables_too():
    model = queens(6)
    queen = model["queen"]
    assert count(model + read_rule("queen[r1c2] == 1", model)) == 1
    assert count(model + read_rule("r1c2 + r1c3 == 1", model)) == 2
    assert count(model + read_rule("r1c2 == 1 or r1c3 == 1", model)) == 2
    assert read_rule("total(queen) == 6", model).constraints[0].parts[0].parts == queen.variables
    cell = Model("cells", Board(2).fill(range(1, 5), "cell"))
    assert count(cell + read_rule("r1c1 + r1c2 == 5", cell)) == 4 * 16
    assert count(cell + read_rule("r1c1 == 5 - r1c2", cell)) == 4 * 16
    with pytest.raises(ModelError, match="there is no variable 'r9c9'"):
        read_rule("r1c1 + r9c9 == 5", cell)


def test_a_square_of_two_groups_is_named_with_its_group():
    board = Board(2)
    model = Model("armies", board.place("white"), board.place("black"))
    assert count(model + read_rule("white[r1c1] + black[r1c1] == 1", model)) == 2**7
    stated = read_rule("black: r1c1 + r2c2 == 1", model)
    assert stated.subject == "black"
    assert {v.name for v in (model + stated).constraints[0].parts[0].parts} == {
        "black[r1c1]",
        "black[r2c2]",
    }
    with pytest.raises(ModelError, match=r"r1c1 may be white\[r1c1\] or black\[r1c1\]; write"):
        read_rule("r1c1 + r2c2 == 1", model)


def test_a_name_with_other_signs_is_written_between_quotes():
    model = Model("signs", integer("a-b", 0, 3), variables("seat", ["Ann-Lee", "=="], range(3)))
    dash, lee, equal = model.variables
    meant = {
        '"a-b" == 1': dash == 1,
        "'seat[Ann-Lee]' + 'a-b' == 2": lee + dash == 2,
        "seat[Ann-Lee] == '=='": lee == equal,
    }
    for text, constraint in meant.items():
        assert same(model + read_rule(text, model), model + rule(text, constraint)), text
    with pytest.raises(ModelError, match='write a name with other signs between quotes, as "a-b"'):
        read_rule("a-b == 1", model)
    for text, number in {"a-b=2, Ann-Lee=1 seat[==]=0": 1, "\"a-b\"=2 'Ann-Lee'=1": 3}.items():
        (given,) = read_givens([text], model)
        assert count(model + given) == number


def test_givens_of_any_model():
    rules = read_givens(["Bob=1", "Ann=2, Cid = 3", "tea=red cup='light blue'", "q[0]=2"], TABLE)
    assert [given.label for given in rules] == [
        "seat[Bob]=1",
        "seat[Ann]=2 seat[Cid]=3",
        "tea=red cup=light blue",
        "q[0]=2",
    ]
    model = TABLE
    for given in rules:
        model = model + given
    assert count(model, "flatmap") == 3 * 3 * 2 * 4
    board = queens(6)
    (given,) = read_givens(["queen[r1c2]=1"], board)
    assert count(board + given) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Bbo=1", "there is no variable 'Bbo'; did you mean 'Bob'?"),
        ("Bob=9", "'9' is not a value of seat[Bob]: 1 to 3"),
        ("tea=pink", "'pink' is not a value of tea"),
        ("Bob=1 oops", "write variables with their values, such as Bob=1"),
        ("Bob", "has no board, and so no given such as 'Bob'"),
    ],
)
def test_givens_of_any_model_that_cannot_be(text, message):
    with pytest.raises(ModelError) as raised:
        read_givens([text], TABLE)
    assert message in str(raised.value)
    with pytest.raises(ModelError, match="given twice"):
        read_givens(["Bob=1", "Bob=2"], TABLE)


def test_rules_and_givens_of_variables_on_the_command_line(tmp_path):
    (tmp_path / "table.py").write_text(
        "from everyway.models import *\n"
        "def table():\n"
        "    seat = variables('seat', ['Ann', 'Bob', 'Cid'], range(1, 4))\n"
        "    return Model('table', seat, all_different(seat))\n"
    )
    path = str(tmp_path / "table.py")
    assert everyway("count", path, "--rule", "abs(Ann - Bob) == 1").stdout == "4\n"
    assert everyway("count", path, "--given", "Bob=1", "--rule", "Ann < Cid").stdout == "1\n"
    result = everyway("count", path, "--rule", "Bbo == 1")
    assert result.exit_code == 2
    assert "did you mean 'Bob'?" in result.stderr


def test_rules_of_variables_in_a_text_file(tmp_path):
    path = tmp_path / "cells.toml"
    path.write_text("board = 2\nvalues = '1-4'\nrules = ['r1c1 + r1c2 == 5', 'r1c1 < r2c1']\n")
    assert everyway("count", str(path)).stdout == f"{(3 + 2 + 1) * 4}\n"
    path.write_text("board = 2\nvalues = '1-4'\nrules = ['r1c1 + r9c2 == 5']\n")
    result = everyway("count", str(path))
    assert result.exit_code == 2
    assert "cells.toml:3:" in result.stderr
    assert "there is no variable 'r9c2'" in result.stderr
