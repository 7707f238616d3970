"""Sudokus of f-puzzles: every field against all grids of 4×4, and what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from everyway.formats.fpuzzles import FIELDS, SWITCHES, decompressed, from_fpuzzles
from everyway.models import ModelError
from everyway.solvers import solutions
from tests.support.command_lines import everyway

PACKED = (
    "N4IgzglgXgpiBcAWANCALhNAbO8QB/AaggAIAGEVAcwCcIATBAbUdADcBDLAV1wEYqIrGADsEaajwC+yYNNkyQHb"
    "rgDMkgLrIWcnTI1b5hnZu16zs9ZpB0I7SgHthnANRiJMVGgAWMagFt7Pxg0XyZQLAhhGDAmRhAAJV4AYV4KBOSAJjT4lSTEEEsNSSA=="
)
"""A sudoku of 4×4 with a given 1, a diagonal and a thermometer, by lz-string 1.5.0."""

Grid = tuple[tuple[int, ...], ...]
ROWS = list(permutations((1, 2, 3, 4)))


def is_sudoku(grid: Grid) -> bool:
    boxes = [[grid[r + i][c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    return all(len(set(group)) == 4 for group in [*zip(*grid, strict=True), *boxes])


GRIDS: list[Grid] = [grid for grid in product(ROWS, repeat=4) if is_sudoku(grid)]
"""All 288."""
BLANK: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
DOTS = {"ratio": [{"cells": ["R1C1", "R1C2"]}], "difference": [{"cells": ["R1C3", "R1C4"]}]}
"""Marks on the first two cells, and on the last two of the first row."""


def at(grid: Grid, *places: str) -> list[int]:
    return [grid[int(place[1]) - 1][int(place[3]) - 1] for place in places]


def doubles(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


def sandwiched(line: list[int]) -> int:
    low, high = sorted((line.index(1), line.index(4)))
    return sum(line[low + 1 : high])


Case = tuple[dict[str, Any], Callable[[Grid], bool]]
CASES: list[Case] = [
    ({}, lambda g: True),
    (
        {"antiknight": True},
        lambda g: (
            all(g[r][c] != g[r + 1][c + 2] for r in range(3) for c in (0, 1))
            and all(g[r][c + 2] != g[r + 1][c] for r in range(3) for c in (0, 1))
            and all(g[r][c] != g[r + 2][c + 1] for r in (0, 1) for c in range(3))
            and all(g[r][c + 1] != g[r + 2][c] for r in (0, 1) for c in range(3))
        ),
    ),
    ({"diagonal+": True}, lambda g: len({g[k][3 - k] for k in range(4)}) == 4),
    ({"diagonal-": True}, lambda g: len({g[k][k] for k in range(4)}) == 4),
    (
        {"disjointgroups": True},
        lambda g: all(
            len({g[r + i][c + j] for i in (0, 2) for j in (0, 2)}) == 4
            for r in (0, 1)
            for c in (0, 1)
        ),
    ),
    (DOTS, lambda g: doubles(*g[0][:2]) and abs(g[0][2] - g[0][3]) == 1),
    (
        {"difference": [{"cells": ["R1C1", "R2C1"], "value": "3"}]},
        lambda g: abs(g[0][0] - g[1][0]) == 3,
    ),
    (
        {
            "xv": [
                {"cells": ["R2C1", "R1C1"], "value": "v"},
                {"cells": ["R1C1", "R1C2"], "value": ""},
            ]
        },
        lambda g: g[0][0] + g[1][0] == 5,
    ),
    (
        {"thermometer": [{"lines": [["R1C1", "R1C2", "R3C4"], ["R1C1", "R2C1"]]}]},
        lambda g: g[0][0] < g[0][1] < g[2][3] and g[0][0] < g[1][0],
    ),
    (
        {"whispers": [{"lines": [["R1C1", "R2C2", "R3C2"]]}]},
        lambda g: abs(g[0][0] - g[1][1]) >= 2 <= abs(g[1][1] - g[2][1]),
    ),
    (
        {"germanwhispers": [{"lines": [["R1C1", "R2C2"]], "value": 3}]},
        lambda g: abs(g[0][0] - g[1][1]) == 3,
    ),
    (
        {"palindrome": [{"lines": [["R1C1", "R2C3", "R3C2", "R4C4"]]}]},
        lambda g: g[0][0] == g[3][3] and g[1][2] == g[2][1],
    ),
    ({"palindrome": [{"lines": [["R1C1", "R1C2", "R2C3"]]}]}, lambda g: g[0][0] == g[1][2]),
    (
        {
            "renban": [{"lines": [["R1C1", "R2C2", "R2C3"]]}],
            "line": [{"lines": [["R1C1", "R2C2", "R2C3"]]}],
        },
        lambda g: sorted(at(g, "R1C1", "R2C2", "R2C3")) in ([1, 2, 3], [2, 3, 4]),
    ),
    (
        {"betweenline": [{"lines": [["R1C1", "R2C2", "R3C3", "R4C3"]]}]},
        lambda g: all(
            min(g[0][0], g[3][2]) < one < max(g[0][0], g[3][2]) for one in at(g, "R2C2", "R3C3")
        ),
    ),
    (
        {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R2C3"], ["R1C1", "R3C2"]]}]},
        lambda g: g[0][0] == g[0][1] + g[1][2] == g[2][1],
    ),
    (
        {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R2C3"], ["R1C1"]]}]},
        lambda g: g[0][0] == g[0][1] + g[1][2],
    ),
    (
        {
            "arrow": [
                {
                    "cells": ["R1C2", "R1C1"],
                    "lines": [["R1C2", "R2C3", "R2C4", "R3C4", "R4C4", "R4C3"]],
                }
            ]
        },
        lambda g: 10 * g[0][0] + g[0][1] == sum(at(g, "R2C3", "R2C4", "R3C4", "R4C4", "R4C3")),
    ),
    (
        {"killercage": [{"cells": ["R1C1", "R2C2", "R3C3"], "value": "6", "outlineC": "#000000"}]},
        lambda g: sorted(at(g, "R1C1", "R2C2", "R3C3")) == [1, 2, 3],
    ),
    (
        {"killercage": [{"cells": ["R1C1", "R2C2", "R3C3"]}]},
        lambda g: len(set(at(g, "R1C1", "R2C2", "R3C3"))) == 3,
    ),
    (
        {"extraregion": [{"cells": ["R1C1", "R2C3", "R3C2", "R4C4"]}]},
        lambda g: len(set(at(g, "R1C1", "R2C3", "R3C2", "R4C4"))) == 4,
    ),
    (
        {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C3", "R4C4"]}]},
        lambda g: g[0][:2] == g[3][2:],
    ),
    (
        {"quadruple": [{"cells": ["R2C2", "R2C3", "R3C2", "R3C3"], "values": [1, 1, 2]}]},
        lambda g: (
            at(g, "R2C2", "R2C3", "R3C2", "R3C3").count(1) == 2
            and 2 in at(g, "R2C2", "R2C3", "R3C2", "R3C3")
        ),
    ),
    (
        {"even": [{"cell": "R1C1"}], "odd": [{"cell": "R4C4"}]},
        lambda g: g[0][0] % 2 == 0 and g[3][3] % 2 == 1,
    ),
    (
        {"minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}]},
        lambda g: g[0][0] < g[1][0] and g[0][1] < min(g[1][1], g[0][2]),
    ),
    (
        {"maximum": [{"cell": "R2C2"}]},
        lambda g: g[1][1] > max(at(g, "R1C2", "R3C2", "R2C1", "R2C3")),
    ),
    (
        {
            "littlekillersum": [
                {"cell": "R0C2", "cells": ["R1C3", "R2C4"], "direction": "DR", "value": "6"}
            ]
        },
        lambda g: g[0][2] + g[1][3] == 6,
    ),
    (
        {
            "littlekillersum": [
                {"cell": "R5C4", "direction": "UL", "value": 7},
                {"cell": "R1C5", "direction": "DL", "value": ""},
            ]
        },
        lambda g: g[3][2] + g[2][1] + g[1][0] == 7,
    ),
    (
        {
            "sandwichsum": [
                {"cell": "R2C0", "value": "0"},
                {"cell": "R5C3", "value": "5"},
                {"cell": "R0C1", "value": ""},
            ]
        },
        lambda g: sandwiched(list(g[1])) == 0 and sandwiched([row[2] for row in g]) == 5,
    ),
]


@pytest.mark.parametrize(
    ("fields", "holds"), CASES, ids=lambda one: "+".join(one) if isinstance(one, dict) else ""
)
def test_a_field_means_what_its_rule_says(
    fields: dict[str, Any], holds: Callable[[Grid], bool]
) -> None:
    model = from_fpuzzles(json.dumps({"size": 4, "grid": BLANK, **fields}))
    found = {tuple(map(tuple, one["cell"])) for one in solutions(model)}
    assert found == set(filter(holds, GRIDS)) != set()


Pair = frozenset[tuple[int, int]]
Says = Callable[[int, int], bool]
Moves = Sequence[tuple[int, int]]


def latin_squares(n: int, between: Callable[[Pair], Says], moves: Moves) -> set[Grid]:
    """Every Latin square of order n in which cells a move apart stand to each other as is said."""

    def fits(grid: Grid, moves: Moves) -> bool:
        r = len(grid) - 1
        pairs = (((r, c), (r - i, c - j)) for c in range(n) for i, j in moves)
        return all(
            between(frozenset((a, b)))(grid[r][a[1]], grid[b[0]][b[1]])
            for a, b in pairs
            if b[0] >= 0 and 0 <= b[1] < n
        )

    across = [move for move in moves if not move[0]]
    found: set[Grid] = {()}
    for r in range(n):
        blank: Grid = ((0,) * n,) * r
        rows = [row for row in permutations(range(1, n + 1)) if fits((*blank, row), across)]
        found = {
            (*above, row)
            for above in found
            for row in rows
            if not any(a == b for other in above for a, b in zip(other, row, strict=True))
            and fits((*above, row), moves)
        }
    return found


SIDES = ((0, 1), (1, 0))
ONE, OTHER = frozenset(((1, 2), (1, 3))), frozenset(((2, 4), (3, 4)))
AT_ONE, AT_OTHER = {"cells": ["R2C3", "R2C4"]}, {"cells": ["R3C5", "R4C5"]}


def says(usual: Says, one: Says | None = None, other: Says | None = None) -> Callable[[Pair], Says]:
    """The words on two cells: of those at two marks, and the `usual` of others."""
    named = {ONE: one or usual, OTHER: other or usual}
    return lambda pair: named.get(pair, usual)


@pytest.mark.parametrize(
    ("fields", "n", "between", "moves"),
    [
        ({"antiking": True}, 5, says(lambda a, b: a != b), (*SIDES, (1, 1), (1, -1))),
        ({"nonconsecutive": True}, 5, says(lambda a, b: abs(a - b) != 1), SIDES),
        (
            {"nonconsecutive": True, "difference": [AT_ONE]},
            6,
            says(lambda a, b: abs(a - b) != 1, lambda a, b: abs(a - b) == 1),
            SIDES,
        ),
        ({"negative": ["ratio"]}, 5, says(lambda a, b: not doubles(a, b)), SIDES),
        (
            {
                "negative": ["ratio"],
                "ratio": [{**AT_ONE, "value": "3"}],
                "difference": [{**AT_OTHER, "value": "2"}],
            },
            5,
            says(
                lambda a, b: 3 * a != b and 3 * b != a,
                lambda a, b: 3 * a == b or 3 * b == a,
                lambda a, b: abs(a - b) == 2,
            ),
            SIDES,
        ),
        (
            {"negative": ["xv"], "xv": [{**AT_OTHER, "value": "V"}]},
            5,
            says(lambda a, b: a + b not in (5, 10), other=lambda a, b: a + b == 5),
            SIDES,
        ),
    ],
    ids=lambda one: "+".join(one) if isinstance(one, dict) else "",
)
def test_neighbours_without_a_mark_are_as_its_rule_says(
    fields: dict[str, Any], n: int, between: Callable[[Pair], Says], moves: Moves
) -> None:
    grid = [[{"region": r} for _ in range(n)] for r in range(n)]
    model = from_fpuzzles(json.dumps({"size": n, "grid": grid, **fields}))
    found = {tuple(map(tuple, one["cell"])) for one in solutions(model)}
    assert found == latin_squares(n, between, moves) != set()


def test_every_field_has_a_case() -> None:
    """But for two rules of whole grids, which are among those of neighbours."""
    said = {name for fields, _ in CASES for name in fields}
    assert said == {*FIELDS, *SWITCHES, "line"} - {"antiking", "nonconsecutive"}


def test_a_region_of_its_own_may_stand_for_a_box() -> None:
    rows = [[{"region": r} for _ in range(4)] for r in range(4)]
    found = list(solutions(from_fpuzzles(json.dumps({"size": "4", "grid": rows}))))
    assert len(found) == 576  # OEIS A002860, where rows are regions


def test_given_values_and_pencil_marks_stay_and_notes_do_not() -> None:
    grid = json.loads(json.dumps(BLANK))
    grid[0][0] = {"value": 2, "given": True}
    grid[0][1] = {"value": 4, "centerPencilMarks": [1]}
    grid[1][1] = {"givenPencilMarks": [1, 3]}
    model = from_fpuzzles(json.dumps({"size": 4, "grid": grid, "title": "t", "ruleset": "r"}))
    expected = sum(one[0][0] == 2 and one[1][1] in (1, 3) for one in GRIDS)
    assert len(list(solutions(model))) == expected


@pytest.mark.parametrize(
    "address",
    [
        f"https://www.f-puzzles.com/?load={PACKED}",
        f"HTTPS://F-PUZZLES.COM/?load={PACKED.replace('+', ' ')}",
        f"f-puzzles.com/?load={PACKED.replace('/', '%2F').replace('=', '%3D')}",
        f"https://sudokupad.app/fpuzzles{PACKED}",
        f"https://beta.sudokupad.app/fpuz{PACKED.replace('+', '%2B')}",
        f"https://sudokupad.app/?puzzleid=fpuzzles{PACKED}",
    ],
)
def test_an_address_holds_a_sudoku(address: str) -> None:
    names = {rule.label for rule in from_fpuzzles(address).rules}
    assert "thermometer 1" in names
    expected = sum(
        g[0][0] == 1 and g[0][0] < g[0][1] < g[2][3] and len({g[k][3 - k] for k in range(4)}) == 4
        for g in GRIDS
    )
    assert len(list(solutions(from_fpuzzles(address)))) == expected > 0


def test_the_command_line_takes_an_address_and_a_file(tmp_path: Path) -> None:
    address = f"https://f-puzzles.com/?load={PACKED}"
    counted = everyway("count", address)
    assert counted.exit_code == 0
    (tmp_path / "mine.json").write_text(decompressed(PACKED), "utf-8")
    assert everyway("count", str(tmp_path / "mine.json")).stdout == counted.stdout
    refused = everyway("count", address, "givens=1")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "error: a sudoku of a page has no parameters; leave givens=… out\n",
    )


def test_texts_of_other_characters_are_decompressed() -> None:
    assert decompressed("JeGoIIYZUUA=") == "é€" + "a" * 12
    assert decompressed("Q===") == ""


def sudoku(**fields: Any) -> str:
    return json.dumps({"size": 4, "grid": BLANK, **fields})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://sudokupad.app/scl1234", "the address does not hold its puzzle; one of f-puzzles"),
        ("https://f-puzzles.com/?load=", "the puzzle of the address ends too early"),
        ("https://f-puzzles.com/?id=abc", "the address does not hold its puzzle"),
        (f"https://f-puzzles.com/?load={PACKED[:90]}", "the puzzle of the address ends too early"),
        ("https://f-puzzles.com/?load=N4Ig~", "the puzzle of the address must be at most 50000"),
        ("https://f-puzzles.com/?load=____", "the puzzle of the address must be at most 50000"),
        ("https://f-puzzles.com/?load=////", "the puzzle of the address "),
        ("{", "the puzzle is no JSON"),
        ("[" * 100_000, "the puzzle is no JSON, or nested too deeply"),
        ("[]", "the JSON is no sudoku of f-puzzles"),
        ('{"size": 4}', "the JSON is no sudoku of f-puzzles"),
        (sudoku(size=99), "grid of f-puzzles: the size must be a number of rows from 2 to 16"),
        (sudoku(size=9), "grid of f-puzzles: it must have 9 rows of 9 cells"),
        (sudoku(size=None), "the grid of f-puzzles must have what f-puzzles writes"),
        (sudoku(size=4.5), "the grid of f-puzzles must have what f-puzzles writes"),
        (
            sudoku(grid=[[{"value": 1.5, "given": True}] * 4] * 4),
            "R1C1 of f-puzzles must have what f-puzzles writes",
        ),
        (sudoku(grid=3), "the grid of f-puzzles must have what f-puzzles writes"),
        (sudoku(grid=[[1] * 4] * 4), "the grid of f-puzzles must have what f-puzzles writes"),
        (sudoku(grid=[[{"region": 0}] * 4] * 4), "grid of f-puzzles: each region from 0 to 3"),
        (sudoku(grid=[[{"c": "#FF0000"}] * 4] * 4), "R1C1 of f-puzzles: its 'c' is not read"),
        (sudoku(entropicline=[{}]), "the sudoku has the field 'entropicline', which is not read"),
        (sudoku(text=[{"isNewConstraint": True}]), "the sudoku has the field 'text', which is"),
        (sudoku(line=[{"lines": [["R1C1", "R1C2"]]}]), "line 1 of f-puzzles: a line is drawn of"),
        (sudoku(odd=[{"cell": "R5C1"}]), "odd 1 of f-puzzles: it has too many cells"),
        (sudoku(odd=[{"cell": "R6C1"}]), "odd 1 of f-puzzles: 'R6C1' is no cell; write one such"),
        (sudoku(odd=[{"cell": 3}]), "odd 1 of f-puzzles must have cell"),
        (sudoku(odd=[3]), "odd 1 of f-puzzles must have cell"),
        (sudoku(odd={"cell": "R1C1"}), "odd of f-puzzles: it must be a list of at most 1024"),
        (sudoku(odd=[{"cell": "R1C1"}] * 1025), "odd of f-puzzles: it must be a list of at most"),
        (sudoku(odd=[{"cell": "R1C1", "not": 1}]), "odd 1 of f-puzzles: its 'not' is not read"),
        (sudoku(xv=[{"cells": ["R1C1"], "value": "X"}]), "xv 1 of f-puzzles: it has too many"),
        (sudoku(xv=[{"cells": ["R1C1", "R1C2"], "value": "7"}]), "xv 1 of f-puzzles: its value"),
        (
            sudoku(killercage=[{"cells": ["R1C1"], "value": "ten"}]),
            "killercage 1 of f-puzzles: its",
        ),
        (sudoku(killercage=[{"cells": ["R1C1"] * 10_001}]), "killercage 1 of f-puzzles: with it"),
        (sudoku(thermometer=[{}]), "thermometer 1 of f-puzzles must have lines"),
        (sudoku(betweenline=[{"lines": [["R1C1"]]}]), "betweenline 1 of f-puzzles must have lines"),
        (sudoku(sandwichsum=[{"cell": "R0C0", "value": "3"}]), "sandwichsum 1 of f-puzzles: "),
        (sudoku(sandwichsum=[{"cell": "R1C1", "value": "3"}]), "sandwichsum 1 of f-puzzles: it"),
        (sudoku(littlekillersum=[{"cell": "R0C4", "direction": "DR"}]), "littlekillersum 1 of f-p"),
        (sudoku(littlekillersum=[{"cell": "R0C1", "direction": "X"}]), "littlekillersum 1 of f-p"),
        (sudoku(clone=[{"cells": ["R1C1"], "cloneCells": []}]), "clone 1 of f-puzzles: it has too"),
        (
            sudoku(arrow=[{"cells": ["R1C1"], "lines": [["R2C1", "R3C1"]]}]),
            "arrow 1 of f-puzzles: it has too many cells, or too few, or a line that begins",
        ),
        (sudoku(negative=["palindrome"]), "negative of f-puzzles: its 'palindrome' is not read"),
        (sudoku(negative=True), "negative of f-puzzles must have what f-puzzles writes"),
    ],
    ids=lambda text: text[-40:],
)
def test_what_cannot_be_read_is_refused_in_words(text: str, said: str) -> None:
    start = time.process_time()
    with pytest.raises(ModelError) as error:
        from_fpuzzles(text)
    assert str(error.value).startswith(said)
    assert str(error.value).isprintable()
    assert time.process_time() - start < 1


def test_a_text_that_grows_too_long_is_refused_at_once() -> None:
    """Each code of the dictionary's next word makes a longer one, as of a million equal letters."""
    code = "".join(bits for bits in _codes(1_600))
    groups = [code[at : at + 6].ljust(6, "0") for at in range(0, len(code), 6)]
    marks = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    packed = "".join(marks[int(group, 2)] for group in groups)
    start = time.process_time()
    with pytest.raises(ModelError, match="the puzzle has more than 1000000 characters"):
        decompressed(packed)
    assert time.process_time() - start < 1


def _codes(number: int) -> list[str]:
    """The codes of a letter, and of words each of which is a letter longer than the last."""
    codes = ["00", f"{ord('x'):08b}"[::-1], f"{4:03b}"[::-1]]
    return [*codes, *(f"{n:0{n.bit_length()}b}"[::-1] for n in range(5, number))]
