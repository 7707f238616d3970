"""Pictures within pages: assignments that a constraint allows, families of squares, galleries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import islice, pairwise, product
from typing import Any

from everyway.models import (
    Board,
    Constraint,
    Expression,
    Family,
    Program,
    Squares,
    Variable,
    topological,
)
from everyway.models.language.drawing.svg_style import (
    COLOURS,
    Picture,
    document,
    flow,
    paint,
    text,
)

SIDE, GAP, WIDEST = 24, 14, 270
MOST = {True: 12, False: 6}
"""The most assignments that are drawn of those allowed, and of the others."""


def style() -> str:
    """A style sheet that turns our colours over with the theme of the site."""
    dark = [(name, night) for name, (day, night) in COLOURS.items() if day != night]

    def rules(theme: str) -> str:
        return "".join(
            f"{theme} .f-{name}{{fill:{night}}}{theme} .s-{name}{{stroke:{night}}}\n"
            for name, night in dark
        )

    preferred = rules("body:not([data-theme=light])")
    chosen = rules("body[data-theme=dark]")
    return f"@media screen {{\n{chosen}@media (prefers-color-scheme: dark) {{\n{preferred}}}\n}}\n"


def inline(svg: str) -> str:
    """An SVG file as a part of a page, whose style sheet has its colours."""
    return re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL).replace("\n", "")


def raw(html: str) -> str:
    """HTML as a block of a page in Markdown."""
    return f"```{{raw}} html\n{html}\n```\n"


def gallery(cards: Iterable[Sequence[str]]) -> str:
    """Links with pictures: the address, the picture, the name and a line about each, and HTML."""
    shown = "".join(
        f'<a href="{escape(link)}">{svg}<b>{escape(name)}</b><span>{escape(about)}</span>'
        f"{''.join(more)}</a>"
        for link, svg, name, about, *more in cards
    )
    return raw(f'<div class="gallery">{shown}</div>')


def scope_of(node: Constraint | Expression) -> list[Variable]:
    """The variables of a constraint or an expression."""
    return [found for found in topological([node]) if isinstance(found, Variable)]


def meaning(node: Constraint | Expression) -> tuple[str, int, int]:
    """A picture of a constraint or an expression over all assignments of its variables.

    With the number that a constraint allows (1 or more for an expression), and the number of all.
    """
    scope = scope_of(node)
    program = Program([node])
    rows = list(product(*(variable.domain for variable in scope)))
    names = [variable.name for variable in scope]
    found = [program.run(dict(zip(names, row, strict=True)))[0] for row in rows]
    results = dict(zip(rows, found, strict=True))
    drawn = _square(scope, results) if len(scope) == 2 else _strips(scope, results)
    label = f"assignments of {', '.join(names)}"
    return inline(document(drawn, label, 8)), sum(map(bool, found)), len(rows)


def _square(scope: Sequence[Variable], results: dict[Any, Any]) -> Picture:
    """The first variable across, the second down; a disc where a constraint holds."""
    across, down = (list(variable.domain) for variable in scope)
    parts = [text(SIDE * (1 + len(across) / 2), 12, f"{scope[0].name} →", "soft", 13)]
    parts.append(text(SIDE, SIDE * len(down) + 54, f"{scope[1].name} ↓", "soft", 13))
    parts += [text(SIDE * (x + 1.5), 30, str(value), "soft", 13) for x, value in enumerate(across)]
    for y, second in enumerate(down):
        parts.append(text(SIDE / 2, SIDE * y + 53, str(second), "soft", 13))
        for x, first in enumerate(across):
            parts += _cell(SIDE * (x + 1), SIDE * y + 36, results[first, second])
    width = max(SIDE * (len(across) + 1), 90)
    return Picture(width, SIDE * len(down) + 58, tuple(parts))


def _cell(x: float, y: float, result: Any) -> Iterator[str]:
    box = f'x="{x:g}" y="{y:g}" width="{SIDE}" height="{SIDE}"'
    tint = "tint0" if result is True else "paper"
    yield f"<rect {box} {paint(tint, 'grid', 1)}/>"
    if result is True:
        yield f'<circle cx="{x + SIDE / 2:g}" cy="{y + SIDE / 2:g}" r="5" {paint("ink")}/>'
    elif result is not False:
        yield text(x + SIDE / 2, y + 17, "–" if result is None else str(result), "ink", 13)


def _strips(scope: Sequence[Variable], results: dict[Any, Any]) -> Picture:
    """Some assignments, a row of values each: those allowed, and others struck out."""
    rows = [row for verdict in (True, False) for row in _some(results, verdict)]
    domains = [list(variable.domain) for variable in scope]
    return flow((_strip(domains, row, results[row]) for row in rows), WIDEST, GAP)


def _some(results: dict[Any, Any], verdict: bool) -> Iterator[Any]:
    """Assignments with this result, spread over all of them."""
    found = [row for row, result in results.items() if bool(result) == verdict]
    return islice(found, 0, None, -(-len(found) // MOST[verdict]) or 1)


def _strip(domains: Sequence[Sequence[Any]], row: Sequence[Any], result: Any) -> Picture:
    parts = []
    for place, (domain, value) in enumerate(zip(domains, row, strict=True)):
        box = f'x="{place * SIDE}" y="0" width="{SIDE}" height="{SIDE}"'
        tint = f"tint{domain.index(value) % 8}" if result else "paper"
        parts.append(f"<rect {box} {paint(tint, 'grid', 1)}/>")
        parts.append(text(place * SIDE + SIDE / 2, 17, str(value), "ink" if result else "soft", 14))
    if not result:
        line = f"M-3 {SIDE / 2}H{len(row) * SIDE + 3}"
        parts.append(f'<path d="{line}" {paint("", "huered", 2)}/>')
    return Picture(len(row) * SIDE, SIDE, tuple(parts))


def family(found: Family, board: Board) -> str:
    """A board with the groups of a family, in turn by hue: lines, rectangles, or else discs."""
    parts = []
    for square in board.open:
        box = f'x="{(square.column - 1) * SIDE}" y="{(square.row - 1) * SIDE}"'
        parts.append(f'<rect {box} width="{SIDE}" height="{SIDE}" {paint("paper", "grid", 1)}/>')
    for place, group in enumerate(found):
        parts += _group(group, place)
    side = SIDE * max(board.height, board.width)
    return inline(document(Picture(side, side, tuple(parts)), found.name, 6))


def _group(group: Squares, place: int) -> Iterator[str]:
    hue = f"hue{place % 8}"
    rows, columns = [s.row for s in group], [s.column for s in group]
    high, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    points = [((s.column - 0.5) * SIDE, (s.row - 0.5) * SIDE) for s in group]
    steps = {(b.row - a.row, b.column - a.column) for a, b in pairwise(group)}
    if len(steps) == 1:
        path = "L".join(f"{x:g} {y:g}" for x, y in points)
        yield f'<path d="M{path}" {paint("", hue, 3)}/>'
    elif len(group) == high * wide > 1:
        inset = 3 + 3 * (place % 3)
        box = f'x="{(min(columns) - 1) * SIDE + inset}" y="{(min(rows) - 1) * SIDE + inset}"'
        size = f'width="{wide * SIDE - 2 * inset}" height="{high * SIDE - 2 * inset}" rx="5"'
        yield f"<rect {box} {size} {paint('', hue, 3)}/>"
        return
    for x, y in points:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="4" {paint(hue)}/>'
