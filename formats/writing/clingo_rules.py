"""A test in Python as rules of clingo, each of which refutes what breaks it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from itertools import chain, pairwise, product
from math import prod
from typing import Any

from ...models.language.constraints import MIRRORED, NEGATED
from .clingo_predicates import (
    Aggregate,
    NotSaid,
    Predicates,
    Reference,
    atom_of,
    before,
    conditional,
    elements_of,
    in_ranges,
    names_of,
    pooled,
    quoted,
    separates,
    unparsed,
)

MOST_BODIES = 8
"""A test of more rules is not written as rules."""
_MOST_JOINED = 20_000
"""A rule over more values of its variables together is written as a sum, or not at all."""
FEW = 4
"""As many variables are joined rather than summed."""
_LETTERS = "XYZABCDEFGH"
_INNER = "VWU"
"""The variables that stand for values, outside and inside of aggregates."""

Bodies = list[list[str]]
"""The literals of several bodies."""


class Rule:
    """The bodies of the rules for one test."""

    def __init__(
        self,
        predicates: Predicates,
        loops: Sequence[ast.comprehension],
        letters: str = _LETTERS,
    ) -> None:
        self._predicates, self._kinds, self._loops = predicates, predicates.kinds, loops
        self._letters = letters
        self._values: dict[Reference, str] = {}
        self._sources: dict[str, Reference] = {}
        """The variable of each atom that holds for one value."""
        self._extremes: dict[str, Reference] = {}
        self._facts: set[str] = set()
        """The atoms that may be facts."""

    def text(self, body: Sequence[str], head: str = "") -> str:
        """The rule of a body, with the loops."""
        loops = self.conditions(self._loops, body)
        several = [*dict.fromkeys(body)]
        if not head and len(body) == 1 and body[0][:4] == "not " and body[0][4:] in self._facts:
            head, several = body[0][4:], []
        said = ", ".join([*several, *loops])
        return f"{head}{' ' * bool(head and said)}{':- ' * bool(said)}{said}."

    # ------------------------------------------------------------------------------- truths

    def refuted(self, test: ast.expr) -> Bodies:
        """Bodies of which one holds exactly where a test does not."""
        return self.bodies(test, wanted=False)

    def bodies(self, test: ast.expr, *, wanted: bool) -> Bodies:
        match test:
            case ast.BoolOp(operation, parts):
                several = [self.bodies(part, wanted=wanted) for part in parts]
                if isinstance(operation, ast.And) is not wanted:
                    return [body for one in several for body in one]
                if prod(map(len, several)) > MOST_BODIES:
                    several = [*map(_in_one, several)]
                if prod(map(len, several)) > MOST_BODIES:
                    raise NotSaid
                return [[*chain(*chosen)] for chosen in product(*several)]
            case ast.UnaryOp(ast.Not(), operand):
                return self.bodies(operand, wanted=not wanted)
            case ast.Compare(ast.Tuple(items), [ast.In()], [ast.List(rows)]):
                given = [self._plain(item) for item in items]
                if not _are_few(given):
                    raise NotSaid
                listed = [",".join(quoted(one) for one in _values(row)) for row in rows]
                atom = atom_of(self._table(listed), [self._value(one) for one in given])
                sources = [one.atom(self._value(one)) for one in given]
                return [[*map(self.noted, given, sources), atom if wanted else f"not {atom}"]]
            case ast.Compare(left, [operation], [right]) if type(operation) in _SIGNS:
                sign = _SIGNS[type(operation)]
                return self._compared(left, sign if wanted else NEGATED[sign], right)
            case ast.Call(ast.Name("alldifferent"), [items, values]) if not wanted:
                return self._alike(items, _values(values))
        raise NotSaid

    def noted(self, variable: Reference, atom: str) -> str:
        self._sources[atom] = variable
        return atom

    def _truth(self, node: ast.expr, *, wanted: bool) -> Bodies | None:
        """The bodies of a truth, or of a variable of 0 and 1; None for another expression."""
        if isinstance(getattr(node, "op", node), ast.Compare | ast.And | ast.Or | ast.Not):
            return self.bodies(node, wanted=wanted)
        variable = self._variable(node)
        if variable and variable.kind.is_truth:
            atom = variable.atom()
            self._facts.add(atom)
            return [[self.noted(variable, atom) if wanted else f"not {atom}"]]
        return None

    def _compared(self, left: ast.expr, sign: str, right: ast.expr) -> Bodies:
        if isinstance(left, ast.Constant):
            left, sign, right = right, MIRRORED[sign], left
        if sign in ("==", "!=") and (found := self._equal(left, sign == "==", right)):
            return found
        summed = _Sum(self, left, right)
        is_long = summed.truths or summed.several or len(summed.values) > FEW
        if is_long or not _are_few(summed.values):
            return [[summed.text(sign)]]
        used: list[Reference] = []
        sides = [self.expression(side, used) for side in (left, right)]
        return [[*self.given(used), f"{sides[0]} {_CLINGO.get(sign, sign)} {sides[1]}"]]

    def given(self, used: Sequence[Reference]) -> list[str]:
        """The atoms that give variables their values."""
        return [self.noted(one, one.atom(self._value(one))) for one in dict.fromkeys(used)]

    def _equal(self, left: ast.expr, holds: bool, right: ast.expr) -> Bodies:
        """The bodies of an equality, or of its opposite; none if it is one of sums."""
        same, others = self._truth(left, wanted=True), self._truth(right, wanted=True)
        number = right.value if isinstance(right, ast.Constant) else None
        if same is not None and number in (0, 1):
            return self._truth(left, wanted=holds == (number == 1)) or []
        if same is not None and others is not None:
            unlike = [self._truth(side, wanted=False) or [] for side in (left, right)]
            with_same, with_unlike = (others, unlike[1]) if holds else (unlike[1], others)
            pairs = [*product(same, with_same), *product(unlike[0], with_unlike)]
            return [[*a, *b] for a, b in pairs]
        for one, expression in ((left, right), (right, left)):
            variable, used = self._variable(one), list[Reference]()
            if variable is None or variable.kind.is_truth or _is_summed(expression):
                continue
            said = expression.value if isinstance(expression, ast.Constant) else None
            if said is not None and variable.labelled != isinstance(said, str):
                raise NotSaid
            if isinstance(said, str):
                value = quoted(said)
            else:
                value = self.expression(expression, used, labelled=self._variable(expression))
            if variable in used or len({*used}) >= FEW or not _are_few(used):
                continue
            atom = variable.atom(value)
            if said is not None and all(said in domain for domain in variable.kind.domains):
                self._facts.add(atom)
            return [[*self.given(used), self.noted(variable, atom) if holds else f"not {atom}"]]
        return []

    def _table(self, rows: Sequence[str]) -> str:
        """The predicate of facts."""
        return self._predicates.defined(
            "; ".join(rows), "row", lambda name: [f"{name}({row})." for row in rows]
        )

    def _alike(self, items: ast.expr, values: Sequence[Any]) -> Bodies:
        """Two of a list take one of `values`."""
        letter, elements, parts, plain = self._fresh(), [*elements_of(items)], [], True
        for place, (item, loops) in enumerate(elements):
            inner, variable = self.within(loops), self._variable(item)
            names = [name for loop in loops for name in names_of(loop)]
            if variable is None:
                used: list[Reference] = []
                text = inner.expression(item, used)
                body = [*inner.given(used), f"{text} = {letter}"]
            else:
                body = [inner.noted(self._plain(item), variable.atom(letter))]
            body += inner.conditions(loops, body)
            plain &= variable is not None and separates(item, names)
            parts.append((",".join([*[str(place)] * (len(elements) > 1), *names]), body))
        if plain and (len(elements) == 1 or not any(loops for _, loops in elements)):
            said = f"{{{'; '.join(conditional(body) for _, body in parts)}}}"
        else:
            said = f"#count {{{'; '.join(f'{key} : ' + ', '.join(b) for key, b in parts)}}}"
        return [[f"{letter} = {pooled(values)}", f"{said} > 1"]]

    # ------------------------------------------------------------------------------- terms

    def _fresh(self) -> str:
        if not self._letters:
            raise NotSaid
        letter, self._letters = self._letters[0], self._letters[1:]
        return letter

    def _value(self, variable: Reference) -> str:
        if variable not in self._values:
            self._values[variable] = self._fresh()
        return self._values[variable]

    def within(self, loops: Sequence[ast.comprehension]) -> Rule:
        """The rule whose values are those within an aggregate."""
        names = {name for loop in (*self._loops, *loops) for name in names_of(loop)}
        if names & {*_INNER}:
            raise NotSaid
        return Rule(self._predicates, loops, _INNER)

    def read(self, node: ast.expr, value: str) -> str:
        """The literal that gives a name the value of a variable. Raises: NotSaid."""
        variable = self._variable(node)
        if variable is None or variable.labelled:
            raise NotSaid
        if variable.kind.is_truth:
            return f"{value} = #count {{1 : {variable.atom()}}}"
        return self.noted(variable, variable.atom(value))

    def _plain(self, node: ast.expr) -> Reference:
        variable = self._variable(node)
        if variable is None or variable.kind.is_truth:
            raise NotSaid
        return variable

    def _variable(self, node: ast.expr) -> Reference | None:
        """The variable that an expression is; None if it is none."""
        match node:
            case ast.Name(name) if name in self._kinds:
                return Reference(self._kinds[name], ())
            case ast.Subscript(ast.Name(name), key) if name in self._kinds:
                keys = key.elts if isinstance(key, ast.Tuple) else [key]
                return Reference(self._kinds[name], tuple(map(self._key, keys)))
        return None

    def _key(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(int() | str() as value):
                return quoted(value)
            case _:
                return self.expression(node, [])

    def expression(
        self, node: ast.expr, used: list[Reference], *, labelled: Reference | None = None
    ) -> str:
        """An expression of values, which are noted as `used`. Raises: NotSaid."""

        def plain(one: ast.expr) -> ast.expr:
            variable = self._variable(one)
            if variable:
                if variable.kind.is_truth or (variable.labelled and variable != labelled):
                    raise NotSaid
                used.append(variable)
                return ast.Name(self._value(variable))
            match one:
                case ast.Name(name):
                    return ast.Name(name.upper())
                case ast.Constant(int()):
                    return one
                case ast.BinOp(left, operation, right) if type(operation) in _OPERATIONS:
                    return ast.BinOp(plain(left), operation, plain(right))
                case ast.UnaryOp(ast.USub(), operand):
                    return ast.UnaryOp(ast.USub(), plain(operand))
                case ast.Call(ast.Name("sum"), [ast.List(items)]):
                    return reduce(lambda a, b: ast.BinOp(a, ast.Add(), b), map(plain, items))
                case ast.Call(ast.Name("abs"), [operand]):
                    return ast.Name(f"|{unparsed(plain(operand))}|")
                case ast.Call(ast.Name("max" | "min" as which), items):
                    used.append(self._extreme(which, items))
                    return ast.Name(self._value(used[-1]))
            raise NotSaid

        return unparsed(plain(node))

    def _extreme(self, which: str, items: Sequence[ast.expr]) -> Reference:
        """The aggregate that is the extreme of variables, never empty. Raises: NotSaid."""
        self.within(())
        variables = [self._plain(item) for item in items]
        if self._letters[-1:] == _INNER[-1] or any(one.labelled for one in variables):
            raise NotSaid
        values = {*chain(*(domain for one in variables for domain in one.kind.domains))}
        elements = in_ranges([f"V : {one.atom('V')}" for one in variables])
        elements.append(str(min(values) if which == "max" else max(values)))
        text = f"#{which} {{{'; '.join(elements)}}}"
        return self._extremes.setdefault(text, Aggregate.of(text, len(values)))

    # ------------------------------------------------------------------------------- loops

    def conditions(self, loops: Sequence[ast.comprehension], body: Sequence[str]) -> list[str]:
        """The loops as literals, but for values that an atom of the body has itself."""
        found = []
        sources = [self._sources[one] for one in body if one in self._sources]
        for loop in loops:
            names = names_of(loop)
            match loop.iter:
                case ast.Call(ast.Name("combinations"), [over, _]):
                    parts = [([name], over) for name in names]
                    order = [f"{a} < {b}" for a, b in pairwise(names)]
                case over:
                    parts, order = [(names, over)], []
            for some, values in parts:
                if not any(self._has_all(one, some, values) for one in sources):
                    listed = f"({','.join(some)})" if len(some) > 1 else some[0]
                    found.append(f"{listed} = {self._over(values)}")
            found += [*order, *(text for one in loop.ifs for text in self._where(one))]
        return found

    def _where(self, condition: ast.expr) -> list[str]:
        """The literals of the condition of a loop."""
        match condition:
            case ast.Compare(
                ast.Call(ast.Name("max"), sides), [ast.Eq() | ast.LtE() as sign], [ast.Constant(1)]
            ):
                found = [self.expression(side, []) for side in sides]
                least = [f"{'+'.join(found)} >= 1"] if isinstance(sign, ast.Eq) else []
                return [*(f"{one} <= 1" for one in found), *least]
            case ast.Compare(ast.Tuple(names), [ast.NotEq() | ast.NotIn()], [pairs]):
                said = f"({','.join(self.expression(name, []) for name in names)})"
                values = _values(pairs)
                listed = values if isinstance(values[0], tuple) else [tuple(values)]
                return [f"{said} != ({','.join(map(quoted, pair))})" for pair in listed]
            case ast.Compare(left, [operation], [right]) if type(operation) in _SIGNS:
                said = _SIGNS[type(operation)]
                ends = [self.expression(side, []) for side in (left, right)]
                return [f"{ends[0]} {_CLINGO.get(said, said)} {ends[1]}"]
        raise NotSaid

    def _has_all(self, variable: Reference, names: Sequence[str], values: ast.expr) -> bool:
        """True if the atoms of a variable have just these values where these are its keys."""
        with suppress(NotSaid):
            return variable.has_all(names, self._listed(values))
        return False

    def _listed(self, values: ast.expr) -> Sequence[Any]:
        """The values that a loop goes through. Raises: NotSaid if they are not constant."""
        if isinstance(values, ast.Name) and values.id in self._kinds:
            return [*map(tuple, self._kinds[values.id].keys)]
        return _values(values)

    def _over(self, values: ast.expr) -> str:
        match values:
            case ast.Call(ast.Name("range"), ends) if len(ends) < 3:
                first, last = [ast.Constant(0), *ends][-2:]
                ends_of = [self.expression(first, []), self.expression(before(last), [])]
                return ends_of[0] if ends_of[0] == ends_of[1] else "..".join(ends_of)
        return pooled(self._listed(values))


class _Sum:
    """The difference of two sides as a sum of truths and values, and what it is compared with."""

    def __init__(self, rule: Rule, left: ast.expr, right: ast.expr) -> None:
        self._rule = rule
        self.truths: list[tuple[int, list[str], bool]] = []
        self.values: list[Reference] = []
        self.several = False
        """True if the terms of a loop are added."""
        self.bound = 0
        self.shift: list[str] = []
        """Terms of the variables of loops, which are added to the bound."""
        self._parts: list[tuple[int, str, list[str], list[str], bool]] = []
        self._is_sum = True
        self._add(left, 1, ())
        self._add(right, -1, ())

    def _add(self, node: ast.expr, factor: int, loops: Sequence[ast.comprehension]) -> None:
        match node:
            case ast.Constant(int(value)) if not loops:
                self.bound -= factor * value
            case ast.BinOp(a, ast.Add(), b):
                self._add(a, factor, loops)
                self._add(b, factor, loops)
            case ast.BinOp(a, ast.Sub(), b):
                self._add(a, factor, loops)
                self._add(b, -factor, loops)
            case ast.BinOp(ast.Constant(int(times)), ast.Mult(), b):
                self._add(b, factor * times, loops)
            case ast.UnaryOp(ast.USub(), operand):
                self._add(operand, -factor, loops)
            case ast.Call(ast.Name("sum"), [items]):
                for item, inner in elements_of(items):
                    self._add(item, factor, [*loops, *inner])
            case _:
                self._term(node, factor, loops)

    def _term(self, node: ast.expr, factor: int, loops: Sequence[ast.comprehension]) -> None:
        inner = self._rule.within(loops)
        self.several |= bool(loops)
        variable = inner._variable(node)
        names = [name for loop in loops for name in names_of(loop)]
        bodies = inner._truth(node, wanted=True)
        if bodies is not None:
            if len(bodies) != 1 or any("{" in one for one in bodies[0]):
                raise NotSaid
            body = [*dict.fromkeys(bodies[0])]
            self.truths.append((factor, body, bool(loops)))
            apart = bool(variable) and separates(node, names)
            body = [*body, *inner.conditions(loops, body)]
            self._parts.append((factor, "", names, body, apart))
        elif variable and not variable.labelled:
            self.values.append(variable)
            body = [inner.noted(variable, variable.atom("V"))]
            body += inner.conditions(loops, body)
            self._parts.append((factor, "V", names, body, False))
        elif isinstance(node, ast.Name) and not loops and variable is None:
            self.shift.append(f"{'-' if factor > 0 else '+'}{_times(abs(factor), node.id.upper())}")
        else:
            used: list[Reference] = []
            self._rule.expression(node, used)
            self.values += used
            self._is_sum = False

    def text(self, sign: str) -> str:
        """The sum compared with its bound. Raises: NotSaid if it is none."""
        if not self._is_sum:
            raise NotSaid
        merged: dict[Any, int] = {}
        for factor, value, names, body, apart in self._parts:
            one = (value, (*names,), (*body,), apart)
            merged[one] = merged.get(one, 0) + factor
        self._parts = [(f, v, [*n], [*b], a) for (v, n, b, a), f in merged.items() if f]
        if not self._parts:
            raise NotSaid
        turned = all(factor < 0 for factor, *_ in self._parts) and not self.shift
        factors = -1 if turned else 1
        sign, bound = (MIRRORED[sign], -self.bound) if turned else (sign, self.bound)
        of_truths = all(factor * factors == 1 and not v for factor, v, *_ in self._parts)
        alone = len(self._parts) == 1
        heads = [body[0] for *_, body, _ in self._parts]
        if (
            of_truths
            and (alone or len({*heads}) == len(heads))
            and all(
                apart and (alone or not names) and not body[0].startswith("not ")
                for _, _, names, body, apart in self._parts
            )
        ):
            said = f"{{{'; '.join(conditional(body) for *_, body, _ in self._parts)}}}"
        else:
            several = []
            for place, (factor, value, names, body, _) in enumerate(self._parts):
                weight = _times(factor * factors, value) if value else str(factor * factors)
                key = ",".join([weight, *[str(place)] * (not alone), *names])
                several.append(f"{key} : {', '.join(body)}")
            said = f"#sum {{{'; '.join(several)}}}"
        end = "".join([str(bound) if bound or not self.shift else "", *self.shift])
        return f"{said} {_CLINGO.get(sign, sign)} {end.removeprefix('+')}"


_SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_CLINGO = {"==": "="}
_OPERATIONS = (ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.FloorDiv)


def _in_one(bodies: Bodies) -> Bodies:
    """One body that has a count, if two say that two atoms are both true or both false."""
    match bodies:
        case [[a, b], [c, d]] if {c, d} == {f"not {a}", f"not {b}"}:
            return [[f"#count {{1 : {a}; 2 : {b}}} != 1"]]
    return bodies


def _values(node: ast.expr) -> list[Any]:
    """The values of a list or range of constants. Raises: NotSaid for any other."""
    try:
        if isinstance(node, ast.Call):
            return [*range(*map(ast.literal_eval, node.args))]
        return [*ast.literal_eval(node)]
    except ValueError:
        raise NotSaid from None


def _are_few(variables: Sequence[Reference]) -> bool:
    """True if variables have few values together."""
    return prod(one.size for one in variables) <= _MOST_JOINED


def _is_summed(node: ast.expr) -> bool:
    return any(isinstance(one, ast.ListComp | ast.List) for one in ast.walk(node))


def _times(factor: int, name: str) -> str:
    return {1: name, -1: f"-{name}"}.get(factor, f"{factor}*{name}")
