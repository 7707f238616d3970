"""Vertices that are divided into regions, inside of which lie the edges that are used.

Vertices that are joined by used edges are a part of a region. Parts with an edge between them that
is not used are apart; so are parts that are too large together, are in regions of different sizes,
or have a root each. A part can grow over edges that may be used to the least size of its region,
and to a root that is not too far for its size; where one neighbour alone is left for that, it is
joined with it. A size is left where enough parts together may have it. A vertex beside a root is in
its region where edges are used between all vertices that are inside.

Arguments: 0 without roots, which are the used vertices, else the address of a number by vertex: 1
where a root is alone in its region, else 2; the address of a variable and a number by vertex, whose
sum is the size of its region, or 0; 0, or the address of a literal by vertex, which is true at both
ends of a used edge and of no other, and of as much room; and the graph (see graph_walks.py). The
scope is room for the variables at the parts for which it fails.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import FAR, Memory
from .graph_walks import *
from .records import ARGUMENTS, SCOPE
from .values_left import (
    at_least,
    at_most,
    count_work,
    greatest,
    has,
    is_false,
    is_true,
    least,
    remove,
)

ROOT_KINDS = ARGUMENTS
GIVEN_SIZES = ARGUMENTS + 1
INSIDE = ARGUMENTS + 2
DIVIDED = ARGUMENTS + 3

LEAST_SIZE, MOST_SIZE, FIRST_MEMBER, ROOT = LOW_LINKS, USED, NEXT, PATH
"""Of a part: the sizes of its region, its first vertex, and 3 if it has a root, 2 if it may have
one, 1 if only while it is alone."""
APART, SEEN = REACHED, REACHED_BY
"""Of a part: 1 more than the part that was last seen to be apart from it, or to grow to it."""

PARTS = APART
"""All parts, when it is known which are apart."""
LEFT = LEAST_SIZE
"""Of a part, at last: what the size of a root leaves beyond it, -1 where it is out of reach."""


def propagate_regions(m: Memory, p: int) -> bool:
    """The propagator."""
    g = m[p + DIVIDED]
    look_at_graph(m, g)
    join_used(m, g)
    m[m[p + SCOPE]] = 0
    if not gather_parts(m, p, g):
        return False
    if m[p + INSIDE] != 0 and not see_roots(m, p, g):
        return False
    for edge in range(m[g + EDGES]):
        if is_joined(m, g, edge) and not use_edge(m, g, edge):
            m[m[g + ORDER]] = owner(m, g, m[m[g + ENDS] + 2 * edge])
            return blame_parts(m, p, g, 1)
    for part in range(m[g + VERTICES]):
        if owner(m, g, part) != part:
            continue
        if not cut_apart(m, p, g, part) or not grow(m, p, g, part):
            m[m[g + ORDER]] = part
            return blame_parts(m, p, g, 1)
    if m[p + GIVEN_SIZES] != 0 and not each_size_fits(m, p, g):
        return False
    return m[p + ROOT_KINDS] == 0 or each_has_root(m, p, g)


def blame_parts(m: Memory, p: int, g: int, end: int) -> bool:
    """Let the weights of the variables at some parts grow, which cannot be; the answer is False."""
    count = 0
    scope = m[p + SCOPE]
    for number in range(end):
        vertex = m[m[g + FIRST_MEMBER] + m[m[g + ORDER] + number]]
        while vertex >= 0:
            for place in range(m[m[g + FIRST_AT] + vertex], m[m[g + FIRST_AT] + vertex + 1]):
                edge = m[m[g + AT] + place]
                count = count + 1
                m[scope + count] = m[m[m[g + OF_EDGES] + edge]]
                if m[p + GIVEN_SIZES] != 0:
                    count = count + 1
                    m[scope + count] = m[m[p + GIVEN_SIZES] + 2 * other_end(m, g, edge, vertex)]
            vertex = m[m[g + MEMBERS] + vertex]
    m[scope] = count
    return False


def gather_parts(m: Memory, p: int, g: int) -> bool:
    """List the vertices of each part, with the sizes and the root that it may have."""
    for vertex in range(m[g + VERTICES]):
        m[m[g + FIRST_MEMBER] + vertex] = -1
        m[m[g + ROOT] + vertex] = 0
        m[m[g + APART] + vertex] = 0
        m[m[g + SEEN] + vertex] = 0
        m[m[g + LEAST_SIZE] + vertex] = m[m[g + SIZES] + vertex]
        m[m[g + MOST_SIZE] + vertex] = FAR
    for vertex in range(m[g + VERTICES]):
        one = owner(m, g, vertex)
        m[m[g + MEMBERS] + vertex] = m[m[g + FIRST_MEMBER] + one]
        m[m[g + FIRST_MEMBER] + one] = vertex
        if m[p + ROOT_KINDS] != 0:
            state = m[m[g + VERTEX_STATES] + vertex]
            if state == 2 and m[m[g + ROOT] + one] == 3:
                return False
            if state == 2:
                m[m[g + ROOT] + one] = 3
            elif state == 1:
                kind = m[m[p + ROOT_KINDS] + vertex]
                m[m[g + ROOT] + one] = max(m[m[g + ROOT] + one], kind)
        if m[p + GIVEN_SIZES] != 0:
            given = m[p + GIVEN_SIZES] + 2 * vertex
            low = m[g + LEAST_SIZE] + one
            high = m[g + MOST_SIZE] + one
            m[low] = max(m[low], least(m, m[given]) + m[given + 1])
            m[high] = min(m[high], greatest(m, m[given]) + m[given + 1])
    return True


def see_roots(m: Memory, p: int, g: int) -> bool:
    """Note by each vertex that may be inside the part with a root that it would be joined with."""
    size = m[g + VERTICES]
    for vertex in range(size):
        literal = m[m[p + INSIDE] + vertex]
        found = -1
        if not is_true(m, literal) and not is_false(m, literal):
            for place in range(m[m[g + FIRST_AT] + vertex], m[m[g + FIRST_AT] + vertex + 1]):
                edge = m[m[g + AT] + place]
                end = other_end(m, g, edge, vertex)
                other = owner(m, g, end)
                if m[m[g + ROOT] + other] == 3 and is_true(m, m[m[p + INSIDE] + end]):
                    if found >= 0 and found != other and not exclude_edge(m, g, edge):
                        return False
                    found = other
        m[m[p + INSIDE] + size + vertex] = found
    return True


def may_join(m: Memory, p: int, g: int, one: int, other: int) -> bool:
    """True if a part that was looked at and another may be of one region."""
    if m[p + INSIDE] != 0:
        third = m[m[p + INSIDE] + m[g + VERTICES] + other]
        if third >= 0 and third != one:
            total = m[m[g + SIZES] + one] + m[m[g + SIZES] + other] + m[m[g + SIZES] + third]
            if m[m[g + ROOT] + one] == 3:
                return False
            if total > min(m[m[g + MOST_SIZE] + one], m[m[g + MOST_SIZE] + third]):
                return False
    if m[m[g + APART] + other] == one + 1:
        return False
    high = min(m[m[g + MOST_SIZE] + one], m[m[g + MOST_SIZE] + other])
    if m[m[g + SIZES] + one] + m[m[g + SIZES] + other] > high:
        return False
    if max(m[m[g + LEAST_SIZE] + one], m[m[g + LEAST_SIZE] + other]) > high:
        return False
    return m[m[g + ROOT] + one] + m[m[g + ROOT] + other] < 6


def cut_apart(m: Memory, p: int, g: int, part: int) -> bool:
    """Use no edge between a part and one that is apart from it."""
    for is_seen in range(2):
        vertex = m[m[g + FIRST_MEMBER] + part]
        while vertex >= 0:
            for place in range(m[m[g + FIRST_AT] + vertex], m[m[g + FIRST_AT] + vertex + 1]):
                edge = m[m[g + AT] + place]
                other = owner(m, g, other_end(m, g, edge, vertex))
                if m[m[g + EDGE_STATES] + edge] == 0:
                    m[m[g + APART] + other] = part + 1
                elif is_seen == 1 and other != part and not may_join(m, p, g, part, other):
                    m[m[g + EDGE_STATES] + edge] = 0
                    if not exclude_edge(m, g, edge):
                        return False
            vertex = m[m[g + MEMBERS] + vertex]
    return True


def grow(m: Memory, p: int, g: int, part: int) -> bool:
    """Let the region of a part be as large as it can grow, and have a root."""
    if m[p + ROOT_KINDS] == 0 and m[p + GIVEN_SIZES] == 0:
        return True
    high = m[m[g + MOST_SIZE] + part] if m[p + GIVEN_SIZES] != 0 else 0
    m[m[g + ORDER]] = part
    m[m[g + SEEN] + part] = part + 1
    root = m[m[g + ROOT] + part] if m[p + ROOT_KINDS] != 0 else 1
    total = m[m[g + SIZES] + part]
    is_small = total < m[m[g + LEAST_SIZE] + part] or root == 0
    first = 0
    end = 1
    while first < end and (first == 0 or total < high or root == 0):
        after = see(m, p, g, part, 0, m[m[g + ORDER] + first], end)
        for place in range(end, after):
            other = m[m[g + ORDER] + place]
            total = total + m[m[g + SIZES] + other]
            root = max(root, m[m[g + ROOT] + other] // 2)
        if first == 0 and is_small and after == 2 and not join_with(m, g, part):
            return False
        end = after
        first = first + 1
    if root == 0 or not settle_root(m, p, g, part, end):
        return False
    return m[p + GIVEN_SIZES] == 0 or set_size(m, p, g, part, total)


def see(m: Memory, p: int, g: int, part: int, size: int, other: int, end: int) -> int:
    """Add the neighbours of a part to those that were seen, and may join another; their number.

    Where `part` is -1, those that may have a size.
    """
    mark = part + 1 if part >= 0 else m[g + VERTICES] + size
    vertex = m[m[g + FIRST_MEMBER] + other]
    count_work(m, 4 * m[m[g + SIZES] + other])
    while vertex >= 0:
        for place in range(m[m[g + FIRST_AT] + vertex], m[m[g + FIRST_AT] + vertex + 1]):
            edge = m[m[g + AT] + place]
            if m[m[g + EDGE_STATES] + edge] != 0:
                found = owner(m, g, other_end(m, g, edge, vertex))
                if m[m[g + SEEN] + found] != mark:
                    m[m[g + SEEN] + found] = mark
                    fits = part < 0 and may_have(m, p, g, found, size)
                    if fits or (part >= 0 and may_join(m, p, g, part, found)):
                        m[m[g + ORDER] + end] = found
                        end = end + 1
        vertex = m[m[g + MEMBERS] + vertex]
    return end


def join_with(m: Memory, g: int, part: int) -> bool:
    """Use the edges between a part and its only neighbour."""
    vertex = m[m[g + FIRST_MEMBER] + part]
    while vertex >= 0:
        for place in range(m[m[g + FIRST_AT] + vertex], m[m[g + FIRST_AT] + vertex + 1]):
            edge = m[m[g + AT] + place]
            if m[m[g + EDGE_STATES] + edge] == 1 and not use_edge(m, g, edge):
                return False
        vertex = m[m[g + MEMBERS] + vertex]
    return True


def settle_root(m: Memory, p: int, g: int, part: int, end: int) -> bool:
    """Let a part that has a root have no other, and one that cannot grow its only possible one."""
    if m[p + ROOT_KINDS] == 0:
        return True
    maybe = 0
    only = 0
    vertex = m[m[g + FIRST_MEMBER] + part]
    while vertex >= 0:
        if m[m[g + VERTEX_STATES] + vertex] == 1:
            maybe = maybe + 1
            only = vertex
            if m[m[g + ROOT] + part] == 3 and not exclude_vertex(m, g, vertex):
                return False
        vertex = m[m[g + MEMBERS] + vertex]
    if end > 1 or maybe != 1 or m[m[g + ROOT] + part] == 3:
        return True
    return use_vertex(m, g, only)


def set_size(m: Memory, p: int, g: int, part: int, total: int) -> bool:
    """Leave the vertices of a part the sizes that its region may have."""
    low = m[m[g + LEAST_SIZE] + part]
    high = min(m[m[g + MOST_SIZE] + part], total)
    m[m[g + MOST_SIZE] + part] = high
    vertex = m[m[g + FIRST_MEMBER] + part]
    while vertex >= 0:
        given = m[p + GIVEN_SIZES] + 2 * vertex
        if not at_least(m, m[given], low - m[given + 1]):
            return False
        if not at_most(m, m[given], high - m[given + 1]):
            return False
        vertex = m[m[g + MEMBERS] + vertex]
    return True


def each_size_fits(m: Memory, p: int, g: int) -> bool:
    """Leave no part a size that all neighbours together which may have it, too, do not reach."""
    parts = 0
    low = FAR
    top = 0
    for part in range(m[g + VERTICES]):
        if owner(m, g, part) == part:
            m[m[g + PARTS] + parts] = part
            parts = parts + 1
            low = min(low, m[m[g + LEAST_SIZE] + part])
            top = max(top, m[m[g + MOST_SIZE] + part])
    for size in range(low, top + 1):
        count_work(m, parts)
        for number in range(parts):
            part = m[m[g + PARTS] + number]
            if m[m[g + SEEN] + part] == m[g + VERTICES] + size or not may_have(m, p, g, part, size):
                continue
            m[m[g + ORDER]] = part
            m[m[g + SEEN] + part] = m[g + VERTICES] + size
            total = m[m[g + SIZES] + part]
            first = 0
            end = 1
            while first < end and total < size:
                after = see(m, p, g, -1, size, m[m[g + ORDER] + first], end)
                for place in range(end, after):
                    total = total + m[m[g + SIZES] + m[m[g + ORDER] + place]]
                end = after
                first = first + 1
            if total < size and not remove_size(m, p, g, size, end):
                return blame_parts(m, p, g, end)
            while first < end:
                end = see(m, p, g, -1, size, m[m[g + ORDER] + first], end)
                first = first + 1
    return True


def may_have(m: Memory, p: int, g: int, part: int, size: int) -> bool:
    """True for a part whose region may have a size."""
    if size < m[m[g + LEAST_SIZE] + part] or size > m[m[g + MOST_SIZE] + part]:
        return False
    given = m[p + GIVEN_SIZES] + 2 * part
    return has(m, m[given], size - m[given + 1])


def remove_size(m: Memory, p: int, g: int, size: int, end: int) -> bool:
    """Take a size from the parts that were seen."""
    for place in range(end):
        vertex = m[m[g + FIRST_MEMBER] + m[m[g + ORDER] + place]]
        while vertex >= 0:
            given = m[p + GIVEN_SIZES] + 2 * vertex
            if not remove(m, m[given], size - m[given + 1]):
                return False
            vertex = m[m[g + MEMBERS] + vertex]
    return True


def each_has_root(m: Memory, p: int, g: int) -> bool:
    """Let each part reach a root, by a way that the size of its region allows.

    A part that reaches none is alone with the root that it may have.
    """
    first = 0
    end = 0
    for part in range(m[g + VERTICES]):
        m[m[g + LEFT] + part] = -1
        m[m[g + SEEN] + part] = 0
        if owner(m, g, part) == part and m[m[g + ROOT] + part] > 1:
            m[m[g + LEFT] + part] = m[m[g + MOST_SIZE] + part] - m[m[g + SIZES] + part]
            m[m[g + SEEN] + part] = 1
            m[m[g + ORDER] + end] = part
            end = end + 1
    waiting = end
    while waiting > 0:
        part = m[m[g + ORDER] + first]
        first = (first + 1) % m[g + VERTICES]
        waiting = waiting + spread(m, p, g, part, first + waiting - 1) - 1
        m[m[g + SEEN] + part] = 0
    for part in range(m[g + VERTICES]):
        if owner(m, g, part) == part and m[m[g + LEFT] + part] < 0:
            is_alone = m[m[g + ROOT] + part] == 1 and use_vertex(m, g, part)
            if not is_alone:
                m[m[g + ORDER]] = part
                return blame_parts(m, p, g, 1)
    return True


def spread(m: Memory, p: int, g: int, part: int, end: int) -> int:
    """Let the neighbours of a part be reached by what is left of a size; the number to look at."""
    count = 0
    vertex = m[m[g + FIRST_MEMBER] + part]
    count_work(m, 4 * m[m[g + SIZES] + part])
    while vertex >= 0:
        for place in range(m[m[g + FIRST_AT] + vertex], m[m[g + FIRST_AT] + vertex + 1]):
            edge = m[m[g + AT] + place]
            if m[m[g + EDGE_STATES] + edge] != 0:
                found = owner(m, g, other_end(m, g, edge, vertex))
                left = m[m[g + LEFT] + part] - m[m[g + SIZES] + found]
                if m[p + INSIDE] != 0:
                    third = m[m[p + INSIDE] + m[g + VERTICES] + found]
                    if third >= 0 and third != part:
                        left = -1
                if left > m[m[g + LEFT] + found] and m[m[g + ROOT] + found] < 3:
                    m[m[g + LEFT] + found] = left
                    if m[m[g + SEEN] + found] == 0:
                        m[m[g + SEEN] + found] = 1
                        m[m[g + ORDER] + (end + count) % m[g + VERTICES]] = found
                        count = count + 1
        vertex = m[m[g + MEMBERS] + vertex]
    return count
