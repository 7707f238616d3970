"""Parts of addresses as parameters of puzzles: plans, rooms, numbers outside, and single fields.

>>> from .addresses import read_address
>>> cells("plan").read(read_address("shikaku/2/1/-1ag"))
{'plan': '26 .'}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..models.boards import in_line, read_plan
from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass, replace
from .address_codes import Clue, named
from .addresses import Address, Edge, Square, borders_between

Values = Mapping[str, Any]
ANY = r"\S+"
"""Any clue of a plan."""


@dataclass(frozen=True)
class Part:
    """One way between fields of an address and parameters of a puzzle."""

    fields: tuple[str, ...]
    names: tuple[str, ...]
    read: Callable[[Address], Values]
    """The parameters. Raises: ModelError."""
    write: Callable[[Values, Values], Values]
    """The attributes of an address, from the parameters and the attributes so far, the size among
    them. Raises: ModelError."""


@dataclass(frozen=True)
class Marks:
    """Clues as marks of a plan: those that are listed, and numbers as they are, if `numbers`."""

    listed: Mapping[Clue, str]
    numbers: bool = True

    def mark(self, clue: Clue, name: str, where: str) -> str:
        """The mark of a clue. Raises: ModelError where it has none."""
        found = self.listed.get(clue, str(clue) if self.numbers and isinstance(clue, int) else "")
        if not found:
            raise ModelError(f"{name} has no mark for the clue {clue}{where} of the address")
        return found

    def clue(self, mark: str, name: str, where: str) -> Clue:
        """The clue of a mark. Raises: ModelError where it has none."""
        found = {text: clue for clue, text in self.listed.items()}
        if mark not in found and not (self.numbers and mark.isdigit()):
            raise ModelError(f"no address has {mark!r} in {name}{where}")
        return found.get(mark, int(mark) if mark.isdigit() else 0)


UNKNOWN = Marks({"?": "?"})
CIRCLES = Marks({1: "w", 2: "b"}, numbers=False)
SHAPES = Marks({mark: mark for mark in "+-|?"}, numbers=False)
SIGNS = Marks({1: "+", 2: "-"}, numbers=False)
LETTERS = Marks({n + 1: chr(ord("A") + n) for n in range(26)} | {"?": "."}, numbers=False)
NOTHING = Marks({"?": "."})
"""Clues of which an unknown one says nothing."""
LETTERS_OF_AREAS = Marks(
    {"?": "?", **{n: chr(ord("A") + n - 1 + 6 * (n > 26)) for n in range(1, 53)}}, numbers=False
)


def cells(name: str, marks: Marks = UNKNOWN, left_out: str = "") -> Part:
    """A plan of clues, with the size; without clues no text, where the plan is beside a map.

    With `left_out`, it is the mark of squares that are out of the game.
    """

    def read(address: Address) -> Values:
        found = {s: marks.mark(c, name, f" at {named(s)}") for s, c in address.clues.items()}
        found |= dict.fromkeys(address.holes, left_out) if left_out else {}
        return {name: joined(address, found)}

    def write(params: Values, found: Values) -> Values:
        if not params[name].strip() and found:
            return {}
        size, plan = _plan(params[name])
        given = {square: mark for square, mark in plan.items() if mark not in (".", left_out)}
        clues = {s: marks.clue(mark, name, f", at {named(s)}") for s, mark in given.items()}
        holes = {square: 1 for square, mark in plan.items() if mark == left_out}
        return {**size, "clues": clues, **({"holes": holes} if left_out else {})}

    return Part(("clues", "holes") if left_out else ("clues",), (name,), read, write)


def words(name: str, marks: Mapping[str, str] | None = None) -> Part:
    """A plan of clues that are texts, each as it is, or as `marks` say; with the size."""
    shown = marks or {}
    clues = {mark: clue for clue, mark in shown.items()}
    return _translated(
        name, lambda clue: shown.get(str(clue), str(clue)), lambda mark: clues.get(mark, mark)
    )


def _plan(text: str) -> tuple[Values, dict[Square, str]]:
    """The width and the height of a plan, and the mark on each square."""
    marks = {(row, column): mark for (row, column), mark in read_plan(text, ANY, "").items()}
    height, width = max(marks)
    return {"width": width, "height": height}, marks


def joined(address: Address, marks: Mapping[Square, str]) -> str:
    """A plan of the marks, with blanks or commas between them where one is longer."""
    lines = (
        [marks.get((r, c), ".") for c in range(1, address.width + 1)]
        for r in range(1, address.height + 1)
    )
    return "/".join(_line(line, any(len(mark) > 1 for mark in marks.values())) for line in lines)


def _line(marks: Iterable[str], apart: bool) -> str:
    text = (" " if apart else "").join(marks)
    return text if not apart or " " in text else f"{text},"


def rooms(name: str) -> Part:
    """A map of letters, `.` on squares that are out of the game, with the size."""

    def read(address: Address) -> Values:
        around = borders_between({one: one in address.holes for one in address.squares})
        drawn = replace(address, borders={**address.borders, **around}).regions
        rows = [
            "".join("." if (r, c) in address.holes else mark for c, mark in enumerate(row, 1))
            for r, row in enumerate(drawn.split("/"), 1)
        ]
        return {name: "/".join(rows)}

    def write(params: Values, found: Values) -> Values:
        size, letter = _plan("/".join(rows_of(params[name])))
        # Around a square that is out of the game no border is written.
        borders = borders_between({square: mark for square, mark in letter.items() if mark != "."})
        address = Address("", **size, borders=borders)
        if len(address.rooms) > len({*letter.values()}) and "." not in letter.values():
            raise ModelError(
                f"{name} has a region that does not hang together; no address has such"
            )
        holes = {square: 1 for square, mark in letter.items() if mark == "."}
        return {**size, "borders": borders, "holes": holes}

    return Part(("borders", "holes"), (name,), read, write)


def rows_of(text: str) -> list[str]:
    """The lines of a map, without the blanks in them."""
    return ["".join(line.split()) for line in text.strip().replace("/", "\n").splitlines()]


def outside(names: Mapping[tuple[str, int], str], known: Marks = NOTHING) -> Part:
    """The clues outside: by side and distance from the board, the names of the parameters."""

    def read(address: Address) -> Values:
        sizes = {"top": address.width, "bottom": address.width}
        lines = {
            name: [
                known.mark(clue, name, f" {line}")
                if (clue := address.outside.get((side, line, away))) is not None
                else "."
                for line in range(1, sizes.get(side, address.height) + 1)
            ]
            for (side, away), name in names.items()
        }
        return {
            name: _line(line, any(len(mark) > 1 for mark in line)) for name, line in lines.items()
        }

    def write(params: Values, found: Values) -> Values:
        return {
            "outside": {
                (side, line, away): known.clue(mark, name, f", at {line}")
                for (side, away), name in names.items()
                for line, mark in enumerate(in_line(params[name]), 1)
                if mark != "."
            }
        }

    return Part(("outside",), tuple(names.values()), read, write)


TOP_AND_LEFT = outside({("top", 1): "top", ("left", 1): "left"})
COLUMNS_AND_ROWS = outside({("top", 1): "columns", ("left", 1): "rows"})
ALL_SIDES = outside({(s, 1): s for s in ("top", "bottom", "left", "right")}, LETTERS)
POLES = outside(
    {("top", 2): "top", ("left", 2): "left", ("top", 1): "bottom", ("left", 1): "right"}
)


def _corners(name: str) -> Part:
    """Numbers at corners, one row and one column more than the squares."""

    def read(address: Address) -> Values:
        found = {(r + 1, c + 1): str(clue) for (r, c), clue in address.corners.items()}
        return {
            name: replace(address, width=address.width + 1, height=address.height + 1).drawn(found)
        }

    def write(params: Values, found: Values) -> Values:
        size, plan = _plan(params[name])
        corners = {
            (r - 1, c - 1): mark if mark == "?" else int(mark)
            for (r, c), mark in plan.items()
            if mark != "."
        }
        return {**{side: number - 1 for side, number in size.items()}, "corners": corners}

    return Part(("corners",), (name,), read, write)


CORNERS = _corners("clues")


def _read_dots(address: Address) -> Values:
    found = {place: "wb"[int(clue) - 1] for place, clue in address.dots.items()}
    found |= {(2 * r - 1, 2 * c - 1): "#" for r, c in address.holes}
    halves = replace(address, width=2 * address.width - 1, height=2 * address.height - 1)
    return {"dots": halves.drawn(found)}


def _write_dots(params: Values, found: Values) -> Values:
    size, plan = _plan(params["dots"])
    dots = {place: "wb".index(mark) + 1 for place, mark in plan.items() if mark in "wb"}
    holes = {(r // 2 + 1, c // 2 + 1): 1 for (r, c), mark in plan.items() if mark == "#"}
    halved = {side: number // 2 + 1 for side, number in size.items()}
    return {**halved, "dots": dots, "holes": holes}


DOTS = Part(("dots", "holes"), ("dots",), _read_dots, _write_dots)


def _read_signs(address: Address) -> Values:
    rows = [
        ["".join(".wb"[int(address.signs.get(edge, 0))] for edge in line) for line in lines]
        for lines in _lines_of_sides(address.height, address.width)
    ]
    return {"across": "/".join(rows[0]), "down": "/".join(rows[1])}


def _write_signs(params: Values, found: Values) -> Values:
    across, down = ([*filter(None, rows_of(params[name]))] for name in ("across", "down"))
    height = len(across) or len(down) + 1
    width = len(down[0]) if down else len(across[0]) + 1 if across else 1
    marks = zip([across, down], _lines_of_sides(height, width), strict=True)
    signs = {
        edge: ".wb".index(mark)
        for rows, lines in marks
        for row, line in zip(rows, lines, strict=False)
        for mark, edge in zip(row, line, strict=True)
        if mark != "."
    }
    return {"width": width, "height": height, "signs": signs}


def _lines_of_sides(height: int, width: int) -> tuple[list[list[Edge]], list[list[Edge]]]:
    """The sides within each row, and those between each row and the next."""
    across: list[list[Edge]] = [
        [((r, c), (r, c + 1)) for c in range(1, width)] for r in range(1, height + 1)
    ]
    down: list[list[Edge]] = [
        [((r, c), (r + 1, c)) for c in range(1, width + 1)] for r in range(1, height)
    ]
    return across, down


DOTS_BETWEEN = Part(("signs",), ("across", "down"), _read_signs, _write_signs)


def _borders(inner: bool) -> Part:
    """Borders between two cells; those inside of regions alone, if `inner`."""

    def read(address: Address) -> Values:
        room = {square: number for number, some in enumerate(address.rooms) for square in some}
        edges = sorted(address.borders)
        kept = (edge for edge in edges if not inner or room[edge[0]] == room[edge[1]])
        return {"borders": " ".join("-".join(map(named, edge)) for edge in kept)}

    def write(params: Values, found: Values) -> Values:
        ends = (re.findall(r"r(\d+)c(\d+)", border) for border in params["borders"].split())
        edges = (tuple(sorted((int(r), int(c)) for r, c in two)) for two in ends)
        return {"borders": dict.fromkeys(edges, 1)}

    return Part(("borders",), ("borders",), read, write)


BORDERS, INNER_BORDERS = _borders(inner=False), _borders(inner=True)


def _read_needles(clue: Clue) -> str:
    if clue == "#":
        return "#"
    ways = zip("^v<>", str(clue).split(","), strict=False)
    return "".join(f"{arrow}{number}" for arrow, number in ways if number.isdigit()) or "?"


def _write_needles(mark: str) -> str:
    if mark == "#":
        return "#"
    needles = dict(re.findall(r"([\^v<>])(\d+)", mark))
    return ",".join(needles.get(arrow, ".") for arrow in "^v<>")


def _translated(name: str, read: Callable[[Clue], str], write: Callable[[str], Clue]) -> Part:
    """A plan, the marks of which are translated one by one."""

    def from_address(address: Address) -> Values:
        return {name: joined(address, {s: read(clue) for s, clue in address.clues.items()})}

    def to_address(params: Values, found: Values) -> Values:
        size, plan = _plan(params[name])
        return {**size, "clues": {s: write(mark) for s, mark in plan.items() if mark != "."}}

    return Part(("clues",), (name,), from_address, to_address)


NEEDLES = _translated("plan", _read_needles, _write_needles)


def _read_arm(clue: Clue) -> str:
    if clue == "?":
        raise ModelError("sashigane has no mark for an arrow without a direction")
    return f"o{clue}" if isinstance(clue, int) else clue


ARMS = _translated("plan", _read_arm, lambda mark: int(mark[1:]) if mark[1:] else mark)

WATER = Part(
    ("flags",),
    ("whole",),
    lambda address: {"whole": "r" in address.flags},
    lambda params, found: {"flags": "r" if params["whole"] else ""},
)


def _read_pieces(address: Address) -> Values:
    return {"pieces": " ".join(address.pieces)}


def _write_pieces(params: Values, found: Values) -> Values:
    from ..models.statue_park import SETS

    drawn = str(params["pieces"])
    return {"pieces": tuple(SETS.get(drawn, drawn).split())}


PIECES = Part(("pieces",), ("pieces",), _read_pieces, _write_pieces)
