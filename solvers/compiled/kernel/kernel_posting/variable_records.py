"""The records of variables in the memory of a search as it is built."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from .....models.language.domains import size
from ...reading.normal_forms import Domain, Unposted, span, word_of
from ..machine_source import records as at
from ..machine_source.machine_words import FAR, WORD
from ..machine_source.values_left import has

WIDEST = 4096
"""The span of values up to which a variable has bits."""


class VariableRecords:
    """The memory of one search, with its variables. Addresses are places of `memory`."""

    def __init__(self) -> None:
        self.memory = array("q", bytes(8 * at.HEADER))
        self._empty = self.allot([0])
        self.variables: list[int] = []
        self._gaps: dict[int, Domain] = {}

    def allot(self, numbers: Iterable[int]) -> int:
        """The place of `numbers`, one behind the other."""
        place = len(self.memory)
        self.memory.extend(numbers)
        return place

    def listed(self, numbers: Sequence[int]) -> int:
        """The place of a list: its length, and its entries."""
        return self.allot((len(numbers), *numbers)) if numbers else self._empty

    def variable(self, domain: Domain) -> int:
        """A new variable; it may take the values of `domain`, which has some."""
        low, high = domain[0], domain[-1]
        if max(abs(low), abs(high)) >= FAR:
            raise Unposted("numbers are too great")
        width = span(domain)
        record = [0] * at.VARIABLE
        record[at.BASE], record[at.WEIGHT] = low, 1
        record[at.LEAST], record[at.GREATEST], record[at.SIZE] = low, high, size(domain)
        record[at.ON_ANY] = record[at.ON_BOUNDS] = record[at.ON_FIXED] = self._empty
        if width <= WORD:
            record[at.WORDS], record[at.BITS] = 1, word_of(domain)
        elif width <= WIDEST:
            whole, mask = word_of(domain), (1 << WORD) - 1
            words = [whole >> shift & mask for shift in range(0, width, WORD)]
            record[at.BITS], record[at.WORDS] = self.allot(words), len(words)
        v = self.allot(record)
        self.variables.append(v)
        if width > WIDEST and record[at.SIZE] < width:
            self._gaps[v] = domain
        return v

    def code(self, v: int, value: int) -> int:
        """The value of `number(v)` that stands for a value of `v`; -1 for none of its values."""
        domain = self._gaps.get(v)
        if domain is None:
            return value
        place = bisect_left(domain, value)
        return place if place < size(domain) and domain[place] == value else -1

    def ends(self, v: int) -> tuple[int, int]:
        """The least and greatest value of a variable, as declared."""
        return self.memory[v + at.LEAST], self.memory[v + at.GREATEST]

    def size(self, v: int) -> int:
        """The number of values of a variable, as declared."""
        return size(self._gaps[v]) if v in self._gaps else self.memory[v + at.SIZE]

    def values(self, v: int) -> Sequence[int]:
        """The values of a variable, as declared; not listed where they are an interval."""
        low, high = self.ends(v)
        if self.is_interval(v):
            return self._gaps.get(v, range(low, high + 1))
        return [value for value in range(low, high + 1) if has(self.memory, v, value)]

    def is_interval(self, v: int) -> bool:
        """True if a variable is known by its least and greatest value alone."""
        return not self.memory[v + at.WORDS]

    def is_word(self, v: int) -> bool:
        """True if all values of a variable are bits of one word."""
        return self.memory[v + at.WORDS] == 1
