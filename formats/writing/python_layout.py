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
    tree = ast.parse(source, mode="eval").body
    is_statement = not indent or before.endswith("= ")
    in_brackets = is_statement and isinstance(tree, ast.BinOp | ast.Compare)
    opening, shift, end = "", indent, ""
    if in_brackets:
        start = " " * indent
        opening, shift, end = f"{start}{before}(\n", indent + 4, f"\n{start}){after}"
    part = (tree, "") if in_brackets else (tree, before)
    lines = _Layout(source).lines(*part, shift, "" if in_brackets else after)
    return opening + "\n".join(lines) + end


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
        opening, closing, comma, parts = "", flat[-1], ",", [(node, "")][:0]
        if indent + len(before) + len(flat) + len(after) > WIDTH:
            match node:
                case ast.Call(ast.Attribute(ast.Call() as first, name), [argument]) if (
                    indent + len(before) + len(self._flat(first)) + len(name) + 2 > WIDTH
                ):
                    *lines, last = self.lines(first, before, indent, f".{name}(")
                    yield from lines
                    rest = f"{last}{self._flat(argument)}){after}"
                    if len(rest) <= WIDTH:
                        yield rest
                    else:
                        yield last
                        yield from self.lines(argument, "", indent + 4, "")
                        yield f"{' ' * indent}){after}"
                    return
                case ast.Call(function, arguments, named):
                    opening = self._flat(function) + "("
                    parts = [(one, "") for one in (*arguments, *named)]
                case ast.List(items) | ast.Tuple(items):
                    opening, parts = flat[0], [(one, "") for one in items]
                case ast.Dict(keys, values):
                    pairs = zip(keys, values, strict=True)
                    opening = "{"
                    parts = [(value, f"{self._flat(key)}: ") for key, value in pairs]
                case ast.ListComp(element, clauses):
                    opening, comma = "[", ""
                    parts = [(element, ""), *_clauses(clauses)]
                case ast.DictComp(key, value, clauses):
                    opening, comma = "{", ""
                    parts = [(value, f"{self._flat(key)}: "), *_clauses(clauses)]
                case ast.GeneratorExp(element, clauses):
                    for part, start in [(element, ""), *_clauses(clauses)]:
                        yield from self.lines(part, start, indent, "")
                    return
                case ast.UnaryOp(_, ast.BinOp() | ast.Compare() as operand):
                    opening, comma, parts = flat[0] + "(", "", [(operand, "")]
                case (
                    ast.keyword(_, inner)
                    | ast.comprehension(_, inner)
                    | ast.UnaryOp(_, inner)
                    | ast.Starred(inner)
                ):
                    start = flat[: len(flat) - len(self._flat(inner))]
                    yield from self.lines(inner, before + start, indent, after)
                    return
                case ast.BinOp() | ast.Compare():
                    yield from self._operands(node, before, indent, after)
                    return
                case _:  # a name or a literal, which no line is broken in
                    pass
        between = ", " if comma else " "
        together = between.join(start + self._flat(part) for part, start in parts)
        if not parts:
            yield " " * indent + before + flat + after
            return
        yield " " * indent + before + opening
        is_one_line = isinstance(node, ast.Call | ast.ListComp | ast.DictComp)
        if is_one_line and indent + 4 + len(together) <= WIDTH:
            yield " " * (indent + 4) + together
        else:
            for part, start in parts:
                yield from self.lines(part, start, indent + 4, comma)
        yield " " * indent + closing + after

    def _operands(self, node: ast.AST, before: str, indent: int, after: str) -> Iterator[str]:
        """Each operand of the outermost operators in a line of its own."""
        parts = self._outermost(node)
        for number, (symbol, operand, bracketed) in enumerate(parts):
            start = symbol if number else before
            end = after if number == len(parts) - 1 else ""
            flat = f"{start}({self._flat(operand)}){end}"
            if not bracketed:
                yield from self.lines(operand, start, indent, end)
            elif indent + len(flat) <= WIDTH:
                yield " " * indent + flat
            else:
                yield f"{' ' * indent}{start}("
                yield from self.lines(operand, "", indent + 4, "")
                yield f"{' ' * indent}){end}"

    def _outermost(self, node: Any) -> list[tuple[str, ast.AST, bool]]:
        """Operands, each behind its operator, and True for those that stand in brackets."""
        left, right = node.left, node.comparators[0] if hasattr(node, "ops") else node.right
        between = self._source[left.end_col_offset : right.col_offset].decode()
        symbol, bracketed = between.strip(" ()") + " ", between.startswith(")")
        sums = (ast.Add, ast.Sub)
        alike = not bracketed and isinstance(left, ast.BinOp) and isinstance(node, ast.BinOp)
        alike = alike and isinstance(left.op, sums) == isinstance(node.op, sums)
        first = self._outermost(left) if alike else [("", left, bracketed)]
        return [*first, (symbol, right, between.endswith("("))]


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
