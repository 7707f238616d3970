"""Recorded searches of one model as one document, `everyway.trace/1`: what a page replays.

Values are places in a domain, variables places in the declaration of what is searched. Of each try
four numbers are kept: its depth, variable, value and outcome; their order, depth first, says which
try was made below which. `taken` and `failed` say by number of the try what the rules did:
`[rule, line, because, lost]`, and of a failure also the variable that was emptied. `because` are
pairs of a variable and a value, `lost` runs of values: variable, first, last. At the root the first
`given` of `taken` are what each rule says of single variables, such as givens. A page that can
search by itself has both for the first `kept` tries, and works the others out where it shows them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any

from ...models.language.arithmetic_expressions import Power, Sum
from ...models.language.constraints import Comparison
from ...models.language.drawing.layers import WIDEST
from ...models.language.expressions import Constant, Domain, Indicator, Variable
from ...models.language.expressions import size as size_of
from ...models.language.global_constraints.connected import OverGraph
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.regions import Regions
from ...models.language.late_dataclasses import dataclass, field
from ...models.language.model import Model
from ...models.language.nodes import Node
from ...models.language.phrases import inside
from ...models.language.viewpoints.labels import without_labels
from ...models.language.viewpoints.viewpoint import View, in_viewpoint
from ...solvers import flatmap
from ...solvers.flatmap.consistency import (
    Checking,
    Fact,
    InOrder,
    LargestDegree,
    Loss,
    Observed,
    Removal,
    WeightedDegree,
)
from ...solvers.flatmap.intervals import Image, Reading
from ...solvers.flatmap.translation import (
    Automaton,
    Different,
    Flood,
    General,
    Linear,
    Pair,
    Propagator,
    Rows,
    Unequal,
    translate,
)
from ...solvers.harness.contract import Assignment, Control, Stopped
from ...solvers.harness.options import Options
from ...solvers.harness.running.optimising import settled
from .gallery import Panels, scope

# ------------------------------------------------------------------------------------ search parts
# A model's constraints as `flatmap` propagates them, as data: what the page's own search reads.
#
# A part is a list: its kind, the number of its rule, and what it says, with values as places in
# their domains. The kinds are those of `solvers.flatmap`: `different`, `pair`, `linear`,
# `unequal`, `rows`, `automaton`, `graph` and `general`, whose steps compute intervals, each from
# the others.


EXACT = 2**53
"""Numbers of JavaScript are whole and exact below this."""
MOST_CASES = 5_000
"""The most combinations for which a Python function is asked."""
MOST_NUMBERS = 200_000
"""The most numbers of all parts together."""


class NoParts(Exception):
    """The page cannot search this model by itself; says why."""


def search_parts(
    model: Model, numbered: Callable[[str], int], widest: int
) -> tuple[list[list[Any]] | None, str]:
    """The parts of `model` and of what is missing nothing; or None, and why there are none.

    `numbered` gives the number of the name of a line.
    """
    domains = [v.domain for v in model.variables]
    if any(size_of(domain) > widest for domain in domains):
        return None, f"a variable has more than {widest} values"
    try:
        writer = _Writer([tuple(map(int, domain)) for domain in domains], numbered)
        return list(writer.parts(model)), ""
    except NoParts as error:
        return None, str(error)


class _Writer:
    def __init__(self, domains: Sequence[tuple[int, ...]], numbered: Callable[[str], int]) -> None:
        self._domains, self._numbered = domains, numbered
        self._room = MOST_NUMBERS

    def parts(self, model: Model) -> Iterator[list[Any]]:
        for part in translate(model, self._domains, Control()):
            match part:
                case Different(rule, images):
                    written = [
                        [place, self._amounts(place, i.amount)] for place, i in images.items()
                    ]
                    yield ["different", rule, written]
                case Pair(rule, reading):
                    yield ["pair", rule, *reading.scope, self._ruled_out(part)]
                case Linear():
                    yield ["linear", part.rule, self._line(part), self._terms(part), part.most]
                case Unequal():
                    yield ["unequal", part.rule, self._line(part), self._terms(part), part.number]
                case Rows():
                    rows = [list(row) for row in self._within(part)]
                    yield ["rows", part.rule, self._line(part), list(part.scope), rows]
                case Automaton():
                    regular = part.word
                    says = [part.scope, self._moves(part), regular.start, list(regular.accepting)]
                    yield ["automaton", part.rule, self._line(part), *says]
                case Flood():
                    terms = [self._mark(term) for term in part.terms]
                    scope, word = list(part.scope), self._word(part.word)
                    yield ["graph", part.rule, self._line(part), scope, terms, *word]
                case General():
                    steps = self._steps(part.reading)
                    yield ["general", part.rule, self._line(part), list(part.scope), steps]
                case _:
                    raise AssertionError(f"no page knows a part of the kind {type(part).__name__}")

    def _mark(self, term: Image | Reading | int) -> list[Any]:
        """A term of a word over graphs: its variable and amounts; -1 and a number; -2 and steps."""
        if isinstance(term, int):
            return [-1, [term]]
        if isinstance(term, Reading):
            return [-2, self._steps(term)]
        return [term.place, self._amounts(term.place, term.amount)]

    def _word(self, word: OverGraph) -> list[Any]:
        """Its kind, edges and number of vertices, and whether it spans; how many sizes it has."""
        self._spend(2 * len(word.edges))
        more = len(word.sizes) if isinstance(word, Regions) else getattr(word, "spanning", 0)
        return [type(word).__name__, [list(edge) for edge in word.edges], word.size, int(more)]

    def _line(self, part: Propagator) -> int:
        return self._numbered(part.line)

    def _spend(self, numbers: int) -> None:
        self._room -= numbers
        if self._room < 0:
            raise NoParts("its rules are too many")

    def _amounts(self, place: int, amount: Callable[[int], int]) -> list[int]:
        found = [amount(value) for value in self._domains[place]]
        self._spend(len(found))
        if max(map(abs, found), default=0) >= EXACT:
            raise NoParts("its numbers are too large")
        return found

    def _terms(self, part: Linear | Unequal) -> list[list[Any]]:
        return [[term.place, self._amounts(term.place, term.amount)] for term in part.terms]

    def _ruled_out(self, part: Pair) -> list[int]:
        """The pairs of values that may not stand together: of the first variable, of the other."""
        one, other = part.scope
        second = {value: number for number, value in enumerate(self._domains[other])}
        flat: list[int] = []
        for number, value in enumerate(self._domains[one]):
            for _, lost in part.ruled_out(one, value):
                flat += [n for gone in lost for n in (number, second[gone])]
        self._spend(len(flat))
        return flat

    def _within(self, part: Rows) -> Iterator[Sequence[int]]:
        """The rows that the domains allow, as places in them."""
        index = [{x: n for n, x in enumerate(self._domains[place])} for place in part.scope]
        for row in part.rows:
            if all(value in places for value, places in zip(row, index, strict=True)):
                self._spend(len(row))
                yield [places[value] for value, places in zip(row, index, strict=True)]

    def _moves(self, part: Automaton) -> list[list[list[int]]]:
        """For each variable the place of a value, with a state and the state after it."""
        self._spend(3 * sum(len(pairs) for moves in part.moves for pairs in moves.values()))
        return [
            [[n, *pair] for n, x in enumerate(self._domains[place]) for pair in moves.get(x, ())]
            for place, moves in zip(part.scope, part.moves, strict=True)
        ]

    # --------------------------------------------------------------------------- readings

    def _steps(self, reading: Reading) -> list[list[Any]]:
        """The steps of a reading, which never leave the numbers that JavaScript holds."""
        intervals = reading.intervals(self._domains)
        ends = [abs(end) for interval in intervals if interval for end in interval[:2]]
        if max(ends, default=0) >= EXACT:
            raise NoParts("its numbers are too large")
        index = {node: number for number, node in enumerate(reading.nodes)}
        steps = [self._step(n, [index[p] for p in n.parts], reading) for n in reading.nodes]
        self._spend(4 * len(steps))
        return steps

    def _step(self, node: Node, at: list[int], reading: Reading) -> list[Any]:
        match node:
            case Variable(name, _):
                return ["variable", reading.places[name]]
            case Constant(constant):
                return ["constant", constant]
            case Sum(_, coefficients, constant):
                return ["sum", at, list(coefficients), constant]
            case Power(_, exponent):
                return ["power", at, exponent]
            case Comparison(Variable(name, _), ("==" | "!=") as relation, Constant(constant)):
                return ["among", reading.places[name], constant, relation == "=="]
            case Comparison(_, relation, _):
                return ["compare", at, relation]
            case Predicate():
                return ["predicate", at, self._cases(node, reading)]
            case Indicator():
                return ["same", at]
            case _:  # a reading has no node but those of the core
                return [type(node).__name__.lower(), at]

    def _cases(self, node: Predicate, reading: Reading) -> list[str]:
        """The combinations of values, of variables alone, under which a Python function is true."""
        if not all(isinstance(term, Variable) for term in node.terms):
            raise NoParts("a rule asks a Python function about more than variables")
        places = [reading.places[term.name] for term in node.terms if isinstance(term, Variable)]
        domains = [self._domains[place] for place in places]
        if prod(map(len, domains)) > MOST_CASES:
            raise NoParts("a rule asks a Python function about too many values")
        try:
            found = [" ".join(map(str, row)) for row in product(*domains) if node.holds(row)]
        except Exception as error:
            raise NoParts("a rule asks a Python function that fails elsewhere") from error
        self._spend(len(found))
        return found


# ----------------------------------------------------- Searches of `flatmap`, recorded try by try.


LIMIT = 20_000
"""The most tries of one search that a page shows."""
MOST_REMOVALS = 150_000
"""The most removals of one search that a page shows."""
RECORDED = 6.0
"""The seconds of one search that a page shows, where it is given no other number."""
ALL = LIMIT + MOST_REMOVALS
"""As many removals and failures as one search can have here."""
FAILED, OPEN, SOLUTION = 0, 1, 2


@dataclass(frozen=True)
class Way:
    """A way to search, for students to compare."""

    key: str
    title: str
    words: str
    strategy: type[Observed]


WAYS = (
    Way(
        "check",
        "check only",
        "variables in declared order; a value is held against what is decided",
        Checking,
    ),
    Way(
        "propagate",
        "declared order",
        "propagate: the rules take values from what is open; variables in declared order",
        InOrder,
    ),
    Way(
        "fewest",
        "fewest first",
        "propagate, and decide next the variable with the fewest values: as flatmap searches",
        Observed,
    ),
    Way(
        "degree",
        "largest degree",
        "propagate, and decide next the variable in most constraints with others that are open",
        LargestDegree,
    ),
    Way(
        "weighted",
        "weighted degree",
        "propagate; constraints that fail weigh more; fewest values for the weight (dom/wdeg)",
        WeightedDegree,
    ),
)


@dataclass
class SearchNode:
    """A value tried for a variable; the root tries nothing."""

    depth: int
    place: int = -1
    value: int = 0
    outcome: int = OPEN
    removals: list[Removal] = field(default_factory=list)
    reason: Removal | None = None
    """The removal at which it failed."""
    emptied: int = -1
    """The place of the variable that was left without a value."""


class Full(Exception):
    """As much as may be recorded is recorded."""


class Recording:
    """A search of `model` by one `way`: its nodes in the order in which they are tried.

    It is not `whole` where it was longer than may be recorded. The first `kept` nodes have their
    removals and reasons.
    """

    def __init__(self, model: Model, way: Way, limit: int, most_kept: int) -> None:
        self.way, self.nodes = way, [SearchNode(0)]
        self.kept, self.whole = 1, True
        self._places = model.places
        self._limit, self._most_kept = limit, most_kept
        self._removals = self._failures = 0

    def chosen(self, variable: str, value: int, depth: int, parent: int) -> None:
        if len(self.nodes) > self._limit or self._removals > MOST_REMOVALS:
            raise Full
        if self.kept == len(self.nodes) and self._removals + self._failures < self._most_kept:
            self.kept += 1
        self.nodes.append(SearchNode(depth, self._places[variable], value))

    def removed(self, removal: Removal) -> None:
        if self.kept == len(self.nodes):
            self.nodes[-1].removals.append(removal)
        self._removals += 1

    def failed(self, reason: Removal, emptied: int | None, depth: int) -> None:
        node = self.nodes[-1]
        self._failures += 1
        node.outcome = FAILED
        node.reason = reason if self.kept == len(self.nodes) else None
        node.emptied = -1 if emptied is None else emptied

    def solved(self, solution: Assignment) -> None:
        self.nodes[-1].outcome = SOLUTION


def record(
    model: Model,
    way: Way,
    limit: int = LIMIT,
    most_kept: int = ALL,
    time_limit: float | None = RECORDED,
) -> Recording:
    """The search of `model`, whose variables are integers, by one way; for some seconds."""
    found = Recording(model, way, limit, most_kept)
    control = Control(Options(time_limit=time_limit))
    control.resume()
    try:
        deque(flatmap.solutions(model, control, found, way.strategy), maxlen=0)
    except (Full, Stopped):
        found.whole = False
    return found


SCHEMA = "everyway.trace/1"
SECONDS = 60.0
"""For which the best value of an objective is looked for."""
MOST_CAUSES = 12
"""The most decided variables that are named as the cause of a removal."""


class TraceDocument:
    """Turns recorded searches of `model` into numbers, and the model into words.

    Under an objective, the search is for what has the best value, which is looked for before.
    """

    def __init__(self, model: Model, viewpoint: str = "auto") -> None:
        if model.objective is not None:
            model, _ = settled(model, SECONDS)
        self.model = model
        self._coded, self._decode = without_labels(model)
        self.view: View = in_viewpoint(self._coded, viewpoint)
        self.variables = self.view.model.variables
        self._index = [_Index(v.domain) for v in self.variables]
        self._ids = {v.name: number for number, v in enumerate(self._coded.variables)}
        self._declared: dict[tuple[str, Any], str] = {m: n for n, m in self.view.marks.items()}
        self.lines: dict[str, int] = {"": 0}
        self._scopes = list(self._read_scopes())
        self._line_of = cache(self._line_of_two)
        self._ids_of = cache(self._ids_of_variable)

    def document(
        self,
        ways: Sequence[Way] = WAYS,
        limit: int = LIMIT,
        most_kept: int = ALL,
        time_limit: float | None = RECORDED,
    ) -> tuple[dict[str, Any], list[str]]:
        """The document, and the ground of each of its panels as SVG.

        `most_kept` removals and failures are kept of each search, where a page can do without more.
        """
        parts, missing = search_parts(self.view.model, self._numbered, WIDEST)
        kept = ALL if parts is None else most_kept
        recorded = (record(self.view.model, way, limit, kept, time_limit) for way in ways)
        searches = [self._search(one) for one in recorded]
        panels = Panels(self.model, self._places(), len(self.variables)).found()
        known = self.model.known
        found = {
            "schema": SCHEMA,
            "name": self.model.name,
            "known": [known.count, known.source] if known else None,
            "limit": limit,
            "rules": [[r.label, r.words or r.label] for r in self.model.rules],
            "variables": list(self._variables()),
            "panels": [panel for panel, _ in panels],
            "parts": parts,
            "missing": missing,
            "searches": searches,
            "scopes": [[[n, sorted(ids)] for n, ids in scopes] for scopes in self._scopes],
            "lines": list(self.lines),
        }
        return found, [ground for _, ground in panels]

    def _search(self, recorded: Recording) -> dict[str, Any]:
        way, nodes = recorded.way, recorded.nodes
        flat: list[int] = []
        for node in nodes[1:]:
            flat += [node.depth, node.place, self._index[node.place][node.value], node.outcome]
        taken = {i: found for i, n in enumerate(nodes) if (found := self._taken(n.removals))}
        return {
            "key": way.key,
            "title": way.title,
            "says": way.words,
            "whole": recorded.whole,
            "root": nodes[0].outcome,
            "given": len({one.rule for one in nodes[0].removals if one.given}),
            **({"kept": recorded.kept} if recorded.kept < len(nodes) else {}),
            "nodes": flat,
            "taken": taken,
            "failed": {i: self._failure(n, n.reason) for i, n in enumerate(nodes) if n.reason},
        }

    # --------------------------------------------------------------------------- reasons

    def _taken(self, removals: Sequence[Removal]) -> list[list[Any]]:
        """Removals, those as one in which one line of a rule took values from several variables."""
        merged: dict[tuple[int, int, tuple[int, ...], bool], list[tuple[int, int, int]]] = {}
        for removal in removals:
            because, given = tuple(self._facts(removal.because)), removal.given
            for loss in removal.losses:
                for run in self._index[loss.place].lost(loss):
                    line = 0 if given else self._line(removal, loss.place, run[1])
                    merged.setdefault((removal.rule, line, because, given), []).append(run)
        return [[r, line, list(b), _flat(runs)] for (r, line, b, _), runs in merged.items()]

    def _failure(self, node: SearchNode, reason: Removal) -> list[Any]:
        runs = [run for loss in reason.losses for run in self._index[loss.place].lost(loss)]
        line = self._line(reason, runs[-1][0], runs[-1][2]) if runs else self._line(reason, -1, 0)
        return [reason.rule, line, self._facts(reason.because), _flat(runs), node.emptied]

    def _facts(self, facts: Sequence[Fact]) -> list[int]:
        return [
            n for place, value in facts[:MOST_CAUSES] for n in (place, self._index[place][value])
        ]

    def _line(self, removal: Removal, place: int, index: int) -> int:
        if removal.line is not None:
            return self._numbered(removal.line)
        return self._line_of(removal.rule, removal.because[0], (place, index))

    def _line_of_two(self, rule: int, cause: Fact, lost: Fact) -> int:
        """The first line of `rule` in which both stand, such as `column 2`."""
        place, value = cause
        ids = {self._id(place, self._index[place][value]), self._id(*lost)}
        return next((number for number, scope in self._scopes[rule] if ids <= scope), 0)

    def _numbered(self, name: str) -> int:
        return self.lines.setdefault(name, len(self.lines))

    def _read_scopes(self) -> Iterator[list[tuple[int, frozenset[int]]]]:
        """Of each rule, its named lines with the declared variables that are in them."""
        for rule in self._coded.rules:
            named = ((constraint, name) for constraint, name in rule.places() if name)
            yield [
                (self._numbered(name), frozenset(scope(constraint, self._ids)))
                for constraint, name in named
            ]

    def _id(self, place: int, index: int) -> int:
        """The number of the declared variable that a value is about; -1 if there is none."""
        ids = self._ids_of(place)
        return ids if isinstance(ids, int) else ids[index]

    def _ids_of_variable(self, place: int) -> int | list[int]:
        variable = self.variables[place]
        if variable.name in self._ids:
            return self._ids[variable.name]
        marks = (self._declared.get((variable.name, value)) for value in variable.domain)
        return [self._ids[mark] if mark else -1 for mark in marks]

    # -------------------------------------------------------------------- words and pictures

    def _variables(self) -> Iterator[dict[str, Any]]:
        keys = [inside(variable.name) for variable in self.variables]
        clear = len(set(keys)) == len(keys) and not any(key.lstrip("-").isdigit() for key in keys)
        for place, variable in enumerate(self.variables):
            shown = {"name": keys[place] if clear else variable.name, "full": variable.name}
            domain = variable.domain
            if size_of(domain) > WIDEST:
                ends = {"from": str(domain[0]), "to": str(domain[-1]), "size": size_of(domain)}
                yield {**shown, **ends}
            else:
                values = [self._value(variable.name, value) for value in domain]
                numbers = {} if values == list(map(str, domain)) else {"numbers": list(domain)}
                yield {**shown, **numbers, "values": values, "ids": self._ids_of(place)}

    def _value(self, name: str, value: Any) -> str:
        mark = self._declared.get((name, value))
        return inside(mark) if mark else str(self._decode({name: value})[name])

    def _places(self) -> Mapping[str, tuple[int, int]]:
        places = {variable.name: place for place, variable in enumerate(self.variables)}
        found = {name: (place, -1) for name, place in places.items()}
        for name, (choice, value) in self.view.marks.items():
            found[name] = places[choice], self._index[places[choice]].get(value)
        return found


class _Index:
    """The places of the values in a domain."""

    def __init__(self, domain: Domain) -> None:
        self._wide = size_of(domain) > WIDEST
        self._domain = domain
        self._places = {} if self._wide else {value: place for place, value in enumerate(domain)}

    def __getitem__(self, value: int) -> int:
        return self._domain.index(value) if self._wide else self._places[value]

    def get(self, value: int) -> int:
        """The place of `value`; -1 if it is not in the domain."""
        return self[value] if value in self._domain else -1

    def lost(self, loss: Loss) -> list[tuple[int, int, int]]:
        """The variable with runs of places that it loses; of wide domains those at the ends."""
        place, before, left = loss
        first, last = self[before[0]], self[before[-1]]
        if self._wide:
            ends = (self[left[0]], self[left[-1]]) if left else (last + 1, last)
            runs = [(first, ends[0] - 1), (ends[1] + 1, last)]
            return [(place, low, high) for low, high in runs if low <= high]
        kept = set(left)
        return [(place, self[x], self[x]) for x in before if x not in kept]


def _flat(runs: Sequence[tuple[int, int, int]]) -> list[int]:
    """Runs in order, those that meet as one: variable, first, last."""
    found: list[list[int]] = []
    for place, first, last in sorted(runs):
        if found and found[-1][0] == place and found[-1][2] == first - 1:
            found[-1][2] = last
        else:
            found.append([place, first, last])
    return [number for run in found for number in run]
