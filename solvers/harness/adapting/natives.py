"""The table of a library's own constraints, from which all is read that is asked about them.

An entry says of which constraint it is, when the library has it, in words too, how it is posted and
when it may be reified. A constraint without an entry is decomposed wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, Generic, TypeVar, cast

from ....models.language.constraints import Constraint
from ....models.language.expressions import Bounds, Constant
from ....models.language.global_constraints.all_different import AllDifferent as AllDifferent
from ....models.language.global_constraints.all_different import (
    AllDifferentExcept as AllDifferentExcept,
)
from ....models.language.global_constraints.all_equal import AllEqual as AllEqual
from ....models.language.global_constraints.bin_packing import BinPacking as BinPacking
from ....models.language.global_constraints.cardinality import Cardinality as Cardinality
from ....models.language.global_constraints.circuit import Circuit as Circuit
from ....models.language.global_constraints.circuit import Subcircuit as Subcircuit
from ....models.language.global_constraints.connected import Connected as Connected
from ....models.language.global_constraints.count import Count as Count
from ....models.language.global_constraints.cumulative import Cumulative as Cumulative
from ....models.language.global_constraints.increasing import Increasing as Increasing
from ....models.language.global_constraints.inverse import Inverse as Inverse
from ....models.language.global_constraints.lexicographic import Lexicographic as Lexicographic
from ....models.language.global_constraints.loops_and_paths import Loop as Loop
from ....models.language.global_constraints.loops_and_paths import Path as Path
from ....models.language.global_constraints.no_overlap import NoOverlap as NoOverlap
from ....models.language.global_constraints.no_overlap import NoOverlap2D as NoOverlap2D
from ....models.language.global_constraints.number_of_values import NumberOfValues as NumberOfValues
from ....models.language.global_constraints.precedence import Precedence as Precedence
from ....models.language.global_constraints.regions import Regions as Regions
from ....models.language.global_constraints.regular import Regular as Regular
from ....models.language.global_constraints.table import Allowed as Allowed
from ....models.language.global_constraints.table import Forbidden as Forbidden
from ....models.language.global_constraints.trees import Forest as Forest
from ....models.language.global_constraints.trees import Tree as Tree
from ....models.language.late_dataclasses import dataclass, fields
from ....models.language.nodes import part_fields

Ends = Sequence[Bounds]
"""Bounds of each part of a constraint."""
Kind = TypeVar("Kind", bound=Constraint)
When = Callable[[Kind, Ends], bool]
Post = Callable[[Any, Kind, Sequence[Any]], Any]
"""A function of the translation, the constraint and the terms of its parts, all defined."""


def always(constraint: Constraint, ends: Ends) -> bool:
    """The condition that is never in the way."""
    return True


def some(constraint: Constraint, ends: Ends) -> bool:
    """The condition that a constraint has parts."""
    return bool(ends)


def several(constraint: Constraint, ends: Ends) -> bool:
    """The condition that a constraint has two or more parts."""
    return len(ends) > 1


@dataclass(frozen=True, eq=False)
class Native(Generic[Kind]):
    """A constraint that is native to a library."""

    kind: type[Kind]
    post: Post[Kind]
    """Gives what is to be required, or to be reified: a truth, or a constraint of the library's;
    None where it has required that itself."""
    when: When[Kind] = always
    """True if the library has the constraint, whose parts lie between these ends."""
    says: str = ""
    """The condition in words, for the table of solvers."""
    reified: When[Kind] | None = None
    """True if the truth may be had as well, where the library has the constraint; None if never."""
    truth: Post[Kind] | None = None
    """Gives the truth, where that is not what `post` gives, reified."""


class Natives(dict[type[Constraint], Native[Any]]):
    """The constraints that are native to a library, by their class."""

    def __init__(self, *entries: Native[Any]) -> None:
        super().__init__((entry.kind, entry) for entry in entries)

    @property
    def where(self) -> dict[str, str]:
        """The conditions of those that are native in some cases, for `Traits.native_where`."""
        said = ((kind.__name__, entry.says) for kind, entry in self.items() if entry.says)
        return dict(sorted(said))


# ------------------------------------------------------------------- entries by fields


def leaves(constraint: Constraint, *names: str) -> list[Any]:
    """The expressions in the fields of these names."""
    held = (getattr(constraint, name) for name in names)
    return [part for one in held for part in (one if isinstance(one, tuple) else (one,))]


def fields_of(constraint: Constraint, parts: Iterable[Any]) -> list[Any]:
    """The fields of `constraint`, with what stands for its parts in their places."""
    rest, many = iter(parts), dict(part_fields(type(constraint)))

    def field(name: str) -> Any:
        value = getattr(constraint, name)
        if name not in many:
            return value
        return [next(rest) for _ in value] if many[name] else next(rest)

    return [field(one.name) for one in fields(cast(Any, constraint))]


def by_fields(post: Callable[..., Any]) -> Post[Any]:
    """Posts by the fields of a constraint, with terms for its parts."""
    return lambda on, constraint, terms: post(on, *fields_of(constraint, terms))


def by_ends(test: Callable[..., bool]) -> When[Any]:
    """The condition that holds of the fields of a constraint, with bounds for its parts."""
    return lambda constraint, ends: test(*fields_of(constraint, ends))


def required(
    kind: type[Kind], post: Callable[..., Any], when: When[Kind] = always, says: str = ""
) -> Native[Kind]:
    """A constraint that is native where it must hold, posted by its fields."""
    return Native(kind, by_fields(post), when, says)


def anywhere(
    kind: type[Kind],
    post: Callable[..., Any],
    when: When[Kind] = always,
    says: str = "",
    truth: Callable[..., Any] | None = None,
) -> Native[Kind]:
    """One whose truth is native as well, by its fields too where it is not what `post` gives."""
    return Native(kind, by_fields(post), when, says, always, truth and by_fields(truth))


def constants(*names: str, most: float = inf) -> When[Constraint]:
    """The condition that fields hold constants alone, of a size up to `most`."""

    def hold(constraint: Constraint, _: Ends) -> bool:
        parts = leaves(constraint, *names)
        return all(isinstance(one, Constant) and abs(int(one.constant)) <= most for one in parts)

    return hold
