"""The number of terms that take a value, or one of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from ..arithmetic_expressions import Sum, total
from ..choices import Element, defined
from ..constraints import RELATIONS, Comparison, Constraint, any_of
from ..errors import ModelError
from ..expressions import (
    Constant,
    Expression,
    Indicator,
    as_expression,
    as_number,
    is_list,
    same_kind,
)
from ..late_dataclasses import dataclass
from ..model import Model
from . import Global, terms_first, terms_of

if TYPE_CHECKING:
    from ..sample_arguments import Draw, Scene

P = ParamSpec("P")
_NAMED = {"terms", "value"}


@dataclass(frozen=True, eq=False, repr=False)
class Count(Global):
    """The number of `terms` that equal one of `values` stands in `relation` to `number`."""

    terms: tuple[Expression, ...]
    values: tuple[Expression, ...]
    relation: str
    number: Expression

    compared = ("terms", "values")

    def holds(self, values: Sequence[Any]) -> bool:
        terms = values[: len(self.terms)]
        wanted = values[len(self.terms) : -1]
        found = sum(1 for term in terms if term in wanted)
        return RELATIONS[self.relation](found, values[-1])

    def decompose(self) -> Iterable[Constraint]:
        found = total(any_of(term == value for value in self.values) for term in self.terms)
        return (Comparison(found, self.relation, self.number),)

    def describe(self, parts: Sequence[str]) -> str:
        terms, values = parts[: len(self.terms)], parts[len(self.terms) : -1]
        return f"count([{', '.join(terms)}], {' or '.join(values)}) {self.relation} {parts[-1]}"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        terms, pick = draw.terms(), draw.random
        several = [draw.constant() for _ in range(pick.randint(0, 2))]
        values = terms_of(several or [0], "values")
        if draw.shape not in ("constant", "empty") and pick.random() < 0.3:
            values = (*values, draw.term())
        number = as_number(draw.number(), "number")
        return Count(tuple(terms), values, draw.relation(), number)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        terms = tuple(scene.over(far=True))
        values = scene.random.sample(scene.row, scene.random.choice((1, 1, 2)))
        relation = scene.random.choice(("==", "<=", ">=", "!="))
        number = Constant(sum(value in values for value in scene.row))
        return Count(terms, terms_of(sorted(set(values)), "values"), relation, number)


def _of_terms(count: Callable[P, Expression]) -> Callable[P, Expression]:
    """`count`, which says so where it is given a model, as the solvers' function of its name is."""

    @wraps(count)
    def of_terms(*arguments: P.args, **named: P.kwargs) -> Expression:
        if isinstance(arguments[0] if arguments else None, Model) or named.keys() - _NAMED:
            raise ModelError(
                "everyway.models.count(terms, value) counts the terms that equal a value; the"
                " solutions of a model are counted by everyway.solvers.count(model)"
            )
        return count(*arguments, **named)

    return of_terms


@_of_terms
def count(terms: Iterable[object], value: object) -> Expression:
    """The number of `terms` that equal `value`; 0 of none, undefined where one of them is.

    An expression: `count(q, 3) <= 2`.

    Formula: |{i : terms[i] = value}|

    >>> from everyway.models import count, variables
    >>> count(variables("x", 2, range(4)), 3)
    [x[0] == 3] + [x[1] == 3]
    """
    wanted = as_expression(value, "the value of count")
    read = terms_of(terms, "count")
    marks = [Indicator(term == wanted) for term in read]
    # Times 0, what may be undefined adds nothing but that.
    partial = [_zero_where_defined(term) for term in (*read, wanted) if defined([term])]
    return Sum((*marks, *partial), (1,) * (len(marks) + len(partial)), 0)


def _zero_where_defined(term: Expression) -> Expression:
    """0, and undefined where `term` is: a label cannot be multiplied, but its index can."""
    if isinstance(term, Element):
        zeros = [_zero_where_defined(item) for item in term.array]
        return Element(tuple(zeros), term.index)
    return Constant(0) if term.labelled else Sum((term,), (0,), 0)


def exactly(terms: Iterable[object], value: object, number: object) -> Constraint:
    """Exactly `number` of `terms` equal `value`.

    Formula: |{i : terms[i] = value}| = number

    >>> from everyway.models import exactly, variables
    >>> exactly(variables("x", 3, range(2)), 1, 2)
    count([x[0], x[1], x[2]], 1) == 2
    """
    return _count(terms, value, "==", number, "exactly")


def at_least(terms: Iterable[object], value: object, number: object) -> Constraint:
    """At least `number` of `terms` equal `value`.

    Formula: |{i : terms[i] = value}| ≥ number

    >>> from everyway.models import at_least, variables
    >>> at_least(variables("x", 3, range(2)), 1, 2)
    count([x[0], x[1], x[2]], 1) >= 2
    """
    return _count(terms, value, ">=", number, "at_least")


def at_most(terms: Iterable[object], value: object, number: object) -> Constraint:
    """At most `number` of `terms` equal `value`.

    Formula: |{i : terms[i] = value}| ≤ number

    >>> from everyway.models import at_most, variables
    >>> at_most(variables("x", 3, range(2)), 1, 2)
    count([x[0], x[1], x[2]], 1) <= 2
    """
    return _count(terms, value, "<=", number, "at_most")


def among(terms: Iterable[object], values: Iterable[object], number: object) -> Constraint:
    """Exactly `number` of `terms` take one of `values`.

    Formula: |{i : terms[i] ∈ values}| = number

    >>> from everyway.models import among, variables
    >>> among(variables("x", 2, range(4)), [1, 3], 1)
    count([x[0], x[1]], 1 or 3) == 1
    """
    usage = "among(terms, values, number)"
    terms_first(terms, usage)
    if not is_list(values):
        raise ModelError(f"{usage} takes a list of values, not {values!r}")
    return _number_of(terms, values, "==", number, usage)


def _count(
    terms: Iterable[object], value: object, relation: str, number: object, where: str
) -> Constraint:
    usage = f"{where}(terms, value, number)"
    terms_first(terms, usage)
    if is_list(value):
        raise ModelError(f"{usage} takes one value; for several write among(terms, values, number)")
    return _number_of(terms, [value], relation, number, usage)


def _number_of(
    terms: Iterable[object], values: Iterable[object], relation: str, number: object, usage: str
) -> Constraint:
    where = usage.partition("(")[0]
    if isinstance(number, str):
        raise ModelError(f"{usage} takes the number last, and {number!r} is a label")
    read = terms_of(terms, where)
    wanted = terms_of(values, f"the values of {where}")
    same_kind((*read, *wanted), where)
    return Count(read, wanted, relation, as_number(number, f"the number of {where}"))
