"""`candidates`: the values that variables have in some solution; `live`: the same as rules change.

A value is asked for: "is there a solution with x = v?", by one SAT solver that keeps what it has
learnt, and each solution that is found crosses off all of its values. Values are the bits of a
number, so that a solution is the number with the bits of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from typing import Any

from ..models.language.check import as_model
from ..models.language.constraints import Constraint, fixed_values
from ..models.language.drawing.as_text import draw_values
from ..models.language.drawing.candidates import candidate_values
from ..models.language.drawing.notebook import HTML, PLAIN
from ..models.language.drawing.svg import draw_svg_values
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.nodes import Node, Program, describe, rebuild
from ..models.language.phrases import did_you_mean, escaped, grouped, listed, printable
from ..models.language.solution import Solution
from ..models.language.viewpoints.labels import without_labels
from ..solvers import marginals
from ..solvers.harness.contract import (
    Control,
    Disagreement,
    Incomplete,
    SolverUnavailable,
    Stopped,
    Unsupported,
)
from ..solvers.harness.options import Options
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.independent_parts import LEAST_TIME
from ..solvers.harness.running.optimising import settled
from .deductions import literals_in as bits_in
from .oracles import SAT, Question, shrunk_literals
from .stepwise import Fact

Counts = Mapping[str, Mapping[Any, int]]
"""By variable the number of solutions with each value that some solution has."""
MOST_SAID = 12
"""The most values of a kind that are said in words."""
AT_FIRST, COUNTING, TOGETHER = 1.0, 3.0, 10.0
"""The most seconds of counting before values are asked for; where no time limit is given, of
counting after that, and of looking for what goes together where all was counted."""
_MOST_KEPT = 2_000
"""The most solutions that are kept."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """The values of each variable in some solution, and what they have to do with each other."""

    model: Model
    """The model; of one with a projection, what is projected."""
    values: Mapping[str, tuple[Any, ...]]
    """By variable the values that it has in some solution, in order of the domain."""
    undecided: Mapping[str, tuple[Any, ...]]
    """By variable the values of which it is not known in time; none where all is known."""
    together: tuple[tuple[Fact, ...], ...] | None
    """Sets of values, of which each solution has all or none; None where they are not known.

    Left out are values that all solutions have, and of variables with two values the set of the
    first ones where the second ones are together, which says the same."""
    counts: Counts | None = None
    """None where they are not known."""

    @property
    def same(self) -> dict[str, Any]:
        """The variables that have one value in all solutions, each with that value."""
        left = self.undecided
        return {n: x[0] for n, x in self.values.items() if len(x) == 1 and n not in left}

    @property
    def total(self) -> int | None:
        """The number of solutions, where it is known."""
        return sum(next(iter(self.counts.values())).values()) if self.counts else None

    @property
    def has_none(self) -> bool:
        """True if it is known that there is no solution, of a model with variables."""
        return bool(self.values) and not self.undecided and not any(self.values.values())

    def drawn(self, marked: Collection[str] = ()) -> dict[str, Any]:
        """For each variable what to draw: its value, or its candidates, some of them marked."""
        numbers = self.counts or {n: dict.fromkeys(found, 0) for n, found in self.values.items()}
        return candidate_values(self.model, numbers, marked, self.undecided)

    def lines(self) -> list[str]:
        """The numbers of solutions, what is the same, goes together, or is not known; in words."""
        if self.has_none or (self.values and len(self.same) == len(self.values)):
            return [f"There is {'no' if self.has_none else 'one'} solution."]
        said, given = list[str](), fixed_values(self.model.constraints)
        for name, value in self.drawn().items():
            numbers = getattr(value, "numbers", {})
            if numbers and (self.counts or "values" in value):
                some = [f"{x} in {grouped(n)}" if n else str(x) for x, n in numbers.items()]
                said.append(f"  {name}: {', '.join(some)}")
        same = [f"{name}={x}" for name, x in self.same.items() if name not in given]
        groups = [[f"{x.name}={x.value}" for x in facts] for facts in self.together or ()]
        left = [f"{name}={x}" for name, several in self.undecided.items() for x in several]
        rest = [f"{grouped(len(groups) - MOST_SAID)} more sets"] if groups[MOST_SAID:] else []
        each = [("All or none", one) for one in [*groups[:MOST_SAID], rest]]
        for words, some in ("Same in all", same), *each, ("Not known", left):
            more = [f"and {grouped(len(some) - MOST_SAID)} more"] if len(some) > MOST_SAID else []
            said += [f"{words}: {', '.join([*some[:MOST_SAID], *more])}"] if some else []
        return said

    def to_json(self) -> dict[str, Any]:
        """All but the counts."""
        together = self.together and [[one.to_json() for one in facts] for facts in self.together]
        found = {"values": self.values, "same": self.same, "undecided": self.undecided}
        return {**found, "together": together}

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The board with the candidates, and what is said of them."""
        values, said = self.drawn(), self.lines()
        html = [draw_svg_values(self.model, values), *(f"<p>{escaped(one)}</p>" for one in said)]
        text = "\n".join([draw_values(self.model, values), *said])
        return {PLAIN: printable(text), HTML: "\n".join(html)}


def candidates(
    model: Model, *, counts: bool = True, together: bool = True, time_limit: float | None = None
) -> Candidates:
    """The values that each variable of `model` has in some solution.

    They are counted where that takes a second at most; else each value is asked for. With
    `together`, also the values that always go together; with `counts`, in how many solutions each
    is, where that is known in the time that is left, or, without a limit, in three seconds more.
    Of a model with an objective they are those of the best solutions, of a projection those of
    what is projected. Values of which it is not known in time are named, and taken neither for
    possible nor for impossible. Raises: Disagreement where a solver is proven wrong.
    """
    control, model = Control(Options(time_limit=time_limit)), as_model(model)
    control.resume()
    shown = _shown(model)
    every = {variable.name: tuple(variable.domain) for variable in shown.variables}
    found = Candidates(shown, dict.fromkeys(every, ()), every, None)

    def left(most: float | None = None) -> float | None:
        times = [max(x, LEAST_TIME) for x in (most, control.remaining()) if x is not None]
        return min(times, default=None)

    def counted(plain: Model, most: float | None) -> Counts | None:
        with suppress(Incomplete, Unsupported):
            return marginals(plain, time_limit=left(most))
        return None

    plain = numbers = None
    with suppress(Incomplete, Unsupported, SolverUnavailable):
        best = settled(model.projecting(), left())[0] if model.objective else model
        plain = best.projecting(*model.projection)
        numbers = counted(plain, AT_FIRST)
        if together or not numbers:
            with Live(plain, left(TOGETHER if numbers else None)) as session:
                found = session._candidates(numbers, together=together)
    if plain and not numbers and (counts or found.undecided):
        numbers = counted(plain, None if time_limit or found.undecided else COUNTING)
    if numbers:
        values = {name: tuple(each) for name, each in numbers.items()}
        if values != found.values and not found.undecided:
            raise Disagreement(f"{SAT} has other values than counted; compare solvers", found)
        found = replace(found, values=values, undecided={}, counts=numbers if counts else None)
    return replace(found, model=shown)


# ------------------------------------------------------------- a model whose rules come and go


@dataclass(frozen=True, eq=False)
class Added:
    """A given, or rules, added to a session, which takes it away by this."""

    words: str
    constraints: tuple[Constraint, ...]
    _literal: int
    """An assumption as long as it is there: a value, or the guard of clauses."""
    _keeps: Callable[[int], bool]
    """Says of a solution if it keeps the constraints."""

    def __str__(self) -> str:
        return self.words


def live(model: Model, *, time_limit: float | None = None) -> Live:
    """A session on `model`: givens and rules are added and taken away, and its answers follow.

    The time limit is for each question, in seconds. Raises: ModelError for an objective, which
    every rule might change; SolverUnavailable without python-sat; Unsupported for what clauses
    cannot say; Incomplete where loading the model took too long.
    """
    return Live(model, time_limit)


class Live(AbstractContextManager["Live"]):
    """A model, and what is added to it; each question is about all of it as it is now.

    It is loaded into a solver once, and so is each rule. Solutions are kept, and so is what the
    solver has learnt, so that after a change little is searched for again.
    """

    def __init__(self, model: Model, time_limit: float | None = None) -> None:
        if model.objective is not None:
            raise ModelError(
                f"{model.name} has an objective, and each rule may change the best value;"
                " take model.without_objective(), or ask candidates(model)"
            )
        solver_named(SAT).load()
        self.model, self._time_limit, self._control = model, time_limit, Control()
        self._closed = False
        self._shown = _shown(model)
        self._question = Question(model, [], model.constraints)
        with self._asking("the model was not loaded"):
            self._search = self._question.guarded(self._control)
        value, terms = self._question.value, self._search.terms
        found = {(n, value(n, code)): x for n, term in terms.items() for code, x in term.items()}
        self._values = [(v.name, value) for v in model.variables for value in v.domain]
        self._literals = [found[one] for one in self._values]
        self._bits = {one: bit for bit, one in enumerate(self._values)}
        self._bits_of_literals = {literal: bit for bit, literal in enumerate(self._literals)}
        self._of = dict.fromkeys(model.by_name, 0)
        for bit, (name, _) in enumerate(self._values):
            self._of[name] |= 1 << bit
        self._every = reduce(or_, (self._of[v.name] for v in self._shown.variables), 0)
        self._added: list[Added] = []
        self._loaded: dict[tuple[Constraint, ...], tuple[int, Callable[[int], bool]]] = {}
        self._found: dict[int, None] = {}
        self._fitting: list[int] = []
        self._denials: dict[int, int] = {}

    @property
    def added(self) -> tuple[Added, ...]:
        """All that is added, in this order."""
        return tuple(self._added)

    def given(self, variable: Variable | str, value: Any) -> Added:
        """Let a variable have a value. Raises: ModelError where it never can."""
        name = variable.name if isinstance(variable, Variable) else variable
        if name not in self._of:
            known = did_you_mean(name, self._of, "it has")
            raise ModelError(f"{self.model.name} has no variable {name!r}; {known}")
        bit = next((bit for bit in bits_in(self._of[name]) if self._values[bit][1] == value), None)
        if bit is None:
            raise ModelError(f"{name} can never be {value!r}: it is not in its domain")
        given = (self.model.by_name[name] == self._values[bit][1],)
        return self._add(
            f"{name} = {value}", given, self._literals[bit], lambda x: x >> bit & 1 > 0
        )

    def add(self, rule: object) -> Added:
        """Add a rule, a constraint, or several, to be taken away as one.

        Raises: ModelError for what is none, or has other variables; Unsupported for what clauses
        cannot say; Incomplete. All of them leave the session as it was.
        """
        model = self.model.rewritten(self.model.groups, []) + rule
        if len(model.groups) > len(self.model.groups) or not model.constraints:
            raise ModelError("a session takes rules over the variables of its model, and no others")
        if model.constraints not in self._loaded:
            with self._asking("the rule was not loaded"):
                guard, program = self._search.guard(self._coded(model)), Program(model.constraints)
            keeps = cache(lambda solution: all(program.run(self._assignment(solution))))
            self._loaded[model.constraints] = guard, keeps
        words = listed([one.label for one in model.rules])
        return self._add(words, model.constraints, *self._loaded[model.constraints])

    def _coded(self, model: Model) -> list[Any]:
        """The constraints of a rule over integers alone, on the variables that are loaded."""
        own = self._question.coded.by_name

        def change(node: Node, _: Node) -> Node | None:
            return own[node.name] if isinstance(node, Variable) else None

        return rebuild(without_labels(model)[0].constraints, change)

    def _add(self, *fields: Any) -> Added:
        self._added = [*self._added, added := Added(*fields)]
        self._fitting = list(filter(added._keeps, self._fitting))
        return added

    def remove(self, added: Added) -> None:
        """Take away what was added. Raises: ModelError where it is not there."""
        if added not in self._added:
            raise ModelError(f"{added} is not there to be taken away")
        self._hold([one for one in self._added if one is not added])

    @contextmanager
    def trying(self) -> Iterator[Live]:
        """Whatever is added or taken away inside is undone at the end."""
        before = self._added
        try:
            yield self
        finally:
            self._hold(before)

    def _hold(self, added: list[Added]) -> None:
        self._added = added
        self._fitting = list(self._found)
        for one in added:
            self._fitting = list(filter(one._keeps, self._fitting))

    # ----------------------------------------------------------------------- questions

    def solution(self) -> Solution | None:
        """A solution, which was judged; None if there is none. Raises: Incomplete."""
        with self._asking("no solution was found"):
            found = self._fitting[-1] if self._fitting else self._ask()
        return None if found is None else self._shown.solution(self._assignment(found))

    def is_unique(self) -> bool:
        """True if there is one solution alone. Raises: Incomplete."""
        with self._asking("it is not known if there is another solution"):
            if not self._fitting and self._ask() is None:
                return False
            first, *others = {one & self._every for one in self._fitting}
            if not others and first not in self._denials:
                denied = (self._literals[bit] for bit in bits_in(first))
                self._denials[first] = self._search.denial(denied)
            return not others and self._ask(self._denials[first]) is None

    def candidates(self, *, together: bool = False) -> Candidates:
        """The values that each variable has in some solution, and with `together` those that always
        go together; those that are not known in time are named.
        """
        return self._candidates(None, together=together)

    def _candidates(self, counts: Counts | None, *, together: bool) -> Candidates:
        """The same; where values are counted, they are not asked for."""
        groups: Any = None
        with self._asking(""):
            if counts:
                some = ((n, x) for n, each in counts.items() for x in each)
                found, maybe = sum(1 << self._bits[one] for one in some), 0
            else:
                found, maybe = self._possible()
            with suppress(Stopped):
                if together and not maybe:
                    several = self._together(found)
                    groups = tuple(tuple(Fact(*x) for x in self._at(one)) for one in several)
        of = {v.name: self._of[v.name] for v in self._shown.variables}
        values = {n: tuple(x for _, x in self._at(found & bits)) for n, bits in of.items()}
        left = {n: tuple(x for _, x in self._at(maybe & b)) for n, b in of.items() if maybe & b}
        return Candidates(self._shown, values, left, groups)

    def conflict(self) -> tuple[Added, ...] | None:
        """The additions that cannot hold together, while any of them less can; None if all can.

        Nothing where the model has no solution by itself. Raises: Incomplete.
        """
        of = {one._literal: one for one in self._added}
        with self._asking("no conflict was found"):
            known = self._fitting or self._ask() is not None
            cannot = None if known else shrunk_literals(self._search, (), [*of])
        return None if cannot is None else tuple(of[literal] for literal in cannot)

    # ------------------------------------------------------------------------- solving

    def _possible(self) -> tuple[int, int]:
        """The values that some solution has, and those of which it is not known in time."""
        out = self._search.implied(one._literal for one in self._added)
        known = sum(1 << bit for bit, literal in enumerate(self._literals) if -literal in out)
        maybe, found, last = self._every & ~known, 0, None
        with suppress(Stopped):
            if not self._fitting and self._ask() is None:
                return 0, 0
            found = reduce(or_, self._fitting)
            while left := maybe & ~found:
                if found != last:
                    self._search.prefer(self._literals[bit] for bit in bits_in(left))
                last, bit = found, (left & -left).bit_length() - 1
                solution = self._ask(self._literals[bit])
                if solution is None:
                    maybe ^= 1 << bit
                found |= solution or 0
        return found & self._every, maybe & ~found

    def _together(self, possible: int) -> list[int]:
        """Sets of the `possible` values, of which each solution has all or none. Raises: Stopped.

        A set that no known solution divides is one if each of its values implies the next, and the
        last one the first.
        """
        several = [possible & of for of in self._of.values() if (possible & of).bit_count() > 1]
        groups, found, implied = [reduce(or_, several, 0)], list[int](), set[tuple[int, int]]()
        for known in [*self._fitting, 0]:
            groups = _divided(groups, known)
        while groups:
            members = [*bits_in(group := groups.pop())]
            for pair in pairwise([*members, members[0]]):
                one, other = (self._literals[bit] for bit in pair)
                if pair not in implied and (solution := self._ask(one, -other)) is not None:
                    groups = _divided([*groups, group], solution)
                    break
                implied.add(pair)
            else:
                found.append(group)
        pairs = [one for one in several if one.bit_count() == 2]
        return sorted((x for x in found if _is_last(x, pairs)), key=lambda group: group & -group)

    def _ask(self, *literals: int) -> int | None:
        """A solution under these and all that is added, judged and kept. Raises: Stopped."""
        model = self._search.literals([*(one._literal for one in self._added), *literals])
        if model is None:
            return None
        bits = self._bits_of_literals
        found = sum(1 << bits[one] for one in bits.keys() & model)
        broken = [*map(describe, self._question.broken(self._assignment(found)))]
        for words in broken or [str(one) for one in self._added if not one._keeps(found)]:
            solution = self.model.solution(self._assignment(found))
            raise Disagreement(f"{SAT} shows a solution that breaks {words}", solution)
        if found not in self._found:
            self._fitting.append(found)
        self._found[found] = None
        if len(self._found) > _MOST_KEPT:
            del self._found[next(iter(self._found))]
        return found

    def _at(self, bits: int) -> list[tuple[str, Any]]:
        return [self._values[bit] for bit in bits_in(bits)]

    def _assignment(self, solution: int) -> dict[str, Any]:
        return dict(self._at(solution))

    @contextmanager
    def _asking(self, unknown: str) -> Iterator[None]:
        """A question that takes the time it may. Raises: Incomplete, with `unknown`."""
        if self._closed:
            raise ModelError("the session is closed; begin another one by live(model)")
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

    def close(self) -> None:
        """Give back what the solver holds."""
        self._closed = True
        self._search.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def _shown(model: Model) -> Model:
    """The model of the variables that make up a solution."""
    return model.projected(model.projection) if model.projection else model


def _divided(groups: Sequence[int], solution: int) -> list[int]:
    """Each group as the values that `solution` has, and the others; those of two or more."""
    parts = (part for group in groups for part in (group & solution, group & ~solution))
    return [part for part in parts if part.bit_count() > 1]


def _is_last(group: int, pairs: Sequence[int]) -> bool:
    """True unless each value of `group` is one of a pair, and the first one the smaller."""
    of = [pair for pair in pairs if pair & group]
    first = next((pair for pair in of if pair & group & -group), 0)
    return len(of) < group.bit_count() or first & group > first & ~group
