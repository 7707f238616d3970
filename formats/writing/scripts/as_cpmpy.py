"""A model as a script of CPMpy, which prints its solutions; imported, it offers `model`."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from ....models.language.constraints import NEGATED, RELATIONS, Constraint
from ....models.language.expressions import Variable
from ....models.language.global_constraints.circuit import Circuit
from ....models.language.global_constraints.count import Count
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.inverse import Inverse
from ....models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from ....models.language.global_constraints.regular import Regular
from ....models.language.global_constraints.table import Allowed
from ....models.language.late_dataclasses import replace
from ....models.language.model import Model
from ....solvers.cpmpy.translation import Translation, known_to
from ....solvers.harness.adapting.bounded import BoundedTranslator, Term
from ....solvers.harness.adapting.natives import Native, Natives, required
from ....solvers.harness.adapting.recording import Recording, plain
from ..graph_constraints import CIRCUITS, OVER_GRAPHS, Graph, edges_of, list_said
from ..group_arrays import Array
from ..preparing import Nested, Prepared, are_tasks, by_rule
from ..python_layout import DATA, laid_out, literal
from ..restated import pattern_of
from .python_arrays import CONSTRAINT, PythonArrays
from .python_functions import CPMPY, are_many, script_of

Terms = Sequence[Term]
_MOST_ROWS = 2**16
"""Of as many rows those are listed that an automaton accepts."""
_FUNCTIONS = {
    **CPMPY,
    "is_accepted": """
def is_accepted(line, moves, start, accepting):
    ends = [after for _, _, after in moves]
    state = cp.intvar(min(ends), max(ends), shape=len(line))
    steps = zip([start, *state], line, state)
    rules = [cp.Table(step, moves) for step in steps]
    return [*rules, cp.InDomain(state[-1], accepting)]
""",
}
"""The functions that a script may call."""


def _is_listed(one: Regular) -> bool:
    """True if the rows that an automaton accepts are few, and a pattern says them."""
    return len(one.symbols) ** len(one.terms) <= _MOST_ROWS and pattern_of(one) != ""


class _Script(Nested, Translation):
    """Expressions of CPMpy's, with the texts that make them, over the items of arrays."""

    natives = Natives(
        *Translation.natives.values(),
        replace(Translation.natives[Allowed], post=lambda on, one, terms: on.allowed(terms, one)),
        *OVER_GRAPHS,
        *CIRCUITS[1:],
        required(NoOverlap2D, lambda on, *boxes: on.apart(*boxes), are_many),
        Native(
            Regular,
            lambda on, one, terms: (on.table if _is_listed(one) else on.accepted)(terms, one),
            lambda one, ends: _is_listed(one) or Translation.natives[Regular].when(one, ends),
        ),
    )

    def __init__(self, arrays: PythonArrays, model: Model, grouped: Model) -> None:
        """`grouped` is the model with its groups and labels."""
        self.arrays = arrays
        self.recording = Recording(_named, arrays.taken)
        self.cpmpy: Any = self.recording.spoken(importlib.import_module("cpmpy"), "cp")
        self._functions: dict[str, Any] = {"cp": plain(self.cpmpy), "combinations": combinations}
        exec("".join(_FUNCTIONS.values()), self._functions)
        self._items: dict[str, tuple[Any, int, int]] = {}
        """Of each text the item, and the ends of its domain."""
        self._compared: dict[int, tuple[Any, Term, str, Term]] = {}
        self._opposites: dict[int, tuple[Any, Any]] = {}
        self.declarations: list[str] = []
        """The lines that declare variables."""
        names = {code: f"{DATA}{name}{DATA}" for code, name in arrays.labels.items()}
        self._codes = {code: self.recording.spoken(code, name) for code, name in names.items()}
        self._labelled = set[int]()
        """The names of codes, and the items that take such."""
        for group in grouped.groups:
            array = arrays.by_group.get(group.name)
            for variables in [group.variables] if array else [(one,) for one in group.variables]:
                labelled = any(one.labelled for one in variables)
                coded = [model.by_name[one.name] for one in variables]
                self._declare(array, coded, labelled=labelled)
                items = [self._items[arrays.text[one.name]][0] for one in coded]
                self._labelled |= {*map(id, items)} if labelled else set()
        super().__init__(arrays.text, model, lambda: None, "", self.cpmpy)
        self.taken |= arrays.taken

    def lines(self) -> list[str]:
        """The lines that were added since this was asked for, if ever."""
        lines, self.recording.lines = self.recording.lines, []
        return lines

    # ------------------------------------------------------------------------ declarations

    def _declare(
        self, array: Array | None, variables: Sequence[Variable], *, labelled: bool
    ) -> None:
        """Variables over the same values, as an array if they are of one."""
        low = min(int(one.domain[0]) for one in variables)
        high = max(int(one.domain[-1]) for one in variables)
        texts = [self.arrays.text[one.name] for one in variables]
        is_boolean = (low, high) == (0, 1) and not labelled
        kind, ends = ("boolvar", []) if is_boolean else ("intvar", [low, high])
        make = getattr(plain(self.cpmpy), kind)
        if array is not None and self.arrays.is_array(array):
            shape = tuple(map(len, array.axes))
            natives = make(*ends, shape=shape, name=array.name).flatten().tolist()
            said = literal(shape if len(shape) > 1 or shape == (1,) else shape[0])
            given = [*map(str, ends), f"shape={said}" if ends else said]
            line = f'{array.name} = cp.{kind}({", ".join(given)}, name="{array.name}")'
        elif array is not None:
            natives = [make(*ends, name=text) for text in texts]
            given = [*map(str, ends), f'name=f"{array.name}[{{{{}}}}]"']
            line = self.arrays.made(array, f"cp.{kind}({', '.join(given)})")
        else:
            natives = [make(*ends, name=texts[0])]
            given = [*map(str, ends), f'name="{texts[0]}"']
            line = f"{texts[0]} = cp.{kind}({', '.join(given)})"
        self.declarations.append(line)
        for text, native in zip(texts, natives, strict=True):
            self._items[text] = self.recording.spoken(native, text), low, high

    def interval(self, low: int, high: int) -> Any:
        if not self._next:
            return super().interval(low, high)
        item, first, last = self._items[self.fresh("n")]
        if low == high and first < last:
            self.add(item == low)
        else:
            if low > first:
                self.add(item >= low)
            if high < last:
                self.add(item <= high)
        return item

    def among(self, values: list[int]) -> Any:
        """A variable over `values`; of few between these, it is none."""
        low, high = values[0], values[-1]
        if high - low + 1 >= 2 * len(values):
            return super().among(values)
        item = self.interval(low, high)
        for value in sorted({*range(low, high + 1)}.difference(values)):
            self.add(item != value)
        return item

    # ------------------------------------------------------------------------------- terms

    def weighted(self, natives: list[Any], coefficients: list[int], constant: int) -> Any:
        if len(natives) > 2 or {*coefficients} == {-1}:
            found = super().weighted(natives, coefficients, 0)
        else:
            parts = zip(coefficients, natives, strict=True)
            first, *rest = sorted(parts, key=lambda part: part[0] < 0)
            found = first[1] if first[0] == 1 else first[0] * first[1]
            for factor, native in rest:
                part = native if abs(factor) == 1 else abs(factor) * native
                found = found + part if factor > 0 else found - part
        return found + constant if constant > 0 else found - -constant if constant else found

    def multiplied(self, left: Term, right: Term) -> Any:
        return left.native * right.native

    def divided(self, by: str, dividend: Term, divisor: Term) -> Any | None:
        """A remainder by its operator, which needs an expression."""
        if by == "mod" and not dividend.is_fixed and not _is_truth(dividend.native):
            return dividend.native % divisor.native
        return super().divided(by, dividend, divisor)

    def item(self, natives: list[Any], index: Any) -> Any:
        return super().item(natives, self._index(index))

    def given(self, constraint: Constraint, terms: Sequence[Term]) -> list[Any]:
        given = super().given(constraint, terms)
        if isinstance(constraint, Count):
            several = slice(len(constraint.terms), -1)
            given[several] = [self._side(one, terms[0]) for one in terms[several]]
        of_places = isinstance(constraint, Circuit | Inverse)
        return [*map(self._index, given)] if of_places else given

    def is_native(self, constraint: Constraint) -> bool:
        """True for an automaton too, which tables say, as CPMpy's own is wrong, and for tasks.

        Of these one solver finds what overlaps, which is not the one that a script asks.
        """
        is_of_tasks = isinstance(constraint, Cumulative | NoOverlap) and are_tasks(constraint)
        if isinstance(constraint, Regular) or is_of_tasks:
            return BoundedTranslator.is_native(self, constraint)
        return super().is_native(constraint)

    def allowed(self, terms: Sequence[Term], one: Allowed) -> Any:
        """The table of the rows that are allowed, or the domain that a term has."""
        said = self.arrays.rows(one.rows, [id(term.native) in self._labelled for term in terms])
        rows = [[*map(int, row)] for row in one.rows]
        given = self.given(one, terms)
        if len(given) == 1:
            values = [value for (value,) in rows]
            listed = self.recording.spoken(values, f"{DATA}{said}{DATA}")
            return self.cpmpy.InDomain(given[0], listed)
        return self.cpmpy.Table(given, self.recording.spoken(rows, said))

    def table(self, terms: Sequence[Term], one: Regular) -> Any:
        """The table of the rows that an automaton accepts."""
        every, pattern = product(sorted(one.symbols), repeat=len(terms)), pattern_of(one)
        rows = [[*map(int, row)] for row in every if one.holds(row)]
        said = self.recording.spoken(rows, f'rows({len(terms)}, "{pattern}")')
        return self.cpmpy.Table(self.given(one, terms), said)

    def accepted(self, terms: Sequence[Term], one: Regular) -> None:
        """Require that an automaton accepts the terms."""
        function = self.recording.spoken(self._functions["is_accepted"], "is_accepted")
        moves = [(before, int(symbol), after) for before, symbol, after in one.transitions]
        listed = self.recording.spoken(moves, literal(moves))
        line = self._list([term.native for term in terms])
        self.add(function(line, listed, one.start, [*one.accepting]))

    def word(self, word: str, chosen: list[Any], edges: Graph, *given: Any, **more: Any) -> None:
        """Require a constraint over a graph."""
        name = f"{'are' if word == 'regions' else 'is'}_{word}"
        function = self.recording.spoken(self._functions[name], name)
        listed = self.recording.spoken(edges, DATA + edges_of(self.arrays, edges) + DATA)
        rest = [self._list(one) if isinstance(one, list) else one for one in given]
        named = {name: self._list(several) for name, several in more.items()}
        self.add(function(self._list(chosen), listed, *rest, **named))

    def circuit(self, successors: Sequence[Term], *, partial: bool) -> None:
        """Require that the successors that are others form one tour."""
        function = self.recording.spoken(self._functions["is_subcircuit"], "is_subcircuit")
        self.add(function(self._list([self._index(term.native) for term in successors])))

    def apart(self, x: Terms, y: Terms, widths: Terms, heights: Terms) -> None:
        """Require that no two boxes overlap."""
        function = self.recording.spoken(self._functions["are_apart"], "are_apart")
        given = ([term.native for term in terms] for terms in (x, widths, y, heights))
        self.add(function(*map(self._list, given)))

    def _list(self, natives: list[Any]) -> Any:
        return self.recording.spoken(plain(natives), list_said(self.arrays, [*map(repr, natives)]))

    def _index(self, native: Any) -> Any:
        """An integer, as CPMpy takes no Boolean for a place."""
        return super().zero_or_one(native) if _is_truth(native) else native

    def zero_or_one(self, truth: Any) -> Any:
        return truth

    # ------------------------------------------------------------------------------ truths

    def named_truth(self, constraint: Any) -> Any:
        return Translation.reified(self, constraint)

    def relation(self, left: Term, relation: str, right: Term) -> Any:
        for one, other in ((left, right), (right, left)):
            settled = relation in ("==", "!=") and other.is_fixed and other.low in (0, 1)
            if settled and _is_truth(one.native):
                holds = (other.low == 1) == (relation == "==")
                return one.native if holds else self.opposite(one.native)
        sides = [self._side(left, right), self._side(right, left)]
        found = RELATIONS[relation](*sides)
        self._compared[id(found)] = found, left, relation, right
        return found

    def _side(self, term: Term, other: Term) -> Any:
        named = term.is_fixed and id(other.native) in self._labelled
        return self._codes.get(term.low, term.native) if named else term.native

    def opposite(self, truth: Any) -> Any:
        if id(truth) in self._opposites:
            return self._opposites[id(truth)][1]
        if id(truth) in self._compared:
            _, left, relation, right = self._compared[id(truth)]
            found = self.relation(left, NEGATED[relation], right)
        else:
            found = ~truth
        self._opposites[id(found)] = found, truth
        return found

    def disjunction(self, truths: list[Any]) -> Any:
        first, *rest = truths
        if len(rest) == 1 and id(first) in self._opposites:
            return self._opposites[id(first)][1].implies(rest[0])
        return super().disjunction(truths)

    def add(self, constraint: Any) -> None:
        plain(self.native).add([plain(constraint)])
        self.recording.lines.append(CONSTRAINT + repr(constraint))


def _named(native: Any) -> str | None:
    is_variable = hasattr(native, "lb") and not hasattr(native, "_bv")
    return str(native.name) if is_variable else None


def _is_truth(native: Any) -> bool:
    is_bool = getattr(plain(native), "is_bool", None)
    return is_bool is not None and bool(is_bool())


# --------------------------------------------------------------------------------- the whole text


def text(model: Model) -> str:
    """`model` as a script. Raises: Unsupported; ImportError where CPMpy is missing."""
    prepared = Prepared(model, "CPMpy", windows=True)
    posted, goal = prepared.inlined()
    arrays = PythonArrays(model, prepared, _FUNCTIONS, numpy=True)
    script = _Script(arrays, posted, model)
    body = arrays.statements([("", script.lines())])
    rules = ((label, script.lines()) for label in by_rule(model, posted, script.post))
    body += arrays.statements(rules)
    if goal is not None:
        aim = script.term_of(goal).native
        body += arrays.statements([("", script.lines())])
        body.append(laid_out(arrays.tidied(f"model.{prepared.sense}({aim!r})")))
    if script.impossible:
        body.append("model += cp.BoolVal(False)")
    natives = [term.native for term in script.variables.values()]
    used = known_to(plain(script.native))
    if left_out := [one for one in natives if plain(one).name not in used]:
        body.append("# CPMpy leaves out what no constraint mentions")
        body += [f"model += {one!r} >= {plain(one).lb}" for one in left_out]
    declared = [*script.declarations, *arrays.short.unpacked(body)]
    main = ["model = cp.Model()", *body]
    last = _end(prepared, model, arrays)
    parts = (declared, main, last)
    return script_of(prepared, arrays, "import cpmpy as cp", *parts, further=_FUNCTIONS)


def _end(prepared: Prepared, model: Model, arrays: PythonArrays) -> list[str]:
    """The lines that solve the model and print what is found."""
    shown = arrays.shown(model, prepared)
    if prepared.goal is not None:
        return [
            laid_out(shown, before="shown = "),
            "# else presolve may lose the best where values are forbidden in pairs",
            'if model.solve("ortools", keep_symmetry_in_presolve=True):',
            "    print(*(one.value() for one in shown))",
        ]
    if model.projection:
        return [
            laid_out(shown, before="shown = "),
            "found = set()",
            "model.solveAll(display=lambda: found.add(str([one.value() for one in shown])))",
            'print(*sorted(found), sep="\\n")',
            'print("solutions:", len(found))',
        ]
    shown = shown[1:-1] if re.fullmatch(r"\[\w+\]", shown) else shown
    return [laid_out(f'print("solutions:", model.solveAll(display={shown}))')]
