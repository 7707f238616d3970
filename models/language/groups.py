"""Named groups of variables: how a model's variables are read, written and found again."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, product
from math import prod
from typing import Any, NamedTuple, cast, overload

from .errors import ModelError
from .expressions import Variable, _name, domain_of, whole_number
from .habits import OF_GROUPS, Habits, Shown
from .keeping import cached_property
from .late_dataclasses import dataclass, fields
from .nodes import Node, Value, describe
from .phrases import counted, grouped, refuse_unprintable, shown

MOST_VARIABLES = 1_000_000
"""More in one group are refused, before any is made."""


class Square(NamedTuple):
    """A square: its row from the top and its column from the left, both 1-based."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row}c{self.column}"


Key = int | str | tuple[int | str, ...]
"""The key of a variable in a list: a number, a text, or a tuple of these, as a `Square` is one."""

Values = Mapping[str, Value]
"""An assignment: values by the names of variables."""


class Group(Shown, Habits):
    """Variables under one name: a single one, a list, a placement, a filling."""

    kind: str
    _habits = OF_GROUPS
    _bundle = "group_bundle"

    @property
    def name(self) -> str:
        """The name by which the model knows the group."""
        raise NotImplementedError(f"{type(self).__name__} must define name")

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, in the order of declaration."""
        raise NotImplementedError(f"{type(self).__name__} must define variables")

    def read(self, values: Values) -> Any:
        """The values of the group under `values`, as Python objects."""
        return self.of_row(tuple([values[variable.name] for variable in self.variables]))

    def of_row(self, row: tuple[Value, ...]) -> Any:
        """The same of the values of its variables, in their order."""
        raise NotImplementedError(f"{type(self).__name__} must define of_row")

    def to_json(self, values: Values) -> Any:
        """The values of the group under `values`, in JSON's terms."""
        return self.in_json(self.read(values))

    def in_json(self, read: Any) -> Any:
        """The values of the group as `read` gives them, in JSON's terms."""
        return read

    def from_json(self, data: Any) -> dict[str, Any]:
        """The values by variable that `data`, in the form of `to_json`, gives.

        A value may lie outside its domain; that is for the judge to say. A variable may be
        missing. Raises: ModelError where `data` has another form.
        """
        raise NotImplementedError(f"{type(self).__name__} must define from_json")

    def layout(self) -> dict[str, Any]:
        """The data of this group beside its variables, for `to_data`."""
        return {}

    def describe(self) -> str:
        """The group in a few words, for a heading."""
        raise NotImplementedError(f"{type(self).__name__} must define describe")


@dataclass(frozen=True, eq=False)
class Single(Group):
    """One variable, under its own name."""

    variable: Variable
    kind = "single"

    @property
    def name(self) -> str:
        return self.variable.name

    @property
    def variables(self) -> tuple[Variable, ...]:
        return (self.variable,)

    def of_row(self, row: tuple[Value, ...]) -> Value:
        return row[0]

    def from_json(self, data: Any) -> dict[str, Any]:
        return {self.variable.name: data}

    def describe(self) -> str:
        return self.variable.name


class Members:
    """Several variables, one after the other."""

    members: tuple[Variable, ...]

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Variable]:
        return iter(self.members)

    def __contains__(self, value: object) -> bool:
        return any(member is value for member in self.members)


@dataclass(frozen=True, eq=False)
class Several(Members, Group):
    """A group of variables that goes by a title."""

    title: str
    members: tuple[Variable, ...]

    @property
    def name(self) -> str:
        return self.title

    @property
    def variables(self) -> tuple[Variable, ...]:
        return self.members


@dataclass(frozen=True, eq=False)
class VariableList(Several, Sequence[Variable]):
    """Variables in a row under one name, found by key: `x[3]` is the variable written `x[3]`.

    Where all keys are texts, or they are 0, 1, 2 …, a number is a 0-based place, as in a list. A
    slice is cut by such places whatever the keys are, and `list(x)` has the variables in order.
    Where keys are tuples, `x[1, 2]` is the variable written `x[1,2]`; of squares, `x[r1c2]`.
    """

    keys: tuple[Key, ...]
    kind = "list"

    @cached_property
    def _places(self) -> dict[Key, int]:
        return {key: place for place, key in enumerate(self.keys)}

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(map(key_text, self.keys))

    @cached_property
    def _places_by_text(self) -> dict[str, int]:
        return {text: place for place, text in enumerate(self._texts)}

    @cached_property
    def _numbers_are_places(self) -> bool:
        return all(isinstance(key, str) or key == place for key, place in self._places.items())

    @cached_property
    def _keys_are_tuples(self) -> bool:
        return bool(self.keys) and all(isinstance(key, tuple) for key in self.keys)

    def _place(self, key: Any) -> int | None:
        """The place of a key; None for what is none."""
        try:
            return self._places.get(key)
        except TypeError:  # a list, or a slice in a tuple
            return None

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and self._numbers_are_places:
            return self.members[key]
        named = isinstance(key, str | tuple)
        if isinstance(key, slice) or (self._numbers_are_places and not named):
            return self.members[key]
        place = self._place(key)
        if place is None:
            raise ModelError(f"{self.name} has no variable {key!r}; it has {_shown(self.keys)}")
        return self.members[place]

    def get(self, key: Any, default: Any = None) -> Any:
        """The variable at a key, or `default` where there is none, as of a dict: `x.get(i + 1, 0)`.

        Where numbers are places, a negative one is outside: it does not count from the end as it
        does in `x[-1]`. Raises: ModelError for what can be no key, such as a variable, or one
        number where the keys are pairs.
        """
        if self._keys_are_tuples and not isinstance(key, tuple):
            raise ModelError(
                f"{self.name} has keys such as {self.keys[0]!r}, and get was given {key!r}; write"
                f" {self.name}.get({self.keys[0]!r}, 0)"
            )
        for part in key if isinstance(key, tuple) else (key,):
            if not isinstance(part, str):
                whole_number(part, f"the key of {self.name}")
        if self._numbers_are_places and not isinstance(key, str | tuple):
            return self.members[key] if 0 <= key < len(self.members) else default
        place = self._place(key)
        return default if place is None else self.members[place]

    def __reversed__(self) -> Iterator[Variable]:
        return reversed(self.members)

    @cached_property
    def _is_keyed(self) -> bool:
        return not all(isinstance(key, int) for key in self.keys)

    def of_row(self, row: tuple[Value, ...]) -> Any:
        return dict(zip(self.keys, row, strict=True)) if self._is_keyed else row

    def in_json(self, read: Any) -> Any:
        if not isinstance(read, dict):
            return list(read)
        return dict(zip(self._texts, read.values(), strict=True))

    def from_json(self, data: Any) -> dict[str, Any]:
        if self._is_keyed:
            if not isinstance(data, dict):
                raise ModelError(
                    f"{self.name} must be an object of {list(self._texts)}: {shown(data)}"
                )
            values = {self._named(key).name: value for key, value in data.items()}
            if len(values) < len(data):
                raise ModelError(f"{self.name} gives a variable twice; write each once")
            return values
        if not isinstance(data, list | tuple) or len(data) > len(self.members):
            raise ModelError(
                f"{self.name} must be a list of {counted(len(self.members), 'value')}:"
                f" {shown(data)}"
            )
        return {member.name: value for member, value in zip(self.members, data, strict=False)}

    def _named(self, key: Any) -> Variable:
        """The variable of a key, or of its text, which JSON has in its place."""
        place = self._place(key)
        place = self._places_by_text.get(str(key)) if place is None else place
        if place is None:
            raise ModelError(
                f"{self.name} has no variable {shown(key)}; it has {_shown(self._texts)}"
            )
        return self.members[place]

    def layout(self) -> dict[str, Any]:
        return {"keys": list(map(_key_as_data, self.keys))}

    def describe(self) -> str:
        return f"{counted(len(self.members), 'variable')} {self.name}"


def _shown(keys: Sequence[Key], most: int = 12) -> str:
    more = ", …" if len(keys) > most else ""
    return (", ".join(map(repr, keys[:most])) or "none") + more


def key_text(key: Key) -> str:
    """A key as names of variables show it: `0,1` for a pair, `r1c2` for a square."""
    if isinstance(key, tuple) and not isinstance(key, Square):
        return ",".join(map(str, key))
    return str(key)


def key_texts(group: Group) -> list[str]:
    """The text of the key of each variable; its place where the group has no keys."""
    keys = group.keys if isinstance(group, VariableList) else range(len(group.variables))
    return list(map(key_text, keys))


def _key_as_data(key: Key) -> Any:
    if isinstance(key, Square):
        return {"square": list(key)}
    return list(key) if isinstance(key, tuple) else key


def _read_key(key: object, name: str) -> Key:
    """A key as a list holds it: a tuple that is no square as a plain one.

    Raises: ModelError for anything but a number, a text, or a tuple of these.
    """
    if isinstance(key, str):
        return _name(key)
    parts = key if isinstance(key, tuple) else (key,)
    kinds = int if isinstance(key, Square) else int | str
    if not parts or any(isinstance(p, bool) or not isinstance(p, kinds) for p in parts):
        raise ModelError(
            f"{name} has the key {key!r}; write a whole number, a text, a square, or a tuple of"
            " numbers and texts, such as (0, 1)"
        )
    for part in parts:
        if isinstance(part, str):
            _name(part)
    return cast(Key, key if isinstance(key, int | Square) else tuple(parts))


def _repeated(name: str, keys: Sequence[Key]) -> ModelError:
    """The error for a key that is there twice, or for two that give one name."""
    if len(set(keys)) < len(keys):
        return ModelError(f"the keys of {name} repeat: {list(keys)}; name each once")
    last = {key_text(key): key for key in keys}
    one = next(key for key in keys if last[key_text(key)] != key)
    text = key_text(one)
    return ModelError(
        f"the keys {one!r} and {last[text]!r} of {name} both give the name {name}[{text}]; write"
        " one of them in another way"
    )


@overload
def variables(
    name: str, keys: tuple[int, int, *tuple[int, ...]], domain: Iterable[object]
) -> VariableGrid: ...


@overload
def variables(name: str, keys: int | Iterable[Key], domain: Iterable[object]) -> VariableList: ...


def variables(name: str, keys: int | Iterable[Key], domain: Iterable[object]) -> VariableList:
    """Variables over one domain: `q[0]` … for a number, `q[red]` … for keys, a grid for a shape.

    A variable is found by its key, also where that is a number: of the keys 1 to 5 there is no
    `q[0]`. In a solution the values stand in order, as a tuple, and by key where keys are no
    numbers: texts, squares of a board, or tuples of numbers and texts, such as the ends of an edge.
    A tuple of two or more numbers in the place of keys is a shape, rows first: `x[i, j]`, a row
    `x[i]`, a column `x[:, j]`, all 0-based; in a solution the values stand in rows.

    >>> from everyway.models import variables
    >>> variables("q", 3, range(3))[2]
    q[2]
    >>> variables("day", ["tea", "milk"], range(1, 6))["tea"]
    day[tea]
    >>> variables("pupil", range(1, 4), range(3))[1]
    pupil[1]
    >>> variables("edge", [(0, 1), (1, 2)], range(2))[0, 1]
    edge[0,1]
    >>> variables("x", (3, 4), range(5))[:, -1]
    (x[0,3], x[1,3], x[2,3])
    """
    _name(name)
    if isinstance(keys, int):
        names: tuple[Key, ...] = tuple(range(_few(name, _size(name, keys))))
    else:
        names = tuple(islice(keys, MOST_VARIABLES + 1))
        _few(name, len(names))
    if isinstance(keys, tuple) and names and all(isinstance(key, int) for key in names):
        return _shaped(name, [_size(name, key) for key in names], domain)
    names = tuple([key if type(key) is int else _read_key(key, name) for key in names])
    texts = list(map(str if isinstance(keys, int) else key_text, names))
    if not len(set(names)) == len(set(texts)) == len(names):
        raise _repeated(name, names)
    shared = domain_of(domain, repr(name)) if names else range(1)
    return VariableList(name, tuple([Variable(f"{name}[{t}]", shared) for t in texts]), names)


def _shaped(name: str, shape: Sequence[int], domain: Iterable[object]) -> VariableList:
    """A grid, or a list where there is one dimension."""
    if len(shape) == 1:
        return variables(name, shape[0], domain)
    shared = domain_of(domain, repr(name)) if _few(name, prod(shape)) else range(1)
    places = product(*map(range, shape))
    members = (Variable(f"{name}[{','.join(map(str, place))}]", shared) for place in places)
    return grid_from(name, tuple(members), shape)


def _few(name: str, number: int) -> int:
    """`number`. Raises: ModelError where that is more variables than a model is made of."""
    if number > MOST_VARIABLES:
        raise ModelError(f"{name} is of more than {grouped(MOST_VARIABLES)} variables; write fewer")
    return number


def _size(name: str, size: object) -> int:
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise ModelError(f"{name} must have a number of variables from 0, not {size!r}")
    return size


class Sketch:
    """One thing that a model says about its picture."""

    def __post_init__(self) -> None:
        for text in texts_in([getattr(self, item.name) for item in fields(cast(Any, self))]):
            refuse_unprintable(text, "the text of a picture")

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups that are drawn together; none where it only adds to one."""
        return ()


def texts_in(value: object) -> Iterator[str]:
    """Every text in nested tuples."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        kinds = {*map(type, value)}
        if kinds == {tuple}:
            yield from texts_in([*chain.from_iterable(value)])
        elif kinds != {int}:
            yield from chain.from_iterable(map(texts_in, value))


# ---------- Variables by shape: in rows and columns, or in more dimensions, found by their places.


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

    def get(self, key: Any, default: Any = None) -> Any:
        """The variable at a place, or `default` outside the grid: `x.get((row, column), 0)`.

        A place has an index for each dimension. A negative one is outside: it does not count from
        the end as it does in `x[-1, 0]`. Raises: ModelError for another number of indices, or for
        one that is no number, such as a variable.
        """
        keys = key if isinstance(key, tuple) else (key,)
        place = tuple([whole_number(one, f"an index of {self.name}") for one in keys])
        if len(place) != len(self.shape):
            raise ModelError(
                f"{self.name} has {len(self.shape)} dimensions, and get takes an index for each in"
                f" one tuple, not {key!r}; write {self.name}.get({(0,) * len(self.shape)}, 0)"
            )
        inside = all(0 <= one < size for one, size in zip(place, self.shape, strict=True))
        return picked(self, place) if inside else default

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The place of a variable, counted row by row. Raises: ValueError where it is not there."""
        for place in range(*slice(start, stop).indices(len(self.members))):
            if self.members[place] is value:
                return place
        raise ValueError(f"{value!r} is not in {self.name}")

    def count(self, value: object) -> int:
        """1 for a variable of the grid, else 0."""
        return int(value in self)

    def of_row(self, row: tuple[Value, ...]) -> Any:
        return _nested(row, self.shape)

    def in_json(self, read: Any) -> Any:
        return _listed(read, len(self.shape))

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


def grid_from(name: str, members: tuple[Variable, ...], shape: Sequence[int]) -> VariableGrid:
    """The grid of `members`, which stand row by row. Raises: ModelError where they do not fit."""
    if prod(shape) != len(members):
        raise ModelError(f"{len(members)} variables do not fill the shape {tuple(shape)} of {name}")
    return VariableGrid(name, members, tuple(range(len(members))), tuple(shape))


def picked(array: Block | VariableGrid, key: Any) -> Any:
    """The entry at `key`: a variable, a tuple for one line, a block for more dimensions."""
    keys = key if isinstance(key, tuple) else (key,)
    if len(keys) == len(array.shape):
        found = 0
        for one, size in zip(keys, array.shape, strict=True):
            if type(one) is not int or not -size <= one < size:
                break
            found = found * size + one % size
        else:
            return array.members[found]
    return _cut(array, keys)


def _cut(array: Block | VariableGrid, keys: Sequence[Any]) -> Any:
    """The entries at keys with slices, or fewer than dimensions. Raises: ModelError."""
    if len(keys) > len(array.shape):
        raise ModelError(
            f"{array.title} has {len(array.shape)} dimensions, not the {len(keys)} of"
            f" {_written(array, keys)}"
        )
    every = [*keys, *[slice(None)] * (len(array.shape) - len(keys))]
    chosen = [_places(array, keys, one, place) for place, one in enumerate(every)]
    strides = [prod(array.shape[place + 1 :]) for place in range(len(array.shape))]
    steps = [[place * stride for place in c] for c, stride in zip(chosen, strides, strict=True)]
    found = tuple([array.members[sum(place)] for place in product(*steps)])
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
    size = array.shape[dimension]
    if isinstance(key, slice):
        return range(size)[key]
    if isinstance(key, Node):
        names = ", ".join(("i", "j", "k")[: len(array.shape)])
        raise ModelError(
            f"{_written(array, keys)} has an index that is not known before it is solved; write"
            f" element({array.title}, {names})"
        )
    if isinstance(key, bool) or not hasattr(key, "__index__"):
        raise ModelError(
            f"{_written(array, keys)} has the index {key!r}; write a number from 0, or a slice"
        )
    number = operator.index(key)
    if number not in range(-size, size):
        line = {0: "rows", 1: "columns"}.get(dimension, f"along dimension {dimension}")
        raise ModelError(
            f"{_written(array, keys)} is outside: {array.title} has {size} {line}, 0 to {size - 1}"
            if size
            else f"{_written(array, keys)} is outside: {array.title} has no {line}"
        )
    return (number % size,)


def _written(array: Block | VariableGrid, keys: Sequence[Any]) -> str:
    return f"{array.title}[{', '.join(map(_key, keys))}]"


def _key(key: Any) -> str:
    if isinstance(key, slice):
        ends = ["" if end is None else str(end) for end in (key.start, key.stop)]
        return ":".join(ends + ([] if key.step is None else [str(key.step)]))
    return describe(key) if isinstance(key, Node) else repr(key)


def _nested(values: tuple[Any, ...], shape: Sequence[int]) -> tuple[Any, ...]:
    """`values` in rows, and rows of rows."""
    if len(shape) <= 1:
        return values
    each = prod(shape[1:])
    parts = [values[place * each : (place + 1) * each] for place in range(shape[0])]
    return tuple([_nested(part, shape[1:]) for part in parts])


def _listed(rows: tuple[Any, ...], depth: int) -> list[Any]:
    """Rows, and rows of rows, as lists."""
    return [_listed(row, depth - 1) for row in rows] if depth > 1 else list(rows)
