"""`everyway list`: all puzzles, those of a word, and everything about one."""

from __future__ import annotations

import json

from ..support.command_lines import everyway


def listed(*words: str) -> str:
    result = everyway("list", *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_one_puzzle_is_reported_whole():
    text = listed("sudoku")
    for part in (
        "Sudoku: fill the cells so that no row",
        "Source: H. Garns",
        "variant=plain  one of plain, diagonal, anti-knight",
        "box_rows=3  a whole number",
        "OEIS A107739",
        "box_rows=2 box_columns=3: 28 200 960",
        "5 3 4 │ 6 7 8 │ 9 1 2",
    ):
        assert part in text
    assert max(map(len, text.splitlines())) < 80


def test_one_puzzle_of_a_file_is_reported_with_what_it_prints_elsewhere(tmp_path):
    (tmp_path / "seats.py").write_text(
        "from everyway.models import *\nprint('noise')\n"
        "def seats(n: int, wrap: bool | None = None) -> Model:\n"
        "    'Seats at a table.'\n    return Model('seats', variables('seat', n, range(2)))\n"
    )
    result = everyway("list", str(tmp_path / "seats.py"))
    assert result.exit_code == 0
    assert "noise" not in result.stdout
    assert "Seats at a table." in result.stdout
    assert "n=…  a whole number" in result.stdout
    assert "wrap=none  true or false or none" in result.stdout


def test_one_puzzle_as_a_document():
    (puzzle,) = json.loads(listed("queens", "--json"))["puzzles"]
    assert puzzle["name"] == "queens"
    assert {"params": {"n": 8}, "count": 92, "source": "OEIS A000170"} in puzzle["known"]
    (variant,) = [
        one
        for one in json.loads(listed("sudoku", "--json"))["puzzles"][0]["parameters"]
        if one["name"] == "variant"
    ]
    assert variant["choices"][:2] == ["plain", "diagonal"]


def test_puzzles_are_found_by_the_words_of_their_descriptions():
    names = [line.split()[0] for line in listed("--search", "knight tour").splitlines()]
    assert "knights_tour" in names
    assert "zebra" not in names
    assert "amazons" in listed("--search", "KNIGHT")
    found = json.loads(listed("--search", "A000170", "--json"))["puzzles"]
    assert "queens" in [one["name"] for one in found]
    nothing = everyway("list", "--search", "unheardof")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert "no puzzle speaks of 'unheardof'" in nothing.stderr


def test_what_cannot_be_listed():
    result = everyway("list", "sudoko")
    assert result.exit_code == 2
    assert "did you mean 'sudoku'?" in result.stderr
    assert everyway("list", "sudoku", "--search", "x").exit_code == 2
