"""The variables of a model as predicates of clingo, and its rules that choose their values."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ...models.language.constraints import MIRRORED
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from .families import conditions, loops_over
from .group_arrays import Array, Regions
from .preparing import Prepared
from .python_arrays import PythonArrays
from .python_layout import Data

if TYPE_CHECKING:
    from .clingo_rules import Rule

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
        """True if the atoms have no value. Raises: NotSaid if some have one."""
        found = {is_truth(domain) for domain in self.domains}
        if len(found) > 1:
            raise NotSaid
        return True in found


def is_truth(domain: Sequence[Any]) -> bool:
    """True for the values 0 and 1."""
    return [*domain] == [0, 1]


class Predicates(PythonArrays):
    """Dictionaries of variables in the tests, which are predicates in the rules."""

    def __init__(self, model: Model, prepared: Prepared, names: Mapping[str, str]) -> None:
        """`names` are those of the predicates, by group."""
        super().__init__(model, prepared, ["alldifferent"])
        self.kinds: dict[str, Kind] = {}
        self._defined: dict[str, str] = {}
        self._definitions: list[str] = []
        self._names = {*names.values()}
        self.taken |= self._names
        for group in model.groups:
            array = self.by_group.get(group.name)
            for variables in [group.variables] if array else [(one,) for one in group.variables]:
                keys, axes = (array.keys, array.axes) if array else ([()], ())
                name = array.name if array else self.text[variables[0].name]
                domains = [one.domain for one in variables]
                self.kinds[name] = Kind(names[group.name], keys, axes, domains)

    def is_array(self, array: Array) -> bool:
        return False

    def part(self, array: Array, axes: Sequence[range], function: str) -> str:
        return ""

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
            self._definitions += lines(name)
        return self._defined[key]

    def fresh(self, name: str, first: str = "") -> str:
        """The name of a predicate that no other has; the `first` that is tried ends so."""
        found, number = f"{name}{first}", count(len(first) + 1)
        while found in self._names:
            found = f"{name}{next(number)}"
        self._names.add(found)
        return found

    def is_free(self, name: str) -> bool:
        """True if no predicate of the model has this name."""
        return name not in self._names

    def definitions(self) -> list[str]:
        """The rules that define what was used since this was asked for."""
        found, self._definitions = self._definitions, []
        return found

    def choices(self) -> Iterator[str]:
        """The rules by which each variable takes one value."""
        for kind in self.kinds.values():
            alike: dict[tuple[str, int], list[int]] = {}
            for place, (domain, key) in enumerate(zip(kind.domains, kind.keys, strict=True)):
                said = "" if is_truth(domain) else pooled([*domain])
                alike.setdefault((said, len(key)), []).append(place)
            for (values, _), places in alike.items():
                keys = [kind.keys[place] for place in places]
                names = [*"IJKMNPQR"[: len(keys[0])]]
                where = [f"{n} = {pooled(axis)}" for n, axis in zip(names, kind.axes, strict=False)]
                if len(keys) < len(kind.keys) or not where:
                    where = [*_among(names, keys)]
                if not values:
                    yield f"{{{atom_of(kind.atom, names)}{' : ' * bool(where)}{', '.join(where)}}}."
                    continue
                head = f"1 {{{atom_of(kind.atom, [*names, 'X'])} : X = {values}}} 1"
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


def _among(names: Sequence[str], keys: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """The literals by which names are keys."""
    several = f"({','.join(names)})" if len(names) > 1 else "".join(names)
    loops = loops_over(names, [*map(tuple, keys)])
    for some, over, _, where in loops:
        if isinstance(over, Data):  # the squares after one
            yield f"({','.join(some)}) = ({names[0]},{names[1]}+1;{names[0]}+1,{names[1]})"
        else:
            yield f"{some[0]} = {pooled(over)}"
        yield from (one.replace(", ", ",") for one in conditions(where))
    if names and not loops:
        yield f"{several} = {pooled(keys)}"


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
    """A key or value as clingo's term, whose texts have signs for three characters alone."""
    if isinstance(value, int):
        return str(value)
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


def unparsed(node: ast.expr) -> str:
    """An expression of Python as one of clingo."""
    text = ast.unparse(node)
    for python, here in (
        (" ** ", "**"),
        (" % ", "\\"),
        (" // ", "/"),
        (" * ", "*"),
        (" + ", "+"),
        (" - ", "-"),
    ):
        text = text.replace(python, here)
    return text


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


def names_of(loop: ast.comprehension) -> list[str]:
    """The variables of a loop."""
    names: Any = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
    return [one.id.upper() for one in names]


def values_in(node: ast.expr) -> list[Any]:
    """The values of a list or range of constants. Raises: NotSaid for any other."""
    try:
        if isinstance(node, ast.Call):
            return [*range(*map(ast.literal_eval, node.args))]
        return [*ast.literal_eval(node)]
    except ValueError:
        raise NotSaid from None


def elements_of(items: ast.expr) -> Iterator[tuple[ast.expr, list[ast.comprehension]]]:
    """The items of a list, each with the loops that make several of it."""
    match items:
        case ast.List(several):
            for item in several:
                if isinstance(item, ast.Starred):
                    yield from elements_of(item.value)
                else:
                    yield item, []
        case ast.ListComp(item, loops) | ast.GeneratorExp(item, loops):
            if any(map(_repeats, loops)):
                raise NotSaid
            yield item, loops
        case _:
            raise NotSaid


def _repeats(loop: ast.comprehension) -> bool:
    """True for a loop that comes to a value twice, which a pool of clingo has once."""
    values = loop.iter.elts if isinstance(loop.iter, ast.List | ast.Tuple) else []
    return len({*map(ast.dump, values)}) < len(values)


def separates(node: ast.expr, names: Sequence[str]) -> bool:
    """True if each choice of values of loops makes another variable of an expression."""
    key = node.slice if isinstance(node, ast.Subscript) else ast.Tuple([])
    keys = key.elts if isinstance(key, ast.Tuple) else [key]
    plain = {one.id.upper() for one in keys if isinstance(one, ast.Name)}
    return plain >= {*names}


# ------------------------------------------------------------------------------------------- sums


CLINGO = {"==": "="}
"""The relations that clingo writes otherwise than Python."""


Loops = Sequence[ast.comprehension]
_MANY = 100
"""The times that a loop may be gone through which depends on others."""


class Part(NamedTuple):
    """Terms of a sum: a truth, which holds where one of its bodies does, or a value."""

    factor: int
    times: tuple[str, ...]
    """Variables of loops, and the value, that it is multiplied by as well."""
    names: tuple[str, ...]
    """The variables of the loops that make several of it."""
    bodies: tuple[tuple[str, ...], ...]
    is_plain: bool
    """True if each of several is an atom of its own."""


class Sum:
    """The difference of two sides as a sum of truths and values, and what it is compared with."""

    def __init__(self, rule: Rule, left: ast.expr, right: ast.expr) -> None:
        self._rule = rule
        self.values: list[Reference] = []
        self.is_long = False
        """True if truths are added, or the terms of a loop."""
        self.bound = 0
        self.shift: list[str] = []
        """Terms of the variables of loops, which are added to the bound."""
        self.range = 0
        """At most how many values the sum has, but for one."""
        self._parts: list[Part] = []
        self.is_sum = True
        """False if something else than a variable or a truth is added."""
        self._add(left, 1, (), ())
        self._add(right, -1, (), ())

    def _add(self, node: ast.expr, factor: int, loops: Loops, times: tuple[str, ...]) -> None:
        match node:
            case ast.Constant(int(value)) if not times:
                self.bound -= factor * value * self._rule.rounds(loops)
            case ast.BinOp(a, ast.Add(), b):
                self._add(a, factor, loops, times)
                self._add(b, factor, loops, times)
            case ast.BinOp(a, ast.Sub(), b):
                self._add(a, factor, loops, times)
                self._add(b, -factor, loops, times)
            case ast.BinOp(ast.Constant(int(number)), ast.Mult(), b):
                self._add(b, factor * number, loops, times)
            case ast.BinOp(ast.Name(name) as one, ast.Mult(), b) if not self._rule.variable(one):
                self._add(b, factor, loops, (*times, name.upper()))
            case ast.UnaryOp(ast.USub(), operand):
                self._add(operand, -factor, loops, times)
            case ast.Call(ast.Name("sum"), [items]):
                for item, inner in elements_of(items):
                    self._add(item, factor, [*loops, *inner], times)
            case _:
                self._term(node, factor, loops, times)

    def _term(self, node: ast.expr, factor: int, loops: Loops, times: tuple[str, ...]) -> None:
        inner = self._rule.within(loops)
        self.is_long |= bool(loops)
        variable = inner.variable(node)
        names = tuple(name for loop in loops for name in names_of(loop))
        bodies = inner.truth(node, wanted=True)
        if bodies is not None:
            if any("{" in one for body in bodies for one in body) or not inner.joins_few():
                raise NotSaid
            self.is_long = True
            apart = bool(variable) and separates(node, names)
            several = [[*dict.fromkeys(body)] for body in bodies]
            said = tuple((*one, *inner.conditions(loops, one)) for one in several)
            self._parts.append(Part(factor, times, names, said, apart))
            self._widen(factor, loops)
            if variable and not loops:
                self._rule.noted(variable, bodies[0][0])
        elif variable and not variable.labelled:
            self.values.append(variable)
            body = [inner.noted(variable, variable.atom("V"))]
            body += inner.conditions(loops, body)
            self._parts.append(Part(factor, (*times, "V"), names, (tuple(body),), False))
            self._widen(factor * variable.size, loops)
        elif isinstance(node, ast.Name) and not loops and variable is None:
            shown = _times(abs(factor), (*times, node.id.upper()))
            self.shift.append(f"{'-' if factor > 0 else '+'}{shown}")
        else:
            used: list[Reference] = []
            self._rule.expression(node, used)
            self.values += used
            self.is_sum = False

    def _widen(self, by: int, loops: Loops) -> None:
        times = _MANY
        with suppress(NotSaid):
            times = self._rule.rounds(loops)
        self.range += abs(by) * times

    def number(self) -> tuple[str, int]:
        """The sum as an aggregate, and what is added to it. Raises: NotSaid if it is none."""
        self._merge()
        if self.shift:
            raise NotSaid
        return self._aggregate(), -self.bound

    def _merge(self) -> None:
        """Add what is alike. Raises: NotSaid if it is no sum."""
        merged: dict[Part, int] = {}
        for part in self._parts:
            alike = part._replace(factor=1)
            merged[alike] = merged.get(alike, 0) + part.factor
        self._parts = [part._replace(factor=factor) for part, factor in merged.items() if factor]
        if not self.is_sum or not self._parts:
            raise NotSaid

    def atoms(self, sign: str) -> list[str]:
        """The truths of a sum, where it compares as said only if all of them hold; else none."""
        self._merge()
        alone = [part for part in self._parts if part.is_plain and not part.names + part.times]
        found = [part.bodies[0][0] for part in alone if part.factor == len(part.bodies[0]) == 1]
        is_of_all = (sign, self.bound - len(found)) in ((">", -1), (">=", 0), ("==", 0))
        return found if is_of_all and len(found) == len(self._parts) and not self.shift else []

    def text(self, sign: str) -> str:
        """The sum compared with its bound. Raises: NotSaid if it is none."""
        self._merge()
        turned = all(part.factor < 0 for part in self._parts) and not self.shift
        if turned:
            self._parts = [part._replace(factor=-part.factor) for part in self._parts]
        sign, bound = (MIRRORED[sign], -self.bound) if turned else (sign, self.bound)
        end = "".join([str(bound) if bound or not self.shift else "", *self.shift])
        return f"{self._aggregate()} {CLINGO.get(sign, sign)} {end.removeprefix('+')}"

    def _aggregate(self) -> str:
        alone = len(self._parts) == 1
        first = [part.bodies[0] for part in self._parts if len(part.bodies) == 1]
        is_counted = len(first) == len(self._parts) and all(
            (part.factor, part.times) == (1, ()) and part.is_plain for part in self._parts
        )
        if (
            is_counted
            and len({body[0] for body in first}) == len(first)
            and all(alone or not part.names for part in self._parts)
            and not any(body[0].startswith("not ") for body in first)
        ):
            return f"{{{'; '.join(map(conditional, first))}}}"
        several = []
        for place, part in enumerate(self._parts):
            weight = _times(part.factor, part.times)
            key = ",".join([weight, *[str(place)] * (not alone), *part.names])
            several += [f"{key} : {', '.join(body)}" for body in part.bodies]
        return f"#sum {{{'; '.join(several)}}}"


def _times(factor: int, names: Sequence[str]) -> str:
    """A product of a number and what has names."""
    said = "*".join(names)
    return {1: said, -1: f"-{said}"}.get(factor, f"{factor}*{said}") if said else str(factor)
