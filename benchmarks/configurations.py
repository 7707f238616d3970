"""Three published spaces of valid configurations: their sizes, and the time to list and count them.

    python benchmarks/configurations.py [ROUNDS]

CPU seconds, the least of so many rounds (3 unless given), of python-constraint2 with the solver
that it chooses itself and is its fastest, which is given the texts, and of everyway, which is given
the same problem (`text`) or the same rules over its own variables (`declared`). Times begin with
the domains, and end with the list, the number, or a data frame of pandas.

The spaces are those of python-constraint2's own benchmarks, from
F.-J. Willemsen, R. V. van Nieuwpoort, B. van Werkhoven: Efficient construction of large search
spaces for auto-tuning, ICPP 2025, arXiv:2509.26253; the parameters and sizes are in
github.com/python-constraint/python-constraint, tests/setup.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import starmap
from typing import Any, NamedTuple

from measure import cpu

Domains = Mapping[str, Sequence[int]]


class Space(NamedTuple):
    """The domains of the parameters, the rules as texts and as declared, and the number."""

    domains: Domains
    texts: list[str]
    rules: Callable[..., Sequence[Any]]
    size: int


def dedispersion() -> Space:
    """Dedispersion of signals of a radio telescope."""
    domains = {
        "block_size_x": [1, 2, 4, 8, 16, 32],
        "block_size_y": range(32, 257, 8),
        "block_size_z": [1],
        "tile_size_x": range(1, 5),
        "tile_size_y": range(1, 9),
        "tile_stride_x": [0, 1],
        "tile_stride_y": [0, 1],
        "loop_unroll_factor_channel": [0],
    }
    texts = [
        "32 <= block_size_x * block_size_y <= 1024",
        "tile_size_x > 1 or tile_stride_x == 0",
        "tile_size_y > 1 or tile_stride_y == 0",
    ]

    def rules(x: Any, y: Any, _z: Any, tx: Any, ty: Any, sx: Any, sy: Any, _l: Any) -> list[Any]:
        return [x * y >= 32, x * y <= 1024, (tx > 1) | (sx == 0), (ty > 1) | (sy == 0)]

    return Space(domains, texts, rules, 11_130)


def microhh() -> Space:
    """A kernel of MicroHH, which simulates the lower atmosphere."""
    axes = "XYZ"
    blocks: list[Sequence[int]] = [
        [1, 2, 4, 8, 16, 32, 128, 256, 512, 1024], [1, 2, 4, 8, 16, 32], [1, 2, 4]
    ]  # fmt: skip
    tiles = [[1, 2, 4, 8], [1, 2, 4], [1, 2, 4]]
    domains = {
        "STATIC_STRIDES": [0],
        "TILING_STRATEGY": [0],
        "REWRITE_INTERP": [0],
        **{f"BLOCK_SIZE_{axis}": values for axis, values in zip(axes, blocks, strict=True)},
        **{f"TILING_FACTOR_{axis}": values for axis, values in zip(axes, tiles, strict=True)},
        **{f"LOOP_UNROLL_FACTOR_{axis}": values for axis, values in zip(axes, tiles, strict=True)},
        "BLOCKS_PER_MP": range(5),
    }
    texts = [
        "BLOCK_SIZE_X * BLOCK_SIZE_Y * BLOCK_SIZE_Z * BLOCKS_PER_MP <= 1024",
        "32 <= BLOCK_SIZE_X * BLOCK_SIZE_Y * BLOCK_SIZE_Z <= 1536",
        *(
            f"LOOP_UNROLL_FACTOR_{axis} == 0 or TILING_FACTOR_{axis} % LOOP_UNROLL_FACTOR_{axis}"
            " == 0"
            for axis in axes
        ),
        *(f"BLOCK_SIZE_{axis} * TILING_FACTOR_{axis} > 0" for axis in axes),
    ]

    def rules(*given: Any) -> list[Any]:
        (x, y, z), tiled, unrolled, per_mp = given[3:6], given[6:9], given[9:12], given[12]
        return [
            x * y * z * per_mp <= 1024, x * y * z >= 32, x * y * z <= 1536,
            *(t % u == 0 for t, u in zip(tiled, unrolled, strict=True)),
        ]  # fmt: skip

    return Space(domains, texts, rules, 138_600)


def hotspot() -> Space:
    """The temperatures of a processor, several steps of time in one kernel."""
    domains = {
        "block_size_x": [1, 2, 4, 8, 16, *range(32, 1025, 32)],
        "block_size_y": [1, 2, 4, 8, 16, 32],
        "tile_size_x": range(1, 11),
        "tile_size_y": range(1, 11),
        "temporal_tiling_factor": range(1, 11),
        "max_tfactor": [10],
        "loop_unroll_factor_t": range(1, 11),
        "sh_power": [0, 1],
        "blocks_per_sm": range(5),
    }
    memory = (
        "(block_size_x * tile_size_x + temporal_tiling_factor * 2)"
        " * (block_size_y * tile_size_y + temporal_tiling_factor * 2) * (2 + sh_power) * 4"
    )
    texts = [
        "block_size_x * block_size_y >= 32",
        "temporal_tiling_factor % loop_unroll_factor_t == 0",
        "block_size_x * block_size_y <= 1024",
        f"{memory} <= 49152",
        f"blocks_per_sm == 0 or (({memory}) * blocks_per_sm <= 102400)",
    ]

    def rules(
        x: Any, y: Any, tx: Any, ty: Any, t: Any, _most: Any, u: Any, power: Any, per_sm: Any
    ) -> list[Any]:
        bytes_used = (x * tx + 2 * t) * (y * ty + 2 * t) * (2 + power) * 4
        return [
            x * y >= 32, x * y <= 1024, t % u == 0, bytes_used <= 49_152,
            (per_sm == 0) | (bytes_used * per_sm <= 102_400),
        ]  # fmt: skip

    return Space(domains, texts, rules, 349_853)


SPACES = {one.__name__: one for one in (dedispersion, microhh, hotspot)}


def problem(space: Space) -> Any:
    """The space as a problem of python-constraint2."""
    from constraint import Problem

    made = Problem()
    for name, domain in space.domains.items():
        made.addVariable(name, list(domain))
    made.addConstraint(space.texts)
    return made


def declared(space: Space) -> Any:
    """The space as a model of everyway."""
    from everyway.models import Model, variable

    given = list(starmap(variable, space.domains.items()))
    return Model("space", *given, *space.rules(*given))


def ways(space: Space) -> dict[str, Callable[[], int]]:
    """The number of configurations, by every way that is measured."""
    import pandas  # noqa: F401 - so that its import is not timed

    from everyway.formats import from_python_constraint
    from everyway.solvers import count, solve_all

    return {
        "python-constraint2, list": lambda: len(problem(space).getSolutions()),
        "text, list": lambda: len(solve_all(from_python_constraint(problem(space)))),
        "text, count": lambda: count(from_python_constraint(problem(space))),
        "declared, list": lambda: len(solve_all(declared(space))),
        "declared, count": lambda: count(declared(space)),
        "text, list, each read": lambda: len(
            [one.row for one in solve_all(from_python_constraint(problem(space)))]
        ),
        "text, frame": lambda: len(solve_all(from_python_constraint(problem(space))).to_pandas()),
    }


def main(rounds: int = 3) -> None:
    """Print a line for every space and way."""
    print("| space | configurations | way | CPU s | times as fast |\n|---|---|---|---|---|")
    for name, make in SPACES.items():
        space, first = make(), 0.0
        for way, run in ways(space).items():
            found = [cpu(run) for _ in range(rounds)]
            assert {number for number, _ in found} == {space.size}, (name, way)
            seconds = min(spent for _, spent in found)
            first = first or seconds
            print(f"| {name} | {space.size:,} | {way} | {seconds:.3f} | {first / seconds:.1f} |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
