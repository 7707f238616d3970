"""The colours of pictures, by day and by night, and the frame that every picture has.

The colours are those of Okabe and Ito, which colour-blind readers distinguish; lines, dashes and
texts say the same as they do. Plain attributes hold the light colours, for readers of SVG that
know no style sheets; a short style sheet turns them over where the reader prefers dark.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..late_dataclasses import dataclass
from ..printable import escaped

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
