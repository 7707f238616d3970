"""Python's expressions in lines as a formatter lays them out.

Lines are of at most `WIDTH` characters where an expression can be broken, as `ruff format` breaks
it by default.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...models import Square

WIDTH = 88
DATA = "\1"
"""The sign before and after what is taken as one value, within a text."""


class Data(str):
    """A text between such signs; no name or label is one, whatever it holds."""

    __slots__ = ()


def literal(value: object) -> str:
    """A plain value as its source, texts in double quotes."""
    if isinstance(value, Data):
        return value.strip(DATA)
    if isinstance(value, str):
        text = repr(value)
        if text[0] == '"' or value.count('"') > value.count("'"):
            return text
        return '"' + text[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
    if isinstance(value, range) and value.step == 1:
        return f"range({value.start}, {value.stop})" if value.start else f"range({value.stop})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{literal(key)}: {literal(one)}' for key, one in value.items())}}}"
    if isinstance(value, Square):
        return f"Square({value.row}, {value.column})"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    return f"[{', '.join(map(literal, value))}]" if isinstance(value, list) else repr(value)


_SIGN = "\u01c3"
"""The letter before and after the number of a sign within a key."""
_WORD, _OTHER = re.compile(r"[\w.]+(?:[+-][\w.]+)*"), re.compile(rf"[^\w]|{_SIGN}")
_CODED = re.compile(rf'"(\w*{_SIGN}[0-9a-f]+{_SIGN}\w*)"')


def coded(value: Any) -> Any:
    """A key or label of which each sign that may have a meaning in texts is a code, of letters.

    What is no text stays as it is.
    """
    if not isinstance(value, str) or (_SIGN not in value and _is_plain(value.split(" "))):
        return value
    return _OTHER.sub(lambda one: f"{_SIGN}{ord(one[0]):x}{_SIGN}", value)


def _is_plain(words: Sequence[str]) -> bool:
    return all(map(_WORD.fullmatch, words)) and {*words}.isdisjoint(keyword.kwlist)


def uncoded(source: str, spelled: Callable[[str], str] = literal) -> str:
    """A text in which what is `coded`, in double quotes, is spelled as it was."""

    def said(found: re.Match[str]) -> str:
        parts = found[1].split(_SIGN)  # each second one is a code
        parts[1::2] = (chr(int(code, 16)) for code in parts[1::2])
        return spelled("".join(parts))

    return _CODED.sub(said, source)


STRING = r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''
_SHORT = 3
"""The letters of a key that is a name of its own."""


class ShortNames(dict[str, str]):
    """The names of items whose keys are free names of few letters."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}

    def add(self, group: str, items: Sequence[str], keys: Sequence[Any], taken: set[str]) -> None:
        """Note the items of a group, if their keys are such names, which are then taken."""
        names = [key if isinstance(key, str) else "" for key in keys]
        are_short = all(name.isidentifier() and len(name) <= _SHORT for name in names)
        if are_short and len({*names}) == len(names) and taken.isdisjoint(names):
            taken |= {*names}
            self |= zip(items, names, strict=True)
            self._lines[f"{', '.join(names)} = {group}"] = names

    def said(self, text: str) -> str:
        """`text` with these names, but for what stands within texts."""
        pattern = "|".join([STRING, *map(re.escape, self)])
        return re.sub(pattern, lambda one: self.get(one[0], one[0]), text) if self else text

    def unpacked(self, body: Sequence[str]) -> Iterator[str]:
        """The lines that give items the names which a body has."""
        words = {*re.findall(rf"{STRING}|\w+", "\n".join(body))} if self else set()
        return (line for line, names in self._lines.items() if not words.isdisjoint(names))


# ----------------------------------------------------------------------------------- lines


def laid_out(source: str, indent: int = 0, before: str = "", after: str = "") -> str:
    """`source`, an expression in one line, in as many as it takes, between two other texts."""
    source = source.replace(DATA, "")
    if indent + len(before) + len(source) + len(after) <= WIDTH:
        return " " * indent + before + source + after
    tree, layout = ast.parse(source, mode="eval").body, _Layout(source)
    is_statement = not indent or before.endswith("= ")
    if is_statement and isinstance(tree, _Operators):
        lines = layout.within(tree, before, indent, after)
    else:
        lines = layout.lines(tree, before, indent, after)
    return "\n".join(lines)


def head_of(loop: str, depth: int) -> str:
    """The head of a loop, or of a condition, in lines."""
    names, found, over = loop.partition(" in ")
    if loop.startswith("if "):
        return " " * 4 * depth + loop
    return laid_out(over.removesuffix(":"), 4 * depth, before=names + found, after=":")


_Operators = ast.BinOp | ast.Compare | ast.BoolOp
_Brackets = ast.Call | ast.List | ast.Tuple | ast.Set | ast.Dict | ast.ListComp | ast.SetComp


class _Layout:
    """Breaks the nodes of one expression into lines."""

    def __init__(self, source: str) -> None:
        self._source = source.encode()

    def _flat(self, node: Any) -> str:
        if isinstance(node, ast.keyword):
            return f"{node.arg}={self._flat(node.value)}"
        if isinstance(node, ast.comprehension):
            return f"for {self._flat(node.target)} in {self._flat(node.iter)}"
        if isinstance(node, ast.GeneratorExp):  # as the one argument, which needs no brackets
            parts = [(node.elt, ""), *_clauses(node.generators)]
            return " ".join(start + self._flat(part) for part, start in parts)
        return self._source[node.col_offset : node.end_col_offset].decode()

    def lines(self, node: ast.AST, before: str, indent: int, after: str) -> Iterator[str]:
        """The lines of `node` at an indent, the first after `before`, `after` behind the last."""
        flat = self._flat(node)
        if indent + len(before) + len(flat) + len(after) <= WIDTH:
            yield " " * indent + before + flat + after
            return
        opening, closing, comma = "", flat[-1], ","
        parts: list[tuple[ast.AST, str]] = []
        match node:
            case ast.Call(ast.Attribute(first, name) as function, [argument]) if (
                isinstance(first, ast.Call | _Operators)
                and indent + len(before) + len(self._flat(function)) + 1 > WIDTH
            ):
                write = self.lines if isinstance(first, ast.Call) else self._bracketed
                *lines, last = write(first, before, indent, f".{name}(")
                yield from lines
                yield from self._closed(last, [argument], indent, f"){after}", comma=True)
                return
            case ast.Call(function, arguments, named):
                opening = self._flat(function) + "("
                parts = [(one, "") for one in (*arguments, *named)]
            case ast.List(items) | ast.Tuple(items) | ast.Set(items):
                opening, parts = flat[0], [(one, "") for one in items]
            case ast.Dict(keys, values):
                pairs = zip(keys, values, strict=True)
                opening = "{"
                parts = [(value, f"{self._flat(key)}: ") for key, value in pairs]
            case ast.ListComp(element, clauses) | ast.SetComp(element, clauses):
                opening, comma = flat[0], ""
                parts = [(element, ""), *_clauses(clauses)]
            case ast.DictComp(key, value, clauses):
                opening, comma = "{", ""
                parts = [(value, f"{self._flat(key)}: "), *_clauses(clauses)]
            case ast.GeneratorExp(element, clauses):
                for part, start in [(element, ""), *_clauses(clauses)]:
                    yield from self.lines(part, start, indent, "")
                return
            case ast.Subscript(value, index):
                *lines, last = self.lines(value, before, indent, "[")
                yield from lines
                several = index.elts if isinstance(index, ast.Tuple) else []
                yield from self._closed(
                    last, several or [index], indent, f"]{after}", comma=bool(several)
                )
                return
            case ast.UnaryOp(_, inner) | ast.Lambda(_, inner) | ast.Starred(inner):
                start = self._source[node.col_offset : inner.col_offset].decode()
                end = self._source[inner.end_col_offset : node.end_col_offset]
                in_brackets = bool(end) or isinstance(inner, _Operators | ast.GeneratorExp)
                in_brackets |= isinstance(node, ast.Lambda) and isinstance(inner, ast.UnaryOp)
                write = self._bracketed if in_brackets else self.lines
                yield from write(inner, before + start.rstrip("("), indent, after)
                return
            case ast.keyword(_, inner) | ast.comprehension(_, inner):
                start = flat[: len(flat) - len(self._flat(inner))]
                yield from self.lines(inner, before + start, indent, after)
                return
            case ast.BinOp() | ast.Compare() | ast.BoolOp():
                yield from self._operands(node, before, indent, after)
                return
            case _:  # a name or a literal, which no line is broken in
                pass
        if not parts:
            yield " " * indent + before + flat + after
            return
        yield " " * indent + before + opening
        between = ", " if comma else " "
        together = between.join(start + self._flat(part) for part, start in parts)
        is_one_line = not isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict)
        if is_one_line and indent + 4 + len(together) <= WIDTH:
            yield " " * (indent + 4) + together
        else:
            for part, start in parts:
                yield from self.lines(part, start, indent + 4, comma)
        yield " " * indent + closing + after

    def _closed(
        self, line: str, nodes: Sequence[ast.AST], indent: int, closing: str, comma: bool
    ) -> Iterator[str]:
        """Nodes behind the bracket that ends a line, in this line if they fit."""
        flat = ", ".join(map(self._flat, nodes))
        if len(line) + len(flat) + len(closing) <= WIDTH:
            yield line + flat + closing
        else:
            yield line
            if indent + 4 + len(flat) <= WIDTH:
                yield " " * (indent + 4) + flat
            else:
                for node in nodes:
                    yield from self.lines(node, "", indent + 4, "," if comma else "")
            yield " " * indent + closing

    def within(self, node: ast.AST, before: str, indent: int, after: str) -> Iterator[str]:
        """A statement's operators: in the brackets of an operand if these are enough, or of all."""
        hugged = self._hugged(node, before, indent, after)
        return self._bracketed(node, before, indent, after) if hugged is None else iter(hugged)

    def _bracketed(self, node: ast.AST, before: str, indent: int, after: str) -> Iterator[str]:
        flat = f"{' ' * indent}{before}({self._flat(node)}){after}"
        if len(flat) <= WIDTH:
            yield flat
        else:
            yield f"{' ' * indent}{before}("
            yield from self.lines(node, "", indent + 4, "")
            yield f"{' ' * indent}){after}"

    def _operands(self, node: ast.AST, before: str, indent: int, after: str) -> Iterator[str]:
        """Each operand of the outermost operators in a line of its own."""
        parts = self._outermost(node)
        for number, (symbol, operand, bracketed) in enumerate(parts):
            start = symbol if number else before
            end = after if number == len(parts) - 1 else ""
            write = self._bracketed if bracketed else self.lines
            yield from write(operand, start, indent, end)

    def _hugged(self, node: ast.AST, before: str, indent: int, after: str) -> list[str] | None:
        """The lines in which operands are broken in their own brackets, None if that is no good.

        It is no good where several operators are outermost, where neither the first operand
        starts nor the last ends with a bracket, and where a line of operators stays too long.
        """
        operands = [*self._every(node)]
        (_, first, starts), (_, last, ends) = operands[0], operands[-1]
        starts |= isinstance(first, _Brackets) and not isinstance(first, ast.Call)
        while isinstance(last, ast.UnaryOp):
            last = last.operand
            ends |= isinstance(last, _Operators)
        ends |= isinstance(last, _Brackets)
        if len(self._outermost(node)) > 2 or not (starts or ends):
            return None
        rests = [after]  # what follows each operand, up to where a line can end
        for symbol, operand, bracketed in reversed(operands[1:]):
            head = re.match(r"[^(\[{]*[(\[{]", flat := "(" if bracketed else self._flat(operand))
            rests.append(f" {symbol}{head[0] if head else flat + rests[-1]}")
        found, line = [], before
        for (symbol, operand, bracketed), rest in zip(operands, reversed(rests), strict=True):
            write = self._bracketed if bracketed else self.lines
            *more, end = write(operand, f"{line} {symbol}" if symbol else line, indent, rest)
            found += more
            line = end[indent : len(end) - len(rest)]
        found.append(" " * indent + line + after)
        own = (one for one in found if not one[indent:].startswith(" "))
        return None if any(len(one) > WIDTH for one in own) else found

    def _every(self, node: ast.AST) -> Iterator[tuple[str, ast.AST, bool]]:
        """As `_outermost`, with the operands of operators that bind closer."""
        for symbol, operand, bracketed in self._outermost(node):
            if bracketed or not isinstance(operand, _Operators):
                yield symbol, operand, bracketed
            else:
                for number, (inner, one, brackets) in enumerate(self._every(operand)):
                    yield inner if number else symbol, one, brackets

    def _outermost(self, node: Any) -> list[tuple[str, ast.AST, bool]]:
        """Operands, each behind its operator, and True for those that stand in brackets."""
        match node:
            case ast.BoolOp(_, operands):
                pass
            case ast.Compare(left, _, others):
                operands = [left, *others]
            case _:
                operands = [node.left, node.right]
        found: list[tuple[str, ast.AST, bool]] = []
        start = node.col_offset
        for operand in operands:
            between = self._source[start : operand.col_offset].decode()
            symbol, bracketed = between.strip(" ()"), between.endswith("(")
            start = operand.end_col_offset
            if not (found or bracketed) and _are_alike(node, operand):
                found = self._outermost(operand)
            else:
                found.append((f"{symbol} " if symbol else "", operand, bracketed))
        return found


def _are_alike(node: ast.AST, operand: ast.AST) -> bool:
    """True if both are operators of numbers that bind equally."""
    if not (isinstance(node, ast.BinOp) and isinstance(operand, ast.BinOp)):
        return False
    sums = (ast.Add, ast.Sub)
    return isinstance(node.op, sums) == isinstance(operand.op, sums)


def _clauses(loops: Sequence[ast.comprehension]) -> Iterator[tuple[ast.AST, str]]:
    """The loops of a comprehension and their conditions, each with the text before it."""
    for loop in loops:
        yield loop, ""
        yield from ((one, "if ") for one in loop.ifs)


def before(node: ast.expr) -> ast.expr:
    """The expression less 1."""
    match node:
        case ast.Constant(int(value)):
            return ast.Constant(value - 1)
        case ast.BinOp(ast.Constant(int(value)), ast.Sub(), right):
            return ast.BinOp(ast.Constant(value - 1), ast.Sub(), right)
        case ast.BinOp(left, ast.Add(), ast.Constant(1)):
            return left
        case ast.BinOp(left, ast.Add(), ast.Constant(int(value))):
            return ast.BinOp(left, ast.Add(), ast.Constant(value - 1))
    return ast.BinOp(node, ast.Sub(), ast.Constant(1))
