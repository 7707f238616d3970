"""Seen in pychoco 0.4.0.

A graph in which a node has no edge but one to itself is lost by `graph_nb_connected_components`,
though its components are counted without that edge. No adapter posts it.
"""

import sys

from pychoco import Model
from pychoco.objects.graphs.undirected_graph import create_undirected_graph

model = Model()
least, most = create_undirected_graph(model, 1), create_undirected_graph(model, 1, [0], [(0, 0)])
graph = model.graphvar(least, most, "graph")
number = model.intvar(0, 1)
model.graph_nb_connected_components(graph, number).post()
found = []
while model.get_solver().solve():
    drawn = graph.get_value()
    found.append((len(drawn.get_nodes()), len(drawn.get_neighbors_of(0)), number.get_value()))
right = [(0, 0, 0), (1, 0, 1), (1, 1, 1)]
print(f"nodes, edges and components are {sorted(found)} instead of {right}")
sys.exit(sorted(found) != right)
