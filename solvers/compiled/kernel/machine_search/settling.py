"""The fixpoint: propagators are asked, the cheapest first, until nothing changes."""

from __future__ import annotations

from ..machine_source.asking import schedule_list
from ..machine_source.machine_words import Memory
from ..machine_source.records import (
    ANY,
    BOUNDS,
    CHANGED,
    COVERED,
    FIXED,
    FIXPOINT_STEPS,
    INCREMENT,
    LITERALS,
    MOST_FIXPOINT_STEPS,
    ON_ANY,
    ON_BOUNDS,
    ON_FIXED,
    OVERFLOW,
    PRIORITIES,
    PROPAGATORS,
    QUEUE_HEADS,
    QUEUE_MASK,
    QUEUE_TAILS,
    QUEUES,
    SCOPE,
    STEPS,
    VARIABLE_HEAD,
    VARIABLE_MASK,
    VARIABLE_QUEUE,
    VARIABLE_TAIL,
    WAITS,
    WEIGHT,
)
from ..machine_source.values_left import announce
from ..machine_source.watched_clauses import falsified
from .asking_by_kind import propagate
from .items_covered import covered

FAILED, SETTLED, INTERRUPTED, CREEPS = range(4)


def schedule_all(m: Memory) -> None:
    """Ask all propagators soon, and all clauses."""
    schedule_list(m, m[PROPAGATORS])


def empty(m: Memory) -> None:
    """Forget what was to be asked."""
    while m[VARIABLE_HEAD] != m[VARIABLE_TAIL]:
        m[m[m[VARIABLE_QUEUE] + m[VARIABLE_HEAD]] + CHANGED] = 0
        m[VARIABLE_HEAD] = (m[VARIABLE_HEAD] + 1) & m[VARIABLE_MASK]
    for rank in range(PRIORITIES):
        queue = m[QUEUES] + rank * (m[QUEUE_MASK] + 1)
        while m[QUEUE_HEADS + rank] != m[QUEUE_TAILS + rank]:
            m[m[queue + m[QUEUE_HEADS + rank]] + WAITS] = 0
            m[QUEUE_HEADS + rank] = (m[QUEUE_HEADS + rank] + 1) & m[QUEUE_MASK]


def next_propagator(m: Memory) -> int:
    """The propagator to ask next, out of its queue; 0 if there is none."""
    for rank in range(PRIORITIES):
        head = m[QUEUE_HEADS + rank]
        if head != m[QUEUE_TAILS + rank]:
            m[QUEUE_HEADS + rank] = (head + 1) & m[QUEUE_MASK]
            p = m[m[QUEUES] + rank * (m[QUEUE_MASK] + 1) + head]
            m[p + WAITS] = 0
            return p
    return 0


def look_at_variables(m: Memory) -> bool:
    """Schedule what waits for the variables that changed, and look at their clauses."""
    while m[VARIABLE_HEAD] != m[VARIABLE_TAIL]:
        head = m[VARIABLE_HEAD]
        m[VARIABLE_HEAD] = (head + 1) & m[VARIABLE_MASK]
        v = m[m[VARIABLE_QUEUE] + head]
        events = m[v + CHANGED]
        m[v + CHANGED] = 0
        m[STEPS] = m[STEPS] + 1
        if m[v + LITERALS] != 0 and not falsified(m, v):
            return False
        if m[v + COVERED] != 0 and not covered(m, v):
            return False
        if events & FIXED != 0:
            schedule_list(m, m[v + ON_FIXED])
        if events & BOUNDS != 0:
            schedule_list(m, m[v + ON_BOUNDS])
        schedule_list(m, m[v + ON_ANY])
    return True


def settle(m: Memory, end: int) -> int:
    """Propagate to the fixpoint; INTERRUPTED where STEPS passes `end`, CREEPS where it is far.

    After SETTLED, INTERRUPTED and CREEPS nothing is lost; after FAILED the queues are empty.
    """
    while True:
        if not look_at_variables(m):
            break
        p = next_propagator(m)
        if p == 0:
            if m[OVERFLOW] != 0:
                break
            return SETTLED
        if not propagate(m, p):
            fail(m, p)
            break
        if m[OVERFLOW] != 0:
            break
        m[STEPS] = m[STEPS] + 1
        m[FIXPOINT_STEPS] = m[FIXPOINT_STEPS] + 1
        if m[STEPS] > end:
            return INTERRUPTED
        if m[FIXPOINT_STEPS] > m[MOST_FIXPOINT_STEPS]:
            return CREEPS
    empty(m)
    return FAILED


def fail(m: Memory, p: int) -> None:
    """Let the weights of the variables of a propagator grow."""
    scope = m[p + SCOPE]
    for number in range(scope + 1, scope + 1 + m[scope]):
        v = m[number]
        m[v + WEIGHT] = m[v + WEIGHT] + m[INCREMENT]


def announce_all(m: Memory, variables: int) -> None:
    """Look at all variables of a list."""
    for number in range(variables + 1, variables + 1 + m[variables]):
        announce(m, m[number], ANY + BOUNDS + FIXED)


def pending(m: Memory) -> bool:
    """True if the fixpoint was not reached."""
    return m[FIXPOINT_STEPS] > m[MOST_FIXPOINT_STEPS]
