"""Families of graphs: colourings, sets, tours, matchings, labellings, orientations, trees."""

from everyway.models import load


def named(puzzle, pattern="{graph}", **fixed):
    """A family of `puzzle`, whose own parameters fill in the name of the graph."""
    return lambda **params: load(puzzle, graph=pattern.format(**params), **fixed)


def corner_to_corner(n):
    return load("hamiltonian_paths", graph=f"grid_{n}_{n}", start=0, end=n * n - 1)


def connected(n):
    """Connected graphs are road nets that may have more roads than a tree."""
    trees = load("spanning_trees", graph=f"complete_{n}", form="roads")
    return trees.without("one road fewer than villages")


def trees(pattern):
    """Spanning trees, by roads as long as there are not too many cuts to state."""

    def model(**params):
        graph = pattern.format(**params)
        return load("spanning_trees", graph=graph, form="roads" if small(graph) else "parents")

    return model


def small(graph):
    return load("graph_colouring", graph=graph).variables[10:] == ()


FAMILIES = {
    "graph_coloring": lambda graph, k: load("graph_colouring", graph=graph, colours=k),
    "independent_sets": named("independent_sets"),
    "independent_sets_cycle": named("independent_sets", "cycle_{n}"),
    "independent_sets_path": named("independent_sets", "path_{n}"),
    "independent_sets_hypercube": named("independent_sets", "cube_Q{d}"),
    "maximum_independent_sets": lambda graph, size: load(
        "independent_sets", graph=graph, size=size
    ),
    "maximal_independent_sets_cycle": named("independent_sets", "cycle_{n}", maximal=True),
    "dominating_sets": named("dominating_sets"),
    "dominating_sets_cycle": named("dominating_sets", "cycle_{n}"),
    "dominating_sets_grid": named("dominating_sets", "grid_{n}_{n}"),
    "perfect_matchings": named("matchings", form="edges"),
    "perfect_matchings_complete": named("matchings", "complete_{n}", form="edges"),
    "perfect_matchings_hypercube": named("matchings", "cube_Q{d}", form="edges"),
    "hamiltonian_cycles_directed_from0": named("hamiltonian_cycles"),
    "hamiltonian_cycles_complete_directed_from0": named("hamiltonian_cycles", "complete_{n}"),
    "hamiltonian_cycles_grid_directed_from0": named("hamiltonian_cycles", "grid_{m}_{n}"),
    "hamiltonian_cycles_hypercube_directed_from0": named("hamiltonian_cycles", "cube_Q{d}"),
    "hamiltonian_cycles_torus_directed_from0": named("hamiltonian_cycles", "torus_{n}_{n}"),
    "hamiltonian_paths_directed": named("hamiltonian_paths"),
    "hamiltonian_paths_grid_directed": named("hamiltonian_paths", "grid_{n}_{n}"),
    "hamiltonian_paths_grid_corner_to_corner": corner_to_corner,
    "kings_tours_directed_from0": lambda n: load(
        "knights_tour", rows=n, columns=n, piece="king", closed=True
    ),
    "knights_tours_open_directed": lambda m, n: load("knights_tour", rows=m, columns=n),
    "simple_paths_grid_corner_to_corner": named("simple_paths", "grid_{n}_{n}"),
    "graph_automorphisms": named("graph_automorphisms"),
    "spanning_trees": trees("{graph}"),
    "spanning_trees_complete": trees("complete_{n}"),
    "spanning_trees_grid": trees("grid_{n}_{n}"),
    "graceful_complete": named("graceful_labelling", "complete_{n}", form="differences"),
    "graceful_cube": named("graceful_labelling", form="differences"),
    "graceful_cycle": named("graceful_labelling", "cycle_{n}", form="differences"),
    "graceful_K33": named("graceful_labelling", form="differences"),
    "graceful_petersen": named("graceful_labelling", form="differences"),
    "graceful_prism": named("graceful_labelling", "prism_{n}", form="differences"),
    "graceful_star": named("graceful_labelling", "star_{n}", form="differences"),
    "graceful_wheel": named("graceful_labelling", "wheel_{n}_rim", form="differences"),
    "acyclic_orientations": named("orientations"),
    "acyclic_orientations_complete": named("orientations", "complete_{n}"),
    "acyclic_orientations_grid": named("orientations", "grid_{n}_{n}"),
    "dags_labelled": named("orientations", "complete_{n}", closures=True),
    "connected_graphs_labelled": connected,
    "cubic_graphs_labelled": lambda n: load("handshakes", n=n, hands=3),
    "two_regular_graphs_labelled": lambda n: load("handshakes", n=n, hands=2),
    "ramsey_3_3": lambda n: load("ramsey", n=n, red=3, blue=3),
    # Red lines without a triangle, and no bound on the blue ones.
    "triangle_free_graphs_labelled": lambda n: load("ramsey", n=n, red=3, blue=n + 2),
    "snake_in_box_cycles_directed_from0": lambda d, length: load(
        "snake_in_the_box", d=d, length=length
    ),
}
