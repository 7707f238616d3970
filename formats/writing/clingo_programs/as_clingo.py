"""A model as a program for clingo, in which a rule refutes what a constraint forbids.

A variable is an atom for each of its values, as in `cell(1,2,5)`; one of 0 and 1 is an atom that
says that it is 1. What has no rules of few words is written as the adapter's ground rules.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, cast

from ....models.language.constraints import Constraint
from ....models.language.expressions import Variable
from ....models.language.global_constraints.all_equal import AllEqual
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from ....models.language.global_constraints.precedence import Precedence
from ....models.language.global_constraints.regular import Regular
from ....models.language.model import Model
from ....solvers.clingo import translation as clingo
from ....solvers.harness.adapting.bounded import Term
from ....solvers.harness.adapting.literals import Aim, Literal, costs
from ....solvers.harness.adapting.literals import Term as Literals
from ....solvers.harness.adapting.natives import Native, Natives, required
from ....solvers.harness.contract import Control, Unsupported
from ..as_formulas import two_valued
from ..brackets import at_top, bare
from ..families import Loop, comprehension
from ..preparing import (
    SQUARE,
    Prepared,
    are_tasks,
    identifiers,
    in_one_line,
    keys_of,
    labelled_rules,
    renamed,
)
from ..python_layout import coded, literal, uncoded
from ..scripts.python_arrays import CONSTRAINT
from ..scripts.python_tests import Tests
from ..squares import line_of
from .clingo_graphs import Automata, Graphs, Over
from .clingo_layout import laid_out
from .clingo_predicates import Kind, NotSaid, Predicates, atom_of, is_truth, pooled, quoted
from .clingo_rules import MOST_BODIES, Rule
from .clingo_tasks import MOST_KEYS, Tasks


class _Program(clingo.Translation):
    """Ground rules, in which one atom stands for a variable of 0 and 1."""

    def __init__(self, valued: Container[str], program: Any, model: Model) -> None:
        """Variables that are `valued` have an atom for 0, too."""
        self._valued = valued
        super().__init__(program, model, Control())

    def declared(self, variable: Variable) -> Literals:
        self._within[variable] = variable.bounds(())  # other rules are not of the ends
        if is_truth(variable.domain) and variable.name not in self._valued:
            return two_valued(variable, self.new)
        return super().declared(variable)


_LISTED = re.compile(r"\((\w+)\[[^][]+\],\) in \[\(")
"""That an item of an array has one of listed values."""
_LONGEST = 4_000
"""A longer test is not written as a rule."""
_WIDE = 100
"""The span from which on the values of a sum are too many to be looked at one by one."""


class _Rules(Tests):
    """The constraints of a model as tests of its variables, and these as rules."""

    name = "clingo"
    has_patterns = False
    mark = ""
    natives = Natives(
        *Tests.natives.values(),
        Native(Precedence, lambda on, one, terms: on.in_turn([t.native for t in terms], one)),
        Native(AllEqual, lambda on, one, terms: on.all_equal(terms)),
        required(
            Cumulative,
            lambda on, starts, *sizes: on.tasks("within", [starts], *sizes),
        ),
        required(NoOverlap, lambda on, starts, sizes: on.tasks("apart", [starts], sizes)),
        required(NoOverlap2D, lambda on, x, y, *sizes: on.tasks("apart", [x, y], *sizes)),
    )

    def __init__(self, predicates: Predicates, model: Model, prepared: Prepared) -> None:
        self._predicates = predicates
        self._carried: list[str] = []
        self._bounds: dict[str, tuple[int, list[str]]] = {}
        """The divisor of each remainder, and the rules that bound it."""
        self._implied: list[str] = []
        lines = sum(isinstance(one, Regular) for one in model.constraints)
        self.automata = Automata(predicates, alone=lines == 1)
        self.graphs = Graphs(predicates, model)
        super().__init__(predicates, model)
        self.labels = {code: _label(coded(label)) for code, label in prepared.labels.items()}
        self._given_labels = {code: coded(label) for code, label in prepared.labels.items()}
        self.labelled = {predicates.text[name] for name in prepared.labelled}

    def said(self, tests: Sequence[str]) -> list[str]:
        """Rules for tests, those alike in loops, and facts for regions of a board."""
        before = [*self._predicates.drawings]
        with suppress(NotSaid):
            return self._predicates.shortest(tests, self._predicates.drawn, self._in_loops)
        self._predicates.drawings = before
        return self._in_loops(tests)

    def _in_loops(self, tests: Sequence[str]) -> list[str]:
        """Rules for tests, those alike in loops, and lists of values as facts by their keys."""
        found: list[str] = []
        for name, some in groupby(tests, lambda test: (_LISTED.match(test) or ("", ""))[1]):
            several = [*some]
            found += self._by_facts(name, several) or self._alike(several)
        return found

    def _by_facts(self, name: str, tests: Sequence[str]) -> list[str]:
        """The rule that items of an array have values that facts list by their keys, if they do."""
        kind = self._predicates.kinds.get(name)
        if kind is None or len(tests) < 3 or kind.is_truth:
            return []
        listed = dict[tuple[Any, ...], str]()
        for test in tests:
            item, values = test.removeprefix(f"({name}[").split("],) in ", 1)
            key = ast.literal_eval(f"({item},)")
            listed[key] = pooled(ast.literal_eval(values))
        size, *others = {*map(len, listed)}
        # keys of several sizes, one with two lists, or the same list for all
        if others or len(listed) < len(tests) or len({*listed.values()}) == 1:
            return []
        facts = [",".join([*map(quoted, key), values]) for key, values in listed.items()]
        row = self._predicates.defined(
            "; ".join(facts), "given", lambda given: [f"{given}({fact})." for fact in facts]
        )
        names = [*"IJKM"[:size]]
        at, any_of = [*names, "X"], [*names, "_"]
        return [f":- {atom_of(kind.atom, at)}, {atom_of(row, any_of)}, not {atom_of(row, at)}."]

    def _alike(self, tests: Sequence[str]) -> list[str]:
        """Rules for tests, those alike in loops; diagonals are loops if rules can say them."""
        with suppress(NotSaid):
            return self._lines_of(self._predicates.families(tests, self.written))
        return self._lines_of(self._predicates.families(tests, self.written, diagonals=False))

    def _lines_of(self, families: Sequence[str]) -> list[str]:
        """The rules of families, which are rules already or single tests. Raises: NotSaid."""
        return [
            line
            for one in families
            for line in (one.split("\n") if one.endswith(".") else self._rules(one, ()))
        ]

    def tests(self, constraint: Constraint) -> list[str]:
        """The tests that are a constraint. Raises: NotSaid if no rules are written for one."""
        self.lines()
        self._implied = []
        if not self._is_over_graph(constraint):
            self.post([constraint])
        lines = [line.removeprefix(CONSTRAINT) for line in self.lines()]
        found = [one for one in lines if not self._is_read(self.arrays.tidied(one))]
        self._carried = [one for one in self._carried if one not in self._implied]
        return found

    def _is_over_graph(self, constraint: Constraint) -> bool:
        """True for a constraint over a graph, if rules say it."""
        if not isinstance(constraint, Over):
            return False
        with suppress(NotSaid):
            self.graphs.add(self, constraint)
            return True
        self.lines()
        return False

    def _is_read(self, test: str) -> bool:
        """True for a test that an automaton has; else rules can say it. Raises: NotSaid."""
        match ast.parse(test, mode="eval").body:
            case ast.Call(ast.Name("accepts")) as call:
                self.automata.add(call)
                return True
        listed = _LISTED.match(test)
        if not listed or self._predicates.kinds[listed[1]].is_truth:
            self._rules(test, ())
        return False

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        """Require a comparison; a remainder that equals what is so small needs no bounds."""
        super().require_compared(left, relation, right)
        for one, other in ((left, right), (right, left)):
            by, rules = self._bounds.get(one.native, (0, []))
            self._implied += rules if relation == "==" and 0 <= other.low <= other.high < by else []

    def definitions(self, lines: Sequence[str]) -> list[str]:
        """The facts that lines use, and rules that they need, since this was asked for."""
        carried, self._carried = self._carried, []
        defined = self._predicates.definitions([*carried, *lines])
        return [*defined, *carried, *self.automata.facts(), *self.graphs.facts()]

    def written(self, test: str, loops: Sequence[Loop]) -> str | None:
        """The rules that refute what breaks a test, within loops; None if there are none.

        Values that are given are facts, which need no table.
        """
        given = re.fullmatch(r"(\w+)\[[^]]*\] == (\S+)", test)
        if len(loops[-1].names) > 1 and given and self._predicates.is_fact(given[1], given[2]):
            return None
        try:
            return "\n".join(self._rules(test, loops))
        except (NotSaid, SyntaxError):
            return None

    def _rules(self, test: str, loops: Sequence[Loop]) -> list[str]:
        source = comprehension(test, self._predicates.over(loops)) if loops else test
        tree: Any = ast.parse(source, mode="eval").body
        if re.match(r"(?:within|apart)\(", test):
            if loops:
                raise NotSaid
            names, keys, *sizes = map(ast.literal_eval, tree.args)
            tasks = Tasks(self._predicates, names, keys)
            return [getattr(tasks, tree.func.id)(*sizes)]
        rule = Rule(self._predicates, tree.generators if loops else ())
        bodies = rule.refuted(tree.elt if loops else tree)
        if len(bodies) > MOST_BODIES:
            raise NotSaid
        can_be = [body for body in bodies if {f"not {one}" for one in body}.isdisjoint(body)]
        rule.are_several = len(can_be) > 1
        return [rule.text(body) for body in can_be]

    # ------------------------------------------------------------------------- what is other

    def kept(self, expression: Any, low: int, high: int) -> Term:
        if max(abs(low), abs(high)) > clingo.LARGEST // 4 or len(expression) > _LONGEST:
            raise NotSaid
        return super().kept(expression, low, high)

    def reified(self, constraint: str) -> str:
        if len(constraint) > _LONGEST:
            raise NotSaid
        return super().reified(constraint)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        _is_floored(dividend, divisor)
        return super().quotient(dividend, divisor)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        """The remainder; of a wide sum, that sum less a multiple which is a variable."""
        _is_floored(dividend, divisor)
        by = divisor.low
        if not divisor.is_fixed or dividend.high - dividend.low < _WIDE:
            return super().remainder(dividend, divisor)
        multiple = self.new(0, dividend.high // by)
        name, domain = str(multiple.native), range(dividend.high // by + 1)
        if not self._predicates.is_free(name):
            raise NotSaid
        self._predicates.kinds[name] = Kind(name, [()], (), [domain])
        left = self.linear([dividend, multiple], [1, -by], 0).native
        self._bounds[left] = by, self.said([f"{left} >= 0", f"{left} < {by}"])
        self._carried += self._bounds[left][1]
        return Term(left, 0, by - 1)

    def require_different(self, terms: Sequence[Term]) -> None:
        if len(terms) == 2 and self.domains.keys() & {term.native for term in terms}:
            self.add(self.relation(terms[0], "!=", terms[1]))
        else:
            values = range(min(term.low for term in terms), max(term.high for term in terms) + 1)
            labels = [self.labels[code] for code in values if terms[0].native in self.labelled]
            listed = ", ".join(bare(term.native) for term in terms)
            said = f"[{', '.join(labels)}]" if labels else values
            self._add(f"alldifferent([{listed}], {said})")

    def all_equal(self, terms: Sequence[Term]) -> str:
        """A test that variables have one value."""
        names = sorted((t.native for t in terms), key=lambda one: self.arrays.place[one][1])
        return f"allequal([{', '.join(names)}])"

    def is_native(self, constraint: Constraint) -> bool:
        """True for values in turn, too, if these follow each other, along a whole line.

        Also for variables that are equal, all truths, or of the same values, and for tasks.
        """
        if isinstance(constraint, Cumulative | NoOverlap | NoOverlap2D):
            return are_tasks(constraint) and self._are_items(constraint)
        if isinstance(constraint, AllEqual):
            found = [one for one in constraint.parts if isinstance(one, Variable)]
            are_items = self.arrays.place.keys() >= {self.arrays.text[one.name] for one in found}
            are_alike = len({one.domain for one in found}) == 1
            return 1 < len(found) == len(constraint.parts) and are_items and are_alike
        if not isinstance(constraint, Precedence):
            return super().is_native(constraint)
        values, terms = [*constraint.values], constraint.terms
        names = [self.arrays.text[one.name] for one in terms if isinstance(one, Variable)]
        if len(names) < max(len(terms), 3) or names[0] in self.labelled or len(values) < 2:
            return False
        line, first = line_of(names), int(values[0])
        array, _ = self.arrays.place.get(names[0], (None, 0))
        if line is None or array is None or values != [*range(first, first + len(values))]:
            return False
        size = len(array.axes[line.before.count(", ")]) if array.axes else 0
        return line.step == 1 and line.size == size

    def _are_items(self, one: Cumulative | NoOverlap | NoOverlap2D) -> bool:
        """True if tasks start at different items of an array, along each axis at the same keys."""
        axes = [one.x, one.y] if isinstance(one, NoOverlap2D) else [one.starts]
        texts = [[self.arrays.text[cast(Variable, term).name] for term in some] for some in axes]
        if not self.arrays.place.keys() >= {text for some in texts for text in some}:
            return False
        places = [[self.arrays.place[text] for text in some] for some in texts]
        keys = [[array.keys[n] for array, n in some] for some in places]
        are_alike = all(len({array.name for array, _ in some}) == 1 for some in places)
        are_numbers = not any(self._predicates.kinds[some[0][0].name].is_truth for some in places)
        is_known = keys[0] == keys[-1] and len({*keys[0]}) == len(keys[0])
        return are_alike and are_numbers and is_known and len(keys[0][0]) <= MOST_KEYS

    def tasks(self, word: str, axes: Sequence[Sequence[Term]], *sizes: Any) -> None:
        """Require that tasks keep a capacity, or do not overlap, by their arrays and keys."""
        places = [[self.arrays.place[term.native] for term in starts] for starts in axes]
        keys = [array.keys[n] for array, n in places[0]]
        numbers = [[t.low for t in one] if isinstance(one, list) else one.low for one in sizes]
        given = ", ".join(map(str, [[some[0][0].name for some in places], keys, *numbers]))
        self._add(f"{word}({given})")

    def in_turn(self, names: Sequence[str], one: Precedence) -> str:
        """A test that values of a line are taken in their order."""
        return f"in_turn([{', '.join(names)}], {[*map(int, one.values)]})"

    def allowed(self, terms: Sequence[Term], rows: list[tuple[int, ...]]) -> str:
        natives = [bare(term.native) for term in terms]
        named = [[*row] for row in rows]
        for place, native in enumerate(natives):
            for row in named if native in self.labelled else []:
                row[place] = self._given_labels[row[place]]
        listed = ", ".join("(" + ", ".join(map(literal, row)) + ",)" for row in named)
        return f"({', '.join(natives)},) in [{listed}]"


def _label(label: str) -> str:
    """A label in a test: a square by both numbers, others as they are."""
    square = SQUARE.fullmatch(label)
    return f"square({square[1]}, {square[2]})" if square else literal(label)


def _is_floored(dividend: Term, divisor: Term) -> None:
    """Raises: NotSaid where clingo may round otherwise."""
    if dividend.low < 0 or divisor.low <= 0:
        raise NotSaid


def text(model: Model) -> str:
    """`model` as a program for clingo. Raises: Unsupported."""
    prepared = Prepared(model, "clingo", windows=True, numbers=True)
    aim = None if prepared.goal is None else Aim(prepared.model, prepared.goal)
    posted = prepared.model if aim is None else aim.model
    ground = clingo.Rules()
    program = _Program(prepared.labelled | _mixed(model), ground, posted)
    names = _predicates(model)
    terms = {variable.name: term for variable, term in program.variables.items()}
    atoms = _atoms_of(model, prepared, terms, names)
    text_of = {literal: atom for one in atoms.values() for literal, atom in one.items()}
    predicates = Predicates(model, prepared, names)
    rules = _Rules(predicates, posted, prepared)
    start = len(ground.noted)
    body: list[str] = []
    for label, constraints in labelled_rules(model, posted):
        lines: list[str] = []
        for is_said, several in groupby(
            _said(rules, constraints), lambda pair: pair[1] is not None
        ):
            if is_said:
                lines += rules.said([one for _, some in several for one in some or []])
            else:
                program.post([constraint for constraint, _ in several])
                lines += (rule.text(text_of) for rule in ground.noted[start:])
                start = len(ground.noted)
        lines = [*rules.definitions(lines), *lines]
        body += [f"% {in_one_line(label)}"] if label and lines else []
        body += predicates.facts(lines)
    body = predicates.renumbered([*body, *rules.automata.rules()])
    if aim is not None:
        weights = enumerate(costs(aim.terms(program)))
        body += (rule.text(text_of) for rule in ground.noted[start:])
        parted = (f"{cost},{n}: {clingo.text_of(one, text_of)}" for n, (one, cost) in weights)
        body.append(f"#minimize {{{'; '.join(parted)}}}.")
    choices = [*predicates.choices()]
    lines = [f"% {remark}" for remark in prepared.head("".join([*choices, *body]))]
    lines += renamed({new: old for old, new in names.items()}, "% ")
    is_guessed = any(re.match(r"\d* ?\{", line) for line in body)
    apart = "--project=show " if is_guessed or prepared.projection else ""
    lines.append(f"% clingo {apart}0 FILE")
    true = clingo.text_of(program.true, {})
    lines += [f"{true}."] if any(re.search(rf"\b{true}\b", one) for one in body) else []
    lines += [*predicates.with_squares(choices, body), *_never([*lines, *body])]
    found = uncoded("\n".join([*lines, *_shown(prepared, atoms), ""]), quoted)
    return "\n".join(map(laid_out, found.split("\n")))


def _never(lines: Sequence[str]) -> Iterator[str]:
    """Declarations of the atoms of ground rules that nothing makes true, or clingo warns."""
    used = {one for line in lines if line[0] != "%" for one in re.findall(r"\ba\d+\b", line)}
    made = {one for line in lines for one in re.findall(r"^\{?(a\d+)\b", line)}
    yield from (f"#defined {one}/0." for one in sorted(used - made))


def _said(
    rules: _Rules, constraints: Sequence[Constraint]
) -> Iterator[tuple[Constraint, list[str] | None]]:
    """Each constraint, and its tests; None if rules do not say it."""
    for constraint in constraints:
        try:
            yield constraint, rules.tests(constraint)
        except (NotSaid, Unsupported):
            yield constraint, None


def _shown(prepared: Prepared, atoms: Mapping[str, Mapping[Literal, str]]) -> list[str]:
    """The lines that name the atoms of a solution."""
    shown = {one.name for one in prepared.shown}
    hidden = [atom for name, one in atoms.items() if name not in shown for atom in one.values()]
    wanted = [atom for name, one in atoms.items() if name in shown for atom in one.values()]
    if {*map(_signature, hidden)}.isdisjoint(map(_signature, wanted)):
        return [f"#show {one}." for one in dict.fromkeys(map(_signature, wanted))] or ["#show."]
    return ["#show.", *(f"#show {atom} : {atom}." for atom in wanted)]


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


def _mixed(model: Model) -> set[str]:
    """The variables of the arrays in which some have other values than 0 and 1."""
    arrays = [group.variables for group in model.groups if keys_of(group)]
    mixed = (some for some in arrays if not all(is_truth(one.domain) for one in some))
    return {one.name for some in mixed for one in some}


def _atoms_of(
    model: Model, prepared: Prepared, terms: Mapping[str, Literals], names: Mapping[str, str]
) -> dict[str, dict[Literal, str]]:
    """For each variable the atoms of its literals, in which none is negative.

    Raises: Unsupported for a number that clingo does not have.
    """
    found: dict[str, dict[Literal, str]] = {}
    for group in model.groups:
        keys = keys_of(group) or [()] * len(group.variables)
        for variable, key in zip(group.variables, keys, strict=True):
            term, name = terms[variable.name], names[group.name]
            has_no_value = min(term.values()) < 0
            found[variable.name] = {
                literal: _atom(
                    name, [*key, *([] if has_no_value else [prepared.value(variable, code)])]
                )
                for code, literal in term.items()
                if literal > 0
            }
    return found


def _atom(name: str, arguments: Sequence[int | str]) -> str:
    for one in arguments:
        if isinstance(one, int) and abs(one) > clingo.LARGEST:
            raise Unsupported(f"clingo has no number {one}, to show {name}")
    return atom_of(name, [*map(quoted, map(coded, arguments))])
