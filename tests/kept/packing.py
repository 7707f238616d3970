"""Tasks, bins and a tour: the constraints on time, loads and successors."""

from operator import le

from everyway.models import (
    Model,
    all_different,
    all_equal,
    bin_packing,
    circuit,
    cumulative,
    increasing,
    inverse,
    lexicographic,
    no_overlap,
    number_of_values,
    predicate,
    subcircuit,
    variables,
)


def packing(size: int = 4) -> Model:
    """Three tasks in bins beside a tour of `size` nodes and its inverse."""
    start, bins = variables("start", 3, range(4)), variables("bin", 3, range(2))
    after, before = variables("after", size, range(size)), variables("before", size, range(size))
    short = variables("short", (1, 3), range(3))
    return Model(
        "packing",
        start,
        bins,
        after,
        before,
        short,
        cumulative(start, [1, 2, 2], [2, 1, 1], 2),
        no_overlap(start[:2], [1, 2]),
        bin_packing(bins, [2, 2, 3], [4, 5]),
        circuit(after),
        inverse(after, before),
        subcircuit(short[0]),
        lexicographic(after, before),
        increasing(bins[:2]),
        number_of_values([*bins, *short[0]], 3),
        all_different(start[0], start[1], bins[0] + 3),
        all_equal(short[0, 0], bins[2]),
        predicate(le, start[0], start[2]),
    )
