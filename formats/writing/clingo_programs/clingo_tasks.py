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
_PLACES = (("X", "Y", "A", "B"), ("Z", "W", "C", "D"))
"""The variables of two tasks: their keys, and along each axis where they start, and their sizes."""


class Tasks:
    """Tasks, or boxes, which start at the items of arrays that have the same keys."""

    def __init__(self, predicates: Predicates, arrays: Sequence[str], keys: Sequence[Key]) -> None:
        kinds = [predicates.kinds[name] for name in arrays]
        self._predicates, self._keys, self._names = predicates, keys, [one.atom for one in kinds]
        self._is_whole = len(keys) == len(kinds[0].keys)

    def within(self, durations: list[int], demands: list[int], capacity: int) -> str:
        """That no task starts when the demands of those that run are more than the capacity."""
        (duration, demand), fact = self._sized([durations, demands], ["D", "R"])
        running = [self._start(0, 1, "S"), *fact(1, "DR"), "S <= T", f"T < S+{duration}"]
        added = f"{demand},{','.join(self._key(1))} : {', '.join(running)}"
        only = [] if self._is_whole else fact(0, "__")
        said = [self._start(0, 0, "T"), *only, f"#sum {{{added}}} > {capacity}"]
        return f":- {', '.join(said)}."

    def apart(self, *sizes: list[int]) -> str:
        """That no two overlap along every axis."""
        several = _PLACES[: len(sizes)]
        letters = [[one[2] for one in several], [one[3] for one in several]]
        sides, facts = zip(*(self._sized(sizes, some) for some in letters), strict=True)
        said = [*facts[0](0, letters[0]), *facts[1](1, letters[1])]
        a, b = (",".join(self._key(one)) for one in (0, 1))
        said.append(f"({a}) < ({b})" if "," in a else f"{a} < {b}")
        for axis, (x, y, _, _) in enumerate(several):
            one, other = sides[0][axis], sides[1][axis]
            said += [self._start(axis, 0, x), self._start(axis, 1, y)]
            said += [f"{x}+{one} > {y}", f"{y}+{other} > {x}"]
        return f":- {', '.join(said)}."

    def _key(self, task: int) -> list[str]:
        return [*_KEYS[task][: len(self._keys[0])]]

    def _start(self, axis: int, task: int, value: str) -> str:
        return atom_of(self._names[axis], [*self._key(task), value])

    def _sized(self, sizes: Sequence[list[int]], letters: Sequence[str]) -> Any:
        """Each size as a number, or a variable, and what gives that its value by a fact."""
        first = [sizes.index(some) for some in sizes]
        differ = [n for n in dict.fromkeys(first) if len({*sizes[n]}) > 1]
        said = [letters[n] if n in differ else str(sizes[n][0]) for n in first]
        rows = zip(self._keys, *(sizes[n] for n in differ), strict=True)
        facts = [",".join([*map(quoted, key), *map(str, some)]) for key, *some in rows]

        def fact(task: int, named: Sequence[str]) -> list[str]:
            if not differ and self._is_whole:
                return []
            name = self._predicates.defined(
                "; ".join(facts), "task", lambda name: [f"{name}({'; '.join(facts)})."]
            )
            return [atom_of(name, [*self._key(task), *(named[n] for n in differ)])]

        return said, fact
