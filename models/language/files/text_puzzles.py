"""Puzzles as text: TOML files in which a board, counting rules and what is given make a model.

name  = "crowns"
piece = "crown"
rules = ["rows == 1", "columns == 1", "regions == 1", "touching <= 1"]
board = '''
AAB
ABB
CCC'''
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from ..arithmetic_expressions import total
from ..boards.board import Board, read_board
from ..boards.grid import Square, read_map
from ..boards.placements import Filling, OnBoard
from ..boards.sides import SIDES, Sides, sides_on
from ..boards.sketches import Notes, notes
from ..constraints import Comparison, Constraint
from ..drawing.clues import CAGE_AT
from ..errors import ModelError
from ..expressions import MOST_VALUES, Constant, interval
from ..global_constraints.all_different import all_different
from ..groups import Group
from ..late_dataclasses import dataclass
from ..model import Known, Model, Recipe
from ..phrases import did_you_mean, grouped
from ..rules import Rule
from .rule_text import read_givens, read_rule
from .variable_rules import WORDS, aimed

# ----------------------- The line and column at which something stands in a text file, for errors.


_OF_A_MAP = re.compile(r"line (\d+)(?:, column (\d+))? of the map")
_OF_TOML = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@dataclass(frozen=True)
class Source:
    """A text, and the name of its file."""

    file: str
    text: str

    def at(self, offset: int) -> str:
        """`file:line:column` of the character at `offset`."""
        line = self.text.count("\n", 0, offset) + 1
        return f"{self.file}:{line}:{offset - self.text.rfind(chr(10), 0, offset)}"

    def of_key(self, key: str) -> str:
        """The place of a key, or of the table that it names; else the file."""
        found = self._key(key)
        return self.at(found.start(1)) if found else self.file

    def of_value(self, key: str, value: object) -> str:
        """The place of a text that stands as a value after `key`; else that of the key."""
        key_at = self._key(key)
        start = self.text.find(str(value), key_at.end()) if key_at and str(value).strip() else -1
        return self.at(start) if start >= 0 else self.of_key(key)

    def of_map(self, key: str, message: str) -> str:
        """The place in the map after `key` that `message` is about; else that of the key."""
        found, key_at = _OF_A_MAP.search(message), self._key(key)
        opened = re.compile(r"\s*(\"{3}|'{3})\s*").match(self.text, key_at.end() if key_at else 0)
        if not found or not opened:
            return self.of_key(key)
        first = self.text.count("\n", 0, opened.end())
        lines = self.text.split("\n")
        line = min(first + int(found[1]) - 1, len(lines) - 1)
        squares = [place for place, mark in enumerate(lines[line], 1) if not mark.isspace()]
        column = squares[int(found[2]) - 1 : int(found[2])] if found[2] else squares[:1]
        return f"{self.file}:{line + 1}:{(column or [1])[0]}"

    def of_toml(self, message: str) -> str:
        """The message of the reader of TOML, with its place in front."""
        found = _OF_TOML.fullmatch(message)
        if not found:
            return f"{self.file}: {message}"
        place = f"{self.file}:{found[2]}:{found[3]}" if found[2] else self.at(len(self.text))
        advice = "; write ] at its end, and a comma between items" * (found[1] == "Unclosed array")
        return f"{place}: {found[1][:1].lower()}{found[1][1:]}{advice}"

    def _key(self, key: str) -> re.Match[str] | None:
        """The place where `key` is given: `key =`, `[key]`, or inside a table `{key = …}`."""
        name = rf"([\"']?{re.escape(key)}[\"']?)[ \t]*"
        forms = (
            rf"^[ \t]*{name}(?:\.[^=\n]*)?=",
            rf"^[ \t]*\[\[?[ \t]*{name}[\].]",
            rf"[{{,]\s*{name}=",
        )
        found = (re.search(form, self.text, re.MULTILINE) for form in forms)
        return next(filter(None, found), None)


KEYS = {
    "name": "what the puzzle is called",
    "board": "a size such as 8 or '8x10', or a map: letters are regions, . a hole, # a wall",
    "piece": "what is placed on the board, such as 'queen'",
    "links": "the name of a line over the centres of squares, such as 'line'",
    "fences": "the name of lines on the sides of squares, such as 'fence'",
    "borders": "the name of lines between squares that lie apart, such as 'wall'",
    "notes": "a map of what is written on the squares, . for nothing",
    "values": "what stands on every square: '1-9', '1, 3, 5', or a list of numbers or of words",
    "wrap": "true for a torus",
    "holes": "squares that are left out and seen through: 'r1c1 r2c3'",
    "walls": "squares that are left out and block the view",
    "rules": "a list of rules such as 'rows == 1' or 'rows all different'",
    "givens": "where pieces stand: 'r1c1 r2c3'; or the values, a character a square, . for none",
    "cages": "a list of {squares = 'r1c1 r1c2', total = 15}, in which all values differ",
    "minimise": "what is to be least, such as 'total(cell)'; a list in order of importance",
    "maximise": "what is to be greatest, likewise",
    "pareto": "a list of goals of equal weight, such as ['r1c1', 'max: r1c2']",
    "within": "how much worse than the best value a solution may be",
    "known": "the number of solutions: {count = 92, source = 'OEIS A000170'}",
}
"""The keys of a file, each with its meaning."""

Read = TypeVar("Read")
CAGE_KEYS, KNOWN_KEYS = ("squares", "total"), ("count", "source")
_RANGE = re.compile(r"\s*([+-]?\d{1,18})\s*(?:(?:-|\.\.|to)\s*([+-]?\d{1,18})\s*)?", re.ASCII)
_MOST_DIGITS = 18


def function_of(given: str, text: str) -> Callable[[], Model]:
    """A function that makes the model that `text`, read from the file `given`, declares.

    Raises, when it is called: ModelError with the line and column of what cannot be read.
    """

    def made() -> Model:
        return _Reader(Source(given, text)).model()

    made.__name__, made.__doc__ = "text", f"The puzzle in {given}."
    return made


def _numbers(text: str) -> Iterable[object]:
    """The numbers of `1-9`, `1, 3, 5`, or `1-4, 9`."""
    found = [_RANGE.fullmatch(part) for part in text.split(",")]
    ranges = [interval(int(f[1]), int(f[2] or f[1]), "values") for f in found if f]
    if len(ranges) == 1:
        return ranges[0]
    if sum(map(len, ranges)) > MOST_VALUES:
        raise ModelError(f"values has more than {grouped(MOST_VALUES)} values; write one range")
    return [value for one in ranges for value in one]


class _Reader:
    """One file, its keys read one by one."""

    def __init__(self, source: Source) -> None:
        import tomllib

        self._source = source
        try:
            self._data: dict[str, Any] = tomllib.loads(source.text)
        except tomllib.TOMLDecodeError as error:
            raise ModelError(source.of_toml(str(error))) from None
        except RecursionError:
            raise ModelError(f"{source.file} nests too deeply to be read") from None
        self._refuse_unknown(self._data, KEYS, "a puzzle has the keys")
        if "board" not in self._data:
            raise ModelError(
                f"{source.file} has no board; write e.g. board = 8, board = '8x10', or a map"
            )

    def model(self) -> Model:
        board = self._board()
        sides = [self._sides(kind, board) for kind in SIDES if kind in self._data]
        stands = not sides or "values" in self._data or "piece" in self._data
        groups: list[OnBoard | Sides] = [self._group(board), *sides] if stands else [*sides]
        name = self._text("name", self._stem())
        model = Model(name, *groups, *self._notes(groups[-1], board))
        for rule in self._rules(groups[0], model):
            model = model + rule
        model = self._aimed(model)
        return model.made_by(Recipe(self._source.file), self._known())

    def _aimed(self, model: Model) -> Model:
        """`model` with the objective of the file, if it has one."""
        given = {name: self._data[name] for name in (*WORDS, "within") if name in self._data}
        place = self._source.of_key(next(iter(given), "name"))
        return self._at(place, lambda: aimed(model, given))

    # ----------------------------------------------------------------------------- errors

    def _must(self, key: str, what: str) -> ModelError:
        place = self._source.of_key(key)
        return ModelError(f"{place}: {key} is {self._data[key]!r}; it must be {what}")

    def _refuse_unknown(self, given: Mapping[str, Any], known: Iterable[str], others: str) -> None:
        for key in given:
            if key not in known:
                advice = did_you_mean(key, known, others)
                place = self._source.of_key(key)
                raise ModelError(f"{place}: there is no key {key!r}; {advice}")

    def _at(self, place: str, read: Callable[[], Read]) -> Read:
        """The result of `read`; its errors name their `place`."""
        try:
            return read()
        except ModelError as error:
            raise ModelError(f"{place}: {error}") from None

    # ------------------------------------------------------------------------------- keys

    def _stem(self) -> str:
        from pathlib import PurePath

        return PurePath(self._source.file).stem or "puzzle"

    def _text(self, key: str, otherwise: str) -> str:
        value = self._data.get(key, otherwise)
        if not isinstance(value, str) or not value.strip():
            raise self._must(key, f"a text: {KEYS[key]}")
        return value.strip()

    def _flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise self._must(key, "true or false")
        return value

    def _squares(self, key: str) -> str:
        """Squares, as one text."""
        value = self._data.get(key, "")
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return " ".join(value)
        if not isinstance(value, str):
            raise self._must(key, "squares, such as 'r1c1 r2c3'")
        return value

    def _board(self) -> Board:
        value = self._data["board"]
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self._must("board", KEYS["board"])
        wrap = self._flag("wrap")
        try:
            read_board(value, wrap=wrap)
        except ModelError as error:
            place = self._source.of_map("board", str(error))
            raise ModelError(f"{place}: {error}") from None
        # Only now can an error be about the holes and walls.
        holes, walls = self._squares("holes"), self._squares("walls")
        place = self._source.of_key("holes" if holes else "walls" if walls else "board")
        read = partial(read_board, value, wrap=wrap, holes=holes, walls=walls)
        return self._at(place, read)

    def _sides(self, kind: str, board: Board) -> Sides:
        name = self._text(kind, "")
        place = self._source.of_key(kind)
        found: Sides = self._at(place, lambda: sides_on(SIDES[kind], name, board))
        return found

    def _notes(self, group: OnBoard | Sides, board: Board) -> Iterator[Notes]:
        """The texts of the map of notes, which is as large as the board."""
        if "notes" in self._data:
            given = self._text("notes", "")
            place = self._source.of_key("notes")
            read = self._at(place, lambda: read_map(given))
            if max(read) != (board.height, board.width):
                raise ModelError(f"{place}: notes are a map of another size than {board!r}")
            yield notes(group, {s: mark for s, mark in read.items() if mark != "."})

    def _group(self, board: Board) -> OnBoard:
        if "values" not in self._data:
            return board.place(self._text("piece", "piece"))
        if "piece" in self._data:
            place = self._source.of_key("piece")
            raise ModelError(f"{place}: a puzzle has a piece or values, not both; leave one out")
        place = self._source.of_key("values")
        return self._at(place, lambda: board.fill(self._values(), "cell"))

    def _values(self) -> Iterable[object]:
        match self._data["values"]:
            case str() as text if all(map(_RANGE.fullmatch, text.split(","))):
                return _numbers(text)
            case [int() as low, int() as high] if high - low > 1:
                raise ModelError(
                    f"values = [{low}, {high}] may be two values or all between; write"
                    f" '{low}-{high}' for all, or '{low}, {high}' for the two"
                )
            case [_, *_] as values if all(type(v) in (int, str) for v in values):
                return list(values)
        raise ModelError(
            f"values is {self._data['values']!r}; it must be a range such as '1-9', or a list"
            " of numbers or of words"
        )

    def _rules(self, group: Group, model: Model) -> Iterator[Rule]:
        rules = self._data.get("rules", [])
        if not isinstance(rules, list) or not all(isinstance(text, str) for text in rules):
            raise self._must("rules", "a list of texts, such as ['rows == 1', 'columns == 1']")
        for text in rules:
            place = self._source.of_value("rules", text)
            yield self._at(place, partial(read_rule, text, model))
        yield from self._cages(group)
        if "givens" in self._data:
            yield from self._givens(group, model)

    def _givens(self, group: Group, model: Model) -> Iterator[Rule]:
        text = self._squares("givens")
        place = self._source.of_key("givens")
        if isinstance(group, Filling) and "=" not in text:
            yield self._at(place, lambda: group.given(text))
        elif text.strip():
            yield from self._at(place, lambda: read_givens([text], model))

    def _known(self) -> Known | None:
        if "known" not in self._data:
            return None
        known = self._data["known"]
        count = known.get("count") if isinstance(known, dict) else None
        if type(count) is not int or count < 0:
            raise self._must("known", "{count = …, source = '…'}, the count a number from 0")
        self._refuse_unknown(known, KNOWN_KEYS, "known has")
        source = known.get("source", self._source.file)
        if not isinstance(source, str):
            raise self._must("known", "{count = …, source = '…'}, the source a text")
        return Known(count, source)

    # ------------------------------------------------------------------------------ cages

    def _cages(self, group: Group) -> Iterator[Rule]:
        cages = self._data.get("cages", [])
        if not isinstance(cages, list) or not all(isinstance(cage, dict) for cage in cages):
            raise self._must("cages", "a list of {squares = 'r1c1 r1c2', total = 15}")
        if not cages:
            return
        if not isinstance(group, Filling):
            place = self._source.of_key("cages")
            raise ModelError(
                f"{place}: cages hold values, and this puzzle places pieces; use rules"
            )
        owner: dict[Square, int] = {}
        named: list[tuple[Constraint, str]] = []
        for number, cage in enumerate(cages, 1):
            place = self._source.of_value("cages", cage.get("squares", ""))
            read = partial(self._cage, group, cage, number, owner)
            named += self._at(place, read)
        yield Rule(
            "cages",
            tuple(constraint for constraint, _ in named),
            tuple(name for _, name in named),
            "each cage: all different, with its total",
            group.name,
        )

    def _cage(
        self, cell: Filling, cage: dict[str, Any], number: int, owner: dict[Square, int]
    ) -> list[tuple[Constraint, str]]:
        """The constraints of one cage, each with its place."""
        for key in cage:
            if key not in CAGE_KEYS:
                advice = did_you_mean(key, CAGE_KEYS, "a cage has")
                raise ModelError(f"cage {number} has no key {key!r}; {advice}")
        written = cage.get("squares")
        squares = cell.board.squares_at(written) if isinstance(written, str) else ()
        if not squares:
            raise ModelError(f"cage {number} needs squares, such as squares = 'r1c1 r1c2'")
        for square in squares:
            if owner.setdefault(square, number) != number:
                raise ModelError(f"{square} is in the cages {owner[square]} and {number}")
        values = [cell[square] for square in squares]
        name = f"{CAGE_AT}{squares[0]}"
        found: list[tuple[Constraint, str]] = [(all_different(values), name)]
        if "total" in cage:
            wanted = cage["total"]
            if type(wanted) is not int or len(str(abs(wanted))) > _MOST_DIGITS:
                raise ModelError(f"the total of cage {number} is {wanted!r}; write a whole number")
            found.append((Comparison(total(values), "==", Constant(wanted)), name))
        return found
