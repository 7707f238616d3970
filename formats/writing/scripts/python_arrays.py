"""The groups of a model as arrays, lists and dictionaries of a script in Python."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, groupby, product
from typing import Any

from ....models.language.boards.placements import OnBoard
from ....models.language.global_constraints.regular import Regular
from ....models.language.global_constraints.table import Allowed
from ....models.language.groups import Group
from ....models.language.model import Model
from ....models.language.nodes import Value
from ....solvers.harness.adapting.bounded import BoundedTranslator, Term
from ....solvers.harness.adapting.natives import Native, Natives
from ..array_families import LONG, FamilyArrays, Regions
from ..brackets import at_top, is_list
from ..families import (
    LETTERS,
    Loop,
    Write,
    are_over,
    clauses,
    comprehension,
    in_any_order,
    kinds,
    letters_but,
    loops_over,
    numbered,
    one_loop,
    size,
)
from ..group_arrays import Array, Form
from ..loop_names import speaking, squares_of
from ..preparing import Infix, Prepared, by_rule, identifiers, in_one_line
from ..python_layout import DATA, Data, ShortNames, coded, head_of, laid_out, literal
from ..squares import Line, cut_of
from .python_functions import CP_SAT, CPMPY, FUNCTIONS, OF_ITERTOOLS

Way = Callable[[Sequence[str]], Sequence[str]]
"""Tidies the constraints of a rule."""
CONSTRAINT = "constraint "
"""The beginning of a line that is a constraint."""


class PythonArrays(FamilyArrays):
    """Lists from 0, arrays of NumPy's kind if there are such, and dictionaries by other keys."""

    numbers_keys = True
    """True if a loop may go through the keys of a dictionary and their numbers."""
    posted = "model.add({} == int(sign))"
    """The statement that requires it of the square of a loop."""

    def __init__(
        self, model: Model, prepared: Prepared, taken: Iterable[str] = (), *, numpy: bool = False
    ) -> None:
        self._numpy = numpy
        self._add = "model += " if numpy else ""
        """The text before a constraint or a list of such, which else is a statement itself."""
        self.chained = {",": "{}", "+": "cp.sum({})" if numpy else "sum({})"}
        super().__init__(model, [*keyword.kwlist, *dir(builtins), *_TAKEN, *taken])
        self.named = {*self.text.values(), *(array.name for array in self.arrays)}
        """The names of the arrays, and the texts of variables."""
        self.taken -= {"i", "j", "key"}  # no group has these names, but loops may
        self.taken |= {*OF_ITERTOOLS}
        on_boards = {one.name for one in model.groups if isinstance(one, OnBoard)}
        self.boards = {one.name for one in self.arrays if one.group in on_boards}
        signs = [one for one in prepared.labels.values() if not re.search("[A-Za-z0-9]", one)]
        self.labels = identifiers(prepared.labels, (), self.taken) if len(signs) < 2 else {}
        """The names of the codes of labels; none if several labels are but signs."""
        self.taken |= {*self.labels.values()}
        self.short = ShortNames()
        for array in self.arrays:
            keys = [key[0] for key in array.keys if len(key) == 1]
            items = self.elements(array)[: len(keys)]
            self.short.add(f"{array.name}.values()", items, keys, self.taken)

    def keys(self, group: Group) -> Sequence[tuple[Any, ...]]:
        return [tuple(map(coded, key)) for key in super().keys(group)]

    def is_array(self, array: Array) -> bool:
        """True if the items have places, and not keys."""
        return bool(array.axes) and (self._numpy or [one.start for one in array.axes] == [0])

    def elements(self, array: Array) -> Sequence[str]:
        keys = product(*(range(len(one)) for one in array.axes))
        several = [*keys] if self.is_array(array) else array.keys
        return [f"{array.name}[{', '.join(map(literal, key))}]" for key in several]

    def made(self, array: Array, item: str) -> str:
        """The assignment of a list or dictionary of items, in which `{{}}` stands for the key."""
        (width, *others), names = {*map(len, array.keys)}, ("key",)
        if (array.axes or width > 1) and not others:
            is_board = array.name in self.boards
            names = squares_of(self.taken) if is_board else (*LETTERS[:width],)
        keys = [key[0] if len(key) == 1 else tuple(key) for key in array.keys]
        if array.axes:
            loops = [Loop((name,), axis) for name, axis in zip(names, array.axes, strict=True)]
        else:
            loops = loops_over(names, [*map(tuple, array.keys)]) or [Loop(names, keys)]
        key, said = ", ".join(names), clauses(loops)
        of_key = item.replace("{{}}", ", ".join(f"{{{name}}}" for name in names))
        if self.is_array(array):
            return laid_out(f"[{of_key} {said}]", before=f"{array.name} = ")
        several = f"({key})" if len(names) > 1 else key
        return laid_out(f"{{{several}: {of_key} {said}}}", before=f"{array.name} = ")

    def part(self, array: Array, axes: Sequence[range], function: str) -> str:
        shape = [*map(len, array.axes)] or [len(array.keys)]
        whole = [*map(len, axes)] == shape
        if not self.is_array(array):
            listed = f"{array.name}.values()"
            return "" if not whole else listed if function in ("*", "sum") else f"[*{listed}]"
        cut = [cut_of(axis, size) for axis, size in zip(axes, shape, strict=True)]
        if sum(map(len, axes)) < len(axes) + 2 and ":" not in cut:
            return ""
        text = array.name if whole else f"{array.name}[{', '.join(cut)}]"
        is_row = sum(":" in one for one in cut) == 1 and not (whole and len(axes) > 1)
        return text if is_row or function == "AllDifferent" else f"{text}.flatten()"

    def loop(self, text: str, loops: Sequence[Loop]) -> str | None:
        return comprehension(text, self.over(loops))

    def over(self, loops: Sequence[Loop]) -> list[Loop]:
        """The loops, over a dictionary where they are over its keys."""
        codes = {name: code for code, name in self.labels.items()}
        for array in (one for one in self.arrays if not self.is_array(one)):
            keys = [tuple(key) if len(key) > 1 else key[0] for key in array.keys]
            if are_over(loops, array.keys):
                return [Loop(loops[0].names + loops[1].names, Data(array.name))]
            loops = [
                one._replace(over=Data(array.name))
                if one.over == keys
                else (self.numbers_keys and numbered(one, array.name, array.keys, codes)) or one
                for one in loops
            ]
        return [*loops]

    def whole(self, axis: range) -> tuple[str, str]:
        return (f"0:{len(axis)}", ":") if self._numpy else ("", "")

    def span(self, array: Array, line: Line) -> str:
        if self.is_array(array):
            return f"{line.before}{line.first}:{line.last + 1}{line.after}"
        name = letters_but(self.taken)[0]
        over = Data(f"range({line.first}, {line.last + 1})")
        return comprehension(f"{line.before}{name}{line.after}", [Loop((name,), over)])

    def stepped(self, array: Array, line: Line) -> str:
        if self.is_array(array):
            said = f"{line.before}{line.first}:{line.last + 1}:{line.step}{line.after}"
            return said if self._numpy or line.size > 2 else ""  # two of a list are named as such
        return super().stepped(array, line)

    def each(self, array: Array) -> str:
        return array.name if self.is_array(array) else f"{array.name}.values()"

    def around(self, array: Array, text: str, loops: Sequence[Loop]) -> str:
        if self.is_array(array):
            return super().around(array, text, loops)
        names = ", ".join(name for loop in loops for name in loop.names)
        return f"[{text} for {names} in {array.name} if {loops[-1].where}]"

    def at_end(self, array: Array, row: str, column: str) -> str:
        if self.is_array(array):
            return ""
        name = letters_but(self.taken)[0]
        over = f"for {name} in {array.name} if ({row}, {column}) in ({name}[:2], {name}[2:])"
        return f"[{array.name}[{name}] {over}]"

    def two_squares(self, array: Array, names: Sequence[str], where: str) -> list[Loop]:
        first, then = (*names[:2],), (*names[2:],)
        if not self.is_array(array):
            over = Data(array.name)
            return [Loop(first, over), Loop(then, over, where=where)]
        height, width = map(len, array.axes)
        spans = f"range({height})" if height == width else f"range({height}), range({width})"
        every = Data(f"product({spans}, repeat={4 if height == width else 2})")
        return [Loop((*names,), every, where=where)]

    def joined(self, pieces: Sequence[str], function: str) -> str:
        if len(pieces) == 1 and pieces[0][:2] == "*[":
            return pieces[0][1:]
        return f"[{', '.join(pieces)}]"

    def with_data(self, texts: Sequence[str]) -> list[str]:
        listed = [one for text in texts for one in _LISTED.findall(text)]
        if not any(one.count(", ") > 1 for one in listed):
            return []
        said = partial(re.sub, DATA, "")
        return [_LISTED.sub(lambda one: f" in {DATA}{said(one[1])}{DATA}", text) for text in texts]

    def keyed(self, texts: Sequence[str], write: Write) -> list[str]:
        forms = [self.formed(text, self.by_keys if len(text) < LONG else None) for text in texts]
        found = in_any_order([*dict.fromkeys(forms)], self.taken, write)
        return [_BY_KEYS.sub(self._again, text) for text in found]

    def by_keys(self, array: Array, items: Sequence[str], function: str) -> str:
        """Items of an array as a loop over their keys, which are data; empty for all."""
        if items == self.elements(array):
            return ""
        keys = [item[len(array.name) + 1 : -1] for item in items]
        listed = ", ".join(f"({key})" if ", " in key else key for key in keys)
        name = letters_but(self.taken)[0]
        return f"[{array.name}[{name}] for {name} in {DATA}[{listed}]{DATA}]"

    def _again(self, found: re.Match[str]) -> str:
        """A list that goes through keys in no loop, as it is elsewhere."""
        keys = [
            key if isinstance(key, tuple) else (key,) for key in ast.literal_eval(found["keys"])
        ]
        listed = [f"{found['name']}[{', '.join(map(literal, key))}]" for key in keys]
        if not self.place.keys() >= {*listed}:
            raise AssertionError(f"{listed} are not of the model")
        return found["call"] + self.listed(listed, found["call"].removesuffix("("))

    def shown(self, model: Model, prepared: Prepared, *, spread: bool = False) -> str:
        """The list of arrays and variables of which solutions consist; `spread`, of variables."""
        names = {one.name for one in prepared.shown}
        found = []
        for group in model.groups:
            held = [one.name for one in group.variables if one.name in names]
            array = self.by_group.get(group.name)
            if array is None or len(held) < len(group.variables):
                found += [self.text[name] for name in held]
            elif self.is_array(array):
                found.append(f"*{array.name}" if spread else array.name)
            else:
                found.append(f"*{array.name}.values()")
        return f"[{', '.join(found)}]"

    def rows(self, rows: Iterable[Sequence[Value]], are_labels: Sequence[bool]) -> str:
        """The rows of a table, with codes by their names where a column is of labels."""

        def said(value: Value, is_label: bool) -> int | str:
            name = self.labels.get(int(value)) if is_label else None
            return Data(name) if name else int(value)

        several = [tuple(map(said, row, are_labels)) for row in rows]
        return literal(several if len(are_labels) > 1 else [one for (one,) in several])

    def listed_out(self, array: Array, items: Sequence[str]) -> str:
        """The assignment of a list or dictionary of different items."""
        if self.is_array(array):
            return laid_out(f"[{', '.join(items)}]", before=f"{array.name} = ")
        keys = (literal(key[0] if len(key) == 1 else tuple(key)) for key in array.keys)
        pairs = (f"{key}: {item}" for key, item in zip(keys, items, strict=True))
        return laid_out(f"{{{', '.join(pairs)}}}", before=f"{array.name} = ")

    def listed(self, items: Sequence[str], function: str = "") -> str:
        """A list; that parts of an array of NumPy's kind compare alike is said of all at once."""
        found = [*filter(None, map(_COMPARED.fullmatch, items))]
        names = [one[1] for one in found]
        array, _ = self._of_one(names) if len(found) == len(items) else (None, [])
        is_alike = self._numpy and len({one[2] for one in found}) == 1
        is_alike &= array is not None and self.is_array(array) and function in ("sum", "any", "all")
        part = self._part(names, function) if is_alike else ""
        return part + found[0][2] if part else super().listed(items, function)

    def called(self, function: str, items: Sequence[str]) -> str:
        """A call; a list that is summed, or whose items differ, is made item by item."""
        if function.endswith(("sum", "add_all_different")) and not function.endswith("cp.sum"):
            items = [one[1:-1] if _is_made(one) else one for one in items]
        return super().called(function, items)

    def bound(self, text: str, loops: Sequence[Loop]) -> str:
        """The constraint within loops, whose variables it has."""
        return text

    def _looped(self, text: str, loops: Sequence[Loop]) -> str:
        """A family of constraints: a list, or the statement with the heads of its loops."""
        loops = self.over(loops)
        if self._add:
            return comprehension(text, loops)
        heads = (head for loop in loops for head in _heads(loop))
        return _BODY.join([*heads, self.bound(text, loops)])

    def statements(self, rules: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
        """The lines of a script under the labels of rules; those alike in a row as one loop."""
        said = [(*rule, [*self._of_rule(*rule)]) for rule in rules]
        ways: list[Way] = [partial(self._each_formed, form) for form in (None, self.by_keys)]
        ways.append(self._in_one_loop)
        return min((self._in_tables(said, way) for way in ways), key=size)

    def _each_formed(self, form: Form | None, texts: Sequence[str]) -> list[str]:
        return [self.formed(text, form) for text in texts]

    def _in_one_loop(self, texts: Sequence[str]) -> list[str]:
        """Constraints in families; none where several are statements with heads of loops."""
        found = self.families(texts, self._looped) if len(texts) > 1 else []
        return found if self._add or len(found) == 1 else []

    def _in_tables(
        self, rules: Iterable[tuple[str, Sequence[str], list[str]]], way: Way
    ) -> list[str]:
        """The statements of rules; those alike in a row as a loop over a table, if shorter.

        A loop over two must be shorter by a fifth.
        """

        def as_one(label: str, lines: Sequence[str]) -> str:
            is_whole = label and all(line.startswith(CONSTRAINT) for line in lines)
            is_whole = is_whole and sum(map(len, lines)) < LONG
            texts = [line.removeprefix(CONSTRAINT) for line in lines] if is_whole else []
            return _BODY.join(way(texts))

        found: list[str] = []
        given = ((as_one(label, lines), label, said) for label, lines, said in rules)
        for _, some in groupby(given, lambda rule: kinds(rule[0]) or object()):
            texts, labels, said = zip(*some, strict=True)
            apart = [line for one in said for line in one]
            loop = one_loop(texts, self.taken, partial(self._table, labels), 2)
            worth = 1.25 if len(texts) == 2 else 1.0
            found += [loop] if loop and worth * size([loop]) < size(apart) else apart
        return found

    def _table(self, labels: Sequence[str], text: str, loops: Sequence[Loop]) -> str | None:
        """The statements of a text in a loop over a table, whose rows stand under their labels."""
        (names, over, *_), *more = loops
        if more or not isinstance(over, list):
            return None
        inner, bodies = [], text.split(_BODY)
        while bodies[0].endswith(":"):
            inner.append(bodies.pop(0))
        heads = [f"for {', '.join(names)} in {literal(over)}:", *inner]
        head, *spoken = self._spoken(heads, (self.bound(one, loops) for one in bodies))
        lines = [f"{head.split(' in ')[0]} in ["]
        for label, row in zip(labels, over, strict=True):
            lines += [f"    # {in_one_line(label)}", laid_out(literal(row), 4, after=",")]
        lines += ["]:", *map(head_of, spoken[: len(inner)], count(1))]
        depth = 4 + 4 * len(inner)
        return "\n".join(
            [*lines, *(laid_out(one, depth, self._add) for one in spoken[len(inner) :])]
        )

    def _spoken(self, heads: Sequence[str], bodies: Iterable[str]) -> list[str]:
        """The heads of loops, and what stands within all of them, with names that speak."""
        lines = [*enumerate(heads), *((len(heads), self.short.said(body)) for body in bodies)]
        boards = self.boards | {one.name for one in self.drawings}
        source = "\n".join(" " * depth + line.replace(DATA, "") for depth, line in lines)
        spoken = _POWER.sub(r"\1**\2", speaking(source, self.taken, boards))
        return [line.strip() for line in spoken.split("\n")]

    def _of_rule(self, label: str, lines: Sequence[str]) -> Iterator[str]:
        """The lines of a rule under its label."""
        if label and lines:
            yield f"# {in_one_line(label)}"
        for are_constraints, some in groupby(lines, lambda line: line.startswith(CONSTRAINT)):
            if not are_constraints:
                yield from some
                continue
            texts = [*dict.fromkeys(line.removeprefix(CONSTRAINT) for line in some)]
            if grid := self._grid(texts):
                yield from grid
                continue
            yield from self.shortest(texts, self._drawn, self._in_loops)

    def _in_loops(self, texts: Sequence[str]) -> Iterator[str]:
        """The lines of constraints."""
        for one in self.families(texts, self._looped):
            *heads, body = one.split(_BODY)
            *loops, body = self._spoken(heads, [body])
            yield from map(head_of, loops, count())
            yield laid_out(body, 4 * len(loops), self._add)

    def _drawn(self, regions: Regions) -> list[str]:
        """The drawing of regions, and their numbers."""
        first, names = min(regions.numbers), squares_of(self.taken)
        starts = [f", {start}" if start else "" for start in first]
        are_digits, array = max(regions.numbers.values()) < 10, regions.array
        of_text = "map(int, {})" if are_digits else "(int(sign, 36) for sign in {})"
        if self.is_array(array):
            said = f"[[*{of_text.format('text')}] for text in drawn.split()]"
        elif [*map(tuple, array.keys)] == [*regions.numbers]:
            signs = '"".join(drawn.split())'
            said = f"dict(zip({array.name}, {of_text.format(signs)}))"
        else:
            read = "int(sign)" if are_digits else "int(sign, 36)"
            said = f"{{({', '.join(names)}): {read}"
            said += f" for {names[0]}, text in enumerate(drawn.split(){starts[0]})"
            said += f" for {names[1]}, sign in enumerate(text{starts[1]})}}"
        said = laid_out(said, before=f"{regions.name} = ")
        return ['drawn = """', *regions.rows(), '"""', said]

    def region_at(self, drawn: Regions, row: str, column: str) -> str:
        if self.is_array(drawn.array):
            return f"{drawn.name}[{row}][{column}]"
        return super().region_at(drawn, row, column)

    def _grid(self, texts: Sequence[str]) -> list[str]:
        """Many digits on the squares of a board as a drawing; no lines if texts are others."""
        if (found := self.digits(texts)) is None:
            return []
        board, given = found
        first = [0 if self.is_array(board) else axis[0] for axis in board.axes]
        rows, columns = (
            range(start, start + len(axis)) for start, axis in zip(first, board.axes, strict=True)
        )
        drawn = ["".join(given.get((i, j), ".") for j in columns) for i in rows]
        counted = [f", {start}" if start else "" for start in first]
        names = squares_of(self.taken)
        heads = [
            f"for {names[0]}, text in enumerate(given.split(){counted[0]})",
            f"for {names[1]}, sign in enumerate(text{counted[1]})",
            'if sign != "."',
        ]
        square = f"{board.name}[{', '.join(names)}]"
        item = f"{square} == int(sign)"
        if self._add:
            loop = [f"{self._add}[", *(f"    {line}" for line in (item, *heads)), "]"]
        else:
            loop = [f"{'    ' * depth}{head}:" for depth, head in enumerate(heads)]
            loop.append(f"{'    ' * 3}{self.posted.format(square)}")
        return ['given = """', *drawn, '"""', *loop]


def _heads(loop: Loop) -> Iterator[str]:
    """The lines at which a loop begins, and its condition."""
    yield f"{clauses([loop._replace(where='')])}:"
    if loop.where:
        yield f"if {loop.where}:"


class Script(Infix):
    """A translation into statements over lists; it has the methods `allowed` and `regular`."""

    arrays: PythonArrays
    natives = Natives(
        BoundedTranslator.ALL_DIFFERENT,
        Native(
            Allowed,
            lambda on, one, terms: on.allowed(terms, [tuple(map(int, row)) for row in one.rows]),
            lambda one, ends: bool(ends) and bool(one.rows),
        ),
        Native(
            Regular,
            lambda on, one, terms: on.regular(terms, one),
            lambda one, ends: bool(ends) and bool(one.transitions) and bool(one.accepting),
        ),
    )

    def literal(self, value: int) -> str:
        return str(value)

    def table(self, terms: Sequence[Term], rows: Iterable[Sequence[int]]) -> str:
        """The rows of a table of terms as a text."""
        return self.arrays.rows(rows, [term.native in self.labelled for term in terms])

    def _add(self, text: str) -> None:
        self._lines.append(CONSTRAINT + text)

    def rules(self, model: Model, posted: Model) -> list[str]:
        """The rules of `posted`, which is `model` over codes."""
        self.labels = {code: f"{DATA}{name}{DATA}" for code, name in self.arrays.labels.items()}
        text = self.arrays.text
        self.labelled = {text[one.name] for one in model.variables if one.labelled}
        rules = ((label, self.lines()) for label in by_rule(model, posted, self.post))
        return self.arrays.statements(rules)


_COMPARED = re.compile(rf"(\w+\[[^][]*\])( (?:[=!]=|[<>]=?) (?:-?\d+|{DATA}\w+{DATA}))")
_BY_KEYS = re.compile(
    r"(?P<call>(?:\b\w+\()?)(?P<open>\[)?(?P<name>\w+)\[(?P<key>\w)\] for (?P=key) in "
    rf"{DATA}(?P<keys>\[[^{DATA}]*\]){DATA}(?(open)\])"
)
"""A list of items that goes through their keys, with a call around it."""
_POWER = re.compile(r"(?<![\w.\])])(\w+) \*\* (\w+)\b(?![.\[(])")
"""A power of plain words, which has no blanks."""
_LISTED = re.compile(r" in (\[[^][]*\])(?=[\])])")


def _is_made(text: str) -> bool:
    """True for the list of a comprehension."""
    inner = text[1:-1]
    outside = "".join(inner[place] for place in at_top(inner))
    return is_list(text) and " for " in outside and "," not in outside.split(" for ")[0]


_BODY = "\0"
"""The sign before a loop's body."""


_TAKEN = (
    *(*FUNCTIONS, *CP_SAT, *CPMPY, "re", "itertools"),
    *("given", "drawn", "text", "sign", "values", "i", "j", "key"),
    *("cp", "cp_model", "constraint", "model", "problem", "solver", "status"),
    *("found", "shown", "one", "solutions", "best"),
)
"""The names of a script's own."""
