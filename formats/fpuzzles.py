"""Sudokus of f-puzzles and SudokuPad: JSON, in a file or compressed in an address, as models.

`FIELDS` is the table: how each entry of a field becomes constraints. A field that it has not is
refused by name, so that no rule is lost; texts such as `ruleset` are not read. A file may also
hold a model of ours as data.

>>> from_fpuzzles('{"size": 2, "grid": [[{}, {"value": 1, "given": true}], [{}, {}]]}').name
'f-puzzles 2×2'
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, permutations
from operator import eq
from typing import Any
from urllib.parse import unquote

from ..models import (
    Constraint,
    Model,
    ModelError,
    Rule,
    Variable,
    all_different,
    all_of,
    any_of,
    at_least,
    implies,
    maximum,
    minimum,
    rule,
    total,
)
from ..models.boards import KING, KNIGHT, Board, Family, Square, Squares
from ..models.language.files.model_from_data import from_data
from ..models.language.late_dataclasses import dataclass
from .minizinc_files import existing, text_of

MOST_CHARACTERS, MOST_DECOMPRESSED = 50_000, 1_000_000
MOST_ROWS, MOST_ENTRIES, MOST_CELLS = 16, 1_024, 10_000
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
PAGES = re.compile(r"(?:https?://)?(?:[\w-]+\.)*(?:f-puzzles\.com|sudokupad\.app)/", re.IGNORECASE)

# ----------------------------------------------------------------- Addresses and compressed texts.


def is_sudoku_page(text: str) -> bool:
    """True for an address of f-puzzles or SudokuPad."""
    return bool(PAGES.match(text))


def json_of(address: str) -> str:
    """The JSON in an address of f-puzzles or SudokuPad. Raises: ModelError where it has none."""
    found = re.search(r"[?&]load=([^&#]*)|[/=]fpuz(?:zles)?([^&?#]+)", address)
    if not found:
        raise ModelError(
            "the address does not hold its puzzle; one of f-puzzles has ?load= and a long text"
            " behind it, one of SudokuPad fpuzzles and such a text"
        )
    return decompressed(unquote(found[1] or found[2] or "").replace(" ", "+"))


def decompressed(text: str) -> str:
    """The text that LZ-String compressed to base 64. Raises: ModelError where it is none.

    Source: P. Garcia, LZ-String: the codes of LZ78, each as long as the dictionary needs.
    """
    if len(text) > MOST_CHARACTERS or set(text.rstrip("=")) - set(ALPHABET):
        raise ModelError(
            f"the puzzle of the address must be at most {MOST_CHARACTERS} characters of base 64"
        )
    bits = iter("".join(f"{ALPHABET.index(mark):06b}" for mark in text.rstrip("=")))

    def number(length: int) -> int:
        found = [next(bits, "") for _ in range(length)]
        if "" in found:
            raise ModelError("the puzzle of the address ends too early; copy all of the address")
        return int("".join(reversed(found)), 2)

    words, last, parts, length = ["", "", ""], "", [], 0
    while (code := number(max(2, len(words).bit_length() if last else 2))) != 2:
        if code < 2:
            words.append(chr(number(8 * (code + 1))))
            code = len(words) - 1
        word = words[code] if code < len(words) else last + last[:1]
        if not word or code > len(words):
            raise ModelError("the puzzle of the address is damaged; copy the address once more")
        if last:
            words.append(last + word[0])
        length += len(word)
        if length > MOST_DECOMPRESSED:
            raise ModelError(f"the puzzle has more than {MOST_DECOMPRESSED} characters")
        parts.append(word)
        last = word
    return "".join(parts)


# -------------------------------------------------- The table: what the entries of a field ask for.


@dataclass(frozen=True)
class Clue:
    """An entry of a field."""

    size: int
    cells: list[Variable]
    """Its cells, or its cell, or the line at which its cell stands outside of the grid."""
    lines: list[list[Variable]]
    """Its lines; of a clone the cells and the others."""
    value: Any
    """Its number; None without one."""
    values: list[int]


Meaning = Callable[[Clue], Iterable[Constraint]]


def _on_lines(holds: Callable[[Clue, Sequence[Variable]], Iterable[Constraint]]) -> Meaning:
    return lambda clue: [one for line in clue.lines for one in holds(clue, line)]


def _steps(holds: Callable[[Clue, Variable, Variable], Constraint]) -> Meaning:
    return _on_lines(lambda clue, line: (holds(clue, a, b) for a, b in pairwise(line)))


def _summed(clue: Clue) -> list[Constraint]:
    return [] if clue.value is None else [total(clue.cells) == clue.value]


def _quadruple(clue: Clue) -> Iterator[Constraint]:
    return (at_least(clue.cells, *one) for one in Counter(map(int, map(str, clue.values))).items())


def _palindrome(clue: Clue, line: Sequence[Variable]) -> Iterator[Constraint]:
    return map(eq, line[: len(line) // 2], line[::-1])


def _renban(clue: Clue, line: Sequence[Variable]) -> list[Constraint]:
    return [all_different(line), maximum(line) - minimum(line) == len(line) - 1]


def _between(clue: Clue, line: Sequence[Variable]) -> list[Constraint]:
    first, *inner, last = line
    ways = ((first, last), (last, first))
    return [any_of(all_of((low < one) & (one < high) for one in inner) for low, high in ways)]


def _arrow(clue: Clue, line: Sequence[Variable]) -> list[Constraint]:
    """A circle of several cells holds the digits of a number, as one reads them."""
    digits = enumerate(sorted(clue.cells, key=lambda one: one.name, reverse=True))
    number = total(10**power * digit for power, digit in digits)
    return [number == total(line[1:])] if line[1:] else []


def _sandwich(clue: Clue) -> Iterator[Constraint]:
    """Between 1 and the highest number the cells add up to the clue."""
    for i, j in permutations(range(clue.size if clue.value is not None else 0), 2):
        ends = (clue.cells[i] == 1) & (clue.cells[j] == clue.size)
        yield implies(ends, total(clue.cells[min(i, j) + 1 : max(i, j)]) == clue.value)


def _ratio(clue: Clue) -> list[Constraint]:
    a, b = clue.cells
    return [(a == clue.value * b) | (b == clue.value * a)]


FIELDS: dict[str, tuple[str, Meaning]] = {
    "arrow": ("cells lines", _on_lines(_arrow)),
    "betweenline": ("lines", _on_lines(_between)),
    "clone": ("cells cloneCells", lambda it: map(eq, *it.lines)),
    "difference": ("cells value", lambda it: [abs(it.cells[0] - it.cells[1]) == it.value]),
    "even": ("cell", lambda it: [it.cells[0] % 2 == 0]),
    "extraregion": ("cells", lambda it: [all_different(it.cells)]),
    "killercage": ("cells value", lambda it: [all_different(it.cells), *_summed(it)]),
    "littlekillersum": ("cell direction value cells", _summed),
    "maximum": ("cell", lambda it: []),
    "minimum": ("cell", lambda it: []),
    "odd": ("cell", lambda it: [it.cells[0] % 2 == 1]),
    "palindrome": ("lines", _on_lines(_palindrome)),
    "quadruple": ("cells values", _quadruple),
    "ratio": ("cells value", _ratio),
    "renban": ("lines", _on_lines(_renban)),
    "sandwichsum": ("cell value", _sandwich),
    "thermometer": ("lines", _steps(lambda it, a, b: a < b)),
    "whispers": ("lines value", _steps(lambda it, a, b: abs(a - b) >= it.value)),
    "xv": ("cells value", _summed),
}
"""By field: the keys of its entries, and what one asks for; of extremes `_unmarked` says it."""
FIELDS["germanwhispers"] = FIELDS["whispers"]
SWITCHES = {"antiking", "antiknight", "diagonal+", "diagonal-", "disjointgroups", "nonconsecutive"}
TEXTS = {"title", "author", "ruleset", "solution", "successMessage"}
TEXTS |= {"disabledlogic", "truecandidatesoptions"}
"""Fields that are no rules: texts, the answer, and what a solving program may do."""
DRAWN = {"outlineC", "baseC", "fontC", "lineC", "width", "height", "angle", "isNewConstraint"}
"""Keys of entries that say how they are drawn."""
OF_CELLS = {"value", "given", "region"} | {f"{k}PencilMarks" for k in ("given", "center", "corner")}


class _Sheet:
    """A grid to be filled, and the entry that is being read."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data, self.size, self.where = data, int(str(data["size"])), "grid"
        self.said: set[tuple[str, ...]] = set()
        """The lines of fields that have a meaning."""
        self.named = 0
        if not 2 <= self.size <= MOST_ROWS:
            raise self.refuse(f"the size must be a number of rows from 2 to {MOST_ROWS}")
        grid = data["grid"]
        if [len(row) for row in grid] != [self.size] * self.size:
            raise self.refuse(f"it must have {self.size} rows of {self.size} cells")
        self.marks = {(r, c): one for r, row in enumerate(grid) for c, one in enumerate(row)}
        self.board = Board.from_map(self._regions())
        self.cell = self.board.fill(range(1, self.size + 1))

    def refuse(self, why: str) -> ModelError:
        """The error for what is being read."""
        return ModelError(f"{self.where} of f-puzzles: {why}")

    def check(self, entry: dict[str, Any], keys: set[str]) -> None:
        """Raises: ModelError where an entry says what is not read."""
        unread = sorted(key for key in entry if entry[key] and key not in keys)
        if unread:
            raise self.refuse(f"its {unread[0][:40]!r} is not read")

    def _regions(self) -> str:
        """The map of the regions; by default boxes, the squarest that there are."""
        n = self.size
        height = max(k for k in range(1, n + 1) if n % k == 0 and k * k <= n)
        width = n // height
        found = {
            (r, c): one.get("region", r // height * height + c // width)
            for (r, c), one in self.marks.items()
        }
        if Counter(found.values()) != dict.fromkeys(range(n), n):
            raise self.refuse(f"each region from 0 to {n - 1} must have {n} cells")
        return "/".join("".join(chr(65 + found[r, c]) for c in range(n)) for r in range(n))

    def square(self, text: str, margin: int = 0) -> Square:
        """The square of `R1C2`, at most `margin` away from the board. Raises: ModelError."""
        found = re.fullmatch(r"[Rr](\d{1,2})[Cc](\d{1,2})", text, re.ASCII)
        square = Square(int(found[1]), int(found[2])) if found else Square(-9, -9)
        if not all(1 - margin <= one <= self.size + margin for one in square):
            raise self.refuse(f"{text[:20]!r} is no cell; write one such as R1C2")
        return square

    def cells(self, names: Sequence[str]) -> list[Variable]:
        """The variables of cells that are named. Raises: ModelError."""
        self.named += len(names)
        if self.named > MOST_CELLS:
            raise self.refuse(f"with it there are more than {MOST_CELLS} cells in fields")
        return [self.cell[self.square(name)] for name in names]

    def along(self, at: str, way: str) -> list[Variable]:
        """The cell `at`, or those of the line beside it, `way` as `DR` says, if it is outside."""
        (row, column), inside = self.square(at, 1), range(1, self.size + 1)
        if row in inside and column in inside:
            return [self.cell[row, column]]
        down, right = int(row not in inside), int(column not in inside)
        if way:
            down, right = {"U": -1, "D": 1}[way[0]], {"L": -1, "R": 1}[way[1:]]
        else:
            row, column = row * right, column * down
        places = (Square(row + k * down, column + k * right) for k in range(1, self.size + 2))
        found = [self.cell[one] for one in places if self.board.has(one)]
        if not found or (not way and down == right):
            raise self.refuse(f"no cell lies along {at} {way}")
        return found

    def clue(self, name: str, entry: dict[str, Any]) -> Clue:
        """An entry of a field. Raises: ModelError."""
        keys, value = FIELDS[name][0].split(), entry.get("value")
        self.check(entry, {*keys, *DRAWN})
        text = "" if value is None else str(value).strip().upper()
        text = {"X": "10", "V": "5", "": ""}.get(text, "?") if name == "xv" else text
        if not re.fullmatch(r"\d{0,6}", text, re.ASCII):
            raise self.refuse(f"its value {value!r:.20} cannot be read")
        default = {"difference": 1, "ratio": 2, "whispers": (self.size + 1) // 2}
        lines = entry["lines"] if "lines" in keys else []
        self.said |= set(map(tuple, lines))
        if name == "clone":
            lines = [entry["cells"], entry["cloneCells"]]
        found = Clue(
            self.size,
            self.along(entry["cell"], entry.get("direction", ""))
            if "cell" in keys
            else self.cells(entry["cells"] if "cells" in keys else []),
            list(map(self.cells, lines)),
            int(text) if text else default.get(name.removeprefix("german")),
            entry["values"] if "values" in keys else [],
        )
        numbers = {"difference": 2, "ratio": 2, "xv": 2, "sandwichsum": self.size, "arrow": 1}
        wrong = len(found.cells) != numbers.get(name, 1 if keys == ["cell"] else len(found.cells))
        if name == "arrow":  # a circle of several cells has a number of as many digits
            circle = {one.name for one in found.cells}
            outside = any(line[0].name not in circle for line in found.lines)
            wrong = outside or (wrong and self.size > 9)
        if wrong or (name == "clone" and len(lines[0]) != len(lines[1])):
            raise self.refuse("it has too many cells, or too few, or a line that begins elsewhere")
        return found

    def entries(self, name: str) -> Iterator[dict[str, Any]]:
        """The entries of a field, one by one being read. Raises: ModelError."""
        found = self.data.get(name) or []
        self.where = name
        most = 4 * self.size + 4 if name in ("littlekillersum", "sandwichsum") else MOST_ENTRIES
        if not isinstance(found, list) or len(found) > most:
            raise self.refuse(f"it must be a list of at most {most} entries")
        for number, entry in enumerate(found, 1):
            self.where = f"{name} {number}"
            yield entry

    def rules(self) -> Iterator[Rule]:
        """All rules of the sudoku. Raises: ModelError."""
        board, cell = self.board, self.cell
        # No number stands twice in a row, a column or a region,
        for family in (board.rows, board.columns, board.regions):
            yield cell.along(family).all_different()
        # nor where a field says so.
        falling, rising = board.main_diagonals
        places = enumerate(zip(*board.regions, strict=True), 1)
        groups = tuple(Squares(f"place {number}", squares) for number, squares in places)
        for name, more in (
            ("antiking", board.pairs(KING)),
            ("antiknight", board.pairs(KNIGHT)),
            ("diagonal-", falling),
            ("diagonal+", rising),
            ("disjointgroups", Family("places", "each place of a region", groups)),
        ):
            if self.data.get(name):
                yield cell.along(more).all_different()
        for name, (_, meaning) in FIELDS.items():
            for entry in self.entries(name):
                yield rule(self.where, list(meaning(self.clue(name, entry))))
        for entry in self.entries("line"):
            if not {tuple(line) for line in entry["lines"]} <= self.said:
                raise self.refuse("a line is drawn of which no other field says the meaning")
        # Neighbours without a mark between them differ otherwise.
        yield from (rule(name, list(said)) for name, said in self._unmarked())
        # The given numbers stay, and of given pencil marks one.
        yield rule("givens", list(self._givens()))

    def _unmarked(self) -> Iterator[tuple[str, Iterable[Constraint]]]:
        negative = self.data.get("negative") or []
        self.where = "negative"
        self.check(dict.fromkeys(negative, True), {"ratio", "xv"})
        marked = {
            name: {frozenset(map(self.square, one["cells"])) for one in self.entries(name)}
            for name in ("difference", "ratio", "xv")
        }
        found = {self.clue("ratio", one).value for one in self.entries("ratio")} or {2}
        ratios = [value for value in found if value <= self.size]  # a greater one says nothing
        dots, cell = marked["ratio"] | marked["difference"], self.cell
        pairs = [(cell[a], cell[b], frozenset((a, b))) for a, b in self.board.adjacent]
        if "ratio" in negative:
            apart = [(a, b, k) for a, b, two in pairs if two not in dots for k in ratios]
            yield "no ratio", ((a != k * b) & (b != k * a) for a, b, k in apart)
        if "xv" in negative:
            sums = [(a, b, k) for a, b, two in pairs if two not in marked["xv"] for k in (5, 10)]
            yield "no x or v", (a + b != k for a, b, k in sums)
        if self.data.get("nonconsecutive"):
            yield "non-consecutive", (abs(a - b) != 1 for a, b, two in pairs if two not in dots)
        for name, less in (("minimum", True), ("maximum", False)):
            squares = [self.square(entry["cell"]) for entry in self.entries(name)]
            near = [(a, b) for a in squares for b in self.board.beside(a) if b not in squares]
            yield name, (cell[a] < cell[b] if less else cell[a] > cell[b] for a, b in near)

    def _givens(self) -> Iterator[Constraint]:
        for (r, c), mark in self.marks.items():
            self.where = f"R{r + 1}C{c + 1}"
            self.check(mark, OF_CELLS)
            given = [mark["value"]] if mark.get("given") else mark.get("givenPencilMarks")
            if given:
                yield any_of(self.cell[r + 1, c + 1] == int(str(one)) for one in given)


# ------------------------------------------------------------------------------------- Models.


def from_fpuzzles(text: str) -> Model:
    """The sudoku of an address of f-puzzles or SudokuPad, or of the JSON that these have.

    Values that are not `given`, and pencil marks beside the given ones, are a solver's notes, and
    are left out. Raises: ModelError for what is not so written, and for fields that are not read.
    """
    if is_sudoku_page(text):
        text = json_of(text)
    data = _read(text)
    if not isinstance(data, dict) or not {"size", "grid"} <= data.keys():
        raise ModelError(
            "the JSON is no sudoku of f-puzzles, which has a size and a grid, and no model as data"
            " of everyway's own, which begins with its schema"
        )
    known = {*SWITCHES, *FIELDS, "negative", "line"}
    for name, value in data.items():
        if value and name not in {"size", "grid", *known, *TEXTS}:
            raise ModelError(
                f"the sudoku has the field {name[:40]!r}, which is not read; read are"
                f" {', '.join(sorted(known))}"
            )
    sheet = None
    try:
        sheet = _Sheet(data)
        return Model(f"f-puzzles {sheet.size}×{sheet.size}", sheet.cell, list(sheet.rules()))
    except ModelError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        where = sheet.where if sheet else "the grid"
        keys = FIELDS.get(where.partition(" ")[0], ("what f-puzzles writes",))[0]
        raise ModelError(f"{where} of f-puzzles must have {keys}") from None


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ModelError("the puzzle is no JSON, or nested too deeply") from None


def model_in(given: str) -> Model:
    """The model of a file, also of a model as data, for the catalogue."""
    file = existing(given)
    text = text_of(file)
    if '"everyway.model/' in text[:100]:  # of any version: it is named where it is refused
        return from_data(_read(text))
    if len(text) > MOST_DECOMPRESSED:
        raise ModelError(f"{given} has more than {MOST_DECOMPRESSED} characters")
    return from_fpuzzles(text).renamed(file.stem).made_by(None)
