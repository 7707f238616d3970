"""A model as clauses (DIMACS; with an objective, weighted ones), or pseudo-Boolean (OPB).

Each value that a variable may take is a literal, and comments say which. Other literals are
auxiliary, and several assignments of theirs may stand for one solution: `p show` names what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace

from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...solvers.harness.adapting.literals import Aim, Literal, Term, costs
from ...solvers.harness.contract import Control
from ...solvers.sat.translation import Translation
from .preparing import Prepared, in_one_line

Factors = list[tuple[int, Literal]]


def two_valued(variable: Variable, new: Callable[[], Literal]) -> Term:
    """The literals of a variable of two values, which are one and its opposite; else empty."""
    if len(variable.domain) != 2:
        return {}
    literal = new()
    return {int(variable.domain[0]): -literal, int(variable.domain[1]): literal}


class _Clauses(Translation):
    """Clauses, in which one literal stands for a variable of two values."""

    def declared(self, variable: Variable) -> Term:
        return two_valued(variable, self.new) or super().declared(variable)


class _Linear(_Clauses):
    """The same, but for sums, which are linear inequalities."""

    def require_at_most(self, terms: Sequence[Term], bound: int) -> None:
        factors = [(-cost, literal) for literal, cost in costs(terms)]
        self.native.add_linear(factors, sum(map(min, terms)) - bound)


class _Posted:
    """The inequalities that the literals of a model keep, and the cost of each."""

    def __init__(self, model: Model, language: str, kind: type[Translation]) -> None:
        """Raises: Unsupported."""
        self.prepared = Prepared(model, language)
        self.rows: list[tuple[Factors, int]] = []
        """Factors of literals, and the least that those add up to which hold."""
        goal = self.prepared.goal
        aim = None if goal is None else Aim(self.prepared.model, goal)
        posted = self.prepared.model if aim is None else aim.model
        self._translation = kind(
            SimpleNamespace(add_clause=self._add_clause, add_linear=self._add_linear),
            posted,
            Control(),
        )
        self._translation.post(posted.constraints)
        self.costs = [] if aim is None else costs(aim.terms(self._translation))

    def _add_clause(self, literals: Sequence[Literal]) -> None:
        self._add_linear([(1, literal) for literal in dict.fromkeys(literals)], 1)

    def _add_linear(self, factors: Factors, least: int) -> None:
        self.rows.append((factors, least))

    @property
    def last(self) -> int:
        """The greatest literal."""
        return self._translation.last

    def remarks(self) -> Iterator[str]:
        """The meaning of each literal of a declared variable, and those that are shown."""
        yield from self.prepared.remarks({})
        found = {v.name: term for v, term in self._translation.variables.items()}
        shown: list[Literal] = []
        for variable in self.prepared.shown:
            term = found[variable.name]
            values = {n: in_one_line(str(self.prepared.value(variable, n))) for n in term}
            for code, literal in term.items():
                if literal > 0:
                    other = "".join(f", else {values[n]}" for n, one in term.items() if one < 0)
                    yield f"{literal} is {in_one_line(variable.name)} = {values[code]}{other}"
                    shown.append(literal)
        if self.prepared.goal is not None:
            best = "least" if self.prepared.goal.sign > 0 else "greatest"
            yield f"the least cost is that of the {best} value"
        yield f"p show {' '.join(map(str, [*shown, 0]))}"


def dimacs(model: Model) -> str:
    """`model` as DIMACS; with an objective as WCNF, in the format of 2022. Raises: Unsupported."""
    posted = _Posted(model, "DIMACS", _Clauses)
    lines = [f"c {remark}" for remark in posted.remarks()]
    hard = "" if posted.prepared.goal is None else "h "
    if not hard:
        lines.append(f"p cnf {posted.last} {len(posted.rows)}")
    lines += [
        hard + " ".join([*(str(literal) for _, literal in clause), "0"])
        for clause, _ in posted.rows
    ]
    lines += [f"{cost} {-literal} 0" for literal, cost in posted.costs]
    return "\n".join([*lines, ""])


def opb(model: Model) -> str:
    """`model` as OPB, in which literal 7 is `x7` and -7 is `~x7`. Raises: Unsupported."""
    posted = _Posted(model, "OPB", _Linear)
    lines = [f"* #variable= {posted.last} #constraint= {len(posted.rows)}"]
    lines += [f"* {remark}" for remark in posted.remarks()]
    if posted.prepared.goal is not None:
        lines.append(f"min: {_sum([(cost, literal) for literal, cost in posted.costs])} ;")
    lines += [f"{_sum(factors)} >= {least} ;" for factors, least in posted.rows]
    return "\n".join([*lines, ""])


def _sum(factors: Factors) -> str:
    return " ".join(f"{factor:+d} {'~' * (one < 0)}x{abs(one)}" for factor, one in factors)
