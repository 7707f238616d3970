"""Puzzles of the gallery from addresses of puzz.link, and back: `ENTRIES` is the table.

An entry names a genre, a puzzle, and the parts by which values of an address become parameters of
the puzzle, and parameters values. What no part takes is refused, in both directions.

>>> from_address("akari/3/2/a.g.").recipe.params["plan"]
'0../#.#'
>>> to_address(from_address("akari/3/2/a.g."))
'https://puzz.link/p?akari/3/2/a.g./'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..models.language.errors import ModelError
from ..models.language.files import catalogue
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from . import address_parts as parts
from .address_codes import DIGITS, Clue, named
from .address_parts import Part, Values, cells, rooms, rows_of
from .addresses import MAPPINGS, Address, Edge, Square, read_address, write_address

UNSAID = ("form",)
"""Parameters that change how a puzzle is declared, and not the puzzle."""


def from_address(text: str) -> Model:
    """The puzzle of the gallery that an address of puzz.link, or of a page like it, gives.

    Raises: ModelError for an address that is wrong, and for what the gallery does not have.
    """
    puzzle, given = puzzle_of(read_address(text))
    return catalogue.load(puzzle, **given)


def to_address(model: Model) -> str:
    """The address on puzz.link of a puzzle of the gallery.

    Raises: ModelError for another model, and for what an address cannot hold.
    """
    recipe = model.recipe
    entry = next((one for one in ENTRIES if recipe and one.puzzle == recipe.puzzle), None)
    if recipe is None or entry is None:
        known = ", ".join(one.puzzle for one in ENTRIES)
        raise ModelError(f"{model.name} is no puzzle that has addresses; such are {known}")
    if recipe.rules or recipe.givens or recipe.objective:
        raise ModelError("an address holds a puzzle alone; leave out rules, givens and objectives")
    parameters = catalogue.find(entry.puzzle).parameters
    params = {one.name: one.default for one in parameters} | dict(recipe.params)
    taken = {*UNSAID, *(name for part in entry.parts for name in part.names)}
    for one in parameters:
        if one.name not in taken and params[one.name] != one.default:
            raise ModelError(
                f"no address of {entry.genre} has {one.name}={params[one.name]}; leave it out"
            )
    found: dict[str, Any] = {}
    for part in entry.parts:
        for name, value in part.write(params, found).items():
            found[name] = {**found.get(name, {}), **value} if name in MAPPINGS else value
    return write_address(Address(entry.genre, **found))


def puzzle_of(address: Address) -> tuple[str, dict[str, Any]]:
    """The name of the puzzle that an address gives, and its parameters. Raises: ModelError."""
    entry = next((one for one in ENTRIES if one.genre == address.genre), None)
    if entry is None:
        known = ", ".join(dict.fromkeys(one.genre for one in ENTRIES))
        raise ModelError(
            f"the gallery has no puzzle for addresses of {address.genre}; it has those of {known}"
        )
    taken = {field for part in entry.parts for field in part.fields}
    if address.flags and "flags" not in taken:
        raise ModelError(
            f"the address is of the variant {address.flags!a} of {address.genre}; of {entry.puzzle}"
            " there are the usual rules alone"
        )
    for name in (*MAPPINGS, "number", "pieces"):
        if getattr(address, name) and name not in taken:
            raise ModelError(f"{entry.puzzle} has no parameter for the {name} of this address")
    return entry.puzzle, {k: v for part in entry.parts for k, v in part.read(address).items()}


# ------------------------------------ Parts: values of an address as parameters, and the reverse.


def plan(name: str, marks: Mapping[Clue, str] | None = None) -> Part:
    """A map of clues: a digit or letter for a number, `marks` for others; with the size."""
    shown = marks or {}

    def read(address: Address) -> Values:
        drawn = {square: _mark(name, square, clue, shown) for square, clue in address.clues.items()}
        return {name: address.drawn(drawn)}

    def write(params: Values, found: Values) -> Values:
        rows = _rows(params[name])
        clues = _clues(name, rows, shown)
        return {"width": len(rows[0]), "height": len(rows), "clues": clues}

    return Part(("clues",), (name,), read, write)


def givens(name: str, example: Callable[[int], str] = lambda width: "") -> Part:
    """Numbers that are given, as a text of one character a square; no text for none.

    `example` is the text that `"example"` stands for on a board of some width.
    """

    def read(address: Address) -> Values:
        drawn = {
            one: _mark(name, one, clue, {"?": "."}, "0") for one, clue in address.clues.items()
        }
        return {name: address.drawn(drawn).replace("/", "") if drawn else ""}

    def write(params: Values, found: Values) -> Values:
        width = found["width"]
        text = "".join(_rows(params[name])) if params[name] != "example" else example(width)
        rows = [text[at : at + width] for at in range(0, len(text), width)]
        return {"clues": {one: n for one, n in _clues(name, rows, {}).items() if n}}

    return Part(("clues",), (name,), read, write)


def regions(name: str) -> Part:
    """A map of letters, no square of which is out of the game, with the size."""
    whole = rooms(name)

    def write(params: Values, found: Values) -> Values:
        for r, row in enumerate(_rows(params[name]), 1):
            for c, mark in enumerate(row, 1):
                if not mark.isalpha():
                    where = f"{name}, at {named((r, c))}"
                    raise ModelError(f"no address has {mark!r} in {where}; write a letter")
        return whole.write(params, found)

    return replace(whole, fields=("borders",), write=write)


def sides(empty: str = ".", **names: str) -> Part:
    """The numbers outside, a character a line: by sides, the names of the parameters.

    Each character of `empty` says nothing; the first is written.
    """

    def read(address: Address) -> Values:
        return {
            name: "".join(
                _mark(f"{name} {number}", None, line[0], {}, empty)
                if line and line[0] != "?"
                else empty[0]
                for number, line in enumerate(address.lines(side), 1)
            )
            for side, name in names.items()
        }

    def write(params: Values, found: Values) -> Values:
        marks = {
            (side, line, 1): mark
            for side, name in names.items()
            for line, mark in enumerate("".join(params[name].split()), 1)
        }
        return {"outside": {one: int(mark, 36) for one, mark in marks.items() if mark not in empty}}

    return Part(("outside",), tuple(names.values()), read, write)


def size(name: str) -> Part:
    """The number of rows and of columns, which is one."""

    def write(params: Values, found: Values) -> Values:
        return {"width": params[name], "height": params[name]}

    return Part((), (name,), lambda address: {name: _square_size(address)}, write)


def number(name: str) -> Part:
    """The number before the code."""
    return Part(
        ("number",),
        (name,),
        lambda address: {name: address.number},
        lambda params, _: {"number": params[name]},
    )


def _square_size(address: Address) -> int:
    if address.width != address.height:
        raise ModelError(
            f"the address has {address.width} columns and {address.height} rows; the gallery has"
            f" {address.genre} with as many of both alone"
        )
    return address.width


def _mark(
    name: str, square: Square | None, clue: Clue, marks: Mapping[Clue, str], empty: str = ""
) -> str:
    """The character of a clue. Raises: ModelError where it has none, or one of `empty`."""
    number = isinstance(clue, int) and clue < len(DIGITS)
    mark = marks.get(clue, DIGITS[int(clue)].upper() if number else "")
    if not mark or mark in empty:
        where = f" at {named(square)}" if square else ""
        raise ModelError(f"{name} has no character for the clue {clue}{where} of the address")
    return mark


def _clues(name: str, rows: list[str], marks: Mapping[Clue, str]) -> dict[Square, Clue]:
    """The clues of a map. Raises: ModelError for a character that is none."""
    clues = {mark: clue for clue, mark in marks.items()}
    text = "".join(rows)
    found: dict[Square, Clue] = {}
    for r, row in enumerate(rows, 1):
        for c, mark in enumerate(row, 1):
            if mark in clues:
                found[r, c] = clues[mark]
            elif (
                mark.isascii() and mark.isalnum() and not (mark.islower() and mark.upper() in text)
            ):
                found[r, c] = int(mark, 36)
            elif mark != ".":
                raise ModelError(f"no address has {mark!r} in {name}, at {named((r, c))}")
    return found


def _rows(value: Any) -> list[str]:
    """The lines of a map without blanks; rows of numbers, too, with None for an empty square."""
    if not isinstance(value, str):
        return ["".join(DIGITS[n or 0].upper() for n in row) for row in value]
    return rows_of(value)


# ---------------------------------------------------------------- Parts of single puzzles.

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""The rows and columns of a box, by the size of a sudoku."""


def _read_boxes(address: Address) -> Values:
    n = _square_size(address)
    if n not in BOXES:
        raise ModelError(f"sudokus of addresses have {', '.join(map(str, BOXES))} rows, not {n}")
    return dict(zip(("box_rows", "box_columns"), BOXES[n], strict=True))


def _write_boxes(params: Values, found: Values) -> Values:
    box = params["box_rows"], params["box_columns"]
    n = box[0] * box[1]
    if BOXES.get(n) != box:
        raise ModelError(f"no address has a sudoku with boxes of {box[0]}×{box[1]}")
    return {"width": n, "height": n}


def _example(width: int) -> str:
    """The example of sudoku, which has no other on boards of addresses."""
    from ..models.sudoku import EXAMPLES

    return EXAMPLES["plain"] if width == 9 else ""


BOX = Part((), ("box_rows", "box_columns"), _read_boxes, _write_boxes)


def _read_runs(address: Address) -> Values:
    for side in ("top", "left"):
        for line in address.lines(side):
            if not all(isinstance(length, int) and length > 0 for length in line):
                raise ModelError(f"a line of the address has the runs {line}; nonogram has numbers")
    texts = {
        side: " / ".join(" ".join(map(str, line[::-1])) or "0" for line in address.lines(side))
        for side in ("top", "left")
    }
    return {"columns": texts["top"], "rows": texts["left"]}


def _write_runs(params: Values, found: Values) -> Values:
    lines = {
        side: [[int(n) for n in line.split() if int(n)] for line in params[name].split("/")]
        for side, name in (("top", "columns"), ("left", "rows"))
    }
    outside = {
        (side, line, away): length
        for side, some in lines.items()
        for line, lengths in enumerate(some, 1)
        for away, length in enumerate(lengths[::-1], 1)
    }
    return {"width": len(lines["top"]), "height": len(lines["left"]), "outside": outside}


RUNS = Part(("outside",), ("rows", "columns"), _read_runs, _write_runs)


def _read_signs(address: Address) -> Values:
    known = ((named(a), named(b), sign) for (a, b), sign in address.signs.items() if sign != "?")
    signs = (
        f"{a}{sign}{b}" if isinstance(sign, str) else f"|{a}-{b}|={sign}" for a, b, sign in known
    )
    return {"signs": " ".join(signs)}


def _write_signs(params: Values, found: Values) -> Values:
    signs: dict[Edge, Clue] = {}
    for text in params["signs"].split():
        (r, c), (row, column) = re.findall(r"r(\d+)c(\d+)", text)
        one, other = (int(r), int(c)), (int(row), int(column))
        sign: Clue = int(text.partition("=")[2]) if "=" in text else "<" if "<" in text else ">"
        if one > other:
            one, other = other, one
            sign = {"<": ">", ">": "<"}.get(str(sign), sign)
        if signs.setdefault((one, other), sign) != sign:
            raise ModelError(f"no address has two signs between {named(one)} and {named(other)}")
    return {"signs": signs}


SIGNS = Part(("signs",), ("signs",), _read_signs, _write_signs)


def _read_sums(address: Address) -> Values:
    outside = {
        (0, n) if side == "top" else (n, 0): clue for (side, n, _), clue in address.outside.items()
    }
    sums = {(0, 0): (0, 0)}
    for n in range(1, address.width + 1):
        sums[0, n] = int(outside.get((0, n), 0)), 0
    for n in range(1, address.height + 1):
        sums[n, 0] = 0, int(outside.get((n, 0), 0))
    for square, clue in address.clues.items():
        below, right = (int(part or 0) for part in str(clue).split("\\"))
        sums[square] = below, right
    _check_runs(sums, set(address.squares) - set(sums))
    return {
        "grid": "\n".join(
            " ".join(_cell(sums.get((r, c))) for c in range(address.width + 1))
            for r in range(address.height + 1)
        )
    }


def _cell(sums: tuple[int, int] | None) -> str:
    """A cell of the grid of a kakuro; without sums a white one."""
    if sums is None:
        return "."
    return f"{sums[0] or ''}\\{sums[1] or ''}" if any(sums) else "#"


def _write_sums(params: Values, found: Values) -> Values:
    rows = [line.split() for line in params["grid"].strip().splitlines()]
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    white = {square for square, mark in cells.items() if mark == "."}
    first = next((square for square in white if 0 in square), None)
    if first:
        raise ModelError("an address begins with a row and a column of sums; begin grid with such")
    sums = {
        square: tuple(int(part or 0) for part in mark.replace("#", "\\").split("\\"))
        for square, mark in cells.items()
        if square not in white
    }
    _check_runs(sums, white)
    clues = {
        (r, c): f"{below or ''}\\{right or ''}"
        for (r, c), (below, right) in sums.items()
        if r and c
    }
    outside = {("top", c, 1): below for (r, c), (below, _) in sums.items() if not r and below}
    outside |= {("left", r, 1): right for (r, c), (_, right) in sums.items() if not c and right}
    return {"width": len(rows[0]) - 1, "height": len(rows) - 1, "clues": clues, "outside": outside}


def _check_runs(sums: Mapping[Square, tuple[int, ...]], white: Collection[Square]) -> None:
    """Each sum has a run. Raises: ModelError."""
    for (r, c), (below, right) in sums.items():
        for number, next_cell, where in (
            (below, (r + 1, c), "below"),
            (right, (r, c + 1), "right of"),
        ):
            if number and next_cell not in white:
                raise ModelError(f"the sum {number} at r{r}c{c} has no cells {where} it")


SUMS = Part(("clues", "outside"), ("grid",), _read_sums, _write_sums)
ONE = Part((), (), lambda address: {}, lambda params, found: {"number": 1})


@dataclass(frozen=True)
class Entry:
    """A genre of addresses and a puzzle of the gallery that is the same.

    For a puzzle `(regions: str, clues: str)`, two maps, the parts are `regions("regions")` and
    `plan("clues")`; what they do not say is a `Part` of the puzzle's own.
    """

    genre: str
    puzzle: str
    parts: tuple[Part, ...]


ENTRIES = [
    Entry("akari", "akari", (plan("plan", {"?": "#"}),)),
    Entry("balance", "balance_loop", (parts.words("plan"),)),
    Entry("castle", "castle_wall", (parts.words("plan", {"w?": "w", "b?": "b", "g?": "g"}),)),
    Entry("cave", "cave", (cells("plan"),)),
    Entry("country", "country_road", (rooms("regions"), cells("numbers"))),
    Entry("geradeweg", "geradeweg", (cells("plan"),)),
    Entry("gokigen", "slant", (parts.CORNERS,)),
    Entry("hashi", "hashiwokakero", (cells("plan"),)),
    Entry("heyawake", "heyawake", (rooms("regions"), cells("numbers"))),
    Entry("hitori", "hitori", (plan("grid", {"?": "?"}),)),
    Entry("kakuro", "kakuro", (SUMS,)),
    Entry("kurodoko", "kurodoko", (cells("plan"),)),
    Entry("lits", "lits", (rooms("regions"),)),
    Entry("mashu", "masyu", (cells("plan", parts.CIRCLES),)),
    Entry("minarism", "futoshiki", (size("n"), SIGNS)),
    Entry("mines", "minesweeper", (plan("field", {"?": "?"}),)),
    Entry(
        "moonsun",
        "moon_or_sun",
        (rooms("regions"), cells("plan", parts.Marks({1: "s", 2: "m"}, False))),
    ),
    Entry("nonogram", "nonogram", (RUNS,)),
    Entry("numlin", "numberlink", (cells("plan"),)),
    Entry("nurikabe", "nurikabe", (cells("plan"),)),
    Entry("nurimisaki", "nurimisaki", (cells("plan"),)),
    Entry("simpleloop", "simple_loop", (cells("plan", left_out="#"),)),
    Entry(
        "skyscrapers",
        "skyscrapers",
        (
            size("n"),
            sides(".0", top="top", bottom="bottom", left="left", right="right"),
            givens("givens"),
        ),
    ),
    Entry("slither", "slitherlink", (cells("plan"),)),
    Entry("starbattle", "star_battle", (regions("regions"), number("stars"))),
    Entry("starbattle", "crowns", (regions("regions"), ONE)),
    Entry("sudoku", "sudoku", (BOX, givens("givens", _example))),
    Entry("tapa", "tapa", (parts.words("plan"),)),
    Entry("tents", "tents", (plan("plan", {1: "Y"}), parts.COLUMNS_AND_ROWS)),
    Entry("yajilin", "yajilin", (parts.words("plan", {"#": "?"}),)),
    Entry("yinyang", "yin_yang", (cells("plan", parts.CIRCLES),)),
    Entry("aqre", "aqre", (rooms("regions"), cells("plan"))),
    Entry("aquarium", "aquarium", (rooms("regions"), parts.TOP_AND_LEFT, parts.WATER)),
    Entry("canal", "canal_view", (cells("plan"),)),
    Entry("chocona", "chocona", (rooms("regions"), cells("plan"))),
    Entry("creek", "creek", (parts.CORNERS,)),
    Entry("dominion", "dominion", (cells("plan", parts.LETTERS_OF_AREAS),)),
    Entry("norinori", "norinori", (rooms("regions"),)),
    Entry("shakashaka", "shakashaka", (cells("plan", parts.Marks({"?": "#"})),)),
    Entry("snake", "snake", (cells("plan", parts.CIRCLES), parts.TOP_AND_LEFT)),
    Entry("statuepark", "statue_park", (cells("plan", parts.CIRCLES), parts.PIECES)),
    Entry("tilepaint", "tilepaint", (rooms("regions"), parts.TOP_AND_LEFT)),
    Entry("araf", "araf", (cells("plan"),)),
    Entry("compass", "compass", (parts.NEEDLES,)),
    Entry("fillomino", "fillomino", (cells("grid"), parts.BORDERS)),
    Entry("fivecells", "five_cells", (cells("plan", parts.Marks({"?": "?", "#": "#"})),)),
    Entry("nawabari", "nawabari", (cells("plan"),)),
    Entry("sashigane", "sashigane", (parts.ARMS,)),
    Entry("shikaku", "shikaku", (cells("plan"),)),
    Entry("tatamibari", "tatamibari", (cells("plan", parts.SHAPES),)),
    Entry("tentaisho", "spiral_galaxies", (parts.DOTS,)),
    Entry("cojun", "cojun", (rooms("regions"), cells("grid"))),
    Entry("doppelblock", "doppelblock", (size("n"), parts.TOP_AND_LEFT, cells("givens"))),
    Entry(
        "easyasabc",
        "easy_as_abc",
        (size("n"), number("letters"), parts.ALL_SIDES, cells("givens", parts.LETTERS)),
    ),
    Entry("kropki", "kropki", (parts.DOTS_BETWEEN,)),
    Entry("magnets", "magnets", (rooms("regions"), cells("grid", parts.SIGNS), parts.POLES)),
    Entry("renban", "renban", (rooms("regions"), cells("grid"), parts.INNER_BORDERS)),
    Entry("ripple", "ripple_effect", (rooms("regions"), cells("grid"))),
    Entry("suguru", "suguru", (rooms("regions"), cells("grid"))),
]
"""An address is read by the first entry of its genre, a puzzle is written by its own."""
