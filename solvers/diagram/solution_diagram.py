"""All solutions of a model as an object that need not list them."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import chain, islice
from operator import eq, index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, overload

from ...models.language.expressions import as_expression
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.nodes import WithoutCollecting
from ...models.language.phrases import counted, grouped, solutions_said
from ...models.language.solution import Solution
from ..harness.contract import SolverFailed
from ..harness.options import AllOptions, offers
from ..harness.outcome import require_complete
from ..harness.rows.arrays import kind_of, sorted_table
from ..harness.running import enumeration
from ..harness.running.enumeration import DEFAULT_SOLVER
from .algebra import (
    Conditioned,
    Places,
    best_of_term,
    combined,
    in_declared_form,
    orders_of,
    projected,
)
from .decision_diagram import MOST_NODES, Diagram, Paths, Seed, drawn_places, tallies
from .held_diagrams import ModelDiagram, listed

if TYPE_CHECKING:
    import pandas
    import polars

    from ...models.language.drawing.heat_maps import HeatMap

MANY = 10_000
"""The solutions of a list from which on NumPy holds them."""
AT_RANDOM, MOST_MAPPED = 4, 100_000
"""The solutions of a set that a notebook shows, and the most nodes of one whose map it shows."""


class SolutionDiagram:
    """Every solution of a model, held as a decision diagram: of any number, none of them listed.

    Solutions stand in canonical order: of declaration, then of the domains, counted from 0. Sets
    over the same variables are combined by `&`, `|` and `-`, and compared by `==` and `<=`.
    """

    def __init__(self, held: ModelDiagram) -> None:
        self._held = held

    @cached_property
    def _places(self) -> Places:
        return Places(self._held)

    @property
    def model(self) -> Model:
        """The model of whose variables these are assignments."""
        return self._held.model

    @property
    def order(self) -> str:
        """The order of the diagram's levels; `declared` where it is that of declaration."""
        return self._held.order

    @property
    def nodes(self) -> int:
        """The number of the diagram's nodes."""
        return self._held.diagram.nodes

    @property
    def diagram(self) -> Diagram:
        """The diagram, over the variables of the viewpoint in which the model was read."""
        return self._held.diagram

    @property
    def is_listed(self) -> bool:
        """True if a solver listed the solutions, since no diagram could be built from the rules."""
        return self._held.is_listed

    @property
    def is_whole(self) -> bool:
        """True if these are all solutions of the model; False for a part of them, as `a - b`."""
        return self._held.is_whole

    def save(self, file: str | Path) -> None:
        """Write the set and its model to a file, which `load_set` reads. Raises: OSError."""
        from .saved_sets import save_set

        save_set(self._held, file)

    def to_pandas(self) -> pandas.DataFrame:
        """A `pandas.DataFrame` with a row a solution, in order, and a column a variable.

        Whole numbers have the smallest type that holds the domain, labels are texts.
        Raises: ImportError, with what to install; ValueError where there are no variables.
        """
        from ..harness.rows.frames import pandas_frame

        frame: pandas.DataFrame = pandas_frame(self.model.variables, self._columns())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """A `polars.DataFrame`, as `to_pandas`."""
        from ..harness.rows.frames import polars_frame

        frame: polars.DataFrame = polars_frame(self.model.variables, self._columns())
        return frame

    def _columns(self) -> Iterable[Sequence[Any]]:
        return zip(*(solution.row for solution in self), strict=True)

    # ----------------------------------------------------------------------------- members

    def count(self) -> int:
        """The number of solutions, exactly, of any size."""
        return self.diagram.count()

    def __len__(self) -> int:
        if self.count() > sys.maxsize:
            raise OverflowError(f"len() holds no {self.count()}; write count()")
        return self.count()

    def __bool__(self) -> bool:
        return not self.diagram.is_empty

    @cached_property
    def _paths(self) -> Paths | Conditioned:
        orders = orders_of(self._places)
        return Conditioned(self._places) if orders is None else Paths(self.diagram, orders)

    @overload
    def __getitem__(self, k: int) -> Solution: ...

    @overload
    def __getitem__(self, k: slice) -> tuple[Solution, ...]: ...

    def __getitem__(self, k: int | slice) -> Solution | tuple[Solution, ...]:
        """The solution at place `k`, from 0; from the end if negative. Raises: IndexError."""
        number = self.count()
        if isinstance(k, slice):
            return tuple(self[place] for place in range(number)[k])
        k = index(k)
        if not -number <= k < number:
            raise IndexError(f"there are {counted(number, 'solution')}, and none at place {k}")
        return self._solution(self._paths.at(k % number))

    def place(self, solution: Mapping[str, Any]) -> int:
        """The place of a solution, or of an assignment by names of variables.

        Raises: ValueError where it is none of these.
        """
        row = self._places.row(_assignment(solution)) if isinstance(solution, Mapping) else None
        found = None if row is None else self._paths.place(row)
        if found is None:
            raise ValueError(f"this is no solution of {self.model.name} that is held here")
        return found

    def __contains__(self, solution: object) -> bool:
        if not isinstance(solution, Mapping):
            return False
        row = self._places.row(_assignment(solution))
        return row is not None and Paths(self.diagram).place(row) is not None

    def sample(self, k: int, seed: Seed = None) -> list[Solution]:
        """`k` solutions, each drawn from all of them alike; a `seed` draws the same again.

        Raises: ValueError where there is none to draw.
        """
        return [self[place] for place in self.drawn_places(k, seed)]

    def drawn_places(self, k: int, seed: Seed = None) -> Iterator[int]:
        """The places of the solutions that `sample` draws, one at a time; raises as it does."""
        if k > 0 and not self:
            raise ValueError(f"there is no solution of {self.model.name} to draw")
        return drawn_places(self.count(), k, seed)

    def starting_at(self, k: int) -> Iterator[Solution]:
        """The solutions from place `k` on, from 0."""
        if k < 0:
            raise IndexError(f"a place counts from 0, and {k} is below")
        yield from map(self._solution, self._paths.starting_at(k))

    def __iter__(self) -> Iterator[Solution]:
        return self.starting_at(0)

    def _solution(self, row: Sequence[int]) -> Solution:
        return Solution(self.model, tuple(self._held.assignment(row).values()))

    # ------------------------------------------------------------------------- all together

    def marginals(self) -> dict[str, dict[Any, int]]:
        """For each variable, in how many solutions it has each value; not those that none has."""
        return self._places.marginals(tallies(self.diagram))

    def heat(self, name: str) -> HeatMap:
        """In how many solutions a group or a variable has which values, as text and as a picture.

        Raises: UnknownName, a KeyError, where the model has none of that name.
        """
        from ...models.language.drawing.heat_maps import heat_map

        return heat_map(self.model, name, self.marginals(), self.count())

    def to_svg(self) -> str:
        """The diagram as the text of an SVG file. Raises: ValueError for one that is too large."""
        from .drawn_diagrams import diagram_svg

        values = [values for _, values in self._places.levels]
        return diagram_svg(self.diagram, values, self.model.name)

    def least(self, term: object) -> tuple[int, SolutionDiagram]:
        """The least value that a term takes, and the solutions that give it that value.

        A solution for which it is undefined counts for nothing. Raises: ValueError where none is
        left.
        """
        return self._best(term, 1)

    def greatest(self, term: object) -> tuple[int, SolutionDiagram]:
        """The same for the greatest value."""
        value, found = self._best(term, -1)
        return -value, found

    def _best(self, term: object, sign: int) -> tuple[int, SolutionDiagram]:
        if not self:
            raise ValueError(f"there is no solution of {self.model.name} to take the best of")
        value, found = best_of_term(self._places, as_expression(term, "the term"), sign)
        return value, self._part(found)

    def project(self, names: Sequence[str]) -> SolutionDiagram:
        """The values of some variables or groups alone, each combination once.

        Raises: ModelError for an unknown name, a name twice, or none.
        """
        model = self.model.projected(names)
        if self._held.can_be_built and self.model.objective is None and self.model.rules:
            from .model_diagrams import diagram_of

            return SolutionDiagram(diagram_of(self.model, project=list(names)))
        base = self if self._places.is_declared else self._in_declared_form()
        found = projected(base.diagram, [variable.name for variable in model.variables])
        return SolutionDiagram(replace(base._held, model=model, diagram=found, is_read=True))

    # ------------------------------------------------------------------------------- algebra

    def __and__(self, other: SolutionDiagram) -> SolutionDiagram:
        return self._with(other, lambda a, b: a and b)

    def __or__(self, other: SolutionDiagram) -> SolutionDiagram:
        return self._with(other, lambda a, b: a or b)

    def __sub__(self, other: SolutionDiagram) -> SolutionDiagram:
        return self._with(other, lambda a, b: a and not b)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SolutionDiagram):
            return NotImplemented
        one, two = self._alike(other)
        return one.levels == two.levels and one.is_empty == two.is_empty

    def __le__(self, other: SolutionDiagram) -> bool:
        return not self - other

    def __ge__(self, other: SolutionDiagram) -> bool:
        return other <= self

    def __hash__(self) -> int:
        return hash(self.count())

    def _with(self, other: SolutionDiagram, holds: Callable[[bool, bool], bool]) -> SolutionDiagram:
        if not isinstance(other, SolutionDiagram):
            raise TypeError(f"{other!r} is no set of solutions of solution_set or solve_all")
        one, two = self._alike(other)
        base = self if one is self.diagram else self._in_declared_form()
        return base._part(combined(one, two, holds))

    def _alike(self, other: SolutionDiagram) -> tuple[Diagram, Diagram]:
        """Both diagrams over the same levels. Raises: ValueError, naming the first difference."""
        for variable, its in zip(self.model.variables, other.model.variables, strict=False):
            if variable.name != its.name or list(variable.domain) != list(its.domain):
                raise ValueError(
                    f"the sets are over other variables: {variable.name} in"
                    f" {variable.domain} and {its.name} in {its.domain}"
                )
        here, there = len(self.model.variables), len(other.model.variables)
        if here != there:
            raise ValueError(f"one set is over {here} variables, the other over {there}")
        if self._places.levels == other._places.levels:
            return self.diagram, other.diagram
        return self._in_declared_form().diagram, other._in_declared_form().diagram

    def _in_declared_form(self) -> SolutionDiagram:
        """The same set, level by level over the declared variables. Raises: ValueError."""
        if self._places.is_declared and self.order == "declared":
            return self
        held = in_declared_form(self._places)
        if held is None and self._held.can_be_built:
            from .model_diagrams import diagram_of

            known = self._held
            names = None if known.model is known.source else list(known.model.by_name)
            held = diagram_of(known.source, order="declared", project=names)
        elif held is None and self.count() <= MOST_NODES:
            known = self._held
            rows = (one.row for one in self)
            held = listed(known.source, known.model, rows, is_whole=known.is_whole)
        elif held is None:
            raise ValueError("these are held in two orders; combine the models' own sets first")
        return SolutionDiagram(held)

    def _part(self, diagram: Diagram) -> SolutionDiagram:
        return SolutionDiagram(replace(self._held, diagram=diagram, is_whole=False))

    def __repr__(self) -> str:
        number = solutions_said(self.count())
        return f"<{number} of {self.model.name!r}: {counted(self.nodes, 'node')}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The number of solutions, and the diagram where it is small, for a notebook.

        As HTML, how often each square of a board is used, and a few solutions at random, too.
        """
        from ...models.language.boards.placements import OnBoard
        from ...models.language.drawing.notebook import several_bundle
        from .drawn_diagrams import is_drawn

        svg, html = "image/svg+xml", "text/html"
        drawn = {svg: self.to_svg()} if is_drawn(self.diagram) else {}
        is_few = self.count() <= AT_RANDOM
        chosen = [*self] if is_few else self.sample(AT_RANDOM, seed=0)
        words = f"{repr(self).strip('<>')}{'' if is_few else '; at random:'}"
        shown = several_bundle(self.model, chosen, words)
        if html in shown:
            groups = self.model.groups if self.nodes <= MOST_MAPPED else ()
            boards = (one.name for one in groups if isinstance(one, OnBoard))
            maps = (self.heat(name)._repr_mimebundle_().get(svg, "") for name in boards)
            drawn[html] = "".join([shown[html], next(maps, ""), *drawn.values()])
        return {"text/plain": repr(self), **drawn}


def _assignment(solution: Mapping[str, Any]) -> Mapping[str, Any]:
    return solution.assignment if isinstance(solution, Solution) else solution


# ---------- All solutions of a model, listed: a sequence that answers as any set of solutions does.


class SolutionSet(SolutionDiagram, Sequence[Solution]):
    """Every solution of a model, in canonical order: of declaration, then of the domains.

    Two sets are equal where the same solutions are in both; `a - b` are those of `a` alone. What a
    list does not answer at once is asked of the diagram of these solutions, made when it is needed.
    """

    def __init__(
        self, model: Model, found: Iterable[Solution], source: Model | None = None
    ) -> None:
        """These are all solutions of `source`, where it is given, and `model` its projection."""
        self._hold(model, [[solution.row for solution in found]], source)

    @classmethod
    def of_parts(cls, model: Model, parts: list[Any], source: Model | None) -> SolutionSet:
        """The same set of its rows, as `Enumeration.parts` gives them."""
        made = cls.__new__(cls)
        made._hold(model, parts, source)
        return made

    def _hold(self, model: Model, parts: list[Any], source: Model | None) -> None:
        self._model, self._source, width = model, source, len(model.variables)
        many = sum(len(part) for part in parts if isinstance(part, array)) > MANY * width
        kinds = {kind_of(variable.domain) for variable in model.variables} if many else set()
        if many and not kinds & {"str", "big"} and find_spec("numpy"):
            self._table = sorted_table(parts, model.variables)
            return
        lists = [p if isinstance(p, list) else zip(*[iter(p)] * width, strict=True) for p in parts]
        by_place = (lambda row: Solution(model, row).key) if model.places_of_labels else None
        self._rows = sorted(chain.from_iterable(lists), key=by_place)

    _table: Any = None
    """The sorted rows in an array of NumPy, where they are many; None elsewhere."""

    @cached_property
    def _rows(self) -> list[tuple[Any, ...]]:
        with WithoutCollecting():
            return [*zip(*self._table.T.tolist(), strict=True)]

    @property
    def is_repeating(self) -> bool:
        """True if a row is there twice."""
        if self._table is None:
            return any(map(eq, self._rows, islice(self._rows, 1, None)))
        return bool((self._table[1:] == self._table[:-1]).all(axis=1).any())

    @cached_property
    def _sorted(self) -> tuple[Solution, ...]:
        with WithoutCollecting():
            return tuple([Solution(self._model, row) for row in self._rows])

    @property
    def model(self) -> Model:
        """The model of whose variables these are assignments."""
        return self._model

    @cached_property
    def _members(self) -> dict[Solution, int]:
        """The place of each, from 0."""
        return {solution: place for place, solution in enumerate(self._sorted)}

    @cached_property
    def _held(self) -> ModelDiagram:  # type: ignore[override]
        source = self._source or self._model
        return listed(source, self._model, self._rows, is_whole=self._source is not None)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._rows if self._table is None else self._table)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, solution: object) -> bool:
        if isinstance(solution, Solution):
            return solution in self._members
        return isinstance(solution, Mapping) and super().__contains__(solution)

    def __getitem__(self, place: Any) -> Any:
        return self._sorted[place]

    def _columns(self) -> Iterable[Sequence[Any]]:
        return zip(*self._rows, strict=True) if self._table is None else self._table.T

    def place(self, solution: Mapping[str, Any]) -> int:
        found = self._members.get(solution) if isinstance(solution, Solution) else None
        return super().place(solution) if found is None else found

    def count(self, solution: object = None) -> int:
        """The number of solutions; how often one is among them, if it is given."""
        return len(self) if solution is None else int(solution in self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SolutionSet):
            return self._members.keys() == other._members.keys()
        return super().__eq__(other)

    __hash__ = SolutionDiagram.__hash__

    def __sub__(self, other: SolutionDiagram) -> SolutionDiagram:
        if isinstance(other, SolutionSet):
            return SolutionSet(self.model, self._members.keys() - other._members.keys())
        return super().__sub__(other)

    def to_json(self) -> list[dict[str, Any]]:
        """The solutions by the model's groups, in JSON's terms."""
        return [solution.to_json() for solution in self]

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'solution')} of {self.model.name!r}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The first of these solutions, small, for a notebook."""
        from ...models.language.drawing.notebook import several_bundle

        number = f"{grouped(len(self))} solution{'s' if len(self) != 1 else ''}"
        return several_bundle(self.model, self._sorted, f"{number} of {self.model.name}")


@offers(AllOptions)
def solve_all(
    model: Model, solver: str = DEFAULT_SOLVER, **keywords: Unpack[AllOptions]
) -> SolutionSet:
    """All solutions of `model`, sorted.

    Raises: Incomplete, with those found so far, where something stopped the search; SolverFailed
    where the solver repeats itself.
    """
    with enumeration.solutions(model, solver, **keywords) as stream:
        parts = [*stream.parts()]
    every = SolutionSet.of_parts(stream.projected, parts, stream.model)
    if not stream.outcome.complete:
        require_complete(stream.outcome, [*every])
    if every.is_repeating:
        raise SolverFailed(f"{solver} reported a solution twice; compare solvers to see which")
    return every
