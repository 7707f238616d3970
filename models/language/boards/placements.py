"""Placements: pieces on a board, as one 0/1 variable a square."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from ..expressions import Variable, _name
from ..groups import Several, Values
from ..habits import OF_PLACEMENTS
from ..late_dataclasses import dataclass
from ..phrases import shown
from ..rules import Rule
from .families import Family, Square, SquareLike, Squares, SquaresLike, as_family, read_square
from .pieces import Piece
from .tallies import WORDS, Tally, Total

if TYPE_CHECKING:
    from .board import Board


@dataclass(frozen=True, eq=False)
class OnBoard(Several):
    """A group with one variable on every open square of a board."""

    board: Board

    @property
    def squares(self) -> tuple[Square, ...]:
        """The square of each variable, in the order of `variables`."""
        return self.board.open

    @cached_property
    def by_square(self) -> dict[Square, Variable]:
        """Each variable by its square."""
        return dict(zip(self.squares, self.members, strict=True))

    def __getitem__(self, square: SquareLike) -> Variable:
        """The variable on a square, such as `queen["r1c5"]` or `queen[1, 5]`."""
        found = self.board.square(square)
        if found not in self.by_square:
            kind = "a hole" if found in self.board.holes else "a wall"
            raise ModelError(f"{found} is {kind}, where {self.name} has no variable")
        return self.by_square[found]

    def over(self, family: Family | Squares) -> list[tuple[str, list[Variable]]]:
        """Each group of `family` by name, with the variables on its squares."""
        return [(group.name, [self[s] for s in group]) for group in as_family(family)]

    def layout(self) -> dict[str, Any]:
        return {"board": self.board.layout()}

    def describe(self) -> str:
        return self.board.describe()


class Placement(OnBoard):
    """Pieces of one kind on a board: the variable on a square is 1 where one stands.

    A solution reads it as the occupied squares, row by row.
    """

    kind = "placement"
    _habits = OF_PLACEMENTS

    def per(self, family: Family | Squares) -> Tally:
        """The number of pieces in each group of `family`, to be compared with a number.

        `queen.per(board.rows) == 1` is one rule.
        """
        whole = as_family(family)
        return Tally(self.name, whole.name, whole.each, self.over(whole), self._said)

    @property
    def total(self) -> Total:
        """The number of pieces on the board, as an expression; `queen.total == 5` is a rule."""
        return Total(self.name, "total", "", [("the board", self.members)], self._said)

    def at(self, *squares: SquaresLike | int) -> Rule:
        """A piece stands on each of these squares: `at("r1c1")`, `at(1, 1)`, `at("r1c1 r2c3")`."""
        return self._stand("at", 1, f"a {self.name} on", squares)

    def empty_at(self, *squares: SquaresLike | int) -> Rule:
        """No piece stands on any of these squares, written as for `at`."""
        return self._stand("empty at", 0, f"no {self.name} on", squares)

    def no_attacks(self, piece: Piece) -> Rule:
        """No two pieces attack each other when they move as `piece`; walls block, holes do not.

        Of a piece that slides at most one stands in each line of sight, of one that leaps at most
        one of every two squares a leap apart. Each line and each pair is stated once.
        """
        lines = _distinct(self.board.sight(piece.slides))
        stated = {frozenset(two) for line in lines for two in combinations(line, 2)}
        leaps = self.board.pairs(Piece(piece.name, piece.leaps)) if piece.leaps else ()
        groups = [*lines, *(pair for pair in leaps if frozenset(pair) not in stated)]
        family = Family(f"no_attacks({piece.name})", "", tuple(groups))
        way = "" if piece.name == self.name else f", moving as a {piece.name}"
        words = f"no two {self.name}s attack each other{way}"
        tally = Tally(self.name, family.name, "", self.over(family), self._said)
        return tally.rule("<=", 1, family.name, words)

    def _stand(self, what: str, value: int, words: str, written: tuple[Any, ...]) -> Rule:
        squares = self._squares(written)
        text = " ".join(map(str, squares))
        return Rule(
            f"{what} {text}".strip(),
            tuple(self[square] == value for square in squares),
            tuple(map(str, squares)),
            f"{words} {text}".strip(),
            self.name,
        )

    def _squares(self, written: tuple[Any, ...]) -> tuple[Square, ...]:
        """The squares that the arguments of `at` name; two numbers are one square."""
        if len(written) == 2 and all(type(item) is int for item in written):
            return self.board.squares_at([written])
        return tuple(s for item in written for s in self.board.squares_at(item))

    def _said(self, relation: str, number: str) -> str:
        """`exactly 1 queen`, `at most 2 queens`."""
        return f"{WORDS[relation]} {number} {self.name}{'' if number == '1' else 's'}"

    def read(self, values: Values) -> tuple[Square, ...]:
        return tuple(s for s, v in zip(self.squares, self.members, strict=True) if values[v.name])

    def to_json(self, values: Values) -> list[str]:
        return [str(square) for square in self.read(values)]

    def from_json(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, list | tuple):
            raise ModelError(
                f"{self.name} must be a list of squares such as 'r1c5', not {shown(data)}"
            )
        values = {variable.name: 0 for variable in self.members}
        for written in data:
            variable = self[read_square(written)]
            if values[variable.name]:
                raise ModelError(f"{self.name} names {written} twice; name it once")
            values[variable.name] = 1
        return values


def placement(name: str, board: Board) -> Placement:
    """A placement on `board` with fresh variables `name[r1c1]`, row by row."""
    _name(name)
    variables = tuple(Variable(f"{name}[{square}]", range(2)) for square in board.open)
    return Placement(name, variables, board)


def _distinct(family: Family) -> list[Squares]:
    """The groups of two squares or more, each set of squares once."""
    found = {frozenset(group): group for group in reversed(family) if len(group) > 1}
    return list(reversed(found.values()))
