"""The base of adapters whose terms have a literal for each of their values.

An adapter says how its library makes a literal, ties a function of two terms to them, and compares;
what is arithmetic is then a table of values.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import cast

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import Comparison, Constraint
from ....models.language.expressions import Bounds, Constant, Expression, Variable, size
from ....models.language.global_constraints.all_different import AllDifferent
from ....models.language.late_dataclasses import replace
from ....models.language.model import Model
from ....models.language.nodes import Node, Program, topological
from ....models.language.objectives import Goal
from ....models.language.phrases import grouped
from ..contract import Assignment, SolverFailed, Unsupported
from .natives import Natives, required
from .translator import Translator

# ---------------------- Sums as the parts they add up, each with a literal for each of its values.


Literal = int
"""A number, or its negative for the negation."""
Term = dict[int, Literal]
"""The literal that holds where the term takes a value, for each value; just one of them holds."""
Scaled = tuple[dict[Expression, int], int]
"""Expressions with their factors, and a constant."""
MOST_PASSES = 10
"""So often is every sum looked at for what it leaves its parts."""
MOST_TABULATED = 256
"""An equality whose sum is in a wider range than this is two inequalities, not a table of sums."""


def parts_of(*scaled: tuple[Expression, int]) -> Scaled:
    """The parts of a sum of expressions, each times a factor, with theirs; and a constant."""
    factors: dict[Node, int] = {}
    for expression, factor in scaled:
        factors[expression] = factors.get(expression, 0) + factor
    order = topological(factors.copy(), lambda node: node.terms if isinstance(node, Sum) else ())
    parts, constant = {node: factors.get(node, 0) for node in order}, 0
    for node in reversed(order):  # a sum that is reached by many paths is taken apart once
        match node:
            case Sum(terms, coefficients, plus):
                factor = parts.pop(node)
                constant += factor * plus
                for term, coefficient in zip(terms, coefficients, strict=True):
                    parts[term] += factor * coefficient
            case Constant(int(number)):
                constant += parts.pop(node) * number
            case _:
                pass
    return cast("dict[Expression, int]", parts), constant


def inequalities(comparison: Comparison) -> list[Scaled]:
    """Sums that are at most 0 together just where `comparison` holds; none of `!=`."""
    parts, constant = parts_of((comparison.left, 1), (comparison.right, -1))
    relation, strict = comparison.relation, comparison.relation in ("<", ">")
    opposite = {part: -factor for part, factor in parts.items()}
    below = [(parts, constant + strict)] if relation in ("<", "<=", "==") else []
    above = [(opposite, strict - constant)] if relation in (">", ">=", "==") else []
    return below + above


def ends_of(model: Model) -> dict[Expression, Bounds]:
    """Ends for each variable, outside which the comparisons of sums leave it no value."""
    ends: dict[Expression, Bounds] = {one: one.bounds(()) for one in model.variables}
    compared = (one for one in model.constraints if isinstance(one, Comparison))
    sums = [one for comparison in compared for one in inequalities(comparison)]
    linear = [(parts, constant) for parts, constant in sums if all(part in ends for part in parts)]
    for _ in range(MOST_PASSES):
        before = dict(ends)
        for parts, constant in linear:
            factors = [(one, factor) for one, factor in parts.items() if factor]
            slack = -constant - sum(factor * ends[one][factor < 0] for one, factor in factors)
            for one, factor in factors:
                low, high = ends[one]
                if factor > 0:
                    ends[one] = low, min(high, low + slack // factor)
                else:
                    ends[one] = max(low, high - slack // -factor), high
        if ends == before:
            break
    return ends


def scaled(term: Mapping[int, Literal], factor: int) -> Term:
    """The same literals under their values times `factor`, which is not 0."""
    if not factor:
        raise AssertionError("times 0 all values are one, and the literals of all but one are lost")
    return {factor * value: literal for value, literal in term.items()}


def values_of(terms: Sequence[Term]) -> dict[int, None]:
    """Every value of `terms`, each once."""
    return dict.fromkeys(value for term in terms for value in term)


def value_of(term: Term) -> int:
    """The value of a term that has just one."""
    if len(term) != 1:
        raise AssertionError(f"{term} is no constant, and only those are counted to")
    return next(iter(term))


def takers(terms: Sequence[Term], value: int) -> list[Literal]:
    """The literals under which `terms` take a value."""
    return [term[value] for term in terms if value in term]


def range_of(terms: Sequence[Term]) -> int:
    """The distance between the least and the greatest sum of `terms`."""
    return sum(max(term) - min(term) for term in terms)


def from_zero(term: Term) -> Term:
    """The number that each literal adds beyond the least that the term adds."""
    least = min(term)
    return {value - least: literal for value, literal in term.items()}


def costs(terms: Sequence[Term]) -> list[tuple[Literal, int]]:
    """Literals, and what each adds beyond the least that its term adds."""
    pairs = (pair for term in map(from_zero, terms) for pair in term.items())
    return [(literal, cost) for cost, literal in pairs if cost]


MOST_VALUES = 20_000
"""A domain has at most as many values."""


class LiteralTranslator(Translator[Term, Literal]):
    """A literal for each value of each term, and for each truth."""

    true: Literal
    """Holds always; its negation never does."""

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        """The constraints of `model` say which values need no literal."""
        self._within = ends_of(model)
        super().__init__(model, check)

    # ------------------------------------------------------------ what an adapter must say

    @abstractmethod
    def new(self) -> Literal:
        """A new literal."""

    @abstractmethod
    def require_one(self, literals: Sequence[Literal]) -> None:
        """Have one of `literals` hold, which nothing else says anything of."""

    @abstractmethod
    def require_at_most_one(self, literals: Sequence[Literal]) -> None:
        """Have two of `literals` never hold together."""

    @abstractmethod
    def require_at_most(self, terms: Sequence[Term], bound: int) -> None:
        """Have `terms` add up to at most `bound`."""

    def may_add(self, terms: Sequence[Term]) -> bool:
        """True if `require_at_most` may be asked of `terms`; other sums are tabulated."""
        return True

    @abstractmethod
    def combined(self, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
        """`function` of the values of two terms."""

    @abstractmethod
    def any_of_several(self, literals: list[Literal]) -> Literal:
        """Holds exactly where one of two or more `literals` does."""

    def all_of_several(self, literals: list[Literal]) -> Literal:
        """Holds exactly where two or more `literals` all do."""
        return -self.any_of_several([-literal for literal in literals])

    # -------------------------------------------------------------------------------- sums

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        sums = any(isinstance(part, Sum) for part in constraint.parts)
        if not isinstance(constraint, Comparison) or not sums:
            return super()._posted(constraint)
        most = [(self.terms_of(parts), -constant) for parts, constant in inequalities(constraint)]
        equal = len(most) > 1
        if not most or not all(self._are_bounds(terms, equal=equal) for terms, _ in most):
            return super()._posted(constraint)
        for terms, bound in most:
            self.require_at_most(terms, bound)
        return ()

    def _are_bounds(self, terms: Sequence[Term], *, equal: bool) -> bool:
        """True if a sum of `terms` is bounded, and not tabulated."""
        counts = all(max(term) - min(term) <= 1 for term in terms)
        is_small = range_of(terms) < MOST_TABULATED and not counts
        return self.may_add(terms) and not (equal and is_small)

    def terms_of(self, factors: Mapping[Expression, int]) -> list[Term]:
        """Terms that are expressions, which are defined or required to be, times factors."""
        self.require_defined(list(factors))
        kept = [(self._terms[part], factor) for part, factor in factors.items() if factor]
        return [scaled(term, factor) for term, factor in kept]

    # ------------------------------------------------------------------------------- terms

    def declared(self, variable: Variable) -> Term:
        if size(variable.domain) > MOST_VALUES:
            raise self.refused(
                f"a literal stands for each value, and it has {grouped(size(variable.domain))};"
                f" give it at most {grouped(MOST_VALUES)}"
            )
        low, high = self._within[variable]
        values = [int(value) for value in variable.domain]
        # The others break a comparison of sums, which is posted all the same.
        kept = [value for value in values if low <= value <= high] or values
        term = {value: self.new() for value in kept}
        self.require_one(list(term.values()))
        self.require_at_most_one(list(term.values()))
        return term

    def constant(self, value: int) -> Term:
        return {value: self.true}

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        total, factors = self.constant(constant), dict.fromkeys(map(id, terms), 0)
        for term, coefficient in zip(terms, coefficients, strict=True):
            factors[id(term)] += coefficient
        for term in terms:
            factor = factors.pop(id(term), 0)  # what stands twice is added once
            if factor:
                total = self.combined(int.__add__, total, scaled(term, factor))
        return total

    def product(self, left: Term, right: Term) -> Term:
        return self.combined(int.__mul__, left, right)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self.combined(lambda x, y: x // y if y else 0, dividend, divisor)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self.combined(lambda x, y: x % y if y else 0, dividend, divisor)

    def power(self, base: Term, exponent: int) -> Term:
        return self.combined(lambda x, k: int(x**k), base, self.constant(exponent))

    def absolute(self, term: Term) -> Term:
        return self.combined(lambda x, _: abs(x), term, self.constant(0))

    def least(self, terms: Sequence[Term]) -> Term:
        return reduce(partial(self.combined, min), terms)

    def greatest(self, terms: Sequence[Term]) -> Term:
        return reduce(partial(self.combined, max), terms)

    def number(self, truth: Literal) -> Term:
        if abs(truth) == self.true:
            return self.constant(int(truth == self.true))
        return {0: -truth, 1: truth}

    # ------------------------------------------------------------------------------ truths

    def all_of(self, truths: Sequence[Literal]) -> Literal:
        kept = list(dict.fromkeys(truth for truth in truths if truth != self.true))
        if not kept or -self.true in kept:
            return -self.true if kept else self.true
        return kept[0] if len(kept) == 1 else self.all_of_several(kept)

    def any_of(self, truths: Sequence[Literal]) -> Literal:
        kept = list(dict.fromkeys(truth for truth in truths if truth != -self.true))
        if not kept or self.true in kept:
            return self.true if kept else -self.true
        return kept[0] if len(kept) == 1 else self.any_of_several(kept)

    def negated(self, truth: Literal) -> Literal:
        return -truth

    # ------------------------------------------------------------------- native constraints

    def all_different(self, terms: Sequence[Term]) -> None:
        """Post an all-different: no value is taken by two."""
        for value in values_of(terms):
            self.require_at_most_one(takers(terms, value))

    natives = Natives(required(AllDifferent, all_different))


# ------------------------ A goal, a variable of a model, by the parts of what the variable equals.
#
# The variable is left out, since a table of the values of a sum would be large.


class Aim:
    """The goal to be least, and the model without the variable that equals it."""

    def __init__(self, model: Model, goal: Goal) -> None:
        """Raises: Unsupported where no constraint says what the variable equals."""
        self._name, self._sign = str(goal.expression), goal.sign
        equal = _equal(model, goal)
        self._value, self._program = equal.right, Program([equal.right])
        groups = [group for group in model.groups if group.name != self._name]
        rules = (
            replace(rule, constraints=tuple(one for one in rule.constraints if one is not equal))
            for rule in model.rules
        )
        self.model = model.rewritten(groups, rules)

    def terms(self, translation: LiteralTranslator) -> list[Term]:
        """Terms whose sum, but for a constant, is to be least; the goal is required defined."""
        return translation.terms_of(parts_of((self._value, self._sign))[0])

    def valued(self, found: Assignment) -> Assignment:
        """A solution with the value of the goal."""
        value = self._program.run(found)[0]
        if value is None:
            raise SolverFailed(f"{found} was reported, for which the goal is undefined")
        return {**found, self._name: int(value)}


def _equal(model: Model, goal: Goal) -> Comparison:
    """The last constraint that the variable of the goal equals something."""
    for one in reversed(list(model.constraints)):
        if isinstance(one, Comparison) and one.relation == "==" and one.left is goal.expression:
            return one
    raise Unsupported(f"nothing says what {goal.expression} equals")
