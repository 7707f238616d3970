"""Tasks that share a capacity or no time, and boxes that share no place, as one rule of clingo.

The sizes of each are a fact beside its key, unless all have the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .clingo_predicates import Predicates, atom_of, quoted

Key = tuple[Any, ...]
MOST_KEYS = 3
_KEYS = "IJK", "MNO"
_STARTS, _SIZES = (("X", "Z"), ("Y", "W")), ("AC", "BD")
"""The variables of two tasks: their keys, and along each axis where they start, and their sizes."""


class Tasks:
    """Tasks, or boxes, which start at the items of arrays that have the same keys."""

    def __init__(self, predicates: Predicates, arrays: Sequence[str], keys: Sequence[Key]) -> None:
        kinds = [predicates.kinds[name] for name in arrays]
        self._predicates, self._keys, self._names = predicates, keys, [one.atom for one in kinds]
        self._is_whole = len(keys) == len(kinds[0].keys)

    def within(self, durations: list[int], demands: list[int], capacity: int) -> str:
        """That no task starts when the demands of those that run are more than the capacity."""
        ((duration, demand),), fact = self._sized([durations, demands], "DR")
        running = [self._start(0, 1, "S"), *fact(1, "DR"), "S <= T", f"T < S+{duration}"]
        added = f"{demand},{','.join(self._key(1))} : {', '.join(running)}"
        only = [] if self._is_whole else fact(0, "__")
        said = [self._start(0, 0, "T"), *only, f"#sum {{{added}}} > {capacity}"]
        return f":- {', '.join(said)}."

    def apart(self, *sizes: list[int]) -> str:
        """That no two overlap along every axis."""
        sides, fact = self._sized(sizes, *_SIZES)
        said = [*fact(0, _SIZES[0]), *fact(1, _SIZES[1])]
        a, b = (",".join(self._key(task)) for task in (0, 1))
        said.append(f"({a}) < ({b})" if "," in a else f"{a} < {b}")
        for axis, (one, other) in enumerate(zip(*sides, strict=True)):
            x, y = (starts[axis] for starts in _STARTS)
            said += [self._start(axis, 0, x), self._start(axis, 1, y)]
            said += [f"{x}+{one} > {y}", f"{y}+{other} > {x}"]
        return f":- {', '.join(said)}."

    def _key(self, task: int) -> list[str]:
        return [*_KEYS[task][: len(self._keys[0])]]

    def _start(self, axis: int, task: int, value: str) -> str:
        return atom_of(self._names[axis], [*self._key(task), value])

    def _sized(self, sizes: Sequence[list[int]], *letters: str) -> Any:
        """The sizes of each task as numbers, or its letters, and what gives these their values."""
        first = [sizes.index(some) for some in sizes]
        differ = [n for n in dict.fromkeys(first) if len({*sizes[n]}) > 1]
        sides = [[some[n] if n in differ else str(sizes[n][0]) for n in first] for some in letters]
        rows = zip(self._keys, *(sizes[n] for n in differ), strict=True)
        facts = [",".join([*map(quoted, key), *map(str, some)]) for key, *some in rows]

        def fact(task: int, named: str) -> list[str]:
            if not differ and self._is_whole:
                return []
            name = self._predicates.defined(
                "; ".join(facts), "task", lambda name: [f"{name}({'; '.join(facts)})."]
            )
            return [atom_of(name, [*self._key(task), *(named[n] for n in differ)])]

        return sides, fact
