"""A model as a script of CP-SAT in OR-Tools, which prints its solutions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...models.language.constraints import NEGATED
from ...models.language.expressions import Expression
from ...models.language.global_constraints.regular import Regular
from ...models.language.model import Model
from ...models.language.nodes import topological
from ...solvers.harness.adapting.bounded import Term
from ...solvers.harness.adapting.natives import Natives
from .brackets import bare
from .graph_constraints import (
    CIRCUITS,
    CP_SAT,
    OVER_GRAPHS,
    Graph,
    edges_said,
    list_said,
    truths_of_graphs,
)
from .preparing import Prepared
from .python_arrays import PythonArrays, Script, pattern_of, script_of
from .python_layout import DATA, laid_out, literal

_AUTOMATON = "add_automaton"
_AUTOMATA = (f"{_AUTOMATON}(", "add_pattern(")
"""The constraints under which CP-SAT may find a solution more than once."""


class _Posted(NamedTuple):
    """A linear constraint that a literal may enforce, as a statement, and its opposite."""

    text: str
    opposite: str


class _Joined(NamedTuple):
    """All, or some, of several truths."""

    kind: str
    truths: tuple[Any, ...]


class _Function(NamedTuple):
    """A value that CP-SAT has as the constraint of this name, with its arguments."""

    name: str
    arguments: str


class _Script(Script):
    """Linear expressions as texts; what is not linear, and truths, are variables."""

    name = "ortools"
    largest = 2**60
    natives = Natives(*Script.natives.values(), *OVER_GRAPHS, *CIRCUITS)

    def __init__(self, arrays: PythonArrays, model: Model, goal: Expression | None) -> None:
        self.arrays = arrays
        self._of_goal = {*topological([] if goal is None else [goal])}
        self._makes: dict[str, str] = {}
        """The call that makes each declared variable, with braces for its name."""
        self._literals: dict[int, tuple[Any, str]] = {}
        self._by_text: dict[str, str] = {}
        """The literal of each statement that has one."""
        self._opposite: dict[int, tuple[Any, Any]] = {}
        self.booleans: set[str] = set()
        self._once: set[str] = set()
        """The values of functions that are used once."""
        self._of_graphs = truths_of_graphs(model)
        super().__init__(arrays.text, model, lambda: None)
        self.taken |= arrays.taken
        self.booleans |= {t.native for t in self.variables.values() if t[1:] == (0, 1)}

    # ------------------------------------------------------------------------ declarations

    def interval(self, low: int, high: int) -> str:
        is_boolean = (low, high) == (0, 1)
        return self._made(
            "model.new_bool_var({})" if is_boolean else f"model.new_int_var({low}, {high}, {{}})"
        )

    def among(self, values: list[int]) -> str:
        domain = f"cp_model.Domain.from_values({values})"
        return self._made(f"model.new_int_var_from_domain({domain}, {{}})")

    def _made(self, make: str) -> str:
        is_declared, name = bool(self._next), self.fresh("n")
        if is_declared:
            self._makes[name] = make
        else:
            self._lines.append(f"{name} = {make.format(literal(name))}")
        return name

    def declarations(self, model: Model) -> Iterator[str]:
        """The lines that declare the variables of the model, by its groups."""
        for group in model.groups:
            names = [self.arrays.text[one.name] for one in group.variables]
            makes = [self._makes[name] for name in names]
            array = self.arrays.by_group.get(group.name)
            if array is None:
                pairs = zip(names, makes, strict=True)
                yield from (f"{name} = {make.format(literal(name))}" for name, make in pairs)
            elif len({*makes}) == 1:
                template = makes[0].format(f'f"{array.name}[{{{{}}}}]"')
                yield self.arrays.made(array, template)
            else:
                called = [literal(name.replace('"', "'")) for name in names]
                items = [make.format(one) for make, one in zip(makes, called, strict=True)]
                yield self.arrays.listed_out(array, items)

    # ------------------------------------------------------------------------------- terms

    def kept(self, expression: Any, low: int, high: int) -> Term:
        if not isinstance(expression, _Function):
            return super().kept(expression, low, high)
        term = self.new(low, high)
        if self._at is not None and self._uses[self._at] < 2 and self._at not in self._of_goal:
            self._once.add(term.native)
        if expression.name == "element":
            self._add(f"model.add_element({expression.arguments}, {term.native})")
        else:
            self._add(
                f"model.add_{expression.name}_equality({term.native}, {expression.arguments})"
            )
        return term

    def multiplied(self, left: Term, right: Term) -> _Function:
        return _Function("multiplication", f"[{bare(left.native)}, {bare(right.native)}]")

    def distance(self, native: str) -> _Function:
        return _Function("abs", bare(native))

    def divided(self, by: str, dividend: Term, divisor: Term) -> _Function:
        given = [bare(term.native) for term in (dividend, divisor)]
        return _Function("division" if by == "div" else "modulo", ", ".join(given))

    def extreme(self, which: str, natives: list[str]) -> _Function:
        return _Function(which, f"[{', '.join(map(bare, natives))}]")

    def item(self, natives: list[str], index: str) -> _Function:
        items = ", ".join(map(bare, natives))
        return _Function("element", f"{bare(index)}, [{items}]")

    def equate(self, variable: str, expression: str) -> None:
        self._add(f"model.add({variable} == {expression})")

    def zero_or_one(self, truth: Any) -> str:
        if self._at in self._of_graphs:
            return self._inside(truth)
        found = self._literal(truth)
        return f"(1 - {found[1:]})" if found[0] == "~" else found

    # ------------------------------------------------------------------------------ truths

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        """Require a comparison; the value of a function that equals another is that itself."""
        for one, other in ((left, right), (right, left)):
            is_new = "".join(self._lines[-2:-1]).startswith(f"{one.native} = ")
            if relation == "==" and one.native in self._once and is_new:
                *self._lines, _, line = self._lines
                parts = re.split(rf"\b{one.native}\b", line)
                self._lines.append(bare(other.native).join(parts))
                return
        super().require_compared(left, relation, right)

    def relation(self, left: Term, relation: str, right: Term) -> Any:
        for one, other in ((left, right), (right, left)):
            settled = relation in ("==", "!=") and other.is_fixed and other.low in (0, 1)
            if settled and one.native in self.booleans:
                return one.native if (other.low == 1) == (relation == "==") else f"~{one.native}"
        x, y = self.side(left, right), self.side(right, left)
        return _Posted(f"model.add({x} {relation} {y})", f"model.add({x} {NEGATED[relation]} {y})")

    def reified(self, constraint: Any) -> Any:
        return constraint

    def named_truth(self, constraint: Any) -> Any:
        raise AssertionError("a truth is named where a literal is needed")

    def conjunction(self, truths: list[Any]) -> _Joined:
        return _Joined("and", tuple(truths))

    def disjunction(self, truths: list[Any]) -> _Joined:
        return _Joined("or", tuple(truths))

    def opposite(self, truth: Any) -> Any:
        match truth:
            case str():
                return truth[1:] if truth[0] == "~" else f"~{truth}"
            case _ if id(truth) in self._literals:
                return self.opposite(self._literals[id(truth)][1])
            case _ if id(truth) in self._opposite:
                return self._opposite[id(truth)][1]
            case _Posted(text, opposite):
                found: Any = _Posted(opposite, text)
            case _Joined(kind, truths):
                parts = tuple(map(self.opposite, truths))
                found = _Joined("or" if kind == "and" else "and", parts)
            case _:
                raise AssertionError(f"no truth: {truth!r}")
        self._opposite[id(truth)] = truth, found
        return found

    def _literal(self, truth: Any) -> str:
        """A literal that is true exactly where `truth` holds."""
        if isinstance(truth, str):
            return truth
        if isinstance(truth, _Joined) and truth.kind == "or":
            return str(self.opposite(self._literal(self.opposite(truth))))
        if id(truth) in self._literals:
            return self._literals[id(truth)][1]
        holds = truth
        if isinstance(truth, _Joined):
            all_of = [*map(self._literal, truth.truths)]
            some_of = ", ".join(map(self.opposite, all_of))
            opposite = f"model.add_bool_or([{some_of}])"
            holds = _Posted(f"model.add_bool_and([{', '.join(all_of)}])", opposite)
        if holds.text not in self._by_text:
            name = self.fresh("b")
            self._lines.append(f"{name} = model.new_bool_var({literal(name)})")
            self._add(f"{holds.text}.only_enforce_if({name})")
            self._add(f"{holds.opposite}.only_enforce_if(~{name})")
            self._by_text |= {holds.text: name, holds.opposite: f"~{name}"}
        self._literals[id(truth)] = truth, self._by_text[holds.text]
        return self._by_text[holds.text]

    def _inside(self, truth: Any) -> str:
        """The 0/1 term of a truth that is written where it is used."""
        match truth:
            case _Posted(text, opposite) if text not in self._by_text:
                return f"holds({text[10:-1]}, {opposite[10:-1]})"
            case _Joined("or", truths):
                return f"some_of([{', '.join(map(self._inside, truths))}])"
            case _Joined(_, truths):
                return f"all_of([{', '.join(map(self._inside, truths))}])"
            case _:
                found = self._literal(truth)
                return f"(1 - {found[1:]})" if found[0] == "~" else found

    def word(
        self, word: str, chosen: Sequence[str], edges: Graph, *given: Any, **more: Any
    ) -> None:
        """Require a constraint over a graph."""
        arrays = self.arrays
        listed = [list_said(arrays, chosen), DATA + edges_said(edges) + DATA]
        listed += [list_said(arrays, one) if isinstance(one, list) else str(one) for one in given]
        listed += [f"{name}={list_said(arrays, several)}" for name, several in more.items()]
        self._add(f"add_{word}({', '.join(listed)})")

    def circuit(self, successors: Sequence[Term], *, partial: bool) -> None:
        """Require that successors form one tour, or if it is `partial` that some of them do."""
        listed = list_said(self.arrays, [term.native for term in successors])
        self._add(f"add_circuit({listed}{', partial=True' * partial})")

    def add(self, constraint: Any) -> None:
        match constraint:
            case str():
                value = 0 if constraint[0] == "~" else 1
                self._add(f"model.add({constraint.removeprefix('~')} == {value})")
            case _Posted(text):
                self._add(text)
            case _Joined("and", truths):
                for truth in truths:
                    self.add(truth)
            case _Joined(_, truths):
                *others, last = truths
                if isinstance(last, _Posted) and last.text not in self._by_text:
                    where = [self.opposite(self._literal(one)) for one in others]
                    listed = where[0] if len(where) == 1 else f"[{', '.join(where)}]"
                    self._add(f"{last.text}.only_enforce_if({listed})")
                else:
                    self._add(f"model.add_bool_or([{', '.join(map(self._literal, truths))}])")
            case _:
                raise AssertionError(f"no constraint: {constraint!r}")

    def refute(self) -> None:
        self._add("model.add_bool_or([])")

    def require_different(self, terms: Sequence[Term]) -> None:
        listed = ", ".join(bare(term.native) for term in terms)
        self._add(f"model.add_all_different([{listed}])")

    def allowed(self, terms: Sequence[Term], rows: list[tuple[int, ...]]) -> None:
        """Require that the terms, in order, are one of `rows`."""
        listed = ", ".join(bare(term.native) for term in terms)
        if len(terms) == 1:
            domain = f"cp_model.Domain.from_values({self.table(terms, rows)})"
            self._add(f"model.add_linear_expression_in_domain({listed}, {domain})")
        else:
            self._add(f"model.add_allowed_assignments([{listed}], {self.table(terms, rows)})")

    def regular(self, terms: Sequence[Term], one: Regular) -> None:
        """Require that an automaton accepts the terms."""
        listed = ", ".join(bare(term.native) for term in terms)
        if pattern := pattern_of(one):
            self._add(f'add_pattern([{listed}], "{pattern}")')
            return
        moves = [(before, int(symbol), after) for before, symbol, after in one.transitions]
        self._add(
            f"model.{_AUTOMATON}([{listed}], {one.start}, {[*one.accepting]}, {DATA}{moves}{DATA})"
        )


# --------------------------------------------------------------------------------- the whole text

_SOLVED = """\
class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = {found}

    def on_solution_callback(self):
        self.found.{add}(tuple(self.value(one) for one in shown))


if __name__ == "__main__":
    solver, collector = cp_model.CpSolver(), Collector()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1  # more may lose solutions
    status = solver.status_name(solver.solve(model, collector))
    print(*collector.found, sep="\\n")
    print(len(collector.found), "solutions:", status)"""
_OF_CIRCUITS = """\
    solver.parameters.cp_model_probing_level = 0  # else two arcs may leave a vertex
"""
"""It avoids the fault that docs/faults/ortools_cp_sat_circuit.py shows."""
_BEST = """\
if __name__ == "__main__":
    solver = cp_model.CpSolver()
    status = solver.status_name(solver.solve(model))
    print([solver.value(one) for one in shown] if status == "OPTIMAL" else status)"""


def text(model: Model) -> str:
    """`model` as a script. Raises: Unsupported."""
    prepared = Prepared(model, "CP-SAT")
    posted, goal = prepared.inlined()
    arrays = PythonArrays(model, prepared)
    script = _Script(arrays, posted, goal)
    body = script.rules(model, posted)
    if goal is not None:
        aim = bare(script.term_of(goal).native)
        body += arrays.statements([("", script.lines())])
        body.append(laid_out(arrays.tidied(f"model.{prepared.sense}({aim})")))
    first = [
        "model = cp_model.CpModel()",
        *script.declarations(model),
        *arrays.short.unpacked(body),
    ]
    shown = laid_out(arrays.shown(model, prepared, spread=True), before="shown = ")
    repeats = model.projection or any(one in line for line in body for one in _AUTOMATA)
    found, add = ("set()", "add") if repeats else ("[]", "append")
    last = _SOLVED.format(found=found, add=add) if goal is None else _BEST
    if any(one in line for line in body for one in ("add_circuit(", "add_loop(")):
        last = last.replace("    status =", f"{_OF_CIRCUITS}    status =")
    library = "from ortools.sat.python import cp_model  # 9.15 or later"
    parts = (first, body, [shown], ["", last])
    return script_of(prepared, arrays, library, *parts, further=CP_SAT)
