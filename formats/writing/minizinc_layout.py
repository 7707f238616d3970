"""MiniZinc's expressions in lines.

A line ends behind an operator between truths, or in the brackets that take most room, whose inside
then stands in lines of its own; sums and lists fill their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import TextWrapper

from .brackets import at_top, in_lines, is_list

WIDTH = 100
_COMPARISONS = (" =", " !=", " <", " <=", " >", " >=")
_LEVELS = (
    (" where ",),
    (" <-> ",),
    (" -> ", " <- "),
    (" \\/ ", " xor "),
    (" /\\ ",),
    tuple(f"{sign} " for sign in _COMPARISONS),
)
"""The operators at which lines end, from those that bind least."""
_SHORT = 25
"""The signs from which parts no longer fill lines together."""
_SIDE = 40
"""The signs from which both sides of a comparison have lines of their own."""
_LITTLE, _MUCH = 20, 80
"""The signs in brackets that have lines of their own, if they are half of a text, and if not."""
_KEPT = re.compile(
    r" (?=[-+*<>!=|/\\]|div\b|mod\b|in\b|where\b)|(?<=[*<>=]) |(?<=\bin) |(?<=\bnot) "
)
"""The blanks at which no line of a sum or a list ends."""


def laid_out(head: str, parts: Sequence[str]) -> Iterator[str]:
    """The lines of one item, whose parts must all hold."""
    joined = " /\\ ".join(parts)
    if len(f"{head} {joined};") <= WIDTH:
        yield f"{head} {joined};"
        return
    before = f"{head} " if head.endswith("=") else ""
    if not before:
        yield head
    indent = 0 if before else 4
    yield in_lines(
        f"{before}{joined};", lambda text: _lines(text[len(before) : -1], indent, before, ";")
    )


def _lines(text: str, indent: int, before: str, after: str) -> Iterator[str]:
    """The lines of a text between two others."""
    if indent + len(before) + len(text) + len(after) <= WIDTH:
        yield " " * indent + before + text + after
        return
    levels = () if text.startswith("let {") else _LEVELS
    split = (_split(text, signs) for signs in levels)
    parts = next((found for found in split if len(found) > 1), [])
    sizes = [len(part) for part, _ in parts]
    if parts and parts[0][1] in _COMPARISONS:
        if min(sizes) >= _SIDE and len(parts) == 2:
            yield from _lines(parts[0][0], indent, before, parts[0][1])
            yield from _lines(parts[1][0], indent + 4, "", after)
            return
    elif max(sizes, default=0) >= _SHORT:
        for part, sign in parts[:-1]:
            yield from _lines(part, indent, before, sign)
            before = ""
        yield from _lines(parts[-1][0], indent, before, after)
        return
    filled = [*_filled(before + text + after, indent, 0 if parts else 4)]
    found = _brackets(text, indent + len(before), min(_MUCH, len(text) // 2))
    if not found and max(map(len, filled)) > WIDTH:
        found = _brackets(text, indent + len(before), _LITTLE)
    if found:
        start, end, size = found
        yield " " * indent + before + text[:start]
        inside = text[start:end].strip()
        yield from (_filled if text[start - 1] == "|" else _inside)(inside, indent + 4)
        yield from _lines(text[end + size :], indent, text[end : end + size], after)
    else:
        yield from filled


def _split(text: str, signs: Sequence[str]) -> list[tuple[str, str]]:
    """The parts of a text at operators outside of brackets, each with that behind it."""
    found, start = [], 0
    for place in at_top(text):
        sign = next((one for one in signs if text.startswith(one, place)), "")
        if sign:
            found.append((text[start:place], sign.rstrip()))
            start = place + len(sign)
    return [*found, (text[start:], "")]


def _brackets(text: str, used: int, much: int) -> tuple[int, int, int] | None:
    """The ends of what is in the outer brackets with most in them, and how many close there.

    It is that of `let`, or a loop's body rather than the loop's own; None if all have little.
    """
    pairs = [(a, b) for a, b in pairwise(at_top(text)) if b - a > _LITTLE and used + a < WIDTH]
    pairs = pairs[:1] if text.startswith("let {") else pairs
    bodies = {a - 1 for a, _ in pairs if text.startswith(")(", a - 1)}
    most: tuple[int, int, int] | None = None
    for a, b in pairs:
        is_much = a - 1 in bodies or b - a >= much or text[a] == "{"
        is_index = text[a] == "[" and re.match(r"[\w)\]]", text[a - 1 : a])
        if is_index or not is_much or b in bodies:
            continue
        start, end = a + 1, b
        while is_list(text[start:end]):
            start, end = start + 1, end - 1
        if text[start] == "|":
            start, end = start + 1, end - 1
        if most is None or end - start > most[1] - most[0]:
            most = start, end, b + 1 - end
    return most


def _inside(text: str, indent: int) -> Iterator[str]:
    """The lines of what is in brackets: several things, a list of all such, or one."""
    split = (_split(text, (sign,)) for sign in (" | ", " where ", ", "))
    parts = next((found for found in split if len(found) > 1), [(text, "")])
    if parts[0][1] == "," and max(len(part) for part, _ in parts) < _SHORT:
        yield from _filled(text, indent)
    else:
        for part, sign in parts:
            yield from _lines(part, indent, "", sign)
            indent += 4 if sign == " where" else 0


def _filled(text: str, indent: int, further: int = 0) -> Iterator[str]:
    """As many lines as a text fills, those after the first further in."""
    filled = TextWrapper(
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + further),
        break_long_words=False,
        break_on_hyphens=False,
    )
    kept = _KEPT.sub("\0", text)
    for a, b in pairwise(at_top(text)):
        if 1 < b - a < _MUCH:
            kept = kept[:a] + kept[a:b].replace(" ", "\0") + kept[b:]
    return (line.replace("\0", " ") for line in filled.wrap(kept))
