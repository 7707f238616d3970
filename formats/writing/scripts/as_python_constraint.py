"""A model as a script of python-constraint, which prints its solutions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any

from ....models.language.constraints import Constraint
from ....models.language.global_constraints.all_equal import AllEqual
from ....models.language.global_constraints.circuit import Circuit, Subcircuit
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.lexicographic import Lexicographic
from ....models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from ....models.language.global_constraints.precedence import Precedence
from ....models.language.model import Model
from ....solvers.harness.adapting.bounded import Term
from ....solvers.harness.adapting.natives import Ends, Native, Natives, required, some
from ..brackets import at_top, bare, levels, parts_of
from ..families import Loop, Write, in_families, size
from ..graph_constraints import OVER_GRAPHS, Graph, arguments
from ..preparing import Prepared
from ..python_layout import WIDTH, laid_out, literal
from ..squares import ADDED, JOINED
from .python_arrays import PythonArrays
from .python_functions import TESTS, are_many, script_of
from .python_tests import TRUTH, Tests

_LIBRARY = (
    "Problem",
    *(f"{one}Constraint" for one in ("AllDifferent", "ExactSum", "MaxSum", "MinSum")),
)
"""The names of the library that a script has."""
_LETTERS = "abcdefgh"
"""The values of variables in a function of few."""
_MANY = 4
"""As many terms are weighed in a loop."""
_WORTH_OFTEN = 1.25
"""The quotient of the texts of functions that have a variable once, and as often as it comes in
them, above which the latter are written.
"""


_WORTH_ORDER = 1.03
"""The same of variables in their order, and as they come."""


class _Arrays(PythonArrays):
    """Lists and dictionaries of names; a variable alone is its name."""

    sliced = ("sum", "")

    given = re.compile(
        r"problem\.addConstraint\(lambda a: a == (?P<sign>\d),"
        r" \[(?P<name>\w+)\[(?P<i>\d+), (?P<j>\d+)\]\]\)"
    )
    posted = "problem.addConstraint(lambda a, sign=int(sign): a == sign, [{}])"

    def __init__(self, model: Model, prepared: Prepared) -> None:
        super().__init__(model, prepared, [*_LETTERS, *TESTS, *_LIBRARY])
        self.taken -= {"c"}  # which loops over columns have, where no function does
        self.in_other_order: dict[str, str] = {}
        """Tests whose function has its variables in another order."""
        self.of_lists: dict[str, str] = {}
        """Tests whose function adds the list of all values."""
        self.of_rests: dict[str, str] = {}
        """Tests whose function adds the list of all values but the first."""
        self.of_arrays: dict[str, str] = {}
        """Tests whose function adds terms of the values of an array in a loop."""
        self.of_truths: dict[str, str] = {}
        """Tests whose function looks if any, or all, of a list of values hold."""
        self.as_often: dict[str, str] = {}
        """Tests whose function has a variable as often as it comes in them."""
        self.every = "-"
        """The list of all variables of the problem in their order, where they are one array."""
        alone = [name for name, text in self.text.items() if text not in self.place]
        self.text |= {name: literal(self.text[name]) for name in alone}

    def listed(self, items: Sequence[str], function: str = "") -> str:
        """A list; of several items that have short names, these."""
        are_short = items and all(item in self.short for item in items)
        is_part = are_short and len(items) < len(self.place[items[0]][0].keys)
        return f"[{', '.join(items)}]" if is_part else super().listed(items, function)

    def families(self, texts: Sequence[str], write: Write, diagonals: bool = True) -> list[str]:
        ways = [(1.0, texts)]
        every = (
            (self.in_other_order, _WORTH_ORDER),
            *((one, 1.0) for one in (self.of_lists, self.of_rests, self.of_arrays, self.of_truths)),
            (self.as_often, _WORTH_OFTEN),
        )
        for others, worth in every:
            if not others.keys().isdisjoint(texts):
                ways.append((worth, [others.get(text, text) for text in texts]))
        made = [(worth, super(_Arrays, self).families(w, write, diagonals)) for worth, w in ways]
        return min(made, key=lambda one: one[0] * size(one[1]))[1]

    def _spoken(self, heads: Sequence[str], bodies: Iterable[str]) -> list[str]:
        named = bodies if heads else map(self._by_name, bodies)
        return super()._spoken(heads, map(self._of_all, named))

    def _of_all(self, text: str) -> str:
        """The constraint, which is of all variables where no list of them is given."""
        text, given = self.short.said(text), f", {self.every})"
        return text.removesuffix(given) + ")" if text.endswith(given) else text

    def _by_name(self, text: str) -> str:
        """The constraint, whose function calls values as the variables, if that is a name."""
        text = self.short.said(text)
        if not (found := _OF_LETTERS.fullmatch(text)):
            return text
        before, letters, body, listed = found.groups()
        whole = (one for one in self.arrays if listed == f"[*{one.name}.values()]")
        items = [self.short.get(item, "") for one in whole for item in self.elements(one)]
        names = items or [one.strip('"') for one in listed[1:-1].split(", ")]
        new = dict(zip(letters.split(", "), names, strict=False))
        if not len(new) == len({*names}) == len(names) or not all(map(str.isidentifier, names)):
            return text
        named = re.sub(r"\b[a-h]\b", lambda one: new[one[0]], body)
        return f"{before}{', '.join(names)}{named}{listed})"

    def bound(self, text: str, loops: Sequence[Loop]) -> str:
        """The constraint, whose function has the values of loops as defaults."""
        function, inside = text.split(": ", 1)[0], text[text.index("(") + 1 : -1]
        end = max(place for place in at_top(inside) if inside[place] == ",")
        used = inside[:end].partition(": ")[2]
        names = [name for loop in loops for name in loop.names if re.search(rf"\b{name}\b", used)]
        defaults = "".join(f", {name}={name}" for name in names)
        return function + defaults + text.removeprefix(function)


_OF_LETTERS = re.compile(r"(.*?\(lambda )([a-h](?:, [a-h])*)(: .*, )(\[[^][]*\])\)")
"""A constraint of a function, its letters, and its variables."""


def _is_within(one: Constraint, ends: Ends) -> bool:
    """True if all successors of some places are places."""
    return len(ends) > 1 and all(0 <= low and high < len(ends) for low, high in ends)


def _are_in_turn(one: Precedence, ends: Ends) -> bool:
    """True for terms, and several values."""
    return bool(one.terms) and len(one.values) > 1


def _equal(on: Tests, one: AllEqual, terms: Sequence[Term]) -> None:
    for left, right in pairwise(terms):  # each of which is looked at before all are known
        on.add(on.relation(left, "==", right))


def _all_equal(on: Tests, one: AllEqual, terms: Sequence[Term]) -> str:
    return " == ".join(term.native for term in terms)


def _are_several(one: AllEqual, ends: Ends) -> bool:
    """True for more than two terms."""
    return len(ends) > 2


class _Functions(Tests):
    """The same, where functions say tours, and what is over a graph."""

    natives = Natives(
        *Tests.natives.values(),
        *(
            Native[Any](kind, lambda on, one, terms: on.tour(one, terms), _is_within)
            for kind in (Circuit, Subcircuit)
        ),
        Native(Lexicographic, lambda on, one, terms: _compared(one, terms), some),
        Native(AllEqual, _equal, _are_several, reified=_are_several, truth=_all_equal),
        Native(Precedence, lambda on, one, terms: _in_turn(one, terms), _are_in_turn),
        required(
            Cumulative,
            lambda on, *tasks: on.add(f"are_within({tasks[3].native}, {_lists(tasks[:3])})"),
            are_many,
        ),
        required(NoOverlap, lambda on, *axis: on.add(f"are_apart({_lists(axis)})"), are_many),
        required(
            NoOverlap2D,
            lambda on, x, y, *sizes: on.add(f"are_apart({_lists((x, sizes[0], y, sizes[1]))})"),
            are_many,
        ),
        *OVER_GRAPHS,
    )

    arrays: _Arrays

    def _is_truth(self, name: str) -> bool:
        """True for a variable of 0 and 1."""
        return self.domains.get(name) == "range(2)"

    def reified(self, constraint: str) -> str:
        """The truth of a constraint; of a variable of 0 and 1, that it is 1, is this itself."""
        found = _OF_TRUTH.fullmatch(constraint)
        if found is None or not self._is_truth(found[1]):
            return super().reified(constraint)
        is_one = (found[2] == "==") == (found[3] == "1")
        return found[1] if is_one else f"({found[1]} == 0)"

    def relation(self, left: Term, relation: str, right: Term) -> str:
        """A comparison; of a truth in brackets with 0 or 1 it is that truth, or its opposite."""
        truth, other = (right, left) if left.is_fixed else (left, right)
        is_truth = truth.native[0] == "(" and (truth.low, truth.high) == (0, 1)
        is_equal = relation in ("==", "!=") and other.native in ("0", "1")
        if not (is_equal and is_truth and TRUTH.search(truth.native)):
            return super().relation(left, relation, right)
        wanted = (relation == "==") == (other.native == "1")
        return bare(truth.native if wanted else self.opposite(truth.native))

    def opposite(self, truth: str) -> str:
        if self._is_truth(truth):
            return f"({truth} == 0)"
        found = _OF_TRUTH.fullmatch(bare(truth))
        is_zero = found and self._is_truth(found[1]) and (found[2], found[3]) == ("==", "0")
        return found[1] if found and is_zero else super().opposite(truth)

    def conjunction(self, truths: list[str]) -> str:
        return super().conjunction([*map(self._said, truths)])

    def disjunction(self, truths: list[str]) -> str:
        return super().disjunction([*map(self._said, truths)])

    def _said(self, truth: str) -> str:
        """A truth beside others."""
        name = self.opposite(truth)
        return f"not {name}" if name in self.domains else truth

    def add(self, constraint: str) -> None:
        """Add a test of the variables that the constraint is of, in two orders if there are."""
        text = bare(constraint)
        if said := self._of_sum(text) or self._of_number(text) or self._of_weights(text):
            self._add(said)
            return
        each = [one for one in _VARIABLE.findall(text) if one in self.domains]
        found = dict.fromkeys(each)
        in_order = [one for one in self.domains if one in found] or [*self.domains][:1]
        scopes = [in_order, [*found]] if len(found) > 2 else []
        whole = [one for one in scopes if _list(one) in text][:1]
        first, *others = (
            self._test(text, one, whole) for one in whole or scopes or [[*found] or in_order]
        )
        if "values[" not in first and first.count("values") == 1 + first.count("sum(values)"):
            others = [first.replace(_list(one), _list(in_order)) for one in whole]
        self._add(first)
        self.arrays.in_other_order.update((first, other) for other in others)
        if of_list := self._of_list(text, in_order):
            self.arrays.of_lists[first] = of_list
        if of_rest := self._of_rest(text):
            self.arrays.of_rests[first] = of_rest
        listed = _AROUND.sub(r"\1", JOINED.sub(_listed, text))
        if listed != text and (of_any := self._of_list(listed, in_order) or self._of_rest(listed)):
            self.arrays.of_truths[first] = of_any
        if found and (of_array := self._of_array(text, next(iter(found)))):
            self.arrays.of_arrays[first] = of_array
        if len(found) < len(each) <= len(_LETTERS) and not whole:
            letters = iter(_LETTERS)
            body = _VARIABLE.sub(lambda one: next(letters) if one[0] in found else one[0], text)
            parameters = ", ".join(_LETTERS[: len(each)])
            test = f"problem.addConstraint(lambda {parameters}: {body}, {_list(each)})"
            self.arrays.as_often[first] = test

    def _test(self, text: str, scope: Sequence[str], whole: Sequence[Sequence[str]]) -> str:
        """The test of the variables in the order of `scope`, which the text may have as a list."""
        places = [f"values[{place}]" for place in range(len(scope))]
        every = "[*values]" if _LISTS.search(text) else "values"
        parts = text.split(_list(scope)) if whole else [text]
        body = every.join(_with(dict(zip(scope, places, strict=True)), part) for part in parts)
        parameters, as_family = "*values", _DIFFERENT.sub(self._family, body)
        letters = dict(zip(scope, _LETTERS, strict=False))
        sliced = _NAMES.sub(partial(_slice, scope), text)
        if not whole and sliced != text and not _LISTS.search(text):
            as_family = _with(dict(zip(scope, places, strict=True)), sliced)
        elif not whole and as_family == body and len(letters) == len(scope):
            parameters, as_family = ", ".join(letters.values()), _with(letters, text)
        return f"problem.addConstraint(lambda {parameters}: {as_family}, {_list(scope)})"

    def _of_list(self, text: str, scope: Sequence[str]) -> str:
        """The test of the list of all values, if it adds them, by the first and last of it.

        Also if it has the list of all otherwise.
        """
        added = f"sum({_list(scope)})"
        pair = ADDED.sub(lambda one: added if one[0] == " + ".join(scope) else one[0], text)
        body = re.sub(rf"(?<=\()(?<!len\(){re.escape(_list(scope))}(?=\))", "values", pair)
        places = {one: f"values[{place}]" for place, one in enumerate(scope)}
        places |= dict.fromkeys(scope[-1:], "values[-1]")
        test = f"problem.addConstraint(lambda *values: {_with(places, body)}, {_list(scope)})"
        return test if body != text else ""

    def _of_rest(self, text: str) -> str:
        """The test of one variable or two, and the sum of others, as one of the rest."""
        text = ADDED.sub(lambda one: f"sum([{one[0].replace(' +', ',')}])", text)
        added = [*_ADDED.finditer(text)]
        names = parts_of(added[0][2]) if len(added) == 1 else []
        body = _ADDED.sub(r"\1(rest)", text)
        others = [*dict.fromkeys(one for one in _VARIABLE.findall(body) if one in self.domains)]
        is_plain = len({*names}) == len(names) > 1 and self.domains.keys() >= {*names}
        if not (is_plain and 0 < len(others) < 3 and {*names}.isdisjoint(others)):
            return ""
        letters = dict(zip(others, _LETTERS, strict=False))
        scope = ", ".join([*others, f"*{_list([one for one in self.domains if one in names])}"])
        test = f"lambda {', '.join(letters.values())}, *rest: {_with(letters, body)}"
        return f"problem.addConstraint({test}, [{scope}])"

    def _of_array(self, text: str, name: str) -> str:
        """The test of all values of the array that has a name, if sums are loops over them."""
        array, _ = self.arrays.place.get(name, (None, 0))
        if array is None or len(array.axes) != 1:
            return ""
        names = self.arrays.elements(array)
        body = _with({one: f"values[{place}]" for place, one in enumerate(names)}, text)
        if any(one in self.domains for one in _VARIABLE.findall(body)):
            return ""
        looped = body
        for start, added in sorted(levels(body), reverse=True):
            if body[:start].endswith("sum([") and "sum([" not in added:
                terms = in_families(parts_of(added), self.arrays.taken, 1)
                if len(terms) == 1:
                    term, loop, over = terms[0][1:-1].partition(" for ")
                    end = start + len(added) + 1
                    looped = f"{looped[: start - 1]}{bare(term)}{loop}{over}{looped[end:]}"
        if looped == body:
            return ""
        return f"problem.addConstraint(lambda *values: {looped}, {_list(names)})"

    def _of_number(self, text: str) -> str:
        """The test of how many variables have one value by the method that counts; else empty."""
        if not (found := _COUNTED.fullmatch(text)):
            return ""
        names, value = _EQUAL.findall(found[1]), found[1].split(" == ")[-1][:-1]
        is_alike = found[1] == ", ".join(f"({name} == {value})" for name in names)
        if not is_alike or len({*names}) < len(names) or not self.domains.keys() >= {*names}:
            return ""
        right = found[3]
        if not right.isdigit():
            if right not in names:
                return ""
            right = f"values[{names.index(right)}]"
        test = f"lambda *values: values.count({value}) {found[2]} {right}"
        return f"problem.addConstraint({test}, {_list(names)})"

    def _of_weights(self, text: str) -> str:
        """The test of a sum of variables each times its number, or the square of it; else empty."""
        if not (found := _WEIGHED.fullmatch(text)):
            return ""
        terms = [_TIMES.fullmatch(bare(part)) for part in parts_of(found[1])]
        names = [term[2] for term in terms if term]
        weights = [int(term[1] or 1) for term in terms if term]
        is_plain = len({*names}) == len(terms) >= _MANY and self.domains.keys() >= {*names}
        for form, power in (("i", 1), ("i * i", 2)) if is_plain else ():
            first = round(weights[0] ** (1 / power))
            if weights == [number**power for number in range(first, first + len(names))]:
                pairs = f"i, value in enumerate(values, {first})"
                test = f"lambda *values: sum({form} * value for {pairs}) {found[2]} {found[3]}"
                return f"problem.addConstraint({test}, {_list(names)})"
        return ""

    def _of_sum(self, text: str) -> str:
        """The constraint on a sum of variables with the library's own words; empty if none is said.

        The library holds no variable to be negative there.
        """
        if not (found := _SUM.fullmatch(text)):
            return ""
        added, relation, number = found[1] or found[2], found[3], found[4]
        names = _VARIABLE.findall(added)
        domains = [self.domains.get(name, "-") for name in names]
        is_plain = added in (", ".join(names), " + ".join(names)) and len({*names}) == len(names)
        if not is_plain or len(names) < 2 or any("-" in domain for domain in domains):
            return ""
        kind = {"==": "Exact", "<=": "Max", ">=": "Min"}[relation]
        test = f"problem.addConstraint({kind}SumConstraint({number}), {{}})"
        in_order = [one for one in self.domains if one in {*names}]
        self.arrays.in_other_order[test.format(_list(names))] = test.format(_list(in_order))
        return test.format(_list(names))

    def _family(self, found: re.Match[str]) -> str:
        """Terms in a row, as a loop if they are one family."""
        pieces = in_families(parts_of(found[0]), self.arrays.taken, 1)
        return pieces[0][1:-1] if len(pieces) == 1 else found[0]

    def word(
        self, word: str, chosen: Sequence[str], edges: Graph, *given: Any, **more: Any
    ) -> None:
        """Require a constraint over a graph."""
        name = f"{'are' if word == 'regions' else 'is'}_{word}"
        self.add(f"{name}({arguments(self.arrays, chosen, edges, given, more)})")

    def tour(self, one: Constraint, terms: Sequence[Term]) -> str:
        """A test that successors, which are required to differ, are of one tour."""
        self.all_different(terms)
        listed = ", ".join(bare(term.native) for term in terms)
        return f"is_{type(one).__name__.lower()}([{listed}])"


def _compared(one: Lexicographic, terms: Sequence[Term]) -> str:
    """A comparison of two lists, as Python has it."""
    natives = [bare(term.native) for term in terms]
    sides = natives[: len(one.left)], natives[len(one.left) :]
    return f" {'<' if one.strict else '<='} ".join(map(_list, sides))


def _in_turn(one: Precedence, terms: Sequence[Term]) -> str:
    listed = _list([bare(term.native) for term in terms])
    return f"first_in_turn({listed}, {_list([*map(str, one.values)])})"


def _list(items: Sequence[str]) -> str:
    return f"[{', '.join(items)}]"


def _lists(several: Iterable[Sequence[Term]]) -> str:
    return ", ".join(_list([bare(term.native) for term in terms]) for terms in several)


def _listed(found: re.Match[str]) -> str:
    """Truths with an operator between them by the function of their list."""
    parts = found[0].split(f" {found['sign']} ")
    return f"{'any' if found['sign'] == 'or' else 'all'}({_list(parts)})"


def _slice(scope: Sequence[str], found: re.Match[str]) -> str:
    """A list of several of the scope in a row, as a part of all values; else as it is."""
    names = _VARIABLE.findall(found[0])
    start = scope.index(names[0]) if names[0] in scope else 0
    end = start + len(names)
    if len(names) < _MANY or [*scope[start:end]] != names or found[0] != _list(names):
        return found[0]
    return f"values[{start or ''}:{end if end < len(scope) else ''}]"


def _with(names: Mapping[str, str], text: str) -> str:
    """The text with names for variables."""
    return _VARIABLE.sub(lambda one: names.get(one[0], one[0]), text)


_NAMES = re.compile(r'\[(?:"[^"]*"|\w+\[[^][]*\])(?:, (?:"[^"]*"|\w+\[[^][]*\]))*\]')
"""A list of names."""
_OF_TRUTH = re.compile(r"(\S+|\w+\[[^][]*\]) (==|!=) ([01])")
"""A variable, and one value that it has or not."""
_AROUND = re.compile(r"(?<!\w)\(((?:any|all)\([^()]*\))\)")
"""Brackets around a call."""
_SUM = re.compile(r"(?:sum\(\[([^()]+)\]\)|([^()]+)) (==|<=|>=) (\d+)")
"""A sum, a relation and a number."""
_LISTS = re.compile(r"\] <=? \[")
"""A comparison of lists, which none of a list and a tuple is."""
_ADDED = re.compile(r"\b(sum|any|all)\(\[([^()]*)\]\)")
_COUNTED = re.compile(r"sum\(\[(.*)\]\) ([=!]=|[<>]=?) (\d+|\S*\])")
_WEIGHED = re.compile(r"sum\(\[(.*)\]\) ([=!]=|[<>]=?) (-?\d+)")
_TIMES = re.compile(r"(?:(\d+) \* )?(.*\])")
_EQUAL = re.compile(r'\(("[^"]*"|\w+\[[^][]*\]) == ')
_DIFFERENT = re.compile(r"(?<=len\(\{).*(?=\}\) == \d+$)")
"""Terms that differ."""
_VARIABLE = re.compile(r'"[^"]*"|\b\w+\[(?:"[^"]*"|-?\w+)(?:, (?:"[^"]*"|-?\w+))*\]')


# --------------------------------------------------------------------------------- the whole text


def text(model: Model) -> str:
    """`model` as a script. Raises: Unsupported."""
    prepared = Prepared(model, "python-constraint", windows=True)
    posted, goal = prepared.inlined()
    arrays = _Arrays(model, prepared)
    script = _Functions(arrays, posted)
    for array in arrays.arrays:
        if arrays.elements(array) == [*script.domains]:
            arrays.every = arrays.listed([*script.domains])
    body = script.rules(model, posted)
    first = [
        "problem = Problem()",
        *script.declarations(model),
        *arrays.short.unpacked(body),
    ]
    last = ["solutions = problem.getSolutions()"]
    if goal is not None:
        value = script.term_of(goal).native
        value = _VARIABLE.sub(
            lambda one: f"one[{one[0]}]" if one[0] in script.domains else one[0], value
        )
        which = prepared.sense[:3]
        best = f"{which}(solutions, key=lambda one: {bare(value)})"
        last += [laid_out(best, before="best = "), "print(best)"]
    elif model.projection:
        shown = arrays.shown(model, prepared, spread=True)
        last.append(laid_out(shown, before="shown = "))
        last.append("found = {tuple(one[name] for name in shown) for one in solutions}")
        last.append('print(*sorted(found), f"solutions: {len(found)}", sep="\\n")')
    else:
        last.append('print(*solutions, f"solutions: {len(solutions)}", sep="\\n")')
    parts = (first, body, last)
    source = "\n".join(chain(*parts))
    names = ", ".join(sorted(one for one in _LIBRARY if f"{one}(" in source))
    library = f"from constraint import {names}"
    if len(library) > WIDTH:
        library = laid_out(f"({names})", before="from constraint import ")
    return script_of(prepared, arrays, library, *parts, further=TESTS)
