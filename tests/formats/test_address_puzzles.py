"""Puzzles of the gallery from addresses of puzz.link and back, and the boards of pzprjs judged."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import from_address, to_address
from everyway.formats.address_puzzles import ENTRIES, puzzle_of
from everyway.formats.addresses import ALIASES, GENRES, HOST, Address
from everyway.models import ModelError, load
from everyway.solvers import count, first
from tests.support.command_lines import everyway
from tests.support.pzpr_answers import with_answer
from tests.support.pzpr_boards import EXAMPLES, READERS, boards, read_board

KEPT = {entry.genre for entry in ENTRIES} - {"kakuro"}
"""The genres of which nothing is left out; a kakuro may have sums of 0, which say nothing."""


@pytest.mark.parametrize("module", ["address_codes", "addresses", "address_puzzles"])
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    assert doctest.testmod(import_module(f"everyway.formats.{module}")).failed == 0


@pytest.mark.parametrize("genre", sorted(KEPT & {ALIASES.get(g, g) for g in EXAMPLES}))
def test_an_example_becomes_a_puzzle_with_its_address(genre: str) -> None:
    name = next(one for one in EXAMPLES if ALIASES.get(one, one) == genre)
    address = f"{genre}/{EXAMPLES[name]['address']}"
    model = from_address(address)
    assert count(model) == 1
    assert to_address(model) == HOST + address


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.puzzle)
def test_the_example_of_the_gallery_has_an_address(entry: Any) -> None:
    model = load(entry.puzzle)
    again = from_address(to_address(model))
    assert to_address(again) == to_address(model)
    assert count(again) == count(model) == 1


@pytest.mark.parametrize(
    ("genre", "broken", "text"),
    [(genre, *board) for genre in READERS for board in boards(genre)],
)
def test_a_board_of_pzprjs_is_judged_as_there(genre: str, broken: str | None, text: str) -> None:
    board = read_board(text)
    puzzle, params = puzzle_of(board.address)
    model = load(puzzle, **params)
    accepted = board.complete and first(with_answer(model, board.answer)) is not None
    assert accepted == (broken is None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hitori/2/2/11-1l1", "grid has no character for the clue 57 at r2c1 of the address"),
        (
            "slither/f/2/2/dg",
            "the address is of the variant 'f' of slither; of slitherlink there are the usual rules"
            " alone",
        ),
        (
            "minarism/3/2/o",
            "the address has 3 columns and 2 rows; the gallery has minarism with as many of both"
            " alone",
        ),
        ("sudoku/5/5/zk", "sudokus of addresses have 4, 6, 9, 16, 25 rows, not 5"),
        ("sudoku/4/4/0u", "givens has no character for the clue 0 at r1c1 of the address"),
        ("skyscrapers/2/2/0m", "top 1 has no character for the clue 0 of the address"),
        ("nonogram/2/2/.i", "a line of the address has the runs ['?']; nonogram has numbers"),
        ("tilepaint/1/1/00..", "tilepaint has no parameter for the clues of this address"),
        ("kakuro/1/2/-5k-", "the sum 5 at r1c1 has no cells right of it"),
    ],
)
def test_clues_that_a_puzzle_has_not_are_refused(text: str, said: str) -> None:
    with pytest.raises(ModelError) as error:
        from_address(text)
    assert str(error.value) == said


def test_a_genre_without_a_puzzle_is_refused_with_those_that_have_one() -> None:
    missing = next(genre for genre in GENRES if genre not in {one.genre for one in ENTRIES})
    with pytest.raises(ModelError, match=f"no puzzle for addresses of {missing}; it has those of "):
        puzzle_of(Address(missing, 2, 2))


@pytest.mark.parametrize(
    ("address", "field"),
    [
        (Address("akari", 2, 2, holes={(1, 1): 1}), "holes"),
        (Address("akari", 2, 2, number=2), "number"),
        (Address("akari", 2, 2, pieces=("X",)), "pieces"),
        (Address("starbattle", 2, 2, number=1, clues={(1, 1): 1}), "clues"),
    ],
)
def test_what_no_part_of_an_entry_takes_is_refused(address: Address, field: str) -> None:
    with pytest.raises(ModelError, match=f" has no parameter for the {field} of this address"):
        puzzle_of(address)


@pytest.mark.parametrize(
    ("puzzle", "params", "said"),
    [
        ("queens", {}, "8 queens is no puzzle that has addresses; such are akari, "),
        ("sudoku", {"variant": "diagonal"}, "no address of sudoku has variant=diagonal; leave"),
        ("sudoku", {"box_rows": 2, "box_columns": 4}, "no address has a sudoku with boxes of 2×4"),
        ("minesweeper", {"mines": 3}, "no address of mines has mines=3; leave it out"),
        ("futoshiki", {"givens": "1" + "." * 15}, "no address of minarism has givens=1"),
        ("futoshiki", {"signs": "r1c1<r1c2 r1c2<r1c1"}, "no address has two signs between r1c1"),
        ("crowns", {"regions": "AB/#B"}, "no address has '#' in regions, at r2c1"),
        ("crowns", {"regions": "ABA/CCC/BBB"}, "regions has a region that does not hang together"),
        ("hitori", {"grid": "aA/12"}, "no address has 'a' in grid, at r1c1"),
        ("hitori", {"grid": "é1/12"}, "no address has 'é' in grid, at r1c1"),
        ("kakuro", {"grid": "\\11 . ."}, "an address begins with a row and a column of sums"),
        ("kakuro", {"grid": "# 50\\\n# ."}, "no address holds 50 at top 1; there may be a sum"),
    ],
)
def test_what_no_address_has_is_refused(puzzle: str, params: dict[str, Any], said: str) -> None:
    with pytest.raises(ModelError) as error:
        to_address(load(puzzle, **params))
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("address", "params"),
    [
        ("compass/2/2/_.1..h", {"plan": "# v1/. ."}),
        ("doppelblock/3/3/.1j", {"top": ".1.", "left": "..."}),
        ("easyasabc/2/2/2/.1l.i", {"top": ".A", "givens": "../.."}),
        ("fillomino/2/2/jg0", {"grid": "../..", "borders": "r1c1-r1c2"}),
        ("fillomino/2/1/hg", {"grid": "..", "borders": "r1c1-r1c2"}),
        ("fillomino/2/2/j08", {"grid": "../..", "borders": "r1c2-r2c2"}),
        ("kakuro/2/2/n----", {"grid": "# # #\n# . .\n# . ."}),
        ("minarism/2/2/gh3.", {"signs": "r1c1<r1c2 r2c1>r2c2 |r1c1-r2c1|=3"}),
        ("skyscrapers/2/2/.1l", {"top": ".1"}),
        ("sudoku/4/4/.1t", {"givens": ".1.............."}),
        ("tents/2/1/.-10g1", {"columns": ". 16", "rows": "."}),
        ("yajilin/b/3/3/21h", {"plan": "1v . ./. . ./. . ."}),
    ],
)
def test_clues_become_these_parameters(address: str, params: dict[str, Any]) -> None:
    """An unknown number outside, or a given one, says nothing."""
    model = from_address(address)
    assert {name: model.recipe and model.recipe.params[name] for name in params} == params
    again = from_address(to_address(model))
    assert again.recipe == model.recipe


def test_givens_may_be_rows_of_numbers() -> None:
    rows = [[None, 1, 0, None], [None, None, None, 2], [3, None, None, None], [None, None, 3, None]]
    model = load("sudoku", givens=rows, box_rows=2, box_columns=2)
    assert to_address(model) == HOST + "sudoku/4/4/g1k23k3g"


# ------------------------------------------------------------------------------ Command line.


def test_the_command_line_takes_an_address_in_a_puzzles_place() -> None:
    for text in ("https://puzz.link/p?lightup/6/6/nekcakbl", "lightup/6/6/nekcakbl"):
        solved = everyway("solve", text)
        assert solved.exit_code == 0
        assert solved.stdout.splitlines()[1] == ". L 4 L . ."
    assert everyway("show", "akari/6/6/nekcakbl", "--as", "puzz.link").stdout == (
        "https://puzz.link/p?akari/6/6/nekcakbl\n"
    )
    assert everyway("compare", text, "http://pzv.jp/p.html?akari/6/6/nekcakbl").exit_code == 0


def test_further_parameters_may_follow_an_address() -> None:
    assert everyway("count", "mines/2/1/1g", "mines=0").stdout == "0\n"
    twice = everyway("count", "mines/2/1/1g", "field=..")
    assert (twice.exit_code, twice.stderr) == (
        2,
        "error: the address gives field already; leave field=… out\n",
    )


def test_a_wrong_address_is_an_error_of_one_line() -> None:
    wrong = everyway("solve", "lightup/6/6/nekcakbQ")
    assert (wrong.exit_code, wrong.stderr) == (
        2,
        "error: character 20 of the address is 'Q'; akari needs 0 to e or ., or a gap (g to z),"
        " for its clues at r6c1\n",
    )
    more = everyway("show", "akari", "--given", "r1c1", "--as", "puzz.link")
    assert (more.exit_code, more.stderr) == (
        2,
        "error: an address holds a puzzle alone; leave out rules, givens and objectives\n",
    )


def test_a_file_wins_over_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "akari").mkdir()
    text = "from everyway.models import Model, integer\nmodel = Model('mine', integer('x', 1, 7))\n"
    (tmp_path / "akari" / "mine.py").write_text(text, "utf-8")
    assert everyway("count", "akari/mine.py").stdout == "7\n"
    assert "columns" in everyway("count", "akari/yours.py").stderr
