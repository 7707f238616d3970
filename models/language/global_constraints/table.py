"""Tables of allowed or forbidden rows of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..constraints import Constraint, all_of, any_of
from ..errors import ModelError
from ..expressions import MOST_BITS, Expression, Variable
from ..late_dataclasses import dataclass
from ..nodes import Value
from ..phrases import counted
from . import Global, constant_of, terms_of

if TYPE_CHECKING:
    from ..sample_arguments import Draw, Scene

Row = tuple[Value, ...]


class _Table(Global):
    """A constraint that says of rows of values whether `terms` may take them."""

    terms: tuple[Expression, ...]
    rows: tuple[tuple[Value, ...], ...]

    def __post_init__(self) -> None:
        if len(set(self.rows)) < len(self.rows):
            object.__setattr__(self, "rows", tuple(dict.fromkeys(self.rows)))

    @property
    def columns(self) -> Sequence[Sequence[Value]]:
        """The value of each term, row by row."""
        return _columns([*chain.from_iterable(self.rows)], len(self.terms))

    @cached_property
    def taken(self) -> Sequence[Set[Value]]:
        """The values in each column."""
        return [*map(frozenset, self.columns)]

    @cached_property
    def _rows(self) -> frozenset[Row]:
        return frozenset(self.rows)

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
    return _table(Allowed, terms, rows, "allowed")


def forbidden(terms: Iterable[object], rows: Iterable[Iterable[object]]) -> Constraint:
    """The values of `terms`, in order, are none of `rows`.

    Formula: (terms[0], terms[1], …) ∉ rows

    >>> from everyway.models import forbidden, variables
    >>> forbidden(variables("x", 2, range(4)), [(0, 3), (1, 1), (3, 0)])
    forbidden([x[0], x[1]], [(0, 3), (1, 1), (3, 0)])
    """
    return _table(Forbidden, terms, rows, "forbidden")


def _table(
    kind: Callable[..., _Table],
    terms: Iterable[object],
    rows: Iterable[Iterable[object]],
    where: str,
) -> Constraint:
    read = terms_of(terms, where, mixed=True)
    listed = sorted(rows, key=repr) if isinstance(rows, Set) else list(rows)
    taken = None if any(term.labelled for term in read) else _plain(listed, len(read))
    if taken is None:
        listed = [_row(read, *of, where) for of in enumerate(listed)]
    found = kind(read, tuple(listed))
    if taken is not None:
        vars(found)["taken"] = taken
    return found


def _plain(rows: Sequence[Any], width: int) -> Sequence[Set[Value]] | None:
    """The values in each column where all rows are tuples of `width` integers, seen at once."""
    if set(map(type, rows)) != {tuple} or set(map(len, rows)) != {width} or not width:
        return None
    flat = [*chain.from_iterable(rows)]
    if set(map(type, flat)) != {int}:
        return None
    taken = [*map(frozenset, _columns(flat, width))]
    fits = all(value.bit_length() <= MOST_BITS for column in taken for value in column)
    return taken if fits else None


def _columns(flat: Sequence[Any], width: int) -> Sequence[Sequence[Any]]:
    """Rows of some width, one behind the other, by column."""
    return [flat[place::width] for place in range(width)]


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
