"""Fillings: a number, or a label, on every open square of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ..constraints import Constraint
from ..domains import domain_of
from ..errors import ModelError
from ..expressions import Variable, _name
from ..global_constraints.all_different import all_different
from ..global_constraints.increasing import increasing
from ..groups import Values
from ..habits import OF_ALONG, OF_FILLINGS, Habits
from ..late_dataclasses import dataclass
from ..nodes import Value
from ..phrases import counted, shown
from ..rules import Rule
from .families import Family, Square, Squares, as_family
from .placements import OnBoard
from .tallies import WORDS, Groups, Tally

if TYPE_CHECKING:
    from .board import Board

EMPTY = ".0"
"""The signs for an empty square in a text of givens; 0 only where it is not a value."""


class Filling(OnBoard):
    """A value on every open square of a board.

    A solution reads it as rows of values, rows × columns, with None on holes and walls.
    """

    kind = "filling"
    _habits = OF_FILLINGS

    def along(self, family: Family | Squares) -> Along:
        """The values in each group of `family`, of which a rule can be made."""
        whole = as_family(family)
        return Along(self.name, whole.name, whole.each, self.over(whole))

    def given(self, values: str | Iterable[Iterable[Value | None]]) -> Rule:
        """These values stand on the board from the beginning.

        `values` is a text of one character a square, row by row, blanks and line breaks apart:
        `.` or `0` is empty, letters stand for 10 (`A`) and above. Or rows of values, None (or 0
        where 0 is not in the domain) for an empty square.

        Raises: ModelError for another number of squares, or a value outside the domain.
        """
        marks = self._from_text(values) if isinstance(values, str) else self._from_rows(values)
        squares = [square for row in self.board.grid for square in row]
        given = [
            (square, self._checked(square, mark))
            for square, mark in zip(squares, marks, strict=True)
            if mark is not None
        ]
        return Rule(
            "givens",
            tuple(self[square] == value for square, value in given),
            tuple(str(square) for square, _ in given),
            f"{len(given)} {'value is' if len(given) == 1 else 'values are'} given",
            self.name,
        )

    def _from_text(self, text: str) -> list[Value | None]:
        marks = "".join(text.split())
        size = self.board.height * self.board.width
        if len(marks) != size:
            raise ModelError(
                f"the givens have {counted(len(marks), 'character')} and the board has"
                f" {counted(size, 'square')} ({counted(self.board.height, 'row')} ×"
                f" {counted(self.board.width, 'column')}); write one a square,"
                " . for an empty one"
            )
        return [self._value_of(mark) for mark in marks]

    def _value_of(self, mark: str) -> Value | None:
        """The value that one character stands for; None for an empty square."""
        if self._has(mark) or mark == "#":
            return mark if mark != "#" else None
        if mark in EMPTY and not (mark == "0" and self._has(0)):
            return None
        return int(mark, 36) if mark.isascii() and mark.isalnum() else mark

    def _from_rows(self, rows: Iterable[Iterable[Value | None]]) -> list[Value | None]:
        read = [list(row) for row in rows]
        if len(read) != self.board.height:
            raise ModelError(
                f"the givens have {counted(len(read), 'row')} and the board has {self.board.height}"
            )
        for number, row in enumerate(read, 1):
            if len(row) != self.board.width:
                raise ModelError(
                    f"row {number} of the givens has {counted(len(row), 'value')} and the board has"
                    f" {counted(self.board.width, 'column')}; write None for an empty square"
                )
        return [None if v == 0 and not self._has(0) else v for row in read for v in row]

    def _has(self, value: object) -> bool:
        domains = [variable.domain for variable in self.members[:1]]
        return type(value) in (int, str) and any(value in domain for domain in domains)

    def _checked(self, square: Square, value: Value) -> Value:
        domain = self[square].domain
        if not self._has(value):
            shown = f"{domain[0]} to {domain[-1]}" if isinstance(domain, range) else list(domain)
            raise ModelError(
                f"the given {value!r} on {square} is not a value of {self.name}: {shown}"
            )
        return value

    def read(self, values: Values) -> tuple[tuple[Value | None, ...], ...]:
        return tuple(
            tuple(values[self[s].name] if self.board.has(s) else None for s in row)
            for row in self.board.grid
        )

    def to_json(self, values: Values) -> list[list[Value | None]]:
        return [list(row) for row in self.read(values)]

    def from_json(self, data: Any) -> dict[str, Any]:
        shape = f"{counted(self.board.height, 'row')} of {counted(self.board.width, 'value')}"
        if not isinstance(data, list | tuple) or len(data) != self.board.height:
            raise ModelError(f"{self.name} must be a list of {shape}, not {shown(data)}")
        for number, row in enumerate(data, 1):
            if not isinstance(row, list | tuple) or len(row) != self.board.width:
                raise ModelError(
                    f"row {number} of {self.name} must be one of {shape}: {shown(row)}"
                )
        return {
            variable.name: data[square.row - 1][square.column - 1]
            for square, variable in self.by_square.items()
            if data[square.row - 1][square.column - 1] is not None
        }


@dataclass(frozen=True, eq=False)
class Along(Habits):
    """The values of a filling in each group of a family."""

    _habits = OF_ALONG

    subject: str
    label: str
    each: str
    groups: Groups

    def _compared(self, other: object) -> NoReturn:
        raise ModelError(
            f"the values of {self.subject} along {self.label} are several; compare their sum,"
            f" along({self.label}).total() == 15"
        )

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _compared
    __hash__ = object.__hash__

    def all_different(self) -> Rule:
        """In each group no two values are equal."""
        return self._rule("all different", "all different", all_different)

    def increasing(self, *, strict: bool = False) -> Rule:
        """In each group, no value is less than the one before it; if `strict`, each is greater."""
        label = "strictly increasing" if strict else "increasing"
        return self._rule(label, label, lambda values: increasing(values, strict=strict))

    def total(self) -> Tally:
        """The sum of each group, to be compared with a number: `total() == 15` is one rule."""
        return Tally(self.subject, f"{self.label} total", self.each, self.groups, _adds_up)

    def _rule(
        self, label: str, words: str, require: Callable[[Sequence[Variable]], Constraint]
    ) -> Rule:
        return Rule(
            f"{self.label} {label}",
            tuple(require(group) for _, group in self.groups),
            tuple(name for name, _ in self.groups),
            f"{self.each}: {words}",
            self.subject,
        )


def filling(name: str, board: Board, values: Iterable[object]) -> Filling:
    """A filling of `board` with fresh variables `name[r1c1]` over `values`, row by row."""
    _name(name)
    domain = domain_of(values, repr(name)) if board.open else range(1)
    variables = tuple(Variable(f"{name}[{square}]", domain) for square in board.open)
    return Filling(name, variables, board)


def _adds_up(relation: str, number: str) -> str:
    exact = "adds up to"
    return f"{exact} {number}" if relation == "==" else f"{exact} {WORDS[relation]} {number}"
