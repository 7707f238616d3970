"""Nodes of the language: constraints as literals, expressions as sums.

A node that many share is read once. An undefined term makes the comparison around it false.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, chain, product
from math import prod
from operator import and_, or_, xor
from typing import TYPE_CHECKING, cast

from .....models.language import arithmetic_expressions as arithmetic
from .....models.language import choices
from .....models.language.choices import decomposition
from .....models.language.constraints import (
    NEGATED,
    And,
    Comparison,
    Constraint,
    Not,
    Or,
)
from .....models.language.expressions import Constant, Expression, Indicator, Variable
from .....models.language.global_constraints.all_different import AllDifferent
from .....models.language.global_constraints.connected import OverGraph
from .....models.language.global_constraints.predicate import Predicate
from .....models.language.global_constraints.table import Allowed, Rows
from .....models.language.nodes import Node, shape_of, topological
from ...reading.evaluation import compiled_flag, expansion, some_variables
from ...reading.normal_forms import Domain, Unposted, word_of
from ...reading.totals import flattened
from ..machine_source import records as at
from .posted_arithmetic import Arithmetic
from .posted_comparisons import Affine, Booleans, Comparisons, of_literal, post_distinct, weighted
from .posted_graphs import Graphs
from .posted_tables import (
    Item,
    Post,
    literal_of_predicate,
    post_short_rows,
    post_table,
    post_words,
    require_predicate,
)

if TYPE_CHECKING:
    from .form_poster import Poster, Term

DEEPEST = 20
"""The levels of nodes that are read by recursion."""
FEW_COLUMNS, FEW_ROWS = 3, 256
"""The most variables and combinations of values for which a disjunction is a table."""
_LOGIC = (And, Or, Not)
Signed = tuple[Constraint, bool]
"""A constraint, or its negation where False."""


class Nodes:
    """Posts nodes over the variables of a poster."""

    def __init__(self, poster: Poster) -> None:
        self._poster, self._builder = poster, poster.builder
        self._booleans = Booleans(poster)
        self._comparisons = Comparisons(poster, self._booleans)
        self._arithmetic = Arithmetic(poster, self._booleans, self._comparisons)
        self._graphs = Graphs(poster, self._booleans, self._equal, self._offset)
        self._literals: dict[Node, int] = {}
        self._sums: dict[Node, Affine] = {}
        self._parts: dict[Node, tuple[Node, ...]] = {}
        self._depth = 0
        self._tables: dict[Hashable, Post | None] = {}
        """By the shape of a constraint and its variables' values, what posts it again."""

    def term(self, expression: Expression) -> tuple[int, list[Term]]:
        """The constant and the terms whose sum is an expression that is always defined."""
        found = self._sum(expression)
        self._booleans.settle()
        return found.constant, list(found.terms)

    def distance(self, constant: int, terms: Sequence[Term]) -> int:
        """A variable that is the distance of a sum from 0."""
        parts = [(1, Affine(0, (term,))) for term in terms]
        found = self._arithmetic.variable(self._arithmetic.distance(weighted(parts, constant)))
        self._booleans.settle()
        return found

    # -------------------------------------------------------------------------- required

    def require(self, root: Constraint) -> None:
        """Require a constraint."""
        stack = [root]
        while stack:
            stack.extend(reversed(list(self._required(stack.pop()))))
        self._booleans.settle()

    def _required(self, node: Constraint) -> Iterator[Constraint]:
        """Require a constraint, but for those that are yielded."""
        match node:
            case And(operands):
                yield from operands
            case Not(Or(operands)):
                yield from map(Not, operands)
            case Not(Not(operand)):
                yield operand
            case Predicate(terms):
                self._require_defined(node)
                require_predicate(self._poster, node, list(map(self._item, terms)))
            case Comparison(left, relation, right):
                self._require_comparison(left, relation, right)
            case Not(Comparison(left, relation, right)) if not self._difference(
                left, right
            ).defined:
                self._require_comparison(left, NEGATED[relation], right)
            case Or() | Not() if self._require_rows(node):
                pass
            case Or(operands) if self._require_short_rows(operands):
                pass
            case Or() | Not():
                self._booleans.clause(map(self._signed, _alternatives(node, True)))
            case _:
                self._require_defined(node)
                yield from self._require_global(node)

    def _require_comparison(self, left: Expression, relation: str, right: Expression) -> None:
        difference = self._difference(left, right)
        for literal in difference.defined:
            self._booleans.clause([literal])
        self._comparisons.require(difference, relation)

    def _difference(self, left: Expression, right: Expression) -> Affine:
        return weighted([(1, self._sum(left)), (-1, self._sum(right))])

    def _require_defined(self, node: Constraint) -> None:
        for part in node.parts:
            if isinstance(part, Expression):
                for literal in self._sum(part).defined:
                    self._booleans.clause([literal])

    def _require_global(self, node: Constraint) -> Iterator[Constraint]:
        if isinstance(node, AllDifferent):
            post_distinct(self._builder, list(map(self._offset, node.terms)))
            return
        if isinstance(node, OverGraph):
            self._graphs.post(node)
            return
        found = expansion(node)
        yield from decomposition(node) if found is None else found

    def _equal(self, term: Expression, value: int) -> int:
        """The literal that a term has a value, posted in both directions."""
        found = self._comparisons.literal(weighted([(1, self._sum(term))], -value), "==")
        self._booleans.need(found, self._builder.negation(found))
        return found

    def _item(self, term: Expression) -> Item:
        """A variable and the number that is added to it, which together are a term."""
        return self._arithmetic.item(self._sum(term))

    def _offset(self, term: Expression) -> Item:
        """The same of a constant, too, by the variable that is 1."""
        v, number = self._item(term)
        return (v, number) if v else (self._builder.memory[self._builder.true + at.OF], number - 1)

    def _require_rows(self, node: Constraint) -> bool:
        """Require a constraint as a table, if that has few rows over few variables, not of one."""
        names = [variable.name for variable in some_variables([node], FEW_COLUMNS + 1)]
        if not 1 < len(names) <= FEW_COLUMNS:
            return False
        variables = [self._variable(name) for name in names]
        if prod(map(self._builder.size, variables)) > FEW_ROWS:
            return False
        if len(names) == 2 and all(map(self._builder.is_word, variables)):
            values = map(self._builder.values, variables)
            words = _words(node, dict(zip(names, values, strict=True)))
            if words is not None:
                post_words(self._builder, variables, words)
                return True
        shape, ordered = shape_of(node)
        variables = [self._variable(name) for name in ordered]
        columns = tuple([tuple(self._builder.values(v)) for v in variables])
        if (post := self._tables.get((shape, columns))) is not None:
            post(variables)
            return True
        _, holds = compiled_flag(node, self._poster.place_of)
        rows = [row for row in product(*columns) if holds(*row)]
        self._tables[shape, columns] = post_table(self._builder, variables, rows)
        return True

    def _require_short_rows(self, operands: Sequence[Constraint]) -> bool:
        """Require one of several tables, if all are over different variables of one word each.

        Where none has several rows and columns, clauses say the same.
        """
        tables = [(o.terms, o.rows) for o in operands if isinstance(o, Allowed)]
        terms = [*dict.fromkeys(chain.from_iterable(terms for terms, _ in tables))]
        if len(tables) < len(operands) or {*map(type, terms)} != {Variable}:
            return False
        places = {term: place for place, term in enumerate(terms)}
        found = [
            (tuple(map(places.__getitem__, of)), rows)
            for of, rows in tables
            if isinstance(rows, Rows) and len({*of}) == len(of)
        ]
        variables = [self._variable(cast(Variable, term).name) for term in terms]
        several = any(len(rows) > 1 < len(of) for of, rows in found)
        if len(found) < len(tables) or not several:
            return False
        if not all(map(self._builder.is_word, variables)):
            return False
        post_short_rows(self._builder, variables, found)
        return True

    def _variable(self, name: str) -> int:
        return self._poster.variables[self._poster.place_of[name]]

    # -------------------------------------------------------------------------- literals

    def _signed(self, signed: Signed) -> int:
        node, is_positive = signed
        literal = self._literal(node)
        return literal if is_positive else self._builder.negation(literal)

    def _literal(self, root: Node) -> int:
        """The literal that a constraint holds."""
        if root not in self._literals:
            self._read(root)
        return self._literals[root]

    def _sum(self, root: Node) -> Affine:
        """An expression as a sum."""
        if root not in self._sums:
            self._read(root)
        return self._sums[root]

    def _read(self, root: Node) -> None:
        """Read a node, and first what it is read from: if that is deep, without recursion."""
        if self._depth < DEEPEST:
            self._depth += 1
            self._read_one(root)
            self._depth -= 1
            return
        for node in topological([root], self._reads):
            if node not in self._literals and node not in self._sums:
                self._read_one(node)

    def _read_one(self, node: Node) -> None:
        if isinstance(node, Constraint):
            self._literals[node] = self._holds(node)
        else:
            self._sums[node] = self._term(node)

    def _reads(self, node: Node) -> tuple[Node, ...]:
        """The nodes that a node is read from."""
        if node in self._literals or node in self._sums:
            return ()
        if node not in self._parts:
            self._parts[node] = tuple(self._parts_of(node))
        return self._parts[node]

    def _parts_of(self, node: Node) -> Iterable[Node]:
        match node:
            case And() | Or() | Not():
                return (operand for operand, _ in _alternatives(node, not isinstance(node, And)))
            case arithmetic.Sum():
                return flattened(node, zeros=True)[1]
            case Comparison() | Predicate() | Expression():
                return node.parts
            case Constraint():
                found = expansion(node)
                if found is None:
                    return (And(tuple(decomposition(node))),)
                return (*node.parts, And(tuple(found)))
            case _:
                raise TypeError(f"{node!r} is neither expression nor constraint")

    def _holds(self, node: Constraint) -> int:
        match node:
            case Predicate(terms):
                holds = literal_of_predicate(self._poster, node, list(map(self._item, terms)))
                return self._booleans.all_of([*self._defined(terms), holds])
            case And() | Or() | Not():
                is_or = not isinstance(node, And)
                found = self._booleans.any_of(map(self._signed, _alternatives(node, is_or)))
                return found if is_or else self._builder.negation(found)
            case Comparison(left, relation, right):
                difference = self._difference(left, right)
                holds = self._comparisons.literal(difference, relation)
                return self._booleans.all_of([*difference.defined, holds])
            case _:
                *parts, whole = self._reads(node)
                return self._booleans.all_of([*self._defined(parts), self._literal(whole)])

    def _defined(self, terms: Iterable[Node]) -> Iterator[int]:
        """Literals that hold together where terms are defined."""
        return (literal for term in terms for literal in self._sum(term).defined)

    # ------------------------------------------------------------------------------ terms

    def _term(self, node: Node) -> Affine:
        match node:
            case Constant(int(number)):
                return Affine(number)
            case Variable(name):
                return self._arithmetic.declared(self._variable(name))
            case Indicator(constraint):
                literal = self._literal(constraint)
                self._booleans.need(literal, self._builder.negation(literal))
                return of_literal(self._builder, literal)
            case arithmetic.Sum():
                constant, factors = flattened(node, zeros=True)
                return weighted(((k, self._sum(part)) for part, k in factors.items()), constant)
            case _:
                return self._of_parts(node, [self._sum(part) for part in node.parts])

    def _of_parts(self, node: Node, parts: Sequence[Affine]) -> Affine:
        match node:
            case arithmetic.Product():
                return self._arithmetic.product(parts)
            case arithmetic.Power(_, exponent):
                return self._arithmetic.power(parts[0], exponent)
            case arithmetic.Absolute():
                return self._arithmetic.distance(parts[0])
            case arithmetic.Quotient():
                return self._arithmetic.divided(*parts)[0]
            case arithmetic.Modulo():
                return self._arithmetic.divided(*parts)[1]
            case choices.Maximum() | choices.Minimum():
                sign = 1 if isinstance(node, choices.Maximum) else -1
                return self._arithmetic.extreme(sign, parts)
            case choices.Element():
                return self._arithmetic.element(parts[:-1], parts[-1])
            case _:
                raise Unposted(node)


_PARTS = {
    "<": (-1, 0, 0),
    "<=": (0, -1, 0),
    "==": (-1, -1, 0),
    ">": (0, -1, -1),
    ">=": (-1, 0, -1),
    "!=": (-1, -1, -1),
}
"""Of what is less, of what is at most, and of all: the parts that together stand in a relation."""


def _words(root: Constraint, values: Mapping[str, Domain]) -> Sequence[int] | None:
    """By value of the first of two variables, the values of the other with which `root` holds.

    Those are bits, from the least. None for what is more than comparisons of sums.
    """
    (first, rows), (second, columns) = values.items()
    full, found = word_of(columns), dict[Node, Sequence[int]]()
    every = [full] * len(rows)
    for node in topological([root], lambda node: node.parts if type(node) in _LOGIC else ()):
        match node:
            case Not(operand):
                found[node] = [*map(xor, every, found[operand])]
            case And(operands):
                found[node] = _each(and_, every, [found[operand] for operand in operands])
            case Or(operands):
                none = [0] * len(rows)
                found[node] = _each(or_, none, [found[operand] for operand in operands])
            case Comparison(left, relation, right):
                constant, factors = _apart(left, right)
                weights = {first: 0, second: 0}
                for term, factor in factors.items():
                    if not isinstance(term, Variable):
                        return None
                    weights[term.name] += factor
                found[node] = _compared(constant, *weights.values(), relation, rows, columns)
            case _:
                return None
    return found[root]


def _apart(left: Expression, right: Expression) -> tuple[int, Mapping[Expression, int]]:
    """The difference of two terms: a constant, and a number for each term that is no sum."""
    if isinstance(left, Variable) and isinstance(right, Constant):
        return -int(right.constant), {left: 1}
    if isinstance(left, Variable) and isinstance(right, Variable) and left is not right:
        return 0, {left: 1, right: -1}
    return flattened(arithmetic.Sum((left, right), (1, -1), 0), zeros=True)


@lru_cache(4096)
def _compared(
    constant: int, one: int, other: int, relation: str, rows: Domain, columns: Domain
) -> tuple[int, ...]:
    """By value of one of two variables, the bits of those of the other for which a sum is so.

    It is of a constant and of both, each as often as is said, and stands in a relation to 0.
    """
    bits = [1 << value - columns[0] for value in columns]
    ordered = sorted(zip([other * value for value in columns], bits, strict=True))
    amounts = [amount for amount, _ in ordered]
    until = [0, *accumulate(bit for _, bit in ordered)]
    of_less, of_most, of_every = _PARTS[relation]
    rests = [-constant - one * value for value in rows]
    return tuple(
        of_less & until[bisect_left(amounts, rest)]
        ^ of_most & until[bisect_right(amounts, rest)]
        ^ of_every & until[-1]
        for rest in rests
    )


def _each(
    combine: Callable[[int, int], int], first: Sequence[int], lists: Iterable[Sequence[int]]
) -> Sequence[int]:
    """The entries of lists combined, place by place."""
    return reduce(lambda one, other: [*map(combine, one, other)], lists, first)


def _alternatives(root: Constraint, is_positive: bool) -> list[Signed]:
    """Constraints of which one holds exactly where `root` does, or its negation; each once."""
    if isinstance(root, Or if is_positive else And):
        operands = root.operands
        if not any(isinstance(operand, _LOGIC) for operand in operands):
            return [(operand, is_positive) for operand in dict.fromkeys(operands)]
    return list(_nested(root, is_positive))


def _nested(root: Constraint, is_positive: bool) -> Iterator[Signed]:
    """The same where some of them are within others."""
    stack, seen = [(root, is_positive)], set[Signed]()
    while stack:
        signed = stack.pop()
        if signed in seen:
            continue
        seen.add(signed)
        match signed:
            case Or(operands), True:
                stack.extend((operand, True) for operand in reversed(operands))
            case And(operands), False:
                stack.extend((operand, False) for operand in reversed(operands))
            case Not(operand), sign:
                stack.append((operand, not sign))
            case _:
                yield signed
