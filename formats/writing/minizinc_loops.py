"""Lists of squares, arrays by rows, and loops as MiniZinc has them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from ...models.language.boards.placements import OnBoard
from ...models.language.groups import Group, VariableList
from .brackets import atomic
from .families import Loop, conditions
from .preparing import index_sets, keys_of
from .python_layout import Data, before

_OTHER = re.compile(r"\((\w+), (\w+)\) != \((-?\w+), (-?\w+)\)")

_IN_PAIR = re.compile(r" in \((\w+, \w+)\)")

_FIRST = re.compile(r"\((\w+, \w+)\) < \((\w+, \w+)\)")


def squares_of(group: Group) -> list[tuple[int, ...]]:
    """The rows and columns of keys that are squares, two of them, or pairs, and no grid."""
    keys = [tuple(key) for key in keys_of(group)]
    are_pairs = all(len(key) == 2 and {*map(type, key)} == {int} for key in keys)
    of_squares = isinstance(group, OnBoard) or are_named(group) or are_pairs
    return keys if of_squares and not index_sets(keys) else []


def are_named(group: Group) -> bool:
    """True if each key is the name of a square, or of what is between two."""
    keys = group.keys if isinstance(group, VariableList) else ()
    return {*map(type, keys)} == {str} and {*map(len, keys_of(group))} <= {2, 4}


def axes(squares: Sequence[tuple[int, ...]]) -> str:
    """The index sets of an array that has these squares."""
    return ", ".join(f"{min(axis)}..{max(axis)}" for axis in zip(*squares, strict=True))


def drawn_array(of_square: Mapping[tuple[int, ...], str]) -> str:
    """An array by rows, in which squares without a text have 0."""
    rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*of_square, strict=True))
    lines = [", ".join(of_square.get((row, column), "0") for column in columns) for row in rows]
    if rows[0] == columns[0] == 1:
        return "[|\n    " + " |\n    ".join(lines) + " |]"
    return f"array2d({axes([*of_square])},\n    [" + ",\n    ".join(lines) + "])"


def generators(loops: Sequence[Loop]) -> str:
    """The loops as generators; empty where there are none such."""
    said: list[str] = []
    for names, over, several, where in loops:
        values: Any = _bounded(over) if isinstance(over, Data) else f"{over[0]}..{over[-1]}"
        if not values:
            return ""
        if not (isinstance(over, Data) or (isinstance(over, range) and over.step == 1)):
            if not all(type(value) in (int, Data) for value in over):
                return ""
            values = f"[{', '.join(map(str, over))}]"
        found = [f"{a} < {b}" for a, b in pairwise(names) if several]
        found += [_OTHER.sub(r"(\1 != \3 \\/ \2 != \4)", one) for one in conditions(where)]
        ordered = " /\\ ".join(found).replace("==", "=").replace(" or ", " \\/ ")
        ordered = _IN_PAIR.sub(r" in {\1}", _FIRST.sub(r"[\1] < [\2]", ordered))
        if said and said[-1].endswith(f" in {values}"):
            names = (said.pop().removesuffix(f" in {values}"), *names)
        said.append(f"{', '.join(names)} in {values}{ordered and ' where '}{ordered}")
    return ", ".join(said)


def _bounded(over: Data) -> str:
    """A set, which may be a range in Python; empty for one in other steps than 1."""
    if not over.startswith("range("):
        return over
    first, end, *step = cast("ast.Call", ast.parse(over, mode="eval").body).args
    said = f"{ast.unparse(first)}..{ast.unparse(before(end))}".replace("//", "div")
    return "" if step else said


def spelled(text: str) -> str:
    """A text of loops in Python with the operators of MiniZinc."""
    return text.replace(" % ", " mod ").replace(" ** ", " ^ ")


def truth_of(text: str) -> str:
    """The truth whose number this is; empty for another text."""
    is_call = text.startswith("bool2int(") and atomic(text)
    return text.removeprefix("bool2int") if is_call else ""
