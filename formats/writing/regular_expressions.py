"""An automaton as a regular expression, by taking out one state after another.

Source: Brzozowski and McCluskey, "Signal flow graph techniques for sequential circuit state
diagrams", 1963.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from ...models.language.global_constraints.regular import Regular
from .brackets import at_top

_MOST_STATES = 100
_LONGEST = 1_000
"""A longer expression is not written."""
Atoms = tuple[str, ...]
"""Expressions one behind another; none accept the empty sequence."""
_START, _END = -1, -2


def regular_expression(automaton: Regular, symbol: Callable[[int], str]) -> str:
    """Accepts what `automaton` does; empty where it is long, or accepts no sequence of symbols."""
    if automaton.states > _MOST_STATES:
        return ""
    moves: dict[tuple[int, int], list[str]] = {}
    for before, value, after in automaton.transitions:
        moves.setdefault((before, after), []).append(symbol(int(value)))
    edges = {move: _any((name,) for name in names) for move, names in moves.items()}
    edges |= {(_START, automaton.start): ()}
    edges |= {(state, _END): () for state in automaton.accepting}
    for state in reversed(range(automaton.states)):
        loop = _star(edges.pop((state, state), ()))
        into = {a: edges.pop((a, b)) for a, b in [*edges] if b == state}
        out = {b: edges.pop((a, b)) for a, b in [*edges] if a == state}
        for before, first in into.items():
            for after, last in out.items():
                path = (*first, *loop, *last)
                known = [edges[before, after]] if (before, after) in edges else []
                edges[before, after] = _any([*known, path])
                if sum(map(len, edges[before, after])) > _LONGEST:
                    return ""
    return " ".join(_counted(edges.get((_START, _END), ())))


def _any(several: Iterable[Atoms]) -> Atoms:
    """One of several expressions."""
    found = list(dict.fromkeys(several))
    some = [one for one in found if one]
    if not some:
        return ()
    texts = [" ".join(_counted(one)) for one in some]
    if len(some) == len(found) == 1:
        return some[0]
    inside = "|".join(texts)
    text = inside if len(some) == 1 and _is_plain(texts[0]) else f"({inside})"
    return (text if len(some) == len(found) else f"{text}?",)


def _star(some: Atoms) -> Atoms:
    text = " ".join(_counted(some))
    return (f"{text}*" if _is_plain(text) else f"({text})*",) if some else ()


def _is_plain(text: str) -> bool:
    """True if a sign of repetition behind `text` means all of it."""
    is_group = text[:1] == "(" and [*at_top(text)] == [0, len(text) - 1]
    return is_group or not set(text) & set(" |*+?})")


def _counted(some: Sequence[str]) -> Iterator[str]:
    """The same with `a a* a` as `a{2,}`."""
    for base, alike in groupby(some, lambda atom: atom.removesuffix("*")):
        atoms = [*alike]
        least, is_open = atoms.count(base), f"{base}*" in atoms
        if least > 1:
            yield f"{base}{{{least}{',' * is_open}}}"
        else:
            yield base + ("+" if least else "*") * is_open
