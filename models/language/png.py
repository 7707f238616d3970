"""Pictures as PNG, drawn from the SVG by resvg, which the extra `png` installs."""

from __future__ import annotations

from importlib import import_module

from .errors import ModelError
from .model import Solution
from .svg import draw_svg

ZOOM = 2
"""Pixels for each unit of the SVG."""


def draw_png(solution: Solution) -> bytes:
    """`solution` as the bytes of a PNG file. Raises: ModelError where resvg is not installed."""
    return png_of(draw_svg(solution))


def png_of(svg: str) -> bytes:
    """The bytes of a PNG file that shows `svg`. Raises: ModelError without resvg."""
    try:
        resvg = import_module("resvg_py")
    except ImportError as error:
        raise ModelError(
            "a PNG is drawn by resvg, which is not installed; run: pip install resvg-py"
            " (the extra everyway[png]), or write SVG"
        ) from error
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=ZOOM))
