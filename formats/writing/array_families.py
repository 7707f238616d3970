"""Texts over the squares and the other items of arrays in families, loops and drawings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby, product
from typing import Any, NamedTuple

from ...models.language.model import Model
from .brackets import bare
from .families import Loop, Write, in_any_order, kinds, letters_but, one_loop, size
from .group_arrays import Array, Arrays
from .python_layout import DATA
from .squares import (
    HERE,
    SQUARE,
    Chain,
    Pair,
    around_each,
    centred,
    chains_of,
    near_each_other,
    near_pairs,
    with_whole,
)

_DIGITS = 8
"""As many digits of squares are drawn as a grid."""
_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The signs of numbers in a drawing."""
LONG = 2_000
"""Longer texts are tidied in one form alone."""


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


class FamilyArrays(Arrays):
    """Arrays whose texts are said in families: of loops, of squares near each other, of regions."""

    def __init__(self, model: Model, reserved: Iterable[str]) -> None:
        super().__init__(model, reserved)
        self.drawings: list[Regions] = []
        """Those that the text has."""

    given = re.compile(
        r"(?:model\.add\()?(?P<name>\w+)\[(?P<i>\d+), (?P<j>\d+)\] ==? (?P<sign>\d)\)?"
    )
    """A constraint that gives a square its digit."""
    most_of_two = 0.7  # the part of two texts that their loop is to be shorter than
    most_of_keyed = 0.9  # the part of families that those are to be whose keys are data

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
                for form in self.forms()
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

    def term_of(self, text: str) -> str:
        """A term of a chain as the item of a list."""
        return bare(text)

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
