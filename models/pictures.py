"""Pictures of solutions: a sketch is given to the model among its rules.

>>> from everyway.models import Board, Model
>>> from everyway.models.pictures import around
>>> tower = Board(2).fill(range(1, 3), "tower")
>>> Model("towers", tower, around(tower, top="2.")).sketches
(Around(group='tower', top=('2', ''), left=(), right=(), bottom=()),)
"""

from .language.boards.graphs_by_name import polygon, star
from .language.boards.sketches import around, helpers, looks, notes, symbols
from .language.drawing.areas import cubes, honeycomb, rectangles
from .language.drawing.clues import Drawn
from .language.drawing.column_tables import cells, columns, row, ruler
from .language.drawing.svg_graphs import at_places, on_graph
from .language.drawing.svg_style import Picture

__all__ = [
    "Drawn",
    "Picture",
    "around",
    "at_places",
    "cells",
    "columns",
    "cubes",
    "helpers",
    "honeycomb",
    "looks",
    "notes",
    "on_graph",
    "polygon",
    "rectangles",
    "row",
    "ruler",
    "star",
    "symbols",
]
