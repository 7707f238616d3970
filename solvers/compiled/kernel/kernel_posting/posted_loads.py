"""Tasks that share a capacity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reading.normal_forms import Loads, Total, Unposted
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.machine_words import FAR
from .builder import LINEAR

if TYPE_CHECKING:
    from .form_poster import Poster


def post_loads(poster: Poster, form: Loads) -> None:
    """Require that the demands of tasks sum to at most a capacity at every time."""
    builder = poster.builder
    capacity = _number(poster, form.capacity)
    tasks = [[_number(poster, total) for total in task] for task in form.tasks]
    for v, offset in [capacity, *(number for task in tasks for number in task[1:])]:
        builder.clause([builder.literal(v, at.AT_LEAST, -offset)])
    numbers = [capacity, *(number for task in tasks for number in task)]
    greatest = max(abs(end + offset) for v, offset in numbers for end in builder.ends(v))
    if greatest >= FAR // (4 * len(tasks) + 4):
        raise Unposted("numbers are too great")
    least = sorted(builder.ends(v)[0] + offset for _, _, (v, offset) in tasks)
    alone = (
        len(tasks) > 1
        and sum(least[:2]) > builder.ends(capacity[0])[1] + capacity[1]
        and least[0] > 0
    )
    room = 0 if alone else builder.allot([0] * (4 * len(tasks)))
    written = [n for task in tasks for number in task for n in number]
    arguments = [*capacity, room, len(tasks), *written]
    waits = [(v, at.BOUNDS) for v, _ in numbers]
    builder.propagator(kinds.LOADS, LINEAR, arguments, waits)


def _number(poster: Poster, total: Total) -> tuple[int, int]:
    """A variable and a number that are a total together."""
    if total.variables or total.images or total.others:
        return poster.offset(total)
    return poster.builder.memory[poster.builder.true + at.OF], total.constant - 1
