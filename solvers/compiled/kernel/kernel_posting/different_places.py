"""Places of one array that differ, since the items there are required to be different numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..machine_source import records as at
from ..machine_source.machine_words import highest, lowest
from .builder import Builder
from .posted_distinct import post_distinct

if TYPE_CHECKING:
    from .form_poster import Poster
    from .posted_elements import Item

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
