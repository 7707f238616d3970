"""Tables of allowed or forbidden rows of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..constraints import Constraint, all_of, any_of
from ..errors import ModelError
from ..expressions import MOST_BITS, Expression, Variable
from ..keeping import cached_property
from ..late_dataclasses import dataclass
from ..nodes import Value
from ..phrases import counted
from . import Global, constant_of, terms_of

if TYPE_CHECKING:
    from ..sample_arguments import Draw, Scene

Row = tuple[Value, ...]


class Column(list[int]):
    """The values of one term, row by row."""

    @cached_property
    def different(self) -> frozenset[int]:
        """Its values, each once: they are sought once."""
        return frozenset(self)


def columns_of(rows: Iterable[Iterable[int]], width: int) -> list[Column]:
    """Rows of some width, by column."""
    flat = [*chain.from_iterable(rows)]
    return [Column(flat[place::width]) for place in range(width)]


class Rows(tuple[tuple[int, ...], ...]):
    """Different rows of as many integers each, one at least, that several tables may share.

    They are checked once, and hashed once.
    """

    @classmethod
    def of(cls, rows: Sequence[Any], width: int) -> Rows | None:
        """The rows, each once; None where they are not all tuples of `width` small integers.

        That is seen of all at once: tables hold very many.
        """
        if isinstance(rows, cls) and len(rows[0]) == width:
            return rows
        if set(map(type, rows)) != {tuple} or set(map(len, rows)) != {width}:
            return None
        if set(map(type, chain.from_iterable(rows))) != {int}:
            return None
        found = cls(dict.fromkeys(rows))
        values = chain.from_iterable(column.different for column in found.columns)
        return None if any(value.bit_length() > MOST_BITS for value in values) else found

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    @cached_property
    def columns(self) -> list[Column]:
        """The rows by column."""
        return columns_of(self, len(self[0]))

    @cached_property
    def as_set(self) -> frozenset[Row]:
        """The rows in no order."""
        return frozenset(self)


class _Table(Global):
    """A constraint that says of rows of values whether `terms` may take them."""

    rows: tuple[tuple[Value, ...], ...]

    @cached_property
    def _rows(self) -> frozenset[Row]:
        return self.rows.as_set if isinstance(self.rows, Rows) else frozenset(self.rows)

    def describe(self, parts: Sequence[str]) -> str:
        shown = ", ".join(map(str, self.rows[:3])) + (", …" if len(self.rows) > 3 else "")
        return f"{type(self).__name__.lower()}([{', '.join(parts)}], [{shown}])"


@dataclass(frozen=True, eq=False, repr=False)
class Allowed(_Table):
    """The values of `terms`, in order, are one of `rows`."""

    terms: tuple[Expression, ...]
    rows: tuple[tuple[Value, ...], ...]

    def holds(self, values: Sequence[Any]) -> bool:
        return tuple(values) in self._rows

    def decompose(self) -> Iterable[Constraint]:
        return (any_of(self._is(row) for row in self.rows),)

    def _is(self, row: Row) -> Constraint:
        return all_of(term == value for term, value in zip(self.terms, row, strict=True))

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return _drawn(draw, allowed)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return _drawn_larger(scene, allowed)


@dataclass(frozen=True, eq=False, repr=False)
class Forbidden(_Table):
    """The values of `terms`, in order, are none of `rows`."""

    terms: tuple[Expression, ...]
    rows: tuple[tuple[Value, ...], ...]

    def holds(self, values: Sequence[Any]) -> bool:
        return tuple(values) not in self._rows

    def decompose(self) -> Iterable[Constraint]:
        return (
            any_of(term != value for term, value in zip(self.terms, row, strict=True))
            for row in self.rows
        )

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return _drawn(draw, forbidden)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return _drawn_larger(scene, forbidden)


def allowed(terms: Iterable[object], rows: Iterable[Iterable[object]]) -> Constraint:
    """The values of `terms`, in order, are one of `rows`; without rows nothing is allowed.

    Formula: (terms[0], terms[1], …) ∈ rows

    >>> from everyway.models import allowed, variables
    >>> allowed(variables("x", 2, range(4)), [(0, 3), (1, 1), (3, 0)])
    allowed([x[0], x[1]], [(0, 3), (1, 1), (3, 0)])
    """
    read = terms_of(terms, "allowed", mixed=True)
    return Allowed(read, _table(read, rows, "allowed"))


def forbidden(terms: Iterable[object], rows: Iterable[Iterable[object]]) -> Constraint:
    """The values of `terms`, in order, are none of `rows`.

    Formula: (terms[0], terms[1], …) ∉ rows

    >>> from everyway.models import forbidden, variables
    >>> forbidden(variables("x", 2, range(4)), [(0, 3), (1, 1), (3, 0)])
    forbidden([x[0], x[1]], [(0, 3), (1, 1), (3, 0)])
    """
    read = terms_of(terms, "forbidden", mixed=True)
    return Forbidden(read, _table(read, rows, "forbidden"))


def _table(
    terms: tuple[Expression, ...], rows: Iterable[Iterable[object]], where: str
) -> tuple[Row, ...]:
    labelled = any(term.labelled for term in terms)
    if isinstance(rows, Set):
        rows = sorted(rows, key=repr)
    listed = rows if isinstance(rows, Rows) else list(rows)
    if not labelled and (plain := Rows.of(listed, len(terms))) is not None:
        return plain
    return tuple(dict.fromkeys(_row(terms, *of, where) for of in enumerate(listed)))


def _row(terms: Sequence[Expression], place: int, row: object, where: str) -> Row:
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
    return values


def _drawn(draw: Draw, kind: Callable[..., Constraint]) -> Constraint:
    terms, pick = draw.terms(0, 3), draw.random
    several = 0 if pick.random() < 0.1 else pick.randint(1, 6)
    rows: list[list[Any]] = [[draw.value(-2, 3) for _ in terms] for _ in range(several)]
    if terms and draw.variables and draw.shape != "unsatisfiable":
        for _ in range(3):
            # A variable for each term, so that rows of their values are likely ones.
            over = [t if isinstance(t, Variable) else pick.choice(draw.variables) for t in terms]
            rows.append([pick.choice(one.domain) for one in over])
    return kind(terms, rows)


def _drawn_larger(scene: Scene, kind: Callable[..., Constraint]) -> Constraint:
    terms = scene.over(far=True)
    several = scene.random.randint(5, 200 if len(terms) < 10 else 40)
    strange = [[value + 1 for value in scene.some_row()] for _ in range(3)]
    return kind(terms, [scene.row, *(scene.some_row() for _ in range(several)), *strange])
