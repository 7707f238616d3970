"""Texts of expressions, by the brackets in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence


def at_top(text: str) -> Iterator[int]:
    """The places of the signs of `text` that stand in no brackets; brackets are outside."""
    depth = 0
    for place, sign in enumerate(text):
        depth -= sign in ")]}"
        if not depth:
            yield place
        depth += sign in "([{"


def parts_of(text: str) -> list[str]:
    """The parts of a text between its commas that stand in no brackets."""
    commas = [place for place in at_top(text) if text[place] == ","]
    return [text[a + 2 : b] for a, b in zip([-2, *commas], [*commas, len(text)], strict=True)]


def levels(text: str) -> Iterator[tuple[int, str]]:
    """The texts within each pair of brackets, and the whole of `text`, each with its place."""
    starts: list[int] = []
    for place, sign in enumerate(text):
        if sign in "([{":
            starts.append(place + 1)
        elif sign in ")]}" and starts:
            start = starts.pop()
            yield start, text[start:place]
    yield 0, text


def bare(text: str) -> str:
    """`text` without round brackets around the whole of it, if it is no tuple."""
    while text[:1] == "(" and [*at_top(text)] == [0, len(text) - 1]:
        inner = text[1:-1]
        if any(inner[place] == "," for place in at_top(inner)):
            break
        text = inner
    return text


def is_list(text: str) -> bool:
    """True if the whole of `text` is a list."""
    return text[:1] == "[" and [*at_top(text)] == [0, len(text) - 1]


def atomic(text: str) -> bool:
    """True if no operator stands outside brackets."""
    return not any(text[place] == " " for place in at_top(text))


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def in_lines(text: str, made: Callable[[str], Iterable[str]]) -> str:
    """The text in the lines that are `made` of it, with nothing in its strings to end one at."""
    strings = iter(_STRING.findall(text))
    lines = "\n".join(made(_STRING.sub(lambda one: f'"{"_" * (len(one[0]) - 2)}"', text)))
    found = _STRING.sub(lambda _: next(strings), lines)
    if "".join(found.split()) != "".join(text.split()):
        raise AssertionError(f"lines that say something else: {text}")
    return found


_ITEM = r"\w+(?:\[[^][]*\])?"
_PRODUCT = re.compile(rf"{_ITEM}(?: \* {_ITEM})+")


def summand(text: str) -> str:
    """A term of a sum, in brackets but for a product of items."""
    inner = bare(text)
    return inner if atomic(inner) or _PRODUCT.fullmatch(inner) else f"({inner})"


def weighted(natives: Sequence[str], coefficients: Sequence[int], constant: int) -> str:
    """The sum of texts with factors, positive ones first, and a constant."""
    if len(natives) > 2 and {*coefficients} == {1}:
        text = f"sum([{', '.join(natives)}])"
    else:
        text = ""
        parts = zip(coefficients, natives, strict=True)
        for factor, native in sorted(parts, key=lambda part: part[0] < 0):
            times = summand(native) if abs(factor) == 1 else f"{abs(factor)} * {native}"
            sign = "-" if factor < 0 else "+"
            text += f" {sign} {times}" if text else times if factor > 0 else f"-{times}"
    if constant > 0 and text[0] == "-":
        return f"{constant} - {text[1:]}"
    return text + (f" {'-' if constant < 0 else '+'} {abs(constant)}" if constant else "")
