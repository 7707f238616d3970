"""Symmetries checked on the declaration: its constraints, moved, are its constraints.

Under an objective the value of each goal stays as well, so that best solutions move to best ones.

Every constraint is put into a form that is the same for ways of writing it that plainly mean the
same: terms of a sum, operands, sides of an equation in any order, a shift or a sign throughout.
The test is sure where it says yes; a symmetry of the solutions that the declaration does not
show gets a no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from math import gcd
from typing import Any, cast

from ..arithmetic_expressions import Absolute, Modulo, Power, Product, Sum
from ..choices import Element, Maximum, Minimum, decomposition
from ..constraints import MIRRORED, And, Comparison, Constraint, Not, Or
from ..expressions import Constant, Domain, Expression, Variable
from ..global_constraints import Global
from ..global_constraints.bin_packing import BinPacking
from ..global_constraints.cardinality import Cardinality
from ..global_constraints.circuit import Circuit, Subcircuit
from ..global_constraints.connected import OverGraph
from ..global_constraints.increasing import Increasing
from ..global_constraints.inverse import Inverse
from ..global_constraints.lexicographic import Lexicographic
from ..global_constraints.precedence import Precedence
from ..global_constraints.predicate import Predicate
from ..global_constraints.regular import Regular
from ..global_constraints.table import Allowed, Forbidden, Row
from ..model import Model
from ..nodes import Node, Value, data_of, fold, part_fields
from ..objectives import goals_of
from ..own_constraints import in_the_language, without_own
from .symmetries import Symmetry, ValueMap, fault_of

# ------------------------------------------------------------------------------------ linear forms
# Linear forms over numbered atoms: expressions that differ only in how they are written agree.


Form = tuple[int, tuple[tuple[int, int], ...]]
"""A constant, and the coefficient of each atom, sorted by atom."""


def combined(terms: Iterable[tuple[int, Form]], shift: int, plain: Callable[[int], bool]) -> Form:
    """`shift` and each form times its coefficient.

    An atom that cancels out stays, with coefficient 0, unless it is `plain`: a term that may be
    undefined is undefined even when nothing of its value is left.
    """
    found: dict[int, int] = {}
    for times, (number, parts) in terms:
        shift += times * number
        for atom, coefficient in parts:
            found[atom] = found.get(atom, 0) + times * coefficient
    kept = ((atom, c) for atom, c in found.items() if c or not plain(atom))
    return shift, tuple(sorted(kept))


def scaled(form: Form, times: int) -> Form:
    """`form` times a number other than 0."""
    return form[0] * times, tuple((atom, c * times) for atom, c in form[1])


def negative(form: Form) -> bool:
    """True if the first coefficient that is not 0 is negative."""
    return next((c < 0 for _, c in form[1] if c), form[0] < 0)


def unsigned(form: Form) -> tuple[int, Form]:
    """`form` as a sign, 1 or -1, times a form that is not negative."""
    return (-1, scaled(form, -1)) if negative(form) else (1, form)


def relation(form: Form, sign: str) -> tuple[str, Form]:
    """`form sign 0` in one way of writing it, with the relations ==, != and <= alone."""
    if sign in (">", ">="):
        form, sign = scaled(form, -1), MIRRORED[sign]
    if sign == "<":
        form, sign = (form[0] + 1, form[1]), "<="
    divisor = gcd(*(c for _, c in form[1]))
    if divisor > 1 and (sign == "<=" or form[0] % divisor == 0):
        number = -((-form[0]) // divisor)
        form = number, tuple((atom, c // divisor) for atom, c in form[1])
    return sign, form if sign == "<=" else unsigned(form)[1]


def unordered(tagged: Sequence[tuple[int, Form]]) -> tuple[tuple[int, Form], ...]:
    """Tagged forms sorted, the same for all that differ by one shift or one sign throughout."""
    return min(_shifted(tagged, sign) for sign in (1, -1))


def ordered(forms: Sequence[Form]) -> tuple[Form, ...]:
    """Forms as they stand but for one shift throughout."""
    least = min((number for number, _ in forms), default=0)
    return tuple((number - least, parts) for number, parts in forms)


def _shifted(tagged: Sequence[tuple[int, Form]], sign: int) -> tuple[tuple[int, Form], ...]:
    signed = [(tag, scaled(form, sign)) for tag, form in tagged]
    least = min((form[0] for _, form in signed), default=0)
    return tuple(sorted((tag, (number - least, parts)) for tag, (number, parts) in signed))


# ------------------ Numbered atoms of linear forms, and variables whose values a symmetry changes.


class Atoms:
    """Numbers for what expressions are made of, and what a symmetry makes of variables."""

    def __init__(self) -> None:
        self.keys: list[Any] = []
        """The key of each number."""
        self.moved = Symmetry("identity")
        self._numbers: dict[Any, int] = {}
        self._plain: set[int] = set()
        """The atoms that are variables: what is always defined."""
        self._mapped: dict[int, tuple[int, int]] = {}
        """The change and the variable, of each atom that is a variable with changed values."""
        self._changes: dict[int, ValueMap] = {}
        self._lines: dict[int, tuple[int, int] | None] = {}

    def number(self, *key: Any) -> int:
        """One number a key, the same for equal ones."""
        number = self._numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
        return number

    def atom(self, *key: Any) -> Form:
        """The form that is one atom."""
        return 0, ((self.number(*key), 1),)

    def variable(self, name: str, domain: Domain) -> Form:
        """The form of a variable in the image: its new place, the change there undone."""
        place = self.number("variable", self.moved.variables.get(name, name))
        self._plain.add(place)
        change = self.moved.values.get(name)
        if not change or all(value == after for value, after in change.items()):
            return 0, ((place, 1),)
        return 0, ((self._mapped_to(place, self._kind_of(change, domain)), 1),)

    def _mapped_to(self, place: int, kind: int) -> int:
        atom = self.number("changed", kind, place)
        self._plain.add(atom)
        self._mapped[atom] = kind, place
        return atom

    def _kind_of(self, change: ValueMap, domain: Domain) -> int:
        """The number of `change` on all of `domain`, which it may name in part."""
        kind = self.number("change", frozenset(change.items()), domain)
        if kind not in self._changes:
            self._changes[kind] = {value: change.get(value, value) for value in domain}
            self._lines[kind] = _line(self._changes[kind])
        return kind

    # -------------------------------------------------------------------------- arithmetic

    def linear(self, *terms: tuple[int, Form], shift: int = 0) -> Form:
        """The sum of forms times coefficients, changed values as sums where they are sums."""
        read = [(times, self.as_sum(form)) for times, form in terms]
        return combined(read, shift, self._plain.__contains__)

    def as_sum(self, form: Form) -> Form:
        """`form`, with `s - x` for a variable x whose values are turned around."""
        if not any(atom in self._mapped for atom, _ in form[1]):
            return form
        read = [(coefficient, self._own(atom)) for atom, coefficient in form[1]]
        return combined(read, form[0], self._plain.__contains__)

    def _own(self, atom: int) -> Form:
        kind, place = self._mapped.get(atom, (-1, -1))
        line = self._lines.get(kind)
        return (0, ((atom, 1),)) if line is None else (line[0], ((place, line[1]),))

    def remainder(self, form: Form, divisor: int) -> Form:
        """`form` with the coefficients that matter to its remainder."""
        parts: list[tuple[int, Form]] = [(1, (0, ((atom, c % divisor),))) for atom, c in form[1]]
        return combined(parts, form[0] % divisor, self._plain.__contains__)

    # ---------------------------------------------------------------------------- equality

    def alike(self, *terms: Form) -> list[Form]:
        """`terms` without a change of values that all share, which keeps what is equal equal."""
        kinds = {self.kind(term) for term in terms} - {None}
        change = self.change(kinds.pop()) if len(kinds) == 1 else None
        if change is not None:
            bare = [self.bare(term, change) for term in terms]
            if None not in bare:
                return cast(list[Form], bare)
        return [self.as_sum(term) for term in terms]

    def change(self, kind: int | None) -> ValueMap | None:
        """The change of this number, on the whole domain."""
        return None if kind is None else self._changes.get(kind)

    def kind(self, term: Form) -> int | None:
        """The number of the change that `term` is under; None for a constant, else -1."""
        if not term[1] or self.label(term):
            return None
        (atom, coefficient), *more = term[1]
        single = not more and term[0] == 0 and coefficient == 1
        return self._mapped.get(atom, (-1, -1))[0] if single else -1

    def label(self, term: Form) -> str:
        """The label that `term` is, if it is one."""
        key: Any = self.keys[term[1][0][0]] if len(term[1]) == 1 else ("", "")
        return str(key[1]) if key[0] == "label" else ""

    def bare(self, term: Form, change: ValueMap) -> Form | None:
        """`term` once `change` is undone; None for a constant that it makes equal to another."""
        if self.kind(term) is not None:
            return 0, ((self._mapped[term[1][0][0]][1], 1),)
        value: Value = self.label(term) or term[0]
        if value in change:
            return self.constant(change[value])
        return None if value in change.values() else term

    def constant(self, value: Value) -> Form:
        """The form of a number, or of a label."""
        return self.atom("label", value) if isinstance(value, str) else (value, ())


def _line(change: ValueMap) -> tuple[int, int] | None:
    """The s and t of a change whose value before is s + t times the one after, t being 1 or -1."""
    for sign in (1, -1):
        starts = {
            before - sign * after
            for before, after in change.items()
            if isinstance(before, int) and isinstance(after, int)
        }
        if len(starts) == 1 and all(isinstance(value, int) for value in change):
            return starts.pop(), sign
    return None


FEW = 8
"""The number of constraints that are checked first: most candidates fail on them."""


class Invariance:
    """The constraints of `model` in one way of writing them, to compare images with."""

    def __init__(self, model: Model) -> None:
        self._aim = model.objective
        self._goals = in_the_language(goals_of(model))
        self._model = model = without_own(model)
        self._atoms = Atoms()
        self._known, self._values = self._conjuncts(model.constraints), self._sums()

    def holds(self, symmetry: Symmetry) -> bool:
        """True if `symmetry` brings every constraint of the model to one, and every goal to one."""
        if fault_of(self._model, symmetry):
            return False
        self._atoms.moved = symmetry
        every = self._model.constraints
        if self._sums() != self._values:
            return False
        return all(self._conjuncts(part) <= self._known for part in (every[:FEW], every))

    def image(self, constraints: Sequence[Constraint], symmetry: Symmetry) -> frozenset[int]:
        """Numbers of what `symmetry` makes of constraints: the same where the same must hold."""
        self._atoms.moved = symmetry
        return frozenset(self._conjuncts(in_the_language(constraints)))

    def _sums(self) -> list[tuple[str, Form]]:
        """The goals in one way of writing them; of a front in any order."""
        found = fold(self._goals, self._combine)
        goals = self._aim.goals if self._aim else ()
        forms_ = [self._atoms.as_sum(found[goal]) for goal in self._goals]
        sums = list(zip([goal.sense for goal in goals], forms_, strict=True))
        return sorted(sums) if self._aim and self._aim.pareto else sums

    def _conjuncts(self, constraints: Sequence[Node]) -> set[int]:
        """The numbers of what must hold together."""
        found = fold(constraints, self._combine)
        return set(chain.from_iterable(self._operands("and", found[c]) for c in constraints))

    def _operands(self, word: str, number: Any) -> tuple[int, ...]:
        key = self._atoms.keys[number]
        return cast(tuple[int, ...], key[1]) if key[0] == word else (number,)

    def _combine(self, node: Node, parts: list[Any]) -> Any:
        if isinstance(node, Expression):
            return self._expression(node, parts)
        return self._constraint(node, parts)

    # ------------------------------------------------------------------------- expressions

    def _expression(self, node: Node, parts: list[Form]) -> Form:
        match node:
            case Variable(name, domain):
                return self._atoms.variable(name, domain)
            case Constant(value):
                return self._atoms.constant(value)
            case Sum(_, coefficients, number):
                return self._atoms.linear(*zip(coefficients, parts, strict=True), shift=number)
            case Absolute():
                return self._atoms.atom("absolute", unsigned(self._atoms.as_sum(parts[0]))[1])
            case Maximum():
                return self._greatest([self._atoms.as_sum(part) for part in parts])
            case Minimum():
                least = self._greatest([scaled(self._atoms.as_sum(p), -1) for p in parts])
                return scaled(least, -1)
            case Product():
                return self._product([self._atoms.as_sum(part) for part in parts])
            case Power(_, exponent):
                sign, base = unsigned(self._atoms.as_sum(parts[0]))
                return scaled(self._atoms.atom("power", base, exponent), sign**exponent)
            case Modulo() if not parts[1][1] and parts[1][0] > 0:
                divisor = parts[1][0]
                rest = self._atoms.remainder(self._atoms.as_sum(parts[0]), divisor)
                return self._atoms.atom("modulo", rest, divisor)
            case Element():
                return self._element(parts[:-1], parts[-1])
            case _:
                return self._atoms.atom(*self._as_it_stands(node, parts))

    def _greatest(self, terms: list[Form]) -> Form:
        least = min(number for number, _ in terms)
        rest = tuple(sorted({(number - least, atoms) for number, atoms in terms}))
        return self._atoms.linear((1, self._atoms.atom("maximum", rest)), shift=least)

    def _product(self, factors: list[Form]) -> Form:
        signs = [unsigned(factor) for factor in factors]
        sign = -1 if sum(s < 0 for s, _ in signs) % 2 else 1
        return scaled(self._atoms.atom("product", tuple(sorted(f for _, f in signs))), sign)

    def _element(self, array: list[Form], index: Form) -> Form:
        """The element, of an array in another order where the values of the index are changed."""
        change = self._atoms.change(self._atoms.kind(index))
        places = range(len(array))
        if change is not None and set(change) == set(places) == set(change.values()):
            after = {change[place]: item for place, item in zip(places, array, strict=True)}
            array = [after[place] for place in places]
            index = self._atoms.bare(index, change) or index
        read = tuple(self._atoms.as_sum(item) for item in array)
        return self._atoms.atom("element", read, self._atoms.as_sum(index))

    # ------------------------------------------------------------------------- constraints

    def _constraint(self, node: Node, parts: list[Any]) -> int:
        match node:
            case Comparison(_, sign, _):
                return self._atoms.number("relation", *self._relation(sign, *parts))
            case And() | Or():
                return self._together("and" if isinstance(node, And) else "or", parts)
            case Not():
                key = self._atoms.keys[parts[0]]
                return cast(int, key[1]) if key[0] == "not" else self._atoms.number("not", parts[0])
            case Cardinality():
                return self._cardinality(node, parts)
            case Allowed(_, rows) | Forbidden(_, rows):
                return self._table(type(node).__name__, parts, rows)
            case Increasing(_, strict):
                return self._increasing([self._atoms.as_sum(part) for part in parts], strict)
            case Lexicographic(left, _, strict):
                pairs = zip(parts[: len(left)], parts[len(left) :], strict=True)
                apart = tuple(self._atoms.linear((1, a), (-1, b)) for a, b in pairs)
                return self._atoms.number("lexicographic", apart, strict)
            case Inverse(forward, _):
                read = [self._atoms.as_sum(part) for part in parts]
                halves = sorted([tuple(read[: len(forward)]), tuple(read[len(forward) :])])
                return self._atoms.number("inverse", *halves)
            case Global() if node.compared or node.in_any_order:
                return self._as_declared(node, parts)
            case OverGraph():
                return self._over_graph(node, parts)
            case BinPacking() | Circuit() | Precedence() | Predicate() | Regular() | Subcircuit():
                return self._atoms.number(*self._as_it_stands(node, parts))
            case _:
                smaller = And(tuple(decomposition(cast(Constraint, node))))
                return cast(int, fold([smaller], self._combine)[smaller])

    def _over_graph(self, node: OverGraph, parts: list[Form]) -> int:
        """A number that graphs share which are one but for the numbers of their vertices.

        It is so where no two edges, or no two vertices, have the same terms.
        """
        held = {
            name: [self._atoms.as_sum(form) for form in some]
            for name, some in self._by_field(node, parts).items()
        }
        edges = held.pop(node.of_edges)
        vertices: list[list[Any]] = [[] for _ in range(node.size)]
        for name in node.of_vertices:
            for vertex, form in enumerate(held.pop(name)):
                vertices[vertex].append((name, form))
        for name in held:  # the ends of a path
            match getattr(node, name):
                case Constant(int(place)) if 0 <= place < node.size:
                    vertices[place].append("end")
                case _:
                    return self._atoms.number(*self._as_it_stands(node, parts))
        colours = [tuple(some) for some in vertices]
        if len(set(colours)) < node.size and len(set(edges)) < len(edges):
            return self._atoms.number(*self._as_it_stands(node, parts))
        around: list[list[Any]] = [[] for _ in colours]
        between = []
        for form, (a, b) in zip(edges, node.edges, strict=True):
            around[a].append(form)
            around[b].append(form)
            between.append((form, *sorted((colours[a], colours[b]))))
        ends = sorted((colour, sorted(some)) for colour, some in zip(colours, around, strict=True))
        kind = (type(node).__name__, getattr(node, "spanning", False))
        return self._atoms.number(*kind, repr(ends), repr(sorted(between)))

    def _as_declared(self, node: Global, parts: list[Form]) -> int:
        """A number that equal constraints share, whatever the order of what `node` compares."""
        fields_ = self._by_field(node, parts)
        compared = [(k, term) for k, name in enumerate(node.compared) for term in fields_.pop(name)]
        alike = self._atoms.alike(*(term for _, term in compared))
        tagged = [(tag, term) for (tag, _), term in zip(compared, alike, strict=True)]
        read = {n: [self._atoms.as_sum(form) for form in some] for n, some in fields_.items()}
        joined = node.together if node.in_any_order else ()
        rows = tuple(sorted(zip(*(read.pop(name) for name in joined), strict=True)))
        rest = tuple(tuple(forms_) for forms_ in read.values())
        return self._atoms.number(data_of(node), unordered(tagged), rows, rest)

    def _by_field(self, node: Node, parts: list[Form]) -> dict[str, list[Form]]:
        """The parts of `node` by the fields that hold them."""
        rest, found = iter(parts), {}
        for name, many in part_fields(type(node)):
            found[name] = list(islice(rest, len(getattr(node, name)) if many else 1))
        return found

    def _relation(self, sign: str, left: Form, right: Form) -> tuple[str, Form]:
        if sign in ("==", "!="):
            left, right = self._atoms.alike(left, right)
        return relation(self._atoms.linear((1, left), (-1, right)), sign)

    def _together(self, word: str, parts: list[int]) -> int:
        """And, or: the operands in any order, each once, one within another as one."""
        flat = sorted(set(chain.from_iterable(self._operands(word, part) for part in parts)))
        return flat[0] if len(flat) == 1 else self._atoms.number(word, tuple(flat))

    def _cardinality(self, node: Cardinality, parts: list[Form]) -> int:
        size = len(node.terms)
        wanted = [self._atoms.constant(value) for value in node.values]
        alike = self._atoms.alike(*parts[:size], *wanted)
        numbers = [self._atoms.as_sum(part) for part in parts[size:]]
        pairs = tuple(sorted(zip(alike[size:], numbers, strict=True)))
        return self._atoms.number("cardinality", tuple(sorted(alike[:size])), pairs, node.closed)

    def _table(self, word: str, parts: list[Form], rows: tuple[Row, ...]) -> int:
        """A table with its columns in one order, of the values before any change."""
        changes = [self._atoms.change(self._atoms.kind(part)) for part in parts]
        possible = [
            row
            for row in rows
            if all(not c or value in c for c, value in zip(changes, row, strict=True))
        ]
        columns: list[tuple[Form, tuple[Any, ...]]] = []
        for place, (part, change) in enumerate(zip(parts, changes, strict=True)):
            bare = self._atoms.bare(part, change) if change else None
            values = tuple(row[place] for row in possible)
            columns.append((bare or part, tuple(change[v] for v in values) if change else values))
        columns.sort()
        found = frozenset(zip(*(values for _, values in columns), strict=True)) if parts else rows
        return self._atoms.number(word, tuple(form for form, _ in columns), found)

    def _increasing(self, terms: list[Form], strict: bool) -> int:
        turned = [scaled(term, -1) for term in reversed(terms)]
        either = min(ordered(terms), ordered(turned))
        return self._atoms.number("increasing", either, strict)

    def _as_it_stands(self, node: Node, parts: list[Any]) -> tuple[Any, ...]:
        """A node that is only known to mean the same where all of it is the same."""
        read = (part if isinstance(part, int) else self._atoms.as_sum(part) for part in parts)
        return data_of(node), tuple(read)
