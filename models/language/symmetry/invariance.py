"""Symmetries checked on the declaration: its constraints, moved, are its constraints.

Under an objective the value of each goal stays as well, so that best solutions move to best ones.

Every constraint is put into a form that is the same for ways of writing it that plainly mean the
same: terms of a sum, operands, sides of an equation in any order, a shift or a sign throughout.
The test is sure where it says yes; a symmetry of the solutions that the declaration does not
show gets a no.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import Any, cast

from ..arithmetic_expressions import Absolute, Modulo, Power, Product, Sum
from ..choices import Element, Maximum, Minimum
from ..constraints import And, Comparison, Constraint, Not, Or
from ..expressions import Constant, Expression, Variable
from ..global_constraints import Global
from ..global_constraints.bin_packing import BinPacking
from ..global_constraints.cardinality import Cardinality
from ..global_constraints.circuit import Circuit, Subcircuit
from ..global_constraints.increasing import Increasing
from ..global_constraints.inverse import Inverse
from ..global_constraints.lexicographic import Lexicographic
from ..global_constraints.precedence import Precedence
from ..global_constraints.predicate import Predicate
from ..global_constraints.regular import Regular
from ..global_constraints.table import Allowed, Forbidden, Row
from ..late_dataclasses import fields
from ..model import Model
from ..nodes import Node, fold, part_fields
from ..own_constraints import in_the_language, without_own
from ..undefinedness import decomposition
from . import linear_forms as forms
from .changed_values import Atoms
from .linear_forms import Form
from .symmetries import Symmetry, fault_of

FEW = 8
"""The number of constraints that are checked first: most candidates fail on them."""


class Invariance:
    """The constraints of `model` in one way of writing them, to compare images with."""

    def __init__(self, model: Model) -> None:
        self._aim = model.objective
        self._goals = in_the_language(model.objective.expressions if model.objective else [])
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
                return self._atoms.atom("absolute", forms.unsigned(self._atoms.as_sum(parts[0]))[1])
            case Maximum():
                return self._greatest([self._atoms.as_sum(part) for part in parts])
            case Minimum():
                least = self._greatest([forms.scaled(self._atoms.as_sum(p), -1) for p in parts])
                return forms.scaled(least, -1)
            case Product():
                return self._product([self._atoms.as_sum(part) for part in parts])
            case Power(_, exponent):
                sign, base = forms.unsigned(self._atoms.as_sum(parts[0]))
                return forms.scaled(self._atoms.atom("power", base, exponent), sign**exponent)
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
        signs = [forms.unsigned(factor) for factor in factors]
        sign = -1 if sum(s < 0 for s, _ in signs) % 2 else 1
        return forms.scaled(self._atoms.atom("product", tuple(sorted(f for _, f in signs))), sign)

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
            case BinPacking() | Circuit() | Precedence() | Predicate() | Regular() | Subcircuit():
                return self._atoms.number(*self._as_it_stands(node, parts))
            case _:
                smaller = And(tuple(decomposition(cast(Constraint, node))))
                return cast(int, fold([smaller], self._combine)[smaller])

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
        data = self._as_it_stands(node, [])[-1]
        return self._atoms.number(type(node).__name__, forms.unordered(tagged), rows, rest, data)

    def _by_field(self, node: Node, parts: list[Form]) -> dict[str, list[Form]]:
        """The parts of `node` by the fields that hold them."""
        rest, found = iter(parts), {}
        for name, many in part_fields(type(node)):
            found[name] = list(islice(rest, len(getattr(node, name)) if many else 1))
        return found

    def _relation(self, sign: str, left: Form, right: Form) -> tuple[str, Form]:
        if sign in ("==", "!="):
            left, right = self._atoms.alike(left, right)
        return forms.relation(self._atoms.linear((1, left), (-1, right)), sign)

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
        turned = [forms.scaled(term, -1) for term in reversed(terms)]
        either = min(forms.ordered(terms), forms.ordered(turned))
        return self._atoms.number("increasing", either, strict)

    def _as_it_stands(self, node: Node, parts: list[Any]) -> tuple[Any, ...]:
        """A node that is only known to mean the same where all of it is the same."""
        held = {name for name, _ in part_fields(type(node))}
        data = [getattr(node, f.name) for f in fields(cast(Any, node)) if f.name not in held]
        read = (part if isinstance(part, int) else self._atoms.as_sum(part) for part in parts)
        shape = [len(getattr(node, name)) for name, many in part_fields(type(node)) if many]
        return type(node).__name__, tuple(read), tuple(shape), tuple(data)
