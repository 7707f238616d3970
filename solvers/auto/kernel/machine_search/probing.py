"""Probing: the values of a variable are tried by propagation alone, before a decision.

A value that fails is taken away, and of each variable what no probe has left. The variable whose
values change most is decided next. It is done where constraints over graphs are.

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
    keep,
    least,
    remove,
    size,
)
from .settling import CREEPS, FAILED, empty, restore, settle

MOST_VALUES_PROBED = 4
"""Variables with more values are not probed."""
FAR_LESS = 4
"""The part of the steps of probing below which the search was quick enough without."""
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
        m[PROBE_STEPS] = m[STEPS] - m[PROBED_AT]
        m[PROBED_AT] = m[STEPS]


def probe_next(m: Memory) -> None:
    """Try the values of the next variable, and take away what they show to be impossible."""
    listed = m[TO_PROBE]
    place = m[PROBED]
    v = m[listed + 1 + place]
    m[PROBED] = (place + 1) % m[listed]
    m[LEFT_TO_PROBE] = m[LEFT_TO_PROBE] - 1
    if is_fixed(m, v) or size(m, v) > MOST_VALUES_PROBED:
        return
    for number in range(1, m[listed] + 1):
        m[m[ANY_PROBE] + number] = 0
    begin = m[TRAIL]
    product = 1
    is_left = True
    for value in range(least(m, v), greatest(m, v) + 1):
        if m[TRAIL] == begin and has(m, v, value):
            changes = changes_by(m, v, value)
            if m[OVERFLOW] != 0:
                return
            product = product * changes
            if changes == 0:
                is_left = remove(m, v, value)
    if m[TRAIL] == begin and is_left:
        is_left = keep_any(m)
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


def keep_any(m: Memory) -> bool:
    """Leave each variable the values that some probe has left it."""
    listed = m[TO_PROBE]
    for number in range(1, m[listed] + 1):
        v = m[listed + number]
        if m[v + WORDS] == 1 and not keep(m, v, m[m[ANY_PROBE] + number]):
            return False
    return True


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
    if m[OVERFLOW] != 0:
        return changes
    listed = m[TO_PROBE]
    if found != FAILED:
        for number in range(1, m[listed] + 1):
            place = m[ANY_PROBE] + number
            m[place] = m[place] | m[m[listed + number] + BITS]
    restore(m, begin)
    return 0 if found == FAILED else changes
