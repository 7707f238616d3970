"""A model as clauses (DIMACS; with an objective, weighted ones), pseudo-Boolean (OPB) or SMT-LIB.

In the first two each value that a variable may take is a literal, and comments say which. Other
literals are auxiliary, and several assignments of theirs may stand for one solution: `p show` names
what counts. SMT-LIB 2 is with linear integer arithmetic, an objective as Z3 reads it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...solvers.harness.adapting.literals import Aim, Literal, Term, costs
from ...solvers.harness.contract import Control
from ...solvers.sat.translation import Translation
from ...solvers.z3 import translation as z3
from .preparing import Named, Prepared, identifiers, in_one_line

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


# ------------------------------------------------------------------------------------ SMT-LIB

_SMT = """
abs and as assert bool declare-fun define-fun distinct div exists false forall int is_int ite
let match maximize minimize mod not or par real select store to_int to_real true xor implies
iff if
"""


class _SmtLib(Named, z3.Translation):
    """The assertions, with the names of the model."""


def smt_text(model: Model) -> str:
    """`model` as SMT-LIB. Raises: Unsupported; ImportError where Z3 is missing, which writes it."""
    prepared = Prepared(model, "SMT-LIB")
    library: Any = importlib.import_module("z3")
    named = identifiers({name: name for name in prepared.model.by_name}, _SMT.split())
    translation = _SmtLib(named, library, prepared.model, Control())
    translation.post(prepared.model.constraints)
    natives = {variable.name: str(term.native) for variable, term in translation.variables.items()}
    shown = {variable.name: natives[variable.name] for variable in prepared.shown}
    lines = [f"; {remark}" for remark in prepared.remarks(shown)]
    if shown:
        lines.append(f"; a solution is what the values of these are: {' '.join(shown.values())}")
    lines.append(translation.native.sexpr().strip())
    if prepared.goal is not None:
        lines.append(f"({prepared.sense} {natives[str(prepared.goal.expression)]})")
    lines.append("(check-sat)")
    if shown:
        lines.append(f"(get-value ({' '.join(shown.values())}))")
    return "\n".join([*lines, ""])
