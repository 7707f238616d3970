"""The residual of a constraint: what it still asks once the variables of some levels are chosen.

A residual is the state of a machine that reads the levels of its scope in order. Equal states
have equal futures. `DEAD` is the one that nothing can follow, `DONE` the one that anything can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Any, Protocol, cast

from ...models.language.arithmetic_expressions import Sum
from ...models.language.constraints import Comparison, Constraint
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.nodes import Node, topological
from .folds import Fold, fold_of

DEAD, DONE = 0, 1
Values = Sequence[int]
Amounts = Mapping[int, int | None]
"""By value of a variable: what it comes to in a term, None where that is undefined."""


class Machine(Protocol):
    """The residuals of one constraint."""

    start: Any

    @property
    def levels(self) -> Sequence[int]:
        """The levels of its scope, ascending; at least one."""

    def step(self, state: Any, place: int, value: int) -> Any:
        """The next state after `value` at `levels[place]`; or the numbers DEAD or DONE, of `int`.

        A state is never a plain `int`.
        """


def machine_of(
    constraint: Constraint, level_of: Mapping[str, int], domains: Sequence[Values]
) -> Machine:
    """The machine of a constraint with variables, of which `domains` are the values by level."""
    match constraint:
        case Comparison(left, relation, right):
            amounts = linear(left, right, level_of, domains)
            if amounts is not None:
                return Linear(amounts, relation, domains)
        case AllDifferent(terms):
            found = [unary(term, level_of, domains) for term in terms]
            if None not in found:
                return Distinct(cast(Any, found), None)
        case AllDifferentExcept(terms, Constant(exempt)):
            found = [unary(term, level_of, domains) for term in terms]
            if None not in found:
                return Distinct(cast(Any, found), cast(int, exempt))
        case _:
            pass
    return Folded(constraint, level_of)


def evaluate(node: Node, values: Mapping[str, int]) -> Any:
    """The value of `node`; None for an expression that is undefined, a truth for a constraint."""
    found: dict[Node, Any] = {}
    for one in topological([node]):
        if isinstance(one, Variable):
            found[one] = values[one.name]
        else:
            found[one] = meaning(one, [found[part] for part in one.parts])
    return found[node]


def meaning(node: Any, parts: Sequence[Any]) -> Any:
    """The value of `node` by those of its parts."""
    if isinstance(node, Expression):
        return None if None in parts else node.value(parts)
    return None not in parts and bool(node.holds(parts))


def scope_of(node: Node) -> list[str]:
    """The names of the variables under `node`."""
    return [one.name for one in topological([node]) if isinstance(one, Variable)]


# ------------------------------------------------------------------------------------- sums


def unary(
    term: Expression, level_of: Mapping[str, int], domains: Sequence[Values]
) -> tuple[int, Amounts] | None:
    """The level and the amounts of a term of at most one variable, level -1 for none; or None."""
    names = scope_of(term)
    if len(names) > 1:
        return None
    if not names:
        return -1, {0: evaluate(term, {})}
    level = level_of[names[0]]
    if isinstance(term, Variable):
        return level, {value: value for value in domains[level]}
    return level, {value: evaluate(term, {names[0]: value}) for value in domains[level]}


def linear(
    left: Expression, right: Expression, level_of: Mapping[str, int], domains: Sequence[Values]
) -> dict[int, dict[int, int | None]] | None:
    """`left` - `right` as a sum of amounts by level, -1 for the constant; None if it is none."""
    found: dict[int, dict[int, int | None]] = {-1: {0: 0}}
    for term, factor in flattened(left, right).items():
        one = unary(term, level_of, domains)
        if one is None:
            return None
        level, amounts = one
        sums = found.setdefault(level, dict.fromkeys(amounts, 0))
        for value, amount in amounts.items():
            before = sums[value]
            sums[value] = None if amount is None or before is None else before + factor * amount
    return found


def flattened(left: Expression, right: Expression) -> dict[Expression, int]:
    """The terms of `left` - `right` that are no sums, and how often each comes."""
    whole = Sum((left, right), (1, -1), 0)
    factors: dict[Node, int] = {whole: 1}
    found, constant = dict[Expression, int](), 0
    for node in reversed(topological([whole], _terms)):
        factor = factors.get(node, 0)
        if isinstance(node, Sum):
            constant += factor * node.constant
            for term, coefficient in zip(node.terms, node.coefficients, strict=True):
                factors[term] = factors.get(term, 0) + factor * coefficient
        else:
            found[cast(Expression, node)] = factor
    return {**found, Constant(constant): 1}


def _terms(node: Node) -> Sequence[Node]:
    return node.terms if isinstance(node, Sum) else ()


class _Amount(int):
    """A partial sum or a set of bits, never taken for DEAD or DONE."""


class Linear:
    """A sum of amounts, one a level, in relation to 0: the residual is the sum so far."""

    def __init__(
        self, amounts: Mapping[int, Amounts], relation: str, domains: Sequence[Values]
    ) -> None:
        self.levels: Sequence[int] = sorted(level for level in amounts if level >= 0)
        self._amounts = [amounts[level] for level in self.levels]
        limits: dict[str, tuple[float, float]] = {
            "==": (0, 0),
            "!=": (0, 0),
            "<=": (-inf, 0),
            "<": (-inf, -1),
            ">=": (0, inf),
            ">": (1, inf),
        }
        self._low, self._high = limits[relation]
        self._outside = relation == "!="
        constant = self._constant = amounts[-1][0]
        self._spans = [(0, 0)]
        for part in reversed(self._amounts):
            known = [amount for amount in part.values() if amount is not None] or [0]
            least, most = self._spans[-1]
            self._spans.append((least + min(known), most + max(known)))
        self._spans.reverse()
        self.start: Any = DEAD if constant is None else self._left(constant, 0)

    def step(self, state: Any, place: int, value: int) -> Any:
        amount = self._amounts[place][value]
        return DEAD if amount is None else self._left(state + amount, place + 1)

    def _left(self, total: int, place: int) -> Any:
        least, most = self._spans[place]
        impossible = total + least > self._high or total + most < self._low
        certain = total + least >= self._low and total + most <= self._high
        if self._outside:
            impossible, certain = certain, impossible
        if impossible:
            return DEAD
        # A later term that is undefined spoils what is certain otherwise.
        return DONE if certain and self._total_after(place) else _Amount(total)

    def _total_after(self, place: int) -> bool:
        return all(None not in part.values() for part in self._amounts[place:])

    def supported(self, domains: Sequence[Values]) -> dict[int, list[int]]:
        """By level, the values of `domains` that the least and the greatest sums allow."""
        if self._outside or self._constant is None:
            return {}
        parts = [
            {v: a for v in domains[level] if (a := part[v]) is not None}
            for level, part in zip(self.levels, self._amounts, strict=True)
        ]
        if not all(parts):
            return {level: [] for level in self.levels}
        least = self._constant + sum(min(part.values()) for part in parts)
        most = self._constant + sum(max(part.values()) for part in parts)
        found = {}
        for level, part in zip(self.levels, parts, strict=True):
            low, high = min(part.values()), max(part.values())
            found[level] = [
                value
                for value, amount in part.items()
                if least - low + amount <= self._high and most - high + amount >= self._low
            ]
        return found


# ------------------------------------------------------------------------------- all different


class Distinct:
    """Terms of one variable each that differ: the residual is the set of amounts taken.

    Of these only such as a later level may take again.
    """

    def __init__(self, terms: Iterable[tuple[int, Amounts]], exempt: int | None) -> None:
        self._exempt = exempt
        by_level: dict[int, list[Amounts]] = {}
        for level, amounts in terms:
            by_level.setdefault(level, []).append(amounts)
        fixed = [amounts[0] for amounts in by_level.pop(-1, [])]
        self.levels: Sequence[int] = sorted(by_level)
        self._terms = [by_level[level] for level in self.levels]
        self._bits: dict[int, int] = {}
        self._after: list[tuple[int, int]] = [(0, 0)]
        """By place: what later levels may take, as bits, and the number of their terms."""
        for terms_here in reversed(self._terms):
            later, number = self._after[-1]
            for amounts in terms_here:
                for amount in amounts.values():
                    later |= self._bit(amount)
            self._after.append((later, number + len(terms_here)))
        self._after.reverse()
        self.start: Any = self._taken(0, fixed, 0)

    def step(self, state: Any, place: int, value: int) -> Any:
        return self._taken(state, [part[value] for part in self._terms[place]], place + 1)

    def _taken(self, taken: int, amounts: Sequence[int | None], place: int) -> Any:
        for amount in amounts:
            if amount is None:
                return DEAD
            bit = self._bit(amount)
            if taken & bit:
                return DEAD
            taken |= bit
        later, number = self._after[place]
        if not number:
            return DONE
        taken &= later
        if self._exempt is None and later.bit_count() - taken.bit_count() < number:
            return DEAD
        return _Amount(taken)

    def _bit(self, amount: int | None) -> int:
        """The bit of an amount; that of the exempt one, and of none at all, is 0."""
        if amount is None or amount == self._exempt:
            return 0
        return 1 << self._bits.setdefault(amount, len(self._bits))


# ----------------------------------------------------------------------------- all the others


class Folded:
    """Any constraint: the states of its folds, and the values that others still wait for."""

    def __init__(self, constraint: Constraint, level_of: Mapping[str, int]) -> None:
        self._steps: dict[int, list[tuple[int, Callable[..., Any], tuple[int, ...]]]] = {}
        self._variables: dict[int, list[int]] = {}
        self._fixed: dict[int, Any] = {}
        self._last: list[int] = []
        """The level at which each value is known; a value is named by its place here."""
        self._used: dict[int, int] = {}
        self._chain: list[int] = []
        """The states of the fold that was read last, which is that of the constraint itself."""
        known: dict[Node, int] = {}
        for node in topological([constraint]):
            if isinstance(node, Variable):
                known[node] = self._new(level_of[node.name])
                self._variables.setdefault(level_of[node.name], []).append(known[node])
            else:
                known[node] = self._read(node, [known[part] for part in node.parts])
        self._root = known[constraint]
        self.levels: Sequence[int] = sorted(self._variables)
        kept = [
            [
                name
                for name, last in enumerate(self._last)
                if 0 <= last <= level < self._used.get(name, -1)
            ]
            for level in self.levels
        ]
        self._names = [[], *kept]
        self._latest = [
            max((name for name in self._chain if self._last[name] == level), default=None)
            for level in self.levels
        ]
        self.start: Any = ()

    def _new(self, level: int) -> int:
        self._last.append(level)
        return len(self._last) - 1

    def _read(self, node: Node, parts: Sequence[int]) -> int:
        order = sorted(range(len(parts)), key=lambda place: (self._last[parts[place]], place))
        fold = fold_of(node, order) if len(parts) > 1 else None
        self._chain = []
        if fold is None:
            level = max((self._last[part] for part in parts), default=-1)
            return self._add(level, lambda *values: meaning(node, values), tuple(parts))
        state = self._add(-1, lambda: fold.start, ())
        for place in order:
            level = max(self._last[state], self._last[parts[place]])
            state = self._add(level, _stepping(fold, place), (state, parts[place]))
            self._chain.append(state)
        is_truth = not isinstance(node, Expression)
        return self._add(self._last[state], _finishing(fold, is_truth=is_truth), (state,))

    def _add(self, level: int, function: Callable[..., Any], operands: tuple[int, ...]) -> int:
        name = self._new(level)
        if level < 0:
            self._fixed[name] = function(*(self._fixed[operand] for operand in operands))
        else:
            self._steps.setdefault(level, []).append((name, function, operands))
            for operand in operands:
                self._used[operand] = max(self._used.get(operand, -1), level)
        return name

    def step(self, state: Any, place: int, value: int) -> Any:
        level = self.levels[place]
        known = {**self._fixed, **dict(zip(self._names[place], state, strict=True))}
        for name in self._variables[level]:
            known[name] = value
        for name, function, operands in self._steps.get(level, ()):
            known[name] = function(*[known[operand] for operand in operands])
        latest = self._latest[place]
        if latest is not None and (known[latest] is None or known[latest] is True):
            return DONE if known[latest] else DEAD
        if place == len(self.levels) - 1:
            return DONE if known[self._root] else DEAD
        return tuple([known[name] for name in self._names[place + 1]])


def _stepping(fold: Fold, place: int) -> Callable[[Any, Any], Any]:
    def step(state: Any, value: Any) -> Any:
        if state is None or state is True:
            return state
        return None if value is None else fold.step(state, place, value)

    return step


def _finishing(fold: Fold, *, is_truth: bool) -> Callable[[Any], Any]:
    def finish(state: Any) -> Any:
        if state is None:
            return False if is_truth else None
        return True if state is True else fold.finish(state)

    return finish
