"""The state of a stopped search as 64-bit integers, which machine code reads and writes.

The first integer is the depth to go on at. Every level follows with its left candidates and its
carried registers; a word wider than 64 bits takes several integers. Where only a row needs the
value of a level, the bit that stands for it is kept instead, which costs the search nothing.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator

from ..common.code import FLAG, Define, Kind, Program, Register, Require, Step
from ..common.slots import FINISHED, carried
from .integers import Text, machine_bits, machine_type
from .words_of_bits import Value, Values, fitted

FRESH = -2
"""The depth in the state of a search that has not begun."""

_BITS = 64


class Layout:
    """The offsets of candidates and registers. `kept` are the registers with a place, by level."""

    def __init__(self, program: Program, *, rows: bool) -> None:
        self.program, self.levels, self.width = program, program.levels, program.width
        self.kept = list(_kept(program, rows=rows))
        self.left: list[int] = []
        self.offsets: dict[Register, int] = {}
        self.size = 1
        for registers in self.kept:
            self.left.append(self._next(self.width))
            self.offsets |= {register: self._next(register.kind) for register in registers}

    def _next(self, kind: Kind) -> int:
        offset, self.size = self.size, self.size + count_of_integers(kind)
        return offset

    def fresh(self) -> array[int]:
        """The state of a search that has not begun."""
        return array("q", [FRESH, *[0] * (self.size - 1)])

    def left_in(self, words: array[int]) -> list[int]:
        """The untried candidates of each level, down to that at which the search goes on.

        Raises:
            ValueError: the search has not begun.
        """
        if words[0] == FRESH:
            raise ValueError("a search that has not begun has no state")
        return [self.word_at(words, place) for place in self.left[: words[0] + 1]]

    def go_on(self, words: array[int], level: int, candidates: int) -> None:
        """Let the search go on at a level with these candidates."""
        words[0] = level
        self.keep_left(words, level, candidates)

    def keep_left(self, words: array[int], level: int, candidates: int) -> None:
        """Write the untried candidates of a level."""
        place, size = self.left[level], count_of_integers(self.width)
        number = candidates & ((1 << self.width) - 1)
        words[place : place + size] = array("q", number.to_bytes(8 * size, sys.byteorder))

    def word_at(self, words: array[int], place: int) -> int:
        """The word of a level's width that begins at a place."""
        found = words[place : place + count_of_integers(self.width)].tobytes()
        return int.from_bytes(found, sys.byteorder) & ((1 << self.width) - 1)


def untried(layout: Layout, words: array[int]) -> list[tuple[int, int | None, list[int]]]:
    """By level down to that of a state: its place, its value above that, and untried values.

    The values of all levels are kept, as for rows.
    """
    found, offsets = [], layout.offsets
    for number, left in enumerate(layout.left_in(words)):
        level, chosen = layout.levels[number], None
        values = level.values or range(level.low, level.low + layout.width)
        if number < words[0] and level.value in offsets:
            chosen = words[offsets[level.value]]
        elif number < words[0]:
            chosen = values[layout.word_at(words, offsets[level.bit]).bit_length() - 1]
        indices = [index for index in range(left.bit_length()) if left >> index & 1]
        found.append((level.place, chosen, [values[index] for index in indices]))
    return found


def halved(layout: Layout, words: array[int]) -> array[int] | None:
    """A part of what is left of a search, taken out of `words`; None if it is small.

    Candidates are given away at the highest level that has some, since most lies below them.
    """
    left = layout.left_in(words)
    number = next((level for level, word in enumerate(left) if word), words[0])
    if not left or (number == words[0] and left[number].bit_count() < 2):
        return None
    given, part = array("q", words), left[number]
    for _ in range(left[number].bit_count() // 2):
        part &= part - 1
    layout.go_on(given, number, part)
    layout.keep_left(words, number, left[number] ^ part)
    return given


def count_of_integers(kind: Kind) -> int:
    """The number of integers of the state that an expression of this kind takes."""
    return max(1, machine_bits(kind) // _BITS)


def _kept(program: Program, *, rows: bool) -> Iterator[list[Register]]:
    every, needed = carried(program, rows=rows), carried(program, rows=False)
    for level, registers, own in zip(program.levels, every, map(set, needed), strict=True):
        kept = [level.bit if r is level.value and r not in own else r for r in registers]
        yield list(dict.fromkeys(kept))


# -------------------------------------------------- Reads and writes of the state by machine code.
#
# The state is written as the search goes, so that it can stop anywhere without saving anything,
# and go on without computing anything again. That costs no more than the stack of a recursion
# would.


_ALIGNED = 8


class Memory:
    """The places of left candidates and kept registers."""

    def __init__(self, text: Text, layout: Layout) -> None:
        self._text, self._layout = text, layout
        self._is_clean: dict[Register, bool] = {}

    def left(self, level: int) -> str:
        """The candidates of a level that were not tried."""
        return self._load(self._layout.left[level], self._layout.width)

    def keep_left(self, level: int, candidates: str) -> None:
        """Store the candidates of a level that were not tried."""
        self._store(self._layout.left[level], self._layout.width, candidates)

    def load(self, register: Register) -> Value:
        """A kept register."""
        number = self._load(self._layout.offsets[register], register.kind)
        if register.kind == FLAG:
            number = self._text.resize(number, 8, 1)
        return Value(number, self._is_clean.get(register, True))

    def keep(self, register: Register, value: Value) -> None:
        """Store a register."""
        self._is_clean[register] = value.clean
        is_flag = register.kind == FLAG
        number = self._text.resize(value.text, 1, 8) if is_flag else value.text
        self._store(self._layout.offsets[register], register.kind, number)

    def _load(self, offset: int, kind: Kind) -> str:
        place = self._text.place("%state", "i64", offset)
        return self._text.let(f"load {_stored(kind)}, ptr {place}, align {_ALIGNED}")

    def _store(self, offset: int, kind: Kind, number: str) -> None:
        place = self._text.place("%state", "i64", offset)
        self._text.run(f"store {_stored(kind)} {number}, ptr {place}, align {_ALIGNED}")


def _stored(kind: Kind) -> str:
    return "i8" if kind == FLAG else machine_type(kind)


# ------------------------------------------------------------------------------ loops with entries
# A program as one LLVM function: the levels as nested loops that can be left and entered anywhere.
#
# Every level is entered after the choice above: the steps before it are done and its candidates
# computed. Then it has the blocks
#
# - `begin`, where it has candidates: what is read further on is kept, and the search stops if its
#   budget is used up;
# - `choose`, which takes the lowest candidate, does the steps after, and enters the level below;
# - `again`, after a choice that failed: the next candidate is still in a register;
# - `next`, after a choice below which all was searched, maybe in a call before: the candidates
# that
#   are left are read from the state.


_HEADING = (
    "define i64 @search(ptr noalias %state, ptr noalias %rows, i64 %capacity, i64 %budget) nounwind"
)


def written(layout: Layout, row_bits: int) -> str:
    """The LLVM module of a program; its function is called `search`.

    `row_bits` are those of an entry of a row, 0 where solutions are only counted.
    """
    return _Levels(layout, row_bits).module()


class _Levels:
    def __init__(self, layout: Layout, row_bits: int) -> None:
        self.layout, self.row_bits, self.levels = layout, row_bits, layout.levels
        self.last = len(self.levels) - 1
        tested = any(isinstance(step, Require) for step in self.levels[-1].after)
        self.counts_last = not row_bits and not tested
        """True if the candidates of the last level are counted at once."""
        self.bits = machine_bits(layout.width)
        self.kind = f"i{self.bits}"
        self.text = Text()
        self.memory = Memory(self.text, layout)
        self.values = Values(self.text, layout.offsets, self.memory.load)

    def module(self) -> str:
        self.begin_function()
        candidates = self.enter(0)
        for number in range(len(self.levels)):
            self.values.forget()
            left = self.next(number)
            if number < self.last or not self.counts_last:
                candidates = self.choose(number, candidates, left)
                self.again(number)
        self.end_function()
        return self.text.module(_HEADING)

    # ------------------------------------------------------------------ the way in and out

    def begin_function(self) -> None:
        self.text.block("entry")
        self.text.run("%found = alloca i64")
        self.text.run("store i64 0, ptr %found")
        self.text.run("%checks = alloca i64")
        self.text.run("store i64 %budget, ptr %checks")
        depth = self.text.load("%state", "i64")
        cases = "".join(f" i64 {n}, label %next{n}" for n in range(len(self.levels)))
        self.text.run(f"switch i64 {depth}, label %finish [ i64 {FRESH}, label %fresh{cases} ]")
        self.text.block("fresh")

    def end_function(self) -> None:
        self.text.block("finish")
        self.stop(FINISHED)
        self.text.block("leave")
        self.text.run(f"ret i64 {self.text.load('%found', 'i64')}")

    def up(self, number: int, label: str) -> str:
        """The block of the level above, or the end."""
        return f"{label}{number - 1}" if number else "finish"

    # ----------------------------------------------------------------------- one level

    def enter(self, number: int) -> str:
        """Its candidates, after the choice above."""
        back = self.up(number, "again")
        candidates = self.candidates(number)
        if number == self.last and self.counts_last:
            self.count(candidates)
            self.text.go(back)
        else:
            none = self.text.let(f"icmp eq {self.kind} {candidates}, 0")
            self.text.part(none, back, f"begin{number}")
            self.begin(number, candidates)
        return candidates

    def steps(self, steps: Iterable[Step], back: str) -> None:
        for step in steps:
            if isinstance(step, Define):
                self.values.define(step.register, step.code)
            else:
                on = self.text.fresh()
                self.text.part(self.values.number(step.code), on, back)
                self.text.block(on)

    def candidates(self, number: int) -> str:
        level, width = self.levels[number], self.layout.width
        found = str(level.domain)
        for filter in level.filters:
            value = fitted(self.text, self.values.of(filter), filter.kind, width)
            found = self.text.let(f"and {self.kind} {value.text}, {found}")
        return found

    def begin(self, number: int, candidates: str) -> None:
        self.text.block(f"begin{number}")
        if number:
            for register in self.layout.kept[number - 1]:
                self.memory.keep(register, self.values.of(register))
            self.memory.keep_left(number - 1, f"%rest{number - 1}")
        used = self.text.let(f"sub i64 {self.text.load('%checks', 'i64')}, 1")
        self.text.run(f"store i64 {used}, ptr %checks")
        spent = self.text.let(f"icmp slt i64 {used}, 0")
        self.text.part(spent, f"stop{number}", f"choose{number}")
        self.text.block(f"stop{number}")
        self.memory.keep_left(number, candidates)
        self.stop(number)

    def stop(self, depth: int) -> None:
        self.text.run(f"store i64 {depth}, ptr %state")
        self.text.go("leave")

    def next(self, number: int) -> str:
        """The candidates that are left."""
        back = self.up(number, "next")
        self.text.block(f"next{number}")
        left = self.memory.left(number)
        if number == self.last and self.counts_last:
            self.count(left)
            self.text.go(back)
        else:
            none = self.text.let(f"icmp eq {self.kind} {left}, 0")
            self.text.part(none, back, f"choose{number}")
        return left

    def choose(self, number: int, first: str, left: str) -> str:
        """The candidates of the level below, after the lowest of these was chosen."""
        self.text.block(f"choose{number}")
        kind = self.kind
        ways = (first, "begin"), (left, "next"), (f"%rest{number}", "again")
        pairs = ", ".join(f"[ {word}, %{label}{number} ]" for word, label in ways)
        candidates = self.text.let(f"phi {kind} {pairs}")
        negative = self.text.let(f"sub {kind} 0, {candidates}")
        bit = self.text.let(f"and {kind} {candidates}, {negative}")
        self.text.run(f"%rest{number} = xor {kind} {candidates}, {bit}")
        self.values.choose(self.levels[number], bit)
        self.steps(self.levels[number].after, f"again{number}")
        if number < self.last:
            return self.enter(number + 1)
        self.solution()
        return ""

    def again(self, number: int) -> None:
        self.text.block(f"again{number}")
        none = self.text.let(f"icmp eq {self.kind} %rest{number}, 0")
        self.text.part(none, self.up(number, "next"), f"choose{number}")

    # ---------------------------------------------------------------------- solutions

    def count(self, candidates: str) -> None:
        number = self.text.resize(self.text.call("ctpop", self.bits, candidates), self.bits, 64)
        self.add(number)

    def add(self, number: str) -> str:
        found = self.text.let(f"add i64 {self.text.load('%found', 'i64')}, {number}")
        self.text.run(f"store i64 {found}, ptr %found")
        return found

    def solution(self) -> None:
        if not self.row_bits:
            self.add("1")
            self.text.go(f"again{self.last}")
            return
        self.write_row()
        full = self.text.let(f"icmp eq i64 {self.add('1')}, %capacity")
        self.text.part(full, "full", f"again{self.last}")
        self.text.block("full")
        self.memory.keep_left(self.last, f"%rest{self.last}")
        self.stop(self.last)

    def write_row(self) -> None:
        bits = self.row_bits
        names = self.layout.program.names
        before = self.text.let(f"mul i64 {self.text.load('%found', 'i64')}, {len(names)}")
        row = self.text.place("%rows", f"i{bits}", before)
        for level in self.levels:
            number = self.text.resize(self.values.number(level.value), 64, bits)
            place = self.text.place(row, f"i{bits}", level.place)
            self.text.run(f"store i{bits} {number}, ptr {place}")
