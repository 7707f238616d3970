"""A program as nested Python loops: no dependency, nothing to wait for.

Python nests twenty blocks at most, so a longer program is a chain of functions. The loops ask
`tick` often enough whether to stop; where they do, they leave what they had in `saved`, from which
another engine can go on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from ..common.code import Apply, Code, Define, Level, Program, Register, Require, Step
from ..common.python_source import Writer
from ..common.slots import Slots, State, defined, used

MOST_LOOPS = 18
"""The most loops in one function."""
UNWATCHED = 50_000
"""The most choices that are made below a level without asking `tick`."""
FEW_UNWATCHED = 50
"""The same where ticks are counted, as the work that is done."""

Tick = Callable[[], bool]
Saved = dict[str, int]


class Generated(Protocol):
    """Loops, ready to run until they end or `tick` says to stop: rows, or their number."""

    def __call__(self, tick: Tick, saved: Saved, first: int = -1) -> Any: ...


def generate(program: Program, *, counting: bool, unwatched: int = UNWATCHED) -> Generated:
    """Python loops for `program`: an iterator over the rows, values by place, or a count.

    If they were stopped, `saved` has a depth. Only the candidates `first` of the first level are
    tried.
    """
    return Loops(program, counting=counting, unwatched=unwatched).function()


def saved_state(program: Program, saved: Saved, *, counting: bool) -> State:
    """The state at which the loops stopped, by what they `saved`."""
    depth = saved["depth"]
    left = tuple(saved[f"f{number}"] for number in range(depth + 1))
    alive = Slots(program, rows=not counting).alive(depth)
    return State(depth, left, {register.name: int(saved[register.name]) for register in alive})


class Loops:
    """Writes the functions of one program."""

    def __init__(self, program: Program, *, counting: bool, unwatched: int = UNWATCHED) -> None:
        self.program, self.counting = program, counting
        self.writer = Writer()
        self.slots = Slots(program, rows=not counting)
        self.watched = _watched(program.levels, unwatched)
        self.reads = [used(level) for level in program.levels]

    def function(self) -> Generated:
        """The first function of the chain."""
        levels = self.program.levels
        if not self.program.possible or not levels:
            return self._without_levels()
        starts = range(0, len(levels), MOST_LOOPS)
        for start in reversed(starts):
            self._part(start, min(start + MOST_LOOPS, len(levels)))
        run: Generated = self.writer.compile()["part0"]
        return run

    def _without_levels(self) -> Generated:
        row = tuple(self.program.fixed.get(place, 0) for place in range(len(self.program.names)))
        rows = [row] if self.program.possible else []
        if self.counting:
            return lambda tick, saved, first=-1: len(rows)
        return lambda tick, saved, first=-1: iter(rows)

    # ------------------------------------------------------------------------------ parts

    def _parameters(self, start: int) -> list[str]:
        """The registers of the levels above that a part reads."""
        wanted: set[Register] = set().union(*self.reads[start:])
        above = [r for level in self.program.levels[:start] for r in defined(level)]
        values = {level.value for level in self.program.levels} if not self.counting else set()
        return [r.name for r in above if r in wanted or r in values]

    def _part(self, start: int, end: int) -> None:
        writer = self.writer
        parameters = "".join(f", {name}" for name in self._parameters(start))
        parameters += "" if start else ", first=-1"
        writer.line(f"def part{start}(tick, saved{parameters}):")
        writer.indent = 1
        if self.counting:
            writer.line("total = 0")
        for number in range(start, end):
            self._level(number, start)
        if end < len(self.program.levels):
            self._next_part(start, end)
        writer.indent = 1
        writer.line("return total" if self.counting else "return False")
        writer.indent = 0

    def _next_part(self, start: int, end: int) -> None:
        call = f"part{end}(tick, saved{''.join(f', {n}' for n in self._parameters(end))})"
        line = self.writer.line
        line(f"total += {call}" if self.counting else f"if (yield from {call}):")
        if self.counting:
            line("if saved:")
        self.writer.indent += 1
        self._leave(start, end - 1, {})

    def _leave(self, start: int, number: int, more: dict[str, int]) -> None:
        """Save what this function holds down to the level `number`, and return."""
        names = [f"f{n}" for n in range(start, number + 1) if not self.program.levels[n].wide]
        for level in range(start, number + 1):
            if level < number or "depth" not in more:
                names += [register.name for register in self.slots.carried[level]]
        values = {lv.value.name: self._value(lv) for lv in self.program.levels}
        items = [f"{name}={values.get(name, name)}" for name in dict.fromkeys(names)]
        items += [f"{name}={value}" for name, value in more.items()]
        self.writer.line(f"saved.update({', '.join(items)})")
        self.writer.line("return total" if self.counting else "return True")

    # ----------------------------------------------------------------------------- levels

    def _level(self, number: int, start: int) -> None:
        level, writer = self.program.levels[number], self.writer
        last = number == len(self.program.levels) - 1
        if last and self.counting and not any(isinstance(s, Require) for s in level.after):
            self._add_up(level)
            return
        self._each(number, start, "" if number else " & first")
        if last:
            writer.line("total += 1" if self.counting else f"yield ({self._row()})")

    def _each(self, number: int, start: int, only: str = "") -> None:
        """Choose every candidate of a level, and run the steps after."""
        level, line = self.program.levels[number], self.writer.line
        bit, left = level.bit.name, f"f{number}"
        if level.wide:
            low, high = self._wide_ends(level)
            line(f"for {chosen(level)} in range({low}, {high}):")
        else:
            line(f"{left} = {self._candidates(level)}{only}")
            line(f"while {left}:")
        self.writer.indent += 1
        self._watch(number, start)
        if not level.wide:
            line(f"{bit} = {left} & -{left}")
            line(f"{left} ^= {bit}")
        self._choice(number)
        self._steps(level.after)

    def _watch(self, number: int, start: int) -> None:
        if self.program.levels[number].wide:
            self.writer.line("if tick():")
            self.writer.line(f" saved['depth'] = {number}")
            self.writer.line(f" return {'total' if self.counting else 'True'}")
        elif self.watched[number]:
            self.writer.line("if tick():")
            self.writer.indent += 1
            self._leave(start, number, {"depth": number})
            self.writer.indent -= 1

    def _choice(self, number: int) -> None:
        """Set the registers of a choice, as far as they are read."""
        level, line = self.program.levels[number], self.writer.line
        if level.wide:
            self._wide_choice(number)
            return
        value = self._is_read(level.value, number) or not (self.counting or self._late(level))
        index = self._is_read(level.index, number)
        bit_number = f"{level.bit.name}.bit_length() - 1"
        if index or (value and level.values is not None):
            line(f"{level.index.name} = {bit_number}")
            bit_number = level.index.name
        if value and level.values is not None:
            line(f"{level.value.name} = {self._values(level)}[{bit_number}]")
        elif value:
            line(f"{level.value.name} = {bit_number} + {level.low}")

    def _late(self, level: Level) -> bool:
        """True if a value that nothing reads is worked out when there is a row, in one function."""
        return len(self.program.levels) <= MOST_LOOPS and not level.wide

    def _value(self, level: Level) -> str:
        """The value of a level, worked out if it has not been."""
        if not self._late(level) or any(level.value in reads for reads in self.reads):
            return level.value.name
        if level.values is not None:
            return f"{self._values(level)}[{level.bit.name}.bit_length() - 1]"
        return f"{level.bit.name}.bit_length() + {level.low - 1}"

    def _is_read(self, register: Register, number: int) -> bool:
        return any(register in reads for reads in self.reads[number:])

    def _values(self, level: Level) -> str:
        name = f"V{level.place}"
        self.writer.namespace[name] = level.values
        return name

    def _steps(self, steps: Iterable[Step], give_up: str = "continue") -> None:
        """Run steps; where a test fails, `give_up` the choice."""
        for step in steps:
            text = self.writer.expression(step.code)
            if isinstance(step, Define):
                self.writer.line(f"{step.register.name} = {text}")
            else:
                self.writer.line(f"if not {text}: {give_up}")

    def _candidates(self, level: Level) -> str:
        """The domain and the filters; what is ruled out is put together first."""
        kept = [f for f in level.filters if not _is_complement(f)]
        gone = [f.operands[0] for f in level.filters if isinstance(f, Apply) and _is_complement(f)]
        texts = self.writer.expressions([*kept, *gone])
        found = " & ".join([hex(level.domain), *texts[: len(kept)]])
        ruled_out = " | ".join(texts[len(kept) :])
        return f"{found} & ~({ruled_out})" if gone else found

    def _add_up(self, level: Level) -> None:
        """Count the candidates of the last level without trying them."""
        if not level.wide:
            only = "" if level is not self.program.levels[0] else " & first"
            self.writer.line(f"total += ({self._candidates(level)}{only}).bit_count()")
            return
        low, high = self._wide_ends(level)
        self.writer.line(f"total += max({high} - {low}, 0)")

    def _row(self) -> str:
        fixed, names = self.program.fixed, {lv.place: self._value(lv) for lv in self.program.levels}
        places = range(len(self.program.names))
        return "".join(f"{names.get(p, fixed.get(p))}, " for p in places)

    # ------------------------------------------------------------------------- wide levels

    def _wide_choice(self, number: int) -> None:
        """Set the value by the index of a wide level, or the index by the value."""
        level, line = self.program.levels[number], self.writer.line
        if level.values is not None:
            line(f"{level.value.name} = {self._values(level)}[{level.index.name}]")
        elif self._is_read(level.index, number):
            line(f"{level.index.name} = {level.value.name} - {level.low}")

    def _wide_ends(self, level: Level) -> tuple[str, str]:
        """From where to where, exclusive, to go through the values, or through their places."""
        texts = self.writer.expressions([*level.lows, *level.highs])
        lows, highs = texts[: len(level.lows)], texts[len(level.lows) :]
        low, high = level.value.bounds
        first = f"max({', '.join([str(low), *lows])})" if lows else str(low)
        last = f"min({', '.join([str(high), *highs])})" if highs else str(high)
        if level.values is None:
            return first, f"{last} + 1"
        self.writer.namespace.update(bisect_left=bisect_left, bisect_right=bisect_right)
        values = self._values(level)
        return f"bisect_left({values}, {first})", f"bisect_right({values}, {last})"


def chosen(level: Level) -> str:
    """The register of a wide level that is chosen, of which the other follows."""
    return level.value.name if level.values is None else level.index.name


def _is_complement(code: Code) -> bool:
    return isinstance(code, Apply) and code.operator == "~"


def _watched(levels: Sequence[Level], unwatched: int) -> list[bool]:
    """True if each level asks `tick`: below one that does not, few choices are left."""
    found: list[bool] = []
    below = 1
    for level in reversed(levels):
        found.append(below > unwatched or level.wide)
        low, high = level.value.bounds
        below *= level.domain.bit_count() if not level.wide else high - low + 1
    found.reverse()
    return [any(found[number:]) for number in range(len(found))]
