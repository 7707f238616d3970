"""The five published answers print what was published, and no planted fault goes unnoticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from everyway.solvers.published import (
    Representation,
    directions,
    matrix,
    pairs,
    queens,
    rows,
)
from everyway.solvers.published import reversed as backwards

MODULES: list[ModuleType] = [pairs, backwards, rows, directions, matrix]
DATA = Path(__file__).parent / "published_outputs.txt"
every_module = pytest.mark.parametrize("module", MODULES, ids=lambda m: m.REPRESENTATION.name)


def published_lines() -> list[tuple[str, str]]:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    found = [line.partition(": ") for line in lines if not line.startswith("#")]
    return [(name, text) for name, _, text in found]


def mismatches(by: Representation[Any]) -> Iterator[str]:
    """The outputs of this representation that are not to the letter; small boards first."""
    for size, text in wanted_outputs(by.name):
        if by.printed(size) != text:
            yield f"queens {size}"
    for size in (4, 5, 6):
        wanted = {frozenset((r, c) for c, r in enumerate(line, 1)) for line in brute_force(size)}
        if set(map(by.squares, queens(size, by))) != wanted:
            yield f"squares of {size}"


def wanted_outputs(name: str) -> Iterator[tuple[int, str]]:
    """The output of the published program for each size that is known."""
    if name == "reversed":
        for size in (4, 5, 8):
            yield size, as_scala_prints(size)
    for known, text in published_lines():
        if known == name:
            yield int(text.split(")")[0].removeprefix("(queens ")), text


def brute_force(size: int) -> list[tuple[int, ...]]:
    """All solutions as rows by column in lexicographic order, found without any skeleton."""

    def solves(line: tuple[int, ...]) -> bool:
        falling = {row - column for column, row in enumerate(line)}
        rising = {row + column for column, row in enumerate(line)}
        return len(falling) == len(rising) == size

    return list(filter(solves, permutations(range(1, size + 1))))


def as_scala_prints(size: int) -> str:
    found = [", ".join(map(str, line[::-1])) for line in brute_force(size)]
    return "\n".join([*(f"List({text})" for text in found), str(len(found))])


# What the programs print


@every_module
def test_the_published_output_is_reproduced_to_the_letter(module: ModuleType) -> None:
    assert list(mismatches(module.REPRESENTATION)) == []


def test_the_data_holds_every_published_line() -> None:
    counted = Counter(name for name, _ in published_lines())
    assert counted == {"pairs": 7, "rows": 6, "directions": 6, "matrix": 1}


def test_reversed_prints_its_ends_and_the_number() -> None:
    lines = backwards.REPRESENTATION.printed(8).split("\n")
    assert lines[0] == "List(4, 2, 7, 3, 6, 8, 5, 1)"
    assert lines[-2:] == ["List(5, 7, 2, 6, 3, 1, 4, 8)", "92"]
    assert len(lines) == 93


@pytest.mark.parametrize("module", [rows, directions])
def test_eight_queens_are_92_lists_in_order_with_the_published_one(module: ModuleType) -> None:
    by = module.REPRESENTATION
    found = queens(8, by)
    assert found == brute_force(8)
    assert len(found) == 92
    assert "(3 7 2 8 5 1 4 6)" in map(by.written, found)


@pytest.mark.parametrize(
    ("module", "printed"),
    [
        (pairs, "(queens 0) => (())"),
        (backwards, "List()\n1"),
        (rows, "(queens 0) => (())"),
        (directions, "(queens 0) => (())"),
        (matrix, "(queens 0) => (())"),
    ],
)
def test_a_board_of_size_0_has_one_solution_without_queens(
    module: ModuleType, printed: str
) -> None:
    assert module.REPRESENTATION.printed(0) == printed


@pytest.mark.parametrize("size", range(9))
def test_all_five_find_the_same_squares(size: int) -> None:
    wanted = {frozenset((r, c) for c, r in enumerate(line, 1)) for line in brute_force(size)}
    for module in MODULES:
        by = module.REPRESENTATION
        found = [by.squares(position) for position in queens(size, by)]
        assert len(found) == len(set(found))
        assert set(found) == wanted, by.name


# A fault is noticed


def faults(by: Representation[Any]) -> Iterator[tuple[str, Representation[Any]]]:
    """Representations like `by`, each with one fault."""

    def forgetful(k: int, position: Any) -> bool:
        """Sees no more of a placement than rows: no diagonals."""
        squares = by.squares(position)
        return len({r for r, _ in squares}) == len({c for _, c in squares}) == len(squares)

    def upside_down(new_row: int, k: int, rest: Any) -> Any:
        """Begins with the fifth row of the first five."""
        return by.adjoin_position(6 - new_row if new_row < 6 else new_row, k, rest)

    yield "keeps all", replace(by, safe=lambda k, position: True)
    yield "keeps none", replace(by, safe=lambda k, position: False)
    yield "opposite", replace(by, safe=lambda k, position: not by.safe(k, position))
    yield "no diagonals", replace(by, safe=forgetful)
    yield "skips a column", replace(by, safe=lambda k, p: k == 3 or by.safe(k, p))
    yield "other order", replace(by, adjoin_position=upside_down)


@every_module
def test_a_planted_fault_does_not_go_unnoticed(module: ModuleType) -> None:
    planted = dict(faults(module.REPRESENTATION))
    unnoticed = [name for name, wrong in planted.items() if not any(mismatches(wrong))]
    assert unnoticed == []


@pytest.mark.parametrize(
    ("module", "name", "fault"),
    [
        (pairs, "attacks", lambda one, other: one.row == other.row),
        (backwards, "attacked_by", lambda column, distance: (column, column + distance)),
        (rows, "attacks", lambda row, other, distance: row - other in (0, distance)),
        (directions, "clear", lambda direction, row, earlier: direction == 1 or row not in earlier),
        (matrix, "row_safe", lambda board: True),
        (matrix, "upper_left_safe", lambda column, board: True),
        (matrix, "lower_left_safe", lambda column, board: True),
    ],
)
def test_a_fault_inside_safe_does_not_go_unnoticed(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, fault: Callable[..., Any]
) -> None:
    monkeypatch.setattr(module, name, fault)
    assert any(mismatches(module.REPRESENTATION))
