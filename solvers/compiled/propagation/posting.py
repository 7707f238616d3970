"""The propagator protocol, and the place where builders of propagators put them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from ..common.states import Domain, Layout, State
from .forbidden_values import Conflicts

if TYPE_CHECKING:
    from .distinct import Single

ANY, ENDS, DECISION = range(3)
"""The events after which a propagator is asked: a watched variable loses any value, its least or
greatest value, or is decided."""


class Propagator(Protocol):
    """A constraint that reduces the domains in a state."""

    @property
    def watched(self) -> Iterable[int]:
        """The places of its variables."""

    @property
    def event(self) -> int:
        """The event after which it is asked: ANY, ENDS or DECISION."""

    @property
    def cost(self) -> int:
        """Its rank: propagators of less cost are asked first."""

    def propagate(self, state: State, changed: list[int]) -> bool:
        """Remove values that are in no solution from `state`; false if there is none.

        Adds to `changed` the places that lost values. When all its variables are decided the
        answer is exact.
        """


class Posting:
    """The domains as declared, and the propagators that are built over them."""

    def __init__(self, domains: Sequence[Domain], place_of: Mapping[str, int]) -> None:
        self.layout = Layout(domains)
        self.place_of = place_of
        self.conflicts = Conflicts(len(domains))
        self.propagators: list[Propagator] = []
        self.scopes: list[tuple[int, ...]] = []
        """Sets of places whose variables stand in a constraint together."""
        self.infeasible = False
        self.singles: dict[int, tuple[object, Single | None]] = {}
        """Terms and their amounts by value, by identity: a variable stands in many constraints."""

    def add(self, propagator: Propagator) -> None:
        """Ask `propagator` after its events."""
        self.propagators.append(propagator)
        self.together(propagator.watched)

    def together(self, places: Iterable[int]) -> None:
        """Note that the variables at `places` stand in a constraint together."""
        self.scopes.append(tuple(dict.fromkeys(places)))
