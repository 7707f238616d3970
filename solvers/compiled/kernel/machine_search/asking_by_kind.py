"""Asking a propagator, by its kind."""

from __future__ import annotations

from ..machine_source.automaton_layers import propagate_automaton
from ..machine_source.chosen_items import propagate_element
from ..machine_source.closed_tours import propagate_connected, propagate_tour
from ..machine_source.compact_table import propagate_table
from ..machine_source.differ import propagate_differ
from ..machine_source.different_values import propagate_distinct
from ..machine_source.distinct_matching import propagate_matching
from ..machine_source.greatest_terms import propagate_extreme
from ..machine_source.kinds import (
    AUTOMATON,
    CONNECTED,
    DIFFER,
    DISTINCT,
    ELEMENT,
    EXTREME,
    LINEAR,
    LOADS,
    MATCHING,
    ORDERED,
    PRODUCT,
    SAME,
    TABLE,
    TOUR,
    TWO_COLUMNS,
    UNEQUAL,
    VALUES,
)
from ..machine_source.loads_over_time import propagate_loads
from ..machine_source.machine_words import Memory
from ..machine_source.ordered_values import propagate_ordered
from ..machine_source.products import propagate_product
from ..machine_source.records import KIND
from ..machine_source.same_values import propagate_same
from ..machine_source.sum_bounds import propagate_linear
from ..machine_source.sum_unequal import propagate_unequal
from ..machine_source.two_columns import propagate_two_columns
from ..machine_source.values_taken import propagate_values


def propagate(m: Memory, p: int) -> bool:
    """Ask a propagator; False where its constraint cannot hold."""
    kind = m[p + KIND]
    if kind == LINEAR:
        return propagate_linear(m, p)
    if kind == DISTINCT:
        return propagate_distinct(m, p)
    if kind == DIFFER:
        return propagate_differ(m, p)
    if kind == MATCHING:
        return propagate_matching(m, p)
    if kind == UNEQUAL:
        return propagate_unequal(m, p)
    if kind == TWO_COLUMNS:
        return propagate_two_columns(m, p)
    if kind == TABLE:
        return propagate_table(m, p)
    if kind == ORDERED:
        return propagate_ordered(m, p)
    if kind == TOUR:
        return propagate_tour(m, p)
    if kind == CONNECTED:
        return propagate_connected(m, p)
    if kind == LOADS:
        return propagate_loads(m, p)
    if kind == VALUES:
        return propagate_values(m, p)
    if kind == ELEMENT:
        return propagate_element(m, p)
    if kind == SAME:
        return propagate_same(m, p)
    if kind == PRODUCT:
        return propagate_product(m, p)
    if kind == EXTREME:
        return propagate_extreme(m, p)
    if kind == AUTOMATON:
        return propagate_automaton(m, p)
    return False
