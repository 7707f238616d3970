"""Graphs whose vertices and edges may be used, or are: walks over what may be, by low links.

A graph is a record of addresses: its edges, the literals of its vertices and edges, and room.

Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory
from .records import ARGUMENTS, NEGATION
from .values_left import count_work, is_false, is_true, require

VERTICES, EDGES = 0, 1
"""The numbers of them."""
ENDS = 2
"""Both ends of each edge."""
FIRST_AT, AT = 3, 4
"""By vertex, where its edges begin among all edges by vertex; and these."""
OF_VERTICES, OF_EDGES = 5, 6
"""The literals."""
VERTEX_STATES, EDGE_STATES = 7, 8
"""0 of what may not be used, 1 of what may be, 2 of what is."""
REACHED, REACHED_BY = 9, 10
"""By vertex: when the walk came to it, 0 if it did not; and by which edge, -1 where it began."""
LOW_LINKS, USED, NEXT = 11, 12, 13
"""By vertex: the first vertex that is led to from it or behind it, the vertices that are used among
these, and the next of its edges to look at."""
ORDER, PATH = 14, 15
"""The vertices that were reached, in that order, and those from the beginning to the last."""
OWNERS, MEMBERS, SIZES = 16, 17, 18
"""Room by vertex for sets of them."""
PLAIN_GRAPH = 19


def look_at_graph(m: Memory, g: int) -> int:
    """Note the states of all vertices and edges; the number of vertices that are used."""
    used = 0
    count_work(m, m[g + VERTICES] + m[g + EDGES])
    for vertex in range(m[g + VERTICES]):
        m[m[g + REACHED] + vertex] = 0
        found = state_of(m, m[m[g + OF_VERTICES] + vertex])
        m[m[g + VERTEX_STATES] + vertex] = found
        used = used + found // 2
    for edge in range(m[g + EDGES]):
        m[m[g + EDGE_STATES] + edge] = state_of(m, m[m[g + OF_EDGES] + edge])
    return used


def state_of(m: Memory, literal: int) -> int:
    """0 where a literal is false, 2 where it is true, else 1."""
    if is_false(m, literal):
        return 0
    if is_true(m, literal):
        return 2
    return 1


def other_end(m: Memory, g: int, edge: int, vertex: int) -> int:
    """The vertex that an edge joins another with."""
    return m[m[g + ENDS] + 2 * edge] + m[m[g + ENDS] + 2 * edge + 1] - vertex


def reach(m: Memory, g: int, vertex: int, edge: int, count: int) -> None:
    """Come to a vertex, the last of `count`, by an edge."""
    m[m[g + REACHED] + vertex] = count
    m[m[g + LOW_LINKS] + vertex] = count
    m[m[g + REACHED_BY] + vertex] = edge
    m[m[g + USED] + vertex] = m[m[g + VERTEX_STATES] + vertex] // 2
    m[m[g + NEXT] + vertex] = m[m[g + FIRST_AT] + vertex]
    m[m[g + ORDER] + count - 1] = vertex


def next_left(m: Memory, g: int, depth: int, count: int) -> int:
    """Walk on along a path of so many vertices until one has to be left: the depth above it.

    A new vertex is entered instead where the answer is greater: the new depth.
    """
    vertex = m[m[g + PATH] + depth - 1]
    place = m[m[g + NEXT] + vertex]
    while place < m[m[g + FIRST_AT] + vertex + 1]:
        edge = m[m[g + AT] + place]
        place = place + 1
        if m[m[g + EDGE_STATES] + edge] != 0 and edge != m[m[g + REACHED_BY] + vertex]:
            other = other_end(m, g, edge, vertex)
            when = m[m[g + REACHED] + other]
            if when != 0:
                low = m[g + LOW_LINKS] + vertex
                m[low] = min(m[low], when)
            elif m[m[g + VERTEX_STATES] + other] != 0:
                m[m[g + NEXT] + vertex] = place
                reach(m, g, other, edge, count + 1)
                m[m[g + PATH] + depth] = other
                return depth + 1
    return depth - 1


def use_vertex(m: Memory, g: int, vertex: int) -> bool:
    """Let a vertex be used."""
    return require(m, m[m[g + OF_VERTICES] + vertex])


def exclude_vertex(m: Memory, g: int, vertex: int) -> bool:
    """Let a vertex not be used."""
    return require(m, m[m[m[g + OF_VERTICES] + vertex] + NEGATION])


def use_edge(m: Memory, g: int, edge: int) -> bool:
    """Let an edge be used."""
    return require(m, m[m[g + OF_EDGES] + edge])


def exclude_edge(m: Memory, g: int, edge: int) -> bool:
    """Let an edge not be used."""
    return require(m, m[m[m[g + OF_EDGES] + edge] + NEGATION])


# ----------- Vertices that are used are joined by vertices and edges that are used.
#
# From one of them all others are reached over what may be used; what is not reached is not used.
# A vertex, or an edge, that alone leads to others is used. On a loop there is no such edge, and no
# such vertex: what lies behind one is not used, and the loop does not go both ways.
#
# Arguments: 1 for a loop, else 0; and the graph.


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


# ------------------------------------------------------------ Vertices joined by the used edges.


def join_used(m: Memory, g: int) -> int:
    """Join the ends of used edges; an edge whose ends were joined before, -1 if there is none."""
    closed = -1
    for vertex in range(m[g + VERTICES]):
        m[m[g + OWNERS] + vertex] = vertex
        m[m[g + SIZES] + vertex] = 1
    for edge in range(m[g + EDGES]):
        if m[m[g + EDGE_STATES] + edge] == 2:
            one = owner(m, g, m[m[g + ENDS] + 2 * edge])
            other = owner(m, g, m[m[g + ENDS] + 2 * edge + 1])
            if one == other:
                closed = edge
            else:
                m[m[g + OWNERS] + other] = one
                m[m[g + SIZES] + one] = m[m[g + SIZES] + one] + m[m[g + SIZES] + other]
    return closed


def owner(m: Memory, g: int, vertex: int) -> int:
    """The vertex that stands for all that are joined with one."""
    place = m[g + OWNERS] + vertex
    while m[place] != place - m[g + OWNERS]:
        m[place] = m[m[g + OWNERS] + m[place]]
        place = m[g + OWNERS] + m[place]
    return place - m[g + OWNERS]


def is_joined(m: Memory, g: int, edge: int) -> bool:
    """True if both ends of an edge are joined."""
    one = m[m[g + ENDS] + 2 * edge]
    return owner(m, g, one) == owner(m, g, m[m[g + ENDS] + 2 * edge + 1])


# ---- Edges that are used close no cycle; on a loop none that leaves used edges, or vertices, out.
#
# Arguments as those before.


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
