"""Intermediate code as Python source, for generated loops and for tables."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from types import CodeType
from typing import Any, Protocol

from . import code as c
from .code import Code, Level, Program, Register
from .slots import defined, operands, used

LONGEST = 160
"""Characters of an expression above which it gets a name, lest it nest too deep for Python."""

_PLAIN = {"and": "and", "or": "or", "&": "&", "|": "|"}
_BETWEEN = frozenset(("+", "-", "*", "//", "%", "==", "!=", "<", "<=", *_PLAIN))


class Writer:
    """Writes statements, indented; constants and functions go to `namespace`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.indent = 0
        self.namespace: dict[str, Any] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._names = 0

    def line(self, text: str) -> None:
        """Write a statement."""
        self.lines.append(" " * self.indent + text)

    def compile(self) -> dict[str, Any]:
        """The namespace after everything that was written has been run."""
        source = "\n".join(self.lines)
        exec(_compiled(source), self.namespace)
        return self.namespace

    def expressions(self, codes: Sequence[Code]) -> list[str]:
        """Python for each of `codes`; what they share or what is long is computed before."""
        order = _topological(codes)
        uses = Counter(chain(codes, *order.values()))
        text: dict[Code, str] = {}
        for code, parts in order.items():
            if type(code) is Register:
                text[code] = code.name
                continue
            found = self._text(code, [text[part] for part in parts])
            if (uses[code] > 1 and type(code) is not c.Constant) or len(found) > LONGEST:
                found = self._named(found)
            text[code] = found
        return [text[code] for code in codes]

    def expression(self, code: Code) -> str:
        """Python for one code."""
        return self.expressions([code])[0]

    def constant(self, value: object, prefix: str = "C") -> str:
        """A name for a constant or a function."""
        name = f"{prefix}{len(self.namespace)}"
        self.namespace[name] = value
        return name

    def _named(self, text: str) -> str:
        self._names += 1
        self.line(f"t{self._names} = {text}")
        return f"t{self._names}"

    def _atomic(self, text: str) -> str:
        """`text`, named unless it is a name or number, so that it may be written twice."""
        return text if text.isidentifier() or text.isdigit() else self._named(text)

    def _text(self, code: Code, parts: list[str]) -> str:
        match code:
            case c.Apply():
                return self._operation(code, parts)
            case c.Constant():
                return str(bool(code.number)) if code.kind == c.FLAG else _number(code.number)
            case c.Lookup():
                return self._lookup(code, parts[0])
            case c.Call():
                function = self.constant(code.function, "F")
                return f"({parts[-1]} and {function}(({''.join(p + ', ' for p in parts[:-1])})))"
            case _:
                raise TypeError(f"{type(code).__name__} is no code")

    def _lookup(self, code: c.Lookup, at: str) -> str:
        name = self._tables.get(code.entries)
        if name is None:
            name = self._tables[code.entries] = self.constant(code.entries, "T")
        low, high = code.index.bounds
        if low >= 0 and high < len(code.entries):
            found = f"{name}[{at}]"
        else:
            at = self._atomic(at)
            found = f"({name}[{at}] if 0 <= {at} < {len(code.entries)} else 0)"
        return f"({found} != 0)" if code.kind == c.FLAG else found

    def _operation(self, code: c.Apply, parts: list[str]) -> str:
        operator = code.operator
        if operator in _BETWEEN:
            return f"({f' {_PLAIN.get(operator, operator)} '.join(parts)})"
        match operator, parts:
            case (("min" | "max"), _):
                return f"{operator}({', '.join(parts)})"
            case "not", [part]:
                return f"(not {part})"
            case "integer", [part]:
                return f"(1 if {part} else 0)"
            case "select", [condition, then, otherwise]:
                return f"({then} if {condition} else {otherwise})"
            case "mask", [part]:
                return f"({_ones(code.kind)} if {part} else 0)"
            case "~", [part]:
                return f"({part} ^ {_ones(code.kind)})"
            case "popcount", [part]:
                return f"{part}.bit_count()"
            case _:
                return self._bits(code, parts)

    def _bits(self, code: c.Apply, parts: list[str]) -> str:
        low, high = code.operands[-1].bounds
        match code.operator, parts:
            case "shift", [word, by]:
                return self._shift(word, by, low, high)
            case "bit", [at]:
                if low >= 0 and high < code.kind:
                    return f"(1 << {at})"
                at = self._atomic(at)
                return f"(1 << {at} if 0 <= {at} < {code.kind} else 0)"
            case "has", [word, at]:
                if low >= 0:
                    return f"({word} >> {at} & 1 != 0)"
                at = self._atomic(at)
                return f"({at} >= 0 and {word} >> {at} & 1 != 0)"
            case "span", [first, last]:
                return self._span(code, first, last)
            case _:
                raise TypeError(f"{code.operator} is no operator")

    def _shift(self, word: str, by: str, low: int, high: int) -> str:
        if low == high:
            return f"({word} << {low})" if low >= 0 else f"({word} >> {-low})"
        if low >= 0:
            return f"({word} << {by})"
        if high <= 0:
            return f"({word} >> -{by})"
        word, by = self._atomic(word), self._atomic(by)
        return f"({word} << {by} if {by} >= 0 else {word} >> -{by})"

    def _span(self, code: c.Apply, first: str, last: str) -> str:
        (low, _), (_, high) = (operand.bounds for operand in code.operands)
        width = code.kind
        if high >= width:
            last = f"min({last}, {width - 1})"
        if low < 0:
            first = f"max({first}, 0)"
        first, last = self._atomic(first), self._atomic(last)
        return f"((2 << {last}) - (1 << {first}) if {first} <= {last} else 0)"


@lru_cache(1024)
def _compiled(source: str) -> CodeType:
    """Constraints of one shape have one source."""
    return compile(source, "<generated by everyway>", "exec")


def function_of(registers: Iterable[Register], codes: Sequence[Code]) -> Callable[..., Any]:
    """A Python function of `registers` to a tuple of `codes`."""
    writer = Writer()
    writer.line(f"def run({', '.join(register.name for register in registers)}):")
    writer.indent = 1
    found = writer.expressions(codes)
    writer.line(f"return ({''.join(text + ', ' for text in found)})")
    run: Callable[..., Any] = writer.compile()["run"]
    return run


def _topological(codes: Iterable[Code]) -> dict[Code, Sequence[Code]]:
    done: dict[Code, Sequence[Code]] = {}
    stack = [*codes][::-1]
    while stack:
        code = stack.pop()
        if code in done:
            continue
        parts = operands(code)
        if left := [part for part in parts if part not in done]:
            stack.append(code)
            stack.extend(left[::-1])
        else:
            done[code] = parts
    return done


def _number(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def _ones(width: int) -> str:
    return hex((1 << width) - 1)


# --------------------------- A program as nested Python loops: no dependency, nothing to wait for.
#
# Python nests twenty blocks at most, so a longer program is a chain of functions. The loops call
# `tick` often enough; what it raises ends them. Machine code finds rows in the same order, and so
# goes on behind those that they have found.


MOST_LOOPS = 18
"""The most loops in one function."""
UNWATCHED = 50_000
"""The most choices that are made below a level without calling `tick`."""
FEW_UNWATCHED = 50
"""The same where ticks are counted, as the work that is done."""

Tick = Callable[[], None]


class Generated(Protocol):
    """Loops, ready to run until they end or `tick` raises: rows, or their number."""

    def __call__(self, tick: Tick, first: int = -1) -> Any: ...


def generate(program: Program, *, counting: bool, unwatched: int = UNWATCHED) -> Generated:
    """Python loops for `program`: an iterator over the rows, values by place, or a count.

    Only the candidates `first` of the first level are tried.
    """
    return Loops(program, counting=counting, unwatched=unwatched).function()


class Loops:
    """Writes the functions of one program."""

    def __init__(self, program: Program, *, counting: bool, unwatched: int = UNWATCHED) -> None:
        self.program, self.counting = program, counting
        self.writer = Writer()
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
            return lambda tick, first=-1: len(rows)
        return lambda tick, first=-1: iter(rows)

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
        writer.line(f"def part{start}(tick{parameters}):")
        writer.indent = 1
        if self.counting:
            writer.line("total = 0")
        for number in range(start, end):
            self._level(number)
        if end < len(self.program.levels):
            call = f"part{end}(tick{''.join(f', {n}' for n in self._parameters(end))})"
            writer.line(f"total += {call}" if self.counting else f"yield from {call}")
        writer.indent = 1
        if self.counting:
            writer.line("return total")
        writer.indent = 0

    # ----------------------------------------------------------------------------- levels

    def _level(self, number: int) -> None:
        level, writer = self.program.levels[number], self.writer
        last = number == len(self.program.levels) - 1
        if last and self.counting and not any(isinstance(s, c.Require) for s in level.after):
            self._add_up(level)
            return
        self._each(number, "" if number else " & first")
        if last:
            writer.line("total += 1" if self.counting else f"yield ({self._row()})")

    def _each(self, number: int, only: str = "") -> None:
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
        if level.wide or self.watched[number]:
            line("tick()")
        if not level.wide:
            line(f"{bit} = {left} & -{left}")
            line(f"{left} ^= {bit}")
        self._choice(number)
        self._steps(level.after)

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

    def _steps(self, steps: Iterable[c.Step], give_up: str = "continue") -> None:
        """Run steps; where a test fails, `give_up` the choice."""
        for step in steps:
            text = self.writer.expression(step.code)
            if isinstance(step, c.Define):
                self.writer.line(f"{step.register.name} = {text}")
            else:
                self.writer.line(f"if not {text}: {give_up}")

    def _candidates(self, level: Level) -> str:
        """The domain and the filters; what is ruled out is put together first."""
        kept = [code for code in level.filters if not _is_complement(code)]
        gone = [operands(code)[0] for code in level.filters if _is_complement(code)]
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
    return isinstance(code, c.Apply) and code.operator == "~"


def _watched(levels: Sequence[Level], unwatched: int) -> list[bool]:
    """True if each level calls `tick`: below one that does not, few choices are left."""
    found: list[bool] = []
    below = 1
    for level in reversed(levels):
        found.append(below > unwatched or level.wide)
        low, high = level.value.bounds
        below *= level.domain.bit_count() if not level.wide else high - low + 1
    found.reverse()
    return [any(found[number:]) for number in range(len(found))]
