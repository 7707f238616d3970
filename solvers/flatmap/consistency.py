"""Propagation to a fixpoint after a variable is decided.

Constraints are indexed by variable. Those between two variables, all-different among them, become
*conflicts*: for a value of one, the values of the other that it rules out. Every other constraint
becomes a propagator, which is asked again when a variable of its scope has lost values.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Unsupported
from .intervals import WIDEST_TABLE
from .translation import Conflicts, Flood, Propagator, State, translate


def open_variable(state: State) -> int | None:
    """The place of the undecided variable with the fewest values, the first of these; or None."""
    best, fewest = None, 0
    for place, domain in enumerate(state):
        size = len(domain)
        if size > 1 and (best is None or size < fewest):
            if size == 2:
                return place
            best, fewest = place, size
    return best


def remaining(domain: Sequence[int], ruled_out: frozenset[int]) -> Sequence[int]:
    """`domain` without the values that are `ruled_out`; only its ends where it is wide.

    What stays inside goes when its variable is decided: conflicts are known from either side.
    """
    if len(domain) <= WIDEST_TABLE:
        if ruled_out.isdisjoint(domain):
            return domain
        return tuple([value for value in domain if value not in ruled_out])
    first, last = 0, len(domain)
    while first < last and domain[first] in ruled_out:
        first += 1
    while first < last and domain[last - 1] in ruled_out:
        last -= 1
    return domain if last - first == len(domain) else domain[first:last]


class Propagation:
    """The constraints of a model, ready to propagate.

    With `rules_apart`, conflicts of different rules are applied one after the other.
    """

    def __init__(self, model: Model, control: Control, *, rules_apart: bool = False) -> None:
        self._control = control
        self._domains = [_held(v.name, cast(Sequence[int], v.domain)) for v in model.variables]
        parts = list(translate(model, self._domains, control))
        self._conflicts = Conflicts(self._domains, parts, rules_apart=rules_apart)
        propagators = [part for part in parts if isinstance(part, Propagator)]
        self._propagators = dict.fromkeys(propagators)
        self._facts = [one for one in propagators if len(set(one.scope)) < 2]
        self._watching: list[dict[Propagator, None]] = [{} for _ in self._domains]
        for propagator in propagators:
            for place in propagator.scope:
                self._watching[place][propagator] = None
        self._parts = parts
        self._tries = self._kept = 0
        self._note()

    def root(self) -> State | None:
        """The domains as declared, propagated to a fixpoint; None if one is emptied.

        What is said of one variable alone comes first.
        """
        state = list(self._domains)
        for fact in self._facts:
            if self._ask(state, [fact], {}) is None:
                return None
        decided = [place for place, domain in enumerate(state) if len(domain) == 1]
        return state if self._settle(state, decided, dict(self._propagators)) else None

    def next_open(self, state: State) -> int | None:
        """The place of the variable to decide next; None where nothing is open."""
        return open_variable(state)

    def decide(self, state: State, place: int, depth: int, value: int) -> State | None:
        """The fixpoint of `state` with `value` for the variable at `place`; None if it is dead."""
        self._control.check()
        self._tries += 1
        child = list(state)
        child[place] = (value,)
        alive = self._settle(child, [place], dict(self._watching[place]))
        self._kept += alive
        self._note()
        return child if alive else None

    def _note(self) -> None:
        self._control.statistics.update(tries=self._tries, kept=self._kept)

    def _settle(self, state: State, decided: list[int], pending: dict[Propagator, None]) -> bool:
        """Propagate in `state`, in place, to a fixpoint; false if it is dead.

        `decided` are the variables that have just come down to one value, `pending` the propagators
        to ask. They are asked in sweeps, each against the order of the last, so that bounds which
        travel along a chain of constraints arrive within a sweep, whichever way they go.
        """
        sweep: list[Propagator] = []
        while decided or sweep or pending:
            if decided:
                changed = self._rule_out(state, decided)
            elif sweep:
                changed = self._ask(state, sweep, pending)
            else:
                self._control.check()
                sweep, changed = list(pending), []
                pending.clear()
            if changed is None:
                return False
            for place in changed:
                pending.update(self._watching[place])
                if len(state[place]) == 1:
                    decided.append(place)
        return True

    def _ask(
        self, state: State, sweep: list[Propagator], pending: dict[Propagator, None]
    ) -> list[int] | None:
        """Ask the next of the `sweep`: the variables that lost values, or None if one is empty."""
        propagator = sweep.pop()
        pending.pop(propagator, None)
        return propagator.propagate(state)

    def _rule_out(self, state: State, decided: list[int]) -> list[int] | None:
        """Apply the conflicts of one of the `decided` variables; the answer is that of `_ask`."""
        place = decided.pop()
        changed: list[int] = []
        for other, ruled_out, _ in self._conflicts.of(place, state[place][0]):
            domain = state[other]
            left = remaining(domain, ruled_out)
            if left is not domain:
                if not left:
                    return None
                state[other] = left
                changed.append(other)
        return changed


BITS = sys.maxsize.bit_length() - 1
"""62, or 30 where the words of the machine are short, as in a browser."""


def _held(name: str, domain: Sequence[int]) -> Sequence[int]:
    if isinstance(domain, range) and (domain[-1] - domain[0]) // domain.step >= 1 << BITS:
        raise Unsupported(
            f"flatmap cannot hold the domain of {name}: {domain}, 2^{BITS} values or more"
        )
    return domain


# -------------- Propagation that is watched: which rule removes which values, and why a try fails.
#
# It removes what `Propagation` removes, and reads the states before and after, so that a search
# that nobody watches pays nothing. `Checking` is the strategy of a search without propagation.


Fact = tuple[int, int]
"""A variable, by its place in the declaration, and a value."""


class Loss(NamedTuple):
    """The values of the variable at `place`, before and after."""

    place: int
    before: Sequence[int]
    left: Sequence[int]


@dataclass(frozen=True)
class Removal:
    """Values that a rule removes, or that it would."""

    rule: int
    """The number of the rule in the model."""
    because: tuple[Fact, ...]
    """The decided variables that it looked at; over a graph, those that it needs."""
    losses: tuple[Loss, ...]
    line: str | None = None
    """The name of the constraint in its rule, such as `row 3`, which may be empty; None where two
    values are in conflict.
    """
    given: bool = False
    """True if the rule says it of one variable alone."""


class Observer(Protocol):
    """Watches a search. `depth` counts the choices above; 0 is the root.

    Tries are numbered from 1 in the order in which they are made; 0 is the root.
    """

    def chosen(self, variable: str, value: int, depth: int, parent: int) -> None:
        """`variable` is tried with `value`, in the state that the try number `parent` led to."""

    def removed(self, removal: Removal) -> None:
        """The last try, or the root, loses values and every variable keeps some."""

    def failed(self, reason: Removal, emptied: int | None, depth: int) -> None:
        """The last try, at `depth`, breaks a rule; `emptied` is the place of the variable that is
        left without a value, whose last values are lost.
        """

    def solved(self, solution: Assignment) -> None:
        """Every variable is decided."""


class Numbered(list[Sequence[int]]):
    """A state that knows the number of the try that led to it."""

    number = 0


class Observed(Propagation):
    """Propagation that reports to an observer what each rule removes."""

    def __init__(self, model: Model, control: Control, observer: Observer) -> None:
        self._observer = observer
        self._names = [variable.name for variable in model.variables]
        self._failure: tuple[Removal, int | None] = Removal(0, (), ()), None
        super().__init__(model, control, rules_apart=True)

    def root(self) -> State | None:
        root = super().root()
        if root is None:
            self._observer.failed(*self._failure, 0)
            return None
        return Numbered(root)

    def decide(self, state: State, place: int, depth: int, value: int) -> State | None:
        parent = state.number if isinstance(state, Numbered) else 0
        self._observer.chosen(self._names[place], value, depth, parent)
        child = super().decide(state, place, depth, value)
        if child is None:
            self._observer.failed(*self._failure, depth)
            return None
        numbered = Numbered(child)
        numbered.number = self._tries
        return numbered

    def _ask(
        self, state: State, sweep: list[Propagator], pending: dict[Propagator, None]
    ) -> list[int] | None:
        propagator, known = sweep[-1], list(state)
        before = {place: state[place] for place in propagator.scope}
        changed = super()._ask(state, sweep, pending)
        because = tuple((place, values[0]) for place, values in before.items() if len(values) == 1)
        if isinstance(propagator, Flood) and changed != []:
            causes = propagator.causes(known, state, self._domains)
            because = tuple(fact for fact in because if fact[0] in causes)
        if changed is None:
            emptied = next((place for place in before if not state[place]), None)
            last = () if emptied is None else (Loss(emptied, before[emptied], ()),)
            self._fails(Removal(propagator.rule, because, last, propagator.line), emptied)
        elif changed:
            losses = tuple(Loss(p, before[p], state[p]) for p in dict.fromkeys(changed))
            rule, line, given = propagator.rule, propagator.line, len(before) == 1
            self._observer.removed(Removal(rule, because, losses, line, given))
        return changed

    def _rule_out(self, state: State, decided: list[int]) -> list[int] | None:
        place, before = decided[-1], list(state)
        value = state[place][0]
        changed = super()._rule_out(state, decided)
        for other, ruled_out, rule in self._conflicts.of(place, value):
            domain = before[other]
            before[other] = left = remaining(domain, ruled_out)
            if left is domain:
                continue
            removal = Removal(rule, ((place, value),), (Loss(other, domain, left),))
            if not left:
                self._fails(removal, other)
                break
            self._observer.removed(removal)
        return changed

    def _fails(self, reason: Removal, emptied: int | None) -> None:
        self._failure = reason, emptied


class InOrder(Observed):
    """Decides the variables in the order of declaration."""

    def next_open(self, state: State) -> int | None:
        return next((place for place, domain in enumerate(state) if len(domain) > 1), None)


class LargestDegree(Observed):
    """Decides next the variable that most constraints bind to others that are open.

    What a rule says of one set of variables is one constraint here, such as both bounds of a sum.
    """

    def __init__(self, model: Model, control: Control, observer: Observer) -> None:
        super().__init__(model, control, observer)
        bindings = ((part.rule, frozenset(part.scope)) for part in self._parts)
        self._weights = dict.fromkeys(bindings, 1)

    def next_open(self, state: State) -> int | None:
        degrees = [0 if len(domain) > 1 else -1 for domain in state]
        for (_, scope), weight in self._weights.items():
            places = [place for place in scope if len(state[place]) > 1]
            for place in places if len(places) > 1 else ():
                degrees[place] += weight
        worth = [
            self._worth(degree, len(domain)) for degree, domain in zip(degrees, state, strict=True)
        ]
        best = max(worth, default=-1.0)
        return worth.index(best) if best >= 0 else None

    def _worth(self, degree: int, size: int) -> float:
        return degree


class WeightedDegree(LargestDegree):
    """A constraint weighs one more with each failure of its own; decides next the variable with the
    most weight for each value that it has left.

    Source: Boussemart, Hemery, Lecoutre and Sais, Boosting systematic search by weighting
    constraints, 2004 (`dom/wdeg`).
    """

    def _worth(self, degree: int, size: int) -> float:
        return degree / size

    def _ask(
        self, state: State, sweep: list[Propagator], pending: dict[Propagator, None]
    ) -> list[int] | None:
        propagator = sweep[-1]
        changed = super()._ask(state, sweep, pending)
        if changed is None:
            self._weights[propagator.rule, frozenset(propagator.scope)] += 1
        return changed

    def _rule_out(self, state: State, decided: list[int]) -> list[int] | None:
        changed = super()._rule_out(state, decided)
        if changed is None:
            reason, emptied = self._failure
            pair = {reason.because[0][0], emptied}
            failed = (b for b in self._weights if b[0] == reason.rule and pair <= b[1])
            self._weights[next(failed)] += 1
        return changed


class Checking(InOrder):
    """Backtracking without propagation: a try is held against what is decided, and no more.

    Only rules about one variable remove values, before the first try.
    """

    def _settle(self, state: State, decided: list[int], pending: dict[Propagator, None]) -> bool:
        return all(self._allowed(state, place) for place in decided)

    def _allowed(self, state: State, place: int) -> bool:
        """True if nothing that is decided speaks against the value at `place`."""
        tried = (Loss(place, state[place], ()),)
        for other, ruled_out, rule in self._conflicts.of(place, state[place][0]):
            if len(state[other]) == 1 and state[other][0] in ruled_out:
                self._fails(Removal(rule, ((other, state[other][0]),), tried), None)
                return False
        for propagator in self._watching[place]:
            facts = {p: state[p][0] for p in propagator.scope if len(state[p]) == 1}
            if len(facts) == len(set(propagator.scope)) and not _holds(propagator, state):
                others = tuple((p, value) for p, value in facts.items() if p != place)
                self._fails(Removal(propagator.rule, others, tried, propagator.line), None)
                return False
        return True


def _holds(propagator: Propagator, state: State) -> bool:
    return propagator.propagate(list(state)) is not None
