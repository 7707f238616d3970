"""What a propagator is, and what builders of propagators find and fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Protocol

from ..common.states import Domain, Layout, State
from .conflicts import Conflicts

if TYPE_CHECKING:
    from .distinct import Single

ANY, ENDS, DECISION = range(3)
"""What makes a propagator worth asking: that a watched variable loses any value, its least or
greatest value, or is decided."""


class Propagator(Protocol):
    """One condition, and what it leaves of the words and bounds in a state."""

    @property
    def watched(self) -> Iterable[int]:
        """The places whose variables bear on it."""

    @property
    def event(self) -> int:
        """What makes it worth asking: ANY, ENDS or DECISION."""

    @property
    def cost(self) -> int:
        """Those of less cost are asked first."""

    def narrow(self, state: State, changed: list[int]) -> bool:
        """Take from `state` what cannot be, never what can; false if nothing can be.

        Adds to `changed` the places that lost values. When all its variables are decided the
        answer is exact.
        """


class Posting:
    """Where the builders of propagators find the domains, and put what they build."""

    def __init__(self, domains: Sequence[Domain], place_of: Mapping[str, int]) -> None:
        self.layout = Layout(domains)
        self.place_of = place_of
        self.conflicts = Conflicts(len(domains))
        self.propagators: list[Propagator] = []
        self.scopes: list[tuple[int, ...]] = []
        """Places whose variables bear on each other."""
        self.impossible = False
        self.singles: dict[int, tuple[object, Single | None]] = {}
        """Terms and what was made of them, by identity: a variable stands in many constraints."""

    def add(self, propagator: Propagator) -> None:
        """Ask `propagator` whenever it may have something to say."""
        self.propagators.append(propagator)
        self.together(propagator.watched)

    def together(self, places: Iterable[int]) -> None:
        """The variables at `places` bear on each other."""
        self.scopes.append(tuple(dict.fromkeys(places)))

    def leave(self, place: int, fits: Callable[[int], bool]) -> None:
        """From the start leave a variable the values that fit; it has not very many."""
        self._note(self.layout.filter(self.layout.state, place, fits, []))

    def leave_within(self, place: int, low: int, high: int) -> None:
        """From the start leave a variable the values from `low` to `high`, inclusive."""
        self._note(self.layout.keep(self.layout.state, place, low, high, []))

    def leave_out(self, place: int, out: Set[int]) -> None:
        """From the start take the values `out` from a variable."""
        self._note(self.layout.remove(self.layout.state, place, out, []))

    def _note(self, alive: bool) -> None:
        self.impossible |= not alive
