"""From normal forms and an order of the variables to a program of levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ..common.code import Bounds, Define, Level, Program, Register, Step
from ..common.slots import registers
from ..reading.normal_forms import (
    Absolute,
    Automaton,
    Clause,
    Distinct,
    Domain,
    Form,
    Linear,
    Loads,
    Logic,
    Rows,
    Total,
    Tour,
    Values,
)
from .filters import Logic as LogicLowering
from .literals_by_level import lower_clause
from .running_sums import lower_linear
from .taken_amounts import lower_distinct
from .unfinished_levels import WIDEST, Building


def lower(
    names: Sequence[str], domains: Sequence[Domain], forms: Sequence[Form], order: Sequence[int]
) -> Program:
    """The program that chooses the variables in `order`, which holds all with several values.

    `domains` are ascending and not empty.
    """
    building = Building(names, domains, order, width_for(domains, forms))
    logic = LogicLowering(building)
    for form in forms:
        if building.possible:
            _lower(building, logic, form)
    _drop_unread(building.levels)
    fixed = {place: domain[0] for place, domain in enumerate(domains) if len(domain) == 1}
    return Program(tuple(names), building.width, building.levels, fixed, building.possible)


def _drop_unread(levels: Sequence[Level]) -> None:
    """Leave out the registers that nothing reads."""
    wanted: set[Register] = set()
    for level in reversed(levels):
        kept: list[Step] = []
        for step in reversed(level.after):
            if not isinstance(step, Define) or step.register in wanted:
                kept.append(step)
                wanted.update(registers([step.code]))
        level.after[:] = reversed(kept)
        wanted.update(registers((*level.filters, *level.lows, *level.highs)))


def width_for(domains: Sequence[Domain], forms: Sequence[Form]) -> int:
    """The bits of a word that holds every domain that has one, and the amounts that differ."""
    widest = max((_bits(domain) for domain in domains), default=1)
    for form in forms:
        if isinstance(form, Distinct):
            ends = [_ends(domains, term) for term in form.terms]
            span = max((e[1] for e in ends), default=0) - min((e[0] for e in ends), default=0) + 1
            widest = max(widest, span if span <= WIDEST else 1)
    return next(width for width in (32, 64, 128, 256) if width >= widest)


def _bits(domain: Domain) -> int:
    span = domain[-1] - domain[0] + 1
    if span <= WIDEST:
        return span
    return len(domain) if len(domain) <= WIDEST else 1


def _ends(domains: Sequence[Domain], term: Total | Absolute) -> Bounds:
    """The least and greatest amount of a term, guessed where other terms than variables come in.

    On this rests how wide a word is, never what is in it.
    """
    total = term.total if isinstance(term, Absolute) else term
    if total.others:
        return 0, WIDEST - 1
    low = high = total.constant
    for place, coefficient in total.variables.items():
        ends = [coefficient * domains[place][0], coefficient * domains[place][-1]]
        low, high = low + min(ends), high + max(ends)
    for image in total.images:
        found = [image.amounts[value] for value in domains[image.place]]
        low, high = low + min(found), high + max(found)
    return (0, max(abs(low), abs(high))) if isinstance(term, Absolute) else (low, high)


def _lower(building: Building, logic: LogicLowering, form: Form) -> None:
    match form:
        case Distinct():
            lower_distinct(building, form)
        case Linear():
            lower_linear(building, form)
        case Clause():
            lower_clause(building, form)
        case Rows() | Automaton() | Tour() | Values():
            logic.lower(form.constraint)
        case Loads():
            for part in form.parts:
                _lower(building, logic, part)
        case Logic(constraint):
            logic.lower(constraint)
        case _:
            assert_never(form)
