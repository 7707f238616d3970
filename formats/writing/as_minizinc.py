"""A model as MiniZinc, as one writes it: groups as arrays, rules under their labels, loops.

MiniZinc prints each solution by its arrays. 0/1 variables are Booleans, labels an enumerated type.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_equal import AllEqual
from ...models.language.global_constraints.regular import Regular
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...solvers.harness.adapting.bounded import Term, is_known
from ...solvers.harness.adapting.natives import Natives, several
from ...solvers.minizinc import translation as minizinc
from ...solvers.minizinc.native_constraints import NATIVES
from . import minizinc_graphs as graphs
from .brackets import at_top, atomic, bare, levels
from .minizinc_arrays import MiniZincArrays
from .minizinc_layout import laid_out
from .minizinc_loops import squares_of, truth_of
from .preparing import Infix, Prepared, by_rule, is_read_as, renamed
from .restated import regular_expression

_MOST_SIGNS = 4
"""A regular expression with more signs for each entry of the table is not written for it."""
_BOUND = re.compile(r" [<>]=? ")
_LITERAL = re.compile(r"(?:not )?\w+(?:\[[^\]]*\])?")
_NUMBER = re.compile(r"-?\d+")
_FEW = 5
"""As many truths are joined by operators."""


class _MiniZinc(Infix, minizinc.Translation):
    """The text of MiniZinc over arrays, in which short terms nest."""

    def __init__(
        self,
        arrays: MiniZincArrays,
        model: Model,
        labels: Mapping[str, str],
        numbers: Container[str],
        shared: Iterable[str] = (),
    ) -> None:
        """`labels` are the names of labels, whose codes count from 1.

        Variables of 0 and 1 are no truths if one declared with them is among `numbers`. Tables that
        are `shared` have names.
        """
        self.arrays, self._labels, self._as_numbers = arrays, labels, numbers
        self._domains: dict[str, str] = {}
        """The values of each declared variable."""
        self._opposites: dict[str, str] = {}
        """The comparison of which each is the opposite."""
        self._booleans: set[str] = set()
        self._own: set[str] = set()
        """The predicates of graphs that are used."""
        self._pairs: dict[tuple[tuple[int, int], ...], str] = {}
        """The names of the arrays of edges."""
        super().__init__(arrays.text, model, lambda: None)
        self.labels = dict(enumerate(labels.values(), 1))
        self.taken |= arrays.taken
        self.table_uses = Counter[str]()
        """The number of uses of each table."""
        self._shared = {rows: self._data_named("rows") for rows in shared}
        self._terms_by_name = {term.native: term for term in self.variables.values()}

    def _variable(self, domain: str, letter: str = "n") -> str:
        is_declared, name = bool(self._next), self.fresh(letter)
        if is_declared:
            self._domains[name] = domain
        else:
            self._lines.append(f"var {domain}: {name} :: no_output;")
        return name

    def kind(self, variables: Sequence[Variable]) -> str:
        """The type of variables that are declared together; those with fewer values are noted."""
        names = [self.arrays.text[variable.name] for variable in variables]
        terms = [self._terms_by_name[name] for name in names]
        low, high = min(term.low for term in terms), max(term.high for term in terms)
        domains = [self._domains[name] for name in names]
        if variables[0].labelled:
            self.labelled |= {*names}
            found = dict.fromkeys(str(label) for one in variables for label in one.domain)
            members = ", ".join(self._labels[label] for label in found)
            of_all = found.keys() == self._labels.keys()
            kind = self.arrays.enums[(*self._labels,)][0] if of_all else f"{{{members}}}"
            fewer = [len(one.domain) < len(found) for one in variables]
        elif (low, high) == (0, 1) and not any(v.name in self._as_numbers for v in variables):
            self._booleans |= {*names}
            kind, fewer = "bool", [term.is_fixed for term in terms]
        else:
            kind = domains[0] if len({*domains}) == 1 else f"{low}..{high}"
            fewer = [domain != kind for domain in domains]
        for term, domain, is_less in zip(terms, domains, fewer, strict=True):
            if is_less and term.is_fixed:
                self.add(self.relation(term, "==", self.constant(term.low)))
            elif is_less:
                self.add(f"{term.native} in {domain}")
        return kind

    # ------------------------------------------------------------------------------- terms

    def kept(self, expression: str, low: int, high: int) -> Term:
        if low < high and self._is_short(expression):
            return Term(self.nested(expression), low, high)
        return super().kept(expression, low, high)

    def reified(self, constraint: str) -> str:
        """The truth of a constraint; MiniZinc 2.6 says half of truths within one that bounds."""
        starts = [start for start, inner in levels(constraint) if not _LITERAL.fullmatch(inner)]
        for start in sorted(starts, reverse=True) if _BOUND.search(constraint) else ():
            if constraint[:start].endswith("bool2int("):
                constraint = f"{constraint[: start - 9]}one_if({constraint[start:]}"
                self._own.add("one_if")
        is_short = self._is_short(constraint)
        return self.nested(constraint) if is_short else self.named_truth(constraint)

    def _is_short(self, text: str) -> bool:
        return len(text) <= self.longest or len(self.arrays.tidied(text)) <= self.longest

    def distance(self, native: str) -> str:
        return f"abs({bare(native)})"

    def raised(self, base: Term, exponent: int) -> str:
        is_product = exponent == 2 and atomic(base.native)  # whose bounds MiniZinc knows
        return f"{base.native} * {base.native}" if is_product else super().raised(base, exponent)

    def accepted(self, automaton: Regular, terms: Sequence[Term]) -> Any:
        """An automaton as a regular expression, where that is no longer than its table."""
        natives = [term.native for term in terms]
        names = self.labels if self.labelled.issuperset(natives) else {}
        pattern, size = "", automaton.states * len(automaton.symbols)
        if min(map(int, automaton.symbols)) >= 0:
            pattern = regular_expression(automaton, lambda value: names.get(value, str(value)))
        if not 0 < len(pattern) <= _MOST_SIGNS * size:
            return NATIVES[Regular].post(self, automaton, terms)
        self._includes.add("regular_regexp")
        return f'regular([{", ".join(natives)}], "{pattern}")'

    def equal(self, one: AllEqual, terms: Sequence[Term]) -> str:
        """The truth that terms are equal."""
        return self.call("all_equal", f"[{', '.join(term.native for term in terms)}]")

    natives = Natives(
        *{
            **NATIVES,
            Regular: replace(NATIVES[Regular], post=accepted),
            AllEqual: replace(NATIVES[AllEqual], reified=several, truth=equal),
        }.values(),
    )

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        if not (isinstance(constraint, graphs.Said) and graphs.is_said(constraint)):
            return super()._posted(constraint)
        name, call = graphs.posted(self, constraint)
        self._own.add(name)
        self.add(call)
        return ()

    def data(self, pairs: Sequence[tuple[int, int]]) -> str:
        """The name of the array of these pairs."""
        key = (*pairs,)
        if key not in self._pairs:
            self._pairs[key] = self._data_named("edge")
        return self._pairs[key]

    def _data_named(self, wanted: str) -> str:
        name = wanted if wanted not in self.taken else self.fresh(wanted)
        self.taken.add(name)
        self.arrays.taken.add(name)
        return name

    def tables(self) -> Iterator[str]:
        """The lines of the arrays of pairs, and of tables that are shared."""
        for rows, name in self._shared.items():
            size = rows[len("array2d(") : rows.index(", [")]
            yield from laid_out(f"array[{size}] of int: {name} =", [self.arrays.tidied(rows)])
        for pairs, name in self._pairs.items():
            said = graphs.edges_said(pairs)
            yield from laid_out(f"array[1..{len(pairs)}, 1..2] of int: {name} =", [said])

    def keep_called(self, texts: Sequence[str]) -> None:
        """Leave out own functions that no text calls."""
        self._own = {name for name in self._own if any(f"{name}(" in text for text in texts)}

    def included(self) -> list[str]:
        return [*super().included(), *graphs.included(self._own)]

    def item(self, natives: list[str], index: str) -> str:
        array, _ = self.arrays.place.get(natives[0], (None, 0))
        if array is None or len(array.axes) != 1 or natives != [*self.arrays.elements(array)]:
            return super().item(natives, bare(index))
        first = array.axes[0][0]
        sign = f" {'-' if first < 0 else '+'} {abs(first)}" if first else ""
        shifted = f"{bare(index)}{sign}".removesuffix(" - 1 + 1")
        return f"{array.name}[{shifted}]"

    def zero_or_one(self, truth: str) -> str:
        """MiniZinc 2.6 takes parts of a truth to follow from it, and may share them otherwise."""
        if not re.search(r"bool2int\(|one_if\(|/\\|\\/|->", truth):
            return f"bool2int({bare(truth)})"
        self._own.add("one_if")
        return f"one_if({bare(truth)})"

    # ------------------------------------------------------------------------------ truths

    def named_truth(self, constraint: str) -> str:
        return minizinc.Translation.reified(self, constraint)

    def relation(self, left: Term, relation: str, right: Term) -> str:
        if text := self._of_booleans(left, relation, right):
            return text
        return super().relation(self._side(left, right), relation, self._side(right, left))

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        if is_known(left, right):
            self.require(bool(RELATIONS[relation](left.low, right.low)))
        elif text := self._of_booleans(left, relation, right):
            self.add(text)
        elif relation == "==":  # not as two bounds
            self.add(f"{self._side(left, right).native} = {self._side(right, left).native}")
        else:
            super().require_compared(left, relation, right)

    def _of_booleans(self, left: Term, relation: str, right: Term) -> str:
        """The comparison as a truth, if it is of the numbers of truths."""
        natives = (term.native for term in (left, right))
        one, other = (text if text in self._booleans else _truth(text) for text in natives)
        if one and other and relation in ("==", "!="):
            return (
                f"{plainly(one)} <-> {plainly(other)}" if relation == "==" else f"{one} != {other}"
            )
        counted, number = (right, left) if left.is_fixed else (left, right)
        factor, _, inner = bare(counted.native).rpartition(" * ")
        truth = inner if inner in self._booleans else _truth(inner)
        if not (truth and number.is_fixed and _NUMBER.fullmatch(factor or "1")):
            return ""
        ends = (0, int(factor or 1))
        if_false, if_true = (
            RELATIONS[relation](*((end, number.low) if counted is left else (number.low, end)))
            for end in ends
        )
        if if_false == if_true:
            return ""
        return bare(truth) if if_true else bare(self.opposite(truth))

    def _side(self, term: Term, other: Term) -> Term:
        """A side of a comparison; Gecode breaks off at some of `bool2int` with a variable."""
        native = self.side(term, other)
        if truth_of(native) and not other.is_fixed:
            native = minizinc.Translation.zero_or_one(self, truth_of(native))
        return term._replace(native=native)

    def opposite(self, truth: str) -> str:
        text = bare(truth)
        if text.startswith("not ") and atomic(text[4:]):
            return text[4:]
        found = _comparison(text)
        if found is None:
            return f"(not {truth})"
        left, relation, right = found
        text = f"({left} {_OPPOSITE[relation]} {right})"
        self._opposites[text] = truth
        return text

    def conjunction(self, truths: list[str]) -> str:
        return self._of_truths(" /\\ ", "forall", truths)

    def disjunction(self, truths: list[str]) -> str:
        first, *rest = truths
        negated = first[5:-1] if first.startswith("(not ") and atomic(first[5:-1]) else ""
        condition = self._opposites.get(first, negated)
        if condition and len(rest) == 1:
            return f"{plainly(condition)} -> {plainly(rest[0])}"
        return self._of_truths(" \\/ ", "exists", truths)

    def _of_truths(self, sign: str, function: str, truths: Sequence[str]) -> str:
        if len(truths) > _FEW:
            return self.arrays.tidied(f"{function}([{', '.join(truths)}])")
        return sign.join(map(plainly, truths))

    def call(self, predicate: str, *arguments: str) -> str:
        """A constraint of the library; with labels by name where it is of variables over such."""
        listed, *rest = arguments
        items = re.findall(r"\w+\[[^\]]*\]|\w+", listed)
        if items and self.labelled.issuperset(items):
            if predicate == "count" and rest[0].isdigit():
                rest[0] = self.labels[int(rest[0])]
            if predicate == "table" and rest:
                size, numbers = rest[0].rsplit(", [", 1)
                rest = [
                    size + ", [" + re.sub(r"\d+", lambda one: self.labels[int(one[0])], numbers)
                ]
        term = listed[1:-1]
        if predicate == "table" and not any(term[place] == "," for place in at_top(term)):
            return f"({term} in {{{rest[0].rsplit('[', 1)[1][:-2]}}})"
        if predicate == "table" and rest:
            self.table_uses[rest[0]] += 1
            rest = [self._shared.get(rest[0], rest[0])]
        if predicate == "count":
            found = self._sum_of_labels(items, rest[0]) or super().call(predicate, listed, rest[0])
            return f"{found} = {bare(rest[1])}" if len(rest) == 2 else found
        return super().call(predicate, listed, *rest)

    def _sum_of_labels(self, items: Sequence[str], label: str) -> str:
        """The count of a label in a part of an array of several dimensions, else nothing.

        MiniZinc 2.6 breaks off at its own word for that.
        """
        array, _ = self.arrays.place.get(items[0], (None, 0)) if items else (None, 0)
        is_part = array is not None and len(array.axes) > 1 and len(items) < len(array.keys)
        if not is_part or not self.labelled.issuperset(items):
            return ""
        return f"sum([{', '.join(f'({item} = {label})' for item in items)}])"

    def counted(self, terms: Sequence[Term], values: Sequence[Term]) -> Term:
        natives = [term.native for term in terms]
        if len(values) == 1:
            text = self.call("count", f"[{', '.join(natives)}]", values[0].native)
        else:
            several = [self._side(value, terms[0]).native for value in values]
            held = f" in {{{', '.join(several)}}}"
            text = f"sum([{', '.join(f'({native}{held})' for native in natives)}])"
        return self.kept(text, 0, len(terms))

    def add(self, constraint: str) -> None:
        super().add(bare(constraint))


def _truth(text: str) -> str:
    """The truth whose number this is; also in the other way if it is of plain variables.

    MiniZinc 2.6 may share the truth of a comparison that is said in two ways. Empty for others.
    """
    is_call = text.startswith("one_if(") and atomic(text) and not re.search("[<>=]", text)
    return text.removeprefix("one_if") if is_call else truth_of(text)


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def plainly(truth: str) -> str:
    """A truth as an operand, without brackets where it needs none."""
    text = bare(truth)
    is_member = re.fullmatch(r"\S+ in \{[^}]*\}", text)
    is_plain = is_member or _comparison(text) or atomic(text.removeprefix("not "))
    return text if is_plain else truth


def _comparison(text: str) -> tuple[str, str, str] | None:
    """The sides and the relation of a text that is one comparison of terms."""
    found = [place for place in at_top(text) if text[place] == " "]
    words = [text[a + 1 : b] for a, b in zip([-1, *found], [*found, len(text)], strict=True)]
    places = [place for place, word in enumerate(words) if word in _OPPOSITE]
    if len(places) != 1 or {"/\\", "\\/", "->", "<->", "not", "in"} & {*words}:
        return None
    at = places[0]
    return " ".join(words[:at]), words[at], " ".join(words[at + 1 :])


# --------------------------------------------------------------------------------- the whole text


def text(model: Model) -> str:
    """`model` as MiniZinc. Raises: Unsupported."""
    of_squares = any(map(squares_of, model.groups))
    return min((_text(model, numbered) for numbered in (False, True)[: 1 + of_squares]), key=len)


def _text(model: Model, numbered: bool, shared: Sequence[str] = ()) -> str:
    """The text, in which tables that are `shared` have names; so has one that comes twice."""
    prepared = Prepared(model, "MiniZinc", first=1, added=True)
    posted, goal = prepared.inlined()
    arrays = MiniZincArrays(model, [*prepared.labels.values()], numbered=numbered)
    labels = dict(zip(prepared.labels.values(), arrays.labels, strict=True))
    translation = _MiniZinc(arrays, posted, labels, prepared.as_numbers, shared)
    shown = {variable.name for variable in prepared.shown}
    declared = [*_declarations(model, translation, shown)]
    rules = [*_statements(arrays, translation.lines(), "")]
    for label in by_rule(model, posted, translation.post):
        rules += _statements(arrays, translation.lines(), label)
    aim = "satisfy" if goal is None else arrays.named(bare(translation.term_of(goal).native))
    rules += _statements(arrays, translation.lines(), "")
    lines = [f"% {remark}" for remark in _remarks(model, prepared, arrays, rules)]
    translation.keep_called([*rules, aim])
    is_left = any("alldifferent(" in rule for rule in rules)
    lines += [one for one in translation.included() if is_left or '"alldifferent.mzn"' not in one]
    for name, *members in arrays.enums.values():
        lines += laid_out(f"enum {name} =", [f"{{{', '.join(members)}}}"])
    lines += [*arrays.used([*rules, aim]), *declared, *translation.tables(), "", *rules]
    lines += [*([""] if rules else []), f"solve {' '.join([prepared.sense, aim]).strip()};"]
    if any(len({v.name in shown for v in group.variables}) > 1 for group in model.groups):
        names = (arrays.named(arrays.text[v.name]) for v in model.variables if v.name in shown)
        printed = ", ".join(f'"{name} = \\({name})\\n"' for name in names)
        lines.append(f"output [{printed}];")
    found = "\n".join([*lines, ""])
    again = [rows for rows, uses in translation.table_uses.items() if uses > 1]
    if again and not shared:
        return min(found, _text(model, numbered, again), key=len)
    return found


def _remarks(
    model: Model, prepared: Prepared, arrays: MiniZincArrays, rules: Sequence[str]
) -> Iterator[str]:
    """The name, what the text does not say, and names that are written otherwise."""
    yield from prepared.head("".join(rules))
    names = {arrays.text[v.name]: v.name for one in model.groups for v in one.variables}
    written = {text: name for text, name in names.items() if text not in arrays.place}
    written |= {array.name: array.group for array in arrays.arrays}
    for keys, (_, *members) in arrays.enums.items():
        new = zip(members, keys, strict=True)
        labels = {*prepared.labels.values()}
        written |= {m: key for m, key in new if key in labels or not is_read_as(key, m)}
    yield from renamed(written, "")


def _declarations(model: Model, translation: _MiniZinc, shown: set[str]) -> Iterator[str]:
    arrays = translation.arrays
    for group in model.groups:
        array = arrays.by_group.get(group.name)
        for variables in [group.variables] if array else [(one,) for one in group.variables]:
            kind = translation.kind(variables)
            name = arrays.text[variables[0].name]
            said = f"var {kind}: {name}"
            if array is not None:
                said = f"array[{arrays.indices(array)[0]}] of var {kind}: {array.name}"
            hidden = shown.isdisjoint(variable.name for variable in variables)
            yield f"{said}{' :: no_output' if hidden else ''};"


def _statements(arrays: MiniZincArrays, lines: Sequence[str], label: str) -> Iterator[str]:
    """Lines of constraints, those alike as loops, under a label."""
    head = f'constraint :: "{_escaped(label)}"' if label else "constraint"
    for are_constraints, some in groupby(lines, lambda line: line.startswith("constraint ")):
        if not are_constraints:
            yield from map(arrays.named, some)
            continue
        texts = [line.removeprefix("constraint ")[:-1] for line in some]
        said = arrays.grid(texts)
        in_loops = partial(arrays.families, write=arrays.forall)
        parts = [said] if said else arrays.shortest(texts, arrays.drawn, in_loops)
        if arrays.drawings and parts[0] == arrays.drawn(arrays.drawings[-1])[0]:
            arrays.data[arrays.drawings[-1].name] = parts.pop(0)
        parts = [_TWO.sub(r"\1 != \2", arrays.named(part)) for part in parts]
        if label and len(parts) > 1:
            yield from laid_out(
                head, [one if atomic(one) else plainly(f"({one})") for one in parts]
            )
        else:
            yield from (line for one in parts for line in laid_out(head, [one]))


_TWO = re.compile(
    r"(?:^|(?<=\()|(?<=/\\ ))alldifferent\(\[(\w+\[[^][]*\]), (\w+\[[^][]*\])\]\)(?=\)| /\\|$)"
)
"""That two items differ, where no operator is beside it that binds closer."""


def _escaped(text: str) -> str:
    """`text` within a text of MiniZinc's; a sign that is not printed is written by its number.

    Quotes are single ones, since Gecode's reader of FlatZinc ends at others.
    """
    plain = text.replace("\\", "\\\\").replace('"', "'")
    return "".join(sign if sign.isprintable() else f"\\\\x{ord(sign):x}" for sign in plain)
