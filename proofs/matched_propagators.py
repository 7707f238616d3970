"""The propagator of different values, by a matching, and that of every constraint of a model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import check
from .tree_propagators import (
    BooleanPropagator,
    LinearPropagator,
    Propagator,
    UnequalPropagator,
    Values,
    bits,
)


class DifferentPropagator(Propagator):
    """Different amounts of single variables, by a matching."""

    def __init__(
        self,
        values: Values,
        number: int,
        node: int,
        terms: Sequence[tuple[int, list[object]]],
    ) -> None:
        super().__init__(values, number, node)
        code: dict[object, int] = {}
        self._terms = [
            (values.full[v], values.offset[v], [code.setdefault(x, len(code)) for x in amounts])
            for v, amounts in terms
        ]
        self._known: dict[int, int] = {}

    def _sets(self, left: int) -> list[int]:
        found = []
        for full, at, codes in self._terms:
            one = self._known.get(left & full)
            if one is None:
                one = sum({1 << codes[bit - at] for bit in bits(left & full)})
                self._known[left & full] = one
            found.append(one)
        return found

    @staticmethod
    def _matching(sets: list[int]) -> tuple[list[int], int, list[int]]:
        """The value of each term, or terms that have too few: the values they have, and these."""
        owner: dict[int, int] = {}
        for term in range(len(sets)):
            came: dict[int, tuple[int, int]] = {}
            queue, seen, end = [term], 0, -1
            for now in queue:
                new = sets[now] & ~seen
                seen |= new
                for value in bits(new):
                    came[value] = now, value
                    if value not in owner:
                        end = value
                        break
                    queue.append(owner[value])
                if end >= 0:
                    break
            if end < 0:
                return [], seen, queue
            while True:
                now = came[end][0]
                before = next((x for x, t in owner.items() if t == now), -1)
                owner[end] = now
                if before < 0:
                    break
                end = before
        chosen = [0] * len(sets)
        for value, term in owner.items():
            chosen[term] = value
        return chosen, -1, []

    @staticmethod
    def _reached(sets: list[int], chosen: list[int], start: int) -> tuple[int, list[int]]:
        """The values that terms may take where `start` may not have its own; and the terms."""
        owner = {value: term for term, value in enumerate(chosen)}
        queue, seen = [start], 0
        for now in queue:
            new = sets[now] & ~seen
            seen |= new
            queue += [owner[x] for x in bits(new) if x in owner and owner[x] not in queue]
        return seen, queue

    def propagate(self, left: int) -> int | None:
        sets = self._sets(left)
        chosen, seen, _ = self._matching(sets)
        if seen >= 0:
            return None
        used, lost = sum(1 << value for value in chosen), 0
        for term, value in enumerate(chosen):
            others = [k for k, one in enumerate(sets) if one >> value & 1]
            if len(others) == 1:
                continue
            reached, terms = self._reached(sets, chosen, term)
            if not reached & ~used:
                for other in others:
                    if other not in terms:
                        lost |= self._bits_of(other, value) & left
        return lost

    def _bits_of(self, term: int, value: int) -> int:
        _, at, codes = self._terms[term]
        return sum(1 << at + i for i, code in enumerate(codes) if code == value)

    def why(self, left: int, lost: int) -> int:
        sets, found = self._sets(left), 0
        chosen, seen, _ = self._matching(sets)
        for full, at, codes in self._terms if seen < 0 else ():
            for value in {codes[bit - at] for bit in bits(lost & full)}:
                if value not in chosen:
                    return super().why(left, lost)
                found |= self._outside(left, *self._reached(sets, chosen, chosen.index(value)))
        return found if seen < 0 else super().why(left, lost)

    def why_dead(self, left: int) -> int:
        _, seen, terms = self._matching(self._sets(left))
        return self._outside(left, seen, terms)

    def _outside(self, left: int, values: int, terms: Iterable[int]) -> int:
        found = 0
        for full, at, codes in [self._terms[term] for term in dict.fromkeys(terms)]:
            lost = [1 << bit for bit in bits(full & ~left) if not values >> codes[bit - at] & 1]
            found += sum(lost)
        return found


def propagators(values: Values) -> list[Propagator]:
    """The propagators of a model, those of an `And` apart."""
    model = values.model
    return [
        _posted(values, number, part)
        for number, node in enumerate(model.constraints)
        for part in model.joined[node]
        if model.nodes[part][0] != "And" or not model.nodes[part][1]
    ]


def _posted(values: Values, number: int, node: int) -> Propagator:
    kind, *fields = values.model.nodes[node]
    linear = values.model.linear.get(node)
    if linear is not None and linear.relation == "!=":
        return UnequalPropagator(values, number, node, linear)
    if linear is not None and linear.amounts:
        fits = BooleanPropagator.fits(linear)
        return (BooleanPropagator if fits else LinearPropagator)(values, number, node, linear)
    if kind == "AllDifferent" and (terms := _single(values.model, fields[0])):
        return DifferentPropagator(values, number, node, terms)
    return Propagator(values, number, node)


def _single(model: check.Model, terms: Sequence[int]) -> list[tuple[int, list[object]]] | None:
    """Terms of one variable each, all others: the variables and their amounts by place."""
    scopes = [model.scopes[term] for term in terms]
    if any(len(scope) != 1 for scope in scopes) or len({s[0] for s in scopes}) < len(terms):
        return None
    found = [
        (v, [value for _, value in model.values(term, model.domains)])
        for term, (v,) in zip(terms, scopes, strict=True)
    ]
    return None if any(None in amounts for _, amounts in found) else found
