"""Graphs by name, or with edges of your own, and ways through them.

>>> from everyway.models.graphs import graph
>>> graph("0-1 1-2").neighbours
((1,), (0, 2), (1,))
"""

from .language.boards.graphs_by_name import Edge, Graph, graph
from .language.boards.words_on_graphs import connected, forest, loop, path, regions, tree
from .language.global_constraints.circuit import circuit, subcircuit

__all__ = [
    "Edge",
    "Graph",
    "circuit",
    "connected",
    "forest",
    "graph",
    "loop",
    "path",
    "regions",
    "subcircuit",
    "tree",
]
