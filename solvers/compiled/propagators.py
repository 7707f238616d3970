"""From a form to what propagates it."""

from __future__ import annotations

from .forms import Automaton, Distinct, Form, Linear, Logic, Rows, Tour, Values
from .posting import Posting
from .propagate_automata import post_automaton
from .propagate_counts import post_tour, post_values
from .propagate_distinct import post_distinct
from .propagate_linear import post_linear
from .propagate_logic import post_logic
from .propagate_tables import post_rows


def post(posting: Posting, form: Form) -> None:
    """Require `form`."""
    match form:
        case Distinct():
            post_distinct(posting, form)
        case Linear():
            post_linear(posting, form)
        case Rows():
            post_rows(posting, form)
        case Automaton():
            post_automaton(posting, form)
        case Tour():
            post_tour(posting, form)
        case Values():
            post_values(posting, form)
        case Logic():
            post_logic(posting, form)
