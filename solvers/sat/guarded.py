"""A model whose constraints hold only where their guards do, to be asked in any combination."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, cast

from ...models.language.constraints import Constraint
from ...models.language.model import Model
from ..harness.adapting.sums_of_literals import Literal, Term
from ..harness.contract import Control
from .assuming import has_model
from .translation import Translation


def _required(post: Callable[..., None]) -> Callable[..., None]:
    """`post`, a method of a translation, whose clauses hold only where the guard does."""

    def guarded(translation: Guarded, *arguments: Any) -> None:
        before, translation.requires = translation.requires, True
        post(translation, *arguments)
        translation.requires = before

    return guarded


class Guarded(Translation):
    """Clauses that require something hold only where a guard does; definitions always do."""

    _guard: Literal | None = None
    requires = False

    def guard(self, constraints: Iterable[Constraint]) -> Literal:
        """A new literal, under which every one of `constraints` is required."""
        guard = self._guard = self.new()
        self.post(constraints)
        self._guard = None
        return guard

    def clause(self, literals: Iterable[Literal]) -> None:
        guarded = self.requires and self._guard is not None
        super().clause([*literals, -self._guard] if guarded and self._guard else literals)

    require = _required(Translation.require)
    require_native = _required(Translation.require_native)
    require_compared = _required(Translation.require_compared)
    require_at_most = _required(Translation.require_at_most)


class GuardedSearch:
    """One SAT solver that is asked which of `units` can hold together, beside all of `hard`."""

    def __init__(
        self,
        model: Model,
        units: Sequence[Iterable[Constraint]],
        hard: Iterable[Constraint],
        control: Control,
    ) -> None:
        """The variables are those of `model`; its rules do not count. Raises: Unsupported."""
        self._control = control
        self._native: Any = import_module("pysat.solvers").Glucose4()
        free = model.rewritten(model.groups, [])
        self._translation = Guarded(self._native, free, control)
        self._translation.post(hard)
        self._guards = [self._translation.guard(unit) for unit in units]
        self._place = {guard: place for place, guard in enumerate(self._guards)}

    def core(self, chosen: Collection[int]) -> set[int] | None:
        """Some of the units `chosen` that cannot hold together; None if all of them can."""
        if has_model(self._native, [self._guards[place] for place in chosen], self._control):
            return None
        return {self._place[literal] for literal in self._native.get_core() or ()}

    def solution(self) -> dict[str, int]:
        """The values with which the units held that were last found to hold together."""
        model = self._native.get_model()
        return {
            variable.name: next(v for v, literal in term.items() if model[literal - 1] > 0)
            for variable, term in self._translation.variables.items()
        }

    @property
    def guards(self) -> Sequence[Literal]:
        """The literal under which each unit is required."""
        return self._guards

    @property
    def terms(self) -> Mapping[str, Term]:
        """The literal that each variable, by its name, has for each of its values."""
        return {variable.name: term for variable, term in self._translation.variables.items()}

    def literals(self, assumed: Iterable[Literal]) -> Sequence[Literal] | None:
        """Every literal as it is where those `assumed` hold, in order; None if they cannot."""
        if has_model(self._native, assumed, self._control):
            return cast(Sequence[Literal], self._native.get_model())
        return None

    def denial(self, literals: Iterable[Literal]) -> Literal:
        """A new literal, under which these do not all hold."""
        guard = self._translation.new()
        self._native.add_clause([-guard, *(-literal for literal in literals)])
        return guard

    def refuting(self) -> set[Literal]:
        """Some of the literals assumed last, which cannot hold together."""
        return set(self._native.get_core() or ())

    def close(self) -> None:
        """Give back what the solver holds."""
        self._native.delete()
