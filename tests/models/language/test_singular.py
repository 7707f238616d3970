"""One queen is no queens: what is said of one thing is said in the singular."""

import inspect
import re

import pytest

from everyway.models import Board, Model, ModelError, all_different, integer, variables
from everyway.models.language.drawing.notebook import read_model
from everyway.models.language.files.catalogue import puzzles

PLURAL = re.compile(
    r"(?<![\w×^.,/+-])1 (?!(?:is|has|does|goes|comes|divides|meets|as|less|across)\b)[a-z]+s\b"
)
"""`1 queens`, but no `1 less`."""


def ones(puzzle):
    """Each way to set one or all of the whole numbers that the puzzle takes to 1."""
    numbers = [
        p.name
        for p in puzzle.parameters
        if re.fullmatch(r"<class .int.>|int( . None)?", str(p.annotation))
    ]
    return [{}, *({name: 1} for name in numbers), dict.fromkeys(numbers, 1)]


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.name)
def test_no_puzzle_speaks_of_1_queens(puzzle):
    for params in ones(puzzle):
        try:
            model = puzzle.function(**params)
        except ModelError as error:
            said = str(error)
        else:
            said = f"{read_model(model)}\n{model!r}\n{[group.describe() for group in model.groups]}"
        assert PLURAL.findall(said) == [], (params, PLURAL.search(said))
    assert not PLURAL.search(inspect.getdoc(puzzle.function) or "")


def test_a_model_of_one_variable_and_one_rule():
    x, y = integer("x", 0, 1), integer("y", 0, 1)
    assert repr(Model("m", x, x == 1)) == "<Model 'm': 1 variable, 1 rule>"
    assert repr(Model("m", x, y)) == "<Model 'm': 2 variables, 0 rules>"
    assert variables("x", 1, range(2)).describe() == "1 variable x"


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda: Board(1).fill([1]).given([[1, 2]]), "has 2 values and the board has 1 column;"),
        (lambda: Board(1).fill([1]).given([]), "have 0 rows and the board has 1$"),
        (lambda: Board(2, 1).fill([1]).given([[1]]), "have 1 row and the board has 2"),
        (lambda: Board(2).fill([1]).given("1"), "have 1 character and the board has 4 squares"),
        (lambda: Board(1).fill([1]).given("11"), r"1 square \(1 row × 1 column\)"),
    ],
)
def test_a_message_of_one_thing(write, words):
    with pytest.raises(ModelError, match=words):
        write()


def test_a_long_row_for_one_term():
    from everyway.models import allowed, predicate

    x = integer("x", 0, 1)
    with pytest.raises(ModelError, match=r"2 values for 1 term\b"):
        allowed([x], [(1, 2)])
    with pytest.raises(ModelError, match="1 value for 2 terms"):
        allowed([x, x], [(1,)])
    with pytest.raises(ModelError, match=r"1 term\b"):
        predicate(lambda a, b: a < b, x)
    assert all_different(x, x).describe(["x", "x"])
