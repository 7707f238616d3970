"""The normal forms: the few kinds of constraints that all others are rewritten into.

"Form" means a normal form everywhere in this package. The kernel and the lowering to levels read
them. Variables stand by their place in the model; only terms are still nodes of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ....models.language.constraints import Constraint
from ....models.language.expressions import Expression
from ....models.language.global_constraints.table import Column, Rows, columns_of
from ....models.language.keeping import cached_property
from ....models.language.late_dataclasses import dataclass, field
from ....models.language.nodes import Node, describe

Domain = range | tuple[int, ...]
"""The values of a variable, ascending."""


class Unposted(Exception):
    """The kernel has no propagator for a node, or its numbers are too great; says which."""

    def __str__(self) -> str:
        (reason,) = self.args
        return describe(reason) if isinstance(reason, Node) else str(reason)


@dataclass(frozen=True, eq=False)
class Image:
    """A number for every value of one variable: any total term of that variable alone."""

    place: int
    amounts: Mapping[int, int]


@dataclass(frozen=True, eq=False)
class Total:
    """`constant` plus whole multiples of variables, images of variables, and other terms.

    No variable has two entries in `variables` and `images` together; no coefficient is 0.
    """

    constant: int = 0
    variables: Mapping[int, int] = field(default_factory=dict)
    """Coefficients by place."""
    images: tuple[Image, ...] = ()
    others: tuple[tuple[int, Expression], ...] = ()
    """Coefficients and terms of several variables, such as a product."""


@dataclass(frozen=True, eq=False)
class Distinct:
    """No two of `terms` are equal, unless both are `exempt`; the terms are always defined."""

    terms: tuple[Total | Absolute, ...]
    exempt: int | None = None


@dataclass(frozen=True, eq=False)
class Absolute:
    """The distance of a total from 0."""

    total: Total


@dataclass(frozen=True, eq=False)
class Linear:
    """`low <= total <= high`, either of which may be missing; the total is always defined."""

    total: Total
    low: int | None
    high: int | None


Literal = tuple[int, str, int]
"""A place, one of the relations `==`, `!=`, `<=` and `>=`, and the value it stands in it to."""


@dataclass(frozen=True, eq=False)
class Clause:
    """At least one of `literals` is true; a place may come several times."""

    literals: tuple[Literal, ...]


@dataclass(frozen=True, eq=False)
class Table:
    """The values at `places`, all different places, are one of `rows`, or none of them."""

    places: tuple[int, ...]
    rows: Sequence[tuple[int, ...]]
    """Each comes once."""
    allowed: bool
    constraint: Constraint
    """The same in nodes."""

    @cached_property
    def columns(self) -> list[Column]:
        """The rows by column."""
        if isinstance(self.rows, Rows):
            return self.rows.columns
        return columns_of(self.rows, len(self.places))


@dataclass(frozen=True, eq=False)
class Automaton:
    """Reading the values at `places` in order, `start` leads to one of `accepting`.

    A value without a transition from a state is not accepted. A place may come twice.
    """

    places: tuple[int, ...]
    step: Mapping[tuple[int, int], int]
    start: int
    accepting: frozenset[int]
    constraint: Constraint
    """The same in nodes."""


@dataclass(frozen=True, eq=False)
class Circuit:
    """The values at `places` are the successors of the nodes 0, 1, … and form one tour.

    Where `partial`, of the nodes that do not follow themselves, if any. A place comes once.
    That the successors differ and are nodes is said by other forms.
    """

    places: tuple[int, ...]
    partial: bool
    constraint: Constraint
    """The same in nodes."""


@dataclass(frozen=True, eq=False)
class NValue:
    """The variables at `places`, all different places, take `low` to `high` different values."""

    places: tuple[int, ...]
    low: int
    high: int
    constraint: Constraint
    """The same in nodes, or more."""


@dataclass(frozen=True, eq=False)
class Cumulative:
    """At every time the demands of the tasks that run sum to at most `capacity`."""

    tasks: Sequence[tuple[Total, Total, Total]]
    """The start, the duration and the demand of each; a task of which one is 0 has no effect."""
    capacity: Total
    read_parts: Callable[[], Iterable[Form]]

    @cached_property
    def parts(self) -> Sequence[Form]:
        """Other forms that say the same: many, so that they are read only where they are needed."""
        return list(self.read_parts())


@dataclass(frozen=True, eq=False)
class Logic:
    """Any constraint that has no normal form of its own, by its nodes."""

    constraint: Constraint


Form = Distinct | Linear | Clause | Table | Automaton | Circuit | NValue | Cumulative | Logic

LIMITS: dict[str, tuple[int | None, int | None]] = {
    "==": (0, 0),
    "<=": (None, 0),
    "<": (None, -1),
    ">=": (0, None),
    ">": (1, None),
}
"""The least and the greatest value of the left side of a comparison less the right side."""


def word_of(domain: Domain) -> int:
    """The word of a domain: bit i for the value i above its least."""
    if not domain:
        return 0
    if isinstance(domain, range) and domain.step == 1:
        return (1 << len(domain)) - 1
    return sum(1 << (value - domain[0]) for value in domain)


def span(domain: Domain) -> int:
    """The distance from the least to the greatest value of a domain, both counted."""
    return domain[-1] - domain[0] + 1
