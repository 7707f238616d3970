"""The clauses of a model as data, for programs that count, or check that nothing else is left."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from ...models.language.check import Judge
from ...models.language.constraints import Constraint
from ...models.language.model import Model
from ...models.language.viewpoints.labels import without_labels
from ..harness.adapting.literals import Literal, Term
from ..harness.contract import Control, SolverFailed, SolverUnavailable, Unsupported
from ..harness.installing import pip_install
from .cuts import Check, Cutting, Held
from .translation import Clause, Translation

# ---------------------- A question to a SAT solver that can be ended between two of its conflicts.


_CONFLICTS_AT_ONCE = 1_000


def has_model(native: Any, assumptions: Iterable[Literal], control: Control) -> bool:
    """True if `native` has a model under `assumptions`. Raises: Stopped, by `control`."""
    answer, assumed = None, list(assumptions)
    while answer is None:
        control.check()
        native.conf_budget(_CONFLICTS_AT_ONCE)
        # asked to expect an interrupt, the library leaves Ctrl-C to the interpreter
        answer = native.solve_limited(assumptions=assumed, expect_interrupt=True)
    return bool(answer)


# ----------------------------------------------------------------------------------------- guarded
# A model whose constraints hold only where their guards do, to be asked in any combination.


def _required(post: Callable[..., None]) -> Callable[..., None]:
    """`post`, a method of a translation, whose clauses hold only where the guard does."""

    def guarded(translation: Guarded, *arguments: Any) -> None:
        before, translation.requires = translation.requires, True
        try:
            post(translation, *arguments)
        finally:  # what is refused leaves a translation that can go on
            translation.requires = before

    return guarded


def _under(guard: Literal, check: Check, held: Held) -> Iterator[Clause]:
    """The cuts of `check`, made and in force only where `guard` holds."""
    if held(guard):
        for clause in check(held):
            yield [*clause, -guard]


class Guarded(Cutting):
    """Clauses that require something hold only where a guard does; definitions always do."""

    _guard: Literal | None = None
    requires = False

    def guard(self, constraints: Iterable[Constraint]) -> Literal:
        """A new literal, under which every one of `constraints` is required."""
        guard, before = self.new(), len(self.checks)
        self._guard = guard
        try:
            self.post(constraints)
        finally:
            self._guard = None
            self.checks[before:] = [partial(_under, guard, one) for one in self.checks[before:]]
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
        self.guards = [self.guard(unit) for unit in units]
        """The literal under which each unit is required."""
        self.once, self.models = False, 0
        """True while a model may break a constraint over a graph, which is then cut for later;
        and the number of models so far."""
        self._place = {guard: place for place, guard in enumerate(self.guards)}

    def guard(self, constraints: Iterable[Constraint]) -> Literal:
        """A new literal, under which every one of `constraints` is required. Raises: Unsupported.

        They are over the variables of the model itself.
        """
        return self._translation.guard(constraints)

    def core(self, chosen: Collection[int]) -> set[int] | None:
        """Some of the units `chosen` that cannot hold together; None if all of them can."""
        core = self.refuted(self.guards[place] for place in chosen)
        return None if core is None else {self._place[literal] for literal in core}

    def solution(self) -> dict[str, int]:
        """The values with which the units held that were last found to hold together."""
        model = self._native.get_model()
        return {
            name: next(v for v, literal in term.items() if model[literal - 1] > 0)
            for name, term in self.terms.items()
        }

    @property
    def terms(self) -> Mapping[str, Term]:
        """The literal that each variable, by its name, has for each of its values."""
        return {variable.name: term for variable, term in self._translation.variables.items()}

    def literals(self, assumed: Iterable[Literal]) -> Sequence[Literal] | None:
        """Every literal as it is where those `assumed` hold, in order; None if they cannot."""
        firm = list(assumed)
        while has_model(self._native, firm, self._control):
            self.models += 1
            model = cast(Sequence[Literal], self._native.get_model())
            if not self._translation.cut(model) or self.once:
                return model
        return None

    def implied(self, assumed: Iterable[Literal]) -> set[Literal]:
        """Literals that follow from those `assumed`, clause by clause; there may be others."""
        return set(self._native.propagate([*assumed])[1])

    def prefer(self, literals: Iterable[Literal]) -> None:
        """Have models in which these hold tried first."""
        self._native.set_phases([*literals])

    def denial(self, literals: Iterable[Literal]) -> Literal:
        """A new literal, under which these do not all hold."""
        guard = self._translation.new()
        self._native.add_clause([-guard, *(-literal for literal in literals)])
        return guard

    def refuted(self, assumed: Iterable[Literal]) -> set[Literal] | None:
        """Some of the literals `assumed` that cannot hold together; None if all of them can."""
        return None if self.literals(assumed) is not None else set(self._native.get_core() or ())

    def close(self) -> None:
        """Give back what the solver holds."""
        self._native.delete()


class Clauses:
    """The clauses of a model, with a literal for each value of each of its variables.

    Other literals help to state constraints, and may have several values in one solution: a count
    is over `shown` alone.
    """

    def __init__(self, model: Model, control: Control) -> None:
        """Raises: Unsupported, also for an objective or a projection; Stopped, by `control`."""
        if model.objective is not None or model.projection:
            raise Unsupported("clauses have all solutions; leave the objective or projection out")
        plain, self.decode = without_labels(model)
        self.clauses: list[list[Literal]] = []
        translation = Translation(self, plain, control)
        translation.post(plain.constraints)
        self.last: int = translation.last
        """The greatest number of a literal."""
        self.terms: dict[str, Term] = {v.name: t for v, t in translation.variables.items()}

    def add_clause(self, literals: Iterable[Literal]) -> None:
        """Take a clause of the translation."""
        self.clauses.append(list(literals))

    @property
    def shown(self) -> list[int]:
        """The numbers of the literals of values, by which solutions differ."""
        return sorted({abs(one) for term in self.terms.values() for one in term.values()} | {1})

    def dimacs(self, blocked: Iterable[list[Literal]]) -> str:
        """The clauses, those that exclude solutions, and what literals mean, as a file."""
        some = list(blocked)
        lines = [
            f"c {literal} means {name} = {self.decode({name: value})[name]}"
            for name, term in self.terms.items()
            for value, literal in term.items()
        ]
        lines.append(f"p cnf {self.last} {len(self.clauses) + len(some)}")
        lines += [_line(clause) for clause in self.clauses]
        lines.append(f"c {len(some)} solutions, each excluded by a clause")
        return "".join(f"{line}\n" for line in [*lines, *map(_line, some)])


def _line(clause: Iterable[Literal]) -> str:
    return " ".join(map(str, [*clause, 0]))


@dataclass(frozen=True)
class NoFurther:
    """A proof in clauses that a model has some solutions and no others."""

    number: int
    """The number of solutions."""
    cnf: str
    """The clauses of the model, and one for each solution that excludes it, in DIMACS."""
    drat: str
    """Clauses that follow, one by one, the last of them empty: a DRAT proof."""


def no_further(model: Model, control: Control) -> NoFurther:
    """A proof by Glucose that nothing satisfies the clauses of `model` but its solutions.

    Raises: Unsupported, Stopped by `control`, ImportError without python-sat.
    """
    library: Any = import_module("pysat.solvers")
    clauses = Clauses(model, control)
    judge, blocked = Judge(model), list[list[Literal]]()
    native = library.Glucose4(bootstrap_with=clauses.clauses, with_proof=True)
    try:
        while has_model(native, [], control):
            held = set(native.get_model())
            chosen = {
                name: next((value, one) for value, one in term.items() if one in held)
                for name, term in clauses.terms.items()
            }
            values = clauses.decode({name: value for name, (value, _) in chosen.items()})
            if judge.violations(values):
                raise RuntimeError(f"the clauses allow {values}, which is no solution")
            blocked.append([-one for _, one in chosen.values()])
            native.add_clause(blocked[-1])
        return NoFurther(
            len(blocked), clauses.dimacs(blocked), "\n".join(native.get_proof()) + "\n"
        )
    finally:
        native.delete()


def is_installed() -> bool:
    """True if pyganak can be imported."""
    return find_spec("pyganak") is not None


def counted_by_ganak(model: Model, control: Control) -> int:
    """The number of solutions by ganak, projected on the values of variables, in a process.

    Raises: Unsupported, Stopped by `control`, SolverUnavailable without pyganak, SolverFailed.
    """
    if not is_installed():
        raise SolverUnavailable(f"pyganak is not installed; {pip_install('ganak')}")
    clauses = Clauses(model, control)
    with tempfile.TemporaryFile("w+") as given:
        json.dump([clauses.last, clauses.clauses, clauses.shown], given)
        given.seek(0)
        words = [sys.executable, "-P", "-c", _PROGRAM]
        with subprocess.Popen(words, stdin=given, stdout=subprocess.PIPE, text=True) as run:
            try:
                said = _said(run, control)
            finally:
                run.kill()
    *_, number = ["", *said.split()]
    if run.returncode or not number.isdigit():
        raise SolverFailed(f"ganak ended with {run.returncode}, and its last words are {number!r}")
    return int(number)


def _said(run: subprocess.Popen[str], control: Control) -> str:
    while True:
        with suppress(subprocess.TimeoutExpired):
            return run.communicate(timeout=0.1)[0]
        control.check()


_PROGRAM = """
import json, sys
from pyganak import Counter
sys.set_int_max_str_digits(0)
last, clauses, shown = json.load(sys.stdin)
counter = Counter()
counter.new_vars(last)
counter.add_clauses(clauses)
counter.set_sampling_set(shown)
print(flush=True)
print(counter.count())
"""
