"""Automata as regular expressions, and those that forbid some words as what holds of each window.

An expression is found by taking out one state after another. Source: Brzozowski and McCluskey,
"Signal flow graph techniques for sequential circuit state diagrams", 1963.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product

from ...models.language.constraints import And, Comparison, Constraint, Or
from ...models.language.expressions import Constant, Variable
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


# ------------------------------------------------------------- Words that no window of a line has.

_LONGEST_WORD, _MOST_WORDS, _MOST_SYMBOLS = 4, 3, 4


def in_windows(constraint: Constraint) -> Constraint:
    """`constraint`; if it says just that no stretch of a line reads as one of few words, that."""
    if not isinstance(constraint, Regular) or not _is_plain_line(constraint):
        return constraint
    for size in range(2, _LONGEST_WORD + 1):
        words = _unread(constraint, size)
        if 0 < len(words) <= _MOST_WORDS and _forbids(constraint, words, size):
            break
    else:
        return constraint
    lines = [constraint.terms[at : at + size] for at in range(len(constraint.terms) - size + 1)]
    found = [
        Or(tuple(Comparison(t, "!=", Constant(a)) for t, a in zip(line, word, strict=True)))
        for word in words
        for line in lines
    ]
    return And(tuple(found)) if found else constraint


def _is_plain_line(automaton: Regular) -> bool:
    """True if it reads variables that have no values but symbols, and few of these."""
    symbols = {*automaton.symbols}
    are_read = all(
        isinstance(t, Variable) and symbols.issuperset(t.domain) for t in automaton.terms
    )
    return are_read and len(symbols) <= _MOST_SYMBOLS and automaton.states <= _MOST_STATES


def _unread(automaton: Regular, size: int) -> list[tuple[int, ...]]:
    """The words of so many symbols that the automaton reads from none of the states it comes to."""
    reached = [automaton.start]
    for state in reached:  # which grows meanwhile
        after = (automaton.step.get((state, symbol)) for symbol in automaton.symbols)
        reached += {to for to in after if to is not None} - {*reached}
    found = []
    for word in product(map(int, automaton.symbols), repeat=size):
        states: set[int | None] = {*reached}
        for symbol in word:
            states = {automaton.step.get((s, symbol)) for s in states if s is not None}
        if states <= {None}:
            found.append(word)
    return found


def _forbids(automaton: Regular, words: Sequence[tuple[int, ...]], size: int) -> bool:
    """True if the automaton accepts all lines, but for those with one of the words of a size."""
    accepting = {*automaton.accepting}
    stack: list[tuple[int, tuple[int, ...]]] = [(automaton.start, ())]
    seen = {*stack}
    while stack:
        state, last = stack.pop()
        if state not in accepting:
            return False
        for symbol in map(int, automaton.symbols):
            line, after = (*last, symbol), automaton.step.get((state, symbol))
            if (line in words) != (after is None):
                return False
            line = line[-size + 1 :] if len(line) == size else line
            if after is not None and (after, line) not in seen:
                seen.add((after, line))
                stack.append((after, line))
    return True


def pattern_of(one: Regular) -> str:
    """The regular expression of the digits that an automaton accepts; empty if it is no chain."""
    stays = {state: symbol for state, symbol, after in one.transitions if state == after}
    goes = {state: (symbol, after) for state, symbol, after in one.transitions if state != after}
    state, text = one.start, ""
    for _ in range(len(goes)):
        if state not in goes:
            return ""  # no move leads to the others
        symbol, after = goes[state]
        text += f"{stays[state]}*{symbol}" if state in stays else f"{symbol}"
        state = after
    text += f"{stays[state]}*" if state in stays else ""
    is_chain = state not in goes and len(stays) + len(goes) == len(one.transitions)
    are_digits = all(str(symbol) in "0123456789" for symbol in one.symbols)
    return text if is_chain and are_digits and one.accepting == (state,) else ""
