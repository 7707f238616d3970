"""The arrays of a FlatZinc text as groups of variables, and its constraints as labelled rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from operator import itemgetter

from ...models.language.constraints import Constraint
from ...models.language.expressions import Variable
from ...models.language.groups import Group, Single, VariableList
from ...models.language.model import Model
from ...models.language.rules import Rule
from ...models.language.variable_grids import VariableGrid
from .syntax import Call, Declaration

_INDEXED = re.compile(r"(.+?)((?:\[\d+(?:, ?\d+)*\])+)")


def names_of(model: Model, shown: frozenset[str]) -> Iterator[str]:
    """The names of the variables in `shown`, and of the groups that are shown as a whole."""
    for group in model.groups:
        names = [one.name for one in group.variables]
        yield from [group.name] if shown.issuperset(names) else filter(shown.__contains__, names)


def rules_by_label(
    constraints: Iterable[tuple[tuple[int, str], Constraint]],
) -> list[Rule | Constraint]:
    """A rule for each label, by their lines; before them one for each constraint without."""
    found: dict[tuple[int, str], list[Constraint]] = {}
    for label, constraint in constraints:
        found.setdefault(label, []).append(constraint)
    alone = found.pop((0, ""), [])  # their labels are put in words when somebody reads them
    return [*alone, *(Rule(label[1], tuple(found[label])) for label in sorted(found))]


def shape_of(declared: Declaration) -> list[range] | None:
    """The index sets of an array that is printed; None for another."""
    for note in declared.notes:
        if isinstance(note, Call) and note.name == "output_array" and note.args:
            sets = note.args[0]
            if isinstance(sets, list) and all(isinstance(one, range) for one in sets):
                return sets
    return None


def group_of(name: str, shape: Sequence[range], members: Sequence[Variable]) -> Group:
    """An array as a list by its index, or as a grid."""
    keys = tuple(shape[0]) if len(shape) == 1 else tuple(f"{p}" for p in range(len(members)))
    if len(shape) == 1:
        return VariableList(name, tuple(members), keys)
    return VariableGrid(name, tuple(members), keys, tuple(map(len, shape)))


def groups_by_index(variables: Iterable[Variable]) -> Iterator[Group]:
    """The variables by the arrays that their names show, and the others alone."""
    arrays: dict[str, list[tuple[tuple[int, ...], Variable]]] = {}
    for one in variables:
        found = _INDEXED.fullmatch(one.name)
        base, index = (found[1], found[2]) if found else (one.name, "")
        place = tuple(map(int, re.findall(r"\d+", index)))
        arrays.setdefault(base, []).append((place, one))
    for name, members in arrays.items():
        places = {place for place, _ in members}
        axes = [*zip(*places, strict=False)]
        shape = [range(min(axis), max(axis) + 1) for axis in axes]
        is_whole = len(places) == len(members) == prod(map(len, shape)) and bool(shape)
        if is_whole and {*map(len, places)} == {len(shape)}:
            yield group_of(name, shape, [one for _, one in sorted(members, key=itemgetter(0))])
        else:
            yield from (Single(one) for _, one in members)
