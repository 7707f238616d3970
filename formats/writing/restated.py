"""Constraints in terms that more languages have, or that are shorter.

Automata are regular expressions, or what holds of each window where they forbid some words; lists
in order are numbers, and sums of sums are one. An expression is found by taking out one state after
another. Source: Brzozowski and McCluskey, "Signal flow graph techniques for sequential circuit
state diagrams", 1963.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product
from typing import cast

from ...models.language.arithmetic_expressions import Sum, flattened
from ...models.language.constraints import And, Comparison, Constraint, Not, Or
from ...models.language.expressions import Constant, Expression, Indicator, Variable, bounds
from ...models.language.global_constraints.circuit import Subcircuit
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.regular import Regular
from ...models.language.nodes import Node, rebuild, topological
from ...models.language.viewpoints.partition import is_boolean
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


# ----------------------------------------------------------------------- sums and lists in order


def in_numbers(constraint: Constraint) -> Constraint:
    """`constraint`; of lists in the order of a dictionary, a comparison of numbers if not large."""
    if not isinstance(constraint, Lexicographic) or not constraint.left:
        return constraint
    pairs = zip(constraint.left, constraint.right, strict=True)
    ends = [(*bounds(a), *bounds(b)) for a, b in pairs]
    base = 1 + max(max(one) - min(one) for one in ends)
    weights = [base**n for n in reversed(range(len(ends)))]
    most = sum(w * max(map(abs, one)) for w, one in zip(weights, ends, strict=True))
    if most > _MOST_IN_NUMBERS:
        return constraint
    left, right = (Sum(side, (*weights,), 0) for side in (constraint.left, constraint.right))
    return Comparison(left, "<" if constraint.strict else "<=", right)


_MOST_IN_NUMBERS = 1_000_000


def added_once(node: Node, old: object) -> Node | None:
    """A sum that goes on another as one sum; None for another node."""
    if not isinstance(node, Sum):
        return None
    terms, factors = node.terms, node.coefficients
    places = [place for place, one in enumerate(terms) if isinstance(one, Sum)]
    if len(places) != 1 or factors[places[0]] != 1:
        return None
    (n,) = places
    added = cast(Sum, terms[n])
    every = (*terms[:n], *added.terms, *terms[n + 1 :])
    weights = (*factors[:n], *added.coefficients, *factors[n + 1 :])
    return Sum(every, weights, node.constant + added.constant)


def in_one_sum(constraint: Constraint) -> Constraint:
    """`constraint`, whose bounds of several truths add these, or their opposites, alone."""
    return cast(Constraint, rebuild([constraint], lambda node, old: _in_one_sum(node))[0])


def _in_one_sum(node: Node) -> Node | None:
    terms = _of_truths(node)
    if not any(f < 0 and isinstance(term, Indicator) for term, f in terms.items()):
        return None
    left, right, constant = list[tuple[Expression, int]](), list[tuple[Expression, int]](), 0
    for term, factor in terms.items():
        if isinstance(term, Constant):
            constant -= factor * cast(int, term.constant)
        elif isinstance(term, Indicator) and factor < 0:
            constant -= factor
            left.append((Indicator(Not(term.constraint)), -factor))
        elif factor or not is_boolean(term):
            (right if factor < 0 else left).append((term, abs(factor)))
    less, more = (Sum(tuple(t for t, _ in s), tuple(f for _, f in s), 0) for s in (left, right))
    return Comparison(less, cast(Comparison, node).relation, more + constant)


def _of_truths(node: Node) -> dict[Expression, int]:
    """The terms of a bound that takes a truth off another, which MiniZinc 2.6 may take for one."""
    if not isinstance(node, Comparison) or node.relation in ("==", "!="):
        return {}
    terms = flattened(node.left, node.right) if Sum in map(type, node.parts) else {}
    found = dict(reversed(terms.items()))
    signs = {f > 0 for term, f in found.items() if isinstance(term, Indicator) or is_boolean(term)}
    return found if len(signs) > 1 else {}


def numbers_among(constraints: Iterable[Constraint]) -> set[str]:
    """The variables of 0 and 1 in bounds which take a truth off another, and in subcircuits."""
    nodes = topological(constraints)
    every = (one.parts if isinstance(one, Subcircuit) else _of_truths(one) for one in nodes)
    return {cast(Variable, one).name for terms in every for one in terms if is_boolean(one)}
