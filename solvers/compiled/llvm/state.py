"""The state of a stopped search as 64-bit integers, which machine code reads and writes.

The first integer is the depth to go on at. Every level follows with its left candidates and its
carried registers; a word wider than 64 bits takes several integers. Where only a row needs the
value of a level, the bit that stands for it is kept instead, which costs the search nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from ..common.code import FLAG, INTEGER, Kind, Level, Register
from ..common.slots import FINISHED, Slots, State
from .assembly_text import machine_bits

FRESH = -2
"""The depth in the state of a search that has not begun."""

_BITS = 64
_ONES = (1 << _BITS) - 1


class Layout:
    """The offsets of candidates and registers. `kept` are the registers with a place, by level."""

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.levels = slots.program.levels
        self.width = slots.program.width
        self.kept = list(_kept(slots))
        self.left: list[int] = []
        self.offsets: dict[Register, int] = {}
        self.size = 1
        for registers in self.kept:
            self.left.append(self._next(self.width))
            self.offsets |= {register: self._next(register.kind) for register in registers}

    def _next(self, kind: Kind) -> int:
        offset, self.size = self.size, self.size + count_of_integers(kind)
        return offset

    def set_on_the_way(self, number: int) -> list[Register]:
        """The kept registers that are set between the choice above and the one at a level."""
        return self.kept[number - 1] if number else []

    def fresh(self) -> array[int]:
        """The state of a search that has not begun."""
        return array("q", [FRESH, *[0] * (self.size - 1)])

    def alive(self, depth: int) -> list[Register]:
        """The kept registers that are set when level `depth` looks for its next candidate."""
        return [register for level in self.kept[:depth] for register in level]

    def pack(self, state: State) -> array[int]:
        """The integers of a state, wherever it comes from."""
        words = self.fresh()
        words[0] = state.depth
        for level, left in enumerate(state.left):
            self._write(words, self.left[level], self.width, left)
        chosen = {level.bit: level for level in self.levels[: max(state.depth, 0)]}
        for register in self.alive(state.depth) if state.depth >= 0 else ():
            number = state.registers.get(register.name)
            if number is None:
                number = _bit_of(chosen[register], state)
            self._write(words, self.offsets[register], register.kind, number)
        return words

    def unpack(self, words: array[int]) -> State:
        """The state that the integers say.

        Raises:
            ValueError: the search has not begun.
        """
        depth = words[0]
        if depth == FRESH:
            raise ValueError("a search that has not begun has no state")
        if depth == FINISHED:
            return State(FINISHED, (), {})
        left = tuple(self._read(words, place, self.width) for place in self.left[: depth + 1])
        values = {level.value: level for level in self.levels}
        names = {}
        for register in self.slots.alive(depth):
            if register in self.offsets:
                number = self._read(words, self.offsets[register], register.kind)
            else:
                number = self._value_of(words, values[register])
            names[register.name] = number
        return State(depth, left, names)

    def _value_of(self, words: array[int], level: Level) -> int:
        index = self._read(words, self.offsets[level.bit], level.bit.kind).bit_length() - 1
        return level.low + index if level.values is None else level.values[index]

    def _write(self, words: array[int], offset: int, kind: Kind, number: int) -> None:
        if kind > 0:
            number &= (1 << kind) - 1
        for place in range(offset, offset + count_of_integers(kind)):
            word = number & _ONES
            words[place] = word - (1 << _BITS) if word >> (_BITS - 1) else word
            number >>= _BITS

    def _read(self, words: array[int], offset: int, kind: Kind) -> int:
        if kind == INTEGER:
            return words[offset]
        parts = words[offset : offset + count_of_integers(kind)]
        number = sum((part & _ONES) << (_BITS * place) for place, part in enumerate(parts))
        return number & ((1 << (1 if kind == FLAG else kind)) - 1)


def untried(slots: Slots, state: State) -> list[tuple[int, int | None, list[int]]]:
    """By level down to the one of a state: its place, its value above that, and untried values.

    The values of all levels are carried, as for rows.
    """
    found = []
    for number, left in enumerate(state.left):
        level = slots.program.levels[number]
        chosen = state.registers[level.value.name] if number < state.depth else None
        indices = [index for index in range(left.bit_length()) if left >> index & 1]
        values = level.values or range(level.low, level.low + left.bit_length())
        found.append((level.place, chosen, [values[index] for index in indices]))
    return found


def halves(slots: Slots, state: State) -> tuple[State, State] | None:
    """Two states that are searched apart and together find what `state` does; None if it is small.

    Candidates are given away at the highest level that has some, since most lies below them.
    """
    number = next((level for level, left in enumerate(state.left) if left), state.depth)
    if state.depth == FINISHED or (number == state.depth and state.left[number].bit_count() < 2):
        return None
    given = _upper_half(state.left[number])
    above = (0,) * number
    names = [register.name for register in slots.alive(number)]
    registers = {name: state.registers[name] for name in names}
    kept = (*above, state.left[number] ^ given, *state.left[number + 1 :])
    return (
        State(state.depth, kept, state.registers),
        State(number, (*above, given), registers),
    )


def _upper_half(word: int) -> int:
    for _ in range(word.bit_count() // 2):
        word &= word - 1
    return word


def count_of_integers(kind: Kind) -> int:
    """The number of integers of the state that an expression of this kind takes."""
    return max(1, machine_bits(kind) // _BITS)


def _kept(slots: Slots) -> Iterator[list[Register]]:
    needed = Slots(slots.program, rows=False).carried
    levels = slots.program.levels
    for level, carried, own in zip(levels, slots.carried, needed, strict=True):
        own_registers = set(own)
        kept = [level.bit if r is level.value and r not in own_registers else r for r in carried]
        yield list(dict.fromkeys(kept))


def _bit_of(level: Level, state: State) -> int:
    value = state.registers[level.value.name]
    return 1 << (value - level.low if level.values is None else level.values.index(value))
