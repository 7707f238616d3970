"""The memory of a search as it is built: variables, literals, clauses, propagators."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from .....models.language.expressions import size
from .....models.language.keeping import keeping
from ....harness.compiling.machine_words import FAR, WORD
from ...reading.normal_forms import Domain, Unposted, span, word_of
from ..machine_search import items_covered as cover
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.sum_bounds import IS_VARIABLE

# ----------------------------------------- Clauses, written behind one another once all are known.


MOST_AT_ONCE = 10_000
"""The integers that are gathered before they are written."""


def write_clauses(builder: Builder, clauses: Iterable[tuple[int, ...]]) -> dict[int, list[int]]:
    """Write clauses, each of its literals; by variable, the literals that stand in them."""
    memory = builder.memory
    kept = list(_kept(builder, clauses))
    if not kept:
        return {}
    place, first, records = len(memory), dict[int, int](), list[int]()
    for some in kept:
        records += (first.get(some[0], 0), first.get(some[1], 0), len(some), *some)
        first[some[0]] = first[some[1]] = place
        place += 3 + len(some)
        if len(records) > MOST_AT_ONCE:
            builder.allot(records)
            records.clear()
    builder.allot(records)
    for literal, clause in first.items():
        memory[literal + at.WATCHERS] = clause
    literals_of = dict[int, list[int]]()
    for literal, number in Counter(chain(*kept)).items():
        memory[memory[literal] + at.WEIGHT] += number
        literals_of.setdefault(memory[literal], []).append(literal)
    return literals_of


def _kept(builder: Builder, clauses: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Clauses of several different literals; shorter ones are required, or cannot hold."""
    memory, constants = builder.memory, {builder.true, builder.false}
    for some in clauses:
        if len({memory[literal] for literal in some}) < len(some) or not constants.isdisjoint(some):
            different = {literal for literal in some if literal != builder.false}
            if builder.true in different:
                continue
            if any(memory[literal + at.NEGATION] in different for literal in different):
                continue
            some = tuple(different)
        if len(some) == 1 and memory[some[0] + at.MEANS] == at.IS_NOT:
            some = (*some, builder.false)  # so that a value amid an interval is seen as its end
        if len(some) > 1:
            yield some
        else:
            builder.require(some)
            builder.infeasible |= not some


# ----------------------------- The exact cover: its items and options, written behind one another.


class Items:
    """Sets of literals of variables of one word, of which one holds, or at most one."""

    def __init__(self) -> None:
        self._needed: list[tuple[int, ...]] = []
        self._others: list[tuple[int, ...]] = []

    def add(self, literals: tuple[int, ...], *, is_needed: bool) -> None:
        """Require one of different `literals` if it `is_needed`, else at most one."""
        (self._needed if is_needed else self._others).append(literals)

    def literals(self) -> Iterator[int]:
        """All literals, however often they stand in an item."""
        return chain(*self._needed, *self._others)

    def write(self, builder: Builder, decided: Iterable[int], waited_for: Iterable[int]) -> None:
        """Write the cover, if there is one.

        Its items are branched on where all are of the variables `decided` first. Only variables
        of one option that are not `waited_for` change without an event.
        """
        if not self._needed and not self._others:
            return
        memory = builder.memory
        items_of = self._items_of()
        record = builder.allot([0] * cover.COVER_SIZE)
        words, places = _words(builder, list(items_of))
        items = [
            _item(builder, number, literals, words, places)
            for number, literals in enumerate((*self._needed, *self._others))
        ]
        for item in items[len(self._needed) :]:
            memory[item + cover.NEEDED] = -1
        options_of = dict[int, list[int]]()
        for literal, numbers in items_of.items():
            option = _option(builder, literal, words, places[literal], [items[n] for n in numbers])
            needed = sum(number < len(self._needed) for number in numbers)
            memory[option + cover.NEEDED_ITEMS] = needed
            options_of.setdefault(memory[literal + at.OF], []).append(option)
        loud = set(waited_for)
        for v, options in options_of.items():
            memory[v + at.COVERED] = builder.listed(options)
            is_quiet = len(options) == 1 and memory[v + at.SIZE] == 2 and v not in loud
            for option in options:
                memory[option + cover.IS_QUIET] = is_quiet
            memory[v + at.WEIGHT] += len(options)
        memory[record + cover.OPEN] = len(self._needed)
        memory[record + cover.ITEMS] = builder.allot(items[: len(self._needed)])
        memory[record + cover.SINGLES] = builder.allot([0] * len(self._needed))
        memory[record + cover.ROOM] = 2 * (1 + len(items_of) + len(words) + len(items))
        memory[record + cover.IS_TREE] = options_of.keys() <= set(decided)
        memory[at.COVER] = record

    def _items_of(self) -> dict[int, list[int]]:
        """The numbers of the items of each literal."""
        found = dict[int, list[int]]()
        for number, literals in enumerate((*self._needed, *self._others)):
            for literal in literals:
                found.setdefault(literal, []).append(number)
        return found


def _words(builder: Builder, literals: Sequence[int]) -> tuple[list[int], dict[int, int]]:
    """The words of active options, and the number of each literal's option among them."""
    words = []
    for first in range(0, len(literals), WORD):
        here = len(literals[first : first + WORD])
        words.append(builder.allot([(1 << here) - 1, 0, *[0] * here]))
    return words, {literal: number for number, literal in enumerate(literals)}


def _item(
    builder: Builder,
    number: int,
    literals: Sequence[int],
    words: Sequence[int],
    places: dict[int, int],
) -> int:
    parts: dict[int, int] = {}
    for literal in literals:
        word, bit = divmod(places[literal], WORD)
        parts[word] = parts.get(word, 0) | 1 << bit
    found = [n for word, bits in sorted(parts.items()) for n in (words[word], bits)]
    return builder.allot([len(literals), 0, number, len(parts), *found])


def _option(
    builder: Builder, literal: int, words: Sequence[int], place: int, items: Sequence[int]
) -> int:
    memory = builder.memory
    word, bit = divmod(place, WORD)
    v, bits = memory[literal + at.OF], memory[literal + at.AMOUNT]
    option = builder.allot([v, bits, words[word], 1 << bit, 0, 0, len(items), *items])
    memory[words[word] + cover.OPTIONS + bit] = option
    return option


# ------------------------------------------------------------------------ The memory as a whole.


WIDEST = 4096
"""The span of values up to which a variable has bits."""
TRAIL_AT_FIRST = 1024
UNARY, CHEAP, LINEAR, COSTLY = range(at.PRIORITIES)
"""The priorities of propagators, the first asked first."""
STEPS_TO_CREEP, STEPS_EACH_TO_CREEP = 20_000, 4
"""The fewest steps after which a fixpoint is taken to be far, in all and for each propagator."""

_LISTS = {at.ANY: at.ON_ANY, at.BOUNDS: at.ON_BOUNDS, at.FIXED: at.ON_FIXED}


class Tiers(NamedTuple):
    """The variables in the order of decisions: all of one tier before those of the next."""

    of: Sequence[Sequence[int]]
    projected: int
    """The tiers in which solutions differ, where some are found once for all others; else 0."""


_EMPTY = at.HEADER
"""The place of an empty list, a 0 behind the header."""


def _record_of(domain: Domain) -> list[int]:
    """The record of a variable over a domain, without its bits."""
    low, high = domain[0], domain[-1]
    if max(abs(low), abs(high)) >= FAR:
        raise Unposted("numbers are too great")
    record = [0] * at.VARIABLE
    record[at.BASE], record[at.WEIGHT] = low, 1
    record[at.LEAST], record[at.GREATEST], record[at.SIZE] = low, high, size(domain)
    record[at.ON_ANY] = record[at.ON_BOUNDS] = record[at.ON_FIXED] = _EMPTY
    return record


@lru_cache(1024)
def _of_a_word(domain: Domain) -> list[int]:
    """The record of a variable over values whose bits are in one word."""
    record = _record_of(domain)
    record[at.WORDS], record[at.BITS] = 1, word_of(domain)
    return record


class Builder:
    """The memory of one search. Addresses are places of `memory`."""

    def __init__(self, kernel: Callable[[], Any]) -> None:
        self.kernel = kernel
        """Gives the kernel's code, which fills in tables."""
        self.memory = array("q", bytes(8 * (at.HEADER + 1)))
        self.variables: list[int] = []
        self._ends: dict[int, tuple[int, int]] = {}
        self.ends = self._ends.__getitem__
        """The least and greatest value of a variable, as declared."""
        self._domains: dict[int, Domain] = {}
        self.values = self._domains.__getitem__
        """The values of a variable, as declared."""
        self._gaps = set[int]()
        """The variables that are known by numbers of their values."""
        self._numbers: dict[int, int] = {}
        self._watchers: dict[int, defaultdict[int, list[int]]]
        self._watchers = {event: defaultdict(list) for event in _LISTS}
        self._clauses: list[tuple[int, ...]] = []
        self._literals: dict[tuple[int, int, int], int] = {}
        self.to_probe: list[int] = []
        """The variables to probe beside those of a row, where any are."""
        self.propagators: list[int] = []
        self._required: list[int] = []
        self.as_literal = keeping(self._as_literal)
        """The literal that counts as much as a variable; 0 if it is none of 0 and 1."""
        self.items = Items()
        self.infeasible = False
        self.graphs: dict[tuple[int, int], int] = {}
        """Room for graphs, which propagators share, by numbers of nodes and words."""
        self.tables: dict[Hashable, Callable[[Sequence[int]], None]] = {}
        """By rows and the values of variables, what posts them over others of the same values."""
        one = self.variable(range(1, 2))
        self.true = self._in_memory((one, at.IN, 1), (one, at.IN, 0))
        """A literal that holds."""
        self.false = self.negation(self.true)

    # ------------------------------------------------------------- the records of variables

    def allot(self, numbers: Iterable[int]) -> int:
        """The place of `numbers`, one behind the other; `extend` would take them one by one."""
        place = len(self.memory)
        self.memory.fromlist(numbers if type(numbers) is list else [*numbers])
        return place

    def listed(self, numbers: Sequence[int]) -> int:
        """The place of a list: its length, and its entries."""
        return self.allot([len(numbers), *numbers]) if numbers else _EMPTY

    def variable(self, domain: Domain) -> int:
        """A new variable; it may take the values of `domain`, which has some."""
        low, high = domain[0], domain[-1]
        width = high - low + 1
        record = _of_a_word(domain) if width <= WORD else self._record(domain, width)
        v = len(self.memory)
        self.memory.fromlist(record)
        self.variables.append(v)
        self._ends[v], self._domains[v] = (low, high), domain
        if width > WIDEST and record[at.SIZE] < width:
            self._gaps.add(v)
        return v

    def _record(self, domain: Domain, width: int) -> list[int]:
        record = _record_of(domain)
        if width <= WIDEST:
            whole, mask = word_of(domain), (1 << WORD) - 1
            words = [whole >> shift & mask for shift in range(0, width, WORD)]
            record[at.BITS], record[at.WORDS] = self.allot(words), len(words)
        return record

    def code(self, v: int, value: int) -> int:
        """The value of `number(v)` that stands for a value of `v`; -1 for none of its values."""
        if v not in self._gaps:
            return value
        domain = self.values(v)
        place = bisect_left(domain, value)
        return place if place < size(domain) and domain[place] == value else -1

    def size(self, v: int) -> int:
        """The number of values of a variable, as declared."""
        return size(self.values(v))

    def is_interval(self, v: int) -> bool:
        """True if a variable is known by its least and greatest value alone."""
        return not self.memory[v + at.WORDS]

    def is_word(self, v: int) -> bool:
        """True if all values of a variable are bits of one word."""
        return self.memory[v + at.WORDS] == 1

    def mentioned(self) -> set[int]:
        """The variables that something that was posted mentions."""
        literals = {*self._required, *self.items.literals(), *chain(*self._clauses)}
        found = {self.memory[literal + at.OF] for literal in literals}
        return found.union(*self._watchers.values())

    # ---------------------------------------------------------- numbers of values far apart

    def number(self, v: int) -> int:
        """The variable to decide for `v`: for an interval with gaps, the number of its value."""
        if v not in self._gaps:
            return v
        if v not in self._numbers:
            self._numbers[v] = self._numbered(v, self.values(v))
        return self._numbers[v]

    def _numbered(self, v: int, domain: Domain) -> int:
        self.memory[v + at.SIZE] = span(domain)
        number = self.variable(range(size(domain)))
        if not isinstance(domain, range):
            self.ordered(v, number, domain)
            return number
        arguments = [0, domain[0], domain[0], 2]
        arguments += [1, IS_VARIABLE, v, -domain.step, IS_VARIABLE, number]
        self.propagator(kinds.LINEAR, LINEAR, arguments, [(v, at.BOUNDS), (number, at.BOUNDS)])
        return number

    def ordered(self, v: int, number: int, values: Sequence[int]) -> None:
        """Require that `v` is one of ascending values, the one that `number` counts up to."""
        arguments = [v, number, self.listed(values)]
        self.propagator(kinds.ORDERED, LINEAR, arguments, [(v, at.BOUNDS), (number, at.BOUNDS)])

    # -------------------------------------------------------------------------- literals

    def literal(self, v: int, means: int, amount: int) -> int:
        """The literal that says of a variable what `means` and `amount` do."""
        key = v, means, amount
        found = self._literals.get(key)
        if found is None:
            found = self._literals[key] = self._new_literal(v, means, amount)
        return found

    def _as_literal(self, v: int) -> int:
        low, high = self.ends(v)
        return self.literal(v, at.IS, 1) if 0 <= low and high <= 1 else 0

    def _new_literal(self, v: int, means: int, amount: int) -> int:
        if v in self._gaps:
            return self._literal_of_number(v, means, amount)
        if self.is_word(v):
            mask = self._mask(v, means, amount)
            return self._in_memory((v, at.IN, mask), (v, at.IN, (1 << WORD) - 1 & ~mask))
        opposites = {
            at.IS: (at.IS_NOT, amount),
            at.IS_NOT: (at.IS, amount),
            at.AT_MOST: (at.AT_LEAST, amount + 1),
            at.AT_LEAST: (at.AT_MOST, amount - 1),
        }
        return self._in_memory((v, means, amount), (v, *opposites[means]))

    def _literal_of_number(self, v: int, means: int, amount: int) -> int:
        domain = self.values(v)
        amounts = {
            at.AT_MOST: bisect_right(domain, amount) - 1,
            at.AT_LEAST: bisect_left(domain, amount),
        }
        return self.literal(self.number(v), means, amounts.get(means, self.code(v, amount)))

    def among(self, v: int, values: Iterable[int]) -> int:
        """The literal that a variable has one of `values`; its number is of one word."""
        v, values = self.number(v), [self.code(v, value) for value in values]
        base = self.memory[v + at.BASE]
        mask = sum({1 << value - base for value in values if 0 <= value - base < WORD})
        return self.literal(v, at.IN, mask)

    def _mask(self, v: int, means: int, amount: int) -> int:
        word = self.memory[v + at.BITS]
        if means == at.IN:
            return amount & word
        index = min(max(amount - self.memory[v + at.BASE], -1), WORD)
        bit = 1 << index if 0 <= index < WORD else 0
        if means == at.IS:
            return word & bit
        if means == at.IS_NOT:
            return word & ~bit
        if means == at.AT_MOST:
            return word & ((1 << (index + 1)) - 1)
        return word >> max(index, 0) << max(index, 0)

    def _in_memory(self, key: tuple[int, int, int], opposite: tuple[int, int, int]) -> int:
        v, means, amount = key
        if means == at.IN:
            word = self.memory[v + at.BITS]
            key, opposite = (v, at.IN, amount & word), (v, at.IN, word & ~amount)
        found = self._literals.get(key)
        if found is None:
            found = len(self.memory)
            other = found + at.LITERAL
            self.memory.fromlist([*key, 0, other, *opposite, 0, found])
            self._literals[key], self._literals[opposite] = found, other
        return found

    def negation(self, literal: int) -> int:
        """The literal that says the opposite."""
        return self.memory[literal + at.NEGATION]

    def require(self, literals: Iterable[int]) -> None:
        """Require each of `literals`."""
        self._required.extend(literals)

    def required(self) -> list[int]:
        """The literals that are required, those of clauses of one literal among them."""
        return [*self._required, *(some[0] for some in self._clauses if len(some) == 1)]

    def clause(self, literals: Iterable[int]) -> None:
        """Require one of `literals`."""
        self._clauses.append(tuple(literals))

    def pairs(self) -> set[frozenset[int]]:
        """The clauses of two literals so far."""
        return {frozenset(some) for some in self._clauses if len(some) == 2}

    # ----------------------------------------------------------------------- propagators

    def propagator(
        self,
        kind: int,
        priority: int,
        arguments: Sequence[int],
        waits: Iterable[tuple[int, int]] | dict[int, int],
    ) -> int:
        """A new propagator; `waits` are variables with the event after which it is asked."""
        events, memory = waits if isinstance(waits, dict) else _earliest(waits), self.memory
        place = len(memory)
        memory.fromlist([len(events), *events, kind, 0, priority, place, *arguments])
        p = place + 1 + len(events)  # the variables are before it
        self.propagators.append(p)
        watchers, bounds, words = self._watchers, at.BOUNDS, at.WORDS
        for v, event in events.items():
            if event > bounds and not memory[v + words]:
                event = bounds  # of an interval, only an end can be removed
            watchers[event][v].append(p)
        return p

    def differ(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Two variables with numbers added to them differ: written at once, since many do."""
        (x, start), (y, end) = one, other
        if abs(start) >= FAR or abs(end) >= FAR:
            raise Unposted("numbers are too great")
        if x == y:
            self.propagator(kinds.DIFFER, UNARY, (x, y, end - start), {x: at.FIXED})
            return
        memory, fixed = self.memory, self._watchers[at.FIXED]
        p = len(memory) + 3
        memory.fromlist([2, x, y, kinds.DIFFER, 0, UNARY, p - 3, x, y, end - start])
        self.propagators.append(p)
        fixed[x].append(p)
        fixed[y].append(p)

    def companion(self, of: int, kind: int, priority: int, arguments: Iterable[int]) -> int:
        """A new propagator over the same variables as another, which asks it."""
        p = self.allot([kind, 0, priority, self.memory[of + at.SCOPE], *arguments])
        self.propagators.append(p)
        return p

    def waits_for(self, literal: int) -> tuple[int, int]:
        """The variable of a literal, with the event after which it may have changed."""
        v, means = self.memory[literal + at.OF], self.memory[literal + at.MEANS]
        if self.memory[v + at.SIZE] == 2:
            return v, at.FIXED
        return v, at.ANY if means in (at.IN, at.IS, at.IS_NOT) else at.BOUNDS

    # ------------------------------------------------------------------------- the whole

    def header(self, tiers: Tiers) -> list[tuple[int, int]]:
        """The places and words of the header by which a search decides in that order."""
        of = [[*map(self.number, tier)] for tier in tiers.of] if self._gaps else tiers.of
        lists = [self.listed(tier) for tier in of]
        place = self.allot(lists)
        return [(at.TIERS, place), (at.TIER_COUNT, len(lists)), (at.PROJECTED, tiers.projected)]

    def finish(self, row: Sequence[int], tiers: Tiers) -> None:
        """Write the lists, the queues and the header; the trail comes last."""
        memory = self.memory
        for place, word in self.header(tiers):
            memory[place] = word
        literals_of = write_clauses(self, self._clauses)
        waited_for = chain(literals_of, *self._watchers.values())
        self.items.write(self, tiers.of[0], set(waited_for))
        for event, place in _LISTS.items():
            lists, begin = list[int](), len(memory)
            for v, asked in self._watchers[event].items():
                memory[v + place] = begin + len(lists)
                memory[v + at.WEIGHT] += len(asked)
                lists += [len(asked), *asked]
            memory.fromlist(lists)
        for v, literals in literals_of.items():
            memory[v + at.LITERALS] = self.listed(literals)
        ring = _power_of_two(len(self.propagators) + 1)
        memory[at.QUEUES], memory[at.QUEUE_MASK] = self.allot([0] * ring * at.PRIORITIES), ring - 1
        ring = _power_of_two(len(self.variables) + 1)
        memory[at.VARIABLE_QUEUE], memory[at.VARIABLE_MASK] = self.allot([0] * ring), ring - 1
        memory[at.PROPAGATORS] = self.listed(self.propagators)
        memory[at.VARIABLES] = self.listed(self.variables)
        memory[at.REQUIRED] = self.listed(self._required)
        memory[at.ROW] = self.listed(row)
        if memory[at.PROBED_UNTIL]:
            decided = {self.number(v) for tier in tiers.of[: tiers.projected or None] for v in tier}
            others = {*map(self.number, [*row, *self.to_probe])} - decided
            memory[at.TO_PROBE] = self.listed([*sorted(decided), *sorted(others)])
            memory[at.TO_DECIDE] = len(decided)
        creeping = max(STEPS_TO_CREEP, STEPS_EACH_TO_CREEP * len(self.propagators))
        memory[at.MOST_FIXPOINT_STEPS], memory[at.INCREMENT] = creeping, 1
        memory[at.PHASE] = at.FINISHED if self.infeasible else at.START
        memory[at.TRAIL] = memory[at.TRAIL_BEGIN] = len(memory)

    def packed(self) -> array[int]:
        """The memory, with the beginning of a trail."""
        found = self.memory
        found.frombytes(bytes(8 * TRAIL_AT_FIRST))
        found[at.TRAIL_END] = len(found)
        return found


def _earliest(waits: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The event of each variable, of several the first."""
    events: dict[int, int] = {}
    for v, event in waits:
        events[v] = min(event, events.get(v, event))
    return events


def _power_of_two(least: int) -> int:
    return 1 << max(least - 1, 1).bit_length()
