"""Sums in a test as aggregates of clingo, compared with a bound."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from ....models.language.constraints import MIRRORED
from .clingo_alike import holding
from .clingo_predicates import CLINGO, NotSaid, Reference, are_few, conditional
from .clingo_reading import elements_of, names_of, separates

if TYPE_CHECKING:
    from .clingo_rules import Rule

Loops = Sequence[ast.comprehension]
_NAME = re.compile(r"\b[A-Z]\w*")
_VALUED = re.compile(r'(\w+)\(((?:"[^",;]*"|-?\d+)(?:,(?:"[^",;]*"|-?\d+))*),V\)')
"""The value of one variable of an array."""
_KEYS = "USLO"
_WEIGHED = 5
"""As many variables that are weighed differently have facts for that."""
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
                self.bound -= factor * value * self._rounds(loops)
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
            case ast.BinOp(ast.BinOp(ast.Name(), ast.Mult(), ast.Name() as one) as two, by, b) if (
                isinstance(by, ast.Mult) and not self._rule.variable(one)
            ):
                nested = ast.BinOp(two.left, by, ast.BinOp(one, by, b))
                self._add(nested, factor, loops, times)
            case ast.BinOp(ast.BinOp(ast.Constant(), ast.Pow()) as power, ast.Mult(), b):
                said = ast.unparse(power).replace(" ", "").upper()
                self._add(b, factor, loops, (*times, said))
            case ast.UnaryOp(ast.USub(), operand):
                self._add(operand, -factor, loops, times)
            case ast.BinOp(ast.UnaryOp(ast.USub(), number), ast.Mult() as by, b):
                self._add(ast.BinOp(number, by, b), -factor, loops, times)
            case ast.Call(ast.Name("sum"), [items]):
                for item, inner in elements_of(items):
                    self._add(item, factor, [*loops, *inner], times)
            case ast.Call(ast.Name("any"), [ast.ListComp(item, within)]):
                self.is_long = True
                body = holding(self._rule, item, [*loops, *within])
                names = tuple(name for loop in loops for name in names_of(loop))
                self._parts.append(Part(factor, times, names, ((*body,),), False))
                self._widen(factor, loops)
            case _:
                self._term(node, factor, loops, times)

    def _term(self, node: ast.expr, factor: int, loops: Loops, times: tuple[str, ...]) -> None:
        inner = self._rule.within(loops)
        self.is_long |= bool(loops)
        variable = inner.variable(node)
        names = tuple(name for loop in loops for name in names_of(loop))
        bodies = inner.truth(node, wanted=True)
        if bodies is not None:
            if any("{" in one for body in bodies for one in body) or not are_few([*inner.values]):
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
            times = self._rounds(loops)
        self.range += abs(by) * times

    def _rounds(self, loops: Loops) -> int:
        """The number of rounds of a loop. Raises: NotSaid if that depends on others."""
        found = 1
        for loop in loops:
            match loop.iter:
                case ast.Call(ast.Name("combinations"), [over, ast.Constant(int(several))]):
                    found *= comb(len(self._rule.listed(over)), several)
                case over:
                    found *= len(self._rule.listed(over))
            if loop.ifs:
                raise NotSaid
        return found

    def number(self) -> tuple[str, list[str]]:
        """The sum as an aggregate, and what is added, with signs. Raises: NotSaid if it is none."""
        self._merge()
        further = [f"{-self.bound:+}"] if self.bound else []
        turned = [("+" if term[0] == "-" else "-") + term[1:] for term in self.shift]
        return self._aggregate(), [*further, *turned]

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
        several = [*self._weighed()]
        alone = len(self._parts) + len(several) == 1
        is_number = not several and all(
            (part.factor, part.times) == (1, ()) for part in self._parts
        )
        is_number = is_number and (not alone or bool(self._parts[0].names))
        for place, part in enumerate(self._parts):
            if not {*part.names, "V"}.issuperset(_NAME.findall(" ".join(part.times))):
                raise NotSaid  # clingo warns of a variable that is of the whole rule
            weight = [] if is_number else [_times(part.factor, part.times)]
            key = ",".join([*weight, *[str(place)] * (not alone), *part.names])
            several += [f"{key} : {', '.join(body)}" for body in part.bodies]
        return f"#{'count' if is_number else 'sum'} {{{'; '.join(several)}}}"

    def _weighed(self) -> Iterator[str]:
        """Elements for the values of one array each, whose weights are facts; the rest is left."""
        alike: dict[tuple[str, int], dict[str, Part]] = {}
        for part in self._parts:
            found = _VALUED.fullmatch(next((one for body in part.bodies for one in body), ""))
            if found and part.times == ("V",) and not part.names and part.bodies == ((found[0],),):
                alike.setdefault((found[1], found[2].count(",")), {})[found[2]] = part
        for (array, commas), parts in alike.items():
            if len(parts) < _WEIGHED or len({part.factor for part in parts.values()}) == 1:
                continue
            self._parts = [part for part in self._parts if part not in parts.values()]
            facts = ";".join(f"{key},{part.factor}" for key, part in parts.items())
            weight = self._rule.defined(facts, "weight")
            keys = ",".join(_KEYS[: commas + 1])
            yield f"V*W,{keys} : {array}({keys},V), {weight}({keys},W)"


def _times(factor: int, names: Sequence[str]) -> str:
    """A product of a number and what has names."""
    said = "*".join(names)
    minus = "-1*" if "**" in said else "-"  # which binds closer than a power
    return {1: said, -1: f"{minus}{said}"}.get(factor, f"{factor}*{said}") if said else str(factor)


def is_summed(node: ast.expr) -> bool:
    """True if there is a list in an expression."""
    kinds = ast.ListComp | ast.GeneratorExp | ast.List
    return any(isinstance(one, kinds) for one in ast.walk(node))
