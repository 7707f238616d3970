"""From a normal form to its propagators."""

from __future__ import annotations

from typing import assert_never

from ..reading.normal_forms import (
    Automaton,
    Clause,
    Distinct,
    Form,
    Linear,
    Loads,
    Logic,
    Rows,
    Tour,
    Values,
)
from .allowed_rows import post_rows
from .automata import Reading
from .clauses import post_clause
from .distinct import post_distinct
from .general_constraints import post_logic
from .linear_bounds import post_linear
from .number_of_values_bounds import DifferentValues
from .posting import Posting
from .subtours import post_tour


def post(posting: Posting, form: Form) -> None:
    """Require `form`."""
    match form:
        case Distinct():
            post_distinct(posting, form)
        case Linear():
            post_linear(posting, form)
        case Clause():
            post_clause(posting, form)
        case Rows():
            post_rows(posting, form)
        case Automaton():
            posting.add(Reading(posting.layout, form))
        case Tour():
            post_tour(posting, form)
        case Values():
            posting.add(DifferentValues(posting.layout, form))
        case Loads():
            for part in form.parts:
                post(posting, part)
        case Logic():
            post_logic(posting, form)
        case _:
            assert_never(form)
