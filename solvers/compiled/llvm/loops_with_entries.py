"""A program as one LLVM function: the levels as nested loops that can be left and entered anywhere.

Every level is entered after the choice above: the steps before it are done and its candidates
computed. Then it has the blocks

- `begin`, where it has candidates: what is read further on is kept, and the search stops if its
  budget is used up;
- `choose`, which takes the lowest candidate, does the steps after, and enters the level below;
- `again`, after a choice that failed: the next candidate is still in a register;
- `next`, after a choice below which all was searched, maybe in a call before: the candidates that
  are left are read from the state.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..common.code import Define, Require, Step
from ..common.slots import FINISHED
from .assembly_text import Text, machine_bits
from .memory import Memory
from .state import FRESH, Layout
from .values import Values
from .words_of_bits import fitted

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
        for register in self.layout.set_on_the_way(number):
            self.memory.keep(register, self.values.of(register))
        if number:
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
        names = self.layout.slots.program.names
        before = self.text.let(f"mul i64 {self.text.load('%found', 'i64')}, {len(names)}")
        row = self.text.place("%rows", f"i{bits}", before)
        for level in self.levels:
            number = self.text.resize(self.values.number(level.value), 64, bits)
            place = self.text.place(row, f"i{bits}", level.place)
            self.text.run(f"store i{bits} {number}, ptr {place}")
