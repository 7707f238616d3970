"""A trace replayed without a browser: for tests to hold solvers and pages against."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Left = list[list[int]]
"""The places of the values that each variable may still take."""


def states(doc: dict[str, Any], search: dict[str, Any]) -> Iterator[Left]:
    """The values left at every node, after its rules; at a failed one, when it failed."""
    root = [list(range(len(v.get("values", ())))) for v in doc["variables"]]
    path: list[Left] = []
    nodes = search["nodes"]
    for number in range(len(nodes) // 4 + 1):
        if number:
            depth, place, value, _ = nodes[4 * number - 4 : 4 * number]
            del path[depth:]
            left = [list(values) for values in path[-1]]
            left[place] = [value]
        else:
            left = root
        for _, _, _, lost in search["taken"].get(number, ()):
            _lose(left, lost)
        path.append(left)
        yield left


def outcomes(search: dict[str, Any]) -> list[int]:
    """Of each node: 0 failed, 1 open, 2 a solution."""
    return [search["root"], *search["nodes"][3::4]]


def _lose(left: Left, runs: list[int]) -> None:
    for place, first, last in zip(runs[::3], runs[1::3], runs[2::3], strict=True):
        left[place] = [x for x in left[place] if not first <= x <= last]
