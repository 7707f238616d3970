"""The layout of the kernel's memory: the header, and the records of variables, literals and frames.

A record is known by its address, the index of its first integer. A list is its length and then
its entries. What is changed during the search is saved on the trail first, unless it says "kept".
"""

from __future__ import annotations

# The header.
PHASE = 1
"""The step with which the search goes on: one of START to PROBE."""
START, BRANCH, APPLY, PROPAGATE, RETREAT, FINISHED, PROBE = range(7)
TRAIL, TRAIL_END = 2, 3
"""The next free entry of the trail, and where its memory ends."""
FRAME = 4
"""The innermost frame; 0 where nothing is decided."""
VARIABLE_QUEUE, VARIABLE_HEAD, VARIABLE_TAIL, VARIABLE_MASK = 5, 6, 7, 8
"""A ring of variables that changed; the mask is its size less 1, a power of 2 less 1."""
QUEUES = 9
"""The queues of propagators, by priority: rings of QUEUE_SIZE integers each."""
PRIORITIES = 4
QUEUE_HEADS, QUEUE_TAILS, QUEUE_MASK = 12, 16, 10
PROPAGATORS = 11
"""The list of all propagators."""
STEPS = 20
"""The propagators asked and variables looked at so far: the work done."""
NODES = 22
FOUND, CAPACITY = 23, 24
"""The solutions of this call, and the most of them; 0 where they are only counted."""
ROW = 26
"""The list of the variables of a row."""
TIERS, TIER_COUNT = 27, 28
"""The lists of variables to decide, one behind the other: addresses of lists."""
TIER, CURSOR = 29, 30
"""The tier that is being decided, and the first place in it that may be open; saved."""
PROJECTED = 31
"""The number of tiers of which each combination is found once; 0 for all."""
OVERFLOW = 32
"""1 if the trail was too short: nothing is decided, and the memory has to grow."""
FIXPOINT_STEPS, MOST_FIXPOINT_STEPS = 33, 34
"""Propagators asked since the last decision, and their most before the search decides again."""
FAILURES = 35
AT_ROOT = 41
"""1 where the search pauses when the first fixpoint is reached; it is 0 then."""
COVER = 36
"""The exact cover; 0 without one."""
INCREMENT = 37
REQUIRED = 40
"""The list of literals that hold from the start."""
VARIABLES = 38
"""The list of all variables."""
TRAIL_BEGIN = 39
"""The first integer of the trail, behind all that was posted."""
STAMP = 42
"""Counts the decisions and refutations: what has it was saved since the last of them."""
AIM = 43
"""The variable of which ever better values are looked for; 0 without one."""
AIM_LEAST, AIM_GREATEST = 44, 45
"""The values that are still wanted of it; read at each decision and refutation. Not saved."""
TO_PROBE, TO_DECIDE = 46, 47
"""The list of variables whose values are probed before a decision, tried by propagation alone, 0
without one; and the number of those, the first, that may be decided then."""
PROBED, LEFT_TO_PROBE = 48, 49
"""The place there of the next, and how many are left to probe at this node."""
BEST_PROBED, BEST_CHANGES = 50, 51
"""The variable whose values changed most, 0 without one, and the product of their changes."""
MOST_DEPTH, PROBED_UNTIL = 52, 53
"""The greatest depth at which values are probed, and the steps up to which any depth will do."""
PROBE_STEPS, PROBED_AT = 54, 55
"""The steps of probing at a node, of late; and those at its end, or at a solution since then."""
IN_ORDER = 56
"""1 where variables are decided in the order of their records, and their first value is tried."""
HEADER = 64

# A variable.
BITS = 0
"""Its word of bits, where WORDS is 1; else the address of its words."""
BASE = 1
"""The value of the first bit. Kept."""
WORDS = 2
"""Its words of bits; 0 for one that is known by its least and greatest value alone. Kept."""
LEAST, GREATEST = 3, 4
"""Of a variable whose WORDS are not 1."""
SIZE = 5
"""The number of its values, where WORDS is not 1."""
CHANGED = 6
"""The events since it was last looked at, 0 if it is not in the queue. Not saved."""
ON_ANY, ON_BOUNDS, ON_FIXED = 7, 8, 9
"""Lists of the propagators that wait for an event. Kept."""
LITERALS = 10
"""The list of its literals that stand in clauses. Kept."""
WEIGHT = 11
"""The failures of its propagators, for the choice of a variable. Kept."""
COVERED = 12
"""The list of its options in the exact cover; 0 without. Kept."""
LAST_FIRST = 13
"""1 if its greatest values are tried first. Kept."""
VARIABLE = 14

ANY, BOUNDS, FIXED = 1, 2, 4
"""Events; the stronger ones are sent with the weaker."""

# A literal: what may be said of one variable. Its negation is the literal beside it.
OF = 0
MEANS = 1
"""One of IS to LEAST_IS; IN is a word of bits."""
IN, IS, IS_NOT, AT_MOST, AT_LEAST = range(5)
AMOUNT = 2
WATCHERS = 3
"""The first clause that watches it, 0 if there is none. Not saved."""
NEGATION = 4
LITERAL = 5

# A frame: a decision, in the trail.
OUTER = 0
"""The frame before it."""
DECIDED = 1
"""The variable."""
DECIDED_MEANS = 2
"""The decision on it, as MEANS of a literal; its negation once it is refuted."""
DECIDED_AMOUNT = 3
REFUTED = 4
"""1 where nothing is left to be tried."""
CREPT = 5
"""1 where it was decided before the fixpoint was reached."""
FRAME_TIER = 6
"""The tier that it belongs to."""
FRAME_CHOICES = 7
"""The number of values, or options, among which it decided."""
FRAME_SIZE = 8

# A propagator.
KIND = 0
WAITS = 1
"""1 while it is in a queue. Not saved."""
PRIORITY = 2
SCOPE = 3
"""The list of its variables, whose weights grow where it fails."""
ARGUMENTS = 4

# What a call of the search answers.
DONE, FULL, PAUSED, SHORT, UNDECIDED = range(5)
"""All found; the rows are full; the budget is used up; the memory is too short; an error: a
variable is open that the decided ones should determine."""
