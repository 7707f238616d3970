"""The variables and arrays that a FlatZinc text has printed, and their text in a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from ...models.language.expressions import Variable, variable
from ...models.language.groups import Group, Single
from ...models.language.late_dataclasses import dataclass
from .groups_and_rules import group_of, shape_of
from .syntax import Call, Declaration, Ref, Source


@dataclass(frozen=True)
class Printed:
    """A variable, or an array by rows, that is printed in every solution."""

    name: str
    is_boolean: bool
    shape: tuple[range, ...] | None
    """The index sets of an array."""
    items: tuple[Any, ...]
    """Numbers, truth values and names of variables; a single one where it is no array."""

    def named(self) -> Iterator[tuple[Any, str]]:
        """The items, each with the name under which it is printed here."""
        places: Iterable[Any] = ("",)
        if self.shape is not None:
            places = (f"[{','.join(map(str, place))}]" for place in product(*self.shape))
        return ((item, f"{self.name}{at}") for item, at in zip(self.items, places, strict=True))

    def renamed(self, names: Mapping[str, str]) -> Printed:
        """The same with other names of variables."""
        items = (names[item] if isinstance(item, str) else item for item in self.items)
        return Printed(self.name, self.is_boolean, self.shape, tuple(items))

    def text(self, values: Mapping[str, Any]) -> str:
        """The line of a solution, as FlatZinc demands it."""
        items = (values[item] if isinstance(item, str) else item for item in self.items)
        if self.is_boolean:
            items = (str(bool(item)).lower() for item in items)
        if self.shape is None:
            return f"{self.name} = {next(iter(items))};"
        sets = "".join(f"{one.start}..{one.stop - 1}, " for one in self.shape)
        return f"{self.name} = array{len(self.shape)}d({sets}[{', '.join(map(str, items))}]);"


def printed(
    source: Source, declared: Iterable[Declaration], values: Mapping[str, Any]
) -> tuple[Printed, ...]:
    """All that is printed, in the order of the text; a name that is another's stands for that.

    Raises: ModelError for an array whose index sets are not those of its items.
    """
    found = []
    ends: dict[str, Any] = {}

    def last(item: Any) -> Any:
        end = _last(item, values, ends)
        if not isinstance(end, str | int):
            source.refuse(one.line, f"{one.name} is printed, and an item is no number: {item}")
        return end

    for one in declared:
        shape = shape_of(one)
        if "output_var" in one.notes and not one.is_array:
            found.append(Printed(one.name, one.domain == "bool", None, (last(one.name),)))
        elif shape is not None:
            items = tuple(map(last, one.value or ()))
            if len(items) != prod(map(len, shape)):
                source.refuse(one.line, f"{one.name} has not an item for each of its indices")
            found.append(Printed(one.name, one.domain == "bool", tuple(shape), items))
        elif any(isinstance(note, Call) and note.name == "output_array" for note in one.notes):
            source.refuse(one.line, f"{one.name} is printed by index sets that are no ranges")
    return tuple(found)


def _last(item: Any, values: Mapping[str, Any], ends: dict[str, Any]) -> Any:
    """The number, or the name of a variable without a value, for which a name stands.

    What is found out is added to `ends`, so that no chain of names is followed twice.
    """
    seen = set[str]()
    while isinstance(item, str) and item not in seen and (item in ends or item in values):
        seen.add(item)
        item = ends[item] if item in ends else values[item]
    end = Ref(item) if isinstance(item, str) else item
    ends.update(dict.fromkeys(seen, end))
    return end


def groups_of(
    every: Iterable[Printed],
    variables: Mapping[str, Variable],
    labels: Mapping[str, Sequence[str]],
) -> Iterator[Group]:
    """The variables by the arrays in which they are printed, and the others alone.

    What is printed and fixed is a variable of one value, so that arrays stay whole.
    """
    left = dict(variables)
    for one in every:
        own: list[Variable] = []
        fixed: list[Variable] = []
        for item, name in one.named():
            if not isinstance(item, str):
                fixed.append(_fixed(name, item, labels.get(one.name, ())))
                own.append(fixed[-1])
            elif item in left and left[item].name == name:
                own.append(left[item])
        if one.shape is not None and len(own) == len(one.items) > 0:
            for item in one.items:
                left.pop(item, None)
            yield group_of(one.name, one.shape, own)
        else:
            yield from map(Single, fixed)
    yield from map(Single, left.values())


def _fixed(name: str, value: int, labels: Sequence[str]) -> Variable:
    return variable(name, [labels[value - 1] if 0 < value <= len(labels) else int(value)])
