"""Symmetry broken by rules: of the solutions in an orbit only the first keeps them.

>>> from everyway.models import break_symmetry
>>> from everyway.models.queens import queens
>>> broken = break_symmetry(queens(6))
>>> broken.exact, [rule.label for rule in broken.model.rules][-1]
(True, 'first of its orbit')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from ..arithmetic_expressions import total
from ..constraints import Constraint
from ..expressions import Expression, Indicator, Variable
from ..global_constraints.lexicographic import Lexicographic
from ..global_constraints.precedence import precedence
from ..late_dataclasses import dataclass
from ..model import Model
from ..rules import Rule
from ..solution import Solution
from .orbits import Element, Row, Table, closure
from .symmetry_group import SymmetryGroup, symmetries

MOST_LEADERS = 1_000
"""The most images that are compared one by one; of a larger group only a part is."""

LABEL = "first of its orbit"


@dataclass(frozen=True)
class Broken:
    """A model with rules that keep the first solution of each orbit."""

    model: Model
    group: SymmetryGroup
    exact: bool
    """True if the rules keep just one solution an orbit; otherwise at least one, maybe more."""


def break_symmetry(model: Model, group: SymmetryGroup | None = None) -> Broken:
    """`model` with a rule that a solution comes, in canonical order, before all its images.

    Of a group of more than 1,000 symmetries only some images are compared with, and the values
    that may be exchanged come in order: every orbit then keeps a solution, and may keep more.
    `measure_breaking` of `everyway.solvers` counts how many.
    """
    group = group or symmetries(model)
    rows = group.rows
    exchanged = [_in_order(model, block.places, block.values) for block in rows.blocks]
    if rows.order <= MOST_LEADERS:
        every = list(closure(group.steps, len(model.variables)))
        return _with(model, group, list(_leaders(model, every)), exact=True)
    some = list(_leaders(model, rows.elements[:MOST_LEADERS]))
    exact = not rows.moves or (not rows.blocks and len(rows.elements) <= MOST_LEADERS)
    return _with(model, group, [*some, *exchanged], exact=exact)


def _with(
    model: Model, group: SymmetryGroup, constraints: Sequence[Constraint], *, exact: bool
) -> Broken:
    if not constraints:
        return Broken(model, group, exact)
    words = f"of the solutions that are alike under {group.describe()}, the first"
    whole = model + Rule(LABEL, tuple(constraints), (), words)
    return Broken(whole, group, exact)


def _in_order(model: Model, places: frozenset[int], values: Row) -> Constraint:
    """The values are taken for the first time in their own order."""
    members = [model.variables[place] for place in sorted(places)]
    return precedence(members, [members[0].domain[value] for value in values])


def _leaders(model: Model, elements: Sequence[Element]) -> Iterator[Constraint]:
    """The row of variables comes before its image under each of `elements`, or is the same."""
    rank = cache(_rank)
    for sources, tables in elements:
        places = list(_distinguishing(sources, tables))
        if places:
            left = [rank(model.variables[place], None) for place in places]
            image = [
                rank(model.variables[sources[place]], tables[place] if tables else None)
                for place in places
            ]
            yield Lexicographic(tuple(left), tuple(image), False)


def _distinguishing(sources: Row, tables: tuple[Table, ...] | None) -> Iterator[int]:
    """The places where a row and its image may be the first to differ.

    Where all before are equal, values that move without being changed are equal along the way.
    """
    leader = list(range(len(sources)))

    def root(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    for place, source in enumerate(sources):
        if tables and tables[place] is not None:
            yield place
        elif root(place) != root(source):
            leader[root(place)] = root(source)
            yield place


def _rank(variable: Variable, table: Table) -> Expression:
    """The place in its domain that the value of `variable` gets by `table`, in some units."""
    domain = variable.domain
    if table is None and not variable.labelled:
        return variable
    turned = tuple(reversed(range(len(domain))))
    if not variable.labelled and isinstance(domain, range) and table == turned:
        return domain[0] + domain[-1] - variable
    new = range(len(domain)) if table is None else table
    units = new if variable.labelled else [domain[place] for place in new]
    return total(
        int(unit) * Indicator(variable == value) for unit, value in zip(units, domain, strict=True)
    )


# -------------------------------------------------- One solution of each orbit, as solutions come.


MOST_REMEMBERED = 10_000
"""The most orbits that a complete enumeration remembers."""


class Representatives:
    """Gives the least solution of an orbit when a solution of it comes for the first time.

    So whoever finds the solutions, the same ones are given, and the first at once. Where the
    enumeration is `complete`, every orbit's least solution comes by itself, and when 10,000
    orbits are remembered the others wait for it: memory does not grow further.
    """

    def __init__(self, group: SymmetryGroup, *, complete: bool = True) -> None:
        self.group = group
        self._complete = complete
        self._seen: set[Solution] = set()

    def new(self, solution: Solution) -> Solution | None:
        """The least of the orbit of `solution`, if it was not given before."""
        if self._complete and len(self._seen) >= MOST_REMEMBERED:
            least = self.group.is_least(solution) and solution not in self._seen
            return solution if least else None
        first = self.group.least(solution)
        if first in self._seen:
            return None
        self._seen.add(first)
        return first


def essentially_different(
    solutions: Iterable[Solution], group: SymmetryGroup | None = None, *, complete: bool = True
) -> Iterator[Solution]:
    """The least of each orbit that `solutions` reach, lazily and each once.

    `complete` says that these are all solutions of their model, so that only 10,000 need to be
    remembered; of some alone, one of each orbit is. The `group` is by default that of
    `symmetries(model)`.

    >>> from everyway.models import essentially_different
    >>> from everyway.models.queens import queens
    >>> from everyway.solvers import solutions
    >>> len(list(essentially_different(solutions(queens(8)))))
    12
    """
    known: Representatives | None = None
    for solution in solutions:
        if known is None:
            known = Representatives(group or symmetries(solution.model), complete=complete)
        first = known.new(solution)
        if first is not None:
            yield first
