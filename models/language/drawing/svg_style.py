"""The colours of pictures, by day and by night, and the frame that every picture has.

The colours are those of Okabe and Ito, which colour-blind readers distinguish; lines, dashes and
texts say the same as they do. Plain attributes hold the light colours, for readers of SVG that
know no style sheets; a short style sheet turns them over where the reader prefers dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..late_dataclasses import dataclass
from ..phrases import escaped
from .as_text import SHAPES, letter

_HUES = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#0072b2", "#d55e00", "#8c8c8c")
_RED = "#d0161b"
_LIGHT_PAPER, _DARK_PAPER = "#ffffff", "#15191e"


def _mixed(hue: str, paper: str, share: float) -> str:
    """`share` of `hue`, the rest of `paper`."""
    channels = (
        round(share * int(hue[i : i + 2], 16) + (1 - share) * int(paper[i : i + 2], 16))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)


TINTS = len(_HUES)
"""The number of tints for areas: `tint0` and so on."""

COLOURS = {
    "paper": (_LIGHT_PAPER, _DARK_PAPER),
    "ink": ("#1f2933", "#f1ede4"),
    "shade": ("#1f2933", "#7f8b97"),
    "found": ("#08497a", "#8cc8f2"),
    "soft": ("#66707a", "#a3adb7"),
    "grid": ("#8a949e", "#5d6873"),
    "wall": ("#4a5560", "#8d98a3"),
    "wallink": ("#ffffff", "#15191e"),
    "white": ("#ffffff", "#f1ede4"),
    "black": ("#1f2933", "#0c0f12"),
    "fair": ("#f4ecdd", "#56616c"),
    "deep": ("#d3bd97", "#384049"),
    "bar": ("#4a8fc2", "#4a8fc2"),
    **{
        f"tint{i}": (_mixed(hue, _LIGHT_PAPER, 0.45), _mixed(hue, _DARK_PAPER, 0.36))
        for i, hue in enumerate(_HUES)
    },
    "tintred": (_mixed(_RED, _LIGHT_PAPER, 0.45), _mixed(_RED, _DARK_PAPER, 0.45)),
    **{f"hue{i}": (hue, hue) for i, hue in enumerate(_HUES)},
    "huered": (_RED, "#f0555a"),
    "hue4": ("#8a7a00", "#f0e442"),
    "hue5": ("#0072b2", "#4aa6e0"),
}
"""Every colour by its name: the light one and the dark one."""

TINTS_BY_NAME = {
    "blue": "tint0",
    "orange": "tint1",
    "green": "tint2",
    "purple": "tint3",
    "pink": "tint3",
    "yellow": "tint4",
    "red": "tintred",
}
"""The tints of values that name a colour."""

DASHES = ("", "7 4", "2 3", "11 3 2 3")
"""Lines of different meaning differ in their dashes too."""

STYLE = (
    "<style>@media (prefers-color-scheme:dark){"
    + "".join(
        f".everyway .f-{name}{{fill:{dark}}}.everyway .s-{name}{{stroke:{dark}}}"
        for name, (light, dark) in COLOURS.items()
        if light != dark
    )
    + "}</style>"
)


@dataclass(frozen=True)
class Picture:
    """Parts of an SVG within a width and a height, from the upper left corner."""

    width: float
    height: float
    parts: tuple[str, ...]

    def at(self, x: float, y: float, scale: float = 1) -> list[str]:
        """The parts, moved and scaled."""
        size = f" scale({scale:.4g})" if scale != 1 else ""
        return [f'<g transform="translate({x:g} {y:g}){size}">', *self.parts, "</g>"]


def named_tint(value: object) -> str:
    """The tint of the colour that `value` names; nothing for another value."""
    return TINTS_BY_NAME.get(str(value), "")


def paint(fill: str = "", stroke: str = "", width: float = 0) -> str:
    """The attributes that fill or draw a shape in colours of these names."""
    classes = [f"f-{fill}"] * bool(fill) + [f"s-{stroke}"] * bool(stroke)
    filled = COLOURS[fill][0] if fill else "none"
    drawn = f' stroke="{COLOURS[stroke][0]}" stroke-width="{width:g}"' if stroke else ""
    return f'class="{" ".join(classes)}" fill="{filled}"{drawn}'


def text(
    x: float,
    y: float,
    words: str,
    colour: str = "ink",
    size: float = 18,
    *,
    anchor: str = "middle",
    bold: bool = False,
    halo: bool = False,
) -> str:
    """`words` on the line at `y`, centred on `x` unless anchored otherwise; with a `halo` they
    can be read upon lines.
    """
    weight = ' font-weight="700"' if bold else ""
    weight += ' paint-order="stroke"' if halo else ""
    painted = paint(colour, "paper", 3) if halo else paint(colour)
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{weight}'
        f" {painted}>{escaped(words)}</text>"
    )


def fitting(words: str, room: float, size: float = 18) -> float:
    """The size at which `words` fit into `room`, at most `size`."""
    return max(5.0, min(size, round(room / (0.6 * max(len(words), 1)), 1)))


def flow(pictures: Iterable[Picture], widest: float, gap: float) -> Picture:
    """`pictures` in rows that are no wider than `widest`, unless one picture is."""
    x = y = row = width = 0.0
    parts: list[str] = []
    for picture in pictures:
        if x and x + picture.width > widest:
            x, y, row = 0.0, y + row + gap, 0.0
        parts += picture.at(x, y)
        row, width = max(row, picture.height), max(width, x + picture.width)
        x += picture.width + gap
    return Picture(width, y + row, tuple(parts))


def document(picture: Picture, label: str, margin: float) -> str:
    """`picture` as the text of an SVG file, which says `label` to those who do not see it."""
    width, height = picture.width + 2 * margin, picture.height + 2 * margin
    said = escaped(label)
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="everyway" role="img"'
        f' aria-label="{said}" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" font-family="system-ui, sans-serif">'
    )
    back = f'<rect width="100%" height="100%" {paint("paper")}/>'
    inner = picture.at(margin, margin)
    return "\n".join([head, f"<title>{said}</title>", STYLE, back, *inner, "</svg>", ""])


# ------------- Drawn pieces, as outlines rather than letters of a font: the same on every machine.


CELL = 40
"""The side of a square, and of the square in which the pieces below are drawn."""

_CROWN = "M6 29 4 12 12 20 20 7 28 20 36 12 34 29Z M7 32H33V36H7Z"
_ROOK = "M10 7H15V11H18V7H22V11H25V7H30V15H27V29H31V36H9V29H13V15H10Z"
_DOT = "M20 9a11 11 0 1 0 .01 0Z"

PIECES = {
    "queen": _CROWN,
    "crown": _CROWN,
    "king": "M18 4H22V7H25V11H22V14H18V11H15V7H18Z M20 16C31 10 39 19 31 29H9C1 19 9 10 20 16Z"
    " M8 32H32V36H8Z",
    "rook": _ROOK,
    "bishop": "M20 6C28 12 29 20 24 26L28 31H12L16 26C11 20 12 12 20 6Z M9 33H31V36H9Z",
    "knight": "M11 36C11 27 18 25 19 19L12 22 8 18 14 10 15 5 19 9C29 10 33 21 31 36Z",
    "star": "M20 4 24.7 15.5 37.1 16.4 27.6 24.5 30.6 36.6 20 30 9.4 36.6 12.4 24.5 2.9 16.4"
    " 15.3 15.5Z",
    "mine": "M18.5 4h3v5.1a11 11 0 0 1 5.2 2.1l3.6-3.6 2.1 2.1-3.6 3.6a11 11 0 0 1 2.1 5.2H36v3"
    "h-5.1a11 11 0 0 1-2.1 5.2l3.6 3.6-2.1 2.1-3.6-3.6a11 11 0 0 1-5.2 2.1V36h-3v-5.1a11 11 0 0 1"
    "-5.2-2.1l-3.6 3.6-2.1-2.1 3.6-3.6a11 11 0 0 1-2.1-5.2H4v-3h5.1a11 11 0 0 1 2.1-5.2L7.6 9.7"
    "l2.1-2.1 3.6 3.6a11 11 0 0 1 5.2-2.1Z",
    "black": "M2 2H38V38H2Z",
    "shaded": "M2 2H38V38H2Z",
    "life": "M5 5H35V35H5Z",
    "tent": "M20 6 37 34H25L20 24 15 34H3Z",
    "tree": "M20 4a8 8 0 0 1 7.6 10.5A8 8 0 0 1 27 30H22.5V37H17.5V30H13A8 8 0 0 1 12.4 14.5"
    "A8 8 0 0 1 20 4Z",
    "lamp": "M20 5a11 11 0 0 1 6.5 19.9V28h-13v-3.1A11 11 0 0 1 20 5Z M14 30H26V33H14Z M17 34.5H23"
    "V37H17Z",
    "point": _DOT,
    "dot": _DOT,
    "press": "M20 4a16 16 0 1 0 .01 0Z M20 8a12 12 0 1 1 -.01 0Z M20 12a8 8 0 1 0 .01 0Z",
    "plus": "M16 7H24V16H33V24H24V33H16V24H7V16H16Z",
    "/": "M38.5 0 40 1.5 1.5 40 0 38.5Z",
    "\\": "M1.5 0 40 38.5 38.5 40 0 1.5Z",
    "◤": "M0 0H40L0 40Z",
    "◥": "M0 0H40V40Z",
    "◣": "M0 0 40 40H0Z",
    "◢": "M40 0V40H0Z",
}
"""The outline of each piece in a square of 40 by 40; other pieces are a disc with a letter."""

FILLED = {"black", "shaded"}
"""The marks that fill their square, so that something may be written upon them."""

CHESS = {"queen", "king", "rook", "bishop", "knight", "amazon", "semiqueen", "pawn"}
"""The pieces that stand on a chequered board."""


def piece_of(name: str) -> str:
    """The piece that a placement is named after.

    >>> piece_of("queen2"), piece_of("White Knight")
    ('queen', 'knight')
    """
    return name.lower().split()[-1].rstrip("0123456789_") or name.lower()


def outline(name: str) -> str:
    """The path of the piece called `name`; empty for one without."""
    return PIECES.get(piece_of(name), "")


def piece(name: str, x: float, y: float, side: str = "") -> list[str]:
    """The piece called `name` on the square at x, y; `side` is white or black, if it has one."""
    other = "black" if side == "white" else "white"
    ink = "shade" if piece_of(name) in FILLED else "ink"
    look = paint(side, other, 1.6) if side else paint(ink)
    path = outline(name)
    if path:
        return [f'<path transform="translate({x:g} {y:g})" d="{path}" {look}/>']
    centre = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
    colour = other if side else "paper"
    return [
        f'<circle {centre} r="14" {look}/>',
        text(x + CELL / 2, y + 26, letter(name), colour),
    ]


AT_SIDES = {"↑": (0, -12), "↓": (0, 11), "←": (-12, 0), "→": (12, 0)}
"""The places of numbers by the arrows before them, from the centre to the right and down."""


def mark(
    words: str, x: float, y: float, colour: str = "ink", *, small: bool = False, halo: bool = False
) -> Iterator[str]:
    """A note around a centre, `small` between squares, with a `halo` upon lines: a piece, a circle
    or a square with what follows inside, numbers at the sides of arrows before them, or a text.
    """
    at_sides = re.findall(f"([{''.join(AT_SIDES)}])([0-9?]+)", words)
    if words in PIECES and not small:
        yield from piece(words, x - CELL / 2, y - CELL / 2)
    elif words and "".join(map("".join, at_sides)) == words:
        cross = f"M{x - CELL / 2:g} {y - CELL / 2:g}l{CELL} {CELL}m0 -{CELL}l-{CELL} {CELL}"
        yield f'<path d="{cross}" {paint("", "grid", 0.7)}/>'
        for arrow, number in at_sides:
            right, down = AT_SIDES[arrow]
            yield text(x + right, y + down + 4, number, colour, fitting(number, 16, 12), halo=True)
    else:
        if words.startswith(tuple(SHAPES)):
            is_round = words[0] in "○●"
            half = (8.5 if words[1:] else 5.5) if small else 14 if is_round else 18
            # White is white by night, too: a clue means another thing in the other colour.
            fill, colour = ("white", "black") if words[0] in "○□" else ("black", "white")
            box = f'x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}"'
            yield f'<rect {box} rx="{half * is_round:g}" {paint(fill, colour, 1.6)}/>'
            words, halo = words[1:], False
        size = fitting(words, 13 if small else 30, 13 if small else 19)
        if words:
            yield text(x, y + 0.35 * size, words, colour, size, halo=halo)
