"""Graphs by name, or with edges of your own, and ways through them.

>>> from everyway.models.graphs import graph
>>> graph("0-1 1-2").neighbours
((1,), (0, 2), (1,))
"""

from .language.boards.graphs_by_name import Edge, Graph, graph
from .language.global_constraints.circuit import circuit, subcircuit
from .language.global_constraints.connected import connected
from .language.global_constraints.loops_and_paths import loop, path
from .language.global_constraints.regions import regions
from .language.global_constraints.trees import forest, tree

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
