"""Glucose, by way of python-sat: a literal for each value that a variable or term may take.

Solutions are enumerated by assumptions, as a depth-first search over the declared variables, and
never by blocking clauses: those would fill the memory, one a solution. Constraints over graphs are
clauses that are added once a model breaks them.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.adapting.literals import Aim, Literal, Term, from_zero
from ..harness.adapting.recording import commented, writer
from ..harness.contract import Assignment, Control, Traits
from .cuts import Cutting as Translation
from .refuted_clauses import has_model

TRAITS = Traits(
    calls_python=False,
    native_where=Translation.natives.where,
    viewpoint="squares",
    module="pysat.solvers",
    distribution="python-sat",
)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by Glucose."""
    with _posted(model, control) as translation:
        names = [variable.name for variable in translation.variables]
        for found in _search(translation, control).found():
            yield dict(zip(names, found, strict=True))


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best.

    The clauses are made once, and what is no better is assumed away.
    """
    aim = Aim(model, goal)
    with _posted(aim.model, control) as translation:
        terms = [from_zero(term) for term in aim.terms(translation)]
        names = [variable.name for variable in translation.variables]
        for found in _search(translation, control).improving(translation, terms):
            yield aim.valued(dict(zip(names, found, strict=True)))


@contextmanager
def _posted(model: Model, control: Control) -> Iterator[Translation]:
    """The clauses of `model`."""
    library: Any = importlib.import_module(TRAITS.module)
    native = library.Glucose4()
    try:
        translation = Translation(native, model, control)
        translation.post(model.constraints)
        yield translation
    finally:
        native.delete()


def _search(translation: Translation, control: Control) -> Search:
    control.searching()
    return Search(translation, control)


class Search:
    """Every combination of values of the declared variables in a solution, each once."""

    def __init__(self, translation: Translation, control: Control) -> None:
        self._native, self._cut = translation.native, translation.cut
        self._terms, self._control = list(translation.variables.values()), control
        self._model: Sequence[Literal] = ()

    def found(self) -> Iterator[list[int]]:
        """The combinations, in the order of a depth-first search."""
        chosen = self._ask([])
        tried: list[list[Literal]] = [[] for _ in self._terms]
        while chosen is not None:
            yield [value for value, _ in chosen]
            chosen = self._next([literal for _, literal in chosen], tried)

    def improving(self, translation: Translation, terms: list[Term]) -> Iterator[list[int]]:
        """Combinations, each of a lower sum of `terms`, which add 0 or more each."""
        sums, worse = dict[int, Literal](), list[Literal]()
        self._native.set_phases([term[0] for term in terms])
        while (chosen := self._ask(worse)) is not None:
            yield [value for value, _ in chosen]
            best = sum(_value(term, self._model) for term in terms)
            if best == 0:
                return
            sums = sums or translation.sums(terms, best)
            worse = [-sums[min(value for value in sums if value >= best)]]

    def _next(
        self, path: list[Literal], tried: list[list[Literal]]
    ) -> list[tuple[int, Literal]] | None:
        """The next combination, which keeps as much of `path` as any; None if there is none."""
        for place in range(len(path) - 1, -1, -1):
            tried[place].append(path[place])
            if len(tried[place]) < len(self._terms[place]):
                others = [-literal for literal in tried[place]]
                chosen = self._ask([*path[:place], *others])
                if chosen is not None:
                    return chosen
            tried[place] = []
        return None

    def _ask(self, assumptions: list[Literal]) -> list[tuple[int, Literal]] | None:
        """Value and literal of each term in some solution under `assumptions`, if there is one."""
        while answer := has_model(self._native, assumptions, self._control):
            self._model = self._native.get_model()
            if not self._cut(self._model):
                break
        self._control.statistics.update(self._native.accum_stats())
        if not answer:
            return None
        return [(value := _value(term, self._model), term[value]) for term in self._terms]


def _value(term: Term, model: Sequence[Literal]) -> int:
    """The value whose literal holds in `model`."""
    holds = (value for value, one in term.items() if (model[abs(one) - 1] > 0) == (one > 0))
    return next(holds)


# ---------------------- A model as a script for python-sat, which needs nothing but that library.
#
# It gives Glucose the clauses that this adapter gives it, and asks it the same questions in the
# same order: each under assumptions, never with a solution blocked.


BODY = """# the literal that holds where a variable takes a value, for each of its values
LITERALS = [
{literals}
]

CLAUSES = [
{clauses}
]

solver = Glucose4(bootstrap_with=CLAUSES)


def ask(assumptions):
    \"\"\"A value and its literal for each variable, in some model under assumptions.\"\"\"
    answer = None
    while answer is None:
        solver.conf_budget(1000)
        answer = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    if not answer:
        return None
    model = solver.get_model()
    return [
        next((value, literal) for value, literal in values.items() if model[literal - 1] > 0)
        for values in LITERALS
    ]


def search(path, chosen):
    \"\"\"Every combination under the literals of path, of which chosen is one.\"\"\"
    place, tried = len(path), []
    if place == len(LITERALS):
        yield tuple(value for value, literal in chosen)
        return
    while chosen is not None:
        yield from search([*path, chosen[place][1]], chosen)
        tried.append(chosen[place][1])
        if len(tried) == len(LITERALS[place]):
            return
        chosen = ask(path + [-literal for literal in tried])


first = ask([])
found = [] if first is None else list(search([], first))
"""


def _body(model: Model) -> str:
    clauses: list[list[int]] = []
    translation = Translation(SimpleNamespace(add_clause=clauses.append), model, Control())
    translation.post(model.constraints)
    if translation.checks:
        raise NotImplementedError(
            "its constraints over graphs are clauses only once they are broken"
        )
    terms = translation.variables.items()
    literals = (f"    {term},{commented(variable.name)}" for variable, term in terms)
    noted = (f"    {clause}," for clause in clauses)
    return BODY.format(literals="\n".join(literals), clauses="\n".join(noted))


script = writer(
    "The solutions that Glucose, of python-sat, finds of a small set of clauses.",
    _body,
    library="from pysat.solvers import Glucose4",
)
