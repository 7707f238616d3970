"""The constraints that python-sat's encodings of cardinality state, each as counts of literals.

Their own literals may be left open: solutions are distinguished by those of the declared variables
alone, so that none comes twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from ...models.language.constraints import Constraint
from ...models.language.expressions import Constant, Expression
from ...models.language.global_constraints.all_different import AllDifferentExcept
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ..harness.adapting.literals import Literal, Term

if TYPE_CHECKING:
    from .translation import Translation

Counted = tuple[Sequence[Literal], str, int]
"""Literals of which as many hold as a relation says of a number."""

_ENCODING = 1
"""The number that python-sat gives to its sequential counter."""

NATIVE_WHERE = {
    "AllDifferentExcept": "the exempt value is a constant",
    "Cardinality": "its counts are constants",
    "Count": "its number is a constant",
    "NumberOfValues": "its number is a constant",
}


def is_native(constraint: Constraint) -> bool:
    """True if `require` and `truth` know `constraint`: where its numbers are constants."""
    match constraint:
        case Count(_, _, _, number) | NumberOfValues(_, number):
            return _known([number])
        case AllDifferentExcept(_, exempt):
            return _known([exempt])
        case Cardinality(_, counts, _, _):
            return _known(counts)
        case _:
            return False


def _known(numbers: Iterable[Expression]) -> bool:
    return all(isinstance(number, Constant) for number in numbers)


def _number(constant: Expression) -> int:
    if not isinstance(constant, Constant):
        raise AssertionError(f"{constant} is no constant, and only those are counted to")
    return int(constant.constant)


def require(program: Translation, constraint: Constraint, parts: Sequence[Term]) -> None:
    """Require `constraint`, each count by an encoding."""
    for literals, relation, number in _counts(program, constraint, parts):
        if relation == "!=":
            program.require(_truth(program, literals, relation, number))
        if relation in ("==", ">=", ">"):
            _encode(program, "atleast", literals, number + (relation == ">"))
        if relation in ("==", "<=", "<"):
            _encode(program, "atmost", literals, number - (relation == "<"))


def truth(program: Translation, constraint: Constraint, parts: Sequence[Term]) -> Literal:
    """Holds exactly where `constraint` does."""
    return program.all_of(
        [_truth(program, *count) for count in _counts(program, constraint, parts)]
    )


def _truth(
    program: Translation, literals: Sequence[Literal], relation: str, number: int
) -> Literal:
    """Holds exactly where as many of `literals` hold as `relation` says of `number`."""
    reached, passed = (partial(_at_least, program, literals, number + plus) for plus in (0, 1))
    match relation:
        case "==" | "!=":
            return program.all_of([reached(), -passed()]) * (1 if relation == "==" else -1)
        case ">=" | "<":
            return reached() * (1 if relation == ">=" else -1)
        case _:
            return passed() * (1 if relation == ">" else -1)


def _at_least(program: Translation, literals: Sequence[Literal], number: int) -> Literal:
    found = program.new()
    _encode(program, "atleast", literals, number, -found)
    _encode(program, "atmost", literals, number - 1, found)
    return found


def _encode(
    program: Translation, name: str, literals: Sequence[Literal], number: int, *unless: Literal
) -> None:
    """Unless `unless`, at least or at most so many hold, by the encoding of this name.

    It raises for numbers out of range.
    """
    size = len(literals)
    if number > size if name == "atleast" else number < 0:
        program.clause(unless)
    elif 0 < number if name == "atleast" else number < size:
        encode = getattr(import_module("pysat.card").CardEnc, name)
        encoded = encode(list(literals), number, top_id=program.last, encoding=_ENCODING)
        program.last = max(program.last, encoded.nv)
        for clause in encoded.clauses:
            program.clause([*unless, *clause])


def _counts(
    program: Translation, constraint: Constraint, parts: Sequence[Term]
) -> Iterator[Counted]:
    """The counts that hold together exactly where `constraint` does."""
    match constraint:
        case Count(terms, _, relation, number):
            values = parts[len(terms) : -1]
            marks = [
                program.any_of([program.compared(term, "==", value) for value in values])
                for term in parts[: len(terms)]
            ]
            yield marks, relation, _number(number)
        case NumberOfValues(terms, number):
            marks = [program.any_of(_takers(parts[:-1], v)) for v in _values(parts[:-1])]
            yield marks, "==", _number(number)
        case AllDifferentExcept(_, exempt):
            for value in _values(parts[:-1]):
                if value != _number(exempt):
                    yield _takers(parts[:-1], value), "<=", 1
        case Cardinality():
            yield from _cardinality(constraint, parts)
        case _:
            raise NotImplementedError(f"sat has no counts for {type(constraint).__name__}")


def _values(terms: Sequence[Term]) -> list[int]:
    return sorted({value for term in terms for value in term})


def _takers(terms: Sequence[Term], value: int) -> list[Literal]:
    return [term[value] for term in terms if value in term]


def _cardinality(constraint: Cardinality, parts: Sequence[Term]) -> Iterator[Counted]:
    terms, values = parts[: len(constraint.terms)], [int(value) for value in constraint.values]
    for value, count in zip(values, constraint.counts, strict=True):
        yield _takers(terms, value), "==", _number(count)
    for term in terms if constraint.closed else ():
        yield [term[value] for value in values if value in term], ">=", 1
