"""Solutions as MiniZinc prints them, which are also data that it reads: `q = [2, 4, 1, 3];`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, product
from math import prod
from typing import Any

from ..boards.placements import OnBoard
from ..groups import Group, Single, VariableGrid, VariableList
from ..nodes import Value
from ..set_variables import Subset
from ..solution import Solution

SOLUTION, COMPLETE = "----------", "=========="
UNSATISFIABLE, UNKNOWN = "=====UNSATISFIABLE=====", "=====UNKNOWN====="
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?[0-9]+")
_ABSENT = "<>"


def in_minizinc(solution: Solution, value: object = None) -> str:
    """The lines of a solution, a group each, and the line that ends it.

    An array has the indices that its variables are named by, else from 0; a board is rows × columns
    from 1, in which a hole or a wall is absent, `<>`. `value` is that of an objective, if any.
    """
    arrays = groupby(solution.model.groups, _array_of_sets)
    lines = [line for array, one in arrays for line in _lines(array, [*one], solution.assignment)]
    if value is not None:
        goals = list(value) if isinstance(value, Sequence) else [value]
        lines.append(f"_objective = {goals[0] if len(goals) == 1 else goals};")
    return "\n".join([*lines, SOLUTION])


def ending(number: int, *, complete: bool) -> str:
    """The line behind all solutions; "" where something stopped the search after some."""
    if complete:
        return COMPLETE if number else UNSATISFIABLE
    return "" if number else UNKNOWN


def _array_of_sets(group: Group) -> str:
    """The name of the array that a set is of; else that of the group, which has no other."""
    return group.name.partition("[")[0] if isinstance(group, Subset) else group.name


def _lines(array: str, groups: list[Group], values: dict[str, Value]) -> Iterator[str]:
    """The line of a group or of an array of sets, or one for each variable where it is neither."""
    name, group = _word(array), groups[0]
    items = [_word(values[v.name]) for v in group.variables]
    sets: list[range] | None = None
    if isinstance(group, Subset):
        items = [_set(one, values) for one in groups]
    match group:
        case OnBoard():
            at = dict(zip(group.squares, items, strict=True))
            items = [at.get(square, _ABSENT) for row in group.board.grid for square in row]
            sets = [range(1, group.board.height + 1), range(1, group.board.width + 1)]
        case VariableGrid():
            sets = _indices([v.name for v in group.variables], group.name, group.shape)
        case Single() | Subset() if group.name == array:
            yield f"{name} = {items[0]};"
            return
        case Subset():
            ends = (re.findall(r"-?\d+", groups[at].name.removeprefix(array)) for at in (0, -1))
            shape = [int(last) - int(first) + 1 for first, last in zip(*ends, strict=True)]
            shape = shape if prod(shape) == len(items) else [len(items)]
            sets = _indices([one.name for one in groups], array, shape)
        case VariableList():
            sets = _indices([v.name for v in group.variables], group.name, (len(items),))
    if sets is None:
        for variable, item in zip(group.variables, items, strict=True):
            yield f"{_word(variable.name)} = {item};"
    else:
        yield f"{name} = {_array(items, sets)};"


def _set(group: Group, values: dict[str, Value]) -> str:
    """`{1,3,4}`, `2..4`: the members of a set."""
    found = group.in_json(group.of_row(tuple(values[v.name] for v in group.variables)))
    if {*map(type, found)} == {int} and found == [*range(found[0], found[-1] + 1)]:
        return f"{found[0]}..{found[-1]}"
    return f"{{{','.join(map(_word, found))}}}"


def _array(items: Sequence[str], sets: Sequence[range]) -> str:
    listed = f"[{', '.join(items)}]"
    if len(sets) == 1 and sets[0].start == 1:
        return listed
    written = "".join(f"{one.start}..{one.stop - 1}, " for one in sets)
    return f"array{len(sets)}d({written}{listed})"


def _indices(names: Sequence[str], name: str, shape: Sequence[int]) -> list[range]:
    """The index sets by which variables are named; from 1 in a list that is named otherwise, and
    from 0 in a grid.
    """
    first = re.findall(r"-?\d+", names[0].removeprefix(name)) if names else []
    if len(first) == len(shape) and len(names) == prod(shape):
        sets = [
            range(int(start), int(start) + size) for start, size in zip(first, shape, strict=True)
        ]
        places = (f"{name}[{','.join(map(str, place))}]" for place in product(*sets))
        if list(places) == list(names):
            return sets
    return [range(len(shape) == 1, size + (len(shape) == 1)) for size in shape]


def _word(value: Any) -> str:
    """A number, or a name as MiniZinc has it, in quotes where it needs them.

    Labels that are numbers, and `<>`, are of optional values.
    """
    text = str(value)
    if text == _ABSENT or _IDENTIFIER.fullmatch(text) or _NUMBER.fullmatch(text):
        return text
    return f"'{text}'"
