"""The families of sequences, permutations, words and set structures."""

from itertools import pairwise
from math import gcd

from everyway.models import (
    Model,
    all_different,
    allowed,
    at_least,
    element,
    load,
    regular,
    rule,
    variables,
)


def rearranged(property, **more):
    return lambda n: load("rearrangements", n=n, property=property, **more)


def avoiding(pattern):
    return lambda n: load("pattern_avoidance", n=n, pattern=pattern)


def placed(suits):
    return lambda n: load("beautiful_arrangement", n=n, suits=suits)


def subsets_with(property):
    return lambda n: load("subsets", n=n, property=property)


def golomb(form="marks", **more):
    return lambda marks, length: load("golomb_ruler", marks=marks, length=length, form=form, **more)


def adjacent_coprime(n):
    """1 to n in a row, neighbours without a common divisor."""
    number = variables("number", n, range(1, n + 1))
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if gcd(a, b) == 1]
    return Model(
        f"coprime neighbours to {n}",
        number,
        rule("every number once", all_different(number)),
        rule("neighbours are coprime", (allowed(two, pairs) for two in pairwise(number))),
    )


def idempotent_functions(n):
    """f(f(i)) = f(i) for every i."""
    f = variables("f", n, range(n))
    return Model(f"idempotent functions of {n}", f, [element(f, image) == image for image in f])


def surjections(n, k):
    """Functions from n to k elements that reach each of the k."""
    x = variables("x", n, range(1, max(k, 1) + 1))
    reached = rule("all are reached", (at_least(x, value, 1) for value in range(1, k + 1)))
    # Where there is nothing to map to, nothing can be mapped.
    nothing = rule("a value for each", (value <= k for value in x))
    return Model(f"surjections of {n} to {k}", x, reached, nothing)


def one_block_of_ones(n):
    """0/1 words in which the ones, if there are any, stand together."""
    x = variables("x", n, range(2))
    steps = {
        ("before", 0): "before",
        ("before", 1): "in",
        ("in", 1): "in",
        ("in", 0): "behind",
        ("behind", 0): "behind",
    }
    return Model(
        f"{n} bits, the ones together", x, regular(x, steps, "before", ["before", "in", "behind"])
    )


def walks_of_signs(n, power):
    return load("equal_sums", n=n, powers=(power,), sides_alike=False)


FAMILIES = {
    "derangements": rearranged("derangement"),
    "alternating_permutations": rearranged("alternating"),
    "involutions": rearranged("involution"),
    "permutations_displacement_le2": rearranged("near home", distance=2),
    "permutations_no_3term_AP": lambda n: load("no_progression", n=n),
    "permutations_avoid_123": avoiding("123"),
    "permutations_avoid_1342": avoiding("1342"),
    "beautiful_arrangements": placed("divides"),
    "permutations_position_coprime": placed("coprime"),
    "permutations_i_plus_pi_prime": placed("prime sum"),
    "permutations_adjacent_coprime": adjacent_coprime,
    "prime_ring_fixed1": lambda n: load("prime_ring", n=n),
    "square_sum_path": lambda n: load("square_sums", n=n, form="successors"),
    "all_interval_series": lambda n: load("all_interval", n=n, form="intervals"),
    "all_interval_rows_mod_n_start0": lambda n: load(
        "all_interval", n=n, tone_row=True, form="intervals"
    ),
    "skolem": lambda n: load("skolem", n=n),
    "costas": lambda n: load("costas_array", n=n, all_distances=False),
    "costas_symmetric": lambda n: load("costas_array", n=n, symmetric=True, all_distances=False),
    "de_bruijn": lambda k, n: load("de_bruijn", symbols=k, length=n),
    "heaps_min": lambda n: load("heaps", n=n),
    "erdos_discrepancy_1": lambda n: load("discrepancy", n=n, bound=1),
    "golomb_optimal": golomb(),
    "golomb_below_optimal": golomb(),
    "golomb_length_at_most": golomb(shorter=True),
    "sum_free_subsets": subsets_with("sum-free"),
    "nonaveraging_3AP_free_subsets": subsets_with("no progression"),
    "sidon_subsets": subsets_with("sidon"),
    "primitive_subsets": subsets_with("primitive"),
    "pairwise_coprime_subsets": subsets_with("coprime"),
    "set_partitions": lambda n: load("set_partitions", n=n),
    "noncrossing_partitions": lambda n: load("set_partitions", n=n, noncrossing=True),
    "idempotent_functions": idempotent_functions,
    "parking_functions": lambda n: load("parking_functions", n=n),
    "surjections": surjections,
    "binary_necklaces_lexmin": lambda n: load("necklaces", n=n),
    "binary_bracelets_lexmin": lambda n: load("necklaces", n=n, turnable=True),
    "low_autocorrelation_optimal": lambda n, energy: load(
        "low_autocorrelation", n=n, largest=None, energy=energy
    ),
    "barker_codes": lambda n: load("low_autocorrelation", n=n),
    "global_contiguity": one_block_of_ones,
    "binary_no_three_consecutive_ones": lambda n: load("words_without", n=n),
    "dyck_words": lambda n: load("lattice_paths", steps=2 * n),
    "motzkin_paths": lambda n: load("lattice_paths", steps=n, level=True),
    "squarefree_ternary_words": lambda n: load("squarefree_words", n=n),
    "number_partitioning": lambda n: load("equal_sums", n=n),
    "signed_sum_zero": lambda n: walks_of_signs(n, 1),
    "signed_square_sum_zero": lambda n: walks_of_signs(n, 2),
    "no_consecutive_H_puzzle": lambda cells: load("no_neighbours"),
}
