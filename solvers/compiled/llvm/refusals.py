"""Refuses programs that machine code cannot search, without loading what makes machine code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..common.code import Call, Code, Level, Program
from ..common.slots import expressions
from .assembly_text import WIDEST
from .integers import LIMIT, fits


class NotCompilable(Exception):
    """A program that machine code cannot search; the message says why."""


def refuse(program: Program) -> None:
    """Refuse what machine code cannot search.

    Raises:
        NotCompilable: with the reason.
    """
    if not program.possible or not program.levels:
        raise NotCompilable("nothing is left to be chosen")
    if max(map(abs, values_of(program))) > LIMIT:
        raise NotCompilable("a variable's values do not fit 64 bits")
    if program.width > WIDEST:
        raise NotCompilable(f"a variable has more than {WIDEST} candidates")
    if any(level.wide for level in program.levels):
        raise NotCompilable("a variable has too many candidates for a word of bits")
    for code in expressions(code for level in program.levels for code in _codes(level)):
        _refuse_code(code)


def _refuse_code(code: Code) -> None:
    if isinstance(code, Call):
        raise NotCompilable("a predicate is a function of Python")
    if not fits(code):
        raise NotCompilable("a number in between does not fit 64 bits")
    if code.kind > WIDEST:
        raise NotCompilable(f"a set in between takes more than {WIDEST} bits")


def values_of(program: Program) -> Iterator[int]:
    """The values that rows may hold, or bounds of them."""
    yield from program.fixed.values()
    for level in program.levels:
        highest = level.domain.bit_length() - 1
        yield from level.values or (level.low, level.low + highest)


def _codes(level: Level) -> Iterable[Code]:
    yield from (step.code for step in level.after)
    yield from (level.bit, level.index, level.value, *level.filters)
