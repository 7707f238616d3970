"""Edges that are used close no cycle; on a loop none that leaves used edges, or vertices, out.

Arguments: 1 for a loop, else 0; and the graph (see graph_walks.py).
"""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory
from .graph_walks import (
    EDGE_STATES,
    EDGES,
    ENDS,
    SIZES,
    exclude_edge,
    is_joined,
    join_used,
    look_at_graph,
    owner,
)
from .records import ARGUMENTS

IS_LOOP = ARGUMENTS
OVER = ARGUMENTS + 1


def propagate_acyclic(m: Memory, p: int) -> bool:
    """The propagator."""
    g = m[p + OVER]
    used = look_at_graph(m, g)
    closed = join_used(m, g)
    if closed >= 0 and m[p + IS_LOOP] == 0:
        return False
    if closed >= 0:
        return only_loop(m, g, owner(m, g, m[m[g + ENDS] + 2 * closed]))
    for edge in range(m[g + EDGES]):
        if m[m[g + EDGE_STATES] + edge] == 1 and is_joined(m, g, edge):
            size = m[m[g + SIZES] + owner(m, g, m[m[g + ENDS] + 2 * edge])]
            is_whole = m[p + IS_LOOP] != 0 and size >= used
            if not is_whole and not exclude_edge(m, g, edge):
                return False
    return True


def only_loop(m: Memory, g: int, one: int) -> bool:
    """Let no edge be used but those that are joined with a vertex."""
    for edge in range(m[g + EDGES]):
        state = m[m[g + EDGE_STATES] + edge]
        inside = owner(m, g, m[m[g + ENDS] + 2 * edge]) == one
        if state == 2 and not inside:
            return False
        if state == 1 and not exclude_edge(m, g, edge):
            return False
    return True
