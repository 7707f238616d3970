"""A model as clauses (DIMACS; with an objective, weighted ones), pseudo-Boolean (OPB), or clingo's.

Each value that a variable may take is a literal, and comments say which, in clingo's rules. Other
literals are auxiliary, and several assignments of theirs may stand for one solution: `p show` and
`#show` name what counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...solvers.clingo import translation as clingo
from ...solvers.harness.adapting.literals import Aim, Literal, Term, costs
from ...solvers.harness.contract import Control, Unsupported
from ...solvers.sat.translation import Translation
from .brackets import at_top
from .group_arrays import by_rule, keys_of
from .preparing import Prepared, identifiers, in_one_line, renamed

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


# -------------------------------------------------------------------------------------- clingo


class _Program(clingo.Translation):
    """Rules, in which one atom stands for a variable of 0 and 1."""

    def __init__(self, labelled: Container[str], program: Any, model: Model) -> None:
        """The values of the variables that are `labelled` are no numbers."""
        self._labelled = labelled
        super().__init__(program, model, Control())

    def declared(self, variable: Variable) -> Term:
        is_truth = [*variable.domain] == [0, 1] and variable.name not in self._labelled
        return two_valued(variable, self._free) if is_truth else super().declared(variable)

    def _free(self) -> Literal:
        literal = self.new()
        self._backend.add_rule([literal], [], choice=True)
        return literal


def clingo_text(model: Model) -> str:
    """`model` as a ground program for clingo: `cell(1,2,5)` of groups by keys, and values.

    Of a variable of 0 and 1 the atom says that it is 1, as in `queen(1,2)`.
    Raises: Unsupported.
    """
    prepared = Prepared(model, "clingo")
    aim = None if prepared.goal is None else Aim(prepared.model, prepared.goal)
    posted = prepared.model if aim is None else aim.model
    rules = clingo.Rules()
    program = _Program(prepared.labelled, rules, posted)
    labels = by_rule(model, posted, program.post)
    parts = [("", len(rules.noted)), *((label, len(rules.noted)) for label in labels)]
    weights = [] if aim is None else costs(aim.terms(program))
    terms = {variable.name: term for variable, term in program.variables.items()}
    names = _predicates(model)
    several = atoms_of(model, prepared, terms, names)
    atoms = {literal: atom for one in several.values() for literal, atom in one.items()}
    lines = [f"% {remark}" for remark in prepared.head()]
    lines += renamed({new: old for old, new in names.items()}, "% ")
    lines.append("% clingo --project=show --warn=no-atom-undefined 0 FILE finds all solutions")
    start = 0
    for label, end in [*parts, ("", len(rules.noted))]:
        lines += [f"% {in_one_line(label)}"] if label and start < end else []
        lines += _in_lines(rules.noted[start:end], atoms)
        start = end
    if aim is not None:
        several_costs = enumerate(weights)
        parted = (f"{cost},{n}: {clingo.text_of(one, atoms)}" for n, (one, cost) in several_costs)
        lines.append(f"#minimize {{{'; '.join(parted)}}}.")
    shown = {one.name for one in prepared.shown}
    hidden = [atom for name, one in several.items() if name not in shown for atom in one.values()]
    wanted = [atom for name, one in several.items() if name in shown for atom in one.values()]
    if {*map(_signature, hidden)}.isdisjoint(map(_signature, wanted)):
        lines += [f"#show {one}." for one in dict.fromkeys(map(_signature, wanted))] or ["#show."]
    else:
        lines += ["#show.", *(f"#show {atom} : {atom}." for atom in wanted)]
    return "\n".join([*lines, ""])


def _in_lines(rules: Sequence[clingo.Rule], atoms: Mapping[Literal, str]) -> Iterator[str]:
    """The rules as texts; the choice of one value of a variable as one rule."""
    left = list(rules)
    while left:
        rule = left.pop(0)
        beside = [*map(abs, left[0].body)] if len(left) > 1 else []
        if rule.choice and beside == [*rule.head] and [*left[1].body] == [*rule.head]:
            del left[:2]
            yield f"1 {rule.text(atoms)[:-1]} 1."
        else:
            yield rule.text(atoms)


def _signature(atom: str) -> str:
    """The name of an atom, and the number of its arguments."""
    name, bracket, inside = atom.partition("(")
    inner = re.sub(r'"(?:[^"\\]|\\.)*"', '""', inside[:-1])
    commas = sum(inner[place] == "," for place in at_top(inner))
    return f"{name}/{commas + 1 if bracket else 0}"


def _predicates(model: Model) -> dict[str, str]:
    """A predicate for each group."""
    lowered = {one.name: one.name[:1].lower() + one.name[1:] for one in model.groups}
    wanted = {name: re.sub(r"^(a\d*)$", r"\1_v", plain) for name, plain in lowered.items()}
    return identifiers(wanted, ["not"])


def atoms_of(
    model: Model, prepared: Prepared, terms: Mapping[str, Term], names: Mapping[str, str]
) -> dict[str, dict[Literal, str]]:
    """For each variable the atoms of its literals, in which none is negative.

    Raises: Unsupported for a number that clingo does not have.
    """
    found: dict[str, dict[Literal, str]] = {}
    for group in model.groups:
        keys = keys_of(group) or [()] * len(group.variables)
        for variable, key in zip(group.variables, keys, strict=True):
            term, name = terms[variable.name], names[group.name]
            is_truth = min(term.values()) < 0
            found[variable.name] = {
                literal: _atom(
                    name, [*key, *([] if is_truth else [prepared.value(variable, code)])]
                )
                for code, literal in term.items()
                if literal > 0
            }
    return found


def _atom(name: str, arguments: Sequence[int | str]) -> str:
    for one in arguments:
        if isinstance(one, int) and abs(one) > clingo.LARGEST:
            raise Unsupported(f"clingo has no number {one}, to show {name}")
    listed = ",".join(_quoted(one) if isinstance(one, str) else str(one) for one in arguments)
    return f"{name}({listed})" if arguments else name


def _quoted(text: str) -> str:
    """`text` as clingo's, which has signs for three characters alone."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'
