"""Suppositions: a value is out because easy deductions lead from it to a contradiction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..models.language.late_dataclasses import dataclass
from .deductions import Deductions, Link, literals_in

_MOST_TRACED = 12


@dataclass(frozen=True, eq=False)
class _Move:
    """Facts that one place gave in one round, and all that was known then."""

    produced: tuple[int, ...]
    places: tuple[int, ...]
    left: int
    decided: frozenset[str]


def shortest_chain(
    deductions: Deductions, left: int, decided: Collection[str], false: int
) -> Link | None:
    """A shortest chain of deductions by single places that refutes one of the values `false`.

    `left` are the values that are open, `decided` the variables whose value is known.
    """
    runs = [_Run(deductions, left, decided, value) for value in literals_in(false)]
    while runs:
        broken = [run for run in runs if run.is_contradicted()]
        if broken:
            return min((run.traced() for run in broken[:_MOST_TRACED]), key=_length)
        runs = [run for run in runs if run.goes_on]
    return None


def _length(link: Link) -> int:
    return len(link.chain)


class _Run:
    """Deductions from one supposition, round by round."""

    def __init__(
        self, deductions: Deductions, left: int, decided: Collection[str], value: int
    ) -> None:
        name, _ = deductions.values[value]
        self._deductions, self._value = deductions, value
        self._before = left, frozenset(decided)
        self._left = left & ~deductions.of[name] | 1 << value
        self._decided = frozenset(decided) | {name}
        self._moves: list[_Move] = []
        self._changed = deductions.of[name]

    @property
    def goes_on(self) -> bool:
        """True if the last round took a value away."""
        return bool(self._changed)

    def is_contradicted(self) -> bool:
        """True if a contradiction follows in one round more."""
        before, decided = self._left, self._decided
        for place, scope in enumerate(self._deductions.scopes):
            if scope & self._changed and self._is_broken(place, before, decided):
                return True
        self._changed = before & ~self._left
        return self.goes_on and self._is_empty()

    def _is_broken(self, place: int, before: int, decided: frozenset[str]) -> bool:
        """True if `place` cannot be kept; else take away what it refutes."""
        ask = self._deductions
        out = ask.refuted((place,), before)
        if out and any(not before & ask.of[name] & ~out for name in ask.names[place]):
            self._moves.append(_Move((), (place,), before, decided))
            return True
        fresh = out & self._left
        if fresh:
            produced = tuple(map(ask.said, literals_in(fresh)))
            self._moves.append(_Move(produced, (place,), before, decided))
            self._left &= ~fresh
        return False

    def _is_empty(self) -> bool:
        """True if a variable has no value left; else note those that have one alone."""
        ask = self._deductions
        for name, whole in ask.of.items():
            open_ = self._left & whole
            if name in self._decided or open_ & (open_ - 1):
                continue
            if not open_:
                self._moves.append(_Move((), (), self._left, self._decided))
                self._emptied = name
                return True
            if name not in ask.binary:
                value = (open_.bit_length() - 1,)
                self._moves.append(_Move(value, (), self._left, self._decided))
            self._decided |= {name}
        return False

    def traced(self) -> Link:
        """The chain, with those deductions alone on which the contradiction rests."""
        needed: set[int] = set()
        produced: set[int] = set()
        links: list[Link] = []
        for move in reversed(self._moves):
            used = tuple(fact for fact in move.produced if fact in needed)
            if used or not links:
                known = self._known(move, used)
                needed.update(known)
                produced.update(used)
                links.append(Link(used, move.places, tuple(known)))
        places = tuple(dict.fromkeys(place for link in links[::-1] for place in link.places))
        known_before = tuple(sorted(needed - produced - {self._value}, key=abs))
        return Link((self._deductions.said(self._value),), places, known_before, tuple(links[::-1]))

    def _known(self, move: _Move, used: Sequence[int]) -> list[int]:
        ask = self._deductions
        if move.places:
            names = ask.named(move.places)
            return ask.needed(used, move.places[0], ask.facts(names, move.left, move.decided))
        name = ask.values[used[0]][0] if used else self._emptied
        return [ask.said(one) for one in literals_in(ask.of[name]) if one not in used]
