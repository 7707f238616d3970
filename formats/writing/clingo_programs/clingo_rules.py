"""A test in Python as rules of clingo, each of which refutes what breaks it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import chain, pairwise, product
from math import prod
from typing import Any

from ....models.language.constraints import MIRRORED, NEGATED
from ..python_layout import before
from .clingo_alike import alike, holding
from .clingo_predicates import (
    CLINGO,
    SIGNS,
    Aggregate,
    Bodies,
    Kind,
    NotSaid,
    Predicates,
    Reference,
    are_few,
    atom_of,
    conditional,
    in_one,
    in_ranges,
    just_one,
    pooled,
    quoted,
)
from .clingo_reading import (
    Item,
    elements_of,
    named,
    names_of,
    of_extreme,
    unparsed,
    values_in,
    where,
    with_other_names,
)
from .clingo_sums import Sum, is_summed

MOST_BODIES = 8
"""A test of more rules is not written as rules."""
_FEW = 4
"""As many variables are summed rather than joined."""
_LETTERS = (*"XYZABCDEFGH",)
_INNER = (*"VWUSLO", "V1", "V2", "V3", "V4", "V5", "V6")
"""The variables that stand for values, outside and inside of aggregates."""
_OPERATIONS = (ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.FloorDiv)


class Rule:
    """The bodies of the rules for one test."""

    def __init__(
        self,
        predicates: Predicates,
        loops: Sequence[ast.comprehension],
        letters: Sequence[str] = _LETTERS,
    ) -> None:
        self.predicates, self._kinds, self.loops = predicates, predicates.kinds, loops
        self._letters, self._is_inner = letters, letters == _INNER
        self.are_several = False
        """True if there are several bodies."""
        self.values: dict[Reference, str] = {}
        self._sources: dict[str, Reference] = {}
        """The variable of each atom that holds for one value."""
        self._aggregates: dict[str, Reference] = {}
        self._facts: set[str] = set()
        """The atoms that may be facts."""

    def text(self, body: Sequence[str], head: str = "") -> str:
        """The rule of a body, with the loops."""
        loops = self.conditions(self.loops, body)
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
                    several = [*map(in_one, several)]
                if prod(map(len, several)) > MOST_BODIES:
                    raise NotSaid
                return [[*chain(*chosen)] for chosen in product(*several)]
            case ast.UnaryOp(ast.Not(), operand):
                return self.bodies(operand, wanted=not wanted)
            case ast.Compare(ast.Tuple(items), [ast.In()], [ast.List(rows)]):
                listed = [",".join(map(quoted, values_in(row))) for row in rows]
                used: list[Reference] = []
                row = [self.expression(n, used, labelled=self.variable(n)) for n in items]
                if not are_few(used):
                    return [[self._is_row(items, self._table(listed), wanted=wanted)]]
                if any(one.kind.is_truth for one in used):
                    raise NotSaid
                atom = atom_of(self._table(listed), row)
                return [[*self.given(used), atom if wanted else f"not {atom}"]]
            case ast.Compare(left, [ast.In() | ast.NotIn() as word], [ast.List(values)]):
                return self._one_of(left, values, wanted=isinstance(word, ast.In) is wanted)
            case ast.Compare(left, [operation], [right]) if type(operation) in SIGNS:
                sign = SIGNS[type(operation)]
                if self._is_inner and (whole := of_extreme(left, sign, right)):
                    return self.bodies(whole, wanted=wanted)
                return self._compared(left, sign if wanted else NEGATED[sign], right)
            case ast.Call(ast.Name("any"), [ast.ListComp(item, loops)]):
                found = conditional(holding(self, item, loops))
                return [[f"{{{found}}} {'!=' if wanted else '='} 0"]]
            case ast.Call(ast.Name("alldifferent"), [items, values]) if not wanted:
                return alike(self, [*elements_of(items)], values_in(values))
            case ast.Call(ast.Name("allequal"), [items]) if not wanted:
                return [*self._unequal([*elements_of(items)])]
            case ast.Call(ast.Name("in_turn"), [items, values]) if not wanted:
                return self._out_of_turn([*elements_of(items)], values_in(values))
        raise NotSaid

    def _one_of(self, term: ast.expr, values: Sequence[ast.expr], *, wanted: bool) -> Bodies:
        """A term has one of values; a variable has one of its others where it has none of them."""
        variable, listed = self.variable(term), values_in(ast.List([*values]))
        domains = variable.domains if variable and not variable.kind.is_truth else []
        if not variable or not domains or any(one != domains[0] for one in domains):
            each: list[ast.expr] = [ast.Compare(term, [ast.Eq()], [value]) for value in values]
            return self.bodies(ast.BoolOp(ast.Or(), each), wanted=wanted)
        if any(isinstance(one, str) != variable.labelled for one in listed):
            raise NotSaid
        some = [one for one in domains[0] if (one in listed) is wanted]
        if wanted or 0 < len(some) <= len(listed):
            return [[self.noted(variable, variable.atom(pooled(some)))]] if some else []
        return [[f"not {variable.atom(quoted(one))}" for one in listed]]

    def noted(self, variable: Reference, atom: str) -> str:
        self._sources[atom] = variable
        return atom

    def truth(self, node: ast.expr, *, wanted: bool) -> Bodies | None:
        """The bodies of a truth, or of a variable of 0 and 1; None for another expression."""
        is_truth = isinstance(getattr(node, "op", node), ast.Compare | ast.And | ast.Or | ast.Not)
        if is_truth or getattr(getattr(node, "func", node), "id", "") == "any":
            return self.bodies(node, wanted=wanted)
        variable = self.variable(node)
        if variable and variable.kind.is_truth:
            atom = variable.atom()
            self._facts.add(atom)
            return [[self.noted(variable, atom) if wanted else f"not {atom}"]]
        match node:
            case ast.Subscript(ast.List(items), index) if {*map(ast.unparse, items)} == {"0", "1"}:
                used: list[Reference] = []
                chosen = self._index(index, len(items), used)
                places = [n for n, item in enumerate(items) if ast.unparse(item) == str(+wanted)]
                return [[*self.given(used[:-1]), chosen.atom(pooled(places))]]
        return None

    def _compared(self, left: ast.expr, sign: str, right: ast.expr) -> Bodies:
        if isinstance(left, ast.Constant):
            left, sign, right = right, MIRRORED[sign], left
        if sign in ("==", "!=") and (found := self._equal(left, sign == "==", right)):
            return found
        if sign not in ("==", "!="):
            low, high = (left, right) if sign[0] == "<" else (right, left)
            less, more = self.truth(low, wanted=False), self.truth(high, wanted=True)
            if less and more:
                return [*more, *less] if sign[1:] else [[*b, *a] for a, b in product(less, more)]
        summed = Sum(self, left, right)
        is_many = summed.is_sum and len(summed.values) >= _FEW
        if summed.is_long or is_many or not are_few(summed.values):
            return [summed.atoms(sign) or [summed.text(sign)]]
        used: list[Reference] = []
        sides = [self.expression(side, used) for side in (left, right)]
        return [[*self.given(used), f"{sides[0]} {CLINGO.get(sign, sign)} {sides[1]}"]]

    def given(self, used: Sequence[Reference]) -> list[str]:
        """The atoms that give variables their values."""
        return [self.noted(one, one.atom(self._value(one))) for one in dict.fromkeys(used)]

    def _equal(self, left: ast.expr, holds: bool, right: ast.expr) -> Bodies:
        """The bodies of an equality, or of its opposite; none if it is one of sums."""
        same, others = self.truth(left, wanted=True), self.truth(right, wanted=True)
        number = right.value if isinstance(right, ast.Constant) else None
        if same is not None and number in (0, 1):
            return self.truth(left, wanted=holds == (number == 1)) or []
        if same is not None and others is not None:
            atoms = [v.atom() for side in (left, right) if (v := self.variable(side))]
            if len({*atoms}) > 1 and not self._is_inner:
                return [[just_one(atoms, holds=not holds, may_be_same=bool(self.loops))]]
            unlike = [self.truth(side, wanted=False) or [] for side in (left, right)]
            with_same, with_unlike = (others, unlike[1]) if holds else (unlike[1], others)
            pairs = [*product(same, with_same), *product(unlike[0], with_unlike)]
            return [[*a, *b] for a, b in pairs]
        for side, expression in ((left, right), (right, left)):
            variable, used = self.variable(side), list[Reference]()
            if variable is None or variable.kind.is_truth or is_summed(expression):
                continue
            said = one.value if isinstance(one := named(expression), ast.Constant) else None
            if said is not None and variable.labelled != isinstance(said, str):
                raise NotSaid
            if isinstance(said, str):
                value = quoted(said)
            elif isinstance(expression, ast.Call) and ast.unparse(expression.func) == "square":
                value = f"({','.join(map(self._key, expression.args))})"
            else:
                value = self.expression(expression, used, labelled=self.variable(expression))
            if variable in used or len({*used}) >= _FEW or not are_few(used):
                continue
            atom = variable.atom(value)
            if said is not None and all(said in domain for domain in variable.kind.domains):
                self._facts.add(atom)
            return [[*self.given(used), self.noted(variable, atom) if holds else f"not {atom}"]]
        return []

    def _table(self, rows: Sequence[str]) -> str:
        return self.defined("; ".join(rows), "given")

    def defined(self, facts: str, letter: str) -> str:
        """The predicate of facts."""
        return self.predicates.defined(facts, letter, lambda name: [f"{name}({facts})."])

    def _is_row(self, items: Sequence[ast.expr], table: str, *, wanted: bool) -> str:
        """The literal that variables take the values of a row, or of none. Raises: NotSaid."""
        inner, given = self.within(()), [self.plain(item) for item in items]
        if self._is_inner:
            raise NotSaid
        row = [inner._value(one) for one in given]
        said = [atom_of(table, row), *(one.atom(at) for one, at in zip(given, row, strict=True))]
        return f"#count {{{','.join(row)} : {', '.join(said)}}} {'!=' if wanted else '='} 0"

    def _unequal(self, items: Sequence[Item]) -> Iterator[list[str]]:
        """One of a list takes a value that another does not, each by turns the one before."""
        others = [*items[1:], items[0]]
        if len(items) == 1:
            used = {name for loop in (*self.loops, *items[0][1]) for name in names_of(loop)}
            used |= {name.upper() for name in self.predicates.taken}
            others = [with_other_names(*items[0], used)]
        for (item, loops), (other, more) in zip(items, others, strict=True):
            one, next_to = self.variable(item), self.variable(other)
            if not one or not next_to or (len(items) > 1 and (loops or more)):
                raise NotSaid
            here, there = (
                (v.atom() if v.kind.is_truth else v.atom(self._letters[0])) for v in (one, next_to)
            )
            body = [self.noted(one, here), f"not {there}"]
            yield [*body, *self.conditions([*loops, *more], body)]

    def _out_of_turn(self, line: Sequence[tuple[ast.expr, Any]], values: Sequence[int]) -> Bodies:
        """One of a line takes one of `values`, and none before it that which is before this."""
        names = [name for _, loops in line for loop in loops for name in names_of(loop)]
        place, earlier, value = self.fresh(), self.fresh(), self.fresh()
        one, *others = (self.plain(item) for item, _ in line)
        columns = [*zip(*(each.keys for each in (one, *others)), strict=True)]
        n, *more = (n for n, some in enumerate(columns) if len({*some}) > 1 or some[0] in names)
        if more or (others and names):
            raise NotSaid
        at, of = ([*one.keys[:n], to, *one.keys[n + 1 :]] for to in (place, earlier))
        lower = f"{atom_of(one.kind.atom, [*of, f'{value}-1'])}, {earlier} < {place}"
        here = self.noted(one._replace(keys=(*at,)), atom_of(one.kind.atom, [*at, value]))
        return [[here, f"{value} = {pooled(values[1:])}", f"#count {{{earlier} : {lower}}} = 0"]]

    # ------------------------------------------------------------------------------- terms

    def fresh(self) -> str:
        if not self._letters:
            raise NotSaid
        letter, self._letters = self._letters[0], self._letters[1:]
        return letter

    def _value(self, variable: Reference) -> str:
        if variable not in self.values:
            self.values[variable] = self.fresh()
        return self.values[variable]

    def within(self, loops: Sequence[ast.comprehension]) -> Rule:
        """The rule whose values are those within an aggregate."""
        names = {name for loop in (*self.loops, *loops) for name in names_of(loop)}
        if names & {*_INNER}:
            raise NotSaid
        return Rule(self.predicates, loops, _INNER)

    def read(self, node: ast.expr, value: str) -> str:
        """The literal that gives a name the value of a variable. Raises: NotSaid."""
        variable = self.variable(node)
        if variable is None or variable.labelled:
            raise NotSaid
        if variable.kind.is_truth:
            return f"{value} = #count {{1 : {variable.atom()}}}"
        return self.noted(variable, variable.atom(value))

    def plain(self, node: ast.expr) -> Reference:
        variable = self.variable(node)
        if variable is None or variable.kind.is_truth:
            raise NotSaid
        return variable

    def variable(self, node: ast.expr) -> Reference | None:
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
        return self.expression(node, [])

    def expression(
        self, node: ast.expr, used: list[Reference], *, labelled: Reference | None = None
    ) -> str:
        """An expression of values, which are noted as `used`. Raises: NotSaid."""

        def plain(one: ast.expr) -> ast.expr:
            variable = self.variable(one)
            if variable:
                if variable.labelled and variable != labelled:
                    raise NotSaid
                used.append(self._number(variable))
                variable = used[-1]
                return ast.Name(self._value(variable))
            match one:
                case ast.Name(name):
                    return ast.Name(name.upper())
                case ast.Constant(int()):
                    return one
                case ast.BinOp(left, ast.Pow(), ast.Constant() as right):
                    return ast.BinOp(plain(left), ast.Pow(), right)
                case ast.BinOp(_, ast.Add() | ast.Sub(), _) | ast.Call(ast.Name("sum")) if (
                    summed := Sum(self, one, ast.Constant(0))
                ).is_long or len(summed.values) >= _FEW:
                    text, further = summed.number()
                    used.append(self._aggregate(text, summed.range + 1))
                    number: ast.expr = ast.Name(self._value(used[-1]))
                    for term in further:
                        sign = ast.Sub() if term[0] == "-" else ast.Add()
                        number = ast.BinOp(number, sign, ast.Name(term[1:]))
                    return number
                case ast.BinOp(left, operation, right) if type(operation) in _OPERATIONS:
                    return ast.BinOp(plain(left), operation, plain(right))
                case ast.Subscript(items, index):
                    used.append(self._item(items, index, used))
                    return ast.Name(self._value(used[-1]))
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
        variables = [self.plain(item) for item in items]
        if any(one.labelled for one in variables):
            raise NotSaid
        values = {*chain(*(domain for one in variables for domain in one.kind.domains))}
        elements = in_ranges([f"V : {one.atom('V')}" for one in variables])
        elements.append(str(min(values) if which == "max" else max(values)))
        return self._aggregate(f"#{which} {{{'; '.join(elements)}}}", len(values))

    def _aggregate(self, text: str, size: int) -> Reference:
        """The number of so many that an aggregate is. Raises: NotSaid within another."""
        if self._is_inner:
            raise NotSaid
        return self._aggregates.setdefault(text, Aggregate.of(text, size))

    def _number(self, variable: Reference) -> Reference:
        """A variable, or the number of the truth that it is."""
        is_truth = variable.kind.is_truth
        return self._aggregate(f"#count {{1 : {variable.atom()}}}", 2) if is_truth else variable

    def _index(self, node: ast.expr, size: int, used: list[Reference]) -> Reference:
        """The variable, or item, that is a place of a list. Raises: NotSaid for another."""
        found = self.variable(node)
        if found is None and isinstance(node, ast.Subscript):
            found = self._item(node.value, node.slice, used)
        if found is None or found.kind.is_truth:
            raise NotSaid
        if not all(place in range(size) for domain in found.domains for place in domain):
            raise NotSaid
        used.append(found)
        return found

    def _item(self, items: ast.expr, index: ast.expr, used: list[Reference]) -> Reference:
        """The item of a list at a place that is a variable: there its key is a sum of it."""
        match items:
            case ast.List(several) if all(type(getattr(n, "value", "")) is int for n in several):
                numbers = values_in(items)
                at = self._value(self._index(index, len(numbers), used))
                table = self._table([f"{place},{number}" for place, number in enumerate(numbers)])
                keys, values = [(place,) for place in range(len(numbers))], [[n] for n in numbers]
                return Reference(Kind(table, keys, (), values), (at,))
            case ast.List(several):
                row = [*map(self._item_at, several)]
            case ast.ListComp(item, [ast.comprehension(ast.Name(name), over, [])]):
                kind, said = self._item_at(item)
                word = rf"\b{name.upper()}\b"
                row = [
                    Reference(kind, tuple(re.sub(word, str(value), key) for key in said))
                    for value in self.listed(over)
                ]
            case _:
                raise NotSaid
        kinds = {one.kind for one in row}
        columns = [*zip(*(one.keys for one in row), strict=len(kinds) == 1)]
        differ = [place for place, column in enumerate(columns) if len({*column}) > 1]
        found = [int(key) for place in differ for key in columns[place] if key.isdigit()]
        first = min(found, default=0)
        if len(kinds) != 1 or found != [*range(first, first + len(row))]:
            raise NotSaid
        at = self._value(self._index(index, len(row), used))
        key = f"{at}+{first}" if first else at
        of_row = (key if n in differ else one for n, one in enumerate(row[0].keys))
        return self._number(Reference(row[0].kind, tuple(of_row)))

    def _item_at(self, node: ast.expr) -> Reference:
        if (found := self.variable(node)) is None or found.labelled:
            raise NotSaid
        return found

    # ------------------------------------------------------------------------------- loops

    def conditions(self, loops: Sequence[ast.comprehension], body: Sequence[str]) -> list[str]:
        """The loops as literals, but for values that an atom of the body has itself."""
        found: list[str] = []
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
                if not self._have_all(sources, some, values):
                    alone = len(some) == 1 and [f"{some[0]} = {self._over(values)}"]
                    found += alone or self._among(some, self.listed(values))
            drawn = {one.name for one in self.predicates.drawings}
            said, clear = partial(self.expression, used=[]), self.predicates.clear
            found += [*order, *(t for one in loop.ifs for t in where(one, said, drawn, clear))]
        return found

    def _among(self, names: Sequence[str], rows: Sequence[Any]) -> list[str]:
        """The literals by which names are rows, which are facts where several rules have them."""
        found = self.predicates.among(names, rows)
        is_listed = len(names) > 1 and found[0][0] == "(" and len(found) == 1
        if not (
            self.are_several and is_listed and all(type(n) in (int, str) for n in chain(*rows))
        ):
            return found
        facts = "; ".join(",".join(map(quoted, row)) for row in rows)
        return [atom_of(self.defined(facts, "given"), names)]

    def _have_all(self, sources: Sequence[Reference], names: Sequence[str], over: ast.expr) -> bool:
        """True if the atoms of all variables have just these values where these are their keys."""
        with suppress(NotSaid):
            listed = self.listed(over)
            if len(names) > 1:
                return any(one.has_all(names, listed) for one in sources)
            found = [some for one in sources for some in one.values_of(names[0])]
            return bool(found) and set.intersection(*found) == {*listed}
        return False

    def listed(self, values: ast.expr) -> Sequence[Any]:
        """The values that a loop goes through. Raises: NotSaid if they are not constant."""
        if isinstance(values, ast.Name) and values.id in self._kinds:
            return [key[0] if len(key) == 1 else tuple(key) for key in self._kinds[values.id].keys]
        return values_in(values)

    def _over(self, values: ast.expr) -> str:
        match values:
            case ast.Call(ast.Name("range"), ends) if len(ends) < 3:
                first, last = [ast.Constant(0), *ends][-2:]
                ends_of = [self.expression(first, []), self.expression(before(last), [])]
                return ends_of[0] if ends_of[0] == ends_of[1] else "..".join(ends_of)
        return pooled(self.listed(values))
