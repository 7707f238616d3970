"""The propagator of different values, by a matching, and that of every constraint of a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from . import check
from .tree_propagators import (
    Gone,
    LinearPropagator,
    Masks,
    Propagator,
    UnequalPropagator,
    ZeroOnePropagator,
    bits,
)


class DifferentPropagator(Propagator):
    """Different amounts of single variables, by a matching."""

    def __init__(
        self, model: check.Model, number: int, node: int, terms: Sequence[tuple[int, list[object]]]
    ) -> None:
        super().__init__(model, number, node)
        code: dict[object, int] = {}
        self._variables = [v for v, _ in terms]
        self._codes = [[code.setdefault(x, len(code)) for x in values] for _, values in terms]
        self._known: list[dict[int, int]] = [{} for _ in terms]

    def _sets(self, masks: Masks) -> list[int]:
        found = []
        for v, codes, known in zip(self._variables, self._codes, self._known, strict=True):
            mask = masks[v]
            one = known.get(mask)
            if one is None:
                one = known[mask] = sum({1 << codes[i] for i in bits(mask)})
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

    def propagate(self, masks: Masks) -> Gone | None:
        sets = self._sets(masks)
        chosen, seen, _ = self._matching(sets)
        if seen >= 0:
            return None
        used = sum(1 << value for value in chosen)
        lost = dict[int, int]()
        for term, value in enumerate(chosen):
            reached, terms = self._reached(sets, chosen, term)
            if reached & ~used:
                continue
            for other, (v, codes) in enumerate(zip(self._variables, self._codes, strict=True)):
                if other not in terms and sets[other] >> value & 1:
                    gone = sum(1 << i for i in bits(masks[v]) if codes[i] == value)
                    lost[v] = lost.get(v, 0) | gone
        return list(lost.items())

    def why(self, masks: Masks, variable: int, place: int) -> Gone:
        sets = self._sets(masks)
        chosen, seen, _ = self._matching(sets)
        if seen >= 0:
            return self._all_gone(masks, variable)
        value = self._codes[self._variables.index(variable)][place]
        if value not in chosen:
            return self._all_gone(masks, variable)
        reached, terms = self._reached(sets, chosen, chosen.index(value))
        return self._outside(masks, reached, terms)

    def why_dead(self, masks: Masks) -> Gone:
        _, seen, terms = self._matching(self._sets(masks))
        return self._outside(masks, seen, terms)

    def _outside(self, masks: Masks, values: int, terms: Iterable[int]) -> Gone:
        found = []
        for term in dict.fromkeys(terms):
            v, codes = self._variables[term], self._codes[term]
            lost = bits(self.full[v] & ~masks[v])
            found.append((v, sum(1 << i for i in lost if not values >> codes[i] & 1)))
        return found


def propagators(model: check.Model) -> list[Propagator]:
    """The propagators of a model, those of an `And` apart."""
    return [
        one
        for number, node in enumerate(model.constraints)
        for part in _conjuncts(model, node)
        for one in _posted(model, number, part)
    ]


def _conjuncts(model: check.Model, node: int) -> Iterator[int]:
    if model.nodes[node][0] == "And" and model.nodes[node][1]:
        for part in model.nodes[node][1]:
            yield from _conjuncts(model, part)
    else:
        yield node


def _posted(model: check.Model, number: int, node: int) -> Iterator[Propagator]:
    kind, *fields = model.nodes[node]
    linear = model.linear(node) if kind in ("Comparison", "Count") else None
    if linear is not None and linear.relation == "!=":
        yield UnequalPropagator(model, number, node, linear)
    elif linear is not None and (scope := model.scopes[node]):
        is_zero_one = all([*linear.amounts[v].items()] == [(0, 0), (1, 1)] for v in scope)
        one = ZeroOnePropagator if is_zero_one else LinearPropagator
        yield one(model, number, node, linear)
    elif kind == "AllDifferent" and (terms := _single(model, fields[0])):
        yield DifferentPropagator(model, number, node, terms)
    else:
        yield Propagator(model, number, node)


def _single(model: check.Model, terms: Sequence[int]) -> list[tuple[int, list[object]]] | None:
    """Terms of one variable each, all others: the variables and their amounts by place."""
    scopes = [model.scopes[term] for term in terms]
    if any(len(scope) != 1 for scope in scopes) or len({s[0] for s in scopes}) < len(terms):
        return None
    found: list[tuple[int, list[object]]] = []
    row: list[object] = [0] * len(model.domains)
    for term, (v,) in zip(terms, scopes, strict=True):
        values = []
        for value in model.domains[v]:
            row[v] = value
            values.append(model.meanings[term](row))
        if None in values:
            return None
        found.append((v, values))
    return found
