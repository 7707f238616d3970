"""The search: the variable of the fewest values for its weight is decided first, depth first.

A decision is a frame on the trail; its refutation stays as a frame of which nothing is left to be
tried. So the frames are the path to the node, and the complements of those that are not refuted
are the part of the search that is left: disjoint boxes.

Source of the weights: F. Boussemart et al., "Boosting systematic search by weighting constraints",
ECAI 2004.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory, highest
from ..machine_source.records import *
from ..machine_source.values_left import greatest, is_fixed, least, put, require, size
from .items_covered import CHOICES, CHOSEN_BITS, CHOSEN_OF, choice_of, item_to_cover
from .probing import may_probe, need_less, probe
from .settling import (
    FAILED,
    INTERRUPTED,
    SETTLED,
    again,
    apply,
    ask_all,
    frame,
    pending,
    retreat,
    settle,
    skip,
)

MOST_COMPARED = 4096
"""The most open variables of a list among which the next to decide is chosen."""
VARIABLES_A_STEP = 64
"""The variables compared, or written to a row, that cost as much as a step."""


def search(m: Memory, rows: Memory, budget: int) -> int:
    """Search until the budget of steps is used up, or the rows are full."""
    end = m[STEPS] + budget
    while True:
        phase = m[PHASE]
        if phase == FINISHED:
            return DONE
        if phase == START:
            begin(m)
        elif phase == APPLY:
            apply(m)
        elif phase == PROBE:
            probe(m)
            if m[OVERFLOW] != 0:
                again(m)
                return SHORT
            if m[STEPS] > end:
                return PAUSED
        elif phase == PROPAGATE:
            found = settle(m, end)
            if m[OVERFLOW] != 0:
                again(m)
                return SHORT
            if found == INTERRUPTED:
                return PAUSED
            if found == FAILED:
                m[PHASE] = RETREAT
            else:
                m[PHASE] = BRANCH
                if m[TO_PROBE] != 0 and found == SETTLED:
                    may_probe(m)
                if m[AT_ROOT] != 0:
                    m[AT_ROOT] = 0
                    return PAUSED
        elif phase == RETREAT:
            m[FAILURES] = m[FAILURES] + 1
            retreat(m)
            if m[STEPS] > end:
                return PAUSED
        else:
            answer = branch(m, rows)
            if answer != DONE:
                return answer


def begin(m: Memory) -> None:
    """Require what holds from the start, and ask all."""
    m[STAMP] = m[STAMP] + 1
    ask_all(m)
    m[FIXPOINT_STEPS] = 0
    m[PHASE] = PROPAGATE
    required = m[REQUIRED]
    for number in range(required + 1, required + 1 + m[required]):
        if not require(m, m[number]):
            m[PHASE] = RETREAT


def branch(m: Memory, rows: Memory) -> int:
    """Decide a variable, or note a solution; DONE to go on."""
    if m[TRAIL] + 4 * FRAME_SIZE > m[TRAIL_END]:
        return SHORT
    item = item_to_cover(m)
    if item != 0:
        option = choice_of(m, item)
        frame(m, m[option + CHOSEN_OF], IN, m[option + CHOSEN_BITS], m[item + CHOICES])
        return DONE
    v = m[BEST_PROBED]
    m[BEST_PROBED] = 0
    if v == 0 or is_fixed(m, v):
        v = open_variable(m)
    if v == 0:
        if m[FIXPOINT_STEPS] > 0 and pending(m):
            m[FIXPOINT_STEPS] = 0
            m[PHASE] = PROPAGATE
            return DONE
        return solution(m, rows)
    means = IS
    amount = 0
    if m[v + WORDS] == 1:
        word = m[v + BITS]
        means = IN
        amount = 1 << highest(word) if m[v + LAST_FIRST] != 0 else word & -word
    elif m[IN_ORDER] != 0 or (size(m, v) <= 3 and m[v + WORDS] > 0):
        amount = greatest(m, v) if m[v + LAST_FIRST] != 0 else least(m, v)
    elif m[v + LAST_FIRST] != 0:
        means = AT_LEAST
        amount = greatest(m, v) - (greatest(m, v) - least(m, v)) // 2
    else:
        means = AT_MOST
        amount = least(m, v) + (greatest(m, v) - least(m, v)) // 2
    frame(m, v, means, amount, size(m, v) if means < AT_MOST else 2)
    return DONE


def open_variable(m: Memory) -> int:
    """The variable to decide next; 0 if all are decided."""
    tier = m[TIER]
    while tier < m[TIER_COUNT]:
        v = best_of(m, m[m[TIERS] + tier])
        if v != 0:
            return v
        tier = tier + 1
        put(m, TIER, tier)
        put(m, CURSOR, 0)
    return 0


def best_of(m: Memory, variables: int) -> int:
    """The open variable of a list with the least quotient of size and weight; 0 if none is open.

    Those that are fixed are moved to the front of the list, and stay there while they are; equals
    are taken in the order of their records. Of very many the first are compared alone, so that a
    descent is not quadratic.
    """
    end = variables + 1 + m[variables]
    first = variables + 1 + m[CURSOR]
    best = 0
    best_size = 0
    best_weight = 0
    for number in range(first, end):
        if number - first == MOST_COMPARED:
            break
        v = m[number]
        if is_fixed(m, v):
            m[number] = m[first]
            m[first] = v
            first = first + 1
        else:
            values = size(m, v)
            less = values * best_weight - best_size * m[v + WEIGHT]
            if m[IN_ORDER] != 0:
                less = 0
            if best == 0 or less < 0 or (less == 0 and v < best):
                best = v
                best_size = values
                best_weight = m[v + WEIGHT]
    if first != variables + 1 + m[CURSOR]:
        put(m, CURSOR, first - variables - 1)
    m[STEPS] = m[STEPS] + min(end - first, MOST_COMPARED) // VARIABLES_A_STEP
    return best


def solution(m: Memory, rows: Memory) -> int:
    """Note a solution, and retreat; FULL where no further one has room."""
    row = m[ROW]
    if m[CAPACITY] > 0:
        place = m[FOUND] * m[row]
        for number in range(m[row]):
            v = m[row + 1 + number]
            if not is_fixed(m, v):
                return UNDECIDED
            rows[place + number] = least(m, v)
        m[STEPS] = m[STEPS] + m[row] // VARIABLES_A_STEP
    m[FOUND] = m[FOUND] + 1
    m[PHASE] = RETREAT
    if m[TO_PROBE] != 0:
        need_less(m)
    if m[PROJECTED] > 0:
        skip(m)
    if m[FOUND] == m[CAPACITY]:
        return FULL
    return DONE
