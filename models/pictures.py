"""How a solution is drawn: a sketch is given to the model among its rules.

>>> from everyway.models import Board, Model
>>> from everyway.models.pictures import around
>>> tower = Board(2).fill(range(1, 3), "tower")
>>> Model("towers", tower, around(tower, top="2.")).sketches
(Around(group='tower', top=('2', ''), left=(), right=(), bottom=()),)
"""

from .language.boards.graph_places import polygon, star
from .language.boards.sketches import (
    around,
    at_places,
    cells,
    columns,
    helpers,
    honeycomb,
    notes,
    on_graph,
    rectangles,
    row,
    ruler,
)

__all__ = [
    "around",
    "at_places",
    "cells",
    "columns",
    "helpers",
    "honeycomb",
    "notes",
    "on_graph",
    "polygon",
    "rectangles",
    "row",
    "ruler",
    "star",
]
