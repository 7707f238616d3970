"""Values that places of rules refute, given facts: asked of a SAT solver, each answer kept.

A fact is a literal: a variable's for one of its values, negative where it does not have it. Values
that are still open are a number, with the bit of each one's literal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from functools import reduce
from itertools import chain, product
from operator import or_

from ..models.language.late_dataclasses import dataclass
from ..solvers.harness.contract import Control
from .oracles import HittingSets, Question, shrunk_literals

Places = tuple[int, ...]
"""Units of the question, by number."""

_MOST_KEPT = 300
_MOST_JOINED = 16
_MOST_ROUNDS = 200
_MOST_TRIED = 20
_MOST_MODELS = 500
"""The models for one question, more than which make a place slow."""


@dataclass(frozen=True)
class Link:
    """A deduction, its facts being literals and its places numbers."""

    found: tuple[int, ...]
    places: Places
    known: tuple[int, ...]
    chain: tuple[Link, ...] = ()


def literals_in(values: int) -> Iterator[int]:
    """The literals of these values, in order."""
    while values:
        low = values & -values
        yield low.bit_length() - 1
        values ^= low


class Deductions:
    """The variables and places of a question, and what follows from them."""

    def __init__(self, question: Question, control: Control) -> None:
        """Raises: Unsupported for what clauses cannot say."""
        self._search = question.guarded(control)
        self._control, self._guards = control, self._search.guards
        self.values: dict[int, tuple[str, int]] = {}
        self.of: dict[str, int] = {}
        for name, term in self._search.terms.items():
            self.values |= {literal: (name, value) for value, literal in term.items()}
            self.of[name] = sum(1 << literal for literal in term.values())
        self.names = [list(dict.fromkeys(unit.squares)) for unit in question.units]
        self.scopes = [sum(self.of[name] for name in names) for names in self.names]
        self.every = sum(self.of.values())
        self.binary = {n for n, term in self._search.terms.items() if set(term) == {0, 1}}
        self._slow: set[Places] = set()
        """Places of which constraints over graphs are cut once a question: not all that follows is
        seen at once, but nothing else."""
        self._rests: dict[Places, dict[int, set[int]]] = {}
        """By slow places, the values that are out, each with facts on which that rests."""
        self._seen: dict[tuple[Places, int], int] = {}
        self._models: dict[Places, list[int]] = {}
        self._fewest: dict[tuple[Places, int, tuple[int, ...]], list[int] | int] = {}

    def solution(self, other_than: int = 0) -> int | None:
        """The values of a solution, of another than these values; None if there is none."""
        self._look_at(())
        more = [self._search.denial(literals_in(other_than))] if other_than else []
        return self._values([*self._guards, *more], self.every)

    def others(self, fact: int) -> int:
        """The values of the fact's variable that it leaves no room for."""
        whole = self.of[self.values[abs(fact)][0]]
        return whole & ~(1 << fact) if fact > 0 else 1 << -fact

    def said(self, value: int) -> int:
        """That a value is out, as a fact: of 0/1 variables that the other one is taken."""
        name, _ = self.values[value]
        if name not in self.binary:
            return -value
        return (self.of[name] & ~(1 << value)).bit_length() - 1

    def facts(self, names: Iterable[str], left: int, decided: Collection[str]) -> list[int]:
        """The facts known of variables: the value of those `decided`, else each that is out."""
        found: list[int] = []
        for name in names:
            if name in decided:
                found.append((left & self.of[name]).bit_length() - 1)
            else:
                found += [-value for value in literals_in(self.of[name] & ~left)]
        return found

    def named(self, places: Places) -> list[str]:
        """The variables of `places`, each once."""
        return list(dict.fromkeys(name for place in places for name in self.names[place]))

    def scope(self, places: Places) -> int:
        """The values of the variables of `places`."""
        return reduce(or_, (self.scopes[place] for place in places), 0)

    # --------------------------------------------------------------------------- questions

    def _look_at(self, places: Places) -> None:
        """Say how well the models of the next questions, about `places`, are looked at."""
        self._search.once = not self._slow.isdisjoint([places, *((one,) for one in places)])

    def refuted(self, places: Places, left: int) -> int:
        """The values among those `left` that cannot be, all of `places` being kept."""
        scope = self.scope(places)
        key = places, left & scope
        if key not in self._seen:
            self._look_at(places)
            self._seen[key] = self._refuted(places, scope & left, scope & ~left, scope & left)
        return self._seen[key]

    def refuted_by(self, places: Places, left: int, facts: Iterable[int]) -> int:
        """The same where `facts` leave those values; of slow places, those like one known to go."""
        self._look_at(places)
        if not self._search.once:
            return self.refuted(places, left)
        rests = self._rests[places].items()
        sure = [self.values[value] for value, rest in rests if rest.issubset(facts)]
        names, numbers = ({*some} for some in zip(*sure, strict=True))
        pairs = self.values.items()
        like = (one for one, (name, number) in pairs if name in names or number in numbers)
        scope = self.scope(places)
        maybe = scope & left & sum(1 << one for one in like)
        return self._refuted(places, scope & left, scope & ~left, maybe)

    def refuted_at_once(self, place: int, left: int) -> int:
        """The same of one place, but if it is slow, what follows clause by clause alone."""
        found = 0 if (place,) in self._slow else self.refuted((place,), left)
        if (place,) not in self._slow:
            return found
        gone = (-value for value in literals_in(self.scopes[place] & ~left))
        implied = self._search.implied([self._guards[place], *gone])
        maybe = literals_in(self.scopes[place] & left)
        return sum(1 << value for value in maybe if -value in implied)

    def _refuted(self, places: Places, left: int, gone: int, maybe: int) -> int:
        known = self._models.setdefault(places, [])
        for model in chain(known, self._joined(places, gone)):
            if not model & gone:
                maybe &= ~model
        assumed = [self._guards[place] for place in places]
        assumed += [-value for value in literals_in(gone)]
        refuted, before = 0, self._search.models
        while maybe:
            if self._search.models > before + _MOST_MODELS and not self._search.once:
                self._slow.add(places)
                break
            value = maybe & -maybe
            found = self._values([*assumed, value.bit_length() - 1], left | gone)
            if found is None:
                refuted |= value
                maybe ^= value
            else:
                maybe &= ~found
                known += [] if self._search.once else [found]
        del known[:-_MOST_KEPT]
        return refuted

    def _joined(self, places: Places, gone: int) -> Iterator[int]:
        """Models of two places: those known of each, where they agree on what both speak of."""
        if len(places) == 2:
            kept = [[m for m in self._models.get((p,), ()) if not m & gone] for p in places]
            shared = self.scopes[places[0]] & self.scopes[places[1]]
            for one, other in product(*(models[-_MOST_JOINED:] for models in kept)):
                if not (one ^ other) & shared:
                    yield one | other

    def _values(self, assumed: Sequence[int], scope: int) -> int | None:
        model = self._search.literals(assumed)
        if model is None:
            return None
        return sum(1 << value for value in literals_in(scope) if model[value - 1] > 0)

    def can_hold(self, places: Places, facts: Iterable[int]) -> bool:
        """True if `places` and `facts` can hold together."""
        self._look_at(places)
        guards = [self._guards[place] for place in places]
        return self._search.literals([*guards, *facts]) is not None

    def follow(self, found: Iterable[int], places: Places, facts: Sequence[int]) -> bool:
        """True if each fact `found` follows from `places` and `facts`; none: a contradiction."""
        opposites = [[-fact] for fact in found] or [[]]
        return not any(self.can_hold(places, [*facts, *one]) for one in opposites)

    # ------------------------------------------------------------------------- explanations

    def needed(self, found: Sequence[int], place: int, facts: Sequence[int]) -> list[int]:
        """Facts, of which none can be left out, from which with `place` all of `found` follow."""
        self._look_at((place,))
        kept: set[int] = set()
        for opposite in [[-fact] for fact in found] or [[]]:
            kept |= self._search.refuted([self._guards[place], *facts, *opposite]) or set()
        core = [fact for fact in facts if fact in kept]
        for fact in list(core):
            fewer = [other for other in core if other != fact]
            if self.follow(found, (place,), fewer):
                core = fewer
        return core

    def together(self, value: int, facts: Sequence[int]) -> tuple[Places, list[int]]:
        """Places and facts that refute `value`, of which none can be left out."""
        self._look_at(())
        number = {guard: place for place, guard in enumerate(self._guards)}
        core = shrunk_literals(self._search, [value], [*facts, *self._guards]) or []
        places = tuple(number[one] for one in core if one in number)
        known = [one for one in core if one not in number]
        self._rests.setdefault(places, {})[value] = {*known}
        return places, known

    def easiest(self, places: Places, values: int, facts: Sequence[int]) -> list[int]:
        """Values that `places` and `facts` refute; of slow places those that look easiest."""
        self._look_at(places)
        if not self._search.once:
            return list(literals_in(values))
        firm = [*(self._guards[place] for place in places), *facts]
        rests = self._rests[places] = {
            value: (self._search.refuted([*firm, value]) or set()).intersection(facts)
            for value in literals_in(values)
        }
        return sorted(rests, key=lambda value: len(rests[value]))[:_MOST_TRIED]

    def fewest(
        self, places: Places, value: int, facts: Sequence[int], below: int
    ) -> list[int] | None:
        """The fewest of `facts` that, with `places`, refute `value`; None if not below `below`."""
        key = places, value, tuple(facts)
        found = self._fewest.get(key)
        if found is None or (isinstance(found, int) and found < below):
            found = self._fewest_anew(places, value, facts, below)
            self._fewest[key] = below if found is None else found
        if isinstance(found, list):
            self._rests.setdefault(places, {})[value] = {*found}
        return found if isinstance(found, list) and len(found) < below else None

    def _fewest_anew(
        self, places: Places, value: int, facts: Sequence[int], below: int
    ) -> list[int] | None:
        self._look_at(places)
        firm = [*(self._guards[place] for place in places), value]
        core = shrunk_literals(self._search, firm, facts)
        if core is None:
            return None
        ask = self._search.literals
        sure = [one for one in core if ask([*firm, *(f for f in facts if f != one)]) is not None]
        if len(sure) >= below:
            return None
        if len(sure) == len(core) or ask([*firm, *sure]) is None:
            return sure
        return self._by_hitting_sets(firm, facts, sure, core, below)

    def _by_hitting_sets(
        self, firm: list[int], facts: Sequence[int], sure: list[int], core: list[int], below: int
    ) -> list[int] | None:
        """The fewest facts: the least set that meets each set without which `firm` can hold."""
        number = {fact: place for place, fact in enumerate(facts)}
        with closing(HittingSets([1] * len(facts), self._control)) as sets:
            for fact in sure:
                sets.hit([number[fact]])
            for _ in range(_MOST_ROUNDS):
                least = sets.next()
                if least is None or len(least) >= len(core):
                    return core
                if len(least) >= below:
                    return None
                chosen = [facts[place] for place in sorted(least)]
                model = self._search.literals([*firm, *chosen])
                if model is None:
                    return chosen
                sets.hit(number[fact] for fact in self._left_out(firm, facts, chosen, model))
        return core

    def _left_out(
        self, firm: list[int], facts: Sequence[int], chosen: list[int], model: Sequence[int]
    ) -> list[int]:
        """As few facts as can be without which `firm` can hold with all others."""
        left: list[int] = []
        kept = {*chosen, *(fact for fact in facts if model[abs(fact) - 1] == fact)}
        for fact in facts:
            if fact not in kept:
                larger = self._search.literals([*firm, *kept, fact])
                if larger is None:
                    left.append(fact)
                else:
                    kept.update(one for one in facts if larger[abs(one) - 1] == one)
        return left

    def close(self) -> None:
        """Give back what the solver holds."""
        self._search.close()


# ----------- Suppositions: a value is out because easy deductions lead from it to a contradiction.


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
            chains = (run.traced() for run in broken[:_MOST_TRACED])
            return min(chains, key=lambda link: len(link.chain))
        runs = [run for run in runs if run.changed]
    return None


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
        self.changed = deductions.of[name]
        """The values that the last round took away; at first those of the supposition."""

    def is_contradicted(self) -> bool:
        """True if a contradiction follows in one round more."""
        before, decided = self._left, self._decided
        for place, scope in enumerate(self._deductions.scopes):
            if scope & self.changed and self._is_broken(place, before, decided):
                return True
        self.changed = before & ~self._left
        return bool(self.changed) and self._is_empty()

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
