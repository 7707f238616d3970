"""A model as XCSP3, whose auxiliary variables are determined by the declared ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from ...models.language.arithmetic_expressions import Sum
from ...models.language.choices import Element
from ...models.language.constraints import Comparison, Constraint
from ...models.language.expressions import Constant, Indicator, Variable
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.cumulative import Cumulative
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed
from ...models.language.model import Model
from ...models.language.nodes import Program, topological
from ...solvers.harness.adapting.bounded import BoundedTranslator, Term
from ...solvers.harness.adapting.natives import Ends, Native, Natives, required
from ..flatzinc.terms import COMPARED
from .families import Loop
from .graph_constraints import OVER_GRAPHS
from .group_arrays import Array, Arrays
from .preparing import (
    Nested,
    Prepared,
    are_tasks,
    by_rule,
    identifiers,
    in_one_line,
    places_of_ones,
    values_counted,
)
from .xcsp3_graphs import (
    GraphWords,
    are_lists,
    are_places,
    are_variables,
    automaton,
    in_chains,
    in_cliques,
    in_order,
    in_runs,
    of_rules,
    paired,
    row_said,
)


class _Arrays(Arrays):
    """Arrays from 0, in the order of the keys where these are no grid of numbers."""

    def elements(self, array: Array) -> Sequence[str]:
        sizes = [range(len(axis)) for axis in array.axes or [array.keys]]
        return [array.name + "".join(f"[{n}]" for n in place) for place in product(*sizes)]

    def part(self, array: Array, axes: Sequence[range], function: str) -> str:
        sizes = [len(axis) for axis in array.axes or [array.keys]]
        return array.name + "".join(map(_indices, axes, sizes))

    def loop(self, text: str, loops: Sequence[Loop]) -> str | None:
        return None

    def joined(self, pieces: Sequence[str], function: str) -> str:
        return " ".join(in_runs([piece.removeprefix("*") for piece in pieces]))


def _indices(axis: range, size: int) -> str:
    if len(axis) == size > 1:
        return "[]"
    return f"[{axis[0]}]" if len(axis) == 1 else f"[{axis[0]}..{axis[-1]}]"


_RESERVED = """
neg abs add sub mul div mod sqr pow min max dist lt le ge gt ne eq set in not and or xor iff imp if
card union inter diff sdiff hull djoint subset subseq supseq supset convex fdiv fmod sqrt nroot exp
ln log sin cos tan asin acos atan sinh cosh tanh others
"""
"""The names of functions, which no variable has."""
_EXTREME = re.compile(r"^add\((m(?:in|ax)\(.*\)),0\)$")
_EQUAL = re.compile(r"eq\((.+),(-?\d+)\)")
_AMONG = re.compile(r"in\(([\w\[\]]+),set\(([-\d,]+)\)\)")
_NUMBER = re.compile(r"-?\d+")
NAME_OF = {relation: name for name, relation in COMPARED.items()}


def _are_some(one: Cardinality, ends: Ends) -> bool:
    """True if several values of variables have known numbers."""
    known = len(one.values) > 1 and {*map(type, one.counts)} == {Constant}
    return known and len(one.terms) > 1 and are_variables(one.terms)


class _Xcsp3(GraphWords, Nested):
    """The variables and constraints, in XCSP3's functional syntax."""

    name = "xcsp3"

    def __init__(self, arrays: _Arrays, identifiers: Mapping[str, str], model: Model) -> None:
        self.arrays = arrays
        self.domains: dict[str, str] = {}
        """The values of each variable."""
        self.further: dict[str, list[str]] = {}
        self._arrays: dict[tuple[str, str], str] = {}
        """The names of the arrays of further variables, by what these are, and their values."""
        self._model = model
        super().__init__(identifiers, model, lambda: None)
        self.taken |= arrays.taken

    def _new(self, letter: str, domain: str) -> str:
        name = self.fresh(letter)
        self.domains[name] = domain
        return name

    def interval(self, low: int, high: int) -> str:
        return self._new("n", f"{low}..{high}" if low < high else str(low))

    def among(self, values: list[int]) -> str:
        return self._new("n", " ".join(map(str, values)))

    def literal(self, value: int) -> str:
        return str(value)

    def equate(self, variable: str, expression: str) -> None:
        self.add(f"eq({variable},{expression})")

    def weighted(self, natives: list[str], coefficients: list[int], constant: int) -> str:
        plain = [_EXTREME.sub(r"\1", native) for native in natives]  # sums need no 0
        several = zip(plain, coefficients, strict=True)
        parts = [(f, n if abs(f) == 1 else f"mul({abs(f)},{n})") for n, f in several]
        parts += [(constant, str(abs(constant)))] if constant else []
        added, less = ([n for f, n in parts if (f > 0) is sign] for sign in (True, False))
        texts = [f"add({','.join(one)})" if len(one) > 1 else "".join(one) for one in (added, less)]
        return texts[0] if not less else f"sub({','.join(texts)})" if added else f"neg({texts[1]})"

    def multiplied(self, left: Term, right: Term) -> str:
        return f"mul({left.native},{right.native})"

    def divided(self, by: str, dividend: Term, divisor: Term) -> str | None:
        both = dividend.is_fixed and divisor.is_fixed
        return None if both else f"{by}({dividend.native},{divisor.native})"

    def distance(self, native: str) -> str:
        return f"abs({native})"

    def extreme(self, which: str, natives: list[str]) -> str:
        """Plus 0, or pycsp3 takes what compares it for a constraint that CPMpy's reader lacks."""
        return f"add({which}({','.join(natives)}),0)"

    def item(self, natives: list[str], index: str) -> str:
        """A new variable that is the item; of terms the sum of each times 1 at its place."""
        if index not in self.domains:
            place = self._in_array("place", f"0..{len(natives) - 1}")
            self.equate(place, index)
            index = place
        if self._are_items(natives, index):
            ends = [int(n) for one in natives for n in _NUMBER.findall(self.domains.get(one, one))]
            name = self._in_array("item", f"{min(ends)}..{max(ends)}")
            self._choose(natives, index, name)
            return name
        here = [self.zero_or_one(f"eq({index},{place})") for place in range(len(natives))]
        parts = [f"mul({one},{item})" for one, item in zip(here, natives, strict=True)]
        return parts[0] if len(parts) == 1 else f"add({','.join(parts)})"

    def _are_items(self, natives: Sequence[str], index: str) -> bool:
        """True for variables, or numbers, at a variable that is no truth to CPMpy's reader."""
        are_numbers = all(map(_NUMBER.fullmatch, natives))
        is_read = self.domains.get(index, "0..1") != "0..1"
        return is_read and (are_numbers or self.domains.keys() >= {*natives})

    def _choose(self, natives: Sequence[str], index: str, value: str) -> None:
        """Require that the item at a place, which is one, is a number or a variable."""
        listed = self.arrays.listed(natives)
        rest = f"<index> {index} </index> <value> {value} </value>"
        self._lines.append(f"<element> <list> {listed} </list> {rest} </element>")

    def _in_array(self, array: str, domain: str) -> str:
        """A new variable in an array of such as have these values."""
        if (array, domain) not in self._arrays:
            self._arrays[array, domain] = self.free(array)
        name = self._arrays[array, domain]
        items = self.further.setdefault(name, [])
        items.append(f"{name}[{len(items)}]")
        self.domains[items[-1]] = domain
        return items[-1]

    def relation(self, left: Term, relation: str, right: Term) -> str:
        return f"{NAME_OF[relation]}({left.native},{right.native})"

    def conjunction(self, truths: list[str]) -> str:
        return f"and({','.join(truths)})"

    def disjunction(self, truths: list[str]) -> str:
        """Some of the truths; that a term has one of several values is one of its own."""
        if len(truths) == 1:
            return truths[0]
        found = [_EQUAL.fullmatch(one) for one in truths]
        if len({one and one[1] for one in found}) == 1 < len(found) and found[0]:
            values = dict.fromkeys(one[2] for one in found if one)
            return f"in({found[0][1]},set({','.join(values)}))"
        return f"or({','.join(truths)})"

    def named_truth(self, constraint: str) -> str:
        name = self._in_array("b", "0..1")
        self.add(f"iff(eq({name},1),{constraint})")
        return f"eq({name},1)"

    def opposite(self, truth: str) -> str:
        """The opposite; that of many values has the others: CPMpy's reader fails at some."""
        found = _AMONG.fullmatch(truth)
        if not found or found[1] not in self.domains:
            return f"not({truth})"
        said, values = self.domains[found[1]], {*map(int, found[2].split(","))}
        first, dots, last = said.partition("..")
        domain = range(int(first), int(last) + 1) if dots else map(int, said.split())
        others = [f"eq({found[1]},{value})" for value in domain if value not in values]
        if not 0 < len(others) <= len(values):
            return f"not({truth})"
        return self.disjunction(others)

    def zero_or_one(self, truth: str) -> str:
        return truth

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        """A sum of truths that variables have some values is the number of these."""
        match constraint:
            case Comparison(Sum() as added, relation, Constant(int(number))) if (
                counted := values_counted(added)
            ):
                variables, values, further = counted
                constraint = Count(variables, values, relation, Constant(number - further))
            case Comparison(Indicator(one), "==", Indicator(other)):
                self._reach([one, other])
                sides = [self._truth(one), self._truth(other)]
                if all(isinstance(side, str) for side in sides):
                    self.add(f"iff({','.join(sides)})")
                    return ()
            case Comparison(Indicator(one), "==", Element(items, Variable() as index)) if (
                ones := places_of_ones(items)
            ):
                place, truth = self.term_of(index), self._truth(one)
                if 0 <= place.low and place.high < len(items):
                    here = self.disjunction([f"eq({place.native},{n})" for n in ones])
                    self.add(f"iff({truth},{here})")
                    return ()
            case Comparison(Element(items, index), "==", Variable() | Constant() as value):
                found = [str(self.term_of(one).native) for one in (*items, index, value)]
                *natives, at, wanted = found
                low, high = self.term_of(index)[1:]
                if self._are_items(natives, at) and 0 <= low and high < len(natives):
                    self._choose(natives, at, wanted)
                    return ()
            case _:
                pass
        return super()._posted(constraint)

    def counting(self, one: Count, terms: Sequence[Term]) -> None:
        """Require the number of terms that have some values."""
        values = " ".join(dict.fromkeys(str(value) for value in one.values))
        condition = f"({NAME_OF[one.relation]},{one.number})"
        rest = f"<values> {values} </values> <condition> {condition} </condition>"
        self.listing("count", terms[: len(one.terms)], rest)

    def occurring(self, one: Cardinality, terms: Sequence[Term]) -> None:
        """Require how many of the terms have each value."""
        values, closed = " ".join(map(str, one.values)), ' closed="true"' * one.closed
        occurs = " ".join(str(term.native) for term in terms[len(one.terms) :])
        rest = f"<values{closed}> {values} </values> <occurs> {occurs} </occurs>"
        self.listing("cardinality", terms[: len(one.terms)], rest)

    def apart(self, starts: Sequence[Term], sizes: Sequence[Term]) -> None:
        """Require that tasks of known length do not overlap."""
        self._lines.append(f"<noOverlap> {self._lists(origins=starts, lengths=sizes)} </noOverlap>")

    def boxes_apart(self, *axes: Sequence[Term]) -> None:
        """Require that boxes of known sizes do not overlap."""
        x, y, *sides = ([one.native for one in axis] for axis in axes)
        origins, lengths = (
            "".join(map(row_said, zip(*one, strict=True))) for one in ((x, y), sides)
        )
        lists = f"<origins> {origins} </origins> <lengths> {lengths} </lengths>"
        self._lines.append(f"<noOverlap> {lists} </noOverlap>")

    def cumulative(
        self, starts: Sequence[Term], sizes: Sequence[Term], demands: Sequence[Term], most: Term
    ) -> None:
        """Require that tasks of known length and demand take no more than there is."""
        lists = self._lists(origins=starts, lengths=sizes, heights=demands)
        condition = f"<condition> (le,{most.native}) </condition>"
        self._lines.append(f"<cumulative> {lists} {condition} </cumulative>")

    def _lists(self, **lists: Sequence[Term]) -> str:
        """Elements of terms."""
        said = {name: self.arrays.listed([one.native for one in lists[name]]) for name in lists}
        return " ".join(f"<{name}> {listed} </{name}>" for name, listed in said.items())

    def add(self, constraint: str) -> None:
        """A comparison of a sum of variables with a number is a sum, all else an expression."""
        found = re.fullmatch(r"(eq|ne|lt|le|gt|ge)\(add\(([^()]*)\),(-?\d+)\)", constraint)
        terms = found[2].split(",") if found else []
        if found and len({*terms}) == len(terms) and self.domains.keys() >= {*terms}:
            listed = self.arrays.listed(terms)
            condition = f"<condition> ({found[1]},{found[3]}) </condition>"
            self._lines.append(f"<sum> <list> {listed} </list> {condition} </sum>")
        else:
            self._lines.append(f"<intension> {constraint} </intension>")

    def refute(self) -> None:
        self.add(f"eq({self._new('n', '0')},1)")

    def require_different(self, terms: Sequence[Term]) -> None:
        """Of variables and expressions; readers take no number among them."""
        several = [self.interval(*one[1:]) if one.is_fixed else one.native for one in terms]
        listed = self.arrays.listed(several)
        self._lines.append(f"<allDifferent> {listed} </allDifferent>")

    natives = Natives(
        BoundedTranslator.ALL_DIFFERENT,
        Native(
            Allowed,
            lambda on, one, terms: on.listing(
                "extension", terms, f"<supports> {''.join(map(row_said, one.rows))} </supports>"
            ),
            lambda one, ends: len(ends) > 1 and are_variables(one.terms) and bool(one.rows),
        ),
        Native(
            Regular,
            lambda on, one, terms: on.listing("regular", terms, automaton(one)),
            lambda one, ends: len(ends) > 1 and are_variables(one.terms) and _is_read(one),
        ),
        Native(Count, counting, lambda one, ends: _is_of_variables(one)),
        Native(Cardinality, occurring, _are_some),
        Native(
            Precedence,
            lambda on, one, terms: on.listing(
                "precedence", terms, f"<values> {' '.join(map(str, one.values))} </values>"
            ),
            lambda one, ends: len(one.values) > 1 < len(ends) and are_variables(one.terms),
        ),
        Native(Lexicographic, in_order, lambda one, ends: are_lists(one.left, one.right)),
        Native(Inverse, paired, are_places),
        required(Cumulative, cumulative, are_tasks),
        required(NoOverlap, apart, are_tasks),
        required(NoOverlap2D, boxes_apart, are_tasks),
        *OVER_GRAPHS,
        Native(
            Circuit,
            lambda on, one, terms: on.circuit([term.native for term in terms]),
            lambda one, ends: len(ends) > 1 and are_variables(one.successors),
        ),
        Native(
            Subcircuit,
            lambda on, one, terms: on.tour([term.native for term in terms]),
            lambda one, ends: len(ends) > 1 and are_variables(one.successors),
        ),
    )

    def is_native(self, constraint: Constraint) -> bool:
        """True for a tour of some, too, if the first is on it: CPMpy's reader wants that."""
        is_tour = not isinstance(constraint, Subcircuit) or self._has_first(constraint)
        return super().is_native(constraint) and is_tour

    def _has_first(self, one: Subcircuit) -> bool:
        """True if the first is on the tour, by the domains and the rules on one variable alone."""
        values: list[set[int]] = []
        of_one: dict[str, list[Constraint]] = {}
        for rule in self._model.constraints:
            names = {part.name for part in topological([rule]) if isinstance(part, Variable)}
            if len(names) == 1:
                of_one.setdefault(names.pop(), []).append(rule)
        for term in one.successors:
            can = {*range(len(one.successors))}
            if isinstance(term, Variable):
                program = Program(of_one.get(term.name, []))
                can = {n for n in can if n in term.domain and all(program.run({term.name: n}))}
            values.append(can)
        return 0 not in values[0] or {0} in values[1:]

    def tour(self, successors: Sequence[str]) -> None:
        """Require one tour, which is not empty, of those that do not follow themselves."""
        self._lines.append(f"<circuit> {self.arrays.listed(successors)} </circuit>")

    def circuit(self, successors: Sequence[str]) -> None:
        """Require one tour of all."""
        self.tour(successors)
        for place, one in enumerate(successors):
            self.add(f"ne({one},{place})")

    def listing(self, kind: str, terms: Sequence[Term], rest: str) -> None:
        """Require a constraint of a list of variables, and of the elements after it."""
        listed = self.arrays.listed([term.native for term in terms])
        self.require_line(f"<{kind}> <list> {listed} </list> {rest} </{kind}>")

    def require_line(self, line: str) -> None:
        """Require a constraint that is one line."""
        self._lines.append(line)


def _is_of_variables(one: Count) -> bool:
    """True if a number of variables, each another, have some of several given values."""
    given = (*one.values, one.number)
    are_given = all(isinstance(value, Constant) for value in given)
    return are_given and bool(one.terms and one.values) and are_variables(one.terms)


def _is_read(one: Regular) -> bool:
    """True if a transition leaves the first state, and all that accept are of transitions."""
    used = {state for before, _, after in one.transitions for state in (before, after)}
    return one.start in {move[0] for move in one.transitions} and {*one.accepting} <= used


def _as_matrices(
    rules: Iterable[tuple[str, list[str]]], arrays: Arrays
) -> list[tuple[str, list[str]]]:
    """Labels and lines; two rules, that rows and then that columns differ, are of a matrix."""
    several, different = "<allDifferent> {} </allDifferent>".format, {}
    for array in arrays.arrays:
        if len(array.axes) == 2:
            rows, columns = (range(len(axis)) for axis in array.axes)
            lines = [several(f"{array.name}[{n}][]") for n in rows]
            lines += [several(f"{array.name}[][{n}]") for n in columns]
            different[(*lines,)] = several(f"<matrix> {array.name}[][] </matrix>")
    found: list[tuple[str, list[str]]] = []
    for label, lines in rules:
        before, earlier = found[-1] if found else ("", [])
        if earlier and (matrix := different.get((*earlier, *lines))):
            found[-1] = f"{before}; {label}", [matrix]
        else:
            found.append((label, lines))
    return found


def xcsp3_text(model: Model) -> str:
    """`model` as XCSP3. Raises: Unsupported."""
    prepared = Prepared(model, "XCSP3")
    arrays = _Arrays(model, _RESERVED.split())
    aim = {} if prepared.goal is None else {str(prepared.goal.expression): "objective"}
    named = {**arrays.text, **identifiers(aim, (), arrays.taken)}
    translation = _Xcsp3(arrays, named, prepared.model)
    posted = by_rule(model, prepared.model, translation.post)
    rows = ((label, translation.lines()) for label in posted)
    chained = ((label, in_chains(lines)) for label, lines in rows)
    cliques = ((label, in_cliques(r, translation.domains, arrays.listed)) for label, r in chained)
    said = _as_matrices(cliques, arrays)
    remarked = ((label and _comment(in_one_line(label)), lines) for label, lines in said)
    rules = of_rules(remarked, arrays.listed)
    natives = {variable.name: term.native for variable, term in translation.variables.items()}
    shown = {variable.name: natives[variable.name] for variable in prepared.shown}
    kind = "COP" if prepared.goal else "CSP"
    renamed = {name: native for name, native in shown.items() if native not in arrays.place}
    for one in arrays.arrays:
        if not one.axes:
            keys = (v.name.removeprefix(f"{one.group}[").removesuffix("]") for v in one.variables)
            renamed[" ".join(map(in_one_line, keys))] = f"{one.name}[]"
    listed = arrays.listed([*shown.values()])
    remarks = [*prepared.remarks(renamed), f"a solution is the values of {listed}"]
    variables = [*_declared(arrays, translation.domains, translation.further)]
    lines = [f'<instance format="XCSP3" type="{kind}">']
    lines += map(_comment, remarks)
    lines += ["<variables>", *variables, "</variables>"]
    lines += ["<constraints>", *rules, "</constraints>"]
    if prepared.goal:
        tag, aim = prepared.sense, natives[str(prepared.goal.expression)]
        lines += [f"<objectives> <{tag}> {aim} </{tag}>", "</objectives>"]
    return "\n".join([*lines, "</instance>", ""])


def _comment(text: str) -> str:
    """A comment, in which XML has no two hyphens side by side, and no entities."""
    return f"<!-- {re.sub('-(?=-)', '- ', text)} -->"


def _declared(
    arrays: _Arrays, domains: Mapping[str, str], further: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """The variables, those of a group, and others that have one name, as an array."""
    for array in arrays.arrays:
        names = arrays.elements(array)
        size = "".join(f"[{len(axis)}]" for axis in array.axes or [array.keys])
        by_domain: dict[str, list[str]] = {}
        for name in names:
            by_domain.setdefault(domains[name], []).append(name)
        said = "".join(
            f'<domain for="{arrays.listed(several)}"> {domain} </domain>'
            for domain, several in by_domain.items()
        )
        values = said if len(by_domain) > 1 else next(iter(by_domain))
        yield f'<array id="{array.name}" size="{size}"> {values} </array>'
    for name, items in further.items():
        yield f'<array id="{name}" size="[{len(items)}]"> {domains[items[0]]} </array>'
    inside = {*arrays.place, *(item for items in further.values() for item in items)}
    for name, domain in domains.items():
        if name not in inside:
            yield f'<var id="{name}"> {domain} </var>'
