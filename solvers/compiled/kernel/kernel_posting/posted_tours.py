"""Tours of successors, and numbers of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reading.normal_forms import Tour, Unposted, Values
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.closed_tours import CONNECTED
from ..machine_source.machine_words import WORD
from .builder import CHEAP, COSTLY, LINEAR
from .posted_distinct import graph_of

if TYPE_CHECKING:
    from .form_poster import Poster

MOST_WINDOWS = 100
"""The most words of values of which different ones are counted."""


def post_tour(poster: Poster, form: Tour) -> None:
    """Require that successors form one tour."""
    builder, size = poster.builder, len(form.places)
    after = [poster.variables[place] for place in form.places]
    if not form.partial and size > 1:
        for node, v in enumerate(after):
            builder.clause([builder.literal(v, at.IS_NOT, node)])
    places = [builder.allot(numbers) for numbers in (after, *[range(size)] * 3)]
    arguments = [int(form.partial), size, 0, 0, *places]
    p = builder.propagator(kinds.TOUR, CHEAP, arguments, [(v, at.ANY) for v in after])
    arguments = [0, 0, p, graph_of(builder, size, (size - 1) // WORD + 1), *range(size)]
    builder.memory[p + CONNECTED] = builder.companion(p, kinds.CONNECTED, COSTLY, arguments)


def post_values(poster: Poster, form: Values) -> None:
    """Require that variables take so many different values."""
    builder = poster.builder
    variables = [poster.variables[place] for place in form.places]
    ends = [builder.ends(v) for v in variables]
    least = min((low for low, _ in ends), default=0)
    windows = (max((high for _, high in ends), default=0) - least) // WORD + 1
    if windows > MOST_WINDOWS:
        raise Unposted("values are too far apart")
    taken, some = (builder.allot([0] * windows) for _ in range(2))
    arguments = [form.low, form.high, least, windows, taken, some, len(variables), *variables]
    builder.propagator(kinds.VALUES, LINEAR, arguments, [(v, at.ANY) for v in variables])
