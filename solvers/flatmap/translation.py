"""From constraints to propagators and conflicts; others are decomposed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ...models.language.choices import decomposition, defined
from ...models.language.constraints import And, Comparison, Constraint, Not, Or
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.global_constraints.connected import OverGraph
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ..harness.contract import Control
from .floods import Hindrance, hindrance
from .intervals import FALSE, OPEN, WIDEST_TABLE, Image, Reading, Term, image, sum_of_terms

# --------------------------------------------------------------------------------------- conflicts
# Constraints between two variables: the values of one that a value of the other rules out.


Ruled = list[tuple[int, frozenset[int], int]]
"""Other variables by place, the values that they lose, and the number of the rule that takes them:
0 for all rules unless they are kept apart."""


@dataclasses.dataclass
class Different:
    """Images of different variables that must differ, such as x + 1 and y + 2."""

    rule: int
    images: dict[int, Image]
    """The term of each variable, by its place."""

    @property
    def scope(self) -> Iterable[int]:
        """The places of the variables."""
        return self.images

    def ruled_out(self, place: int, value: int) -> Iterable[tuple[int, Iterable[int]]]:
        """The values of other variables that `value` at `place` rules out."""
        amount = self.images[place].amount(value)
        return ((o, image.sources(amount)) for o, image in self.images.items() if o != place)


@dataclasses.dataclass
class Pair:
    """Any constraint between two variables of few values, read pair by pair when needed."""

    rule: int
    reading: Reading
    domains: Sequence[Sequence[int]]
    _scratch: list[Sequence[int]] = dataclasses.field(default_factory=list)

    @property
    def scope(self) -> Iterable[int]:
        """The places of the variables."""
        return self.reading.scope

    def ruled_out(self, place: int, value: int) -> Iterable[tuple[int, Iterable[int]]]:
        """The values of other variables that `value` at `place` rules out."""
        (other,) = (o for o in self.reading.scope if o != place)
        state = self._scratch = self._scratch or list(self.domains)
        state[place] = (value,)
        lost = []
        for candidate in self.domains[other]:
            state[other] = (candidate,)
            if self.reading(state) == FALSE:
                lost.append(candidate)
        return [(other, lost)]


Pairwise = Different | Pair


class Conflicts:
    """All pairwise constraints, indexed by variable and value; worked out when first asked for."""

    def __init__(
        self, domains: Sequence[Sequence[int]], parts: Iterable[object], *, rules_apart: bool
    ) -> None:
        self._by_place: list[list[Pairwise]] = [[] for _ in domains]
        self._known: list[dict[int, Ruled]] = [{} for _ in domains]
        self._rules_apart = rules_apart
        for part in parts:
            if isinstance(part, Different | Pair):
                for place in part.scope:
                    self._by_place[place].append(part)

    def of(self, place: int, value: int) -> Ruled:
        """The values that the variable at `place` rules out by taking `value`."""
        known = self._known[place]
        ruled = known.get(value)
        if ruled is None:
            ruled = known[value] = self._work_out(place, value)
        return ruled

    def _work_out(self, place: int, value: int) -> Ruled:
        lost: dict[tuple[int, int], set[int]] = {}
        for part in self._by_place[place]:
            rule = part.rule if self._rules_apart else 0
            for other, values in part.ruled_out(place, value):
                lost.setdefault((other, rule), set()).update(values)
        return [(other, frozenset(gone), rule) for (other, rule), gone in lost.items() if gone]


# --------------------------------------- Constraints over any number of variables, as propagators.


State = list[Sequence[int]]
"""The values that each variable may still take, ascending, by its place in the declaration."""


class Propagator:
    """A constraint that reduces the domains of its scope.

    `rule` is the number of its rule, `line` its name there, such as `row 3`.
    """

    rule: int
    line: str = ""
    scope: Sequence[int]

    def propagate(self, state: State) -> list[int] | None:
        """Remove values that are in no solution from `state`, in place.

        The places that lost values, or None where a variable has none left. With every variable of
        the scope decided, it is exactly the constraint.
        """
        raise NotImplementedError(f"{type(self).__name__} must define propagate")


class Linear(Propagator):
    """A sum of terms, each of one variable, that is at most `most`."""

    def __init__(self, rule: int, terms: Sequence[Term], most: int) -> None:
        self.rule, self.terms, self.most = rule, terms, most
        self.scope = [term.place for term in terms]

    def propagate(self, state: State) -> list[int] | None:
        lows = [term.least(state[term.place]) for term in self.terms]
        slack = self.most - sum(lows)
        if slack < 0:
            return None
        changed = []
        for term, low in zip(self.terms, lows, strict=True):
            domain = state[term.place]
            if len(domain) > 1:
                left = term.at_most(domain, low + slack)
                if len(left) < len(domain):
                    state[term.place] = left
                    changed.append(term.place)
        return changed


class Unequal(Propagator):
    """A sum of terms, each of one variable, that is not `number`."""

    def __init__(self, rule: int, terms: Sequence[Term], number: int) -> None:
        self.rule, self.terms, self.number = rule, terms, number
        self.scope = [term.place for term in terms]

    def propagate(self, state: State) -> list[int] | None:
        unsettled = [term for term in self.terms if len(state[term.place]) > 1]
        if len(unsettled) > 1:
            return []
        fixed = sum(t.least(state[t.place]) for t in self.terms if len(state[t.place]) == 1)
        if not unsettled:
            return None if fixed == self.number else []
        (last,) = unsettled
        domain = state[last.place]
        if len(domain) > WIDEST_TABLE:
            return []
        left = tuple([v for v in domain if last.amount(v) != self.number - fixed])
        state[last.place] = left
        return None if not left else [last.place] if len(left) < len(domain) else []


class Rows(Propagator):
    """The values of the variables are one of `rows`."""

    def __init__(self, rule: int, scope: Sequence[int], rows: Sequence[tuple[int, ...]]) -> None:
        self.rule, self.scope, self.rows = rule, scope, rows

    def propagate(self, state: State) -> list[int] | None:
        domains = [state[place] for place in self.scope]
        rows = [
            row
            for row in self.rows
            if all(value in domain for value, domain in zip(row, domains, strict=True))
        ]
        if not rows:
            return None
        changed = []
        for place, column in zip(self.scope, zip(*rows, strict=True), strict=True):
            kept = set(column)
            if len(kept) < len(state[place]):
                state[place] = tuple(sorted(kept))
                changed.append(place)
        return changed


class Automaton(Propagator):
    """An automaton accepts the values of the variables: each value that is left is in a word."""

    def __init__(self, rule: int, images: Mapping[int, Image], word: Regular) -> None:
        self.rule, self.scope, self.word = rule, list(images), word
        self.moves: list[dict[int, list[tuple[int, int]]]] = [{} for _ in images]
        """For each variable, by its value: states, each with the state after it."""
        for known, one in zip(self.moves, images.values(), strict=True):
            for (state, symbol), after in word.step.items():
                for value in one.sources(int(symbol)):
                    known.setdefault(value, []).append((state, after))

    def propagate(self, state: State) -> list[int] | None:
        reached, layers = {self.word.start}, []
        for place, moves in zip(self.scope, self.moves, strict=True):
            allowed = [(x, pair) for x in moves if x in state[place] for pair in moves[x]]
            layers.append([(x, a, b) for x, (a, b) in allowed if a in reached])
            reached = {after for _, _, after in layers[-1]}
        alive, changed = reached.intersection(self.word.accepting), []
        if not alive:
            return None
        for place, layer in zip(reversed(self.scope), reversed(layers), strict=True):
            kept = [(value, before) for value, before, after in layer if after in alive]
            values, alive = {value for value, _ in kept}, {before for _, before in kept}
            if len(values) < len(state[place]):
                state[place] = tuple(sorted(values))
                changed.append(place)
        return changed


class General(Propagator):
    """Any core constraint: dead when it cannot hold, filtering its last open variable."""

    def __init__(self, rule: int, reading: Reading) -> None:
        self.rule, self.reading, self.scope = rule, reading, reading.scope

    def propagate(self, state: State) -> list[int] | None:
        outcome = self.reading(state)
        if outcome != OPEN:
            return None if outcome == FALSE else []
        unsettled = [place for place in self.scope if len(state[place]) > 1]
        if len(unsettled) != 1 or len(state[unsettled[0]]) > WIDEST_TABLE:
            return []
        return self._filter(state, unsettled[0])

    def _filter(self, state: State, place: int) -> list[int] | None:
        domain = state[place]
        kept = []
        for value in domain:
            state[place] = (value,)
            if self.reading(state) != FALSE:
                kept.append(value)
        state[place] = tuple(kept)
        return None if not kept else [place] if len(kept) < len(domain) else []


class Flood(Propagator):
    """A word over graphs, whose terms are numbers, of one variable, or else 0 or 1.

    Every value is tried by itself, with a walk through the graph.
    """

    def __init__(
        self,
        rule: int,
        word: OverGraph,
        terms: Sequence[Image | Reading | int],
        check: Callable[[], None],
    ) -> None:
        self.rule, self.word, self.terms, self._check = rule, word, terms, check
        self._of: dict[int, list[int]] = {}
        for number, term in enumerate(terms):
            for place in _places_of(term):
                self._of.setdefault(place, []).append(number)
        self.scope = list(self._of)

    def propagate(self, state: State) -> list[int] | None:
        sets = [_values_of(term, state) for term in self.terms]
        if hindrance(self.word, sets):
            return None
        changed = []
        for place in self.scope:
            self._check()  # while the state has what it should
            domain, left = state[place], []
            for value in domain if len(domain) > 1 else ():
                state[place] = (value,)
                self._read(sets, place, state)
                if not hindrance(self.word, sets):
                    left.append(value)
            state[place] = domain
            if len(domain) > 1 and len(left) < len(domain):
                state[place] = tuple(left)
                if not left:
                    return None
                changed.append(place)
            self._read(sets, place, state)
        return changed

    def causes(self, before: State, after: State, domains: Sequence[Sequence[int]]) -> set[int]:
        """The decided variables without which it would not rule out all that it does."""
        every = [(p, set(before[p]).difference(after[p]), after[p]) for p in self.scope]
        lost, state = [one for one in every if one[1]], list(before)
        found: set[int] = set()
        for place in self.scope:
            if len(before[place]) == 1:
                state[place] = domains[place]
                if not self._rules_out(list(state), lost):
                    state[place] = before[place]
                    found.add(place)
        return found

    def _rules_out(self, state: State, lost: Iterable[tuple[int, set[int], Sequence[int]]]) -> bool:
        """True if in `state` all is ruled out that is `lost`, one variable after the other."""
        for place, gone, left in lost:
            for value in gone:
                state[place] = (value,)
                if self.hindrance(state) is None:
                    return False
            state[place] = left
        return bool(lost) or self.hindrance(state) is not None

    def hindrance(self, state: State) -> Hindrance | None:
        """The reason for which the word certainly does not hold in `state`, if it does not."""
        return hindrance(self.word, [_values_of(term, state) for term in self.terms])

    def _read(self, sets: list[set[int]], place: int, state: State) -> None:
        for number in self._of[place]:
            sets[number] = _values_of(self.terms[number], state)


def _places_of(term: Image | Reading | int) -> Sequence[int]:
    if isinstance(term, int):
        return ()
    return [term.place] if isinstance(term, Image) else term.scope


def _values_of(term: Image | Reading | int, state: State) -> set[int]:
    """The values that a term may have; of a reading, its least and its greatest."""
    if isinstance(term, int):
        return {term}
    if isinstance(term, Image):
        return set(map(term.amount, state[term.place]))
    found = term(state)
    assert found is not None, "a term over a graph is defined everywhere"
    return {found[0], found[1]}


NATIVE_WHERE = {
    "AllDifferent": "each term is a function of a variable of its own",
    "Allowed": "its terms are variables, each another",
    "Regular": "each term is a function of a variable of its own",
    **dict.fromkeys(
        ("Connected", "Loop", "Path", "Tree", "Forest", "Regions"),
        "each term is a number, has one variable, or is 0 or 1; it is defined everywhere",
    ),
}


@dataclass(frozen=True)
class Translation:
    """The translation of the constraints of one model."""

    places: Mapping[str, int]
    domains: Sequence[Sequence[int]]
    control: Control

    def parts(self, rule: int, constraint: Constraint) -> Iterator[Propagator | Pairwise]:
        stack = [constraint]
        while stack:
            self.control.check()
            constraint = stack.pop()
            match constraint:
                case And(operands):
                    stack.extend(reversed(operands))
                case AllDifferent(terms) if (images := self._images(terms)) is not None:
                    yield Different(rule, images)
                case Allowed(terms, rows) if _are_variables(terms):
                    scope = [self.places[t.name] for t in terms if isinstance(t, Variable)]
                    yield Rows(rule, scope, [tuple(map(int, row)) for row in rows])
                case Regular(terms) if (images := self._images(terms)) is not None:
                    yield Automaton(rule, images, constraint)
                case Comparison():
                    yield from self._comparison(rule, constraint)
                case OverGraph() if (found := self._marks(constraint)) is not None:
                    yield Flood(rule, constraint, found, self.control.check)
                case Or() | Not() | Predicate():
                    yield self._any(rule, constraint)
                case _:
                    stack.extend(reversed(decomposition(constraint)))

    def _images(self, terms: Sequence[Expression]) -> dict[int, Image] | None:
        """Terms that are always defined, by their variables; None unless each has its own one."""
        found = [image(term, self.places, self.domains) for term in terms]
        images = {one.place: one for one in found if one is not None}
        return images if len(images) == len(terms) and not defined(terms) else None

    def _marks(self, word: OverGraph) -> list[Image | Reading | int] | None:
        """The terms, if all are defined everywhere; those of several variables are 0 or 1."""
        terms = [part for part in word.parts if isinstance(part, Expression)]
        found = [self._mark(term) for term in terms]
        known = [one for one in found if one is not None]
        return known if len(known) == len(found) and not defined(terms) else None

    def _mark(self, term: Expression) -> Image | Reading | int | None:
        if isinstance(term, Constant):
            return int(term.constant)
        of_one = image(term, self.places, self.domains)
        return of_one or (Reading(term, self.places) if term._truth is not None else None)

    def _comparison(self, rule: int, constraint: Comparison) -> Iterator[Propagator | Pairwise]:
        reading = Reading(constraint, self.places)
        terms = None
        if len(reading.scope) != 2 or not self._small(reading.scope):
            terms = sum_of_terms(constraint, self.places, self.domains)
        if terms is None:
            yield self._any(rule, constraint, reading)
            return
        found, number = terms
        relation = constraint.relation
        if relation == "!=":
            yield Unequal(rule, found, number)
        if relation in ("==", "<=", "<"):
            yield Linear(rule, found, number - (relation == "<"))
        if relation in ("==", ">=", ">"):
            negative = [term.negated() for term in found]
            yield Linear(rule, negative, -number - (relation == ">"))

    def _any(
        self, rule: int, constraint: Constraint, reading: Reading | None = None
    ) -> Propagator | Pairwise:
        reading = reading or Reading(constraint, self.places)
        if len(reading.scope) == 2 and self._small(reading.scope):
            return Pair(rule, reading, self.domains)
        return General(rule, reading)

    def _small(self, scope: Sequence[int]) -> bool:
        size = 1
        for place in scope:
            size *= len(self.domains[place])
        return size <= WIDEST_TABLE


def translate(
    model: Model, domains: Sequence[Sequence[int]], control: Control
) -> Iterator[Propagator | Pairwise]:
    """Every constraint of `model` as propagators and pairwise constraints, with their rules by
    number.
    """
    places = {variable.name: place for place, variable in enumerate(model.variables)}
    translation = Translation(places, domains, control)
    for number, rule in enumerate(model.rules):
        for constraint, name in rule.places():
            for part in translation.parts(number, constraint):
                if isinstance(part, Propagator):
                    part.line = name
                yield part


def _are_variables(terms: Sequence[Expression]) -> bool:
    return bool(terms) and all(isinstance(term, Variable) for term in terms)
