"""Pictures as PNG, drawn from the SVG by resvg, which the extra `png` installs."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..errors import ModelError

ZOOM = 2
"""Pixels for each unit of the SVG."""

FAMILIES = (
    *("Arial", "DejaVu Sans", "Liberation Sans", "Noto Sans", "Helvetica", "Helvetica Neue"),
    *("Segoe UI", "Roboto", "Ubuntu", "Open Sans", "Cantarell", "FreeSans", "Verdana", "Tahoma"),
)
"""Fonts without serifs, of which every system has one or another."""

_PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="15" font-family="sans-serif" font-size="15">{}</text></svg>'
)


def png_of(svg: str) -> bytes:
    """The bytes of a PNG file that shows `svg`.

    Raises: ModelError without resvg, and without a font where there is a text to draw.
    """
    try:
        resvg = import_module("resvg_py")
    except ImportError as error:
        raise ModelError(
            "a PNG is drawn by resvg, which is not installed; run: pip install resvg-py"
            " (the extra everyway[png]), or write SVG"
        ) from error
    family = sans_serif_family() if "<text" in svg else None
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=ZOOM, sans_serif_family=family))


@cache
def sans_serif_family() -> str:
    """The first of a list of families that is installed: resvg leaves out a text without one.

    Raises: ModelError where none is.
    """
    resvg = import_module("resvg_py")
    blank = resvg.svg_to_bytes(svg_string=_PROBE.format(" "))
    for family in FAMILIES:
        if resvg.svg_to_bytes(svg_string=_PROBE.format("8"), sans_serif_family=family) != blank:
            return family
    raise ModelError(
        "a PNG needs a font for its numbers and names, and none that everyway knows is installed;"
        " install one, such as DejaVu Sans (on Debian: apt install fonts-dejavu-core), or write SVG"
    )
