"""Constraints that count: how many terms take a value, and how many values they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from typing import Any, ParamSpec

from ..constraints import RELATIONS, Comparison, Constraint, Or, all_of, any_of, terms_of
from ..errors import ModelError
from ..expressions import (
    Constant,
    Element,
    Expression,
    Indicator,
    Sum,
    as_expression,
    as_number,
    same_kind,
    total,
)
from ..model import Model
from ..nodes import Value
from ..partial import defined
from ..terms import is_list

P = ParamSpec("P")
_NAMED = {"terms", "value"}


@dataclass(frozen=True, eq=False, repr=False)
class Count(Constraint):
    """The number of `terms` that equal one of `values` stands in `relation` to `number`."""

    terms: tuple[Expression, ...]
    values: tuple[Expression, ...]
    relation: str
    number: Expression

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


@dataclass(frozen=True, eq=False, repr=False)
class Cardinality(Constraint):
    """Each of `values` is taken by as many `terms` as its count; if closed, no other value is."""

    terms: tuple[Expression, ...]
    counts: tuple[Expression, ...]
    values: tuple[Value, ...]
    closed: bool

    def holds(self, values: Sequence[Any]) -> bool:
        found = Counter(values[: len(self.terms)])
        exact = all(
            found[value] == count
            for value, count in zip(self.values, values[len(self.terms) :], strict=True)
        )
        return exact and (not self.closed or set(found) <= set(self.values))

    def decompose(self) -> Iterable[Constraint]:
        for value, count in zip(self.values, self.counts, strict=True):
            yield total(term == value for term in self.terms) == count
        if self.closed:
            yield from (any_of(term == value for value in self.values) for term in self.terms)

    def describe(self, parts: Sequence[str]) -> str:
        terms, counts = parts[: len(self.terms)], parts[len(self.terms) :]
        pairs = ", ".join(f"{v!r}: {c}" for v, c in zip(self.values, counts, strict=True))
        closed = ", closed=True" if self.closed else ""
        return f"cardinality([{', '.join(terms)}], {{{pairs}}}{closed})"


@dataclass(frozen=True, eq=False, repr=False)
class NumberOfValues(Constraint):
    """`terms` take as many different values as `number` says; none take 0."""

    terms: tuple[Expression, ...]
    number: Expression

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(len(set(values[:-1])) == values[-1])

    def decompose(self) -> Iterable[Constraint]:
        new = (
            Indicator(all_of(term != earlier for earlier in self.terms[:place]))
            for place, term in enumerate(self.terms)
        )
        return (total(new) == self.number,)

    def describe(self, parts: Sequence[str]) -> str:
        return f"number_of_values([{', '.join(parts[:-1])}], {parts[-1]})"


@dataclass(frozen=True, eq=False, repr=False)
class Precedence(Constraint):
    """A value of `values` is taken only after the one before it in `values` has been."""

    terms: tuple[Expression, ...]
    values: tuple[Value, ...]

    def holds(self, values: Sequence[Any]) -> bool:
        first = {value: place for place, value in reversed(list(enumerate(values)))}
        never = len(values)
        places = [first.get(value, never) for value in self.values]
        return all(later == never or earlier < later for earlier, later in pairwise(places))

    def decompose(self) -> Iterable[Constraint]:
        for before, after in pairwise(self.values):
            for place, term in enumerate(self.terms):
                yield Or((term != after, any_of(t == before for t in self.terms[:place])))

    def describe(self, parts: Sequence[str]) -> str:
        return f"precedence([{', '.join(parts)}], {list(self.values)})"


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
    """How many of `terms` equal `value`; 0 of none, undefined where one of them is.

    An expression: `count(q, 3) <= 2`.
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
    """Of `terms`, exactly `number` equal `value`."""
    return _count(terms, value, "==", number, "exactly")


def at_least(terms: Iterable[object], value: object, number: object) -> Constraint:
    """Of `terms`, at least `number` equal `value`."""
    return _count(terms, value, ">=", number, "at_least")


def at_most(terms: Iterable[object], value: object, number: object) -> Constraint:
    """Of `terms`, at most `number` equal `value`."""
    return _count(terms, value, "<=", number, "at_most")


def among(terms: Iterable[object], values: Iterable[object], number: object) -> Constraint:
    """Of `terms`, exactly `number` take one of `values`."""
    usage = "among(terms, values, number)"
    _terms_first(terms, usage)
    if not is_list(values):
        raise ModelError(f"{usage} takes a list of values, not {values!r}")
    return _number_of(terms, values, "==", number, usage)


def cardinality(
    terms: Iterable[object], counts: Mapping[Any, object], *, closed: bool = False
) -> Constraint:
    """Each value in `counts` is taken by as many `terms` as it says (a number or expression).

    Where `closed`, no term takes a value that is not in `counts`.
    """
    if not isinstance(counts, Mapping):
        raise ModelError(f"cardinality takes counts as {{value: count}}, not {counts!r}")
    read = terms_of(terms, "cardinality")
    values = tuple(constant_of(value, "a value of cardinality") for value in counts)
    same_kind((*read, *map(Constant, values)), "cardinality")
    numbers = tuple(as_number(number, "a count of cardinality") for number in counts.values())
    return Cardinality(read, numbers, values, closed)


def number_of_values(terms: Iterable[object], number: object) -> Constraint:
    """`terms` take exactly `number` different values; 0 of no terms."""
    _terms_first(terms, "number_of_values(terms, number)")
    return NumberOfValues(
        terms_of(terms, "number_of_values"), as_number(number, "the number of number_of_values")
    )


def precedence(terms: Iterable[object], values: Iterable[Value]) -> Constraint:
    """Each of `values` is taken, in the order of `terms`, only after the one before it has been.

    This breaks the symmetry between interchangeable values.
    """
    read = terms_of(terms, "precedence")
    order = tuple(constant_of(value, "a value of precedence") for value in values)
    if len(set(order)) < len(order):
        raise ModelError(f"precedence names a value twice: {list(order)}; name each once")
    same_kind((*read, *map(Constant, order)), "precedence")
    return Precedence(read, order)


def constant_of(value: object, where: str) -> Value:
    """`value` as a plain integer or label. Raises: ModelError for anything else."""
    constant = as_expression(value, where)
    if not isinstance(constant, Constant):
        raise ModelError(f"{where} is {constant}; it must be a number or a label")
    return constant.constant


def _terms_first(terms: object, usage: str) -> None:
    """Raises: ModelError where `terms` are none, as where the number is written before them."""
    if not is_list(terms):
        raise ModelError(f"{usage} takes a list of terms first, not {terms!r}")


def _count(
    terms: Iterable[object], value: object, relation: str, number: object, where: str
) -> Constraint:
    usage = f"{where}(terms, value, number)"
    _terms_first(terms, usage)
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
