"""A model as a script of CP-SAT in OR-Tools, which prints its solutions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent, indent
from typing import Any, NamedTuple

from ....models.language.constraints import MIRRORED, NEGATED
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from ....models.language.global_constraints.regular import Regular
from ....models.language.model import Model
from ....solvers.harness.adapting.bounded import Term
from ....solvers.harness.adapting.natives import Natives, required
from ..brackets import bare
from ..families import LETTERS
from ..graph_constraints import CIRCUITS, OVER_GRAPHS, Graph, arguments, list_said
from ..loop_names import squares_of
from ..preparing import Prepared, are_tasks
from ..python_layout import DATA, WIDTH, laid_out, literal
from ..restated import pattern_of
from .python_arrays import PythonArrays, Script
from .python_functions import CP_SAT, CP_SAT_IN_SHORT, VALUES, script_of

_AUTOMATON = "add_automaton"
_AUTOMATA = (f"{_AUTOMATON}(", "add_pattern(")
"""The constraints under which CP-SAT may find a solution more than once."""


class _Compared(NamedTuple):
    """A linear constraint of two sides."""

    left: str
    relation: str
    right: str

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


class _Joined(NamedTuple):
    """All, or some, of several truths."""

    kind: str
    truths: tuple[Any, ...]


class _Value(NamedTuple):
    """A value that a function of `VALUES` makes, with its arguments."""

    name: str
    given: str


class _Script(Script):
    """Expressions as texts; what is not linear, and truths, are calls that make variables."""

    name = "ortools"
    largest = 2**60
    natives = Natives(
        *Script.natives.values(),
        *OVER_GRAPHS,
        *CIRCUITS,
        required(
            Cumulative,
            lambda on, starts, durations, *more: on.scheduled(
                "cumulative", [(starts, durations)], *more
            ),
            are_tasks,
        ),
        required(NoOverlap, lambda on, *axis: on.scheduled("no_overlap", [axis]), are_tasks),
        required(
            NoOverlap2D,
            lambda on, x, y, widths, heights: on.scheduled(
                "no_overlap_2d", [(x, widths), (y, heights)]
            ),
            are_tasks,
        ),
    )

    def __init__(self, arrays: PythonArrays, model: Model, *, in_short: bool) -> None:
        """With `in_short`, a comparison has a literal without its opposite beside it."""
        self.arrays, self._in_short = arrays, in_short
        self._makes: dict[str, str] = {}
        """The call that makes each declared variable, with braces for its name."""
        self._values: dict[str, _Value] = {}
        """The value that each text makes."""
        self.booleans: set[str] = set()
        """The terms that are literals."""
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
        if not isinstance(expression, _Value) or low == high:
            return super().kept(expression, low, high)
        self.refuse_large(low, high)
        text = f"{expression.name}({low}, {high}, {expression.given})"
        if len(text) > self.longest or (self._at is not None and self._uses[self._at] > 1):
            return Term(self._called("n", text), low, high)
        self._values[text] = expression
        return Term(text, low, high)

    def multiplied(self, left: Term, right: Term) -> _Value:
        factors = ", ".join(map(self._factors, (left, right)))
        return _Value("product_of", f"[{factors}]")

    def _factors(self, term: Term) -> str:
        """The factors of a product, or the term itself."""
        name, given = self._values.get(term.native, _Value("", ""))
        return given[1:-1] if name == "product_of" else bare(term.native)

    def distance(self, native: str) -> _Value:
        return _Value("distance_of", bare(native))

    def divided(self, by: str, dividend: Term, divisor: Term) -> _Value:
        name = "quotient_of" if by == "div" else "remainder_of"
        return _Value(name, f"{bare(dividend.native)}, {bare(divisor.native)}")

    def extreme(self, which: str, natives: list[str]) -> _Value:
        return _Value(f"{which}imum_of", f"[{', '.join(map(bare, natives))}]")

    def item(self, natives: list[str], index: str) -> _Value:
        return _Value("item_of", f"{bare(index)}, [{', '.join(map(bare, natives))}]")

    def equate(self, variable: str, expression: str) -> None:
        self._add(f"model.add({variable} == {expression})")

    def zero_or_one(self, truth: Any) -> str:
        found = self._literal(truth)
        self.booleans.add(found.removeprefix("~"))
        return f"(1 - {found[1:]})" if found[0] == "~" else found

    # ------------------------------------------------------------------------------ truths

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        """Require a comparison; what equals the value of a function is that itself."""
        for one, other in ((left, right), (right, left)):
            if relation == "==" and one.native in self._values:
                name, given = self._values[one.native]
                said = VALUES[name].format(value=bare(other.native), given=given)
                self._add(f"model.{said}")
                return
        super().require_compared(left, relation, right)

    def relation(self, left: Term, relation: str, right: Term) -> Any:
        for one, other in ((left, right), (right, left)):
            settled = relation in ("==", "!=") and other.is_fixed and other.low in (0, 1)
            if settled and one.native in self.booleans:
                return one.native if (other.low == 1) == (relation == "==") else f"~{one.native}"
        return _Compared(self.side(left, right), relation, self.side(right, left))

    def reified(self, constraint: Any) -> Any:
        is_short = len(self._literal(constraint)) <= self.longest
        return constraint if is_short else self.named_truth(constraint)

    def named_truth(self, constraint: Any) -> str:
        return self._called("b", self._literal(constraint))

    def _called(self, letter: str, text: str) -> str:
        """The name, of a letter and a number, that a new line gives to what `text` makes."""
        name = self.fresh(letter)
        self._lines.append(laid_out(self.arrays.tidied(text), before=f"{name} = "))
        return name

    def conjunction(self, truths: list[Any]) -> _Joined:
        return _Joined("all_of", tuple(truths))

    def disjunction(self, truths: list[Any]) -> _Joined:
        return _Joined("some_of", tuple(truths))

    def opposite(self, truth: Any) -> Any:
        match truth:
            case _Compared(left, relation, right):
                return _Compared(left, NEGATED[relation], right)
            case _Joined(kind, truths):
                other = "some_of" if kind == "all_of" else "all_of"
                return _Joined(other, tuple(map(self.opposite, truths)))
            case _:
                return truth[1:] if truth[0] == "~" else f"~{truth}"

    def _literal(self, truth: Any) -> str:
        """A literal that is true exactly where `truth` holds."""
        match truth:
            case _Compared():
                return f"holds({truth}{'' if self._in_short else f', {self.opposite(truth)}'})"
            case _Joined(kind, truths):
                return f"{kind}([{', '.join(map(self._literal, truths))}])"
            case _:
                return str(truth)

    def word(
        self, word: str, chosen: Sequence[str], edges: Graph, *given: Any, **more: Any
    ) -> None:
        """Require a constraint over a graph."""
        self._add(f"add_{word}({arguments(self.arrays, chosen, edges, given, more)})")

    def circuit(self, successors: Sequence[Term], *, partial: bool) -> None:
        """Require that successors form one tour, or if it is `partial` that some of them do."""
        listed = list_said(self.arrays, [term.native for term in successors])
        self._add(f"add_{'sub' * partial}circuit({listed})")

    def add(self, constraint: Any) -> None:
        match constraint:
            case _Compared():
                self._add(self._around_0(constraint) or f"model.add({constraint})")
            case _Joined("all_of", truths):
                for truth in truths:
                    self.add(truth)
            case _Joined():
                some = [*_alternatives(constraint)]
                last = next((one for one in some[::-1] if isinstance(one, _Compared)), None)
                if last is None:
                    self._add(f"model.add_bool_or([{', '.join(map(self._literal, some))}])")
                    return
                where = [self._literal(self.opposite(one)) for one in some if one is not last]
                listed = where[0] if len(where) == 1 else f"[{', '.join(where)}]"
                self._add(f"model.add({last}).only_enforce_if({listed})")
            case _:
                value = 0 if constraint[0] == "~" else 1
                self._add(f"model.add({constraint.removeprefix('~')} == {value})")

    def _around_0(self, compared: _Compared) -> str:
        """The statement that a distance is within a number, or not; else empty."""
        left, relation, right = compared
        for one, sign, number in ((left, relation, right), (right, MIRRORED[relation], left)):
            name, given = self._values.get(one, _Value("", ""))
            most = int(number) - (sign in ("<", ">=")) if number.isdigit() else -1
            if name != "distance_of" or most < 0 or sign == "==":
                continue
            if sign[0] == "<":
                return f"model.add_linear_constraint({given}, {-most}, {most})"
            others = f".from_values([{-most}, {most}])" if sign == "!=" else f"({-most}, {most})"
            said = f"{given}, cp_model.Domain{others}.complement()"
            return f"model.add_linear_expression_in_domain({said})"
        return ""

    def refute(self) -> None:
        self._add("model.add_bool_or([])")

    def require_different(self, terms: Sequence[Term]) -> None:
        listed = ", ".join(bare(term.native) for term in terms)
        self._add(f"model.add_all_different([{listed}])")

    def scheduled(self, word: str, axes: Sequence[Sequence[Any]], *more: Any) -> None:
        """Require a constraint of tasks, or boxes, by starts and sizes along each axis."""

        def said(terms: Sequence[Term]) -> str:
            return f"[{', '.join(bare(one.native) for one in terms)}]"

        given = [f"intervals({said(starts)}, {said(sizes)})" for starts, sizes in axes]
        given += [one.native if isinstance(one, Term) else said(one) for one in more]
        self._add(f"model.add_{word}({', '.join(given)})")

    def allowed(self, terms: Sequence[Term], rows: list[tuple[int, ...]]) -> None:
        """Require that the terms, in order, are one of `rows`."""
        listed = ", ".join(bare(term.native) for term in terms)
        if len(terms) == 1:
            domain = f"cp_model.Domain.from_values({DATA}{self.table(terms, rows)}{DATA})"
            self._add(f"model.add_linear_expression_in_domain({listed}, {domain})")
        else:
            self._add(f"model.add_allowed_assignments([{listed}], {self.table(terms, rows)})")

    def regular(self, terms: Sequence[Term], one: Regular) -> None:
        """Require that an automaton accepts the terms."""
        listed = ", ".join(bare(term.native) for term in terms)
        if pattern := pattern_of(one):
            self._add(f'add_pattern([{listed}], "{pattern}")')
            return
        moves = [*dict.fromkeys((a, int(symbol), b) for a, symbol, b in one.transitions)]
        self._add(
            f"model.{_AUTOMATON}([{listed}], {one.start}, {[*one.accepting]}, {DATA}{moves}{DATA})"
        )


def _alternatives(truth: Any) -> Iterator[Any]:
    """The truths, some of which hold where `truth` does."""
    if isinstance(truth, _Joined) and truth.kind == "some_of":
        for one in truth.truths:
            yield from _alternatives(one)
    else:
        yield truth


# --------------------------------------------------------------------------------- the whole text

_PRINTER = """\
class Printer(cp_model.CpSolverSolutionCallback):
    {first}

    def on_solution_callback(self):
{printed}"""
_COUNTED = "        self.count += 1"
_NEW = """\
{shown}
        if values in self.seen:
            return
        self.seen.add(values)"""
_OF_SEEN = """\
def __init__(self):
        super().__init__()
        self.seen = set()"""
_PLAINLY = "cp_model.VarArraySolutionPrinter({})"
"""The library's own, which prints all in one line."""
_SHORT = WIDTH - len("printer = ")
_SOLVED = """\
solver = cp_model.CpSolver()
printer = {printer}
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1  # more may lose solutions
status = solver.status_name(solver.solve(model, printer))
print("solutions:", {count}, status)"""
_OF_CIRCUITS = """\
solver.parameters.cp_model_probing_level = 0  # else two arcs may leave a vertex
"""
"""It avoids the fault that docs/faults/ortools_cp_sat_circuit.py shows."""
_BEST = """\
solver = cp_model.CpSolver()
# else presolve may lose the best where values are forbidden in pairs
solver.parameters.keep_symmetry_in_presolve = True
status = solver.status_name(solver.solve(model))
print(status)
if status == "OPTIMAL":
{printed}"""


def _printed(model: Model, prepared: Prepared, arrays: PythonArrays, by: str) -> list[str]:
    """The statements that print a solution: boards by rows, all else beside its names."""
    names = {one.name for one in prepared.shown}
    found: list[str] = []
    for group in model.groups:
        held = [arrays.text[one.name] for one in group.variables if one.name in names]
        array, is_whole = arrays.by_group.get(group.name), len(held) == len(group.variables)
        if array is not None and is_whole and len(array.axes) == 2:
            letters = squares_of(arrays.taken) if array.name in arrays.boards else (*LETTERS[:2],)
            (row, column), (rows, columns) = letters, map(literal, array.axes)
            item = f"{by}.value({array.name}[{row}, {column}])"
            found += [f'        print("{array.name}:")', f"        for {row} in {rows}:"]
            found.append(laid_out(f"print(*({item} for {column} in {columns}))", 12))
        elif held:
            name = array.name if array is not None and is_whole else ", ".join(held)
            listed = _several(arrays.tidied(f"[{', '.join(held)}]"))
            source = f"print({literal(f'{name}:')}, *map({by}.value, {listed}))"
            found.append(laid_out(source, 8))
    found = found[1:] if len(found) == 3 and len(names) > 3 else found
    return [*found, "        print()"] if len(found) != 1 else found


def _several(listed: str) -> str:
    """The items of a list, which may be those of another collection alone."""
    found = re.fullmatch(r"\[\*(\w+(?:\.values\(\))?)\]", listed)
    return found[1] if found else listed


def text(model: Model) -> str:
    """`model` as a script. Raises: Unsupported."""
    found = _text(model, in_short=False)
    return min(found, _text(model, in_short=True), key=len) if "holds(" in found else found


def _text(model: Model, *, in_short: bool) -> str:
    prepared = Prepared(model, "CP-SAT", windows=True, numbers=True)
    posted, goal = prepared.inlined()
    arrays = PythonArrays(model, prepared, ["Printer", "printer"])
    script = _Script(arrays, posted, in_short=in_short)
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
    printed = "\n".join(_printed(model, prepared, arrays, "self" if goal is None else "solver"))
    items = _several(arrays.shown(model, prepared, spread=True))
    plain = _PLAINLY.format(items)
    if goal is not None:
        last = [_BEST.format(printed=indent(dedent(printed), "    "))]
    elif model.projection or any(one in line for line in body for one in _AUTOMATA):
        shown = laid_out(f"tuple(map(self.value, {items}))", 8, "values = ")
        printed = printed.replace(f"*map(self.value, {items})", "*values")
        new = _NEW.format(shown=shown)
        last = [_PRINTER.format(first=_OF_SEEN, printed=f"{new}\n{printed}")]
        last += ["", "", _SOLVED.format(printer="Printer()", count="len(printer.seen)")]
    elif "        for " not in printed and len(plain) <= _SHORT:
        last = [_SOLVED.format(printer=plain, count="printer.solution_count")]
    else:
        last = [_PRINTER.format(first="count = 0", printed=f"{_COUNTED}\n{printed}")]
        last += ["", "", _SOLVED.format(printer="Printer()", count="printer.count")]
    if any(one in line for line in body for one in ("circuit(", "add_loop(")):
        last[-1] = last[-1].replace("\nstatus = ", f"\n{_OF_CIRCUITS}status = ")
    library = "from ortools.sat.python import cp_model"
    if re.search(rf"\b({'|'.join(VALUES)}|add_element|\w+_equality)\(", "\n".join(body)):
        library += "  # 9.15 or later"  # else sums are no arguments of these
    last = ["", *last] if len(last) > 1 else last
    return script_of(
        prepared,
        arrays,
        library,
        first,
        body,
        last,
        further=CP_SAT_IN_SHORT if in_short else CP_SAT,
    )
