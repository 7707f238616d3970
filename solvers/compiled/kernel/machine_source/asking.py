"""The queues of the propagators that are to be asked."""

from __future__ import annotations

from .machine_words import Memory
from .records import PRIORITY, QUEUE_MASK, QUEUE_TAILS, QUEUES, WAITS


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
