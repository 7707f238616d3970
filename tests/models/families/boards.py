"""The families of pieces on boards."""

from everyway.models import load


def pieces(name):
    """Pieces of one kind, n of them unless it is said how many, on an n × n board."""
    return lambda n, k=None: load(name, n=n, k=n if k is None else k)


def peaceful(piece):
    return lambda n: load("peaceful_pieces", piece=piece, n=n)


def dominating(piece):
    return lambda n, k=None: load("domination", piece=piece, n=n, k=n if k is None else k)


FAMILIES = {
    "queens_centrosymmetric": lambda n: load("symmetric_queens", n=n),
    "queens_rot90": lambda n: load("symmetric_queens", n=n, turn="quarter"),
    "queens_m_on_mxn": lambda m, n: load("queens", n=m, columns=n, k=m),
    "queens_k_on_nxn": lambda n, k: load("queens", n=n, k=k),
    "queens_independent_sets": peaceful("queen"),
    "queens_domination_min": dominating("queen"),
    "queens_domination_min_minus1": dominating("queen"),
    "semiqueens": lambda n: load("semiqueens", n=n),
    "toroidal_semiqueens": lambda n: load("semiqueens", n=n, wrap=True),
    "bishops_n_on_nxn": pieces("bishops"),
    "bishops_k_on_nxn": pieces("bishops"),
    "bishops_max_2n-2": lambda n: load("bishops", n=n, k=2 * n - 2),
    "rooks_k_on_mxn": lambda m, n, k: load("rooks", n=m, columns=n, k=k),
    "rooks_domination_min": dominating("rook"),
    "kings_n_on_nxn": pieces("kings"),
    "kings_k_on_nxn": pieces("kings"),
    "kings_max_2nx2n": lambda n: load("kings", n=2 * n, k=n * n, form="windows"),
    "kings_independent_sets": peaceful("king"),
    "kings_domination_min": dominating("king"),
    "hertzsprung_kings_permutations": lambda n: load("kings", n=n, k=n, lines=True),
    "knights_independent_sets": peaceful("knight"),
    "knights_domination_min": dominating("knight"),
    "knights_domination_min_minus1": dominating("knight"),
    "peaceable_queens_max": lambda n, k: load("peaceable_queens", n=n, k=k),
    "peaceable_queens_above_max": lambda n, k: load("peaceable_queens", n=n, k=k),
    "no_three_in_line": lambda n: load(
        "no_three_in_line", n=n, form="lines" if n < 8 else "triples"
    ),
    "queen_graph_coloring": lambda n, k: load("queen_colouring", n=n, k=k),
}
