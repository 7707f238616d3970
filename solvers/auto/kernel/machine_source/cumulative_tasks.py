"""Tasks whose demands sum to at most a capacity at every time.

Each number is a variable plus a constant, and counts as its least value, the capacity as its
greatest. A task surely runs from its latest start until its earliest end; the sum of these demands
over time is noted as steps, and other tasks start before or after the steps that leave them too
little. Of two tasks that have no room at the same time, one ends before the other starts.

Arguments: the capacity; the address of room for twice as many times as there are tasks and then for
as many sums, or 0 where no two tasks ever run together; the number of tasks; and of each its start,
its duration and its demand.

Source: N. Beldiceanu, M. Carlsson, "A new multi-resource cumulatives constraint", CP 2002.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory
from .records import ARGUMENTS
from .values_left import at_least, at_most, count_work, greatest, least

CAPACITY_OF = ARGUMENTS
ROOM = ARGUMENTS + 2
TASKS = ARGUMENTS + 3
TASK = ARGUMENTS + 4
TASK_SIZE = 6
DURATION, DEMAND = 2, 4
"""Places in a task, behind its start."""


def propagate_cumulative(m: Memory, p: int) -> bool:
    """The propagator."""
    capacity = greatest_number(m, p + CAPACITY_OF)
    end = p + TASK + TASK_SIZE * m[p + TASKS]
    count_work(m, 2 * m[p + TASKS] * m[p + TASKS])
    steps = 0
    if m[p + ROOM] != 0:
        steps = note_steps(m, p, end)
        if not no_step_above(m, p, steps, capacity):
            return False
    t = p + TASK
    while t < end:
        if counts(m, t):
            if least_number(m, t + DEMAND) > capacity:
                return False
            if steps > 0 and not start_after(m, p, t, steps, capacity):
                return False
            if steps > 0 and not start_before(m, p, t, steps, capacity):
                return False
            other = p + TASK
            while other < end:
                if other != t and not in_order(m, t, other, capacity):
                    return False
                other = other + TASK_SIZE
        t = t + TASK_SIZE
    return True


def least_number(m: Memory, place: int) -> int:
    """The least value of a variable plus a constant."""
    return least(m, m[place]) + m[place + 1]


def greatest_number(m: Memory, place: int) -> int:
    """The greatest value of a variable plus a constant."""
    return greatest(m, m[place]) + m[place + 1]


def counts(m: Memory, t: int) -> bool:
    """True if a task has a duration and a demand."""
    return least_number(m, t + DURATION) > 0 and least_number(m, t + DEMAND) > 0


def note_steps(m: Memory, p: int, end: int) -> int:
    """Note the sums of demands over time, each from its time on; their number."""
    steps = 0
    t = p + TASK
    while t < end:
        begin = greatest_number(m, t)
        until = least_number(m, t) + least_number(m, t + DURATION)
        if begin < until and counts(m, t):
            demand = least_number(m, t + DEMAND)
            insert_step(m, m[p + ROOM], 2 * m[p + TASKS], steps, begin, demand)
            insert_step(m, m[p + ROOM], 2 * m[p + TASKS], steps + 1, until, -demand)
            steps = steps + 2
        t = t + TASK_SIZE
    total = 0
    for step in range(steps):
        place = m[p + ROOM] + 2 * m[p + TASKS] + step
        total = total + m[place]
        m[place] = total
    return steps


def insert_step(m: Memory, times: int, room: int, steps: int, time: int, demand: int) -> None:
    """Put a time among the `steps` that are there in order, with the demand that begins there."""
    place = times + steps
    while place > times and m[place - 1] > time:
        m[place] = m[place - 1]
        m[place + room] = m[place + room - 1]
        place = place - 1
    m[place] = time
    m[place + room] = demand


def no_step_above(m: Memory, p: int, steps: int, capacity: int) -> bool:
    """True if no sum is above the capacity."""
    for step in range(steps - 1):
        place = m[p + ROOM] + step
        if m[place + 2 * m[p + TASKS]] > capacity and m[place] < m[place + 1]:
            return False
    return True


def is_full(m: Memory, p: int, t: int, step: int, capacity: int) -> bool:
    """True if a step leaves too little for a task, which does not surely run then itself."""
    place = m[p + ROOM] + step
    if m[place] == m[place + 1]:
        return False
    until = least_number(m, t) + least_number(m, t + DURATION)
    if greatest_number(m, t) <= m[place] and m[place] < until:
        return False
    return m[place + 2 * m[p + TASKS]] + least_number(m, t + DEMAND) > capacity


def start_after(m: Memory, p: int, t: int, steps: int, capacity: int) -> bool:
    """Let a task start where no step that it would meet is too full for it."""
    times = m[p + ROOM]
    begin = least_number(m, t)
    step = 0
    while step < steps - 1 and m[times + step] < begin + least_number(m, t + DURATION):
        if m[times + step + 1] > begin and is_full(m, p, t, step, capacity):
            begin = m[times + step + 1]
        step = step + 1
    return at_least(m, m[t], begin - m[t + 1])


def start_before(m: Memory, p: int, t: int, steps: int, capacity: int) -> bool:
    """The same for the latest start."""
    times = m[p + ROOM]
    begin = greatest_number(m, t)
    duration = least_number(m, t + DURATION)
    step = steps - 2
    while step >= 0 and m[times + step + 1] > begin:
        if m[times + step] < begin + duration and is_full(m, p, t, step, capacity):
            begin = m[times + step] - duration
        step = step - 1
    return at_most(m, m[t], begin - m[t + 1])


def in_order(m: Memory, t: int, other: int, capacity: int) -> bool:
    """Let another task end before a task starts that cannot end before the other starts."""
    if not counts(m, other):
        return True
    if least_number(m, t + DEMAND) + least_number(m, other + DEMAND) <= capacity:
        return True
    if least_number(m, t) + least_number(m, t + DURATION) <= greatest_number(m, other):
        return True
    duration = least_number(m, other + DURATION)
    if not at_least(m, m[t], least_number(m, other) + duration - m[t + 1]):
        return False
    return at_most(m, m[other], greatest_number(m, t) - duration - m[other + 1])
