"""Variables by shape: in rows and columns, or in more dimensions, found by their places."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from .domains import Domain
from .errors import ModelError
from .expressions import Variable
from .groups import Members, Values, VariableList
from .late_dataclasses import dataclass
from .nodes import Node, describe
from .phrases import shown


@dataclass(frozen=True, eq=False)
class Block(Members):
    """Part of a grid in two dimensions or more: indexed as a grid is, without a name of its own."""

    title: str
    members: tuple[Variable, ...]
    shape: tuple[int, ...]

    def __getitem__(self, key: Any) -> Any:
        return picked(self, key)


@dataclass(frozen=True, eq=False)
class VariableGrid(VariableList):
    """Variables under one name in rows and columns, 0-based: `x[i, j]`, `x[i]`, `x[:, j]`.

    `shape` has the number of rows, of columns, and of what there is in further dimensions. A
    negative index counts from the end, and a slice is cut as in lists. One line is a tuple of
    variables, several are a block that is indexed likewise. `len`, iteration and whatever takes
    terms go through all the variables, row by row.

    Raises: ModelError for an index that is outside, or is no number.
    """

    shape: tuple[int, ...] = ()
    kind = "grid"

    def __getitem__(self, key: Any) -> Any:
        return picked(self, key)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The place of a variable, counted row by row. Raises: ValueError where it is not there."""
        for place in range(*slice(start, stop).indices(len(self.members))):
            if self.members[place] is value:
                return place
        raise ValueError(f"{value!r} is not in {self.name}")

    def count(self, value: object) -> int:
        """1 for a variable of the grid, else 0."""
        return int(value in self)

    def read(self, values: Values) -> Any:
        return _nested([values[member.name] for member in self.members], self.shape, tuple)

    def to_json(self, values: Values) -> Any:
        return _nested([values[member.name] for member in self.members], self.shape, list)

    def from_json(self, data: Any) -> dict[str, Any]:
        return dict(self._from_rows(data, (), self.shape))

    def _from_rows(
        self, data: Any, place: tuple[int, ...], shape: Sequence[int]
    ) -> Iterator[tuple[str, Any]]:
        if not shape:
            yield picked(self, place).name, data
            return
        if not isinstance(data, list | tuple) or len(data) > shape[0]:
            where = f"{self.name}[{', '.join(map(str, place))}]" if place else self.name
            kind = "rows" if len(shape) > 1 else "values"
            raise ModelError(f"{where} must be a list of {shape[0]} {kind}: {shown(data)}")
        for number, item in enumerate(data):
            yield from self._from_rows(item, (*place, number), shape[1:])

    def layout(self) -> dict[str, Any]:
        return {"shape": list(self.shape)}

    def describe(self) -> str:
        return f"{' × '.join(map(str, self.shape))} variables {self.name}"

    def slabs(self, values: Mapping[str, Any]) -> list[list[list[Any]]]:
        """The values in the rows of each two-dimensional slab; None where there is no value."""
        found = [values.get(member.name) for member in self.members]
        height, width = self.shape[-2:]
        rows = [found[start : start + width] for start in range(0, len(found), width or 1)]
        if not rows:
            return []
        return [rows[start : start + height] for start in range(0, len(rows), height)]


def grid_of(name: str, shape: Sequence[int], domain: Domain) -> VariableGrid:
    """A grid of variables `name[0,0]`, `name[0,1]` …, all over `domain`."""
    places = product(*map(range, shape))
    members = (Variable(f"{name}[{','.join(map(str, place))}]", domain) for place in places)
    return grid_from(name, tuple(members), shape)


def grid_from(name: str, members: tuple[Variable, ...], shape: Sequence[int]) -> VariableGrid:
    """The grid of `members`, which stand row by row. Raises: ModelError where they do not fit."""
    if prod(shape) != len(members):
        raise ModelError(f"{len(members)} variables do not fill the shape {tuple(shape)} of {name}")
    return VariableGrid(name, members, tuple(range(len(members))), tuple(shape))


def picked(array: Block | VariableGrid, key: Any) -> Any:
    """The entry at `key`: a variable, a tuple for one line, a block for more dimensions."""
    keys = key if isinstance(key, tuple) else (key,)
    if len(keys) > len(array.shape):
        raise ModelError(
            f"{array.title} has {len(array.shape)} dimensions, not the {len(keys)} of"
            f" {array.title}[{_written(keys)}]"
        )
    every = [*keys, *[slice(None)] * (len(array.shape) - len(keys))]
    chosen = [_places(array, keys, one, place) for place, one in enumerate(every)]
    strides = [prod(array.shape[place + 1 :]) for place in range(len(array.shape))]
    found = tuple(
        array.members[sum(map(operator.mul, place, strides))] for place in product(*chosen)
    )
    shape = tuple(
        len(places) for one, places in zip(every, chosen, strict=True) if isinstance(one, slice)
    )
    if not shape:
        return found[0]
    return found if len(shape) == 1 else Block(array.title, found, shape)


def _places(
    array: Block | VariableGrid, keys: Sequence[Any], key: Any, dimension: int
) -> Sequence[int]:
    """The places that `key` picks along one dimension."""
    size, written = array.shape[dimension], f"{array.title}[{_written(keys)}]"
    if isinstance(key, slice):
        return range(size)[key]
    if isinstance(key, Node):
        names = ", ".join(("i", "j", "k")[: len(array.shape)])
        raise ModelError(
            f"{written} has an index that is not known before it is solved; write"
            f" element({array.title}, {names})"
        )
    if isinstance(key, bool) or not hasattr(key, "__index__"):
        raise ModelError(f"{written} has the index {key!r}; write a number from 0, or a slice")
    number = operator.index(key)
    if number not in range(-size, size):
        line = {0: "rows", 1: "columns"}.get(dimension, f"along dimension {dimension}")
        raise ModelError(
            f"{written} is outside: {array.title} has {size} {line}, 0 to {size - 1}"
            if size
            else f"{written} is outside: {array.title} has no {line}"
        )
    return (number % size,)


def _written(keys: Sequence[Any]) -> str:
    return ", ".join(map(_key, keys))


def _key(key: Any) -> str:
    if isinstance(key, slice):
        ends = ["" if end is None else str(end) for end in (key.start, key.stop)]
        return ":".join(ends + ([] if key.step is None else [str(key.step)]))
    return describe(key) if isinstance(key, Node) else repr(key)


def _nested(values: Sequence[Any], shape: Sequence[int], kind: type) -> Any:
    """`values` in rows, and rows of rows."""
    if len(shape) <= 1:
        return kind(values)
    each = prod(shape[1:])
    parts = (values[place * each : (place + 1) * each] for place in range(shape[0]))
    return kind(_nested(part, shape[1:], kind) for part in parts)
