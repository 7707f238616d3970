"""Probing: the values of a variable are tried by propagation alone, before a decision.

A value that fails is taken away. The variable whose values change most is decided next. It is done
where constraints over graphs are.

Source: R. Debruyne and C. Bessière, "Some practicable filtering techniques for the constraint
satisfaction problem", IJCAI 1997.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory
from ..machine_source.records import *
from ..machine_source.values_left import (
    assign,
    greatest,
    has,
    is_fixed,
    least,
    remove,
    size,
)
from .settling import CREEPS, FAILED, empty, restore, settle

MOST_VALUES_PROBED = 4
"""Variables with more values are not probed."""
MOST_CHANGES = 1 << 15
"""The most changes that are counted, so that the product of those of all values is in a word."""
FAR_LESS = 4
"""The part of the steps of probing below which the search was quick enough without."""
MEAN_OF = 4
"""The nodes, about, among which the steps of probing are averaged."""
STEPS_A_SOLUTION = 1_000_000
"""The steps by which probing at any depth ends sooner for a solution."""
NEVER = 1 << 62
"""More steps than any search makes: a probe is not interrupted."""


def may_probe(m: Memory) -> None:
    """Probe before the next decision, unless the search below such nodes is as quick without.

    The greatest depth grows while the search below it takes longer, without a solution, than to
    probe at a node, and shrinks where it takes far less.
    """
    depth = 0
    top = m[FRAME]
    while top != 0:
        depth = depth + 1
        top = m[top + OUTER]
    since = m[STEPS] - m[PROBED_AT]
    if depth > m[MOST_DEPTH] and m[STEPS] > m[PROBED_UNTIL]:
        if since > m[PROBE_STEPS]:
            m[MOST_DEPTH] = m[MOST_DEPTH] + 1
            m[PROBED_AT] = m[STEPS]
        return
    if depth == m[MOST_DEPTH] and depth > 0 and 0 < since and FAR_LESS * since < m[PROBE_STEPS]:
        m[MOST_DEPTH] = depth - 1
    m[PHASE] = PROBE
    m[LEFT_TO_PROBE] = m[m[TO_PROBE]]
    m[BEST_PROBED] = 0
    m[PROBED_AT] = m[STEPS]


def probe(m: Memory) -> None:
    """Probe the next variable, or go on to a decision."""
    if m[LEFT_TO_PROBE] == 0:
        m[PHASE] = BRANCH
    else:
        probe_next(m)
    if m[PHASE] != PROBE:
        spent = m[STEPS] - m[PROBED_AT]
        m[PROBE_STEPS] = m[PROBE_STEPS] + (spent - m[PROBE_STEPS]) // MEAN_OF
        m[PROBED_AT] = m[STEPS]


def need_less(m: Memory) -> None:
    """Probe less, since a solution was found."""
    m[PROBED_AT] = m[STEPS]
    m[PROBED_UNTIL] = max(m[PROBED_UNTIL] - STEPS_A_SOLUTION, 0)
    if m[MOST_DEPTH] > 0:
        m[MOST_DEPTH] = m[MOST_DEPTH] - 1


def probe_next(m: Memory) -> None:
    """Try the values of the next variable, and take away the one that fails."""
    listed = m[TO_PROBE]
    place = m[PROBED]
    v = m[listed + 1 + place]
    m[PROBED] = (place + 1) % m[listed]
    m[LEFT_TO_PROBE] = m[LEFT_TO_PROBE] - 1
    if is_fixed(m, v) or size(m, v) > MOST_VALUES_PROBED:
        return
    begin = m[TRAIL]
    product = 1
    is_left = True
    for value in range(least(m, v), greatest(m, v) + 1):
        if m[TRAIL] == begin and has(m, v, value):
            changes = changes_by(m, v, value)
            if m[OVERFLOW] != 0:
                return
            product = product * min(changes, MOST_CHANGES)
            if changes == 0:
                is_left = remove(m, v, value)
    found = FAILED
    if is_left:
        found = settle(m, NEVER)
    if found == FAILED:
        empty(m)
        m[PHASE] = RETREAT
    elif m[TRAIL] != begin:
        m[LEFT_TO_PROBE] = m[listed]
        m[BEST_PROBED] = 0
        if found == CREEPS:
            m[PHASE] = BRANCH
    elif place < m[TO_DECIDE] and (m[BEST_PROBED] == 0 or product > m[BEST_CHANGES]):
        m[BEST_PROBED] = v
        m[BEST_CHANGES] = product


def changes_by(m: Memory, v: int, value: int) -> int:
    """The changes that follow where a variable has a value, which are undone; 0 where it fails."""
    begin = m[TRAIL]
    before = m[FIXPOINT_STEPS]
    m[FIXPOINT_STEPS] = 0
    m[STAMP] = m[STAMP] + 1
    found = FAILED
    if assign(m, v, value):
        found = settle(m, NEVER)
    empty(m)
    m[FIXPOINT_STEPS] = before
    m[STAMP] = m[STAMP] + 1
    changes = m[TRAIL] - begin
    if m[OVERFLOW] == 0:
        restore(m, begin)
    return 0 if found == FAILED else changes
