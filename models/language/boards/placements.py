"""Placements: pieces on a board, as one 0/1 variable a square."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, compress
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from ..arithmetic_expressions import total
from ..constraints import Comparison, Constraint
from ..errors import ModelError
from ..expressions import Domain, Expression, Variable, _name, as_number, domain_of
from ..global_constraints.all_different import all_different
from ..global_constraints.increasing import increasing
from ..groups import Several
from ..habits import OF_ALONG, OF_FILLINGS, OF_PLACEMENTS, OF_TALLIES, Habits
from ..keeping import cached_property
from ..late_dataclasses import dataclass
from ..nodes import Arithmetic, Value, describe
from ..phrases import counted, shown
from ..rules import Rule
from .grid import Family, Square, SquareLike, Squares, SquaresLike, as_family, read_square
from .pieces import Piece

if TYPE_CHECKING:
    from .board import Board


# ------------- Sums over groups of squares that wait for a relation: `queen.per(board.rows) == 1`.


Default = TypeVar("Default")
Groups = Sequence[tuple[str, Sequence[Variable]]]
"""Groups of variables, each with its name."""

ADJECTIVES = ("black", "related", "shaded")
"""Names of pieces that say how a square is."""
WORDS = {
    "==": "exactly",
    "!=": "any number but",
    "<=": "at most",
    ">=": "at least",
    "<": "fewer than",
    ">": "more than",
}
"""A relation to a number, as a player says it."""


def _rule(relation: str) -> Callable[[Any, object], Rule]:
    """The method of a relation's operator."""
    return lambda tally, other: tally.rule(relation, other)


@dataclass(frozen=True, eq=False)
class Tally(Habits):
    """The sum over each group of a family; compared with a number it is one rule.

    `label` is the left side of the rule's label (`rows`), `each` what a player calls one group,
    `phrase` turns a relation and a number into words (`exactly 1 queen`).
    """

    subject: str
    label: str
    each: str
    groups: Groups
    phrase: Callable[[str, str], str]
    _habits = OF_TALLIES

    def rule(self, relation: str, other: object, label: str = "", words: str = "") -> Rule:
        """The sum over each group stands in `relation` to `other`."""
        number = as_number(other, f"{self.label} {relation} …")
        shown = describe(number)
        said = self.phrase(relation, shown)
        return Rule(
            label or f"{self.label} {relation} {shown}",
            tuple(Comparison(total(group), relation, number) for _, group in self.groups),
            tuple(name for name, _ in self.groups),
            words or (f"{self.each}: {said}" if self.each else said),
            self.subject,
        )

    def __eq__(self, other: object) -> Any:  # a Rule, which `object` does not let us promise
        return self.rule("==", other)

    def __ne__(self, other: object) -> Any:  # a Rule, as above
        return self.rule("!=", other)

    __le__, __ge__, __lt__, __gt__ = map(_rule, ("<=", ">=", "<", ">"))
    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise ModelError(f"{self!r} has no truth value; compare it, for example == 1")

    def __repr__(self) -> str:
        return f"the {self.label} of {self.subject}, waiting for a relation such as == 1"


class Total(Tally, Arithmetic):
    """The sum over all squares: compared it is a rule, in arithmetic an expression."""

    @property
    def expression(self) -> Expression:
        """The sum as an expression over the model's variables."""
        return total(variable for _, group in self.groups for variable in group)


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

    @overload
    def get(self, square: SquareLike) -> Variable | None: ...
    @overload
    def get(self, square: SquareLike, default: Default) -> Variable | Default: ...
    def get(self, square: SquareLike, default: Any = None) -> Any:
        """The variable on a square, or `default` off the board, on a hole or on a wall.

        `cell.get((row, column + 1), 0)` is the cell on the right, and 0 in the last column. On
        a torus, too, a place beyond an edge is none. Raises: ModelError for what is no square.
        """
        found = read_square(square)
        return self.by_square[found] if self.board.has(found) else default

    def over(self, family: Family | Squares) -> list[tuple[str, list[Variable]]]:
        """Each group of `family` by name, with the variables on its squares."""
        return [(group.name, self._on(group)) for group in as_family(family)]

    def _on(self, squares: Iterable[Square]) -> list[Variable]:
        known = self.by_square
        try:
            return [known[square] for square in squares]
        except KeyError:
            return [self[square] for square in squares]  # which says what is wrong with one

    def layout(self) -> dict[str, Any]:
        return {"board": self.board.layout()}

    def describe(self) -> str:
        return self.board.describe()


@dataclass(frozen=True, eq=False)
class Marks:
    """A 0/1 term, or a constraint, for each of some squares of a board; `words` say which it is."""

    board: Board
    squares: tuple[Square, ...]
    terms: tuple[Expression | Constraint, ...]
    words: str

    def within(self, squares: Squares | SquaresLike) -> Marks:
        """The same on some of the squares alone, such as a region.

        Raises: ModelError for a square that is not among them.
        """
        chosen = self.board.squares_at(squares)
        known = dict(zip(self.squares, self.terms, strict=True))
        for square in chosen:
            if square not in known:
                raise ModelError(f"{square} is not among {self.words}; leave it out")
        where = squares.name if isinstance(squares, Squares) else " ".join(map(str, chosen))
        terms = tuple(known[square] for square in chosen)
        return Marks(self.board, chosen, terms, f"{self.words} of {where}")


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

    @property
    def marks(self) -> Marks:
        """The squares, each marked where a piece stands."""
        return Marks(self.board, self.squares, self.members, f"the {self.name} squares")

    @property
    def empty(self) -> Marks:
        """The squares, each marked where no piece stands: `connected(shaded.empty)`."""
        terms = tuple(variable == 0 for variable in self.members)
        return Marks(self.board, self.squares, terms, f"the squares that are not {self.name}")

    def within(self, squares: Squares | SquaresLike) -> Marks:
        """Some of the squares alone, such as a region, each marked where a piece stands."""
        return self.marks.within(squares)

    def at(self, *squares: SquaresLike | int) -> Rule:
        """A piece stands on each of these squares: `at("r1c1")`, `at(1, 1)`, `at("r1c1 r2c3")`."""
        return self._stand("at", 1, "a", squares)

    def empty_at(self, *squares: SquaresLike | int) -> Rule:
        """No piece stands on any of these squares, written as for `at`."""
        return self._stand("empty at", 0, "no", squares)

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

    def _stand(self, what: str, value: int, article: str, written: tuple[Any, ...]) -> Rule:
        squares = self._squares(written)
        adjective = f"{self.name}:" if value else f"not {self.name}:"
        words = adjective if self.name in ADJECTIVES else f"{article} {self.name} on"
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
        alone = number == "1" or self.name in ADJECTIVES
        return f"{WORDS[relation]} {number} {self.name}{'' if alone else 's'}"

    def of_row(self, row: tuple[Value, ...]) -> tuple[Square, ...]:
        return tuple(compress(self.squares, row))

    def in_json(self, read: tuple[Square, ...]) -> list[str]:
        return [str(square) for square in read]

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


# -------------------------------- Fillings: a number, or a label, on every open square of a board.


EMPTY = ".0"
"""The signs for an empty square in a text of givens; 0 only where it is not a value."""


@dataclass(frozen=True, eq=False)
class Same:
    """For every two squares of a board that share a side, that they hold one value of a filling."""

    board: Board
    name: str
    terms: tuple[Constraint, ...]


class Filling(OnBoard):
    """A value on every open square of a board.

    A solution reads it as rows of values, rows × columns, with None on holes and walls.
    """

    kind = "filling"
    _habits = OF_FILLINGS

    def along(self, family: Family | Squares) -> Along:
        """The values in each group of `family`, from which a rule can be made."""
        whole = as_family(family)
        return Along(self.name, whole.name, whole.each, self.over(whole))

    def same(self) -> Same:
        """For every two squares that share a side, that they hold one value."""
        pairs = self.board.adjacent
        return Same(self.board, self.name, tuple(self[a] == self[b] for a, b in pairs))

    def given(self, values: str | Iterable[Iterable[Value | None]]) -> Rule:
        """These values stand on the board from the beginning.

        `values` is a text of one character a square, row by row, blanks and line breaks apart:
        `.` or `0` is empty, letters stand for 10 (`A`) and above. Or rows of values, None (or 0
        where 0 is not in the domain) for an empty square.

        Raises: ModelError for another number of squares, or a value outside the domain.
        """
        marks = self._from_text(values) if isinstance(values, str) else self._from_rows(values)
        squares = [square for row in self.board.grid for square in row]
        given = [(s, mark) for s, mark in zip(squares, marks, strict=True) if mark is not None]
        known = self._on([square for square, _ in given])
        self._refuse_others(given)
        return Rule(
            "givens",
            tuple([one == value for one, (_, value) in zip(known, given, strict=True)]),
            tuple([str(square) for square, _ in given]),
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
        value_of = {mark: self._value_of(mark) for mark in {*marks}}
        return [value_of[mark] for mark in marks]

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

    @cached_property
    def _domain(self) -> Domain:
        return self.members[0].domain if self.members else ()

    def _has(self, value: object) -> bool:
        return type(value) in (int, str) and value in self._domain

    def _refuse_others(self, given: Iterable[tuple[Square, Value]]) -> None:
        """Raises: ModelError for a value that is none of the domain."""
        for square, value in given:
            if self._has(value):
                continue
            domain = self._domain
            shown = f"{domain[0]} to {domain[-1]}" if isinstance(domain, range) else list(domain)
            raise ModelError(
                f"the given {value!r} on {square} is not a value of {self.name}: {shown}"
            )

    @cached_property
    def _rows(self) -> list[list[int | None]]:
        """By row of the board, the place of each square's variable; None for a square left out."""
        places = {square: place for place, square in enumerate(self.squares)}
        return [[places.get(square) for square in row] for row in self.board.grid]

    def of_row(self, row: tuple[Value, ...]) -> tuple[tuple[Value | None, ...], ...]:
        return tuple(
            [tuple([None if p is None else row[p] for p in places]) for places in self._rows]
        )

    def in_json(self, read: tuple[tuple[Value | None, ...], ...]) -> list[list[Value | None]]:
        return [list(row) for row in read]

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
            tuple([require(group) for _, group in self.groups]),
            tuple([name for name, _ in self.groups]),
            f"{self.each}: {words}",
            self.subject,
        )


def filling(name: str, board: Board, values: Iterable[object]) -> Filling:
    """A filling of `board` with fresh variables `name[r1c1]` over `values`, row by row."""
    _name(name)
    domain = domain_of(values, repr(name)) if board.open else range(1)
    variables = tuple([Variable(f"{name}[r{row}c{column}]", domain) for row, column in board.open])
    return Filling(name, variables, board)


def _adds_up(relation: str, number: str) -> str:
    exact = "adds up to"
    return f"{exact} {number}" if relation == "==" else f"{exact} {WORDS[relation]} {number}"
