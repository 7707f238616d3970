"""A checker of assignments to a CP-SAT proto, written from what CP-SAT's own checker does.

Source: ortools/sat/cp_model_checker.cc, and the comments of cp_model.proto.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import prod
from typing import Any


class Checker:
    """Says whether values, by the index of their variables, are a solution of a proto."""

    def __init__(self, proto: Any, values: Sequence[int]) -> None:
        self.proto, self.values = proto, values

    def accepts(self) -> bool:
        """True if every constraint that is enforced holds, and every assumption."""
        return all(map(self._holds, self.proto.constraints)) and self._all(self.proto.assumptions)

    def _holds(self, constraint: Any) -> bool:
        kind = constraint.WhichOneof("constraint")
        enforced = self._all(constraint.enforcement_literal)
        return not enforced or bool(getattr(self, kind)(getattr(constraint, kind)))

    def _value(self, reference: int) -> int:
        return self.values[reference] if reference >= 0 else -self.values[-reference - 1]

    def _literal(self, reference: int) -> bool:
        if reference >= 0:
            return bool(self.values[reference])
        return not self.values[-reference - 1]

    def _literals(self, references: Sequence[int]) -> list[bool]:
        return [self._literal(one) for one in references]

    def _all(self, references: Sequence[int]) -> bool:
        return all(self._literals(references))

    def _linear(self, expression: Any) -> int:
        pairs = zip(expression.vars, expression.coeffs, strict=True)
        return int(expression.offset + sum(self._value(one) * factor for one, factor in pairs))

    def _terms(self, expressions: Sequence[Any]) -> list[int]:
        return [self._linear(one) for one in expressions]

    def _row(self, node: Any) -> list[int]:
        """The values of expressions, or of variables as older protos name them."""
        return self._terms(node.exprs) or [self._value(one) for one in node.vars]

    # ------------------------------------------------------------------------ Booleans

    def bool_or(self, node: Any) -> bool:
        return any(self._literals(node.literals))

    def bool_and(self, node: Any) -> bool:
        return self._all(node.literals)

    def at_most_one(self, node: Any) -> bool:
        return sum(self._literals(node.literals)) <= 1

    def exactly_one(self, node: Any) -> bool:
        return sum(self._literals(node.literals)) == 1

    def bool_xor(self, node: Any) -> bool:
        return sum(self._literals(node.literals)) % 2 == 1

    # ------------------------------------------------------------------------ numbers

    def linear(self, node: Any) -> bool:
        terms = zip(node.vars, node.coeffs, strict=True)
        number = sum(self._value(one) * factor for one, factor in terms)
        ends = zip(node.domain[::2], node.domain[1::2], strict=True)
        return any(low <= number <= high for low, high in ends)

    def lin_max(self, node: Any) -> bool:
        return self._linear(node.target) == max(self._terms(node.exprs))

    def int_prod(self, node: Any) -> bool:
        return self._linear(node.target) == prod(self._terms(node.exprs))

    def int_div(self, node: Any) -> bool:
        number, divisor = self._terms(node.exprs)
        return self._linear(node.target) == _quotient(number, divisor)

    def int_mod(self, node: Any) -> bool:
        number, divisor = self._terms(node.exprs)
        return self._linear(node.target) == number - divisor * _quotient(number, divisor)

    def all_diff(self, node: Any) -> bool:
        values = self._terms(node.exprs)
        return len({*values}) == len(values)

    def element(self, node: Any) -> bool:
        if node.vars:
            index, target = self._value(node.index), self._value(node.target)
            items = [self._value(one) for one in node.vars]
        else:
            index, target = self._linear(node.linear_index), self._linear(node.linear_target)
            items = self._terms(node.exprs)
        return 0 <= index < len(items) and items[index] == target

    def table(self, node: Any) -> bool:
        row = tuple(self._row(node))
        if not row:
            return True
        starts = range(0, len(node.values), len(row))
        rows = {tuple(node.values[start : start + len(row)]) for start in starts}
        return (row in rows) != node.negated

    def automaton(self, node: Any) -> bool:
        arcs = zip(node.transition_tail, node.transition_label, node.transition_head, strict=True)
        following = {(tail, label): head for tail, label, head in arcs}
        state = node.starting_state
        for value in self._row(node):
            if (state, value) not in following:
                return False
            state = following[state, value]
        return state in node.final_states

    def inverse(self, node: Any) -> bool:
        there = [self._value(one) for one in node.f_direct]
        back = [self._value(one) for one in node.f_inverse]
        if not all(0 <= one < len(there) for one in [*there, *back]):
            return False
        return all(back[one] == place for place, one in enumerate(there))

    # ------------------------------------------------------------------------ intervals

    def interval(self, node: Any) -> bool:
        start, size, end = map(self._linear, (node.start, node.size, node.end))
        return size >= 0 and start + size == end

    def _is_active(self, place: int) -> bool:
        return self._all(self.proto.constraints[place].enforcement_literal)

    def _ends(self, place: int) -> tuple[int, int]:
        node = self.proto.constraints[place].interval
        return self._linear(node.start), self._linear(node.end)

    def no_overlap(self, node: Any) -> bool:
        ends = [self._ends(one) for one in node.intervals if self._is_active(one)]
        return all(a[1] <= b[0] or b[1] <= a[0] for a, b in combinations(ends, 2))

    def no_overlap_2d(self, node: Any) -> bool:
        boxes = [
            self._ends(x) + self._ends(y)
            for x, y in zip(node.x_intervals, node.y_intervals, strict=True)
            if self._is_active(x) and self._is_active(y)
        ]
        return all(
            a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
            for a, b in combinations(boxes, 2)
        )

    def cumulative(self, node: Any) -> bool:
        capacity = self._linear(node.capacity)
        tasks = [
            (*self._ends(one), self._linear(demand))
            for one, demand in zip(node.intervals, node.demands, strict=True)
            if self._is_active(one)
        ]
        times = {time for start, end, _ in tasks for time in range(start, end)}
        loads = [sum(load for a, b, load in tasks if a <= time < b) for time in times]
        return capacity >= 0 and all(load <= capacity for load in loads)

    def reservoir(self, node: Any) -> bool:
        times, changes = self._terms(node.time_exprs), self._terms(node.level_changes)
        active = self._literals(node.active_literals) or [True] * len(times)
        events = [(t, by) for t, by, is_so in zip(times, changes, active, strict=True) if is_so]
        levels = [sum(by for before, by in events if before <= time) for time, _ in events]
        return all(node.min_level <= level <= node.max_level for level in levels)

    # ------------------------------------------------------------------------ arcs

    def _arcs(self, node: Any) -> list[tuple[int, int]]:
        arcs = zip(node.tails, node.heads, self._literals(node.literals), strict=True)
        return [(tail, head) for tail, head, is_taken in arcs if is_taken]

    def circuit(self, node: Any) -> bool:
        arcs = self._arcs(node)
        following = dict(arcs)
        if len(following) < len(arcs) or following.keys() != {*node.tails, *node.heads}:
            return False
        left = {tail for tail, head in arcs if tail != head}
        if not left:
            return True
        start = at = min(left)
        while at in left:
            left.remove(at)
            at = following[at]
        return at == start and not left

    def routes(self, node: Any) -> bool:
        if not node.tails:
            return True
        arcs, nodes = self._arcs(node), range(1, 1 + max([*node.tails, *node.heads]))
        if (0, 0) in arcs:
            return False
        for end in zip(*arcs, strict=True) if arcs else ((), ()):
            if sorted(one for one in end if one) != [*nodes]:
                return False
        following = {tail: head for tail, head in arcs if tail}
        left = {tail for tail in following if following[tail] != tail}
        for tail, at in arcs:
            while not tail and at:
                left.discard(at)
                at = following[at]
        return not left


def _quotient(number: int, divisor: int) -> int:
    """The quotient, rounded towards zero."""
    found = abs(number) // abs(divisor)
    return found if (number < 0) == (divisor < 0) else -found
