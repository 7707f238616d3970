"""The examples of pzprjs: addresses, and boards with their answers, right and wrong.

`tests/data/boards_by_pzpr.json` is test data of robx/pzprjs, under the MIT licence beside it. A
board is a text such as `pzprv3/hitori/2/2/1 1 /2 1 /# . /. . /`: version, genre, rows, columns, and
lines of tokens for clues and for the answer. `READERS` has an entry for each genre that is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from everyway.formats.addresses import Address, Clue, Edge, Square, read_address

DATA = Path(__file__).parent.parent / "data" / "boards_by_pzpr.json"
EXAMPLES: dict[str, dict[str, Any]] = json.loads(DATA.read_text("utf-8"))["genres"]
"""By genre: the `address` of an example behind the genre, and `boards` with what is `broken`."""


@dataclass(frozen=True)
class Board:
    """A puzzle, and an answer that somebody entered."""

    address: Address
    answer: dict[Any, Any]
    """The number or label on a square, or 1 where something stands, or between two squares that are
    apart; what is left out is 0. A set: one of these."""
    complete: bool
    """The answer has a number on each square that needs one."""


Rows = list[list[str]]
Read = tuple[dict[str, Any], dict[Any, Any]]
Reader = Callable[[int, int, Rows], Read]
"""The fields of the address and the answer, from the height, the width and the lines of tokens."""


def read_board(text: str) -> Board:
    """The puzzle and the answer of a board of a genre that `READERS` has."""
    _, genre, height, *rest = text.split("/")
    width = height if genre == "sudoku" else rest.pop(0)
    reader, filled = READERS[genre]
    fields, answer = reader(int(height), int(width), [line.split() for line in rest])
    address = Address(NAMES.get(genre, genre), int(width), int(height), **fields)
    needed = {
        square for square in address.squares if genre != "kakuro" or square not in address.clues
    }
    return Board(address, answer, not filled or needed <= answer.keys())


def boards(genre: str) -> Iterator[tuple[str | None, str]]:
    """Each board of a genre, and the code of the rule that it breaks; none where it is right."""
    for board in EXAMPLES[genre]["boards"]:
        parts = board["board"].split("/")
        # Some boards consist of their size, some are of a variant that the gallery has not, and
        # some have a number without an arrow, which is refused as a clue.
        is_whole = len(parts) > 4 and parts[1] == genre and board["broken"] != "anNoArrow"
        if is_whole and parts[4] != VARIANTS.get(genre):
            yield board["broken"], board["board"]


# ------------------------------------------------------------------------- Parts of a board.


def grid(rows: Rows) -> dict[Square, str]:
    """The tokens but `.`, by square."""
    return {
        (r, c): mark
        for r, row in enumerate(rows, 1)
        for c, mark in enumerate(row, 1)
        if mark != "."
    }


def numbers(cells: dict[Square, str]) -> dict[Square, int]:
    return {square: int(mark) for square, mark in cells.items() if mark.isdigit()}


def shaded(cells: dict[Square, str], mark: str = "#") -> dict[Square, int]:
    return {square: 1 for square, one in cells.items() if one == mark}


def borders(rows: Rows) -> dict[Edge, Clue]:
    """The sides between squares of different regions, which have a number a square."""
    cells = grid(rows)
    edges = [(one, (one[0] + d, one[1] + 1 - d)) for one in cells for d in (0, 1)]
    return {(a, b): 1 for a, b in edges if cells.get(b, cells[a]) != cells[a]}


def around(rows: Rows, top: int, left: int, height: int, width: int) -> dict[Any, Clue]:
    """The numbers outside: on so many lines above and columns left, and below and right if any."""
    lines = {
        "top": [[rows[r][left + c] for r in reversed(range(top))] for c in range(width)],
        "left": [row[:left][::-1] for row in rows[top : top + height]],
        "bottom": [[row[left + c] for row in rows[top + height :]] for c in range(width)],
        "right": [row[left + width :] for row in rows[top : top + height]],
    }
    return {
        (side, number, away): int(mark)
        for side, some in lines.items()
        for number, line in enumerate(some, 1)
        for away, mark in enumerate(line, 1)
        if mark != "."
    }


# ----------------------------------------------------------------------------- Genres.


def _lamps(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    cells = grid(rows[:height])
    walls = {square: "?" for square, mark in cells.items() if mark == "-"}
    return {"clues": walls | numbers(cells)}, shaded(cells)


def _shading(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    return {"clues": numbers(grid(rows[:height]))}, shaded(grid(rows[height:]))


def _filling(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    given = numbers(grid(rows[:height]))
    return {"clues": given}, numbers(grid(rows[height:])) | given


def _sums(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    inner = grid([row[1:] for row in rows[1 : height + 1]])
    pairs = {square: mark.split(",") for square, mark in inner.items()}
    clues = {square: f"{below}\\{right}" for square, (right, below) in pairs.items()}
    outside = around(rows[: height + 1], 1, 1, height, width)
    return {"clues": clues, "outside": outside}, numbers(grid(rows[height + 1 :]))


def _towers(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    cells = grid([row[1 : width + 1] for row in rows[1 : height + 1]])
    given = {square: int(mark[1:]) for square, mark in cells.items() if mark.startswith("q")}
    outside = around(rows[: height + 2], 1, 1, height, width)
    return {"clues": given, "outside": outside}, numbers(cells) | given


def _stars(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    (stars,), _, *rest = rows
    fields = {"number": int(stars), "borders": borders(rest[:height])}
    return fields, shaded(grid(rest[height:]))


def _runs(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    top, left = (height + 1) // 2, (width + 1) // 2
    cells = grid([row[left:] for row in rows[top : top + height]])
    return {"outside": around(rows[: top + height], top, left, height, width)}, shaded(cells)


def _tents(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    cells = grid([row[1:] for row in rows[1 : height + 1]])
    outside = around(rows[: height + 1], 1, 1, height, width)
    return {"clues": shaded(cells, "1"), "outside": outside}, shaded(cells, "A")


def sides(upright: Rows, level: Rows) -> dict[Edge, Clue]:
    """The keys that are 1 between squares of a row, and between rows."""
    found = {((r, c), (r, c + 1)): mark for (r, c), mark in grid(upright).items()}
    found |= {((r, c), (r + 1, c)): mark for (r, c), mark in grid(level).items()}
    return {edge: 1 for edge, mark in found.items() if mark == "1"}


def clues(rows: Rows, unknown: str = "-") -> dict[Square, Clue]:
    """Numbers, and `?` for the mark of a number that is not known."""
    cells = grid(rows)
    return {**numbers(cells), **{square: "?" for square, m in cells.items() if m == unknown}}


def _rooms(height: int, width: int, rows: Rows) -> Read:
    """Regions by their numbers, and squares that are shaded."""
    return {"borders": borders(rows[1 : height + 1])}, shaded(grid(rows[height + 1 :]))


def _rooms_with_numbers(height: int, width: int, rows: Rows) -> Read:
    fields, _ = _rooms(height, width, rows)
    rest = rows[height + 1 :]
    return {**fields, "clues": clues(rest[:height])}, shaded(grid(rest[height:]))


def _rooms_between(height: int, width: int, rows: Rows) -> Read:
    """Regions by their borders, and numbers on all squares."""
    fields = {"borders": sides(rows[:height], rows[height : 2 * height - 1])}
    rest = rows[2 * height - 1 :]
    given = numbers(grid(rest[:height]))
    return {**fields, "clues": given}, numbers(grid(rest[height:])) | given


def _tiles(height: int, width: int, rows: Rows) -> Read:
    fields, _ = _rooms(height, width, rows)
    rest = rows[height + 1 :]
    outside = around(rest[: height + 1], 1, 1, height, width)
    return {**fields, "outside": outside}, shaded(grid(rest[height + 1 :]))


def _water(height: int, width: int, rows: Rows) -> Read:
    flags = rows.pop(0)[0] if rows[0] == ["r"] else ""
    rest = rows[2 * height - 1 :]
    fields = {"borders": sides(rows[:height], rows[height : 2 * height - 1]), "flags": flags}
    lines = [rest[0], *(row[:1] + ["."] * width for row in rest[1:])]
    outside = around(lines[: height + 1], 1, 1, height, width)
    return {**fields, "outside": outside}, shaded(grid([row[1:] for row in rest[1:]]))


def _snake(height: int, width: int, rows: Rows) -> Read:
    cells = numbers(grid([row[1:] for row in rows[1 : height + 1]]))
    circles = {square: mark % 4 for square, mark in cells.items() if mark % 4}
    body = {square: 1 for square, mark in cells.items() if mark // 4 == 1}
    return {"clues": circles, "outside": around(rows[: height + 1], 1, 1, height, width)}, body


def _corners(height: int, width: int, rows: Rows) -> Read:
    found = {(r - 1, c - 1): clue for (r, c), clue in clues(rows[: height + 1]).items()}
    return {"corners": found}, shaded(grid(rows[height + 1 :]))


def _areas(height: int, width: int, rows: Rows) -> Read:
    letters = clues(rows[:height])
    names = {chr(ord("A") + int(clue) - 1) for clue in letters.values() if clue != "?"}
    cells = grid(rows[height:])
    squares = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    answer: dict[Square, object] = dict.fromkeys(squares, frozenset(names))
    return {"clues": letters}, answer | dict.fromkeys(shaded(cells), "#")


def _statues(height: int, width: int, rows: Rows) -> Read:
    ((bank,), *rest) = rows
    pieces = read_address(f"statuepark/1/1/0//{bank}").pieces
    circles = numbers(grid(rest[:height]))
    return {"clues": circles, "pieces": pieces}, shaded(grid(rest[height : 2 * height]))


def _triangles(height: int, width: int, rows: Rows) -> Read:
    walls = clues(rows[:height], "-")
    marks = dict(zip("2345", "◣◢◥◤", strict=True))
    cells = grid(rows[height:])
    blank = {(r, c): "." for r in range(1, height + 1) for c in range(1, width + 1)}
    shown = {square: marks[mark] for square, mark in cells.items() if mark in marks}
    return {"clues": {s: clue if clue != 5 else "?" for s, clue in walls.items()}}, blank | shown


def _divided(height: int, width: int, rows: Rows) -> Read:
    """Clues, and borders that are entered."""
    return {"clues": clues(rows[:height])}, sides(rows[height : 2 * height], rows[2 * height :])


def _divided_all_around(height: int, width: int, rows: Rows) -> Read:
    """The same, with the sides of the board, which are left out."""
    upright = [row[1:-1] for row in rows[height : 2 * height]]
    level = rows[2 * height + 1 : 3 * height]
    holes = {square: "#" for square, mark in grid(rows[:height]).items() if mark == "*"}
    answer = sides(upright, level)
    inside = {edge: 1 for edge in answer if not holes.keys() & {*edge}}
    return {"clues": clues(rows[:height]) | holes}, inside


def _translated(marks: Callable[[str], Clue]) -> Reader:
    def read(height: int, width: int, rows: Rows) -> Read:
        found = {square: marks(mark) for square, mark in grid(rows[:height]).items()}
        return {"clues": found}, _divided(height, width, rows)[1]

    return read


def _needles(mark: str) -> str:
    right, below, left, above = mark.replace("-1", ".").split(",")
    return f"{above},{below},{left},{right}"


def _galaxies(height: int, width: int, rows: Rows) -> Read:
    lines = 2 * height - 1
    marks = grid([list(row[0]) for row in rows[:lines]])
    dots = numbers(marks)
    holes = {(r // 2 + 1, c // 2 + 1): 1 for (r, c), mark in marks.items() if mark == "X"}
    answer = sides(rows[lines : lines + height], rows[lines + height : lines + 2 * height - 1])
    inside = {edge: 1 for edge in answer if not holes.keys() & {*edge}}
    return {"dots": dots, "holes": holes}, inside


def _dots(height: int, width: int, rows: Rows) -> Read:
    upright, level = grid(rows[:height]), grid(rows[height : 2 * height - 1])
    signs = {((r, c), (r, c + 1)): int(mark) for (r, c), mark in upright.items()}
    signs |= {((r, c), (r + 1, c)): int(mark) for (r, c), mark in level.items()}
    return {"signs": {e: d for e, d in signs.items() if d}}, numbers(grid(rows[2 * height - 1 :]))


def _black_cells(height: int, width: int, rows: Rows) -> Read:
    cells = grid([row[1:] for row in rows[1 : height + 1]])
    given = {square: int(mark[1:]) for square, mark in cells.items() if mark.startswith("q")}
    black = {square: 0 for square, mark in cells.items() if mark == "-"}
    outside = around(rows[: height + 1], 1, 1, height, width)
    return {"clues": given, "outside": outside}, numbers(cells) | black | given


def _letters(height: int, width: int, rows: Rows) -> Read:
    ((number,), *rest) = rows
    lines = [[mark if mark.isdigit() else "." for mark in row] for row in rest]
    cells = numbers(grid([row[1 : width + 1] for row in lines[1 : height + 1]]))
    blank = {(r, c): "-" for r in range(1, height + 1) for c in range(1, width + 1)}
    outside = around(lines[: height + 2], 1, 1, height, width)
    answer = {square: chr(ord("A") + n - 1) for square, n in cells.items()}
    return {"number": int(number), "outside": outside}, blank | answer


def _magnets(height: int, width: int, rows: Rows) -> Read:
    rest = rows[2 * height - 1 :]
    cells = grid([row[2:] for row in rest[2 : height + 2]])
    holes = shaded(cells)
    given = {square: int(mark[1]) for square, mark in cells.items() if mark[0] == "q"}
    blank = {(r, c): "neutral" for r in range(1, height + 1) for c in range(1, width + 1)}
    poles = {square: "+-"[int(mark[1]) - 1] for square, mark in cells.items() if mark[0] in "aq"}
    outside = around(rest[: height + 2], 2, 2, height, width)
    fields = {"borders": sides(rows[:height], rows[height : 2 * height - 1]), "holes": holes}
    return {**fields, "clues": given, "outside": outside}, blank | poles


def _numbers_only(height: int, width: int, rows: Rows) -> Read:
    given = clues(rows[:height])
    return {"clues": given}, numbers(grid(rows[height : 2 * height])) | numbers(grid(rows[:height]))


ARROWS = dict(zip("1234", "^v<>", strict=True))


def _circle(mark: str) -> Clue:
    return int(mark[1:]) if mark[1:] else mark


def _shading_with_unknown(height: int, width: int, rows: Rows) -> Read:
    return {"clues": clues(rows[:height])}, shaded(grid(rows[height:]))


def _number(mark: str) -> Clue:
    return "?" if mark == "-" else int(mark)


def _lines(clue: Callable[[str], Clue]) -> Reader:
    """Clues, and lines between squares."""

    def read(height: int, width: int, rows: Rows) -> Read:
        found = {square: clue(mark) for square, mark in grid(rows[:height]).items()}
        return {"clues": found}, sides(rows[height : 2 * height], rows[2 * height :])

    return read


def _lines_in_rooms(height: int, width: int, rows: Rows) -> Read:
    fields, answer = _lines(_number)(height, width, rows[height + 1 :])
    return {"borders": borders(rows[1 : height + 1]), **fields}, answer


def _lines_past_holes(height: int, width: int, rows: Rows) -> Read:
    fields, answer = _lines(lambda mark: 1)(height, width, rows)
    return {"holes": fields["clues"]}, answer


def _lines_past_shaded(height: int, width: int, rows: Rows) -> Read:
    ways = {"0": "", "1": "^", "2": "v", "3": "<", "4": ">"}

    def clue(mark: str) -> str:
        way, number = mark.split(",")
        return number.replace("-", "?") + ways[way]

    fields, lines = _lines(clue)(height, width, rows[:height] + rows[2 * height :])
    return fields, shaded(grid(rows[height : 2 * height])) | lines


def _castle(mark: str) -> str:
    way, number, colour = mark.split(",")
    return "gwb"[int(colour)] + number.replace("-", "?") + ("", "^", "v", "<", ">")[int(way)]


def _fences(height: int, width: int, rows: Rows) -> Read:
    """Lines on the sides of squares, each by the numbers of its two corners."""
    wide = width + 1
    upright, level = grid(rows[height : 2 * height]), grid(rows[2 * height :])
    ends = {((r - 1) * wide + c - 1, r * wide + c - 1): m for (r, c), m in upright.items()}
    ends |= {((r - 1) * wide + c - 1, (r - 1) * wide + c): m for (r, c), m in level.items()}
    return {"clues": clues(rows[:height])}, {edge: 1 for edge, m in ends.items() if m == "1"}


def _bridges(height: int, width: int, rows: Rows) -> Read:
    """Bridges by the names of the islands at their ends."""
    found = clues(rows[:height])
    built = {((r, c), (0, 1)): m for (r, c), m in grid(rows[height : 2 * height]).items()}
    built |= {((r, c), (1, 0)): m for (r, c), m in grid(rows[2 * height :]).items()}
    answer = {}
    for ((r, c), (down, right)), mark in built.items():
        if (r, c) in found and mark in "12":
            far = next(k for k in range(1, 99) if (r + k * down, c + k * right) in found)
            answer[f"r{r}c{c}-r{r + far * down}c{c + far * right}"] = int(mark)
    return {"clues": found}, answer


def _diagonals(height: int, width: int, rows: Rows) -> Read:
    fields, _ = _corners(height, width, rows)
    drawn = {"1": "\\", "2": "/"}
    return fields, {s: drawn[mark] for s, mark in grid(rows[height + 1 :]).items()}


def _tapa(height: int, width: int, rows: Rows) -> Read:
    cells = grid(rows[:height])
    marked = {s: m.replace(",", "").replace("-", "?") for s, m in cells.items() if m not in "#+"}
    return {"clues": marked}, shaded(cells)


def _sea(height: int, width: int, rows: Rows) -> Read:
    return {"clues": clues(rows[:height])}, shaded(grid(rows[:height]))


def _tetrominoes(height: int, width: int, rows: Rows) -> Read:
    """Any piece on a shaded square, and none on the others."""
    fields, dark = _rooms(height, width, rows)
    squares = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    return fields, {s: frozenset("LITS") if s in dark else "-" for s in squares}


def _two_colours(height: int, width: int, rows: Rows) -> Read:
    given = numbers(grid(rows[:height]))
    filled = numbers(grid(rows[height:])) | given
    return {"clues": given}, {square: number - 1 for square, number in filled.items()}


VARIANTS = {"aqre": "b", "fillomino": "t", "magnets": "a", "slither": "f", "yajilin": "o"}
"""The letter of a variant that the gallery has not."""
NAMES = {"hashikake": "hashi", "lightup": "akari"}
READERS: dict[str, tuple[Reader, bool]] = {
    "aqre": (_rooms_with_numbers, False),
    "aquarium": (_water, False),
    "araf": (_divided, False),
    "balance": (_lines(lambda m: "wb"[int(m[0])] + m[2:].replace("-2", "")), False),
    "canal": (_shading_with_unknown, False),
    "castle": (_lines(_castle), False),
    "cave": (_shading_with_unknown, False),
    "chocona": (_rooms_with_numbers, False),
    "cojun": (_rooms_between, True),
    "compass": (_translated(_needles), False),
    "country": (_lines_in_rooms, False),
    "creek": (_corners, False),
    "dominion": (_areas, False),
    "doppelblock": (_black_cells, True),
    "easyasabc": (_letters, False),
    "fillomino": (_numbers_only, True),
    "fivecells": (_divided_all_around, False),
    "geradeweg": (_lines(_number), False),
    "gokigen": (_diagonals, True),
    "hashikake": (_bridges, False),
    "heyawake": (_rooms_with_numbers, False),
    "kropki": (_dots, True),
    "kurodoko": (_shading_with_unknown, False),
    "lits": (_tetrominoes, False),
    "magnets": (_magnets, False),
    "mashu": (_lines(_number), False),
    "moonsun": (_lines_in_rooms, False),
    "nawabari": (_divided_all_around, False),
    "norinori": (_rooms, False),
    "numlin": (_lines(_number), False),
    "nurikabe": (_sea, False),
    "nurimisaki": (_shading_with_unknown, False),
    "renban": (_rooms_between, True),
    "ripple": (_rooms_between, True),
    "sashigane": (_translated(lambda mark: ARROWS.get(mark, _circle(mark))), False),
    "shakashaka": (_triangles, False),
    "shikaku": (_divided, False),
    "simpleloop": (_lines_past_holes, False),
    "slither": (_fences, False),
    "snake": (_snake, False),
    "statuepark": (_statues, False),
    "suguru": (_rooms_between, True),
    "tapa": (_tapa, False),
    "tatamibari": (_translated({"a": "|", "b": "-", "c": "+", "-": "?"}.__getitem__), False),
    "tentaisho": (_galaxies, False),
    "tilepaint": (_tiles, False),
    "yajilin": (_lines_past_shaded, False),
    "yinyang": (_two_colours, True),
    "hitori": (_shading, False),
    "kakuro": (_sums, True),
    "lightup": (_lamps, False),
    "nonogram": (_runs, False),
    "skyscrapers": (_towers, True),
    "starbattle": (_stars, False),
    "sudoku": (_filling, True),
    "tents": (_tents, False),
}
"""The reader of each genre, and True where its answer is a number on each square."""
