"""The search of normal forms by the kernel: rows, counts, projections, in parts."""

from __future__ import annotations

import dataclasses
import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from ....models.language.constraints import Constraint, all_of, any_of
from ....models.language.expressions import Variable
from ....models.language.expressions import size as domain_size
from ....models.language.late_dataclasses import dataclass
from ...harness.compiling.machine_words import highest, lowest, ones
from ..reading.normal_forms import Domain, Form, Linear, Total, Unposted
from .kernel_code import Kernel, count_steps, kernel, uncompiled
from .kernel_posting.builder import Builder, Tiers
from .kernel_posting.form_poster import Poster
from .kernel_posting.posted_comparisons import post_different_places
from .machine_source import records as at
from .machine_source.values_left import greatest, has, least, size

if TYPE_CHECKING:
    from random import Random

STEPS_A_CALL = 30_000
"""The steps of a call: some thousandths of a second."""
STEPS_A_CALL_IN_PYTHON = 1_000
FOREVER = 1 << 62
"""More steps than any search makes."""
STEPS_OF_A_DESCENT = 50
"""The steps of a random descent from one part of what is left to the next."""
ROWS_AT_FIRST, MOST_ROWS = 64, 16_384
MOST_NUMBERS = 1 << 20
"""The most numbers of several rows: rows of very many variables come in smaller batches."""

Statistics = MutableMapping[str, int | float | str]
Check = Callable[[], None]


@dataclass(frozen=True)
class Posted:
    """A search that the kernel has posted; its memory is copied by whoever searches it."""

    memory: array[int]
    code: Callable[[], Kernel]
    """The kernel that searches, as machine code or as Python."""
    width: int
    """The number of variables of a row."""
    each: int
    """The solutions counted as one: those that differ in variables without constraints."""
    variables: Sequence[int]
    """The variables of a row."""
    header: Sequence[tuple[int, int]] = ()
    """The places and words by which a memory is for all solutions, where some is projected."""


def whole(search: Posted) -> array[int]:
    """The memory of a search that has not begun to decide, for all solutions.

    Of variables in no form, those that are not projected have one value in them.
    """
    found = array("q", search.memory)
    for place, word in search.header:
        found[place] = word
    return found


def posted(
    domains: Sequence[Domain],
    forms: Iterable[Form],
    place_of: Mapping[str, int] = MappingProxyType({}),
    *,
    counting: bool = False,
    project: Sequence[int] | None = None,
    last: int | None = None,
    code: Callable[[], Kernel] = kernel,
) -> Posted:
    """The search of `forms` over `domains`, of which there is one, and which all have values.

    `place_of` has the places of the variables that nodes in the forms mention by name. With
    `project`, one solution for each combination of values at these places that has one. The
    variable at the place `last`, if there is one, is decided after those that others depend on.

    Raises:
        Unposted: the kernel does not take the model.
    """
    builder = Builder(code)
    variables = [builder.variable(domain) for domain in domains]
    poster = Poster(builder, variables, place_of)
    try:
        for form in forms:
            poster.post(form)
        post_different_places(poster)
    except OverflowError as error:
        raise Unposted("numbers are too great") from error
    mentioned = builder.mentioned()
    free = [v for v in variables if v not in mentioned]
    later = poster.items - poster.indices
    if last is not None:
        later.add(variables[last])
    first = [v for v in variables if v in mentioned and v not in later]
    found = [v for v in variables if v in later]
    wanted = {*variables} if project is None else {variables[place] for place in project}
    shown = [] if counting else [v for v in free if v in wanted]
    model = [*_by_width(builder, first), found, shown]
    behind = [*poster.auxiliaries, *(v for v in free if v not in wanted)]
    tiers = every = Tiers([*model, behind], len(model) if behind else 0)
    if project is not None:
        others = [v for v in variables if v not in wanted]
        asked = _by_width(builder, sorted(wanted))
        tiers = Tiers([*asked, others, poster.auxiliaries], len(asked))
    header = builder.header(every) if project is not None else ()
    builder.finish(variables, tiers)
    each = math.prod(builder.size(v) for v in free) if counting else 1
    return Posted(builder.packed(), code, len(variables), each, variables, header)


def _by_width(builder: Builder, variables: Sequence[int]) -> list[list[int]]:
    """Variables with bits, and those without, which mostly follow from the others."""
    is_wide = builder.is_interval
    wide = {v for v in variables if is_wide(v) and is_wide(builder.number(v))}
    return [[v for v in variables if v not in wide], [v for v in variables if v in wide]]


def finds(
    search: Posted,
    memory: array[int],
    check: Check,
    statistics: Statistics | None = None,
    *,
    counting: bool = False,
    until: int = FOREVER,
) -> Iterator[Any]:
    """Every solution once, one behind the other, in batches of which the first are small.

    With `counting`, their number, in parts. What `memory` says is left is searched, `until` so many
    steps were made in all; `check` is called between calls of the kernel.
    """
    room = 0 if counting else most_rows(search, ROWS_AT_FIRST)
    rows = array("q", [0]) * max(room * search.width, 1)
    while memory[at.PHASE] != at.FINISHED and (left := until - memory[at.STEPS]) > 0:
        found = call(search, memory, rows, room, min(left, STEPS_A_CALL))
        if statistics is not None:
            statistics["nodes"] = memory[at.NODES]
        if counting:
            yield found * search.each
        elif found:
            yield rows[: found * search.width]
        if found == room < most_rows(search, 4 * room):
            room = most_rows(search, 4 * room)
            rows = array("q", [0]) * (room * search.width)
        check()


def most_rows(search: Posted, wanted: int) -> int:
    """The number of rows of a batch, which is as many as `wanted` if they are short."""
    return min(wanted, MOST_ROWS, max(MOST_NUMBERS // max(search.width, 1), 1))


def call(
    search: Posted, memory: array[int], rows: array[int], room: int, steps: int = STEPS_A_CALL
) -> int:
    """Search on for some steps, or until `room` rows are written; the number of solutions.

    With no room they are counted alone. Where it is Python that runs, a call has fewer steps.
    """
    memory[at.FOUND], memory[at.CAPACITY] = 0, room
    if search.code is uncompiled:
        steps = min(steps, STEPS_A_CALL_IN_PYTHON)
    before = memory[at.STEPS]
    _heed(search.code().search(memory, rows, steps), memory)
    count_steps(memory[at.STEPS] - before)
    return memory[at.FOUND]


def _heed(answer: int, memory: array[int]) -> None:
    """Give more memory where the kernel was short of it, and stop where it is wrong."""
    if answer == at.UNDECIDED:
        raise AssertionError("a variable is open that the decided ones should determine")
    if answer == at.SHORT:
        memory.frombytes(bytes(8 * len(memory)))
        memory[at.TRAIL_END] = len(memory)


def root(search: Posted, declared: Sequence[Domain], check: Check) -> list[Domain] | None:
    """The domains at the first fixpoint, which the search goes on from; None if one is emptied."""
    memory, nowhere = search.memory, array("q", [0])
    memory[at.AT_ROOT] = 1
    while memory[at.AT_ROOT] and memory[at.PHASE] != at.FINISHED:
        call(search, memory, nowhere, 0, STEPS_A_CALL)
        check()
    if memory[at.PHASE] == at.FINISHED:
        return None
    return [_left(memory, v, domain) for v, domain in zip(search.variables, declared, strict=True)]


@lru_cache(1024)
def _of_word(base: int, word: int) -> Domain:
    """The values from `base` on whose bits are 1."""
    first, last = lowest(word), highest(word)
    if ones(word) == last - first + 1:
        return range(base + first, base + last + 1)
    return tuple([base + bit for bit in range(first, last + 1) if word >> bit & 1])


def _left(memory: array[int], v: int, declared: Domain) -> Domain:
    """The values that are left of a domain."""
    if memory[v + at.WORDS] == 1:
        word = memory[v + at.BITS]
        is_whole = word.bit_count() == len(declared)
        return declared if is_whole else _of_word(memory[v + at.BASE], word)
    number = size(memory, v)
    if number == domain_size(declared):
        return declared
    low, high = least(memory, v), greatest(memory, v)
    if not memory[v + at.WORDS]:
        return declared[bisect_left(declared, low) : bisect_right(declared, high)]
    if number == high - low + 1:
        return range(low, high + 1)
    return tuple(value for value in range(low, high + 1) if has(memory, v, value))


def halve(search: Posted, memory: array[int]) -> array[int] | None:
    """A part of what is left, taken out of `memory`; None if it cannot be cut."""
    given = array("q", memory)
    code = search.code()
    if memory[at.PHASE] == at.FINISHED or not code.take(given):
        return None
    code.give(memory)
    return given


def descend(search: Posted, memory: array[int], random: Random) -> tuple[float, int]:
    """The steps that are left, estimated without bias from one random descent; and its own.

    After some steps one of two parts of what is left is searched on, and stands for the other too.

    Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
    """
    state, weight, total = array("q", memory), 1.0, 0.0
    nowhere, code, before = array("q", [0]), search.code(), memory[at.STEPS]
    state[at.FOUND], state[at.CAPACITY] = 0, 0
    while True:
        _heed(code.search(state, nowhere, STEPS_OF_A_DESCENT), state)
        total, before = total + weight * (state[at.STEPS] - before), state[at.STEPS]
        if state[at.PHASE] == at.FINISHED:
            spent = before - memory[at.STEPS]
            count_steps(spent)
            return total, spent
        if top := code.outermost(state):
            choices = max(state[top + at.FRAME_CHOICES], 2)
            others = random.random() * choices > 1
            (code.take if others else code.give)(state)
            weight *= choices / (choices - 1 if others else 1)


def frames(memory: array[int]) -> list[int]:
    """The frames of the path, the outermost first."""
    found = list[int]()
    frame = memory[at.FRAME]
    while frame:
        found.append(frame)
        frame = memory[frame + at.OUTER]
    return found[::-1]


def progress(memory: array[int]) -> float:
    """The share of the search that is done, if all choices of a decision are alike."""
    path = frames(memory)
    done, share = 0.0, 1.0
    for top in path:
        first = share / max(memory[top + at.FRAME_CHOICES], 2)
        if memory[top + at.REFUTED]:
            done, share = done + first, share - first
        else:
            share = first
    return done if path else float(memory[at.PHASE] == at.FINISHED)


# -------------------------------------------------------------------------------------- unsearched
# The part of a kernel's search that is not searched yet, said in the variables of the model.
#
# The path to a node leaves a box for each decision that is not refuted, and the box of the node.
# What lies outside of them is forbidden by a clause for each refuted decision: under the decisions
# before it that are not refuted, its negation holds.
#
# Source: C. Lecoutre et al., "Recording and minimizing nogoods from restarts", JSAT 1, 2007.


@dataclasses.dataclass(frozen=True, eq=False)
class Unsearched:
    """Disjoint boxes."""

    boxes: int
    clauses: tuple[Constraint, ...]
    """They hold for what lies in a box, and for no solution that does not."""


def unsearched(
    search: Posted, memory: array[int], variables: Sequence[Variable]
) -> Unsearched | None:
    """The boxes that are left; None where decisions cannot be said in the variables of a row.

    Auxiliary variables are decided last: what is left of them stands for one assignment.
    """
    variable_at = dict(zip(search.variables, variables, strict=True))
    is_open, boxes = memory[at.PHASE] != at.RETREAT, 0
    clauses, path = list[Constraint](), list[Constraint]()
    for frame in frames(memory):
        variable = variable_at.get(memory[frame + at.DECIDED])
        if variable is None:
            if memory[frame + at.FRAME_TIER] < memory[at.TIER_COUNT] - 1:
                return None
            is_open = is_open or not memory[frame + at.REFUTED]
            continue
        if memory[frame + at.REFUTED]:
            clauses.append(any_of([*path, stated(memory, frame, variable)]))
        else:
            path.append(stated(memory, frame, variable, holds=False))
            boxes += 1
    if not is_open:
        clauses.append(any_of(path))
    return Unsearched(boxes + is_open, tuple(clauses))


def stated(memory: array[int], frame: int, variable: Variable, *, holds: bool = True) -> Constraint:
    """The decision of a frame, as a constraint; its negation unless it `holds`."""
    means, amount = memory[frame + at.DECIDED_MEANS], memory[frame + at.DECIDED_AMOUNT]
    if means == at.AT_MOST:
        return variable <= amount if holds else variable > amount
    if means == at.AT_LEAST:
        return variable >= amount if holds else variable < amount
    if means == at.IN:
        base = memory[memory[frame + at.DECIDED] + at.BASE]
        return _among(variable, amount, base, holds=holds)
    return variable == amount if holds == (means == at.IS) else variable != amount


def _among(variable: Variable, bits: int, base: int, *, holds: bool) -> Constraint:
    """`variable` has one of the values from `base` on whose `bits` are 1, or it has none of them.

    `bits` are negative for all but a few values; of a lower value the search has none.
    """
    domain = cast(Domain, variable.domain)
    chosen = [value for value in domain if value >= base and bits >> (value - base) & 1]
    others = [value for value in domain if value not in chosen]
    few, are = (chosen, holds) if len(chosen) <= len(others) else (others, not holds)
    if are:
        return any_of(variable == value for value in few)
    return all_of(variable != value for value in few)


# -------------------------------------------------------------------------------- branch and bound
# Branch and bound by the kernel: the bound is a number in its memory, read while it searches.


def aim(search: Posted, place: int, sign: int, forms: Iterable[Form]) -> None:
    """Have better and better values of a variable looked for: less, or with `sign` -1, greater.

    Of the variables of which it is the sum, by one of `forms`, values that better it come first.
    """
    memory, v = search.memory, search.variables[place]
    memory[at.AIM] = v
    memory[at.AIM_LEAST], memory[at.AIM_GREATEST] = memory[v + at.LEAST], memory[v + at.GREATEST]
    for form in forms:
        if isinstance(form, Linear) and form.low == form.high:
            factor = form.total.variables.get(place, 0)
            if factor:
                _prefer(search, form.total, -sign if factor > 0 else sign)


def _prefer(search: Posted, total: Total, sign: int) -> None:
    """Try those values first with which a total times `sign` is small."""
    slopes = dict(total.variables)
    for image in total.images:
        slopes[image.place] = image.amounts[max(image.amounts)] - image.amounts[min(image.amounts)]
    for place, slope in slopes.items():
        search.memory[search.variables[place] + at.LAST_FIRST] = int(slope * sign < 0)


def bound(search: Posted, sign: int) -> int:
    """The best value that is left where nothing is decided."""
    return (least if sign > 0 else greatest)(search.memory, search.memory[at.AIM])


class Bound:
    """The best value so far of the searches of all threads."""

    def __init__(self, place: int, sign: int) -> None:
        self.place, self.sign = place, sign
        self.value: int | None = None
        self._lock = Lock()

    def note(self, row: Sequence[int]) -> bool:
        """True if a row is better than all that were noted before it, of this search or others."""
        value = row[self.place]
        with self._lock:
            if self.value is not None and self.sign * value >= self.sign * self.value:
                return False
            self.value = value
            return True

    def tighten(self, memory: array[int]) -> None:
        """Have a search look for better values alone from now on."""
        if self.value is not None:
            end = at.AIM_GREATEST if self.sign > 0 else at.AIM_LEAST
            memory[end] = self.value - self.sign


def better_and_better(
    search: Posted, known: Bound, memory: array[int], check: Check
) -> Iterator[array[int]]:
    """Rows, each better than those before it, in one search without restart; the last is best.

    Of several searches that share what is known, one may find what is no better than another's.
    `check` is called between calls of the kernel; what it raises leaves a search that can go on.
    """
    row = array("q", [0]) * search.width
    while memory[at.PHASE] != at.FINISHED:
        known.tighten(memory)
        if call(search, memory, row, 1):
            known.note(row)
            yield array("q", row)
        check()
