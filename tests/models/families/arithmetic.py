"""Families of arithmetic: digits, sums, coins, and what people tune."""

import re

from everyway.models import (
    Model,
    all_different,
    increasing,
    integer,
    load,
    product,
    rule,
    total,
    variable,
    variables,
)


def partitions(kind: str):
    return lambda n: load("integer_partitions", n=n, kind=kind)


def triangles(primitive: bool):
    """The parameter of these families is called max, as a function of Python is."""
    return lambda **params: load("pythagorean_triples", longest=params["max"], primitive=primitive)


def pandigital_squares(digits: str) -> Model:
    """The digits add up to 45, so that 9 divides the square, and 3 its root."""
    root = variable("root", range(11112, 31427, 3))
    digit = [root**2 // 10**place % 10 for place in range(9)]
    return Model("squares of nine digits", root, all_different([0, *digit]))


def sum_of_squares(count: int, most: int):
    def make(n: int) -> Model:
        x = variables("x", count, range(-most, most + 1))
        return Model(f"{n} as {count} squares", x, total(a**2 for a in x) == n)

    return make


def square_roots_of_unity(n: int) -> Model:
    x = integer("x", 0, n - 1)
    return Model(f"roots of 1 mod {n}", x, x**2 % n == 1 % n)


def circle_points(n: int) -> Model:
    x, y = integer("x", 0, n - 1), integer("y", 0, n - 1)
    return Model(f"circle mod {n}", x, y, (x**2 + y**2) % n == 1 % n)


def narcissistic(digits: int) -> Model:
    digit = variables("digit", digits, range(10))
    value = total(d * 10**place for place, d in enumerate(reversed(digit)))
    powers = total(d**digits for d in digit)
    return Model(f"narcissistic numbers of {digits} digits", digit, digit[0] >= 1, value == powers)


def ordered_factorizations(n: int) -> Model:
    divisors = [d for d in range(1, n + 1) if n % d == 0]
    x = variables("x", 3, divisors)
    return Model(f"{n} as 3 factors", x, product(x) == n)


def sum_equals_product(n: int) -> Model:
    """Sum and product are at most 2n, so that few factors are more than 1."""
    others = min(n, (2 * n).bit_length() - 1)
    ones = variables("one", n - others, range(1, 2))
    x = variables("x", others, range(1, 2 * n + 1))
    return Model(
        f"{n} numbers, their sum their product",
        ones,
        x,
        increasing(x),
        product(x) == total(x) + len(ones),
    )


def coins_100_pieces(upper_bounds: str) -> Model:
    """The bounds are the greatest numbers, as `(499,99,49,9,4)`."""
    values = (1, 5, 10, 50, 100)
    bounds = map(int, re.findall(r"\d+", upper_bounds))
    model = load("coins", values=values, amount=500, pieces=100)
    return model + [c <= most for c, most in zip(model["coin"], bounds, strict=True)]


def zebra_pycsp3(variant: str) -> Model:
    """The clues of PyCSP3's Zebra; six of the variables stand in none."""
    houses = range(5)
    colour = variables("colour", ["yellow", "green", "red", "white", "blue"], houses)
    nation = variables("nation", ["italy", "spain", "japan", "england", "norway"], houses)
    job = variables("job", ["painter", "sculptor", "diplomat", "pianist", "doctor"], houses)
    pet = variables("pet", ["cat", "zebra", "bear", "snails", "horse"], houses)
    drink = variables("drink", ["milk", "water", "tea", "coffee", "juice"], houses)
    groups = [colour, nation, job, pet, drink]
    italy, diplomat = nation["italy"], job["diplomat"]
    return Model(
        "zebra of PyCSP3",
        groups,
        [all_different(group) for group in groups],
        job["painter"] == pet["horse"],
        diplomat == drink["coffee"],
        colour["white"] == drink["milk"],
        nation["spain"] == job["painter"],
        nation["england"] == colour["red"],
        pet["snails"] == job["sculptor"],
        colour["green"] + 1 == colour["red"],
        colour["blue"] + 1 == nation["norway"],
        job["doctor"] == drink["milk"],
        nation["japan"] == diplomat,
        nation["norway"] == pet["zebra"],
        abs(colour["green"] - colour["white"]) == 1,
        abs(pet["horse"] - diplomat) == 1,
        rule(
            "italy",
            (italy == colour["red"]) | (italy == colour["white"]) | (italy == colour["green"]),
        ),
    )


def dedispersion() -> Model:
    block = [
        variable("block_size_x", [1, 2, 4, 8, 16, 32]),
        variable("block_size_y", range(32, 257, 8)),
        integer("block_size_z", 1, 1),
    ]
    tile = [integer("tile_size_x", 1, 4), integer("tile_size_y", 1, 8)]
    stride = [integer("tile_stride_x", 0, 1), integer("tile_stride_y", 0, 1)]
    size = block[0] * block[1]
    return Model(
        "dedispersion",
        block,
        tile,
        stride,
        integer("loop_unroll_factor_channel", 0, 0),
        32 <= size,
        size <= 1024,
        [(t > 1) | (s == 0) for t, s in zip(tile, stride, strict=True)],
    )


def microhh() -> Model:
    fixed = variables("fixed", ["STATIC_STRIDES", "TILING_STRATEGY", "REWRITE_INTERP"], range(1))
    block = [
        variable("BLOCK_SIZE_X", [1, 2, 4, 8, 16, 32, 128, 256, 512, 1024]),
        variable("BLOCK_SIZE_Y", [1, 2, 4, 8, 16, 32]),
        variable("BLOCK_SIZE_Z", [1, 2, 4]),
    ]
    domains = {"X": [1, 2, 4, 8], "Y": [1, 2, 4], "Z": [1, 2, 4]}
    tiling = [variable(f"TILING_FACTOR_{axis}", of) for axis, of in domains.items()]
    unroll = [variable(f"LOOP_UNROLL_FACTOR_{axis}", of) for axis, of in domains.items()]
    per_processor = integer("BLOCKS_PER_MP", 0, 4)
    return Model(
        "microhh",
        fixed,
        block,
        tiling,
        unroll,
        per_processor,
        product([*block, per_processor]) <= 1024,
        32 <= product(block),
        product(block) <= 1536,
        [(u == 0) | (t % u == 0) for t, u in zip(tiling, unroll, strict=True)],
        [b * t > 0 for b, t in zip(block, tiling, strict=True)],
    )


def hotspot() -> Model:
    block_x = variable("block_size_x", [1, 2, 4, 8, 16, *range(32, 1025, 32)])
    block_y = variable("block_size_y", [1, 2, 4, 8, 16, 32])
    tile_x, tile_y = integer("tile_size_x", 1, 10), integer("tile_size_y", 1, 10)
    steps, unroll = integer("temporal_tiling_factor", 1, 10), integer("loop_unroll_factor_t", 1, 10)
    power, blocks = integer("sh_power", 0, 1), integer("blocks_per_sm", 0, 4)
    shared = (block_x * tile_x + steps * 2) * (block_y * tile_y + steps * 2) * (2 + power) * 4
    return Model(
        "hotspot",
        [block_x, block_y, tile_x, tile_y, steps, integer("max_tfactor", 10, 10), unroll, power],
        blocks,
        block_x * block_y >= 32,
        steps % unroll == 0,
        block_x * block_y <= 1024,
        shared <= 49152,
        (blocks == 0) | (shared * blocks <= 102400),
    )


TUNING = {"dedispersion": dedispersion, "microhh": microhh, "hotspot": hotspot}

FAMILIES = {
    "abc_plus_def_eq_ghi": lambda digits: load("nine_digits"),
    "pandigital_fraction_4_5": lambda k: load("nine_digits", equation="k*abcd=efghi", k=k),
    "polydivisible_pandigital": lambda digits: load("polydivisible"),
    "pandigital_squares": pandigital_squares,
    "coin_change": lambda coins, total: load("coins", values=coins, amount=total),
    "coins_100_pieces": coins_100_pieces,
    "integer_partitions": partitions("any"),
    "integer_partitions_distinct": partitions("distinct"),
    "egyptian_fractions": lambda n: load("egyptian_fractions", n=n),
    "pythagorean_triples": triangles(primitive=False),
    "primitive_pythagorean_triples": triangles(primitive=True),
    "sum_of_two_squares_signed": sum_of_squares(2, 10),
    "sum_of_three_squares_signed": sum_of_squares(3, 10),
    "sum_of_four_squares_signed": sum_of_squares(4, 5),
    "square_roots_of_unity_mod": square_roots_of_unity,
    "circle_points_mod": circle_points,
    "narcissistic_3_digits": narcissistic,
    "narcissistic_4_digits": narcissistic,
    "ordered_factorizations_3": ordered_factorizations,
    "sum_equals_product_multisets": sum_equals_product,
    "zebra_pycsp3": zebra_pycsp3,
    "car_sequencing": lambda csplib: load("car_sequencing"),
    "tuning_search_space": lambda name: TUNING[name](),
}
