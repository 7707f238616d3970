"""Literals of logic: new 0/1 variables, whose meaning is posted as far as it is needed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

from ..machine_source import records as at

if TYPE_CHECKING:
    from .form_poster import Poster


class Booleans:
    """Literals that stand for a constraint.

    Where a clause relies on a literal, what follows from it is posted, and where nothing relies on
    its negation, nothing is posted for that. One that is free is decided last.
    """

    def __init__(self, poster: Poster) -> None:
        self._poster, self._builder = poster, poster.builder
        self._known: dict[Hashable, int] = {}
        self._consequences: dict[int, Callable[[], None]] = {}
        self._due: list[int] = []

    def new(self, key: Hashable, if_true: Callable[[], None], if_false: Callable[[], None]) -> int:
        """The literal for `key`; where it is needed, one of the two posts what it means."""
        if key not in self._known:
            literal = self._builder.literal(self._poster.auxiliary(range(2)), at.IS, 1)
            self._known[key] = literal
            self._consequences[literal] = if_true
            self._consequences[self._builder.negation(literal)] = if_false
        return self._known[key]

    def known(self, key: Hashable) -> int | None:
        """The literal for `key`, if there is one."""
        return self._known.get(key)

    def need(self, *literals: int) -> None:
        """Post by and by what follows from literals."""
        self._due.extend(literals)

    def settle(self) -> None:
        """Post what is needed."""
        while self._due:
            post = self._consequences.pop(self._due.pop(), None)
            if post is not None:
                post()

    def clause(self, literals: Iterable[int]) -> None:
        """Require one of `literals`."""
        some = self._merged(literals)
        self._builder.clause(some)
        self.need(*some)

    def any_of(self, literals: Iterable[int]) -> int:
        """The literal that one of `literals` holds."""
        builder, some = self._builder, self._merged(literals)
        if builder.true in some or any(builder.negation(literal) in some for literal in some):
            return builder.true
        if len(some) < 2:
            return some[0] if some else builder.false
        key = frozenset(some)

        def if_true() -> None:
            self.clause([builder.negation(self._known[key]), *some])

        def if_false() -> None:
            for literal in some:
                self.clause([self._known[key], builder.negation(literal)])

        return self.new(key, if_true, if_false)

    def all_of(self, literals: Iterable[int]) -> int:
        """The literal that all of `literals` hold."""
        negation = self._builder.negation
        return negation(self.any_of(map(negation, literals)))

    def same(self, one: int, other: int) -> int:
        """The literal that both hold, or neither does."""
        builder, negation = self._builder, self._builder.negation
        first, second = sorted(min(each, negation(each)) for each in (one, other))
        found = builder.true if first == second else self._both_or_neither(first, second)
        turned = (one in (first, second)) != (other in (first, second))
        return negation(found) if turned else found

    def _both_or_neither(self, one: int, other: int) -> int:
        key, negation = (one, other), self._builder.negation
        if one == self._builder.true:  # the first of all literals
            return other

        def if_true() -> None:
            self.clause([negation(self._known[key]), one, negation(other)])
            self.clause([negation(self._known[key]), negation(one), other])

        def if_false() -> None:
            self.clause([self._known[key], one, other])
            self.clause([self._known[key], negation(one), negation(other)])

        return self.new(key, if_true, if_false)

    def _merged(self, literals: Iterable[int]) -> list[int]:
        """`literals` that are not false, those of one variable of one word as one."""
        builder, memory = self._builder, self._builder.memory
        some = [literal for literal in dict.fromkeys(literals) if literal != builder.false]
        if len({memory[literal + at.OF] for literal in some}) == len(some):
            return some
        masks: dict[int, int] = {}
        for literal in some:
            if memory[literal + at.MEANS] == at.IN:
                v = memory[literal + at.OF]
                masks[v] = masks.get(v, 0) | memory[literal + at.AMOUNT]
        if any(mask == memory[v + at.BITS] for v, mask in masks.items()):
            return [builder.true]
        others = [literal for literal in some if memory[literal + at.MEANS] != at.IN]
        return [*others, *(builder.literal(v, at.IN, mask) for v, mask in masks.items())]
