"""A published answer as a solver: for the model that `queens(n)` declares, and for no other.

The published programs know one puzzle. That model is recognised by structure: the same
variables under the same constraints, whatever the model and its rules are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from math import isqrt

from ...models.language.constraints import Constraint
from ...models.language.files.model_as_data import same
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.nodes import describe
from ...models.queens import queens as declared_queens
from ..harness.contract import Assignment, Control, Traits, Unsupported
from .skeleton import Position, Representation, Squares, queens

PUBLISHED = Traits(streams=False, calls_python=False, historical=True, viewpoint="squares")
"""Breadth first: there is no solution before the last column, and then there are all."""

LARGEST = 100
"""The largest board that is compared; breadth first, a tenth of it takes minutes already."""


def solve(
    model: Model, control: Control, representation: Representation[Position]
) -> Iterator[Assignment]:
    """Every solution of `model`, in the order of the published program.

    Raises: Unsupported unless `queens(n)` declares the same model.
    """
    board_size = size_of_board(model, f"published-{representation.name}")
    control.searching()
    for position in queens(board_size, watched(representation, control)):
        control.check()
        yield assignment(representation.squares(position), board_size)


def watched(representation: Representation[Position], control: Control) -> Representation[Position]:
    """The same representation, which counts its tests and stops at one when it is asked to."""
    counted = control.statistics
    counted.update(tries=0, kept=0)
    tries = kept = 0

    def safe(k: int, position: Position) -> bool:
        nonlocal tries, kept
        control.check()
        is_safe = representation.safe(k, position)
        tries, kept = tries + 1, kept + is_safe
        counted.update(tries=tries, kept=kept)
        return is_safe

    return replace(representation, safe=safe)


def assignment(squares: Squares, board_size: int) -> Assignment:
    """Queens on `squares` as values of the model's variables: 1 for a queen, or 0."""
    lines = range(1, board_size + 1)
    return {
        f"queen[r{row}c{column}]": int((row, column) in squares)
        for row in lines
        for column in lines
    }


def size_of_board(model: Model, solver: str) -> int:
    """The n for which `queens(n)` declares `model`.

    Raises: Unsupported where there is none; it says what the model has instead.
    """
    board_size = isqrt(len(model.variables))
    if board_size**2 != len(model.variables):
        raise refusal(solver, model, f"{len(model.variables)} variables are not those of a square")
    if board_size > LARGEST:
        raise refusal(solver, model, f"{board_size} rows are more than {LARGEST}")
    expected = declared_queens(board_size)
    if not same(model, expected):
        raise refusal(solver, model, difference(model, expected))
    return board_size


def refusal(solver: str, model: Model, why: str) -> Unsupported:
    """The error that says what `solver` supports, and `why` that is not `model`."""
    return Unsupported(
        f"{solver} solves what queens(n) declares and nothing else: n by n squares, one queen in"
        f" each row and column, at most one on each diagonal. In {model.name!r}, {why};"
        " use another solver, such as flatmap"
    )


def difference(model: Model, expected: Model) -> str:
    """The first variable or constraint in which `model` is not `expected`, in words."""
    for variable, square in zip(model.variables, expected.variables, strict=True):
        if (variable.name, variable.domain) != (square.name, square.domain):
            return f"there is {variable!r} where queens(n) has {square!r}, which is 0 or 1"
    for found, wanted in zip_longest(model.constraints, expected.constraints):
        if found is None or wanted is None or describe(found) != describe(wanted):
            return f"there is {in_words(found)} where queens(n) has {in_words(wanted)}"
    return "the constraints mean something else"


def in_words(constraint: Constraint | None) -> str:
    """`constraint` in words, or that there is none."""
    return "no further rule" if constraint is None else describe(constraint)
