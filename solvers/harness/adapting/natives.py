"""The table of a library's own constraints, from which all is read that is asked about them.

An entry says of which constraint it is, when the library has it, in words too, how it is posted and
when it may be reified. A constraint without an entry is decomposed wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from ....models.language.constraints import Constraint
from ....models.language.expressions import Bounds
from ....models.language.late_dataclasses import dataclass

Ends = Sequence[Bounds]
"""Bounds of each part of a constraint."""
Kind = TypeVar("Kind", bound=Constraint)
When = Callable[[Kind, Ends], bool]
Post = Callable[[Any, Kind, Sequence[Any]], Any]
"""Of the translation, the constraint and the terms of its parts, all defined."""


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
