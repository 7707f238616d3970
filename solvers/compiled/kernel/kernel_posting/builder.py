"""The memory of a search as it is built: variables, literals, clauses, propagators."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

from .....models.language.domains import size
from ...reading.normal_forms import Domain, span
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.machine_words import WORD
from ..machine_source.sum_bounds import IS_VARIABLE
from .posted_clauses import write_clauses
from .posted_items import Items
from .variable_records import VariableRecords

TRAIL_AT_FIRST = 4096
UNARY, CHEAP, LINEAR, COSTLY = range(at.PRIORITIES)
"""The priorities of propagators, the first asked first."""
STEPS_TO_CREEP, STEPS_EACH_TO_CREEP = 20_000, 4
"""The fewest steps after which a fixpoint is taken to be far, in all and for each propagator."""

_LISTS = {at.ANY: at.ON_ANY, at.BOUNDS: at.ON_BOUNDS, at.FIXED: at.ON_FIXED}


class Builder(VariableRecords):
    """The memory of one search. Addresses are places of `memory`."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[int, int] = {}
        self._watchers: dict[int, dict[int, list[int]]] = {event: {} for event in _LISTS}
        self._clauses: list[tuple[int, ...]] = []
        self._literals: dict[tuple[int, int, int], int] = {}
        self.propagators: list[int] = []
        self._required: list[int] = []
        self.as_literal = cache(self._as_literal)
        """The literal that counts as much as a variable; 0 if it is none of 0 and 1."""
        self.items = Items()
        self.infeasible = False
        self.graphs: dict[tuple[int, int], int] = {}
        """Room for graphs, which propagators share, by numbers of nodes and words."""
        self.true = self.literal(self.variable(range(1, 2)), at.IS, 1)
        """A literal that holds."""
        self.false = self.negation(self.true)

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
            self._numbers[v] = self._numbered(v, self._gaps[v])
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
            whole = (1 << WORD) - 1
            return self._in_memory((v, at.IN, mask), (v, at.IN, whole & ~mask))
        opposites = {
            at.IS: (at.IS_NOT, amount),
            at.IS_NOT: (at.IS, amount),
            at.AT_MOST: (at.AT_LEAST, amount + 1),
            at.AT_LEAST: (at.AT_MOST, amount - 1),
        }
        return self._in_memory((v, means, amount), (v, *opposites[means]))

    def _literal_of_number(self, v: int, means: int, amount: int) -> int:
        domain = self._gaps[v]
        amounts = {
            at.AT_MOST: bisect_right(domain, amount) - 1,
            at.AT_LEAST: bisect_left(domain, amount),
        }
        return self.literal(self.number(v), means, amounts.get(means, self.code(v, amount)))

    def among(self, v: int, values: Iterable[int]) -> int:
        """The literal that a variable has one of `values`; its number is of one word."""
        v, values = self.number(v), [self.code(v, value) for value in values]
        mask = sum({1 << index for index in self._indices(v, values)})
        return self.literal(v, at.IN, mask)

    def _indices(self, v: int, values: Iterable[int]) -> Iterable[int]:
        base = self.memory[v + at.BASE]
        return (value - base for value in values if 0 <= value - base < WORD)

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
            found = self.allot([*key, 0, 0])
            other = self.allot([*opposite, 0, found])
            self.memory[found + at.NEGATION] = other
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

    # ----------------------------------------------------------------------- propagators

    def propagator(
        self,
        kind: int,
        priority: int,
        arguments: Iterable[int],
        waits: Iterable[tuple[int, int]],
    ) -> int:
        """A new propagator; `waits` are variables with the event after which it is asked."""
        events = dict[int, int]()
        for v, event in waits:
            events[v] = min(event, events.get(v, event))
        scope = self.listed(list(events))
        p = self.allot([kind, 0, priority, scope, *arguments])
        self.propagators.append(p)
        for v, event in events.items():
            self.memory[v + at.WEIGHT] += 1
            if event > at.BOUNDS and self.is_interval(v):
                event = at.BOUNDS  # of an interval, only an end can be removed
            self._watchers[event].setdefault(v, []).append(p)
        return p

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

    def finish(self, row: Sequence[int], tiers: Sequence[Sequence[int]], projected: int) -> None:
        """Write the lists, the queues and the header; the trail comes last."""
        memory = self.memory
        memory[at.TIERS] = self.allot([self.listed([*map(self.number, t)]) for t in tiers])
        literals_of = write_clauses(self, self._clauses)
        waited_for = chain(literals_of, *self._watchers.values())
        self.items.write(self, tiers[0], set(waited_for))
        for event, place in _LISTS.items():
            for v, asked in self._watchers[event].items():
                memory[v + place] = self.listed(asked)
        for v, literals in literals_of.items():
            memory[v + at.LITERALS] = self.listed(literals)
        ring = _power_of_two(len(self.propagators) + 1)
        memory[at.QUEUES] = self.allot([0] * (ring * at.PRIORITIES))
        memory[at.QUEUE_MASK] = ring - 1
        ring = _power_of_two(len(self.variables) + 1)
        memory[at.VARIABLE_QUEUE], memory[at.VARIABLE_MASK] = self.allot([0] * ring), ring - 1
        memory[at.PROPAGATORS] = self.listed(self.propagators)
        memory[at.VARIABLES] = self.listed(self.variables)
        memory[at.REQUIRED] = self.listed(self._required)
        memory[at.ROW] = self.listed(row)
        memory[at.TIER_COUNT], memory[at.PROJECTED] = len(tiers), projected
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


def _power_of_two(least: int) -> int:
    return 1 << max(least - 1, 1).bit_length()
