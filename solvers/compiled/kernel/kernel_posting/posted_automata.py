"""Automata that read the values of variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reading.normal_forms import Automaton
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.machine_words import WORD
from .builder import COSTLY
from .posted_tables import post_table

if TYPE_CHECKING:
    from .form_poster import Poster


def post_automaton(poster: Poster, form: Automaton) -> None:
    """Require that an automaton accepts the values at some places."""
    builder, places = poster.builder, form.places
    symbols = sorted({value for _, value in form.step})
    known = (form.start, *form.accepting, *form.step.values(), *(s for s, _ in form.step))
    states = 1 + max(known)
    words = (states + WORD - 1) // WORD
    inner = [_layer(range(states), words)] * (len(places) - 1)
    layers = [_layer([form.start], words), *inner, _layer(form.accepting, words)]
    arguments = [len(places), len(symbols), states, words]
    arguments.append(builder.allot(word for layer in layers for word in layer))
    arguments.append(builder.allot(_following(form, symbols, states)))
    arguments += [builder.allot([0] * words), builder.allot([0] * len(layers))]
    values = builder.allot(symbols), builder.allot(range(len(symbols)))
    waits = []
    for place in places:
        v, is_numbered = _read(poster, poster.variables[place], symbols)
        arguments += [v, 0, values[is_numbered]]
        waits.append((v, at.ANY))
    builder.propagator(kinds.AUTOMATON, COSTLY, arguments, waits)


def _read(poster: Poster, v: int, symbols: list[int]) -> tuple[int, bool]:
    """A variable to be read for `v`; true if it is the number of the symbol."""
    if poster.builder.is_word(v):
        return v, False
    number = poster.auxiliary(range(max(len(symbols), 1)))
    post_table(poster.builder, [v, number], [(value, n) for n, value in enumerate(symbols)])
    return number, True


def _layer(states: range | frozenset[int] | list[int], words: int) -> list[int]:
    word = sum(1 << state for state in states)
    return [word >> shift & ((1 << WORD) - 1) for shift in range(0, words * WORD, WORD)]


def _following(form: Automaton, symbols: list[int], states: int) -> list[int]:
    """The state that follows, by symbol and state; -1 for none."""
    number = {symbol: place for place, symbol in enumerate(symbols)}
    following = [-1] * (len(symbols) * states)
    for (state, symbol), after in form.step.items():
        following[number[symbol] * states + state] = after // WORD * 64 + after % WORD
    return following
