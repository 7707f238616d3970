"""One program for the queens puzzle, whatever stands for a set of placed queens.

All ways to place queens in the first k columns come from all ways for k - 1: put a queen in every
row of column k, and keep the placements in which it is safe. Breadth first: a column is finished
for all placements before the next one begins.

Source: Abelson and Sussman, Structure and Interpretation of Computer Programs, exercise 2.42.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, zip_longest
from math import isqrt
from typing import Generic, TypeVar

from ...models.language.constraints import Constraint
from ...models.language.files.model_as_data import same
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.model import Model
from ...models.language.nodes import describe
from ...models.queens import queens as declared_queens
from ..harness.contract import Assignment, Control, Traits, Unsupported

# ------------------- Lists as the published programs print them: as Scheme does, or as Scala does.


def scheme_list(items: Iterable[object]) -> str:
    """A list as Scheme prints it.

    >>> scheme_list([2, 4, 1, 3])
    '(2 4 1 3)'
    """
    return f"({' '.join(map(str, items))})"


def scheme_transcript(board_size: int, solutions: Sequence[str]) -> str:
    """The call and the list of all solutions, on one line.

    >>> scheme_transcript(2, [])
    '(queens 2) => ()'
    """
    return f"(queens {board_size}) => {scheme_list(solutions)}"


def scala_list(items: Iterable[object]) -> str:
    """A list as Scala prints it.

    >>> scala_list([4, 2, 7])
    'List(4, 2, 7)'
    """
    return f"List({', '.join(map(str, items))})"


def scala_transcript(board_size: int, solutions: Sequence[str]) -> str:
    """One solution a line, and then their number; the size of the board is not said."""
    return "\n".join([*solutions, str(len(solutions))])


Item = TypeVar("Item")
Result = TypeVar("Result")
Position = TypeVar("Position")
"""A set of placed queens, as one of the representations holds it."""

Squares = frozenset[tuple[int, int]]
"""The squares (row, column) on which queens stand, 1-based."""


@dataclass(frozen=True)
class Representation(Generic[Position]):
    """A way to hold placed queens, as the skeleton needs it."""

    name: str
    empty_board: Callable[[int], Position]
    """No queens, on a board of the given size."""
    adjoin_position: Callable[[int, int, Position], Position]
    """(new row, k, rest): the queens of `rest` and a further one in column k."""
    safe: Callable[[int, Position], bool]
    """(k, position): whether the queen in column k is safe from those before it."""
    squares: Callable[[Position], Squares]
    """The squares of the queens."""
    written: Callable[[Position], str]
    """The placement as the published program prints it."""
    transcript: Callable[[int, Sequence[str]], str] = scheme_transcript
    """(board size, written solutions): what the whole run prints."""

    def printed(self, board_size: int) -> str:
        """The output of the published program for a board of `board_size`."""
        return self.transcript(board_size, [self.written(p) for p in queens(board_size, self)])


def enumerate_interval(low: int, high: int) -> range:
    """The whole numbers from `low` to `high`, both included."""
    return range(low, high + 1)


def flat_map(
    function: Callable[[Item], Iterable[Result]], items: Iterable[Item]
) -> Iterator[Result]:
    """The items of `function(item)` for each item, in one row."""
    return chain.from_iterable(map(function, items))


def accumulate(
    combine: Callable[[Item, Result], Result], initial: Result, items: Sequence[Item]
) -> Result:
    """`items` folded from the right: `combine(first, combine(second, … initial))`.

    >>> accumulate(lambda item, rest: [item, *rest], [], "abc")
    ['a', 'b', 'c']
    """
    result = initial
    for item in reversed(items):
        result = combine(item, result)
    return result


def extensions(
    k: int, board_size: int, by: Representation[Position], rest: Position
) -> Iterator[Position]:
    """`rest` with a queen in column k, once for every row from the first to the last."""

    def with_queen(new_row: int) -> Position:
        return by.adjoin_position(new_row, k, rest)

    return map(with_queen, enumerate_interval(1, board_size))


def queen_cols(k: int, board_size: int, by: Representation[Position]) -> list[Position]:
    """Every placement of safe queens in the first k columns."""
    if k == 0:
        return [by.empty_board(board_size)]
    return list(
        filter(
            partial(by.safe, k),
            flat_map(partial(extensions, k, board_size, by), queen_cols(k - 1, board_size, by)),
        )
    )


def queens(board_size: int, by: Representation[Position]) -> list[Position]:
    """Every solution of the puzzle on a board of `board_size`, in the published order."""
    return queen_cols(board_size, board_size, by)


@dataclass(frozen=True)
class Step(Generic[Position]):
    """The step in column k: from the partial placements to the safe ones."""

    k: int
    partial: tuple[Position, ...]
    """The placements of k - 1 queens that the step starts from."""
    groups: tuple[tuple[Position, ...], ...]
    """For each partial placement its extensions, by new row, before the filter."""
    safe: tuple[Position, ...]
    """The extended placements that the filter keeps."""

    @property
    def extended(self) -> tuple[Position, ...]:
        """The groups in one row, as the filter sees them."""
        return tuple(chain.from_iterable(self.groups))


def step(
    k: int, board_size: int, by: Representation[Position], rests: Sequence[Position]
) -> Step[Position]:
    """The step from `rests`, placements of k - 1 queens, to column k, with nothing hidden."""
    groups = tuple(tuple(extensions(k, board_size, by, rest)) for rest in rests)
    safe = tuple(filter(partial(by.safe, k), chain.from_iterable(groups)))
    return Step(k, tuple(rests), groups, safe)


def steps(board_size: int, by: Representation[Position]) -> Iterator[Step[Position]]:
    """The steps for k from 1 to `board_size`; each is worked out when it is asked for."""
    placements: Sequence[Position] = queen_cols(0, board_size, by)
    for k in enumerate_interval(1, board_size):
        taken = step(k, board_size, by, placements)
        yield taken
        placements = taken.safe


# ---------- A published answer as a solver: for the model that `queens(n)` declares, and no other.
#
# The published programs know one puzzle. That model is recognised by structure: the same
# variables under the same constraints, whatever the model and its rules are called.


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
