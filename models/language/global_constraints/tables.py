"""Constraints given by what is allowed: tables, an automaton, any Python test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..constraints import Constraint, all_of, any_of, terms_of
from ..errors import ModelError, PredicateError
from ..expressions import Constant, Expression, Indicator, element, same_kind, total
from ..nodes import Value
from ..wording import counted
from .counting import constant_of

Row = tuple[Value, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Allowed(Constraint):
    """The values of `terms`, in order, are one of `rows`."""

    terms: tuple[Expression, ...]
    rows: tuple[Row, ...]

    @cached_property
    def _rows(self) -> frozenset[Row]:
        return frozenset(self.rows)

    def holds(self, values: Sequence[Any]) -> bool:
        return tuple(values) in self._rows

    def decompose(self) -> Iterable[Constraint]:
        return (any_of(self._is(row) for row in self.rows),)

    def _is(self, row: Row) -> Constraint:
        return all_of(term == value for term, value in zip(self.terms, row, strict=True))

    def describe(self, parts: Sequence[str]) -> str:
        return f"allowed([{', '.join(parts)}], {_rows_in_words(self.rows)})"


@dataclass(frozen=True, eq=False, repr=False)
class Forbidden(Constraint):
    """The values of `terms`, in order, are none of `rows`."""

    terms: tuple[Expression, ...]
    rows: tuple[Row, ...]

    @cached_property
    def _rows(self) -> frozenset[Row]:
        return frozenset(self.rows)

    def holds(self, values: Sequence[Any]) -> bool:
        return tuple(values) not in self._rows

    def decompose(self) -> Iterable[Constraint]:
        return (
            any_of(term != value for term, value in zip(self.terms, row, strict=True))
            for row in self.rows
        )

    def describe(self, parts: Sequence[str]) -> str:
        return f"forbidden([{', '.join(parts)}], {_rows_in_words(self.rows)})"


@dataclass(frozen=True, eq=False, repr=False)
class Regular(Constraint):
    """An automaton that reads `terms` in order ends in a state of `accepting`.

    `transitions` holds (state, symbol, next state), states numbered from 0. A symbol without a
    transition from the current state is not accepted.
    """

    terms: tuple[Expression, ...]
    transitions: tuple[tuple[int, Value, int], ...]
    start: int
    accepting: tuple[int, ...]

    @cached_property
    def step(self) -> dict[tuple[int, Value], int]:
        """The next state by state and symbol."""
        return {(state, symbol): after for state, symbol, after in self.transitions}

    @cached_property
    def states(self) -> int:
        """The number of states; they are 0 to one less."""
        ends = [state for before, _, after in self.transitions for state in (before, after)]
        return 1 + max((self.start, *self.accepting, *ends))

    @cached_property
    def symbols(self) -> tuple[Value, ...]:
        """Every symbol that has a transition, in the order of appearance."""
        return tuple(dict.fromkeys(symbol for _, symbol, _ in self.transitions))

    def holds(self, values: Sequence[Any]) -> bool:
        state: int | None = self.start
        for value in values:
            state = None if state is None else self.step.get((state, value))
        return state in self.accepting

    def decompose(self) -> Iterable[Constraint]:
        symbols, sink = self.symbols, self.states
        if self.terms and not symbols:
            return (any_of([]),)
        table = [self.step.get((s, a), sink) for s in range(sink) for a in symbols]
        table += [sink] * len(symbols)
        state: Expression = Constant(self.start)
        for term in self.terms:
            place = total(k * Indicator(term == a) for k, a in enumerate(symbols))
            state = element(table, state * len(symbols) + place)
        readable = (any_of(term == symbol for symbol in symbols) for term in self.terms)
        return (*readable, any_of(state == accepted for accepted in self.accepting))

    def describe(self, parts: Sequence[str]) -> str:
        return (
            f"regular([{', '.join(parts)}], {len(self.transitions)} transitions,"
            f" from {self.start} to {list(self.accepting)})"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Predicate(Constraint):
    """`function` of the values of `terms` is True: any Python test."""

    terms: tuple[Expression, ...]
    function: Callable[..., bool]

    @property
    def name(self) -> str:
        """The name under which the function was defined."""
        return getattr(self.function, "__name__", repr(self.function))

    def holds(self, values: Sequence[Any]) -> bool:
        try:
            result: object = self.function(*values)
        except (KeyboardInterrupt, PredicateError):
            raise
        except BaseException as error:  # also SystemExit, GeneratorExit, and classes of its own
            raise PredicateError(
                f"predicate {self.name} raised {type(error).__name__}: {error}"
                f" on {self._called(values)}"
            ) from error
        if not isinstance(result, bool):
            raise PredicateError(
                f"predicate {self.name} returned {result!r} on {self._called(values)};"
                " return True or False, for example with bool(...)"
            )
        return result

    def _called(self, values: Sequence[Any]) -> str:
        pairs = zip(self.terms, values, strict=True)
        return ", ".join(f"{term} = {value!r}" for term, value in pairs) or "no variables"

    def decompose(self) -> Iterable[Constraint]:
        return (self,)

    def describe(self, parts: Sequence[str]) -> str:
        return f"{self.name}({', '.join(parts)})"


@dataclass(frozen=True)
class FunctionName:
    """In the place of a predicate's function that was read from data: a name, never imported."""

    address: str
    """`module:function`."""

    @property
    def __name__(self) -> str:
        return self.address.rpartition(":")[2]

    @property
    def advice(self) -> str:
        """What to do where the function is needed."""
        return (
            f"the predicate {self.address} is a name only: this model was read from data, from"
            " which nothing is imported; name its puzzle again, or, for data of your own, read it"
            " by from_data(data, functions=True)"
        )

    def __call__(self, *values: object) -> bool:
        raise PredicateError(self.advice)


def allowed(terms: Iterable[object], rows: Iterable[Iterable[object]]) -> Constraint:
    """The values of `terms`, in order, are one of `rows`; without rows nothing is allowed."""
    read = terms_of(terms, "allowed", mixed=True)
    return Allowed(read, _table(read, rows, "allowed"))


def forbidden(terms: Iterable[object], rows: Iterable[Iterable[object]]) -> Constraint:
    """The values of `terms`, in order, are none of `rows`."""
    read = terms_of(terms, "forbidden", mixed=True)
    return Forbidden(read, _table(read, rows, "forbidden"))


def regular(
    terms: Iterable[object],
    transitions: Mapping[tuple[Any, Any], Any],
    start: object,
    accepting: Iterable[object],
) -> Constraint:
    """The automaton with `transitions` {(state, symbol): next state} accepts `terms`, in order.

    States are any hashable names. A missing transition rejects.
    """
    read = terms_of(terms, "regular")
    if not isinstance(transitions, Mapping):
        raise ModelError(
            f"regular takes transitions as {{(state, symbol): next state}}, not {transitions!r}"
        )
    for key in transitions:
        if not (isinstance(key, tuple) and len(key) == 2):
            raise ModelError(f"transition {key!r} of regular must be a pair (state, symbol)")
    known: dict[Any, int] = {start: 0}
    rows = tuple(
        (
            known.setdefault(state, len(known)),
            constant_of(symbol, "a symbol of regular"),
            known.setdefault(after, len(known)),
        )
        for (state, symbol), after in transitions.items()
    )
    final = list(accepting)
    unknown = [state for state in final if state not in known]
    if unknown:
        raise ModelError(
            f"regular accepts in state {unknown[0]!r}, which no transition reaches;"
            f" known are {list(known)}"
        )
    same_kind((*read, *(Constant(symbol) for _, symbol, _ in rows)), "regular")
    return Regular(read, rows, 0, tuple(sorted({known[state] for state in final})))


def predicate(function: Callable[..., bool], *terms: object) -> Constraint:
    """`function` of the values of `terms` is True. `terms` may be one list.

    The function must return a bool and depend on its arguments alone.
    """
    if not callable(function):
        raise ModelError(f"predicate takes a Python function first, not {function!r}")
    several = len(terms) == 1 and isinstance(terms[0], Iterable) and not isinstance(terms[0], str)
    single = several and isinstance(terms[0], Expression)
    given: Any = terms[0] if several and not single else terms
    read = terms_of(given, "predicate", mixed=True)
    try:
        inspect.signature(function).bind(*read)
    except TypeError as error:
        name = getattr(function, "__name__", repr(function))
        raise ModelError(
            f"predicate {name} is given {counted(len(read), 'term')}, which"
            f" {'does' if len(read) == 1 else 'do'} not fit its parameters: {error}"
        ) from None
    except ValueError:
        pass  # a built-in without a signature is checked when it is called
    return Predicate(read, function)


def _table(
    terms: tuple[Expression, ...], rows: Iterable[Iterable[object]], where: str
) -> tuple[Row, ...]:
    read: dict[Row, None] = {}
    for place, row in enumerate(sorted(rows, key=repr) if isinstance(rows, Set) else rows):
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise ModelError(f"row {place} of {where} is {row!r}; write a tuple of values")
        values = tuple(constant_of(value, f"a value in row {place} of {where}") for value in row)
        if len(values) != len(terms):
            raise ModelError(
                f"row {place} of {where} has {counted(len(values), 'value')} for"
                f" {counted(len(terms), 'term')}: {values}"
            )
        for term, value in zip(terms, values, strict=True):
            if term.labelled != isinstance(value, str):
                raise ModelError(
                    f"row {place} of {where} gives {term} the value {value!r};"
                    f" {term} takes {'labels' if term.labelled else 'integers'}"
                )
        read[values] = None
    return tuple(read)


def _rows_in_words(rows: Sequence[Row]) -> str:
    shown = ", ".join(str(row) for row in rows[:3])
    return f"[{shown}{', …' if len(rows) > 3 else ''}]"
