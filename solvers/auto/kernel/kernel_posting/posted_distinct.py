"""Terms that are all different."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...reading.normal_forms import Unposted
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.different_values import MATCHING
from ..machine_source.machine_words import FAR, WORD, highest, lowest
from ..machine_source.strong_components import GRAPH
from .builder import CHEAP, COSTLY, UNARY, Builder

if TYPE_CHECKING:
    from .form_poster import Poster
    from .posted_tables import Item


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


# -------------------------------------------------------------------------------- different places
# Places of one array that differ, since the items there are required to be different numbers.


Ends = tuple[int, int]


def post_different_places(poster: Poster) -> None:
    """Require of the arrays that were posted what follows from the items all being there once."""
    builder = poster.builder
    required = _required_ends(builder) if poster.chosen else {}
    for items, chosen in poster.chosen.items():
        places: dict[int, list[Item]] = {}
        for (x, offset), y in chosen:
            low, high = required.get(y, builder.ends(y))
            first, last = required.get(x, builder.ends(x))
            if low == high and first + offset >= 0 and last + offset < len(items):
                places.setdefault(low, []).append((x, offset))
        if len(places) > 1:
            post_distinct(builder, [place for same in places.values() for place in _apart(same)])


def _apart(places: Sequence[Item]) -> Iterator[Item]:
    """Those of places with the same item that differ anyway, as they are of one variable."""
    return (place for place in dict.fromkeys(places) if place[0] == places[0][0])


def _required_ends(builder: Builder) -> Mapping[int, Ends]:
    """The least and greatest values that required literals leave to variables."""
    memory, found = builder.memory, dict[int, Ends]()
    for literal in builder.required():
        v, amount = memory[literal + at.OF], memory[literal + at.AMOUNT]
        low, high = found.get(v, builder.ends(v))
        match memory[literal + at.MEANS]:
            case at.IN if amount:
                base = memory[v + at.BASE]
                low, high = max(low, base + lowest(amount)), min(high, base + highest(amount))
            case at.IS:
                low, high = amount, amount
            case at.AT_LEAST:
                low = max(low, amount)
            case at.AT_MOST:
                high = min(high, amount)
        found[v] = low, high
    return found
