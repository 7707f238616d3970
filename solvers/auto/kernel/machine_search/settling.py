"""The fixpoint: propagators are asked, the cheapest first, until nothing changes."""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory
from ..machine_source.automaton_layers import propagate_automaton
from ..machine_source.circuits import propagate_circuit, propagate_connected
from ..machine_source.compact_table import propagate_table, propagate_two_columns
from ..machine_source.cumulative_tasks import propagate_cumulative
from ..machine_source.different_values import (
    propagate_differ,
    propagate_distinct,
    propagate_matching,
)
from ..machine_source.graph_walks import propagate_acyclic, propagate_connected_vertices
from ..machine_source.kinds import *
from ..machine_source.nvalue import propagate_nvalue, propagate_ordered, propagate_same
from ..machine_source.products import propagate_element, propagate_extreme, propagate_product
from ..machine_source.records import *
from ..machine_source.region_sizes import propagate_regions
from ..machine_source.sum_bounds import propagate_linear, propagate_unequal
from ..machine_source.values_left import (
    announce,
    at_least,
    at_most,
    decide,
    falsified,
    schedule_list,
)
from .items_covered import covered

# --------------------------------------------------------------- Asking a propagator, by its kind.


def propagate(m: Memory, p: int) -> bool:
    """Ask a propagator; False where its constraint cannot hold."""
    kind = m[p + KIND]
    if kind == LINEAR:
        return propagate_linear(m, p)
    if kind == DISTINCT:
        return propagate_distinct(m, p)
    if kind == DIFFER:
        return propagate_differ(m, p)
    if kind == MATCHING:
        return propagate_matching(m, p)
    if kind == UNEQUAL:
        return propagate_unequal(m, p)
    if kind == TWO_COLUMNS:
        return propagate_two_columns(m, p)
    if kind == TABLE:
        return propagate_table(m, p)
    if kind == ORDERED:
        return propagate_ordered(m, p)
    if kind == CIRCUIT:
        return propagate_circuit(m, p)
    if kind == CONNECTED:
        return propagate_connected(m, p)
    if kind == CUMULATIVE:
        return propagate_cumulative(m, p)
    if kind == NVALUE:
        return propagate_nvalue(m, p)
    if kind == ELEMENT:
        return propagate_element(m, p)
    if kind == SAME:
        return propagate_same(m, p)
    if kind == PRODUCT:
        return propagate_product(m, p)
    if kind == EXTREME:
        return propagate_extreme(m, p)
    if kind == AUTOMATON:
        return propagate_automaton(m, p)
    if kind == CONNECTED_VERTICES:
        return propagate_connected_vertices(m, p)
    if kind == ACYCLIC:
        return propagate_acyclic(m, p)
    if kind == REGIONS:
        return propagate_regions(m, p)
    return False


FAILED, SETTLED, INTERRUPTED, CREEPS = range(4)


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


def ask_all(m: Memory) -> None:
    """Ask all propagators soon, and look at all variables, with their clauses."""
    schedule_list(m, m[PROPAGATORS])
    variables = m[VARIABLES]
    for number in range(variables + 1, variables + 1 + m[variables]):
        announce(m, m[number], ANY + BOUNDS + FIXED)


def pending(m: Memory) -> bool:
    """True if the fixpoint was not reached."""
    return m[FIXPOINT_STEPS] > m[MOST_FIXPOINT_STEPS]


# --------------------------------------------------------------------------------------- decisions
# Decisions as frames on the trail: made, applied, taken back, and given to another search.


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
        ask_all(m)
    m[FIXPOINT_STEPS] = 0
    made = decide(m, m[top + DECIDED], m[top + DECIDED_MEANS], m[top + DECIDED_AMOUNT])
    m[PHASE] = PROPAGATE if made and aims(m) else RETREAT


def aims(m: Memory) -> bool:
    """Leave the aim the values that are still wanted, of which there may be fewer than before."""
    v = m[AIM]
    return v == 0 or (at_least(m, v, m[AIM_LEAST]) and at_most(m, v, m[AIM_GREATEST]))


def undo(m: Memory) -> None:
    """Restore what was saved since the innermost frame."""
    restore(m, m[TRAIL_BEGIN] if m[FRAME] == 0 else m[FRAME] + FRAME_SIZE)


def restore(m: Memory, begin: int) -> None:
    """Restore what was saved on the trail from `begin` on."""
    end = m[TRAIL]
    while end > begin:
        end = end - 2
        m[m[end]] = m[end + 1]
    m[TRAIL] = begin


def again(m: Memory) -> None:
    """Take back all since the innermost decision, which is to be made again with a longer trail."""
    m[OVERFLOW] = 0
    undo(m)
    m[PHASE] = START if m[FRAME] == 0 else APPLY


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
