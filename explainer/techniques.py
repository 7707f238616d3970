"""Names of deductions that players know, such as hidden single, by their rules and facts alone.

Named is what follows from places of all-different variables, be they a row, a box or a list. A
place is full where it has as many values as variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any

from ..models.language.boards.placements import OnBoard
from ..models.language.expressions import Variable
from ..models.language.global_constraints.all_different import AllDifferent
from ..models.language.model import Model
from .explanation import Blamed, units

if TYPE_CHECKING:
    from .stepwise import Fact, Step

TECHNIQUES = {
    "full house": "Only one there has no value yet",
    "naked single": "Only one of its values is not ruled out",
    "hidden single": "One value has a single place left there",
    "naked pair": "Two have the same two values left",
    "naked triple": "Three have three values left between them",
    "naked quadruple": "Four have four values left between them",
    "hidden pair": "Two values have two places left between them",
    "hidden triple": "Three values have three places left between them",
    "hidden quadruple": "Four values have four places left between them",
    "pointing": "A value has places left in the one only where it meets the other",
    "claiming": "A value has places left in the line only where it meets the other",
}
"""Every name, and the pattern that it is for."""

_SIZES = {1: "single", 2: "pair", 3: "triple", 4: "quadruple"}

Values = dict[str, set[Any]]
"""Values by the name of their variable."""


class Techniques:
    """The names of the steps of one model."""

    def __init__(self, model: Model) -> None:
        self._domains = {v.name: set(v.domain) for v in model.variables}
        places = [(one, {*one.squares}) for one in units(model, "place") if _is_all_different(one)]
        self._different = set[str]().union(*(names for _, names in places))
        self._full = [(one, names) for one, names in places if self._is_full(one)]
        self._lines = {
            frozenset(group.by_square[square].name for square in line if square in group.by_square)
            for group in model.groups
            if isinstance(group, OnBoard)
            for line in [*group.board.rows, *group.board.columns]
        }

    def last_in(self, name: str, decided: Set[str]) -> Blamed | None:
        """The full place of the variable whose others are all `decided`, if there is one."""
        full = (one for one, names in self._full if name in names and names - {name} <= decided)
        return next(full, None)

    def name(self, step: Step, decided: Set[str]) -> str:
        """The name of `step`, after which these variables are `decided`; empty if it has none."""
        if step.chain or not step.found:
            return ""
        if not step.rules:
            name = step.found[0].name
            if self.last_in(name, decided):
                return "full house"
            return "naked single" if name in self._different else ""
        if not all(map(_is_all_different, step.rules)) or not step.known:
            return ""
        left = {name: set(values) for name, values in self._domains.items()}
        for fact in step.known:
            left[fact.name] &= _values(fact, left)
        lost = {fact.name: set[Any]() for fact in step.found}
        for fact in step.found:
            lost[fact.name] |= left[fact.name] - _values(fact, left)
        if len(step.rules) == 1:
            known = {fact.name for fact in step.known}
            still = len(known - {fact.name for fact in step.known if fact.holds})
            return self._of_one(step.rules[0], known, still, left, lost)
        one, other, *more = step.rules
        for whole, rest in () if more else ((one, other), (other, one)):
            if self._is_locked(whole, rest, left, lost):
                return "claiming" if frozenset(whole.squares) in self._lines else "pointing"
        return ""

    def _is_full(self, unit: Blamed) -> bool:
        return len(_all(self._domains, unit.squares)) == len(unit.squares)

    def _of_one(self, unit: Blamed, known: set[str], still: int, left: Values, lost: Values) -> str:
        """Naked sets, and in a full place hidden ones: as many values as variables that have them.

        Named are the fewer: naked those that are `still` open among them, or hidden the others.
        """
        shared, rest = _all(left, known), len(unit.squares) - len(known)
        if len(shared) != len(known) or not known.isdisjoint(lost):
            return ""
        hidden = self._is_full(unit) and rest < max(still, 2)
        name = f"{'hidden' if hidden else 'naked'} {_SIZES.get(rest if hidden else still)}"
        return name if name in TECHNIQUES and name != "naked single" else ""

    def _is_locked(self, whole: Blamed, rest: Blamed, left: Values, lost: Values) -> bool:
        """True if what is lost has places in `whole`, which is full, only inside of `rest`."""
        one, other = set(whole.squares), set(rest.squares)
        elsewhere = _all(left, one - other)
        return self._is_full(whole) and {*lost} <= other - one and not _all(lost, lost) & elsewhere


def _values(fact: Fact, left: Values) -> set[Any]:
    return {value for value in left[fact.name] if (value == fact.value) == fact.holds}


def _all(values: Values, names: Iterable[str]) -> set[Any]:
    return set[Any]().union(*(values[name] for name in names))


def _is_all_different(unit: Blamed) -> bool:
    """True of a place that says of variables, each another, that they differ, and no more."""
    match unit.constraints:
        case (AllDifferent(terms),) if all(isinstance(one, Variable) for one in terms):
            return len(terms) == len(unit.squares) > 0
    return False
