"""The groups of a model as arrays of another language, and texts over them in few words."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby, product
from types import MappingProxyType
from typing import Any, NamedTuple

from ...models.language.expressions import Variable
from ...models.language.groups import Group
from ...models.language.model import Model
from .brackets import atomic, bare
from .families import Loop, Write, in_any_order, in_families, kinds, letters_but, one_loop, size
from .preparing import identifiers, index_sets, keys_of
from .python_layout import DATA, STRING, Data
from .squares import (
    ADDED,
    HERE,
    INDEX,
    SQUARE,
    WEIGHED,
    Chain,
    Line,
    Pair,
    across,
    around_each,
    block,
    centred,
    chains_of,
    line_of,
    near_each_other,
    near_pairs,
    so_far,
    with_calls,
    with_whole,
)

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\x01[^\x01]*\x01|\w+|.', re.DOTALL)
_IN_ANY_ORDER = ("sum", "alldifferent", "add_all_different", "max", "min")
"""The functions whose terms are written in the order of their array."""
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_DIGITS = 8
"""As many digits of squares are drawn as a grid."""
_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The signs of numbers in a drawing."""
_TIMES = re.compile(r"\d+ \* ")
LONG = 2_000
"""Longer texts are tidied in one form alone."""


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


class Regions(NamedTuple):
    """A drawing of a board: the number of the region of each square, from 1; 0 where none is."""

    name: str
    array: Array
    numbers: dict[tuple[int, int], int]
    """By rows."""

    def rows(self) -> list[str]:
        """The rows as texts, in which a number of two digits is one letter."""
        rows = groupby(self.numbers.items(), lambda pair: pair[0][0])
        return ["".join(_SIGNS[number] for _, number in row) for _, row in rows]


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
        self.drawings: list[Regions] = []
        """Those that the text has."""
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

    given = re.compile(
        r"(?:model\.add\()?(?P<name>\w+)\[(?P<i>\d+), (?P<j>\d+)\] ==? (?P<sign>\d)\)?"
    )
    """A constraint that gives a square its digit."""
    chained: Mapping[str, str] = MappingProxyType({",": "{}", "+": "sum({})"})
    """The words about a list that say the same as its items with an operator between them."""
    most_of_two = 0.7  # the part of two texts that their loop is to be shorter than
    most_of_keyed = 0.9  # the part of families that those are to be whose keys are data
    sliced: tuple[str, ...] = ("sum", "max", "min")
    """The functions whose lists may be said by both ends."""
    _form: Form | None = None

    def digits(self, texts: Sequence[str]) -> tuple[Array, dict[tuple[int, int], str]] | None:
        """The board, and the digit of each square, of texts that give enough digits; else None."""
        found = [self.given.fullmatch(text) for text in texts]
        given = {(int(one["i"]), int(one["j"])): one["sign"] for one in found if one}
        names = {one["name"] for one in found if one}
        boards = [one for one in self.arrays if one.name in names and len(one.axes) == 2]
        is_one = None not in found and len(names) == len(boards) == 1
        return (boards[0], given) if is_one and len(given) >= max(len(texts), _DIGITS) else None

    def families(self, texts: Sequence[str], write: Write, diagonals: bool = True) -> list[str]:
        """The texts, tidied, in families; also of `diagonals` and pairs if that is shorter."""
        plain = [self.formed(text, None) for text in texts]
        forms = [plain]
        if diagonals:
            pairs = [*zip(texts, plain, strict=True)]
            forms += (
                [self.formed(a, form) if len(a) < LONG else b for a, b in pairs]
                for form in (self.diagonal, self._one_by_one, self._spans, self._steps, self._twos)
            )
            forms.append([self.formed(one, None) for one in self._near(texts)])
            forms += filter(None, [self.with_data(forms[1])])
        forms += [[text.replace(DATA, "") for text in one] for one in forms]
        forms = [one for place, one in enumerate(forms) if one not in forms[:place]]
        found = [in_any_order([*dict.fromkeys(one)], self.taken, write) for one in forms]
        near = near_pairs(plain, self.taken, self._pairs) if diagonals else []
        written = {said: some for text, loops, some in near if (said := write(text, loops))}
        if written:
            left = {*range(len(plain))}.difference(*written.values())
            others = in_any_order([plain[n] for n in sorted(left)], self.taken, write)
            found.append([*written, *others])
        pairs_of = [(two, [one_loop(two, self.taken, write, 2)]) for two in forms if len(two) == 2]
        found += [both for two, both in pairs_of if 0 < size(both) < self.most_of_two * size(two)]
        shortest = min(found, key=size)
        keyed = self.keyed(texts, write) if diagonals else []
        shortest = keyed if 0 < size(keyed) < self.most_of_keyed * size(shortest) else shortest
        for array in self.arrays:
            whole = [*map(self.whole, array.axes)]
            shortest = [with_whole(text, array.name, whole) for text in shortest]
        return shortest

    def with_data(self, texts: Sequence[str]) -> list[str]:
        """The texts, in which lists that loops go through are data; none if all are short."""
        return []

    def keyed(self, texts: Sequence[str], write: Write) -> list[str]:
        """The texts in families whose lists of items go through their keys, in each a list."""
        return []

    def whole(self, axis: range) -> tuple[str, str]:
        """A whole axis by both ends, and in short."""
        return "", ""

    def formed(self, text: str, form: Form | None) -> str:
        """`text` tidied, its lists and sums of items in a form where they have it."""
        self._form = form
        if form and not any(re.search(r"[][+]", one) for one in re.findall(STRING, text)):
            text = with_calls(ADDED.sub(self._sum, WEIGHED.sub(self._sum, text)), self.chained["+"])
        found = self.tidied(text)
        self._form = None
        return found

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

    def term_of(self, text: str) -> str:
        """A term of a chain as the item of a list."""
        return bare(text)

    def around(self, array: Array, text: str, loops: Sequence[Loop]) -> str:
        """The list of a text for squares of a board, by loops over its rows and its columns."""
        return self.loop(text, loops) or ""

    def in_sight(self, array: Array, centre: tuple[int, int], names: Sequence[str]) -> str:
        """The condition, in Python, that no gap is between a centre and a square in line."""
        return f"is_clear({array.name}, {', '.join(names)}, {centre[0]}, {centre[1]})"

    def two_squares(self, array: Array, names: Sequence[str], where: str) -> list[Loop]:
        """Loops over two squares of a board; none if the language has no such."""
        return []

    def _pairs(self, name: str, pairs: Sequence[Pair], names: Sequence[str]) -> list[Loop]:
        """The loops over pairs of squares that are near each other, or in line; else none."""
        array = self._of_squares(name)
        where = array and near_each_other(self._board(array)[0], pairs, names)
        return self.two_squares(array, names, where) if array and where else []

    def _near(self, texts: Sequence[str]) -> list[str]:
        """The texts, those of squares and the ones near each with loops over these, in a row."""
        found, alike = [[text] for text in texts], dict[Any, list[tuple[int, Chain]]]()
        for place, text in enumerate(texts):
            if len(text) < LONG and (best := self._chain(text)):
                sign, chain = best
                key = (sign, kinds(chain.before), kinds(chain.after), chain.array, chain.term)
                alike.setdefault(key, []).append((place, chain))
        for (sign, *_), several in alike.items():
            if said := self._said_near(sign, [chain for _, chain in several]):
                for place, _ in several:
                    found[place] = []
                found[several[0][0]] = said
        return [text for some in found for text in some]

    def regions(self, texts: Sequence[str]) -> tuple[Regions, list[str]] | None:
        """The texts, those of a region each by its number in a drawing; None if there are none."""
        chains = {
            place: found
            for place, text in enumerate(texts)
            if len(text) < LONG and (found := self._chain(text))
        }
        alike = {
            (sign, kinds(one.before), kinds(one.after), one.array, one.term)
            for sign, one in chains.values()
        }
        if len(alike) != 1 or len(chains) < 3:
            return None
        (sign, *_, name, term) = alike.pop()
        array, every = (
            self._of_squares(name),
            [s for _, one in chains.values() for s in one.squares],
        )
        parts = [frozenset(one.squares) for _, one in chains.values()]
        (i, j, *_), words = letters_but(self.taken), {*re.findall(r"\w+", term)}
        in_order = sign != "," or all(
            one.squares == sorted(one.squares) for _, one in chains.values()
        )
        if array is None or {i, j} & words or len({*every}) < len(every) or not in_order:
            return None
        drawn = self._drawing(array, parts)
        if drawn is None:
            return None
        said = [*texts]
        inside = term.replace(HERE, f"{name}[{i}, {j}]")
        _, rows, columns = self._board(array)
        for (place, (_, one)), part in zip(chains.items(), parts, strict=True):
            where = f"{self.region_at(drawn, i, j)} == {drawn.numbers[min(part)]}"
            loops = [Loop((i,), rows), Loop((j,), columns, where=where)]
            listed = self.chained[sign].format(self.around(array, inside, loops))
            said[place] = one.before + listed + one.after
        return drawn, said

    def region_at(self, drawn: Regions, row: str, column: str) -> str:
        """The number of the region of a square."""
        return f"{drawn.name}[{row}, {column}]"

    def shortest(
        self,
        texts: Sequence[str],
        drawn: Callable[[Regions], list[str]],
        said: Callable[[Sequence[str]], Iterable[str]],
    ) -> list[str]:
        """The lines that say the texts, by a drawing of regions if that is shorter."""
        plain = [*said(texts)]
        if (found := self.regions(texts)) is None:
            return plain
        regions, several = found
        is_new = regions not in self.drawings
        self.drawings += [regions] * is_new
        lines = [*(drawn(regions) if is_new else []), *said(several)]
        if size(lines) < size(plain):
            self.taken.add(regions.name)
            return lines
        self.drawings = self.drawings[: -1 if is_new else None]
        return plain

    def _drawing(self, array: Array, parts: Sequence[frozenset[tuple[int, int]]]) -> Regions | None:
        """The drawing that has these regions; None where there is no name for one, or no sign."""
        for one in self.drawings:
            found = {frozenset(s for s, n in one.numbers.items() if n == k) for k in range(1, 36)}
            if one.array is array and found.issuperset(parts):
                return one
        name = next((one for one in ("region", "region2") if one not in self.taken), "")
        if not name or len(parts) >= len(_SIGNS):
            return None
        _, rows, columns = self._board(array)
        numbers = dict.fromkeys(product(rows, columns), 0)
        numbers |= {square: n for n, part in enumerate(parts, 1) for square in part}
        return Regions(name, array, numbers)

    def _chain(self, text: str) -> tuple[str, Chain] | None:
        """The longest chain of a text and its sign; a list in a call that adds is a sum."""
        found = [
            (sign, one) for sign in self.chained for one in chains_of(text, sign, self.term_of)
        ]
        if not found:
            return None
        sign, chain = max(found, key=lambda one: len(one[1].squares))
        for other, form in self.chained.items() if sign == "," else ():
            call = form.split("{}")[0]
            if call and chain.before.endswith(call) and chain.after.startswith(")"):
                before = chain.before.removesuffix(call)
                return other, chain._replace(before=before, after=chain.after[1:])
        return sign, chain

    def _of_squares(self, name: str) -> Array | None:
        """The array of this name, if each of its keys is a square."""
        found = (one for one in self.arrays if one.name == name)
        are_squares = (one for one in found if all(map(SQUARE.fullmatch, self.elements(one))))
        return next(are_squares, None)

    def _board(self, array: Array) -> tuple[dict[tuple[int, int], None], range, range]:
        """The squares of a board, and the ranges of its rows and columns."""
        items = SQUARE.findall(" ".join(self.elements(array)))
        board = dict.fromkeys((int(row), int(column)) for _, row, column in items)
        rows, columns = (range(min(one), max(one) + 1) for one in zip(*board, strict=True))
        return board, rows, columns

    def _said_near(self, sign: str, chains: Sequence[Chain]) -> list[str]:
        """The texts of chains, each of all squares near one; none if some is of others."""
        array = self._of_squares(chains[0].array)
        (i, j, *_), words = letters_but(self.taken), {*re.findall(r"\w+", chains[0].term)}
        if array is None or len(chains) < 3 or {i, j} & words:
            return []
        term = chains[0].term.replace(HERE, f"{array.name}[{i}, {j}]")
        board, rows, columns = self._board(array)
        for said, near in around_each(board, (i, j), partial(self.in_sight, array)):
            texts = list[str]()
            for centre, chain in centred(near, chains, in_order=sign == ","):
                loops = [Loop((i,), rows), Loop((j,), columns, where=said(centre))]
                listed = self.chained[sign].format(self.around(array, term, loops))
                texts.append(chain.before + listed + chain.after)
            if texts:
                return texts
        return []

    def _sum(self, found: re.Match[str]) -> str:
        return self.chained["+"].format(f"[{found[0].replace(' +', ',')}]")

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
                called = re.search(r"\w+$", stack[-1][1]) if alone else None
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
            size = len(array.keys) if array and not at else 1
            whole = self._part(items[place : place + size], "*") if size > 1 else ""
            pieces.append(f"*{whole}" if whole else items[place])
            place += size if whole else 1
        fewest = 2 if self._form == self.diagonal else 3
        families = in_families(pieces, self.taken, 1, self.loop, fewest)
        alone = [one for one in pieces if not _TIMES.match(one)]
        if function == "sum" and 0 < len(alone) < len(pieces) and self.place.keys() >= {*alone}:
            every = [f"1 * {one}" if one in alone else one for one in pieces]
            multiples = in_families(every, self.taken, 1, self.loop)
            families = multiples if len(multiples) == 1 else families
        return self.joined([one if one in pieces else f"*{one}" for one in families], function)

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
