"""The constraints that Z3 has of its own: distinct, and counts and weights of formulas.

Each is one formula, so that it may stand anywhere. A cumulative has no such sum of constants alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.bin_packing import BinPacking
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ..harness.adapting.bounded import Term

if TYPE_CHECKING:
    from .translation import Translation

_MOST_VALUES = 100
_LARGEST = 2**31 - 1
"""Z3 counts to no more."""

NATIVE_WHERE = {
    "AllDifferentExcept": "its exempt value is a constant, its terms variables from -100 to 100",
    "BinPacking": "sizes and capacities are constants, and sizes never negative",
    "Cardinality": "its counts are constants",
    "Count": "its number is a constant",
    "NumberOfValues": "its number is a constant, and its terms are variables from -100 to 100",
}


def is_native(constraint: Constraint) -> bool:
    """True if `formula` knows `constraint`: where what it counts to are constants."""
    match constraint:
        case AllDifferent(terms):
            return len(terms) > 1
        case AllDifferentExcept(terms, exempt):
            return _may_count([exempt]) and all(map(_is_near, terms))
        case BinPacking(_, sizes, capacities):
            weights = list(map(_number, sizes)) if _may_count([*sizes, *capacities]) else [-1]
            return min(weights, default=0) >= 0 and sum(weights) < _LARGEST
        case Count(_, _, _, number):
            return _may_count([number])
        case Cardinality(_, counts, _, _):
            return _may_count(counts)
        case NumberOfValues(terms, number):
            return _may_count([number]) and all(map(_is_near, terms))
        case _:
            return False


def _may_count(numbers: Iterable[Expression]) -> bool:
    return all(isinstance(n, Constant) and abs(int(n.constant)) < _LARGEST for n in numbers)


def _is_near(term: Expression) -> bool:
    """True if `term` is a variable whose values are near 0."""
    ends = (term.domain[0], term.domain[-1]) if isinstance(term, Variable) else (_LARGEST,)
    return all(abs(int(end)) <= _MOST_VALUES for end in ends)


def formula(program: Translation, constraint: Constraint, parts: Sequence[Term]) -> Any:
    """A formula, or a bool where that is known, that holds exactly where `constraint` does."""
    match constraint:
        case AllDifferent():
            return program.module.Distinct([term.native for term in parts])
        case Count(terms, _, relation, number):
            values = [value.native for value in parts[len(terms) : -1]]
            marks = [_either(program, [term], values) for term in parts[: len(terms)]]
            return _counted(program, marks if values else [], relation, number)
        case AllDifferentExcept(_, exempt):
            values = [value for value in _values(parts[:-1]) if value != _number(exempt)]
            once = [[term.native == value for term in parts[:-1]] for value in values]
            return _all(program, [_counted(program, marks, "<=", Constant(1)) for marks in once])
        case BinPacking():
            return _bin_packing(program, constraint, parts)
        case Cardinality():
            return _cardinality(program, constraint, parts)
        case NumberOfValues(terms, number):
            values = _values(parts[: len(terms)])
            marks = [_either(program, parts[: len(terms)], [value]) for value in values]
            return _counted(program, marks, "==", number)
        case _:
            raise NotImplementedError(f"Z3 has no {type(constraint).__name__}")


def _values(terms: Sequence[Term]) -> list[int]:
    """Every number that may be the value of one of `terms`, and those between."""
    ends = [end for term in terms for end in term[1:]]
    return list(range(min(ends), max(ends) + 1)) if ends else []


def _number(constant: Expression) -> int:
    if not isinstance(constant, Constant):
        raise AssertionError(f"{constant} is no constant, and only those are counted to")
    return int(constant.constant)


def _all(program: Translation, formulas: Sequence[Any]) -> Any:
    """All of `formulas` hold; some of them may be known."""
    if any(one is False for one in formulas):
        return False
    kept = [one for one in formulas if one is not True]
    return program.module.And(kept) if kept else True


def _either(program: Translation, terms: Sequence[Term], values: Sequence[Any]) -> Any:
    """One of `terms` takes one of `values`."""
    return program.module.Or([term.native == value for term in terms for value in values])


def _counted(program: Translation, marks: Sequence[Any], relation: str, number: Expression) -> Any:
    """As many of `marks` hold as `relation` says of a constant."""
    library, bound = program.module, _number(number)
    if not marks:
        return RELATIONS[relation](0, bound)
    weighed = [(mark, 1) for mark in marks]
    match relation:
        case "==" | "!=":
            equal = library.PbEq(weighed, bound)
            return equal if relation == "==" else library.Not(equal)
        case "<=" | "<":
            return library.PbLe(weighed, bound - (relation == "<"))
        case _:
            return library.PbGe(weighed, bound + (relation == ">"))


def _cardinality(program: Translation, constraint: Cardinality, parts: Sequence[Term]) -> Any:
    terms, values = parts[: len(constraint.terms)], [int(value) for value in constraint.values]
    formulas = [
        _counted(program, [term.native == value for term in terms], "==", count)
        for value, count in zip(values, constraint.counts, strict=True)
    ]
    if constraint.closed:
        formulas += [_either(program, [term], values) if values else False for term in terms]
    return _all(program, formulas)


def _bin_packing(program: Translation, constraint: BinPacking, parts: Sequence[Term]) -> Any:
    bins, sizes = parts[: len(constraint.bins)], list(map(_number, constraint.sizes))
    most = list(map(_number, constraint.capacities))
    within = [program.module.And(one.native >= 0, one.native < len(most)) for one in bins]
    loads = [
        program.module.PbLe([(b.native == k, s) for b, s in zip(bins, sizes, strict=True)], load)
        for k, load in enumerate(most)
        if bins and load >= 0
    ]
    return _all(program, [*within, *loads, min(most, default=0) >= 0])
