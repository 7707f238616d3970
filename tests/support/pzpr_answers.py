"""Answers of boards of pzprjs: out of solutions of a model, as its givens, and judged by pzpr.

An answer is a mapping as `pzpr_boards.Board` has it.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from everyway.formats.addresses import HOST, Address, write_address
from everyway.models import Constraint, Model, any_of
from everyway.models.boards import Borders, Fences, Links
from everyway.models.language.late_dataclasses import replace

PZPR = Path(__file__).parents[2] / "build/npm/node_modules/pzpr"
SCRIPT = Path(__file__).with_name("pzpr_judge.js")
Answer = Mapping[Any, Any]
Place = tuple[int, int]
"""By half squares from the left and from the top: `(1, 1)` is the middle of the first square."""
Mark = tuple[int, int, str, int]
"""A place, a method of pzpr, and its argument."""


def with_answer(model: Model, answer: Answer) -> Model:
    """The model with the answer on the squares, or between the squares, of its groups."""
    given: list[Constraint] = [
        any_of(variable == one for one in value)
        if isinstance(value := answer.get(key, 0), frozenset)
        else variable == value
        for key, variable in variables_of(model).items()
    ]
    return Model(model.name, *model.groups, *model.rules, given)


def answer_of(model: Model, values: Mapping[str, Any]) -> dict[Any, Any]:
    """The answer in values of variables, by name; of lits the shading alone."""
    answer = {key: values[variable.name] for key, variable in variables_of(model).items()}
    if model.name.startswith("LITS"):
        return {key: "-" if piece == "-" else frozenset("LITS") for key, piece in answer.items()}
    return answer


def variables_of(model: Model) -> dict[Any, Any]:
    """The variables that an answer has, by its keys."""
    shown: Any = model.groups[0]
    found = {
        key: variable
        for group in model.groups
        if isinstance(group, Borders | Links | Fences) or group.name == "bridges"
        for key, variable in zip(_keys_of(group), group.variables, strict=True)
    }
    if hasattr(shown, "squares"):
        away = int(model.name.startswith("kakuro"))  # its grid has the sums outside, too
        found |= {(s.row - away, s.column - away): shown[s] for s in shown.squares}
    return found


def _keys_of(group: Any) -> Sequence[Any]:
    """The pairs of squares, or of corners, or else the names, by which an answer has a group."""
    if isinstance(group, Borders | Links):
        return group.pairs
    return group.edges if isinstance(group, Fences) else group.keys


# --------------------------------------------------------------------------- Judged by pzpr.

NUMBERED = {
    *("cojun", "easyasabc", "fillomino", "kakuro", "kropki", "minarism", "renban", "ripple"),
    *("skyscrapers", "sudoku", "yinyang"),
}
"""The genres in which numbers are entered, where none is given."""
LINED = {"cave", "country", "hashi", "mashu", "moonsun", "numlin", "slither", "yajilin"}
"""The genres in which lines are drawn; in others it is borders between squares."""
CODES = {"\\": 31, "/": 32, "◣": 2, "◢": 3, "◥": 4, "◤": 5, ".": 0, "-": 0, frozenset("LITS"): 1}
"""The numbers of pzpr for values; a letter has its place in the alphabet."""
REFUSED = ("no number that may be entered", "a clue stays as it is")
"""Said in place of a broken rule, where pzpr lets nobody enter this."""


def skip_without_pzpr() -> None:
    if shutil.which("node") is None:
        pytest.skip("not installed: node from https://nodejs.org")
    if not PZPR.exists():
        pytest.skip("not installed: npm install --prefix build/npm pzpr@0.10.1")


def judged(answers: Iterable[tuple[Address, Answer]]) -> list[tuple[str | None, str]]:
    """For each answer the code of the rule that it breaks, or None, and the board of pzpr."""
    lines = [
        json.dumps(
            [_as_released(address).removeprefix(HOST), _corners(address) + marks(address, answer)]
        )
        for address, answer in answers
    ]
    run = subprocess.run(
        ["node", SCRIPT, PZPR], input="\n".join(lines), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return [(broken, board) for broken, board in map(json.loads, run.stdout.splitlines())]


def _as_released(address: Address) -> str:
    """The address for pzpr 0.10.1, which counts no edge of the board around a number of nawabari.

    The boards of pzprjs in the tests have such numbers, so later versions count it.
    """
    if address.genre != "nawabari":
        return write_address(address)
    edges = {
        (r, c): [r, c].count(1) + (r == address.height) + (c == address.width)
        for r, c in address.clues
    }
    clues = {s: n if n == "?" else int(n) - edges[s] for s, n in address.clues.items()}
    return write_address(replace(address, clues=clues))


def _corners(address: Address) -> list[Mark]:
    """Each corner of fivecells that has no hole; pzpr 0.10.1 keeps a hole where a gap passes it."""
    found = [(r, c) for r in (1, address.height) for c in (1, address.width)]
    kept = [square for square in found if address.clues.get(square) != "#"]
    return [(*_middle(s), "setQues", 0) for s in kept if address.genre == "fivecells"]


def marks(address: Address, answer: Answer) -> list[Mark]:
    """The part of an answer that is entered."""
    return list(_marks(address, answer))


def _marks(address: Address, answer: Answer) -> Iterator[Mark]:
    entered = _outline(answer) if address.genre == "cave" else answer
    for key, value in entered.items():
        code = value + 1 if address.genre == "yinyang" else _code(value)
        on_square = not isinstance(key, str) and isinstance(key[0], int)
        if code and (not on_square or address.genre == "slither"):
            method = "setLineVal" if address.genre in LINED else "setQans"
            for x, y in _between(address, key):
                yield x, y, method, code
        elif code and not (address.genre in NUMBERED and address.clues.get(key, "?") != "?"):
            yield *_middle(key), "setAnum" if address.genre in NUMBERED else "setQans", code


def _code(value: Any) -> int:
    if value in CODES:
        return CODES[value]
    return ord(value) - ord("A") + 1 if isinstance(value, str) else int(value)


def _outline(shaded: Answer) -> Answer:
    """The sides between squares that are shaded, or outside, and others."""
    sides = [
        (one, (one[0] + down, one[1] + right))
        for one in shaded
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    ]
    return {(one, two): 1 for one, two in sides if shaded[one] != shaded.get(two, 1)}


def _between(address: Address, key: Any) -> Iterator[Place]:
    """The sides of squares at which a key stands: of two squares, corners, or islands."""
    if address.genre == "slither":
        one, other = ((n % (address.width + 1), n // (address.width + 1)) for n in key)
        yield one[0] + other[0], one[1] + other[1]
        return
    if isinstance(key, str):
        r, c, row, column = map(int, re.findall(r"\d+", key))
        key = (r, c), (row, column)
    (x, y), (across, down) = map(_middle, key)
    far = max(abs(across - x), abs(down - y))
    for step in range(1, far, 2):
        yield x + step * (across - x) // far, y + step * (down - y) // far


def _middle(square: Any) -> Place:
    row, column = square
    return 2 * column - 1, 2 * row - 1
