"""Terms that are all different."""

from __future__ import annotations

from collections.abc import Sequence

from ...reading.normal_forms import Unposted
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.different_values import MATCHING
from ..machine_source.machine_words import FAR, WORD
from ..machine_source.strong_components import GRAPH
from .builder import CHEAP, COSTLY, UNARY, Builder

MOST_WORDS = 20_000


def post_distinct(
    builder: Builder, terms: Sequence[tuple[int, int]], exempt: int | None = None
) -> None:
    """Require that variables with numbers added to them are all different, or are `exempt`.

    Raises: Unposted for numbers that 64 bits do not hold once they are added.
    """
    if max((abs(offset) for _, offset in terms), default=0) >= FAR:
        raise Unposted("numbers are too great")
    if len(terms) == 2 and exempt is None:
        (left, start), (right, other) = terms
        waits = [(left, at.FIXED), (right, at.FIXED)]
        builder.propagator(kinds.DIFFER, UNARY, [left, right, other - start], waits)
        return
    ends = [(builder.ends(v), offset) for v, offset in terms]
    low = min((low + offset for (low, _), offset in ends), default=0)
    high = max((high + offset for (_, high), offset in ends), default=0)
    words = high - low < WORD and all(builder.is_word(v) for v, _ in terms) and exempt is None
    windows = (high - low) // WORD + 1
    matching = exempt is None and len(terms) > 2 and windows * len(terms) <= MOST_WORDS
    spared = FAR if exempt is None else exempt
    written = [n for term in terms for n in term]
    arguments = [0, low if words else FAR, spared, 0, len(terms), *written]
    event = at.ANY if words or matching else at.FIXED
    p = builder.propagator(kinds.DISTINCT, CHEAP, arguments, [(v, event) for v, _ in terms])
    if matching:
        had, graph = [0] * len(terms), graph_of(builder, len(terms), windows)
        arguments = [0, 0, p, low, windows, graph, *had]
        builder.memory[p + MATCHING] = builder.companion(p, kinds.MATCHING, COSTLY, arguments)


def graph_of(builder: Builder, nodes: int, windows: int) -> int:
    """A graph with room for so many nodes and words: see strong_components.py."""
    nodes = 1 << nodes.bit_length()
    key = nodes, windows
    if key not in builder.graphs:
        rooms = [nodes * windows, 0, windows * WORD, *[windows] * 4, *[nodes] * 7]
        places = [builder.allot([0] * room) for room in rooms]
        builder.graphs[key] = builder.allot([0, *places, *[0] * (GRAPH - 1 - len(places))])
    return builder.graphs[key]
