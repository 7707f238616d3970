"""The queues of the propagators that are to be asked, and the work of asking them.

A costly propagator may be asked by another over the same variables. Its first two arguments are the
calls to skip, and how many were skipped last: it is skipped the longer the less it finds.
"""

from __future__ import annotations

from .machine_words import Memory
from .records import ARGUMENTS, PRIORITY, QUEUE_MASK, QUEUE_TAILS, QUEUES, STEPS, WAITS

SKIP = ARGUMENTS
SKIPPED = ARGUMENTS + 1
MOST_SKIPPED = 255
PARTS_A_STEP = 16


def count_work(m: Memory, parts: int) -> None:
    """Count the parts that a propagator looks at, some of which cost as much as a step."""
    m[STEPS] = m[STEPS] + parts // PARTS_A_STEP


def schedule(m: Memory, p: int) -> None:
    """Ask a propagator soon."""
    if m[p + WAITS] == 0:
        m[p + WAITS] = 1
        rank = m[p + PRIORITY]
        tail = m[QUEUE_TAILS + rank]
        m[m[QUEUES] + rank * (m[QUEUE_MASK] + 1) + tail] = p
        m[QUEUE_TAILS + rank] = (tail + 1) & m[QUEUE_MASK]


def schedule_list(m: Memory, place: int) -> None:
    """Ask all propagators of a list soon."""
    for number in range(place + 1, place + 1 + m[place]):
        schedule(m, m[number])


def ask_later(m: Memory, p: int) -> None:
    """Ask a propagator that another asks, unless this call of it is to be skipped."""
    if m[p + SKIP] > 0:
        m[p + SKIP] = m[p + SKIP] - 1
    else:
        schedule(m, p)


def note_use(m: Memory, p: int, useful: bool) -> bool:
    """Let more and more calls be skipped of a propagator that finds nothing; the answer is True."""
    m[p + SKIPPED] = 0 if useful else min(2 * m[p + SKIPPED] + 1, MOST_SKIPPED)
    m[p + SKIP] = m[p + SKIPPED]
    return True
