"""The groups of a model as arrays of another language, and texts over them in few words."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from ...models.language.expressions import Variable
from ...models.language.groups import Group
from ...models.language.model import Model
from .brackets import atomic, bare
from .families import Loop, in_families, letters_but, size
from .preparing import identifiers, index_sets, keys_of
from .python_layout import STRING, Data
from .squares import (
    ADDED,
    INDEX,
    JOINED,
    LINK,
    WEIGHED,
    Line,
    across,
    block,
    line_of,
    so_far,
    with_calls,
)

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\x01[^\x01]*\x01|\w+|.', re.DOTALL)
_LAST = ("maximum_of", "minimum_of")
"""The functions of bounds, and of a list after these."""
_IN_ANY_ORDER = ("sum", "alldifferent", "add_all_different", "max", "min", *_LAST)
"""The functions whose terms are written in the order of their array."""
_WORD = re.compile(r"\w+")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_TIMES = re.compile(r"\d+ \* ")


class Array(NamedTuple):
    """A group of variables by keys, and the name that it has in the text."""

    name: str
    group: str
    """The name of the group."""
    variables: tuple[Variable, ...]
    keys: Sequence[tuple[Any, ...]]
    """A key for each variable."""
    axes: tuple[range, ...]
    """The index sets, if the keys are the numbers of a grid in the order of its rows."""


Form = Callable[[Array, Sequence[str], str], str]
"""Another text of items of one array in a list; empty if they have none."""


class Arrays(ABC):
    """The variables of a model as a language has them: by arrays, and others by name."""

    def __init__(self, model: Model, reserved: Iterable[str]) -> None:
        keyed = {group.name: keys for group in model.groups if (keys := self.keys(group))}
        alone = [v.name for one in model.groups if one.name not in keyed for v in one.variables]
        names = identifiers({name: name for name in (*keyed, *alone)}, reserved)
        self.taken = {*names.values(), *reserved}
        """The names that no variable of a loop has, nor what is declared later."""
        self.text = {name: names[name] for name in alone}
        """The text of each variable."""
        self.arrays = [
            Array(names[name], name, model.groups_by_name[name].variables, keys, index_sets(keys))
            for name, keys in keyed.items()
        ]
        self.by_group = {array.group: array for array in self.arrays}
        self._by_end: dict[str, dict[tuple[str, ...], tuple[str, str]]] = {}
        self.place: dict[str, tuple[Array, int]] = {}
        """The array of a text, and its place there."""
        for array in self.arrays:
            for place, text in enumerate(self.elements(array)):
                self.text[array.variables[place].name] = text
                self.place[text] = array, place

    def keys(self, group: Group) -> Sequence[tuple[Any, ...]]:
        """The keys of a group, one for each variable; none where it is no array."""
        return keys_of(group)

    @abstractmethod
    def elements(self, array: Array) -> Sequence[str]:
        """The items of an array, one by one."""

    @abstractmethod
    def part(self, array: Array, axes: Sequence[range], function: str) -> str:
        """Several items of an array as the argument of a function; empty if they are no part.

        `axes` are ranges of places, from 0; `function` is a star within a list.
        """

    @abstractmethod
    def loop(self, text: str, loops: Sequence[Loop]) -> str | None:
        """A list of a text within loops, in brackets; None if the language has none."""

    @abstractmethod
    def joined(self, pieces: Sequence[str], function: str) -> str:
        """The list of items, and of the items of lists that stand after a star."""

    chained: Mapping[str, str] = MappingProxyType({",": "{}", "+": "sum({})"})
    """The words about a list that say the same as its items with an operator between them."""
    joints: Mapping[str, str] = MappingProxyType({})
    """The words about a list of truths that say the same as these with an operator between."""
    sliced: tuple[str, ...] = ("sum", "max", "min")
    """The functions whose lists may be said by both ends."""
    _form: Form | None = None

    def formed(self, text: str, form: Form | None) -> str:
        """`text` tidied, its lists and sums of items in a form where they have it."""
        self._form = form
        if form and not any(re.search(r"[][+]", one) for one in re.findall(STRING, text)):
            text = with_calls(ADDED.sub(self._sum, WEIGHED.sub(self._sum, text)), self.chained["+"])
            text = JOINED.sub(self._joined, text) if form == self._at_end else text
        found = self.tidied(text)
        self._form = None
        return found

    def forms(self) -> Iterator[Form]:
        """The forms that lists of items may have."""
        yield from (self.diagonal, self._one_by_one, self._spans, self._steps, self._twos)
        if any(map(self._ends, self.arrays)):
            yield self._at_end

    def _ends(self, array: Array) -> dict[tuple[str, ...], tuple[str, str]]:
        """The squares by the items that have one at an end, if each is between two."""
        if array.name not in self._by_end:
            found: dict[tuple[str, str], list[str]] = {}
            for item in self.elements(array):
                if between := LINK.fullmatch(item):
                    ends = (between.groups()[:2], between.groups()[2:])
                    for square in dict.fromkeys(ends):
                        found.setdefault(cast("tuple[str, str]", square), []).append(item)
            several = {(*items,): square for square, items in found.items() if len(items) > 1}
            self._by_end[array.name] = several
        return self._by_end[array.name]

    def _at_end(self, array: Array, items: Sequence[str], function: str) -> str:
        """All items that have a square at an end, by this; empty for others."""
        square = self._ends(array).get((*items,))
        return self.at_end(array, *square) if square else ""

    def at_end(self, array: Array, row: str, column: str) -> str:
        """The list of items between two squares of which this is one; empty if there is none."""
        return ""

    def _one_by_one(self, array: Array, items: Sequence[str], function: str) -> str:
        """A list of items each of which is written."""
        return self.joined(items, "")

    def _spans(self, array: Array, items: Sequence[str], function: str) -> str:
        """A sum of items in a row by both of its ends; empty for others."""
        line = line_of(items) if function in self.sliced else None
        return self.span(array, line) if line and line.step == 1 else ""

    def _steps(self, array: Array, items: Sequence[str], function: str) -> str:
        """A sum of items in equal steps by these and both ends; empty for others."""
        line = line_of(items) if function in self.sliced else None
        return self.stepped(array, line) if line else ""

    def _twos(self, array: Array, items: Sequence[str], function: str) -> str:
        """A block of two rows, or columns, by the numbers of these; empty for other items."""
        numbers = [[*map(int, INDEX.findall(item))] for item in items] if array.axes else []
        axes = [[*dict.fromkeys(column)] for column in zip(*numbers, strict=True)]
        if [*map(len, axes)].count(2) != 1 or [*map(list, product(*axes))] != numbers:
            return ""
        names = letters_but(self.taken)
        pairs = [(n, axis) for n, axis in zip(names, axes, strict=False) if len(axis) > 1]
        spans = [axis if len(axis) == 2 else range(axis[0], axis[-1] + 1) for _, axis in pairs]
        if [[*span] for span in spans] != [axis for _, axis in pairs]:
            return ""
        shown = [n if len(axis) > 1 else str(axis[0]) for n, axis in zip(names, axes, strict=False)]
        loops = [Loop((n,), span) for (n, _), span in zip(pairs, spans, strict=True)]
        return self.loop(f"{array.name}[{', '.join(shown)}]", loops) or ""

    def span(self, array: Array, line: Line) -> str:
        """The list of items in a row, by the numbers of both ends; empty if there is none."""
        return ""

    def stepped(self, array: Array, line: Line) -> str:
        """The list of items in equal steps: multiples of these, by their number."""
        name, more = letters_but(self.taken)[0], line.first - line.step
        sign = f" {'-' if more < 0 else '+'} {abs(more)}" if more else ""
        item = f"{line.before}{line.step} * {name}{sign}{line.after}"
        return self.loop(item, [Loop((name,), Data(f"range(1, {line.size + 1})"))]) or ""

    def around(self, array: Array, text: str, loops: Sequence[Loop]) -> str:
        """The list of a text for squares of a board, by loops over its rows and its columns."""
        return self.loop(text, loops) or ""

    def _sum(self, found: re.Match[str]) -> str:
        return self.chained["+"].format(f"[{found[0].replace(' +', ',')}]")

    def _joined(self, found: re.Match[str]) -> str:
        """Items with an operator between them, by the square at an end of all if there is one."""
        parts = found[0].split(f" {found['sign']} ")
        items = [part.removeprefix("(").removesuffix(" == 1)") for part in parts]
        array, _ = self.place.get(items[0], (None, 0))
        form = self.joints.get(found["sign"], "")
        if not form or array is None or (*items,) not in self._ends(array):
            return found[0]
        return form.format(f"[{', '.join(items)}]")

    def diagonal(self, array: Array, items: Sequence[str], function: str) -> str:
        """A whole diagonal of an array as a loop; empty if the items are none."""
        if len(array.axes) != 2:
            return ""
        every = self.elements(array)
        first, last, *squares = (
            [*map(int, re.findall(r"-?\d+", one.removeprefix(array.name)))]
            for one in (every[0], every[-1], *items)
        )
        rows, columns = (range(a, b + 1) for a, b in zip(first, last, strict=True))
        if (found := across(squares, rows, columns)) is None:
            return ""
        sign, number, is_down = found
        i, j, *_ = letters_but(self.taken)
        axes = [(i, rows), (j, columns)][:: 1 if is_down else -1]
        outer, inner = (Loop((letter,), axis) for letter, axis in axes)
        loops = [outer, inner._replace(where=f"{j} {sign} {i} == {number}")]
        said = f"{array.name}[{i}, {j}]"
        return self.around(array, said, loops) if is_down else self.loop(said, loops) or ""

    def called(self, function: str, items: Sequence[str]) -> str:
        """A call: the text before its bracket, and its arguments."""
        return f"{function}({', '.join(items)})"

    def tidied(self, text: str) -> str:
        """`text` with its lists in few words."""
        stack: list[tuple[str, str, list[str]]] = [("", "", [])]
        now, tokens = "", _TOKEN.findall(text)
        for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
            opening, before, items = stack[-1]
            if token in _CLOSING:
                stack.append((token, now, []))
                now = ""
            elif token == "," and opening:
                items.append(now.strip())
                now = ""
            elif opening and token == _CLOSING[opening]:
                is_tuple = opening == "(" and len(items) == 1 and not now.strip()
                items += [now.strip()] if now.strip() else []
                stack.pop()
                is_list = opening == "[" and not re.search(r"[\w\])]$", before)
                alone = is_list and not before and after in ("", ",", ")")
                called = re.search(r"\w+$", stack[-1][1])
                called = called if alone or (called and called[0] in _LAST) else None
                listed = self.listed(items, called[0] if called else "") if is_list else ""
                if after == "[" and not atomic(listed):
                    listed = ""  # an index is of one array
                now = before + (listed or f"{opening}{', '.join(items)}{token}")
                now = self.called(before, items) if opening == "(" and not is_tuple else now
                now = f"{before}({items[0]},)" if is_tuple else now
            else:
                now += token
        return now

    def listed(self, items: Sequence[str], function: str = "") -> str:
        """A list of texts, which is the argument of a function."""
        items = [bare(item) for item in items]
        if whole := self.over_items(items):
            return whole
        if function.lower() in _IN_ANY_ORDER and all(item in self.place for item in items):
            items = sorted(items, key=lambda item: (self.place[item][0].name, self.place[item][1]))
        if self._form == self._one_by_one:
            return self.joined(items, "")
        array, _ = self._of_one(items)
        if array and self._form and (found := self._form(array, items, function)):
            return found
        if part := self._part(items, function):
            return part
        items, pieces, place = so_far(items), [], 0
        while place < len(items):
            array, at = self.place.get(items[place], (None, 0))
            several = len(array.keys) if array and not at else 1
            whole = self._part(items[place : place + several], "*") if several > 1 else ""
            pieces.append(f"*{whole}" if whole else items[place])
            place += several if whole else 1
        fewest = 2 if self._form == self.diagonal else 3
        families = in_families(pieces, self.taken, 1, self.loop, fewest)
        if function == "sum" and len(pieces) > 2:
            turned = in_families(pieces[::-1], self.taken, 1, self.loop, fewest)
            is_short = len(turned) == 1 and size(turned) < size(families)
            families = turned if is_short and " in [" not in turned[0] else families
        alone = [one for one in pieces if not _TIMES.match(one)]
        if function == "sum" and 0 < len(alone) < len(pieces) and self.place.keys() >= {*alone}:
            every = [f"1 * {one}" if one in alone else one for one in pieces]
            multiples = in_families(every, self.taken, 1, self.loop)
            families = multiples if len(multiples) == 1 else families
        return self.joined([one if one in pieces else f"*{one}" for one in families], function)

    def over_items(self, items: Sequence[str]) -> str:
        """The list that says the same of each item of an array by keys; empty for others."""
        first = next(iter(re.findall(r"\w+\[[^][]*\]", items[0])), "") if len(items) > 2 else ""
        array, _ = self.place.get(first, (None, 0))
        if array is None or array.axes or len(items) != len(array.keys) or items[0] == first:
            return ""
        parts = items[0].split(first)
        if [*items] != [one.join(parts) for one in self.elements(array)]:
            return ""
        return self.of_each(array, parts, letters_but(self.taken.union(_WORD.findall(items[0]))))

    def of_each(self, array: Array, parts: Sequence[str], names: Sequence[str]) -> str:
        """The list of each item between two parts of a text, with free names for loops."""
        return self.loop(names[0].join(parts), [Loop((names[0],), Data(self.each(array)))]) or ""

    def each(self, array: Array) -> str:
        """The items of an array, which a loop goes through."""
        return array.name

    def _of_one(self, items: Sequence[str]) -> tuple[Array | None, list[int]]:
        """The array that several items are of, if it is one, and their places."""
        found = [self.place[item] for item in items if item in self.place]
        if len(found) < max(2, len(items)) or len({id(array) for array, _ in found}) > 1:
            return None, []
        return found[0][0], [place for _, place in found]

    def _part(self, items: Sequence[str], function: str) -> str:
        array, places = self._of_one(items)
        axes = array and block(places, [*map(len, array.axes)] or [len(array.keys)])
        return self.part(array, axes, function) if array and axes else ""
