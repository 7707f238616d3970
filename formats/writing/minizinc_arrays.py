"""The groups of a model as arrays of MiniZinc, and its lists and loops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, groupby, product
from types import MappingProxyType
from typing import Any

from ...models.language.boards.placements import OnBoard
from ...models.language.groups import Group, VariableList
from ...models.language.model import Model
from .array_families import FamilyArrays, Regions
from .brackets import at_top, atomic, bare, is_list, summand
from .families import (
    Loop,
    Write,
    are_over,
    in_any_order,
    in_families,
    letters_but,
    loops_over,
    size,
)
from .group_arrays import Array
from .minizinc_loops import (
    are_named,
    axes,
    drawn_array,
    generators,
    spelled,
    squares_of,
    truth_of,
)
from .preparing import identifiers
from .python_layout import DATA, Data
from .squares import Line

_RESERVED = """
ann annotation any array bool case constraint default diff div else elseif endif enum exists
false float forall function if in include int intersect let list maximize minimize mod not of
op opt output par predicate record satisfy set solve string subset superset symdiff test then
true tuple type union var where xor show min max sum abs pow array1d array2d bool2int
"""
"""Names with a meaning in the language, or that a text may use."""
_OF_ANY_INDEX = ("alldifferent", "sum", "max", "min", "count", "nvalue")
"""Functions of an array with any index sets."""
_CALL = re.compile(r"\b(?!(?:forall|exists|sum|max|min|abs|bool2int|one_if|not)\b)\w+\(")
"""A call that MiniZinc 2.6 may break off at, where an argument is a member that a loop has."""
_ROWS = "given"
"""The name of the array of the rows that a loop goes through."""
_PLAIN = "\0"
"""The beginning of a list that is to be added by operators."""
_SUM, _END = "\4", "\5"
"""The signs before and after a sum that is written by them."""
_ADDED = re.compile(rf"(\S* ?){_SUM}([^{_SUM}{_END}]*){_END}(?= ?(\S*))")
_CLOSER = ("*", "mod", "div")


class MiniZincArrays(FamilyArrays):
    """Arrays by the keys of the model; keys that are no grid of numbers are an enumerated type."""

    def __init__(self, model: Model, labels: Sequence[str], *, numbered: bool) -> None:
        """Loops go through squares, and what is between two, by their numbers if `numbered`."""
        self.enums: dict[tuple[str, ...], list[str]] = {}
        """The name of each enumerated type, and its members, by what they are called elsewhere."""
        self._boards = {one.name: one.board for one in model.groups if isinstance(one, OnBoard)}
        self._labelled = [
            one.name for one in model.groups if any(v.labelled for v in one.variables)
        ]
        self._members = labels
        self._squares: dict[str, list[tuple[int, ...]]] = {}
        """The rows and columns of each key, of one square or of two, where they are no grid."""
        of_squares = {group.name: squares_of(group) for group in model.groups}
        self._squares |= {name: keys for name, keys in of_squares.items() if keys and numbered}
        self._pairs_of_numbers = {n for n, keys in of_squares.items() if keys and len(keys[0]) == 2}
        """The groups whose loops are rather over rows and columns, or both ends of edges."""
        self._said: dict[str, str] = {}
        """The name of what is declared, by how that is said."""
        self.data: dict[str, str] = {}
        """The declarations of that which is given, by its name."""
        super().__init__(model, _RESERVED.split())

    @property
    def labels(self) -> list[str]:
        """The names of the labels."""
        of = self._labelled[0] if len(self._labelled) == 1 else "label"
        return self._enum(of, self._members)[1:]

    def _enum(self, wanted: str, members: Sequence[str]) -> list[str]:
        if members and (*members,) not in self.enums:
            numbered = {0: wanted[:1].upper() + wanted[1:], **dict(enumerate(members, 1))}
            named = identifiers(numbered, _RESERVED.split(), self.taken)
            self.taken |= {*named.values()}
            self.enums[(*members,)] = [*named.values()]
        return self.enums.get((*members,), [])

    def keys(self, group: Group) -> Sequence[tuple[Any, ...]]:
        if isinstance(group, VariableList) and are_named(group):
            return [(key,) for key in group.keys]
        return super().keys(group)

    def indices(self, array: Array) -> tuple[str, list[Sequence[Any]]]:
        """The index sets of an array, as its declaration has them, and what is in each."""
        if array.axes:
            return ", ".join(f"{one[0]}..{one[-1]}" for one in array.axes), [*array.axes]
        of_board = hasattr(array.keys[0], "row")
        keys = [str(key) if of_board else "_".join(map(str, key)) for key in array.keys]
        if keys and {*keys} <= {*self._members}:
            first = self._members.index(keys[0])
            if [*self._members[first : first + len(keys)]] == keys:
                members = self.labels[first : first + len(keys)]
                kind = self.enums[(*self._members,)][0]
                is_all = len(members) == len(self.labels)
                return kind if is_all else f"{members[0]}..{members[-1]}", [members]
        wanted = f"{array.name}_key" if array.group in self._labelled else array.name
        name, *members = self._enum("square" if of_board else wanted, keys)
        return name, [members]

    def around(self, array: Array, text: str, loops: Sequence[Loop]) -> str:
        if array.group in self._squares:
            (outer, inner), squares = loops, self._drawing_of(array)
            square = f"{squares}[{outer.names[0]}, {inner.names[0]}] > 0"
            loops = [outer, inner._replace(where=f"{inner.where} and {square}")]
        return super().around(array, text, loops)

    def in_sight(self, array: Array, centre: tuple[int, int], names: Sequence[str]) -> str:
        drawn = self._drawing_of(array)
        function = f"""predicate {{}}(int: i, int: j, int: k, int: m) =
    let {{{{int: far = max([abs(i - k), abs(j - m), 1])}}}} in forall(n in 1..far - 1)(
        {drawn}[i + (k - i) * n div far, j + (m - j) * n div far] > 0);"""
        name = self._declare("is_clear", function)
        return f"{name}({', '.join(names)}, {centre[0]}, {centre[1]})"

    def at_end(self, array: Array, row: str, column: str) -> str:
        if array.group not in self._squares:
            return ""
        kind, sides = self.indices(array)[0], self._sides(array)
        ends = f"exists(k in {{{{1, 3}}}})({sides}[one, k] = i /\\ {sides}[one, k + 1] = j)"
        function = f"(int: i, int: j) =\n    {{{{one | one in {kind} where {ends}}}}};"
        name = self._declare(f"{array.name}_at", f"function set of {kind}: {{}}{function}")
        one = letters_but(self.taken)[0]
        return f"[{array.name}[{one}] | {one} in {name}({row}, {column})]"

    def two_squares(self, array: Array, names: Sequence[str], where: str) -> list[Loop]:
        i, j, k, m = names
        _, rows, columns = self._board(array)
        if array.group in self._squares:
            drawn = self._drawing_of(array)
            where += f" and {drawn}[{i}, {j}] > 0 and {drawn}[{k}, {m}] > 0"
        axes = zip(names, (rows, columns, rows, columns), strict=True)
        *loops, last = (Loop((name,), axis) for name, axis in axes)
        return [*loops, last._replace(where=where)]

    def _given(self, array: Array) -> str:
        """The name of the function that gives a member by the numbers of its squares."""
        kind = self.indices(array)[0]
        if len(self._squares[array.group][0]) == 2:
            found = f"(int: i, int: j) = to_enum({kind}, {self._drawing_of(array)}[i, j])"
            return self._declare("at", f"function {kind}: {{}}{found};")
        same = f"row({self._sides(array)}, one) = [i, j, k, m]"
        function = f"(int: i, int: j, int: k, int: m) =\n    [one | one in {kind} where {same}][1];"
        return self._declare("between", f"function {kind}: {{}}{function}")

    def _drawing_of(self, array: Array) -> str:
        """The name of the array of the numbers of squares of a board that lacks some, there 0."""
        keys = self._squares[array.group]
        drawn = drawn_array({key: str(number) for number, key in enumerate(keys, 1)})
        return self._declare("number_at", f"array[{axes(keys)}] of int: {{}} = {drawn};")

    def _sides(self, array: Array) -> str:
        """The name of the array of the rows and columns of both squares of each member."""
        kind, keys = self.indices(array)[0], self._squares[array.group]
        if near := loops_over("ijkm", keys):
            here = f"{generators(near[:2])}, k in 0..1"
            inside = " /\\ ".join(
                f"{said} < {loop.over.stop}"
                for said, loop in zip(("i + k", "j + 1 - k"), near, strict=False)
                if isinstance(loop.over, range)
            )
            each = f"[i, j, i + k, j + 1 - k][m] |\n    {here} where {inside}, m in 1..4"
            listed = f"array2d({kind}, 1..4,\n    [{each}])"
        else:
            rows = [",".join(map(str, key)) for key in keys]
            lines = (" | ".join(rows[at : at + 8]) for at in range(0, len(rows), 8))
            listed = "[|\n    " + " |\n    ".join(lines) + " |]"
        return self._declare("sides", f"array[{kind}, 1..4] of int: {{}} = {listed};")

    def _declare(self, wanted: str, said: str) -> str:
        """The name of data that are declared once."""
        if said not in self._said:
            names = (wanted, *(f"{wanted}{number}" for number in range(2, 2 + len(self.taken))))
            self._said[said] = name = next(one for one in names if one not in self.taken)
            self.taken.add(name)
            self.data[name] = said.format(name)
        return self._said[said]

    def used(self, lines: Sequence[str]) -> list[str]:
        """The declarations of that which is given and used in these lines."""
        words, found = {*re.findall(r"\w+", " ".join(lines))}, list[str]()
        for name, said in reversed(self.data.items()):
            if name in words:
                found.insert(0, said)
                words |= {*re.findall(r"\w+", said)}
        return found

    def named(self, text: str) -> str:
        """The text, with the members that stand for squares by their names."""
        for array in self.arrays:
            keys = self._squares.get(array.group)
            if not keys:
                continue
            members = dict(zip(keys, self.indices(array)[1][0], strict=True))
            pattern = rf"\b{array.name}\[((?:[^][]|\[[^][]*\])+, (?:[^][]|\[[^][]*\])+)\]"
            text = re.sub(pattern, partial(self._item, array, members), text)
        return text

    def _item(
        self, array: Array, members: Mapping[tuple[int, ...], str], found: re.Match[str]
    ) -> str:
        numbers = found[1].split(", ")
        if all(map(str.isdigit, numbers)):
            return f"{array.name}[{members[(*map(int, numbers),)]}]"
        return f"{array.name}[{self._given(array)}({found[1]})]"

    def families(self, texts: Sequence[str], write: Write, diagonals: bool = True) -> list[str]:
        """The same, also in loops over members of enumerated types if that is shorter."""
        plain = super().families(texts, write, diagonals)
        members = {one for _, *several in self.enums.values() for one in several}
        formed = [self.named(self.formed(text, None)) for text in texts] if members else []
        if not formed or any(map(_CALL.search, formed)):
            return plain

        def said(word: re.Match[str]) -> str:
            return DATA + word[0] + DATA if word[0] in members else word[0]

        marked = [re.sub(r"\w+", said, text) for text in formed]
        if marked == formed:
            return plain
        found = in_any_order([*dict.fromkeys(marked)], self.taken, write)
        return min(plain, [self._spanned(one.replace(DATA, "")) for one in found], key=size)

    def _spanned(self, text: str) -> str:
        """The text, in which members in a row that a loop has are said by both ends, or as all."""
        for name, *members in self.enums.values():
            for first, last in combinations(range(len(members)), 2):
                part = members[first : last + 1]
                said = name if part == members else f"{part[0]}..{part[-1]}"
                text = text.replace(f" in [{', '.join(part)}]", f" in {said}")
        return text

    def keyed(self, texts: Sequence[str], write: Write) -> list[str]:
        """The texts in loops over sets of members, of which lists of items are; none without."""
        forms = [self.formed(text, self._by_members) for text in texts]
        if not any(DATA in form for form in forms):
            return []
        found = in_families([*dict.fromkeys(forms)], self.taken, write=write)
        return [one.replace(DATA, "") for one in found]

    def _by_members(self, array: Array, items: Sequence[str], function: str) -> str:
        """Items of an array by the set of their keys; empty for all, or in an order."""
        keys = [item[len(array.name) + 1 : -1] for item in items]
        is_plain = function == "sum" and len({*keys}) == len(keys) < len(array.keys)
        is_plain = is_plain and array.group not in self._pairs_of_numbers
        if array.axes or not is_plain or not all(map(str.isidentifier, keys)):
            return ""
        name = letters_but(self.taken)[0]
        return f"[{array.name}[{name}] | {name} in {DATA}{{{', '.join(keys)}}}{DATA}]"

    def _with_columns(self, text: str, loops: Sequence[Loop]) -> tuple[str, str, Sequence[Loop]]:
        """The columns that a loop goes through, one of them sets, as arrays, and the loop."""
        names, over, several, where = loops[0]
        if len(loops) > 1 or several or where or not isinstance(over, list):
            return "", text, loops
        columns = [*zip(*over, strict=True)] if len(names) > 1 else [over]
        arrays, rows = dict[str, str](), list[str]()
        kinds = {one: kind for kind, *members in self.enums.values() for one in members}
        free = [
            one for one in (_ROWS, "number", *letters_but(self.taken)[1:]) if one not in self.taken
        ]
        for name, column, row in zip(names, columns, free, strict=False):
            first = str(column[0]).strip(DATA)
            kind = kinds.get(first.strip("{").split(",")[0].rstrip("}"), "")
            if all(type(one) is int for one in column):
                said = "int"
            elif kind and first[0] == "{":
                said = f"set of {kind}"
            else:
                return "", text, loops
            listed = ", ".join(str(one).strip(DATA) for one in column)
            if said == "int" and len(re.findall(rf"\b{name}\b", text)) == 1:
                arrays[name] = f"[{listed}][{names[0]}]"
                continue
            rows.append(f"array[1..{len(over)}] of {said}: {row} = [{listed}]")
            arrays[name] = f"{row}[{names[0]}]"
        if len(arrays) < len(names) or not any(" set of " in row for row in rows):
            return "", text, loops
        text = re.sub(rf"\b(?:{'|'.join(names)})\b", lambda one: arrays[one[0]], text)
        return f"let {{{'; '.join(rows)}}} in ", text, [Loop(names[:1], range(1, len(over) + 1))]

    def forall(self, text: str, loops: Sequence[Loop]) -> str | None:
        """A constraint within loops."""
        columns, text, loops = self._with_columns(text, loops)
        if columns:
            return f"{columns}forall({generators(loops)})({spelled(text)})"
        text, loops = self._over_members(text, loops)
        rows, text, loops = self._with_rows(text, self._but_gaps(loops))
        said = generators(loops)
        found = f"forall({said})({spelled(text)})" if said else None
        return f"{rows}{found}" if rows else found

    def _but_gaps(self, loops: Sequence[Loop]) -> Sequence[Loop]:
        """Loops over the squares of a board with gaps, by its drawing."""
        for array in self.arrays:
            if are_over(loops, self._squares.get(array.group, [])):
                (outer, inner), drawn = loops, self._drawing_of(array)
                where = f"{drawn}[{outer.names[0]}, {inner.names[0]}] > 0"
                return [outer, inner._replace(where=where)]
        return loops

    def _with_rows(self, text: str, loops: Sequence[Loop]) -> tuple[str, str, Sequence[Loop]]:
        """The rows that a loop goes through as an array of its own, and the loop over that."""
        names, over, several, where = loops[0]
        is_plain = len(loops) == 1 < len(names) and not (several or where)
        if not (is_plain and isinstance(over, list)) or _ROWS in self.taken:
            return "", text, loops
        if not all(type(one) is int for row in over for one in row):
            return "", text, loops
        of = {name: f"{_ROWS}[{names[0]}, {place}]" for place, name in enumerate(names, 1)}
        text = re.sub(rf"\b(?:{'|'.join(names)})\b", lambda one: of[one[0]], text)
        rows = " | ".join(",".join(map(str, row)) for row in over)
        size = f"1..{len(over)}, 1..{len(names)}"
        said = f"let {{array[{size}] of int: {_ROWS} = [| {rows} |]}} in "
        return said, text, [Loop(names[:1], range(1, len(over) + 1))]

    def _over_members(self, text: str, loops: Sequence[Loop]) -> tuple[str, Sequence[Loop]]:
        """A loop over the numbers of all members of an array as one over the members."""
        names = loops[0].names
        over = [one for one in self.arrays if self._squares.get(one.group) == loops[0].over]
        if not over or len(loops) > 1 or len(names) < 2:
            return text, loops
        (array, *_), one = over, names[0]
        parts = text.split(f"{array.name}[{', '.join(names)}]")
        word = re.compile(rf"\b(?:{'|'.join(names)})\b")
        if any(map(word.search, parts)):
            if len(names) == 2:
                return text, loops
            sides = {n: f"{self._sides(array)}[{one}, {at}]" for at, n in enumerate(names, 1)}
            parts = [word.sub(lambda found: sides[found[0]], part) for part in parts]
        return f"{array.name}[{one}]".join(parts), [Loop((one,), Data(self.indices(array)[0]))]

    def elements(self, array: Array) -> Sequence[str]:
        if squares := self._squares.get(array.group):
            return [f"{array.name}[{', '.join(map(str, square))}]" for square in squares]
        _, axes = self.indices(array)
        keys = [(key,) for key in axes[0]] if not array.axes else array.keys
        return [f"{array.name}[{', '.join(map(str, key))}]" for key in keys]

    def part(self, array: Array, axes: Sequence[range], function: str) -> str:
        cut, first = [], None
        for of, axis in zip(self.indices(array)[1], axes, strict=True):
            several = ".." if len(axis) == len(of) else f"{of[axis[0]]}..{of[axis[-1]]}"
            cut.append(str(of[axis[0]]) if len(axis) == 1 < len(of) else several)
            first = of[axis[0]] if ".." in cut[-1] else first
        if sum(map(len, axes)) < len(axes) + 2 and not {".."} & {*cut}:
            return ""
        text = array.name if {*cut} == {".."} else f"{array.name}[{', '.join(cut)}]"
        is_list = sum(".." in one for one in cut) == 1 and (first == 1 or function == "regular")
        return text if is_list or function in _OF_ANY_INDEX else f"array1d({text})"

    joints = MappingProxyType({"/\\": "forall({})", "\\/": "exists({})"})
    chained = MappingProxyType({",": "{}", "+": "sum({})", **joints})

    def term_of(self, text: str) -> str:
        return bare(truth_of(bare(text)) or bare(text))

    def drawn(self, regions: Regions) -> list[str]:
        """The lines that declare the numbers of regions."""
        drawn = drawn_array({square: str(number) for square, number in regions.numbers.items()})
        return [f"array[{axes([*regions.numbers])}] of int: {regions.name} = {drawn};"]

    def grid(self, texts: Sequence[str]) -> str:
        """That the digits of an array are given, which is then of the data; empty for others."""
        found = self.digits(texts) if "given" not in self.taken else None
        if found is None or "0" in found[1].values():
            return ""
        self.taken.add("given")
        (array, given), (i, j, *_) = found, letters_but(self.taken)
        rows, columns = array.axes
        drawn = drawn_array({square: given.get(square, "0") for square in product(rows, columns)})
        self.data["given"] = f"array[{self.indices(array)[0]}] of int: given = {drawn};"
        loops = generators([Loop((i,), rows), Loop((j,), columns, where=f"given[{i}, {j}] > 0")])
        return f"forall({loops})({array.name}[{i}, {j}] = given[{i}, {j}])"

    def whole(self, axis: range) -> tuple[str, str]:
        return f"{axis[0]}..{axis[-1]}", ".."

    def span(self, array: Array, line: Line) -> str:
        return f"{line.before}{line.first}..{line.last}{line.after}" if array.axes else ""

    def loop(self, text: str, loops: Sequence[Loop]) -> str | None:
        text, loops = self._over_members(text, loops)
        said = generators(loops)
        return f"[{spelled(text)} | {said}]" if said else None

    def listed(self, items: Sequence[str], function: str = "") -> str:
        if any(" | " in item for item in items):
            return ""
        if function == "sum":
            items = [truth_of(item) or item for item in items]
        return super().listed(items, function)

    def joined(self, pieces: Sequence[str], function: str) -> str:
        if function == "sum" and not any(one[0] == "*" for one in pieces):
            return _PLAIN + " + ".join(map(summand, pieces))
        lists: list[str] = []
        for apart, several in groupby(pieces, lambda one: one[0] == "*"):
            found = [*several]
            lists += [one.lstrip("*") for one in found] if apart else [f"[{', '.join(found)}]"]
        return " ++ ".join(lists or ["[]"])

    def tidied(self, text: str) -> str:
        """`text` in few words; a sum by operators is in brackets beside one that binds closer."""
        found = super().tidied(text)
        while (said := _ADDED.sub(_in_brackets, found)) != found:
            found = said
        return found

    def called(self, function: str, items: Sequence[str]) -> str:
        name = re.split(r"\W", function)[-1]
        if items and items[0].startswith(_PLAIN):
            return f"{function.removesuffix(name)}{_SUM}{items[0].removeprefix(_PLAIN)}{_END}"
        if len(items) == 1 and name in ("sum", "forall", "exists", "max", "min"):
            inside = items[0][1:-1] if is_list(items[0]) else ""
            bars = [place for place in at_top(inside) if inside[place] == "|"]
            if len(bars) == 1:
                body, loops = bare(inside[: bars[0] - 1]), inside[bars[0] + 2 :]
                return f"{function}({loops})({body})"
            if inside and name in _SIGNS and not {",", "|"} & {inside[n] for n in at_top(inside)}:
                return f"{function.removesuffix(name)}({inside})"
            sign, joints = _SIGNS.get(name), [*_joints(items[0])]
            if sign and joints:  # MiniZinc 2.6 ends at the opposite of such a list
                parts = [self.called(name, [one]) for one in joints]
                return f"{function.removesuffix(name)}({sign.join(parts)})"
        if name == "array2d" and len(items) == 3 and re.fullmatch(r"\[[-\w, ]+\]", items[2]):
            numbers, columns = items[2][1:-1].split(", "), int(items[1].removeprefix("1.."))
            starts = range(0, len(numbers), columns)
            rows = (",".join(numbers[at : at + columns]) for at in starts)
            return f"{function.removesuffix(name)}[| {' | '.join(rows)} |]"
        if name == "array1d" and len(items) == 2:
            inner = re.sub(r"^array1d\((\w+)\)$", r"\1", items[1])
            found = [self.indices(one)[0] for one in self.arrays if one.name == inner]
            return inner if found == items[:1] else super().called(function, [items[0], inner])
        return super().called(function, items)


_SIGNS = {"forall": " /\\ ", "exists": " \\/ "}


def _joints(text: str) -> Iterator[str]:
    """The lists of which a list is joined; none if it is one list."""
    start = 0
    for place in at_top(text) if " ++ " in text else ():
        if text.startswith(" ++ ", place):
            yield text[start:place]
            start = place + 4
    if start:
        yield text[start:]


def _in_brackets(found: re.Match[str]) -> str:
    """A sum, in brackets if operators beside it bind closer, or take it away."""
    before, text, after = found.groups()
    is_within = before.strip() in (*_CLOSER, "-") or before[-1:] == "-" or after in _CLOSER
    return f"{before}({text})" if is_within and not atomic(text) else f"{before}{text}"
