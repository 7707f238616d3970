"""Draws used_words.svg, sum_interval.svg and table_state.svg, the pictures in performance.md.

python docs/draw_masks.py

The words of bits are computed here as the generated loops compute them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

SIDE = 20
INK, PALE = "#1b2733", "#8a97a3"
COLOURS = {"column": "#7a8fa6", "falling": "#d9822b", "rising": "#2b8a6e", "free": "#3563c9"}
Row = tuple[str, Sequence[tuple[int, str]]]
"""The caption left of a line of drawings, and its words of bits, each with a colour."""


def word(bits: int, width: int, left: int, top: int, colour: str) -> Iterable[str]:
    """A word of bits, bit 0 at the left."""
    for place in range(width):
        fill = colour if bits >> place & 1 else "#ffffff"
        yield (
            f'<rect x="{left + place * SIDE}" y="{top}" width="{SIDE}" height="{SIDE}"'
            f' fill="{fill}" stroke="{PALE}"/>'
        )


def text(line: str, left: int, top: int, colour: str = INK, size: int = 13) -> str:
    """A line of text, its foot at `top`."""
    return (
        f'<text x="{left}" y="{top}" fill="{colour}" font-size="{size}"'
        f' font-family="monospace" xml:space="preserve">{escape(line)}</text>'
    )


def picture(name: str, width: int, height: int, parts: Iterable[str]) -> None:
    """Write a picture beside this file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    )
    body = "\n".join([head, *parts, "</svg>"])
    Path(__file__).with_name(name).write_text(body + "\n")


def table(
    headings: Sequence[str], rows: Sequence[Row], width: int, margin: int
) -> tuple[list[str], int, int]:
    """Lines of words of bits below headings; and the width and height of all."""
    step = width * SIDE + 26
    parts = [text(heading, margin + i * step, 24) for i, heading in enumerate(headings)]
    for number, (caption, masks) in enumerate(rows):
        top = 36 + number * (SIDE + 10)
        parts.append(text(caption, 12, top + 15))
        for i, (bits, colour) in enumerate(masks):
            parts += word(bits, width, margin + i * step, top, colour)
    return parts, margin + len(headings) * step, 46 + len(rows) * (SIDE + 10)


def used_words(columns: Sequence[int] = (1, 3, 5, 0, 2)) -> None:
    """The three words of the queens, row by row, and the free squares."""
    size, everything = 6, 0b111111
    upright = falling = rising = 0
    rows: list[Row] = []
    for row, queen in enumerate([*columns, None]):
        free = everything & ~(upright | falling | rising)
        masks = [
            (upright, COLOURS["column"]),
            (falling & everything, COLOURS["falling"]),
            (rising & everything, COLOURS["rising"]),
            (free, COLOURS["free"]),
        ]
        taken = "popcount" if queen is None else f"takes {queen}"
        rows.append((f"row {row}: {taken}", masks))
        if queen is not None:
            bit = 1 << queen
            assert free & bit, f"column {queen} of row {row} is attacked"
            upright |= bit
            falling, rising = (falling | bit) << 1, (rising | bit) >> 1
    headings = ["used columns", "falling, « 1", "rising, » 1", "free = not any"]
    parts, width, height = table(headings, rows, size, 150)
    picture("used_words.svg", width, height, parts)


def sum_interval(values: Sequence[int] = (4, 1, 3), goal: int = 10) -> None:
    """The values left for the next of four different numbers 1 to 7 that add up to 10."""
    high, number = 7, 4
    rows: list[Row] = []
    so_far = used = 0
    for place in range(number):
        left = number - place - 1
        most, least = goal - so_far - left, goal - so_far if not left else 1
        interval = sum(1 << value - 1 for value in range(max(least, 1), min(most, high) + 1))
        free = interval & ~used
        addends = " + ".join(map(str, values[:place]))
        chosen = f"x{place}: {addends or 'nothing'} so far"
        masks = [(interval, COLOURS["rising"]), (used, COLOURS["column"]), (free, COLOURS["free"])]
        rows.append((chosen, masks))
        if place < len(values):
            assert free >> values[place] - 1 & 1, f"{values[place]} is not free"
            so_far, used = so_far + values[place], used | 1 << values[place] - 1
    headings = ["interval of the sum", "used", "free"]
    parts, width, height = table(headings, rows, high, 190)
    picture("sum_interval.svg", width, height, parts)


TABLE = ((0, 1, 2), (0, 2, 1), (1, 0, 3), (1, 2, 2), (2, 3, 0), (3, 1, 1))


def table_state() -> None:
    """A table of three columns, the states that its beginnings lead to, and their words."""
    parts = [text("x y z", 20, 24)]
    for number, row in enumerate(TABLE):
        parts.append(text(" ".join(map(str, row)), 20, 48 + 22 * number))
    parts += [text("state after x, and what it lets y be", 110, 24), text("then z", 480, 24)]
    for first in range(4):
        rows = [row for row in TABLE if row[0] == first]
        top = 36 + 50 * first
        parts.append(text(f"x = {first}", 110, top + 15))
        parts.append(text(f"→ state {first}", 170, top + 15))
        parts += word(sum(1 << row[1] for row in rows), 4, 270, top, COLOURS["rising"])
        for place, (_, second, third) in enumerate(rows):
            foot = top + 24 * place
            parts.append(text(f"y = {second} →", 390, foot + 15))
            parts += word(1 << third, 4, 480, foot, COLOURS["free"])
    picture("table_state.svg", 580, 248, parts)


if __name__ == "__main__":
    used_words()
    sum_interval()
    table_state()
