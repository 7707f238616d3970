"""A model as clauses (DIMACS; with an objective, weighted ones), pseudo-Boolean (OPB), or clingo's.

Each value that a variable may take is a literal, and comments say which, in clingo's rules. Other
literals are auxiliary, and several assignments of theirs may stand for one solution: `p show` and
`#show` name what counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

from ...models.language.model import Model
from ...solvers.clingo import translation as clingo
from ...solvers.harness.adapting.literals import Aim, Literal, Term, costs
from ...solvers.harness.contract import Control, Unsupported
from ...solvers.sat.translation import Translation
from .preparing import Prepared, in_one_line

Factors = list[tuple[int, Literal]]


class _Linear(Translation):
    """Clauses, but for sums, which are linear inequalities."""

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
            for code, literal in found[variable.name].items():
                value = in_one_line(str(self.prepared.value(variable, code)))
                yield f"{literal} is {in_one_line(variable.name)} = {value}"
                shown.append(literal)
        if self.prepared.goal is not None:
            best = "least" if self.prepared.goal.sign > 0 else "greatest"
            yield f"the least cost is that of the {best} value"
        yield f"p show {' '.join(map(str, [*shown, 0]))}"


def dimacs(model: Model) -> str:
    """`model` as DIMACS; with an objective as WCNF, in the format of 2022. Raises: Unsupported."""
    posted = _Posted(model, "DIMACS", Translation)
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


# -------------------------------------------------------------------------------------- clingo


def clingo_text(model: Model) -> str:
    """`model` as a ground program for clingo, which shows `value(NAME,VALUE)` of each variable.

    Raises: Unsupported.
    """
    prepared = Prepared(model, "clingo")
    aim = None if prepared.goal is None else Aim(prepared.model, prepared.goal)
    posted = prepared.model if aim is None else aim.model
    rules = clingo.Rules()
    translation = clingo.Translation(rules, posted, Control())
    translation.post(posted.constraints)
    weights = [] if aim is None else costs(aim.terms(translation))
    terms = {variable.name: term for variable, term in translation.variables.items()}

    def shown() -> Iterator[str]:
        for variable in prepared.shown:
            for code, literal in terms[variable.name].items():
                value = prepared.value(variable, code)
                if isinstance(value, int) and abs(value) > clingo.LARGEST:
                    raise Unsupported(f"clingo has no number {value}, to show {variable.name}")
                plain = _quoted(value) if isinstance(value, str) else value
                yield f"value({_quoted(variable.name)},{plain}) :- {clingo.text_of(literal, {})}."

    lines = [f"% {remark}" for remark in prepared.remarks({})]
    lines.append("% clingo --project=show --warn=no-atom-undefined 0 FILE finds all solutions")
    lines += [rule.text({}) for rule in rules.noted]
    lines += shown()
    lines.append("#show value/2.")
    if aim is not None:
        parts = (f"{cost},{n}: {clingo.text_of(one, {})}" for n, (one, cost) in enumerate(weights))
        lines.append(f"#minimize {{{'; '.join(parts)}}}.")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    """`text` as clingo's, which has signs for three characters alone."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'
