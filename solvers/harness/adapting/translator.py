"""The walk by which an adapter turns a model into what its library knows, node by node.

The walk visits every node once, parts first, decomposes what is not native to the library, and
keeps beside each term the truth of its being defined: a comparison with an undefined term is
false, and only `Indicator` stops that. An adapter says what each kind of node is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import product as combinations
from math import prod
from typing import Any, Generic, TypeVar, assert_never, cast

from ....models.language.arithmetic_expressions import (
    Absolute,
    Arithmetic,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
)
from ....models.language.choices import Element, Maximum, Minimum
from ....models.language.constraints import And, Comparison, Constraint, Core, Not, Or
from ....models.language.expressions import Bounds, Constant, Expression, Indicator, Variable, size
from ....models.language.global_constraints.predicate import Predicate
from ....models.language.model import Model
from ....models.language.nodes import Node, Program, describe, topological
from ....models.language.phrases import grouped
from ..contract import Unsupported, refuse
from ..registry import large_refused
from .natives import Ends, Natives

Term = TypeVar("Term")
Truth = TypeVar("Truth")
Kind = Variable | Constant | Arithmetic | Minimum | Maximum | Element | Indicator

MOST_ROWS = 100_000
"""A predicate over more assignments than this is not tabulated."""


class Translator(ABC, Generic[Term, Truth]):
    """`model` for a library: a `Term` for each expression, a `Truth` for each constraint.

    Where a term is undefined its native value does not matter, but must be determined by the
    variables, so that nothing is found twice.
    """

    name: str
    """The solver's name, for messages."""
    largest: int | None = None
    """The greatest size of a value that the library holds, if there is one."""
    natives = Natives()
    """The library's own constraints."""

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        """`check` is called often while a model is translated; it may raise to end that."""
        self.check = check
        self.noted: Callable[[Constraint], object] = lambda constraint: None
        """Called with each constraint before it is posted; scripts have comments by this."""
        self._at: Node | None = None
        self._terms: dict[Node, Term] = {}
        self._defined: dict[Node, Truth | None] = {}
        self._truths: dict[Node, Truth] = {}
        self._ends: dict[Node, Bounds] = {}
        self._parts: dict[Node, tuple[Constraint, ...]] = {}
        self.variables: dict[Variable, Term] = {}
        for variable in model.variables:
            check()
            self._at = variable
            self._note_ends(variable)
            self.variables[variable] = self.declared(variable)

    # ------------------------------------------------------------ what an adapter must say

    @abstractmethod
    def declared(self, variable: Variable) -> Term:
        """A declared variable with its domain."""

    @abstractmethod
    def constant(self, value: int) -> Term:
        """A number."""

    @abstractmethod
    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        """`constant` plus each term times its coefficient."""

    @abstractmethod
    def product(self, left: Term, right: Term) -> Term:
        """The product of two terms."""

    @abstractmethod
    def quotient(self, dividend: Term, divisor: Term) -> Term:
        """The quotient, rounded down; anything determined where the divisor is 0."""

    @abstractmethod
    def remainder(self, dividend: Term, divisor: Term) -> Term:
        """The remainder, with the divisor's sign; anything determined where the divisor is 0."""

    @abstractmethod
    def absolute(self, term: Term) -> Term:
        """The distance from 0."""

    @abstractmethod
    def least(self, terms: Sequence[Term]) -> Term:
        """The least of one or more terms."""

    @abstractmethod
    def greatest(self, terms: Sequence[Term]) -> Term:
        """The greatest of one or more terms."""

    @abstractmethod
    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        """`items[index]`, from 0; anything determined where the index is out of range."""

    @abstractmethod
    def number(self, truth: Truth) -> Term:
        """1 where `truth` holds, else 0."""

    @abstractmethod
    def compared(self, left: Term, relation: str, right: Term) -> Truth:
        """Holds exactly where `left` stands in `relation` to `right`."""

    @abstractmethod
    def all_of(self, truths: Sequence[Truth]) -> Truth:
        """Holds exactly where all of `truths` do; always for none."""

    @abstractmethod
    def any_of(self, truths: Sequence[Truth]) -> Truth:
        """Holds exactly where some of `truths` do; never for none."""

    @abstractmethod
    def negated(self, truth: Truth) -> Truth:
        """Holds exactly where `truth` does not."""

    @abstractmethod
    def require(self, truth: Truth) -> None:
        """Rules out every solution where `truth` does not hold."""

    # ------------------------------------------------------------- what an adapter may say

    def truth_of(self, posted: Any) -> Truth:
        """The truth of what a native constraint is posted by."""
        return cast(Truth, posted)

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        """Require a comparison of defined terms."""
        self.require(self.compared(left, relation, right))

    def power(self, base: Term, exponent: int) -> Term:
        """`base` to the power of an exponent from 0, by few products."""
        result, square = self.constant(1), base
        while exponent:
            result = self.product(result, square) if exponent & 1 else result
            exponent >>= 1
            square = self.product(square, square) if exponent else square
        return result

    def in_table(self, terms: Sequence[Term], rows: Sequence[Sequence[int]]) -> Truth:
        """Holds exactly where `terms` take together one of `rows`."""

        @cache
        def takes(place: int, value: int) -> Truth:
            return self.compared(terms[place], "==", self.constant(value))

        def taken(row: Sequence[int]) -> Truth:
            self.check()
            return self.all_of([takes(place, value) for place, value in enumerate(row)])

        return self.any_of([taken(row) for row in rows])

    # ------------------------------------------------------------------- native constraints

    def ends(self, constraint: Constraint) -> Ends:
        """Bounds of the terms of the parts of `constraint`, which are translated."""
        return [self._ends[part] for part in constraint.parts]

    def declared_ends(self, constraint: Constraint) -> Ends | None:
        """Bounds of the same before they are translated; None where their terms may pass these."""
        known = self._ends
        for node in topological(constraint.parts, lambda n: () if n in known else n.parts):
            if isinstance(node, Expression) and node not in known:
                known[node] = node.bounds([known.get(part, (0, 1)) for part in node.parts])
        return [known[part] for part in constraint.parts]

    def is_native(self, constraint: Constraint) -> bool:
        """True if `require_native` can require `constraint`, which is no core constraint."""
        found = self.natives.get(type(constraint))
        return found is not None and found.when(constraint, self.ends(constraint))

    def require_native(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        """Require `constraint` by the library's own constraint, given its parts, all defined."""
        found = self.natives[type(constraint)].post(self, constraint, terms)
        if found is not None:
            self.require(found)

    def is_reified(self, constraint: Constraint) -> bool:
        """True if `native_truth` has the truth of `constraint`, which is no core constraint."""
        found = self.natives.get(type(constraint))
        if found is None or found.reified is None:
            return False
        ends = self.declared_ends(constraint)
        if ends is None or not found.when(constraint, ends):
            return False
        return found.reified(constraint, ends)

    def native_truth(self, constraint: Constraint, terms: Sequence[Term]) -> Truth:
        """Holds exactly where `constraint` does, by the library's own, given defined parts."""
        found = self.natives[type(constraint)]
        if found.truth is not None:
            return cast(Truth, found.truth(self, constraint, terms))
        return self.truth_of(found.post(self, constraint, terms))

    # ----------------------------------------------------------------------------- the walk

    def refused(self, why: str) -> Unsupported:
        """The error to raise where what is being translated cannot be, naming it."""
        place = "the model" if self._at is None else describe(self._at)
        return Unsupported(f"{self.name} cannot translate {place}: {why}")

    def post(self, constraints: Iterable[Constraint]) -> None:
        """Require every one of `constraints`.

        Raises: Unsupported for what cannot be translated, naming it.
        """
        stack = list(constraints)[::-1]
        seen: set[Constraint] = set()
        while stack:
            self.check()
            constraint = stack.pop()
            if constraint not in seen:
                seen.add(constraint)
                self._at = constraint
                self.noted(constraint)
                stack.extend(reversed(self._posted(constraint)))

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        """The constraints left to require once this is posted."""
        match constraint:
            case And(operands):
                return operands
            case Or() | Not() | Predicate():
                self.require(self._truth(constraint))
            case Comparison(left, relation, right):
                self.require_defined(constraint.parts)
                self.require_compared(self._terms[left], relation, self._terms[right])
            case _:
                self.require_defined(constraint.parts)
                if not self.is_native(constraint):
                    return self._decomposed(constraint)
                self.require_native(constraint, self._of(constraint.parts))
        return ()

    def _of(self, parts: Iterable[Node]) -> list[Term]:
        return [self._terms[part] for part in parts]

    def term_of(self, expression: Expression) -> Term:
        """The term of an expression that is defined everywhere, or required to be."""
        self._reach([expression])
        return self._terms[expression]

    def require_defined(self, parts: Sequence[Node]) -> None:
        """Translate `parts`, and require that each is defined."""
        at = self._at
        self._reach(parts)
        self._at = at
        for part in dict.fromkeys(parts):
            truth = self._defined[part]
            if truth is not None:
                self.require(truth)

    def _truth(self, constraint: Constraint) -> Truth:
        self._reach([constraint])
        self._at = constraint
        return self._truths[constraint]

    def _reach(self, roots: Iterable[Node]) -> None:
        """Translate everything under `roots`, parts first and each once."""
        stack = [(root, False) for root in roots]
        while stack:
            node, is_ready = stack.pop()
            if node in self._terms or node in self._truths:
                continue
            if not is_ready and (parts := self._reads(node)):
                stack.append((node, True))
                stack.extend([(part, False) for part in reversed(parts)])
                continue
            self.check()
            self._at = node
            if isinstance(node, Constraint):
                self._truths[node] = self._as_truth(node)
            else:
                self._add_term(cast(Kind, node))

    def _reads(self, node: Node) -> Sequence[Node]:
        if isinstance(node, Predicate):
            return ()
        if isinstance(node, Core) or not isinstance(node, Constraint) or self.is_reified(node):
            return node.parts
        return (*node.parts, *self._decomposed(node))

    def _decomposed(self, constraint: Constraint) -> tuple[Constraint, ...]:
        if constraint not in self._parts:
            with large_refused(self.name):
                self._parts[constraint] = tuple(constraint.decompose())
        return self._parts[constraint]

    # ---------------------------------------------------------------------- truths

    def _as_truth(self, constraint: Constraint) -> Truth:
        truths = self._truths
        match constraint:
            case And(operands):
                return self.all_of([truths[operand] for operand in operands])
            case Or(operands):
                return self.any_of([truths[operand] for operand in operands])
            case Not(operand):
                return self.negated(truths[operand])
            case Predicate():
                scope, rows = tabulated(constraint, self.name, self.check)
                kept = [row for row, holds in rows if holds]
                return self.in_table([self.variables[variable] for variable in scope], kept)
            case Comparison(left, relation, right):
                related = self.compared(self._terms[left], relation, self._terms[right])
                defined = self._all_defined(constraint.parts)
                return related if defined is None else self.all_of([defined, related])
            case _:
                if self.is_reified(constraint):
                    parts = [self.native_truth(constraint, self._of(constraint.parts))]
                else:
                    parts = [truths[part] for part in self._decomposed(constraint)]
                defined = self._all_defined(constraint.parts)
                return self.all_of(parts if defined is None else [defined, *parts])

    def _all_defined(self, parts: Iterable[Node], *further: Truth) -> Truth | None:
        """Holds where every part is defined and `further` holds; None if that is everywhere."""
        partial = dict.fromkeys(part for part in parts if self._defined[part] is not None)
        truths = [cast(Truth, self._defined[part]) for part in partial] + list(further)
        if len(truths) < 2:
            return truths[0] if truths else None
        return self.all_of(truths)

    # ----------------------------------------------------------------------- terms

    def _note_ends(self, node: Expression) -> None:
        ends = [self._ends.get(part, (0, 1)) for part in node.parts]
        low, high = self._ends[node] = node.bounds(ends)
        if self.largest is None:
            return
        widest = max(abs(low), abs(high))
        if isinstance(node, Sum):
            sizes = [max(map(abs, end)) for end in ends]
            parts = zip(node.coefficients, sizes, strict=True)
            widest = abs(node.constant) + sum(abs(factor) * most for factor, most in parts)
        if widest > self.largest:
            raise self.refused(
                f"its values may pass {grouped(self.largest)} in size; take smaller domains, or use"
                " a solver such as flatmap"
            )

    def _add_term(self, node: Kind) -> None:
        self._note_ends(node)
        term, own = self._as_term(node), self._own_condition(node)
        parts = () if isinstance(node, Indicator) else node.parts
        self._defined[node] = self._all_defined(parts, *own)
        self._terms[node] = term  # last, so that what was stopped before is translated anew

    def _own_condition(self, node: Kind) -> list[Truth]:
        """The conditions under which `node` is defined, beside its parts."""
        match node:
            case Quotient(_, divisor) | Modulo(_, divisor):
                low, high = self._ends[divisor]
                if low <= 0 <= high:
                    return [self.compared(self._terms[divisor], "!=", self.constant(0))]
            case Element(array, index):
                low, high = self._ends[index]
                place, last = self._terms[index], self.constant(len(array) - 1)
                first = [self.compared(place, ">=", self.constant(0))] if low < 0 else []
                return first + ([self.compared(place, "<=", last)] if high >= len(array) else [])
            case _:
                pass
        return []

    def _as_term(self, node: Kind) -> Term:
        terms = self._terms
        match node:
            case Variable():
                return self.variables[node]
            case Constant(value):
                return self.constant(int(value))
            case Sum(parts, coefficients, constant):
                return self.linear([terms[part] for part in parts], coefficients, constant)
            case Product(factors):
                several = [terms[factor] for factor in factors] or [self.constant(1)]
                return reduce(self.product, several)
            case Quotient(dividend, divisor):
                return self.quotient(terms[dividend], terms[divisor])
            case Modulo(dividend, divisor):
                return self.remainder(terms[dividend], terms[divisor])
            case Power(base, exponent):
                low, high = self._ends[base]
                if low >= -1 and high <= 1 and exponent > 2:  # some exponents are too much for cp
                    exponent = 2 - exponent % 2
                return self.power(terms[base], exponent)
            case Absolute(term):
                return self.absolute(terms[term])
            case Minimum(parts):
                return self.least([terms[part] for part in parts])
            case Maximum(parts):
                return self.greatest([terms[part] for part in parts])
            case Element(array, index):
                return self.chosen([terms[item] for item in array], terms[index])
            case Indicator(constraint):
                return self.number(self._truths[constraint])
            case _:
                assert_never(node)


def tabulated(
    predicate: Predicate, solver: str, check: Callable[[], None]
) -> tuple[list[Variable], list[tuple[tuple[int, ...], bool]]]:
    """The variables under `predicate`, and for each of their assignments if it holds.

    Raises: Unsupported, in the name of `solver`, where there are too many.
    """
    scope = [node for node in topological([predicate]) if isinstance(node, Variable)]
    number = prod(size(variable.domain) for variable in scope)
    if number > MOST_ROWS:
        raise refuse(
            solver,
            predicate,
            f"its variables have {grouped(number)} assignments, more than the"
            f" {grouped(MOST_ROWS)} that are tabulated; use a solver that calls Python, such as"
            " flatmap",
        )
    program, names = Program([predicate]), [variable.name for variable in scope]
    rows: list[tuple[tuple[int, ...], bool]] = []
    for row in combinations(*(cast(Sequence[int], variable.domain) for variable in scope)):
        check()
        rows.append((row, program.run(dict(zip(names, row, strict=True))) == [True]))
    return scope, rows
