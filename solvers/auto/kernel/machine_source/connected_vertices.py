"""Vertices that are used are joined by vertices and edges that are used.

From one of them all others are reached over what may be used; what is not reached is not used.
A vertex, or an edge, that alone leads to others is used. On a loop there is no such edge, and no
such vertex: what lies behind one is not used, and the loop does not go both ways.

Arguments: 1 for a loop, else 0; and the graph (see graph_walks.py).
"""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory
from .graph_walks import (
    LOW_LINKS,
    ORDER,
    PATH,
    REACHED,
    REACHED_BY,
    USED,
    VERTEX_STATES,
    VERTICES,
    exclude_vertex,
    look_at_graph,
    next_left,
    other_end,
    reach,
    use_edge,
    use_vertex,
)
from .records import ARGUMENTS

IS_LOOP = ARGUMENTS
OVER = ARGUMENTS + 1


def propagate_connected_vertices(m: Memory, p: int) -> bool:
    """The propagator."""
    g = m[p + OVER]
    used = look_at_graph(m, g)
    if used == 0:
        return True
    root = 0
    while m[m[g + VERTEX_STATES] + root] != 2:
        root = root + 1
    reach(m, g, root, -1, 1)
    m[m[g + PATH]] = root
    depth = 1
    count = 1
    while depth > 0:
        left = m[m[g + PATH] + depth - 1]
        after = next_left(m, g, depth, count)
        if after > depth:
            count = count + 1
        elif after > 0 and not go_back(m, p, g, m[m[g + PATH] + after - 1], left, count):
            return False
        depth = after
    if m[m[g + USED] + root] < used:
        return False
    for vertex in range(m[g + VERTICES]):
        is_left_out = m[m[g + VERTEX_STATES] + vertex] == 1 and m[m[g + REACHED] + vertex] == 0
        if is_left_out and not exclude_vertex(m, g, vertex):
            return False
    return m[p + IS_LOOP] == 0 or one_way(m, g, root, count)


def go_back(m: Memory, p: int, g: int, vertex: int, behind: int, count: int) -> bool:
    """Go back to a vertex from one behind it, with all that the walk came to from there."""
    low = m[m[g + LOW_LINKS] + behind]
    used = m[m[g + USED] + behind]
    when = m[m[g + REACHED] + vertex]
    m[m[g + LOW_LINKS] + vertex] = min(m[m[g + LOW_LINKS] + vertex], low)
    m[m[g + USED] + vertex] = m[m[g + USED] + vertex] + used
    if low < when:
        return True
    if m[p + IS_LOOP] != 0:
        if when == 1:
            return True
        return used == 0 and exclude_from(m, g, m[m[g + REACHED] + behind] - 1, count)
    if used == 0:
        return True
    if not use_vertex(m, g, vertex):
        return False
    return low == when or use_edge(m, g, m[m[g + REACHED_BY] + behind])


def exclude_from(m: Memory, g: int, first: int, end: int) -> bool:
    """Let the vertices not be used that were reached from one place to below another."""
    for place in range(first, end):
        vertex = m[m[g + ORDER] + place]
        if not exclude_vertex(m, g, vertex):
            return False
    return True


def one_way(m: Memory, g: int, root: int, count: int) -> bool:
    """Let a loop through the vertex where the walk began leave it one way alone."""
    ways = 0
    for place in range(1, count):
        vertex = m[m[g + ORDER] + place]
        if is_behind(m, g, vertex, root) and m[m[g + USED] + vertex] > 0:
            if m[m[g + LOW_LINKS] + vertex] > 1:
                return False
            ways = ways + 1
    if ways > 1:
        return False
    is_closed = False
    for place in range(1, count):
        vertex = m[m[g + ORDER] + place]
        if is_behind(m, g, vertex, root):
            is_unused = m[m[g + USED] + vertex] == 0
            is_closed = m[m[g + LOW_LINKS] + vertex] > 1 or (ways == 1 and is_unused)
        if is_closed and not exclude_vertex(m, g, vertex):
            return False
    return True


def is_behind(m: Memory, g: int, vertex: int, root: int) -> bool:
    """True if the walk came to a vertex from where it began."""
    return other_end(m, g, m[m[g + REACHED_BY] + vertex], vertex) == root
