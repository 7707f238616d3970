"""The kinds of propagators, each in a module of its own."""

from __future__ import annotations

from .automaton_layers import propagate_automaton
from .chosen_items import propagate_element
from .closed_tours import propagate_connected, propagate_tour
from .compact_table import propagate_table
from .differ import propagate_differ
from .different_values import propagate_distinct
from .distinct_matching import propagate_matching
from .greatest_terms import propagate_extreme
from .loads_over_time import propagate_loads
from .machine_words import Memory
from .ordered_values import propagate_ordered
from .products import propagate_product
from .records import KIND
from .same_values import propagate_same
from .sum_bounds import propagate_linear
from .sum_unequal import propagate_unequal
from .two_columns import propagate_two_columns
from .values_taken import propagate_values

LINEAR, UNEQUAL, DIFFER, DISTINCT, MATCHING = range(1, 6)
TOUR, CONNECTED, VALUES, LOADS = range(6, 10)
TWO_COLUMNS, TABLE, ORDERED, ELEMENT, AUTOMATON = range(20, 25)
SAME, PRODUCT, EXTREME = range(30, 33)


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
