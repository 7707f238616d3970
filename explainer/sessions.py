"""A model to which givens and rules are added and taken away, its answers kept up to date.

It is loaded into one SAT solver. A rule's clauses hold only where its guard does, a literal, and a
given is a literal: both are assumed as long as they are there. Solutions are kept, and so is for
each value that cannot be what it was refuted by, so that after a change little is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..models.language.constraints import Constraint
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.nodes import Node, Program, describe, rebuild
from ..models.language.phrases import did_you_mean, listed
from ..models.language.solution import Solution
from ..models.language.viewpoints.labels import without_labels
from ..solvers.harness.contract import Control, Disagreement, Incomplete, Stopped
from ..solvers.harness.registry import solver_named
from .oracles import SAT, Question, shrunk
from .possible_values import Asking, Candidates, bits_in

_MOST_KEPT, _MOST_CORES = 2_000, 4
"""The most solutions, and refutations of a value, that are kept."""


@dataclass(frozen=True, eq=False)
class Added:
    """A given, or rules, added to a session; what to `remove` it by."""

    words: str
    constraints: tuple[Constraint, ...]
    literal: int
    """What is assumed as long as it is there."""

    def __str__(self) -> str:
        return self.words


def live(model: Model, *, time_limit: float | None = None) -> Live:
    """A session on `model`: givens and rules are added and taken away, and its answers follow.

    The time limit is for each question, in seconds. Raises: ModelError for an objective, which
    every rule might change; SolverUnavailable without python-sat; Unsupported for what clauses
    cannot say; Incomplete where loading the model took too long.
    """
    return Live(model, time_limit)


class Live(Asking):
    """A model, and what is added to it; each question is about all of it as it is now."""

    def __init__(self, model: Model, time_limit: float | None = None) -> None:
        if model.objective is not None:
            raise ModelError(
                f"{model.name} has an objective, and each rule may change the best value;"
                " take model.without_objective(), or ask candidates(model)"
            )
        solver_named(SAT).load()
        self._question, self._time_limit = Question(model, [], model.constraints), time_limit
        self._control = Control()
        with self._asked("the model was not loaded"):
            self._search = self._question.guarded(self._control)
        super().__init__(model)
        literals = {
            (name, self._question.value(name, code)): literal
            for name, term in self._search.terms.items()
            for code, literal in term.items()
        }
        self._literals = [literals[one] for one in self.values]
        self._held: dict[Added, Callable[[int], bool]] = {}
        """What is added, each with a test of solutions."""
        self._loaded: dict[tuple[Constraint, ...], tuple[int, Callable[[int], bool]]] = {}
        self._found: dict[int, None] = {}
        self._fitting: list[int] = []
        self._cores: dict[int, list[frozenset[int]]] = {}
        self._denials: dict[int, int] = {}

    # ------------------------------------------------------------------- what is added

    @property
    def added(self) -> tuple[Added, ...]:
        """All that is added, in this order."""
        return tuple(self._held)

    def given(self, variable: Variable | str, value: Any) -> Added:
        """Let a variable have a value. Raises: ModelError where it never can."""
        name = variable.name if isinstance(variable, Variable) else variable
        if name not in self.of:
            known = did_you_mean(name, self.of, "it has")
            raise ModelError(f"{self.model.name} has no variable {name!r}; {known}")
        bit = next((bit for bit in bits_in(self.of[name]) if self.values[bit][1] == value), None)
        if bit is None:
            raise ModelError(f"{name} can never be {value!r}: it is not in its domain")
        given = (self.model.by_name[name] == self.values[bit][1],)
        added = Added(f"{name} = {self.values[bit][1]}", given, self._literals[bit])
        return self._add(added, lambda solution: bool(solution >> bit & 1))

    def add(self, item: object) -> Added:
        """Add a rule, a constraint, or several, to be taken away as one.

        Raises: ModelError for what is none, or has other variables; Unsupported for what clauses
        cannot say; Incomplete. All of them leave the session as it was.
        """
        model = self.model.rewritten(self.model.groups, []) + item
        if len(model.groups) > len(self.model.groups) or not model.constraints:
            raise ModelError("a session takes rules over the variables of its model; name some")
        key = model.constraints
        if key not in self._loaded:
            with self._asked("the rule was not loaded"):
                self._loaded[key] = self._search.guard(self._coded(model)), _Test(self, key)
        words = listed(list(dict.fromkeys(one.label for one in model.rules)))
        literal, test = self._loaded[key]
        return self._add(Added(words, key, literal), test)

    def _coded(self, model: Model) -> list[Any]:
        """The constraints of a rule over integers alone, on the variables that are loaded."""
        coded, own = without_labels(model)[0], self._question.coded.by_name

        def change(node: Node, _: Node) -> Node | None:
            return own[node.name] if isinstance(node, Variable) else None

        return rebuild(coded.constraints, change)

    def _add(self, added: Added, test: Callable[[int], bool]) -> Added:
        self._held[added] = test
        self._fitting = list(filter(test, self._fitting))
        return added

    def remove(self, added: Added) -> None:
        """Take away what was added. Raises: ModelError where it is not there."""
        if added not in self._held:
            raise ModelError(f"{added} is not there to be taken away")
        self._hold({one: test for one, test in self._held.items() if one is not added})

    @contextmanager
    def trying(self) -> Iterator[Live]:
        """Whatever is added or taken away inside is undone at the end."""
        before = dict(self._held)
        try:
            yield self
        finally:
            self._hold(before)

    def _hold(self, held: dict[Added, Callable[[int], bool]]) -> None:
        self._held = held
        self._fitting = [one for one in self._found if all(test(one) for test in held.values())]

    # ----------------------------------------------------------------------- questions

    def solution(self) -> Solution | None:
        """A solution, which was judged; None if there is none. Raises: Incomplete."""
        with self._asked("no solution was found"):
            found = self._fitting[-1] if self._fitting else self.ask()
        return None if found is None else self._shown(found)

    def is_unique(self) -> bool:
        """True if there is one solution alone. Raises: Incomplete."""
        with self._asked("it is not known if there is another solution"):
            found = self._fitting[0] if self._fitting else self.ask()
            if found is None:
                return False
            first = found & self.every
            if any(one & self.every != first for one in self._fitting):
                return False
            if first not in self._denials:
                denied = (self._literals[bit] for bit in bits_in(first))
                self._denials[first] = self._search.denial(denied)
            return self._solution([self._denials[first]]) is None

    def candidates(self, *, together: bool = False) -> Candidates:
        """The values that each variable has in some solution, and with `together` those that always
        go together; those that are not known in time are named.
        """
        with self._asked(""):
            return Candidates.asked(self, together=together)

    def conflict(self) -> tuple[Added, ...] | None:
        """What is added and cannot hold together, while any of it less can; None if all can.

        Nothing where the model has no solution by itself. Raises: Incomplete.
        """
        held = self.added
        place = {one.literal: number for number, one in enumerate(held)}

        def core(chosen: Collection[int]) -> set[int] | None:
            if self._search.literals(held[number].literal for number in chosen) is not None:
                return None
            return {place[literal] for literal in self._search.refuting()}

        with self._asked("no conflict was found"):
            if self._fitting or self.ask() is not None:
                return None
            cannot = {place[literal] for literal in self._search.refuting()}
            return tuple(held[number] for number in sorted(shrunk(core, cannot)))

    # ------------------------------------------------------------------------- solving

    def prefer(self, values: int) -> None:
        self._search.prefer(self._literals[bit] for bit in bits_in(values))

    def known(self) -> Sequence[int]:
        return self._fitting

    def refuted(self) -> int:
        held = {one.literal for one in self._held}
        found = (bit for bit, cores in self._cores.items() if any(core <= held for core in cores))
        return sum(1 << bit for bit in found)

    def ask(self, *facts: int) -> int | None:
        signed = ((fact > 0, self._literals[abs(fact) - 1]) for fact in facts)
        asked = [literal if holds else -literal for holds, literal in signed]
        found = self._solution(asked)
        if found is None and len(asked) == 1 and asked[0] > 0:
            cores = self._cores.setdefault(facts[0] - 1, [])
            cores.append(frozenset(self._search.refuting() - {*asked}))
            del cores[:-_MOST_CORES]
        return found

    def _solution(self, asked: Sequence[int]) -> int | None:
        """A solution under these literals and all that is added, judged and kept."""
        model = self._search.literals([*(one.literal for one in self._held), *asked])
        if model is None:
            return None
        found = sum(1 << bit for bit, one in enumerate(self._literals) if model[one - 1] > 0)
        broken = self._question.broken(self.assignment(found))
        wrong = [
            *map(describe, broken),
            *(str(x) for x, test in self._held.items() if not test(found)),
        ]
        if wrong:
            raise Disagreement(
                f"{SAT} is wrong: it shows a solution that breaks {wrong[0]}", self._shown(found)
            )
        if found not in self._found:
            self._found[found] = None
            self._fitting.append(found)
        while len(self._found) > _MOST_KEPT:
            del self._found[next(iter(self._found))]
        return found

    def _shown(self, found: int) -> Solution:
        return self.shown.solution(self.assignment(found))

    @contextmanager
    def _asked(self, unknown: str) -> Iterator[None]:
        """A question that takes the time it may. Raises: Incomplete, with `unknown`."""
        control, limit = self._control, self._time_limit
        ends = None if limit is None else control.elapsed() + limit
        control.options = replace(control.options, time_limit=ends)
        control.resume()
        try:
            yield
        except Stopped:
            raise Incomplete(f"{unknown} in time; give a longer time limit", None) from None
        finally:
            control.pause()

    # ------------------------------------------------------------------------- closing

    def close(self) -> None:
        """Give back what the solver holds."""
        self._search.close()

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Test:
    """Says of a solution if it keeps constraints, and remembers it."""

    def __init__(self, session: Live, constraints: tuple[Constraint, ...]) -> None:
        self._session, self._program = session, Program(constraints)
        self._seen: dict[int, bool] = {}

    def __call__(self, solution: int) -> bool:
        if solution not in self._seen:
            self._seen[solution] = all(self._program.run(self._session.assignment(solution)))
        return self._seen[solution]
