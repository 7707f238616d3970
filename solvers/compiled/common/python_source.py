"""Intermediate code as Python source, for generated loops and for tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from .code import FLAG, Apply, Call, Code, Constant, Lookup, Register, Table
from .slots import operands

LONGEST = 160
"""Characters of an expression above which it gets a name, lest it nest too deep for Python."""

_PLAIN = {"and": "and", "or": "or", "&": "&", "|": "|", "without": "& ~"}
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
        uses = Counter(part for code in order for part in operands(code))
        uses.update(codes)
        text: dict[Code, str] = {}
        for code in order:
            found = self._text(code, [text[part] for part in operands(code)])
            plain = isinstance(code, Constant | Register)
            if not plain and (uses[code] > 1 or len(found) > LONGEST):
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
            case Constant(kind, _, number):
                return str(bool(number)) if kind == FLAG else _number(number)
            case Register(_, _, name):
                return name
            case Lookup():
                return self._lookup(code.table, code.index, parts[0])
            case Call():
                function = self.constant(code.function, "F")
                return f"({parts[-1]} and {function}(({''.join(p + ', ' for p in parts[:-1])})))"
            case Apply():
                return self._operation(code, parts)
            case _:
                raise TypeError(f"{type(code).__name__} is no code")

    def _lookup(self, table: Table, index: Code, at: str) -> str:
        name = self._tables.get(table.entries)
        if name is None:
            name = self._tables[table.entries] = self.constant(table.entries, "T")
        low, high = index.bounds
        if low >= 0 and high < len(table.entries):
            found = f"{name}[{at}]"
        else:
            at = self._atomic(at)
            found = f"({name}[{at}] if 0 <= {at} < {len(table.entries)} else 0)"
        return f"({found} != 0)" if table.kind == FLAG else found

    def _operation(self, code: Apply, parts: list[str]) -> str:
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

    def _bits(self, code: Apply, parts: list[str]) -> str:
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

    def _span(self, code: Apply, first: str, last: str) -> str:
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


def _topological(codes: Iterable[Code]) -> list[Code]:
    done: dict[Code, None] = {}
    stack = [(code, False) for code in codes][::-1]
    while stack:
        code, ready = stack.pop()
        if code in done:
            continue
        parts = operands(code)
        if ready or not parts:
            done[code] = None
            continue
        stack.append((code, True))
        stack.extend((part, False) for part in reversed(parts) if part not in done)
    return list(done)


def _number(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def _ones(width: int) -> str:
    return hex((1 << width) - 1)
