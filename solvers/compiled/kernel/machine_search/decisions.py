"""Decisions as frames on the trail: made, applied, taken back, and given to another search."""

from __future__ import annotations

from ..machine_source.machine_words import Memory
from ..machine_source.records import (
    AIM,
    AIM_GREATEST,
    AIM_LEAST,
    APPLY,
    AT_LEAST,
    AT_MOST,
    CREPT,
    DECIDED,
    DECIDED_AMOUNT,
    DECIDED_MEANS,
    FINISHED,
    FIXPOINT_STEPS,
    FRAME,
    FRAME_CHOICES,
    FRAME_SIZE,
    FRAME_TIER,
    IN,
    IS,
    IS_NOT,
    NODES,
    OUTER,
    PHASE,
    PROJECTED,
    PROPAGATE,
    REFUTED,
    RETREAT,
    STAMP,
    TIER,
    TRAIL,
    TRAIL_BEGIN,
    VARIABLES,
)
from ..machine_source.values_left import at_least, at_most
from ..machine_source.watched_clauses import decide
from .settling import announce_all, empty, pending, schedule_all


def frame(m: Memory, v: int, means: int, amount: int, choices: int) -> None:
    """Put a decision on the trail."""
    top = m[TRAIL]
    m[top + OUTER] = m[FRAME]
    m[top + DECIDED] = v
    m[top + DECIDED_MEANS] = means
    m[top + DECIDED_AMOUNT] = amount
    m[top + REFUTED] = 0
    m[top + CREPT] = pending(m)
    m[top + FRAME_TIER] = m[TIER]
    m[top + FRAME_CHOICES] = choices
    m[FRAME] = top
    m[TRAIL] = top + FRAME_SIZE
    m[NODES] = m[NODES] + 1
    m[PHASE] = APPLY


def apply(m: Memory) -> None:
    """Decide what the innermost frame says."""
    m[STAMP] = m[STAMP] + 1
    top = m[FRAME]
    if m[top + CREPT] != 0:
        schedule_all(m)
        announce_all(m, m[VARIABLES])
    m[FIXPOINT_STEPS] = 0
    made = decide(m, m[top + DECIDED], m[top + DECIDED_MEANS], m[top + DECIDED_AMOUNT])
    m[PHASE] = PROPAGATE if made and aims(m) else RETREAT


def aims(m: Memory) -> bool:
    """Leave the aim the values that are still wanted, of which there may be fewer than before."""
    v = m[AIM]
    return v == 0 or (at_least(m, v, m[AIM_LEAST]) and at_most(m, v, m[AIM_GREATEST]))


def undo(m: Memory) -> None:
    """Restore what was saved since the innermost frame."""
    end = m[TRAIL]
    begin = m[FRAME] + FRAME_SIZE
    if m[FRAME] == 0:
        begin = m[TRAIL_BEGIN]
    while end > begin:
        end = end - 2
        m[m[end]] = m[end + 1]
    m[TRAIL] = begin


def retreat(m: Memory) -> None:
    """Take back decisions until one can be refuted."""
    while m[FRAME] != 0:
        undo(m)
        top = m[FRAME]
        if m[top + REFUTED] == 0:
            m[top + REFUTED] = 1
            turn(m, top)
            m[PHASE] = APPLY
            return
        m[TRAIL] = top
        m[FRAME] = m[top + OUTER]
    m[PHASE] = FINISHED


def turn(m: Memory, top: int) -> None:
    """Turn a decision into its negation."""
    means = m[top + DECIDED_MEANS]
    amount = m[top + DECIDED_AMOUNT]
    if means == IN:
        m[top + DECIDED_AMOUNT] = ~amount
    elif means == IS:
        m[top + DECIDED_MEANS] = IS_NOT
    elif means == IS_NOT:
        m[top + DECIDED_MEANS] = IS
    elif means == AT_MOST:
        m[top + DECIDED_MEANS] = AT_LEAST
        m[top + DECIDED_AMOUNT] = amount + 1
    else:
        m[top + DECIDED_MEANS] = AT_MOST
        m[top + DECIDED_AMOUNT] = amount - 1


def skip(m: Memory) -> None:
    """Give up what is left of the tiers behind the projected ones."""
    top = m[FRAME]
    while top != 0 and m[top + FRAME_TIER] >= m[PROJECTED]:
        m[top + REFUTED] = 1
        top = m[top + OUTER]


def outermost(m: Memory) -> int:
    """The outermost frame of which something is left to be tried; 0 if there is none.

    In the tiers behind the projected ones, both branches may lead to the same solution.
    """
    found = 0
    top = m[FRAME]
    while top != 0:
        is_split = m[PROJECTED] == 0 or m[top + FRAME_TIER] < m[PROJECTED]
        if m[top + REFUTED] == 0 and is_split:
            found = top
        top = m[top + OUTER]
    return found


def give(m: Memory) -> bool:
    """Leave out what is left of the outermost frame; false if no frame has anything left."""
    top = outermost(m)
    if top == 0:
        return False
    m[top + REFUTED] = 1
    return True


def take(m: Memory) -> bool:
    """Of a copy of a search, leave only what is left of the outermost frame; false if nothing is.

    `give` of the original and `take` of its copy are searched apart, and find what it would have.
    """
    given = outermost(m)
    if given == 0:
        return False
    empty(m)
    while m[FRAME] != given:
        undo(m)
        m[TRAIL] = m[FRAME]
        m[FRAME] = m[m[FRAME] + OUTER]
    m[PHASE] = RETREAT
    return True
