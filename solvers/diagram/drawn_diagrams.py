"""Small diagrams as pictures: a row of nodes a level, and an arc for each way down.

A node shows the number of solutions below it, an arc the values that lead along it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ...models.language.drawing.svg_style import Picture, document, paint, text
from ...models.language.phrases import counted, escaped, solutions_said
from .decision_diagram import Diagram, Level

MOST_NODES_DRAWN, MOST_EDGES_DRAWN = 150, 500
"""Of more nodes or values nobody could read a picture."""
GAP, FALL, TALL = 24, 92, 22
"""The room between nodes, from level to level, and the height of a node."""
SIZE, LETTER = 13, 8
"""The size of letters, and the width of one."""
LONGEST = 14
"""The letters of an arc's values that are written; its title has all of them."""
TRIED = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
"""The places along an arc that are tried for its values, until they hide no others."""


class Arc(NamedTuple):
    """The edges from a node to one of the next level."""

    node: int
    child: int
    values: tuple[Any, ...]


def diagram_svg(diagram: Diagram, values: Sequence[Sequence[Any]], title: str) -> str:
    """The text of an SVG file; `values` are those of each level's domain, as they are shown.

    Raises: ValueError for too large a diagram.
    """
    if not is_drawn(diagram):
        size = f"{counted(diagram.nodes, 'node')} and {counted(_edges(diagram), 'edge')}"
        raise ValueError(
            f"the diagram has {size}; it is drawn with at most {MOST_NODES_DRAWN} and"
            f" {MOST_EDGES_DRAWN}: take a smaller puzzle, or a part of the set"
        )
    arcs = [_arcs(*pair) for pair in zip(diagram.levels, values, strict=True)]
    return document(_picture(diagram, arcs), f"{title}: {solutions_said(diagram.count())}", SIZE)


def is_drawn(diagram: Diagram) -> bool:
    """True if a picture of the diagram could be read."""
    return diagram.nodes <= MOST_NODES_DRAWN and _edges(diagram) <= MOST_EDGES_DRAWN


def _edges(diagram: Diagram) -> int:
    return sum(len(level.places) for level in diagram.levels)


def _arcs(level: Level, values: Sequence[Any]) -> list[Arc]:
    found: dict[tuple[int, int], list[Any]] = {}
    for node, (start, end) in enumerate(pairwise(level.starts)):
        for place, child in zip(level.places[start:end], level.children[start:end], strict=True):
            found.setdefault((node, child), []).append(values[place])
    return [Arc(*ends, tuple(some)) for ends, some in found.items()]


def _picture(diagram: Diagram, arcs: Sequence[Sequence[Arc]]) -> Picture:
    if diagram.is_empty:
        return Picture(110, TALL, (text(0, 16, "no solution", "soft", SIZE, anchor="start"),))
    words = [list(map(_short, counts)) for counts in diagram.counts]
    left = max((len(name) * LETTER + 20 for name in diagram.names), default=0)
    at, right = _moved(_placed(words, arcs), words, left)
    parts, labels = list[str](), list[str]()
    for depth, name in enumerate(diagram.names):
        y = depth * FALL + TALL / 2
        line = f'<path d="M{left - 8:g} {y:g}H{right:g}" stroke-dasharray="2 4"'
        parts.append(f"{line} {paint('', 'grid', 0.6)}/>")
        parts.append(text(left - 12, y + 4, name, "soft", SIZE, anchor="end"))
        parts += _drawn_arcs(arcs[depth], at[depth], at[depth + 1], y, labels)
    parts += labels
    for depth, xs in enumerate(at):
        for x, said, number in zip(xs, words[depth], diagram.counts[depth], strict=True):
            end = depth == len(arcs)
            parts += _node(x, depth * FALL + TALL / 2, said, number, is_end=end)
    return Picture(right + 2, len(arcs) * FALL + TALL + 2, tuple(parts))


def _moved(
    at: Sequence[Sequence[float]], words: Sequence[Sequence[str]], left: float
) -> tuple[list[list[float]], float]:
    """Places of nodes, moved so that the first begins at `left`; and where the last ends."""
    halves = [[_wide(one) / 2 for one in row] for row in words]
    pairs = [pair for row in zip(at, halves, strict=True) for pair in zip(*row, strict=True)]
    shift = left - min(x - half for x, half in pairs)
    return [[x + shift for x in xs] for xs in at], shift + max(x + half for x, half in pairs)


def _wide(words: str) -> float:
    """The width of a node."""
    return max(28.0, LETTER * len(words) + 12)


def _placed(rows: Sequence[Sequence[str]], arcs: Sequence[Sequence[Arc]]) -> list[list[float]]:
    """By level, the middle of each node: below those that lead to it, as far as there is room."""
    found = [[0.0]]
    for words, some in zip(rows[1:], arcs, strict=True):
        above: list[list[float]] = [[] for _ in words]
        for arc in some:
            above[arc.child].append(found[-1][arc.node])
        wanted = [sum(xs) / len(xs) for xs in above]
        order = sorted(range(len(words)), key=lambda node: (wanted[node], node))
        xs, free = [0.0] * len(words), float("-inf")
        for node in order:
            half = _wide(words[node]) / 2 + GAP / 2
            xs[node] = max(wanted[node], free + half)
            free = xs[node] + half
        shift = sum(wanted) / len(wanted) - sum(xs) / len(xs)
        found.append([x + shift for x in xs])
    return found


def _drawn_arcs(
    arcs: Sequence[Arc], above: Sequence[float], below: Sequence[float], y: float, labels: list[str]
) -> Iterator[str]:
    """The arcs from a level to the next, with their values, which are drawn above all arcs."""
    used = list[tuple[float, float, float]]()
    for arc in sorted(arcs, key=lambda arc: abs(above[arc.node] - below[arc.child])):
        x0, x1 = above[arc.node], below[arc.child]
        top, bottom = y + TALL / 2, y + FALL - TALL / 2
        middle = (top + bottom) / 2
        yield (
            f'<path d="M{x0:g} {top:g}C{x0:g} {middle:g} {x1:g} {middle:g} {x1:g} {bottom:g}"'
            f" {paint('', 'grid', 1.4)}/>"
        )
        words = _in_words(arc.values)
        half = LETTER / 2 * len(words) + 3
        x, where = _free_place(x0, x1, top, bottom, half, used)
        used.append((x, where, half))
        title = f"<title>{escaped(', '.join(map(str, arc.values)))}</title>"
        labels.append(f"<g>{title}{text(x, where + 4, words, 'found', SIZE, halo=True)}</g>")


def _free_place(
    x0: float, x1: float, top: float, bottom: float, half: float, used: Sequence[Any]
) -> tuple[float, float]:
    """The middle of a label of an arc: the first that is tried at which it hides no other."""
    places = []
    for share in TRIED:
        s = 1 - share
        x = (s**3 + 3 * s * s * share) * x0 + (3 * s * share * share + share**3) * x1
        y = (s**3 + 1.5 * s * s * share) * top + (1.5 * s * share * share + share**3) * bottom
        y += 1.5 * (s * s * share * bottom + s * share * share * top)
        places.append((x, y))
    for x, y in places:
        if all(abs(x - a) >= half + h or abs(y - b) >= SIZE + 1 for a, b, h in used):
            return x, y
    return places[0]


def _node(x: float, y: float, words: str, number: int, *, is_end: bool) -> Iterator[str]:
    """A node, or the end, with the number of solutions below."""
    wide, round_, tint = _wide(words), 3 if is_end else TALL / 2, "tint2" if is_end else "tint0"
    title = "a solution" if is_end else solutions_said(number)
    yield f'<g><title>{title}</title><rect x="{x - wide / 2:g}" y="{y - TALL / 2:g}"'
    yield f' width="{wide:g}" height="{TALL}" rx="{round_:g}" {paint(tint, "ink", 1.2)}/>'
    yield f"{text(x, y + 4.5, words, 'ink', SIZE)}</g>"


def _short(number: int) -> str:
    """A number in few letters."""
    if number < 10**6:
        return str(number)
    digits = int((number.bit_length() - 1) * 0.30103)  # 10^digits is not past it
    return f"≥ 10^{digits}"


def _in_words(values: Sequence[Any]) -> str:
    """The values of an arc, numbers in a row as a range, in few letters."""
    runs = list[list[Any]]()
    for value in values:
        if runs and isinstance(value, int) and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    words = [f"{run[0]}…{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    said = ", ".join(words)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 2]} …"
