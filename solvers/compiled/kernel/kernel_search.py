"""The search of normal forms by the kernel: rows, counts, projections, in parts."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from ....models.language.domains import size as domain_size
from ....models.language.late_dataclasses import dataclass
from ..reading.normal_forms import Domain, Form, Unposted
from .kernel_code import Kernel, kernel, uncompiled
from .kernel_posting.builder import Builder
from .kernel_posting.different_places import post_different_places
from .kernel_posting.form_poster import Poster
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
    in_python: int
    """The steps after which the kernel's source goes on as machine code."""
    width: int
    """The number of variables of a row."""
    each: int
    """The solutions counted as one: those that differ in variables without constraints."""
    variables: Sequence[int]
    """The variables of a row."""


def posted(
    domains: Sequence[Domain],
    forms: Iterable[Form],
    place_of: Mapping[str, int] = MappingProxyType({}),
    *,
    counting: bool = False,
    project: Sequence[int] | None = None,
    last: int | None = None,
    in_python: int = 0,
) -> Posted:
    """The search of `forms` over `domains`, of which there is one, and which all have values.

    `place_of` has the places of the variables that nodes in the forms mention by name. With
    `project`, one solution for each combination of values at these places that has one. The
    variable at the place `last`, if there is one, is decided after those that others depend on.
    The first steps, `in_python` of them, are made by the kernel's source in Python.

    Raises:
        Unposted: the kernel does not take the model.
    """
    builder = Builder()
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
    if project is None:
        later = poster.items - poster.indices
        if last is not None:
            later.add(variables[last])
        first = [v for v in variables if v in mentioned and v not in later]
        found = [v for v in variables if v in later]
        model = [*_by_width(builder, first), found, [] if counting else free]
        tiers = [*model, poster.auxiliaries]
        shown = len(model) if poster.auxiliaries else 0
    else:
        wanted = {variables[place] for place in project}
        others = [v for v in variables if v not in wanted]
        tiers = [*_by_width(builder, sorted(wanted)), others, poster.auxiliaries]
        shown = 2
    builder.finish(variables, tiers, shown)
    each = math.prod(builder.size(v) for v in free) if counting else 1
    return Posted(builder.packed(), in_python, len(variables), each, variables)


def _by_width(builder: Builder, variables: Sequence[int]) -> list[list[int]]:
    """Variables with bits, and those without, which mostly follow from the others."""
    is_wide = {v: builder.is_interval(builder.number(v)) for v in variables}
    return [[v for v in variables if is_wide[v] == wide] for wide in (False, True)]


def batches(
    search: Posted, memory: array[int], check: Check, statistics: Statistics | None = None
) -> Iterator[array[int]]:
    """Every solution once, one behind the other; the first batches are small.

    What `memory` says is left is searched; `check` is called between calls of the kernel.
    """
    room = most_rows(search, ROWS_AT_FIRST)
    rows = array("q", [0]) * (room * search.width)
    while memory[at.PHASE] != at.FINISHED:
        found = call(search, memory, rows, room)
        if statistics is not None:
            statistics["nodes"] = memory[at.NODES]
        if found:
            yield rows[: found * search.width]
        if found == room < most_rows(search, 4 * room):
            room = most_rows(search, 4 * room)
            rows = array("q", [0]) * (room * search.width)
        check()


def most_rows(search: Posted, wanted: int) -> int:
    """The number of rows of a batch, which is as many as `wanted` if they are short."""
    return min(wanted, MOST_ROWS, max(MOST_NUMBERS // max(search.width, 1), 1))


def counts(
    search: Posted, memory: array[int], check: Check, statistics: Statistics | None = None
) -> Iterator[int]:
    """The number of solutions, in parts."""
    nowhere = array("q", [0])
    while memory[at.PHASE] != at.FINISHED:
        found = call(search, memory, nowhere, 0)
        if statistics is not None:
            statistics["nodes"] = memory[at.NODES]
        yield found * search.each
        check()


def call(
    search: Posted, memory: array[int], rows: array[int], room: int, steps: int = STEPS_A_CALL
) -> int:
    """Search on for some steps, or until `room` rows are written; the number of solutions.

    With no room they are counted alone. Where it is Python that runs, a call has fewer steps.
    """
    memory[at.FOUND], memory[at.CAPACITY] = 0, room
    if is_in_python(search, memory):
        steps = min(steps, STEPS_A_CALL_IN_PYTHON)
    answer = _code(search, memory).search(memory, rows, steps)
    if answer == at.UNDECIDED:
        raise AssertionError("a variable is open that the decided ones should determine")
    if answer == at.SHORT:
        memory.frombytes(bytes(8 * len(memory)))
        memory[at.TRAIL_END] = len(memory)
    return memory[at.FOUND]


def is_in_python(search: Posted, memory: array[int]) -> bool:
    """True if the next call runs the kernel's source as Python."""
    return memory[at.STEPS] < search.in_python


def _code(search: Posted, memory: array[int]) -> Kernel:
    return uncompiled() if is_in_python(search, memory) else kernel()


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


def _left(memory: array[int], v: int, declared: Domain) -> Domain:
    """The values that are left of a domain."""
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
    code = _code(search, memory)
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
    nowhere, begun = array("q", [0]), memory[at.STEPS]
    while True:
        before = state[at.STEPS]
        call(search, state, nowhere, 0, STEPS_OF_A_DESCENT)
        total += weight * (state[at.STEPS] - before)
        if state[at.PHASE] == at.FINISHED:
            return total, state[at.STEPS] - begun
        is_open = [top for top in frames(state) if not state[top + at.REFUTED]]
        if is_open:
            choices = max(state[is_open[0] + at.FRAME_CHOICES], 2)
            others = random.random() * choices > 1
            code = _code(search, state)
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
