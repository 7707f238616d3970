"""Python's expressions in lines as a formatter lays them out, and lists of them as comprehensions.

Lines are of at most `WIDTH` characters where an expression can be broken, as `ruff format` breaks
it by default.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby, islice, permutations, product
from math import comb, prod
from typing import Any

from ...models import Square

WIDTH = 88
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\d+|[^\W\d]\w*|\s+|.', re.DOTALL)
_LETTERS = "ijkmnpqrtuvw"
_FEWEST = 3
"""Fewer expressions are no family."""


def literal(value: object) -> str:
    """A plain value as its source, texts in double quotes."""
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


# ----------------------------------------------------------------------------------- lines


def laid_out(source: str, indent: int = 0, before: str = "", after: str = "") -> str:
    """`source`, an expression in one line, in as many as it takes, between two other texts."""
    if indent + len(before) + len(source) + len(after) <= WIDTH:
        return " " * indent + before + source + after
    tree = ast.parse(source, mode="eval").body
    in_brackets = not indent and isinstance(tree, ast.BinOp | ast.Compare)
    opening, shift, end = (f"{before}(\n", 4, f"\n){after}") if in_brackets else ("", indent, "")
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
        return self._source[node.col_offset : node.end_col_offset].decode()

    def lines(self, node: ast.AST, before: str, indent: int, after: str) -> Iterator[str]:
        """The lines of `node` at an indent, the first after `before`, `after` behind the last."""
        flat = self._flat(node)
        opening, closing, comma, parts = "", flat[-1], ",", [(node, "")][:0]
        if indent + len(before) + len(flat) + len(after) > WIDTH:
            match node:
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
                    parts = [(one, "") for one in (element, *clauses)]
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
        together = ", ".join(self._flat(part) for part, _ in parts)
        if not parts:
            yield " " * indent + before + flat + after
            return
        yield " " * indent + before + opening
        if isinstance(node, ast.Call) and indent + 4 + len(together) <= WIDTH:
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


# ------------------------------------------------------------------------- comprehensions


def in_families(texts: Sequence[str], taken: set[str], most: int = 4) -> list[str]:
    """Expressions, those in a row that are one family as a comprehension, if it is shorter.

    `taken` are names that no variable of a comprehension may have. One that goes through a list,
    where no range will do, has at most `most` variables.
    """
    found: list[str] = []
    for _, several in groupby(texts, lambda text: _TOKEN.sub(_kind, text)):
        same = list(several)
        loop = _comprehension(same, taken, most) if len(same) >= _FEWEST else None
        found += [loop] if loop and len(loop) < len(", ".join(same)) else same
    return found


def _kind(token: re.Match[str]) -> str:
    """A text by its quotes alone, a number as 0, another token as it is."""
    return '""' if token[0][0] in "\"'" else "0" if token[0].isdigit() else token[0]


_Row = tuple[Any, ...]


def _comprehension(texts: Sequence[str], taken: set[str], most: int) -> str | None:
    """A list comprehension that makes the expressions in their order, if there is one."""
    rows = [_TOKEN.findall(text) for text in texts]
    columns = {
        place: (*map(ast.literal_eval, column),)
        for place, column in enumerate(zip(*rows, strict=True))
        if len(set(column)) > 1
    }
    letters = [letter for letter in _LETTERS if letter not in taken]
    for clauses, values in _shapes([*dict.fromkeys(columns.values())], letters, most):
        names = letters[: len(values[0])]
        fitted = {place: _fitted(column, values, names) for place, column in columns.items()}
        if all(fitted.values()):
            later = dict(zip(letters, letters[len(names) :], strict=False))
            tokens = [later.get(token, token) for token in rows[0]]
            return f"[{_substituted(tokens, fitted)} {clauses}]"
    return None


def _shapes(
    columns: Sequence[_Row], letters: Sequence[str], most: int
) -> Iterator[tuple[str, list[_Row]]]:
    """Clauses of comprehensions and the values of their variables, the simplest first."""
    for several in (1, 2, 3):
        for chosen in islice(permutations(columns, several), 200):
            values = [*zip(*chosen, strict=True)]
            lines = [_line(column) for column in chosen]
            ranges = [line for line in lines if isinstance(line, range)]
            if prod(map(len, lines)) == len(values) and [*product(*lines)] == values:
                if several > 1 or ranges:
                    loops = zip(letters, map(literal, lines), strict=False)
                    yield " ".join(f"for {name} in {line}" for name, line in loops), values
            elif several > 1 and len(ranges) == several:
                span = range(ranges[0].start, ranges[-1].stop)
                alike = comb(len(span), several) == len(values)
                if alike and [*combinations(span, several)] == values:
                    names = ", ".join(letters[:several])
                    yield f"for {names} in combinations({literal(span)}, {several})", values
    free: list[_Row] = []
    for column in columns:
        if not any(_fitted(column, [(value,) for value in one], ["i"]) for one in free):
            free.append(column)
    if 0 < len(free) <= most:
        values = [*zip(*free, strict=True)]
        listed = [one for (one,) in values] if len(free) == 1 else values
        yield f"for {', '.join(letters[: len(free)])} in {literal(listed)}", values


def _line(column: _Row) -> range | list[Any]:
    """The values of a column, each once: as a range that ascends, if they are one."""
    values = [*dict.fromkeys(column)]
    step = values[1] - values[0] if type(values[0]) is int else 0
    line = range(values[0], values[-1] + (1 if step == 1 else step), step) if step > 0 else None
    return line if line and [*line] == values else values


def _fitted(column: _Row, values: Sequence[_Row], names: Sequence[str]) -> str:
    """The column as a sum of multiples of variables of these values; empty if it is none."""
    for place, name in enumerate(names):
        if all(value == row[place] for value, row in zip(column, values, strict=True)):
            return name
    if not all(isinstance(value, int) for value in (*column, *values[0])):
        return ""
    factors = [_slope(column, values, place) for place in range(len(names))]
    sums = [sum(f * v for f, v in zip(factors, row, strict=True)) for row in values]
    rest, size = column[0] - sums[0], len(column)
    if [one + rest for one in sums] != [*column]:
        turned = factors == [1] and [(one + rest) % size for one in sums] == [*column]
        return f"({names[0]} + {rest % size}) % {size}" if turned else ""
    pairs = [*zip(factors, names, strict=True), (rest, "")]
    terms = sorted((pair for pair in pairs if pair[0]), key=lambda pair: pair[0] < 0)
    texts = [n if n and abs(f) == 1 else f"{abs(f)} * {n}".removesuffix(" * ") for f, n in terms]
    signed = (f" {'+' if f > 0 else '-'} {t}" for (f, _), t in zip(terms, texts, strict=True))
    return "".join(signed)[3:] if terms[0][0] > 0 else ""


def _slope(column: _Row, values: Sequence[_Row], place: int) -> int:
    """The growth of the column with the variable at `place`, by two rows alike but for that."""
    seen: dict[_Row, tuple[Any, Any]] = {}
    for value, row in zip(column, values, strict=True):
        start, least = seen.setdefault((*row[:place], *row[place + 1 :]), (row[place], value))
        if start != row[place]:
            return int((value - least) // (row[place] - start))
    return 0


def _substituted(tokens: Sequence[str], fitted: Mapping[int, str]) -> str:
    """The tokens as a text, with terms at some places; in brackets beside an operator."""
    found = [*tokens]
    for place, term in fitted.items():
        beside = "".join(tokens[:place]).rstrip()[-1:] + "".join(tokens[place + 1 :]).lstrip()[:1]
        found[place] = f"({term})" if " " in term and set(beside) & set("+-*/%") else term
        for colon in (place - 1, place + 1):
            if " " in term and tokens[colon : colon + 1] == [":"]:
                found[colon] = " : "
    return "".join(found).replace("[ : ", "[: ").replace(" : ]", " :]")
