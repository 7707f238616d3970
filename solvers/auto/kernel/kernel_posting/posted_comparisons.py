"""Comparisons of sums, as literals or required, and terms that are all different."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import gcd
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ....harness.compiling.machine_words import FAR, WORD, highest, lowest
from ...reading.normal_forms import Unposted
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.different_values import MATCHING
from ..machine_source.strong_components import GRAPH
from ..machine_source.sum_bounds import IS_LITERAL, IS_VARIABLE
from ..machine_source.values_left import has
from .builder import CHEAP, COSTLY, Builder

if TYPE_CHECKING:
    from .form_poster import Poster
    from .posted_tables import Item

# -------------- Sums of a constant and of weighted variables and literals, which may be undefined.


Term = tuple[int, int, int]
"""A coefficient, IS_VARIABLE or IS_LITERAL, and the record."""


class Affine(NamedTuple):
    """A constant plus terms, none of whose records comes twice.

    It is defined where all of the literals `defined` hold.
    """

    constant: int = 0
    terms: tuple[Term, ...] = ()
    defined: tuple[int, ...] = ()


def weighted(parts: Iterable[tuple[int, Affine]], constant: int = 0) -> Affine:
    """A constant plus multiples of sums."""
    factors: dict[tuple[int, int], int] = {}
    defined: dict[int, None] = {}
    for factor, (number, some, more) in parts:
        constant += factor * number
        if more:
            defined.update(dict.fromkeys(more))
        for each, kind, record in some:
            key = kind, record
            factors[key] = factors.get(key, 0) + factor * each
    terms = [(factor, *term) for term, factor in factors.items() if factor]
    return Affine(constant, tuple(terms), tuple(defined))


def of_literal(builder: Builder, literal: int) -> Affine:
    """1 where a literal holds, else 0."""
    if literal in (builder.true, builder.false):
        return Affine(int(literal == builder.true))
    opposite = builder.negation(literal)
    if opposite < literal:
        return Affine(1, ((-1, IS_LITERAL, opposite),))
    return Affine(0, ((1, IS_LITERAL, literal),))


def of_variable(builder: Builder, v: int) -> Affine:
    """A variable; one of two values by the literal that it has the greater."""
    low, high = builder.ends(v)
    if low == high:
        return Affine(low)
    if literal := builder.as_literal(v):
        return of_literal(builder, literal)
    if builder.is_word(v) and builder.size(v) == 2:
        return weighted([(high - low, of_literal(builder, builder.among(v, [high])))], low)
    return Affine(0, ((1, IS_VARIABLE, v),))


# ----------- Literals of logic: new 0/1 variables, whose meaning is posted as far as it is needed.


class Booleans:
    """Literals that stand for a constraint.

    Where a clause relies on a literal, what follows from it is posted, and where nothing relies on
    its negation, nothing is posted for that. One that is free is decided last.
    """

    def __init__(self, poster: Poster) -> None:
        self._poster, self._builder = poster, poster.builder
        self._known: dict[Hashable, int] = {}
        self._consequences: dict[int, Callable[[], None]] = {}
        self._due: list[int] = []

    def new(self, key: Hashable, if_true: Callable[[], None], if_false: Callable[[], None]) -> int:
        """The literal for `key`; where it is needed, one of the two posts what it means."""
        if key not in self._known:
            literal = self._builder.literal(self._poster.auxiliary(BINARY), at.IN, 0b10)
            self._known[key] = literal
            self._consequences[literal] = if_true
            self._consequences[self._builder.negation(literal)] = if_false
        return self._known[key]

    def known(self, key: Hashable) -> int | None:
        """The literal for `key`, if there is one."""
        return self._known.get(key)

    def need(self, *literals: int) -> None:
        """Post by and by what follows from literals."""
        self._due.extend(literals)

    def settle(self) -> None:
        """Post what is needed."""
        while self._due:
            post = self._consequences.pop(self._due.pop(), None)
            if post is not None:
                post()

    def clause(self, literals: Iterable[int]) -> None:
        """Require one of `literals`."""
        some = self._merged(literals)
        self._builder.clause(some)
        self._due += some

    def any_of(self, literals: Iterable[int]) -> int:
        """The literal that one of `literals` holds."""
        builder, some = self._builder, self._merged(literals)
        if builder.true in some or not {*map(builder.negation, some)}.isdisjoint(some):
            return builder.true
        if len(some) < 2:
            return some[0] if some else builder.false
        key = frozenset(some)

        def if_true() -> None:
            self.clause([builder.negation(self._known[key]), *some])

        def if_false() -> None:
            for literal in some:
                self.clause([self._known[key], builder.negation(literal)])

        return self.new(key, if_true, if_false)

    def all_of(self, literals: Iterable[int]) -> int:
        """The literal that all of `literals` hold."""
        negation = self._builder.negation
        return negation(self.any_of(map(negation, literals)))

    def same(self, one: int, other: int) -> int:
        """The literal that both hold, or neither does."""
        builder, negation = self._builder, self._builder.negation
        first, second = sorted(min(each, negation(each)) for each in (one, other))
        found = builder.true if first == second else self._both_or_neither(first, second)
        turned = (one in (first, second)) != (other in (first, second))
        return negation(found) if turned else found

    def _both_or_neither(self, one: int, other: int) -> int:
        key, negation = (one, other), self._builder.negation
        if one == self._builder.true:  # the first of all literals
            return other

        def if_true() -> None:
            self.clause([negation(self._known[key]), one, negation(other)])
            self.clause([negation(self._known[key]), negation(one), other])

        def if_false() -> None:
            self.clause([self._known[key], one, other])
            self.clause([self._known[key], negation(one), negation(other)])

        return self.new(key, if_true, if_false)

    def _merged(self, literals: Iterable[int]) -> list[int]:
        """`literals` that are not false, those of one variable of one word as one."""
        builder, memory = self._builder, self._builder.memory
        some = list(dict.fromkeys(literals))
        if builder.false in some:
            some.remove(builder.false)
        if len({memory[literal + at.OF] for literal in some}) == len(some):
            return some
        masks: dict[int, int] = {}
        for literal in some:
            if memory[literal + at.MEANS] == at.IN:
                v = memory[literal + at.OF]
                masks[v] = masks.get(v, 0) | memory[literal + at.AMOUNT]
        if any(mask == memory[v + at.BITS] for v, mask in masks.items()):
            return [builder.true]
        others = [literal for literal in some if memory[literal + at.MEANS] != at.IN]
        return [*others, *(builder.literal(v, at.IN, mask) for v, mask in masks.items())]


BINARY = range(2)
Key = tuple[str, int, frozenset[Term]]


class Comparisons:
    """Compares sums with 0; where they are undefined is not looked at."""

    def __init__(self, poster: Poster, booleans: Booleans) -> None:
        self._poster, self._builder, self._booleans = poster, poster.builder, booleans

    def literal(self, difference: Affine, relation: str) -> int:
        """The literal that a sum stands in `relation` to 0."""
        is_positive, relation, difference = _reduced(difference, relation)
        constant, terms, _ = difference
        found = self._simple(constant, terms, relation)
        if found is None:
            key = relation, constant, frozenset(terms)
            found = self._booleans.known(key) or self._new(key, constant, terms)
        return found if is_positive else self._builder.negation(found)

    def require(self, difference: Affine, relation: str) -> None:
        """Require that a sum stands in `relation` to 0."""
        is_positive, relation, difference = _reduced(difference, relation)
        constant, terms, _ = difference
        found = self._simple(constant, terms, relation)
        if found is None:
            found = self._booleans.known((relation, constant, frozenset(terms)))
        if found is not None:
            self._booleans.clause([found if is_positive else self._builder.negation(found)])
        elif relation == "<=":
            ends = (-FAR, -constant) if is_positive else (1 - constant, FAR)
            self._poster.linear(terms, *ends)
        elif not is_positive:
            self._unequal(constant, terms, 0)
        elif (pair := pair_of(constant, terms)) is not None:
            post_same(self._builder, 0, *pair)
        else:
            self._poster.linear(terms, -constant, -constant)

    # --------------------------------------------------------------------------- literals

    def constant(self, truth: bool) -> int:
        """The literal that always, or never, holds."""
        return self._builder.true if truth else self._builder.false

    def of(self, v: int, means: int, amount: int) -> int:
        """The literal that says of a variable what `means` and `amount` do."""
        low, high = self._builder.ends(v)
        if means == at.IS:
            possible = has(self._builder.memory, v, amount)
            certain = possible and low == high
        else:
            possible, certain = low <= amount, high <= amount
        if certain or not possible:
            return self.constant(certain)
        return self._builder.literal(v, means, amount)

    def _simple(self, constant: int, terms: tuple[Term, ...], relation: str) -> int | None:
        """The literal of a comparison that needs no propagator; None where it needs one."""
        least, most = self._poster.bounds(terms)
        if relation == "<=":
            if least + constant > 0 or most + constant <= 0:
                return self.constant(most + constant <= 0)
        elif least + constant > 0 or most + constant < 0 or constant % _divisor(terms):
            return self.constant(False)
        elif not terms:
            return self.constant(True)
        if len(terms) == 1 and terms[0][1] == IS_VARIABLE:
            factor, _, v = terms[0]
            if relation == "==":
                return self.of(v, at.IS, -constant // factor)
            if factor > 0:
                return self.of(v, at.AT_MOST, -constant // factor)
            return self._builder.negation(self.of(v, at.AT_MOST, -(constant // factor) - 1))
        if all(kind == IS_LITERAL for _, kind, _ in terms):
            return self._of_literals(constant, terms, relation, least, most)
        return None

    def _of_literals(
        self, constant: int, terms: tuple[Term, ...], relation: str, least: int, most: int
    ) -> int | None:
        """A sum of literals that is least, or greatest, only in one way, as logic."""
        negation, step = self._builder.negation, min(abs(factor) for factor, _, _ in terms)
        high = [r if factor > 0 else negation(r) for factor, _, r in terms]
        if relation == "<=":
            if least + step + constant > 0:
                return self._booleans.all_of(map(negation, high))
            if most - step + constant <= 0:
                return self._booleans.any_of(map(negation, high))
            return None
        if least + constant == 0:
            return self._booleans.all_of(map(negation, high))
        if most + constant == 0:
            return self._booleans.all_of(high)
        if len(high) == 2 and abs(terms[0][0]) == abs(terms[1][0]):
            return negation(self._booleans.same(*high))
        return None

    # ------------------------------------------------------------------------ propagators

    def _new(self, key: Key, constant: int, terms: tuple[Term, ...]) -> int:
        """A new literal for a comparison."""
        poster, booleans = self._poster, self._booleans
        if key[0] == "<=":
            found = booleans.new(
                key,
                lambda: poster.linear(terms, -FAR, -constant, found),
                lambda: poster.linear(terms, 1 - constant, FAR, self._builder.negation(found)),
            )
        elif (pair := pair_of(constant, terms)) is not None:
            found = booleans.new(key, _nothing, _nothing)
            post_same(self._builder, found, *pair)
        else:
            found = booleans.new(
                key,
                lambda: poster.linear(terms, -constant, -constant, found),
                lambda: self._unequal(constant, terms, self._builder.negation(found)),
            )
        return found

    def _unequal(self, constant: int, terms: tuple[Term, ...], guard: int) -> None:
        """Require that a sum is not 0, where the guard holds if there is one."""
        pair = None if guard else pair_of(constant, terms)
        if pair is not None:
            self._builder.differ((pair[0], 0), pair[1:])
            return
        self._poster.refuse_far(terms, constant)
        arguments = [guard, -constant, 0, len(terms), *(n for term in terms for n in term)]
        waits = self._poster.waits(terms, guard, at.FIXED)
        self._builder.propagator(kinds.UNEQUAL, CHEAP, arguments, waits)


def post_same(builder: Builder, literal: int, x: int, y: int, further: int) -> None:
    """Let `literal`, or 0 for always, say that a variable is another plus a number."""
    waits = [(x, at.ANY), (y, at.ANY)]
    if literal:
        waits.append(builder.waits_for(literal))
    builder.propagator(kinds.SAME, CHEAP, [literal, x, y, further], waits)


def _nothing() -> None:
    """Nothing further is posted for a literal."""


def _reduced(difference: Affine, relation: str) -> tuple[bool, str, Affine]:
    """A comparison with 0 as one by `<=` or `==`, and false where it is the negation of that."""
    match relation:
        case "<=":
            return True, "<=", difference
        case "<":
            return True, "<=", weighted([(1, difference)], 1)
        case ">=" | ">":
            return False, "<=", difference if relation == ">" else weighted([(1, difference)], 1)
        case _:
            turned = bool(difference.terms) and difference.terms[0][0] < 0
            return relation == "==", "==", weighted([(-1 if turned else 1, difference)])


def pair_of(constant: int, terms: Sequence[Term]) -> tuple[int, int, int] | None:
    """Variables of which the first is the second plus a number exactly where a sum is 0."""
    match terms:
        case [(factor, 0, x), (other, 0, y)] if factor == -other and not constant % factor:
            return x, y, -constant // factor
        case _:
            return None


def _divisor(terms: tuple[Term, ...]) -> int:
    """The greatest common divisor of the coefficients."""
    return gcd(*(factor for factor, _, _ in terms)) or 1


# -------------------------------------------------------------------- Terms that are all different.


MOST_WORDS = 20_000


def post_distinct(
    builder: Builder, terms: Sequence[tuple[int, int]], exempt: int | None = None
) -> None:
    """Require that variables with numbers added to them are all different, or are `exempt`.

    Raises: Unposted for numbers that 64 bits do not hold once they are added.
    """
    if len(terms) == 2 and exempt is None:
        builder.differ(*terms)
        return
    if not terms:
        return
    variables, offsets = zip(*terms, strict=True)
    ends = [*map(builder.ends, variables)]
    if any(offsets):
        if max(map(abs, offsets)) >= FAR:
            raise Unposted("numbers are too great")
        ends = [(low + more, high + more) for (low, high), more in zip(ends, offsets, strict=True)]
    low, high = min(ends)[0], max(map(itemgetter(1), ends))
    words = high - low < WORD and exempt is None
    windows = (high - low) // WORD + 1
    matching = exempt is None and len(terms) > 2 and windows * len(terms) <= MOST_WORDS
    spared = FAR if exempt is None else exempt
    arguments = [0, low if words else FAR, spared, 0, len(terms), *chain(*terms)]
    waits = dict.fromkeys(variables, at.ANY if words or matching else at.FIXED)
    p = builder.propagator(kinds.DISTINCT, CHEAP, arguments, waits)
    if matching:
        graph = graph_of(builder, len(terms), windows)
        arguments = [0, 0, p, low, windows, graph, *[0] * len(terms)]
        builder.memory[p + MATCHING] = builder.companion(p, kinds.MATCHING, COSTLY, arguments)


def graph_of(builder: Builder, nodes: int, windows: int) -> int:
    """A graph with room for so many nodes and words: see strong_components.py."""
    nodes = 1 << nodes.bit_length()
    key = nodes, windows
    if key not in builder.graphs:
        rooms = [nodes * windows, 0, windows * WORD, *[windows] * 4, *[nodes] * 7]
        places = [builder.allot([0] * room) for room in rooms]
        builder.graphs[key] = builder.allot([0, *places, *[0] * (GRAPH - 1 - len(places))])
    return builder.graphs[key]


# -------------------------------------------------------------------------------- different places
# Places of one array that differ, since the items there are required to be different numbers.


Ends = tuple[int, int]


def post_different_places(poster: Poster) -> None:
    """Require of the arrays that were posted what follows from the items all being there once."""
    builder = poster.builder
    required = _required_ends(builder) if poster.chosen else {}
    for items, chosen in poster.chosen.items():
        places: dict[int, list[Item]] = {}
        for (x, offset), y in chosen:
            low, high = required.get(y, builder.ends(y))
            first, last = required.get(x, builder.ends(x))
            if low == high and first + offset >= 0 and last + offset < len(items):
                places.setdefault(low, []).append((x, offset))
        if len(places) > 1:
            post_distinct(builder, [place for same in places.values() for place in _apart(same)])


def _apart(places: Sequence[Item]) -> Iterator[Item]:
    """Those of places with the same item that differ anyway, as they are of one variable."""
    return (place for place in dict.fromkeys(places) if place[0] == places[0][0])


def _required_ends(builder: Builder) -> Mapping[int, Ends]:
    """The least and greatest values that required literals leave to variables."""
    memory, found = builder.memory, dict[int, Ends]()
    for literal in builder.required():
        v, amount = memory[literal + at.OF], memory[literal + at.AMOUNT]
        low, high = found.get(v, builder.ends(v))
        match memory[literal + at.MEANS]:
            case at.IN if amount:
                base = memory[v + at.BASE]
                low, high = max(low, base + lowest(amount)), min(high, base + highest(amount))
            case at.IS:
                low, high = amount, amount
            case at.AT_LEAST:
                low = max(low, amount)
            case at.AT_MOST:
                high = min(high, amount)
        found[v] = low, high
    return found
