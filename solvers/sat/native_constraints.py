"""The constraints that python-sat's encodings of cardinality state, each as counts of literals.

Their own literals may be left open: solutions are distinguished by those of the declared variables
alone, so that none comes twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...models.language.nodes import Value
from ..harness.adapting import natives as of
from ..harness.adapting.literals import Literal, Term, takers, value_of, values_of

if TYPE_CHECKING:
    from .translation import Translation

Terms = Sequence[Term]
Counted = tuple[Sequence[Literal], str, int]
"""Literals of which as many hold as a relation says of a number."""

_ENCODING = 1
"""The number that python-sat gives to its sequential counter."""


def _require(program: Translation, literals: Sequence[Literal], relation: str, number: int) -> None:
    """Have as many of `literals` hold as `relation` says of `number`, by an encoding."""
    if relation == "!=":
        program.require(_truth(program, literals, relation, number))
    if relation in ("==", ">=", ">"):
        _encode(program, "atleast", literals, number + (relation == ">"))
    if relation in ("==", "<=", "<"):
        _encode(program, "atmost", literals, number - (relation == "<"))


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


# ------------------------------------------------- the counts that hold where a constraint does


def _count(
    program: Translation, terms: Terms, values: Terms, relation: str, number: Term
) -> Iterator[Counted]:
    marks = [program.any_of([program.compared(term, "==", v) for v in values]) for term in terms]
    yield marks, relation, value_of(number)


def _number_of_values(program: Translation, terms: Terms, number: Term) -> Iterator[Counted]:
    marks = [program.any_of(takers(terms, value)) for value in sorted(values_of(terms))]
    yield marks, "==", value_of(number)


def _all_different_except(program: Translation, terms: Terms, exempt: Term) -> Iterator[Counted]:
    for value in sorted(values_of(terms)):
        if value != value_of(exempt):
            yield takers(terms, value), "<=", 1


def _cardinality(
    program: Translation, terms: Terms, counts: Terms, values: Sequence[Value], closed: bool
) -> Iterator[Counted]:
    numbers = [int(value) for value in values]
    for number, count in zip(numbers, counts, strict=True):
        yield takers(terms, number), "==", value_of(count)
    for term in terms if closed else ():
        yield [term[number] for number in numbers if number in term], ">=", 1


def _require_different(program: Translation, terms: Terms) -> None:
    """No value twice; where there are only as many values as terms, each is taken as well.

    That follows, but clauses find it late: it is a pigeonhole.
    """
    program.all_different(None, terms)
    values = values_of(terms)
    if len(values) < len(terms):
        program.clause([])
    elif len(values) == len(terms):
        for value in values:
            program.clause(takers(terms, value))


def _by_counts(
    kind: type[Any], counts: Callable[..., Iterator[Counted]], name: str, says: str
) -> of.Native[Any]:
    """A constraint that is counts to the constants in the field of a name."""

    def require(program: Translation, *fields: Any) -> None:
        for count in counts(program, *fields):
            _require(program, *count)

    def truth(program: Translation, *fields: Any) -> Literal:
        return program.all_of([_truth(program, *count) for count in counts(program, *fields)])

    posted, held = of.by_fields(require), of.by_fields(truth)
    return of.Native(kind, posted, of.constants(name), says, of.always, held)


NATIVES = of.Natives(
    of.required(of.AllDifferent, _require_different),
    _by_counts(
        of.AllDifferentExcept, _all_different_except, "exempt", "the exempt value is a constant"
    ),
    _by_counts(of.Cardinality, _cardinality, "counts", "its counts are constants"),
    _by_counts(of.Count, _count, "number", "its number is a constant"),
    _by_counts(of.NumberOfValues, _number_of_values, "number", "its number is a constant"),
)
