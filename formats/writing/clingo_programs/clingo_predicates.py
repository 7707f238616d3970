"""The variables of a model as predicates of clingo, and its rules that choose their values."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, groupby, pairwise
from math import prod
from types import MappingProxyType
from typing import Any, NamedTuple

from ....models.language.boards.placements import OnBoard
from ....models.language.late_dataclasses import dataclass
from ....models.language.model import Model
from ..array_families import Regions
from ..families import Loop, conditions, letters_but, loops_over
from ..group_arrays import Array
from ..preparing import SQUARE, Prepared, index_sets
from ..python_layout import STRING, Data, coded
from ..scripts.python_arrays import PythonArrays

_MOST_JOINED = 20_000
"""A rule over more values of its variables together is written as a sum, or not at all."""
_MOST_FACTS = 10
"""As many facts stand in one line."""


class NotSaid(Exception):
    """Rules of few words do not say this."""


@dataclass(frozen=True, eq=False)
class Kind:
    """Variables that are the atoms of one predicate."""

    atom: str
    keys: Sequence[tuple[Any, ...]]
    axes: tuple[range, ...]
    domains: Sequence[Sequence[Any]]
    """The values of each variable."""

    @property
    def is_truth(self) -> bool:
        """True if the atoms have no value."""
        return all(map(is_truth, self.domains))


def is_truth(domain: Sequence[Any]) -> bool:
    """True for the values 0 and 1."""
    return [*domain] == [0, 1]


class Predicates(PythonArrays):
    """Dictionaries of variables in the tests, which are predicates in the rules."""

    joints = MappingProxyType({"or": "any({})"})
    most_of_two = 1.0  # as two rules are longer than their tests
    numbers_keys = False

    def __init__(self, model: Model, prepared: Prepared, names: Mapping[str, str]) -> None:
        """`names` are those of the predicates, by group."""
        super().__init__(model, prepared, ["alldifferent"])
        self.kinds: dict[str, Kind] = {}
        self._defined: dict[str, str] = {}
        self._made: dict[str, list[str]] = {}
        """The names of predicates that were defined, by how they begin."""
        self._definitions: dict[str, list[str]] = {}
        """The rules that define a predicate, until they are written."""
        self._names = {*names.values()}
        self.taken |= self._names
        self._squares: dict[tuple[tuple[int, ...], ...], str] = {}
        """The predicates of the squares of boards with gaps."""
        for group in model.groups:
            array = self.by_group.get(group.name)
            if isinstance(group, OnBoard) and not index_sets(group.squares):
                squares = tuple((square.row, square.column) for square in group.squares)
                self._squares[squares] = self._squares.get(squares) or self.fresh("square")
            for variables in [group.variables] if array else [(one,) for one in group.variables]:
                keys, axes = (array.keys, array.axes) if array else ([()], ())
                name = array.name if array else self.text[variables[0].name]
                every = (one.domain for one in variables)
                domains = [d if isinstance(d, range) else tuple(map(coded, d)) for d in every]
                self.kinds[name] = Kind(names[group.name], keys, axes, domains)

    def is_array(self, array: Array) -> bool:
        return False

    def part(self, array: Array, axes: Sequence[range], function: str) -> str:
        return ""

    def listed(self, items: Sequence[str], function: str = "") -> str:
        """A list; values in rows of one stay as they are."""
        are_rows = bool(items) and all(one.endswith(",)") for one in items)
        return f"[{', '.join(items)}]" if are_rows else super().listed(items, function)

    def of_each(self, array: Array, parts: Sequence[str], names: Sequence[str]) -> str:
        sizes = {*map(len, array.keys)}
        key = ", ".join(names[: max(sizes)])
        item = f"{array.name}[{key}]".join(parts)
        return f"[{item} for {key} in {array.name}]" if len(sizes) == 1 else ""

    def at_end(self, array: Array, row: str, column: str) -> str:
        i, j, k, m, *_ = letters_but(self.taken)
        where = f"({row}, {column}) in (({i}, {j}), ({k}, {m}))"
        names = f"{i}, {j}, {k}, {m}"
        return f"[{array.name}[{names}] for {names} in {array.name} if {where}]"

    def loop(self, text: str, loops: Sequence[Loop]) -> str | None:
        """The list, but of no range in steps that are of another loop."""
        spans = (loop.over for loop in loops if isinstance(loop.over, Data))
        return None if any(one.count(", ") > 1 for one in spans) else super().loop(text, loops)

    def drawn(self, regions: Regions) -> list[str]:
        """The facts that give each square the number of its region."""
        rows = groupby(regions.numbers.items(), lambda pair: (pair[0][0], pair[1]))
        runs = [(row, pooled([c for (_, c), _ in run]), number) for (row, number), run in rows]
        facts = (f"{row},{columns},{number}" for row, columns, number in runs if number)
        return [f"{regions.name}({fact})." for fact in facts]

    def defined(self, key: str, letter: str, lines: Callable[[str], Iterable[str]]) -> str:
        """The predicate that `lines` define, the same for the same key."""
        if key not in self._defined:
            self._defined[key] = name = self.fresh(letter, "1")
            self._definitions[name] = [*lines(name)]
            self._made.setdefault(letter, []).append(name)
        return self._defined[key]

    def among(self, names: Sequence[str], keys: Sequence[tuple[Any, ...]]) -> list[str]:
        """The literals by which names are keys; those of a board with gaps, by its predicate."""
        name = self._squares.get(tuple(map(tuple, keys)))
        return [f"{name}({','.join(names)})"] if name else [*among(names, keys)]

    def with_squares(self, choices: list[str], body: list[str]) -> list[str]:
        """The lines, with facts for the squares of boards where that is shorter."""
        lines, facts = [*choices, *body], list[str]()
        for keys, name in self._squares.items():
            rows = groupby(sorted(keys), lambda key: key[0])
            each = "; ".join(f"{row},{pooled([key[1] for key in some])}" for row, some in rows)
            atom = re.compile(rf"{STRING}|^%.*|\b{name}\((\w+),(\w+)\)")
            said = [atom.sub(partial(_by_numbers, keys), line) for line in lines]
            fact = f"{name}({each})."
            if len("".join(said)) <= len("".join([*lines, fact])):
                lines = said
            else:
                facts.append(fact)
        return [*facts, *lines]

    def clear(self, array: str) -> str:
        """The predicate of a square, a way from it, and those up to the next gap on that."""

        def lines(name: str) -> list[str]:
            squares = ", ".join(self.among("IJ", self.kinds[array].keys))
            onward = f"{name}(I,J,A,B,K,M), {name}(K+A,M+B,0,0,K+A,M+B)"
            return [
                f"{name}(I,J,A,B,I,J) :- A = -1..1, B = -1..1, {squares}.",
                f"{name}(I,J,A,B,K+A,M+B) :- {onward}.",
            ]

        return self.defined(f"clear {array}", "clear", lines)

    def fresh(self, name: str, first: str = "") -> str:
        """The name of a predicate that no other has; the `first` that is tried ends so."""
        found, number = f"{name}{first}", count(len(first) + 1)
        while found in self._names:
            found = f"{name}{next(number)}"
        self._names.add(found)
        return found

    def is_fact(self, array: str, value: str) -> bool:
        """True if a fact says that a variable of an array has a value, which is a text."""
        return value != "0" or not self.kinds[array].is_truth

    def is_free(self, name: str) -> bool:
        """True if no predicate of the model has this name."""
        return name not in self._names

    def definitions(self, lines: Sequence[str]) -> list[str]:
        """The rules that define what lines use, where none did so before."""
        words = {*re.findall(r"\w+", " ".join(lines))}
        used = [name for name in self._definitions if name in words]
        return [one for name in used for one in self._definitions.pop(name)]

    def renumbered(self, lines: Sequence[str]) -> list[str]:
        """The lines, where predicates that were defined are numbered as they come in them."""
        rules = [line for line in lines if line[0] != "%"]
        words = dict.fromkeys(re.findall(r"\w+", " ".join(rules)))
        new: dict[str, str] = {}
        for names in self._made.values():
            new |= zip([word for word in words if word in names], names, strict=False)
        name = re.compile(rf"{STRING}|\w+")
        said = partial(name.sub, lambda one: new.get(one[0], one[0]))
        return [said(line) if line[0] != "%" else line for line in lines]

    def choices(self) -> Iterator[str]:
        """The rules by which each variable takes one value."""
        for kind in self.kinds.values():
            alike: dict[tuple[str, int], list[int]] = {}
            for place, (domain, key) in enumerate(zip(kind.domains, kind.keys, strict=True)):
                said = "" if kind.is_truth else pooled([*domain])
                alike.setdefault((said, len(key)), []).append(place)
            for (values, _), places in alike.items():
                keys = [kind.keys[place] for place in places]
                names = [*"IJKMNPQR"[: len(keys[0])]]
                where = [f"{n} = {pooled(axis)}" for n, axis in zip(names, kind.axes, strict=False)]
                if len(keys) == 1:
                    names, where = [*map(quoted, keys[0])], []
                elif len(keys) < len(kind.keys) or not where:
                    where = self.among(names, keys)
                if not values:
                    yield f"{{{atom_of(kind.atom, names)}{' : ' * bool(where)}{', '.join(where)}}}."
                    continue
                value, given = "X", f"X = {values}"
                squares = [SQUARE.fullmatch(str(one)) for one in kind.domains[places[0]]]
                board = self._squares.get(tuple((int(s[1]), int(s[2])) for s in squares if s))
                if board and all(squares):
                    i, j = [n for n in "IJKMNPQR" if n not in names][:2]
                    value, given = f"({i},{j})", f"{board}({i},{j})"
                head = f"1 {{{atom_of(kind.atom, [*names, value])} : {given}}} 1"
                yield f"{head}{' :- ' * bool(where)}{', '.join(where)}."

    def facts(self, lines: Sequence[str]) -> list[str]:
        """The lines, of which facts of one predicate in a row are together."""
        found: list[str] = []
        row, count = "", 0
        for line in lines:
            fact = re.fullmatch(r"(\w+\()([^(){};]*)\)\.", line)
            if fact and row == fact[1] and count < _MOST_FACTS:
                found[-1] = f"{found[-1][:-2]}; {fact[2]})."
                count += 1
            else:
                found.append(line)
                row, count = (fact[1], 1) if fact else ("", 0)
        return found


def _by_numbers(keys: Sequence[tuple[int, ...]], found: re.Match[str]) -> str:
    """The literals that names are one of these squares; other texts as they are."""
    return ", ".join(among(found.groups(), keys)) if found[1] else found[0]


def among(names: Sequence[str], keys: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """The literals by which names are keys."""
    several = f"({','.join(names)})" if len(names) > 1 else "".join(names)
    if axes := index_sets(keys) if len(names) > 1 else ():
        yield from (f"{name} = {pooled(axis)}" for name, axis in zip(names, axes, strict=True))
        return
    loops = loops_over(names, [*map(tuple, keys)])
    for some, over, _, where in loops:
        if isinstance(over, Data):  # the squares after one
            yield f"({','.join(some)}) = ({names[0]},{names[1]}+1;{names[0]}+1,{names[1]})"
        else:
            yield from (f"{name} = {pooled(over)}" for name in some)
            yield from (f"{a} < {b}" for a, b in pairwise(some))
        yield from (one.replace(", ", ",") for one in conditions(where))
    if names and not loops:
        yield f"{several} = {pooled(keys)}"


def just_one(atoms: Sequence[str], *, holds: bool, may_be_same: bool) -> str:
    """The literal that one of two atoms holds and the other does not, or its opposite."""
    parts = [f"{n} : {atom}" for n, atom in enumerate(atoms)] if may_be_same else atoms
    count = "#count " if may_be_same else ""
    return f"{count}{{{'; '.join(parts)}}} {'=' if holds else '!='} 1"


def pooled(values: Sequence[Any]) -> str:
    """Values, or keys, as a term that stands for each of them."""
    ends = (values[0], values[-1])
    if all(type(one) is int for one in ends) and [*values] == [*range(ends[0], ends[1] + 1)]:
        return f"{ends[0]}..{ends[1]}" if len(values) > 1 else str(ends[0])
    if isinstance(values[0], tuple) and len(values[0]) > 1:
        return f"({';'.join(','.join(map(quoted, key)) for key in values)})"
    values = [one[0] if isinstance(one, tuple) else one for one in values]
    parts = [*map(quoted, values)]
    if all(type(one) is int for one in values):
        offsets = groupby(enumerate(values), lambda pair: pair[1] - pair[0])
        runs = [[value for _, value in run] for _, run in offsets]
        parts = []
        for run in runs:
            parts += [f"{run[0]}..{run[-1]}"] if len(run) > 2 else map(str, run)
    return f"({';'.join(parts)})" if len(values) > 1 else parts[0]


def quoted(value: int | str) -> str:
    """A key or value as clingo's term: squares by their numbers, other texts in quotes.

    There are signs for three characters alone.
    """
    if isinstance(value, int):
        return str(value)
    if square := SQUARE.fullmatch(value):
        return f"({square[1]},{square[2]})"
    plain = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'


def atom_of(name: str, arguments: Sequence[str]) -> str:
    """An atom of a predicate."""
    return f"{name}({','.join(arguments)})" if arguments else name


Bodies = list[list[str]]
"""The literals of several bodies."""


def in_one(bodies: Bodies) -> Bodies:
    """One body that has a count, if two say that two atoms are both true or both false."""
    match bodies:
        case [[a, b], [c, d]] if {c, d} == {f"not {a}", f"not {b}"}:
            return [[f"#count {{1 : {a}; 2 : {b}}} != 1"]]
    return bodies


def conditional(body: Sequence[str]) -> str:
    """An atom where the rest of a body holds."""
    return body[0] + " : " * (len(body) > 1) + ", ".join(body[1:])


class Reference(NamedTuple):
    """A variable in a test, whose keys are texts."""

    kind: Kind
    keys: tuple[str, ...]

    def atom(self, *value: str) -> str:
        return atom_of(self.kind.atom, [*self.keys, *value])

    @property
    def domains(self) -> Sequence[Sequence[Any]]:
        """The values of each variable that this may be."""
        pairs = zip(self.kind.keys, self.kind.domains, strict=True)
        own = [domain for key, domain in pairs if (*map(quoted, key),) == self.keys]
        return own or self.kind.domains

    @property
    def size(self) -> int:
        return max(map(len, self.domains))

    @property
    def labelled(self) -> bool:
        return any(isinstance(one, str) for domain in self.kind.domains for one in domain)

    def has_all(self, names: Sequence[str], values: Sequence[Any]) -> bool:
        """True if these names are all keys, and the atoms have just these values there."""
        return self.keys == (*names,) and [*map(tuple, self.kind.keys)] == [*values]

    def values_of(self, name: str) -> Iterator[set[Any]]:
        """The values of the variable of a loop for which the atoms have each of its keys."""
        for place, key in enumerate(self.keys):
            if self.kind.axes and (found := re.fullmatch(rf"{name}([+-]\d+)?", key)):
                yield {value - int(found[1] or 0) for value in self.kind.axes[place]}
            elif (key,) == self.keys == (name,):
                yield {one[0] for one in self.kind.keys if len(one) == 1}


class Aggregate(Reference):
    """A number that an aggregate is, as if it were a variable."""

    @classmethod
    def of(cls, text: str, size: int) -> Aggregate:
        return cls(Kind(text, [()], (), [range(size)]), ())

    def atom(self, *value: str) -> str:
        return f"{value[0]} = {self.kind.atom}"


def in_ranges(elements: Sequence[str]) -> list[str]:
    """Elements of an aggregate, of which those in a row that differ by a key are one."""
    found: list[tuple[str, int, int, str]] = []
    for one in elements:
        key = re.fullmatch(r"(\w : \w+\()(\d+)(,\w\))", one)
        before, number, after = (key[1], int(key[2]), key[3]) if key else (one, 0, "")
        start, first, last, end = found[-1] if found else ("", 0, 0, "")
        if key and (start, last + 1, end) == (before, number, after):
            found[-1] = start, first, number, end
        else:
            found.append((before, number, number, after))
    return [
        f"{before}{pooled(range(first, last + 1)) if after else ''}{after}"
        for before, first, last, after in found
    ]


"""An item of a list, with the loops that make several of it."""


SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
CLINGO = {"==": "="}
"""The relations that clingo writes otherwise than Python."""


def are_few(variables: Sequence[Reference]) -> bool:
    """True if variables have few values together."""
    return prod(one.size for one in variables) <= _MOST_JOINED
