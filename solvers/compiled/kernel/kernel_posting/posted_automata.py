"""Automata that read the values of variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reading.normal_forms import Automaton
from .unposted import Unposted

if TYPE_CHECKING:
    from .form_poster import Poster


def post_automaton(poster: Poster, form: Automaton) -> None:
    """Require that an automaton accepts the values at some places."""
    raise Unposted(form)
