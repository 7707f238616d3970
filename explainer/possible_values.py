"""The values that variables have in some solution, each asked for: "is there one with x = v?".

Each solution that is found crosses off all of its values. Values are the bits of a number, so that
a solution is the number with the bits of its values.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from ..models.language.drawing.as_text import draw_values
from ..models.language.drawing.candidates import candidate_values
from ..models.language.drawing.clues import fixed_values
from ..models.language.drawing.notebook import HTML, PLAIN
from ..models.language.drawing.svg import draw_svg_values
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.phrases import escaped, grouped, listed, printable
from ..solvers.harness.contract import Stopped
from .stepwise import Fact

MOST_SAID = 12
"""The most values of a kind that are said in words."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """The possible values of each variable, and what they have to do with each other."""

    model: Model
    """The model; of one with a projection, what is projected."""
    values: Mapping[str, tuple[Any, ...]]
    """By variable the values that it has in some solution, in order of the domain."""
    undecided: Mapping[str, tuple[Any, ...]]
    """By variable the values of which it is not known in time; none where all is known."""
    together: tuple[tuple[Fact, ...], ...] | None
    """Sets of values, of which each solution has all or none; None where they are not known.

    Values that all solutions have are left out, and so are, of variables with two values, the
    first ones where the others are together, too."""
    counts: Mapping[str, Mapping[Any, int]] | None = None
    """The number of solutions with each of the values; None where it is not known."""

    @classmethod
    def asked(cls, asking: Asking, *, together: bool) -> Candidates:
        """The candidates as far as there is time to ask for them."""
        found, maybe = asking.possible()
        groups: Any = None
        try:
            if together and not maybe:
                groups = tuple(asking.together(found))
        except Stopped:
            pass
        of = {v.name: asking.of[v.name] for v in asking.shown.variables}

        def values(bits: int) -> tuple[Any, ...]:
            return tuple(asking.values[bit][1] for bit in bits_in(bits))

        return cls(
            asking.shown,
            {name: values(found & every) for name, every in of.items()},
            {name: values(maybe & every) for name, every in of.items() if maybe & every},
            groups
            and tuple(tuple(Fact(*asking.values[b]) for b in bits_in(one)) for one in groups),
        )

    @classmethod
    def unknown(cls, model: Model) -> Candidates:
        """Nothing is known in time of `model`."""
        shown = model.projected(model.projection) if model.projection else model
        open_ = {v.name: tuple(v.domain) for v in shown.variables}
        return cls(shown, dict.fromkeys(open_, ()), open_, None)

    @property
    def same(self) -> dict[str, Any]:
        """The variables that have one value in all solutions, each with that value."""
        ones = {name: values[0] for name, values in self.values.items() if len(values) == 1}
        return {name: value for name, value in ones.items() if name not in self.undecided}

    @property
    def total(self) -> int | None:
        """The number of solutions, where it is known."""
        each = next(iter(self.counts.values()), None) if self.counts else None
        return None if each is None else sum(each.values())

    def to_json(self) -> dict[str, Any]:
        """The fields; `counts` are `marginals` there."""
        together = None
        if self.together is not None:
            together = [[{"name": x.name, "value": x.value} for x in y] for y in self.together]
        return {
            "values": {name: list(values) for name, values in self.values.items()},
            "same": self.same,
            "together": together,
            "undecided": {name: list(values) for name, values in self.undecided.items()},
        }

    def drawn(self, marked: tuple[str, ...] = ()) -> dict[str, Any]:
        """For each variable what to draw: its value, or its candidates."""
        numbers = self.counts or {n: dict.fromkeys(found, 0) for n, found in self.values.items()}
        return candidate_values(self.model, numbers, marked, self.undecided)

    def lines(self) -> list[str]:
        """What is the same in all solutions, goes together, or is not known; in words."""
        said = list[str]()
        given = fixed_values(self.model)
        same = {name: value for name, value in self.same.items() if name not in given}
        if same:
            said.append(
                f"The same in all solutions: {_few([f'{n} = {x}' for n, x in same.items()])}."
            )
        if self.together:
            groups = [listed(list(map(str, one)), MOST_SAID) for one in self.together]
            said.append(f"Always together, or not at all: {_few(groups, '; ')}.")
        if self.undecided:
            values = [f"{n} = {listed(list(map(str, x)))}" for n, x in self.undecided.items()]
            said.append(f"Not known in time: {_few(values, '; ')}.")
        return said

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The board with the candidates, and what is said of them."""
        values, said = self.drawn(), self.lines()
        text = "\n".join([draw_values(self.model, values), *said])
        html = [draw_svg_values(self.model, values), *(f"<p>{escaped(one)}</p>" for one in said)]
        return {PLAIN: printable(text), HTML: "\n".join(html)}


def _few(said: Sequence[str], between: str = ", ") -> str:
    """The first of some, and the number of the others."""
    more = [f"and {grouped(len(said) - MOST_SAID)} more"] if len(said) > MOST_SAID else []
    return between.join([*said[:MOST_SAID], *more])


def bits_in(values: int) -> Iterator[int]:
    """The places of the bits of a number, the lowest first."""
    while values:
        low = values & -values
        yield low.bit_length() - 1
        values ^= low


class Asking:
    """The values of the variables of a model without objective, and a solver that is asked."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.shown = model.projected(model.projection) if model.projection else model
        """The model of the variables that make up a solution."""
        self.values: list[tuple[str, Any]] = []
        """The variable and the value of each bit."""
        self.of: dict[str, int] = {}
        """All values of each variable."""
        for variable in model.variables:
            first = len(self.values)
            self.values += ((variable.name, value) for value in variable.domain)
            self.of[variable.name] = (1 << len(self.values)) - (1 << first)
        self.every = reduce(or_, (self.of[v.name] for v in self.shown.variables), 0)
        """All values of the variables that make up a solution."""

    @abstractmethod
    def ask(self, *facts: int) -> int | None:
        """A solution with these values, a number from 1 for each, and without those below 0.

        None if there is none. Raises: Stopped.
        """

    def prefer(self, values: int) -> None:
        """Have solutions with as many of `values` as may be shown first."""

    @abstractmethod
    def known(self) -> Sequence[int]:
        """The solutions that were found."""

    def refuted(self) -> int:
        """Values of which it is known that no solution has them."""
        return 0

    def assignment(self, solution: int) -> dict[str, Any]:
        """The values of a solution by variable."""
        return dict(self.values[bit] for bit in bits_in(solution))

    def possible(self) -> tuple[int, int]:
        """The values that some solution has, and those of which it is not known in time."""
        found = reduce(or_, self.known(), 0) & self.every
        maybe = self.every & ~self.refuted()
        try:
            if not found and self.ask() is None:
                return 0, 0
            while left := maybe & ~found:
                self.prefer(left)
                bit = (left & -left).bit_length() - 1
                solution = self.ask(bit + 1)
                if solution is None:
                    maybe ^= 1 << bit
                else:
                    found |= solution & self.every
        except Stopped:
            pass
        return found, maybe & ~found

    def together(self, possible: int) -> list[int]:
        """Sets of the `possible` values, of which each solution has all or none.

        Left out are values that all solutions have, and of variables with two values the set of the
        first ones where the second ones are together, which says the same. Raises: Stopped.
        """
        several = [possible & of for of in self.of.values() if (possible & of).bit_count() > 1]
        groups, found = _split([reduce(or_, several, 0)], 0), list[int]()
        for solution in self.known():
            groups = _split(groups, solution)
        implied: set[tuple[int, int]] = set()
        while groups:
            group = groups.pop()
            members = list(bits_in(group))
            for a, b in pairwise([*members, members[0]]):
                if (a, b) in implied:
                    continue
                solution = self.ask(a + 1, -(b + 1))
                if solution is not None:
                    groups = _split([*groups, group], solution)
                    break
                implied.add((a, b))
            else:
                found.append(group)
        pairs = {one for one in several if one.bit_count() == 2}
        return sorted((one for one in found if _is_last(one, pairs)), key=lambda one: one & -one)


def _split(groups: Iterable[int], solution: int) -> list[int]:
    """Each group as the values that `solution` has, and the others; those of two or more."""
    parts = (part for group in groups for part in (group & solution, group & ~solution))
    return [part for part in parts if part.bit_count() > 1]


def _is_last(group: int, pairs: Iterable[int]) -> bool:
    """True unless each value of `group` is one of a pair, and the first one the smaller."""
    of = [pair for pair in pairs if pair & group]
    first = next((pair for pair in of if pair & group & -group), 0)
    return len(of) < group.bit_count() or first & group > first & ~group
