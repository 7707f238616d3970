"""An independent checker of proofs that a puzzle has exactly so many solutions.

    python check.py FILE

It needs Python's standard library and nothing else. The file says in JSON what the puzzle is, and
then, line by line, why there are no other solutions; docs/proofs.md says what each line means. The
meaning of every kind of constraint is written down here a second time, from its documentation, so
that a mistake elsewhere is no mistake here. Nothing that is read is run.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

FIRST_LINE = "everyway-proof 1"
LISTED = 3_000
"""The most assignments of one constraint's open variables that are listed."""
TABLED = 20_000
"""The most assignments of a constraint that is read level by level as a table."""
MOST_VALUES = 1_000_000
MOST_SUMS = 200_000
UNDEFINED = None

Box = list[list[Any]]
"""The values left of each variable."""
Row = Sequence[Any]


class Refuted(ValueError):
    """A proof with a step that does not follow."""


class NoProof(ValueError):
    """A file that is no proof, or is about what a proof cannot speak of."""


# ------------------------------------------------------------------------ what a node means

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def ascending(values: list[Any], strict: bool) -> bool:
    """No value is below the one before it; if strict, each is above."""
    pairs = itertools.pairwise(values)
    return all(a < b for a, b in pairs) if strict else all(a <= b for a, b in pairs)


def one_tour(successors: list[int], some_stay: bool) -> bool:
    """One tour visits every node; or, where some may stay, every node that does not."""
    size = len(successors)
    if sorted(successors) != list(range(size)):
        return False
    moving = [n for n in range(size) if successors[n] != n] if some_stay else list(range(size))
    if not moving:
        return True
    visited, node = [moving[0]], successors[moving[0]]
    while node != moving[0]:
        visited.append(node)
        node = successors[node]
    return sorted(visited) == moving


def accepted(values: list[Any], moves: list[list[Any]], start: int, final: list[int]) -> bool:
    """The automaton has a transition for each value in turn, and ends in a final state."""
    step, state = {(a, symbol): b for a, symbol, b in moves}, start
    for value in values:
        if (state, value) not in step:
            return False
        state = step[state, value]
    return state in final


def in_turn(values: list[Any], order: list[Any]) -> bool:
    """A value of the order is taken only after the one before it has been."""
    met: set[Any] = set()
    for value in values:
        place = order.index(value) if value in order else 0
        if place and order[place - 1] not in met:
            return False
        met.add(value)
    return True


def within_capacity(starts: list[int], lasts: list[int], needs: list[int], most: int) -> bool:
    """At every time the tasks that run need no more than the capacity."""
    if most < 0 or any(n < 0 for n in [*lasts, *needs]):
        return False
    tasks = list(zip(starts, lasts, needs, strict=True))
    return all(sum(n for s, d, n in tasks if s <= t < s + d) <= most for t in starts)


def apart(starts: list[int], lasts: list[int]) -> bool:
    """No two tasks run at one time; one that lasts 0 has no effect, and none lasts less."""
    tasks = [(s, s + d) for s, d in zip(starts, lasts, strict=True) if d]
    pairs = itertools.combinations(tasks, 2)
    return all(d >= 0 for d in lasts) and all(a[1] <= b[0] or b[1] <= a[0] for a, b in pairs)


def inverse(there: list[int], back: list[int]) -> bool:
    """there[i] is j exactly where back[j] is i."""
    size = len(there)
    if any(not 0 <= v < size for v in [*there, *back]):
        return False
    return all((there[i] == j) == (back[j] == i) for i in range(size) for j in range(size))


def packed(bins: list[int], sizes: list[int], room: list[int]) -> bool:
    """Every item lies in a bin, and no bin holds more than it can."""
    if any(not 0 <= b < len(room) for b in bins):
        return False
    load = [sum(s for b, s in zip(bins, sizes, strict=True) if b == k) for k in range(len(room))]
    return all(a <= b for a, b in zip(load, room, strict=True))


def taken(terms: list[Any], counts: list[int], values: list[Any], closed: bool) -> bool:
    """Each value is taken as often as its count; if closed, no other value is."""
    exact = all(terms.count(v) == n for v, n in zip(values, counts, strict=True))
    return exact and (not closed or all(t in values for t in terms))


def differ_except(terms: list[Any], exempt: Any) -> bool:
    """No two terms are equal, unless both are exempt."""
    return all(a != b or a == exempt for a, b in itertools.combinations(terms, 2))


def before(left: list[int], right: list[int], strict: bool) -> bool:
    """The left list comes before the right one in a dictionary; if not strict, it may equal it."""
    for a, b in zip(left, right, strict=True):
        if a != b:
            return a < b
    return not strict


# By kind: which fields are parts (p one node, P several, - data), if it is true or false, and what
# it means, given its fields with the values of the parts in their place.
KINDS: dict[str, tuple[str, bool, Callable[..., Any]]] = {
    "Sum": ("P--", False, lambda t, c, k: k + sum(x * y for x, y in zip(t, c, strict=True))),
    "Product": ("P", False, math.prod),
    "Quotient": ("pp", False, lambda a, b: UNDEFINED if b == 0 else a // b),
    "Modulo": ("pp", False, lambda a, b: UNDEFINED if b == 0 else a % b),
    "Power": ("p-", False, lambda a, n: a**n),
    "Absolute": ("p", False, abs),
    "Minimum": ("P", False, min),
    "Maximum": ("P", False, max),
    "Element": ("Pp", False, lambda a, i: a[i] if 0 <= i < len(a) else UNDEFINED),
    "Indicator": ("p", False, int),
    "Comparison": ("p-p", True, lambda a, r, b: RELATIONS[r](a, b)),
    "And": ("P", True, all),
    "Or": ("P", True, any),
    "Not": ("p", True, operator.not_),
    "AllDifferent": ("P", True, lambda t: len(set(t)) == len(t)),
    "AllDifferentExcept": ("Pp", True, differ_except),
    "AllEqual": ("P", True, lambda t: len(set(t)) <= 1),
    "Allowed": ("P-", True, lambda t, rows: tuple(t) in rows),
    "Forbidden": ("P-", True, lambda t, rows: tuple(t) not in rows),
    "Regular": ("P---", True, accepted),
    "Precedence": ("P-", True, in_turn),
    "Increasing": ("P-", True, ascending),
    "Lexicographic": ("PP-", True, before),
    "Circuit": ("P", True, lambda s: one_tour(s, False)),
    "Subcircuit": ("P", True, lambda s: one_tour(s, True)),
    "Cumulative": ("PPPp", True, within_capacity),
    "NoOverlap": ("PP", True, apart),
    "Inverse": ("PP", True, inverse),
    "BinPacking": ("PPP", True, packed),
    "Cardinality": ("PP--", True, taken),
    "Count": ("PP-p", True, lambda t, v, r, n: RELATIONS[r](sum(x in v for x in t), n)),
    "NumberOfValues": ("Pp", True, lambda t, n: len(set(t)) == n),
}


# -------------------------------------------------------------------------------- the model


class Model:
    """The puzzle of a proof: variables, constraints and values by their numbers from 0."""

    def __init__(self, data: Any) -> None:
        """Raises: NoProof."""
        for key in ("objective", "projection"):
            if key in data:
                raise NoProof(f"the model has its own {key}, of which a proof cannot speak")
        self.nodes: list[list[Any]] = data["nodes"]
        names = [name for group in data["groups"] for name in group["variables"]]
        self.names: list[str] = names
        if len(set(names)) < len(names):
            raise NoProof("two variables have one name")
        number = {name: place for place, name in enumerate(names)}
        self.place: dict[int, int] = {}
        self.domains: Box = [[] for _ in names]
        self.scopes: list[list[int]] = []
        self.meanings: list[Callable[[Row], Any]] = []
        for k, node in enumerate(self.nodes):
            if node[0] == "Variable":
                place = number[node[1]]
                if place in self.place.values():
                    raise NoProof(f"the variable {node[1]} is declared twice")
                self.place[k], self.domains[place] = place, values_of(node[2])
            parts = self.parts(k)
            if any(type(p) is not int or not 0 <= p < k for p in parts):
                raise NoProof(f"node {k} has a part that does not stand before it")
            own = [self.place[k]] if k in self.place else []
            self.scopes.append(sorted({*own, *(v for p in parts for v in self.scopes[p])}))
            self.meanings.append(self._meaning(k))
        if len(self.place) < len(names):
            raise NoProof("a variable is no node")
        rules = data["rules"]
        self.constraints: list[int] = [c for rule in rules for c in rule["constraints"]]
        self.labels = [str(rule["label"]) for rule in rules for _ in rule["constraints"]]
        for c in self.constraints:
            if type(c) is not int or not 0 <= c < len(self.nodes) or not self.is_truth(c):
                raise NoProof(f"a rule names node {c}, which is no constraint")
        self._linear: dict[int, Linear | None] = {}

    def fingerprint(self) -> str:
        """SHA-256 of all that is read of the model, as the declaration's own fingerprint."""
        node = {place: k for k, place in self.place.items()}
        found = [self.nodes, [node[place] for place in range(len(node))], self.constraints]
        text = json.dumps(found, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def parts(self, k: int) -> list[int]:
        """The nodes of which node k is made. Raises: NoProof."""
        kind, *fields = self.nodes[k]
        if kind in ("Variable", "Constant"):
            return []
        if kind == "Predicate":
            raise NoProof("the model has a predicate: only Python knows what it means")
        if kind not in KINDS or len(KINDS[kind][0]) != len(fields):
            raise NoProof(f"node {k} is a {kind}, which this checker does not know")
        pairs = list(zip(KINDS[kind][0], fields, strict=True))
        found = [p for how, f in pairs for p in (f if how == "P" else [f] if how == "p" else [])]
        if kind in ("Minimum", "Maximum") and not found:
            raise NoProof(f"node {k} is the {kind.lower()} of nothing")
        return found

    def is_truth(self, k: int) -> bool:
        """True if node k is true or false, and not a number or a label."""
        kind = self.nodes[k][0]
        return kind in KINDS and KINDS[kind][1]

    def _meaning(self, k: int) -> Callable[[Row], Any]:
        """The value of node k by the values of all variables; None where it is undefined."""
        kind, *fields = self.nodes[k]
        if kind == "Variable":
            return operator.itemgetter(self.place[k])
        if kind == "Constant":
            return lambda row: fields[0]
        shape, truth, mean = KINDS[kind]
        if kind in ("Allowed", "Forbidden"):
            fields[1] = {tuple(one) for one in fields[1]}
        below = self.meanings
        ways: list[tuple[str, Any]] = []
        for how, field in zip(shape, fields, strict=True):
            some = (
                [below[p] for p in field] if how == "P" else below[field] if how == "p" else field
            )
            ways.append((how, some))

        def value(row: Row) -> Any:
            given: list[Any] = []
            for how, part in ways:
                if how == "-":
                    given.append(part)
                    continue
                found = [one(row) for one in part] if how == "P" else part(row)
                if found is UNDEFINED or (how == "P" and UNDEFINED in found):
                    return False if truth else UNDEFINED
                given.append(found)
            return mean(*given)

        return value

    # --------------------------------------------------------- a constraint and what is left

    def rows(self, k: int, box: Box) -> Iterator[list[Any]]:
        """Every assignment in the box of the variables of node k; the others stay 0."""
        scope, row = self.scopes[k], [0] * len(box)
        for values in itertools.product(*[box[v] for v in scope]):
            for v, value in zip(scope, values, strict=True):
                row[v] = value
            yield row

    def size(self, k: int, box: Box) -> int:
        """The number of those."""
        return math.prod(len(box[v]) for v in self.scopes[k])

    def listed(self, k: int, box: Box) -> set[Any] | None:
        """The values that node k takes in the box; None where there is too much to list."""
        if self.nodes[k][0] == "Variable":
            return set(box[self.place[k]])
        if self.size(k, box) > LISTED:
            return None
        return set(map(self.meanings[k], self.rows(k, box)))

    def bounds(self, k: int, box: Box) -> tuple[int, int] | None:
        """Numbers that node k is not below and not above in the box; None where not known."""
        kind, *fields = self.nodes[k]
        if kind in ("Variable", "Constant"):
            values = box[self.place[k]] if kind == "Variable" else fields
            return (values[0], values[-1]) if values and type(values[0]) is int else None
        if kind == "Indicator":
            return (0, 0) if self.excludes(fields[0], box) else (0, 1)
        if kind in ("Sum", "Minimum", "Maximum"):
            ends = [self.bounds(p, box) for p in fields[0]]
            known = [pair for pair in ends if pair is not None]
            if len(known) < len(ends):
                return None
            if kind != "Sum":
                least = min if kind == "Minimum" else max
                return least(a for a, _ in known), least(b for _, b in known)
            scaled = [(c * a, c * b) for (a, b), c in zip(known, fields[1], strict=True)]
            low = fields[2] + sum(min(pair) for pair in scaled)
            return low, fields[2] + sum(max(pair) for pair in scaled)
        found = self.listed(k, box)
        if not found or UNDEFINED in found or any(type(x) is str for x in found):
            return None
        return min(found), max(found)

    def linear(self, k: int) -> Linear | None:
        """Constraint k as amounts of single variables, if it is that."""
        if k not in self._linear:
            try:
                self._linear[k] = Linear(self, k)
            except NoProof:
                self._linear[k] = None
        return self._linear[k]

    def excludes(self, k: int, box: Box) -> bool:
        """True if it is certain that constraint k holds nowhere in the box."""
        kind, *fields = self.nodes[k]
        if kind == "And":
            return any(self.excludes(p, box) for p in fields[0])
        if kind == "Or" and all(self.excludes(p, box) for p in fields[0]):
            return True
        if kind in ("Comparison", "Count"):
            linear = self.linear(k)
            if linear is not None and linear.never(box):
                return True
            if linear is None and kind == "Comparison" and fields[1] != "!=":
                ends = self.bounds(fields[0], box), self.bounds(fields[2], box)
                if ends[0] and ends[1] and never(fields[1], *ends[0], *ends[1]):
                    return True
        if kind == "AllDifferent" and is_crowded([self.listed(p, box) for p in fields[0]]):
            return True
        if self.size(k, box) > LISTED:
            return False
        return not any(map(self.meanings[k], self.rows(k, box)))


def values_of(written: Any) -> list[Any]:
    """The values of a domain. Raises: NoProof."""
    if isinstance(written, dict):
        low, high, step = written["range"]
        if any(type(x) is not int for x in (low, high, step)) or step < 1:
            raise NoProof("a range is of whole numbers, ascending")
        if (high - low) // step > MOST_VALUES:
            raise NoProof("a variable has more values than are listed")
        return list(range(low, high + 1, step))
    values = list(written)
    kinds = {type(value) for value in values}
    if not (kinds <= {int} or kinds <= {str}) or len(set(values)) < len(values):
        raise NoProof("a domain has different whole numbers, or different labels")
    if kinds == {int} and values != sorted(values):
        raise NoProof("the numbers of a domain ascend")
    return values


def never(relation: str, low: int, high: int, least: int, most: int) -> bool:
    """True if no number from low to high is so related to one from least to most."""
    return {
        "==": low > most or high < least,
        "!=": low == high == least == most,
        "<=": low > most,
        "<": low >= most,
        ">=": high < least,
        ">": high <= least,
    }[relation]


def is_crowded(sets: Sequence[set[Any] | None]) -> bool:
    """True if no different values can be chosen from the sets that are known (a matching)."""
    known = [s for s in sets if s is not None and UNDEFINED not in s]
    owner: dict[Any, int] = {}

    def seated(place: int, tried: set[Any]) -> bool:
        for value in known[place]:
            if value not in tried:
                tried.add(value)
                if value not in owner or seated(owner[value], tried):
                    owner[value] = place
                    return True
        return False

    return not all(seated(place, set()) for place in range(len(known)))


class Linear:
    """A comparison as a sum of amounts, one by the value of each variable, compared with 0.

    So is the number of terms that have one of some fixed values.
    """

    def __init__(self, model: Model, k: int) -> None:
        """Raises: NoProof for any other constraint."""
        kind, *fields = model.nodes[k]
        self.shift, self.relation = 0, fields[1 if kind == "Comparison" else 2]
        self.amounts: dict[int, dict[Any, int]] = {}
        for v in model.scopes[k]:
            self.amounts[v] = dict.fromkeys(model.domains[v], 0)
        if kind == "Comparison":
            self._add(model, fields[0], 1)
            self._add(model, fields[2], -1)
            return
        wanted = [model.nodes[p] for p in fields[1]]
        if any(node[0] != "Constant" for node in wanted):
            raise NoProof("what is counted is not fixed")
        for part in fields[0]:
            self._each(model, part, lambda x: 1 if x in [node[1] for node in wanted] else 0)
        self._add(model, fields[3], -1)

    def _add(self, model: Model, part: int, factor: int) -> None:
        kind, *fields = model.nodes[part]
        if kind == "Sum":
            self.shift += factor * fields[2]
            for term, c in zip(fields[0], fields[1], strict=True):
                self._add(model, term, factor * c)
        else:
            self._each(model, part, lambda x: factor * x)

    def _each(self, model: Model, part: int, amount: Callable[[Any], int]) -> None:
        """Add the amounts of a term of one variable, or of none."""
        scope = model.scopes[part]
        if len(scope) > 1:
            raise NoProof("a term of several variables")
        for row in model.rows(part, model.domains):
            value = model.meanings[part](row)
            found = amount(value) if value is not UNDEFINED else UNDEFINED
            if type(found) is not int:
                raise NoProof("a term that is no number")
            if scope:
                self.amounts[scope[0]][row[scope[0]]] += found
            else:
                self.shift += found

    def never(self, box: Box) -> bool:
        """True if the sum is too great or too small everywhere in the box."""
        low = high = self.shift
        for v, amounts in self.amounts.items():
            found = [amounts[x] for x in box[v]]
            if not found:
                return True
            low, high = low + min(found), high + max(found)
        return never(self.relation, low, high, 0, 0)


# ------------------------------------------------- a constraint that is read level by level


class SumMachine:
    """The sum read so far; dead where no sum that can follow will do."""

    def __init__(self, linear: Linear, order: list[int], box: Box) -> None:
        self.linear, self.start, self.rest = linear, linear.shift, list[set[int]]()
        rest = {0}
        for v in reversed(order):
            self.rest.append(rest)
            rest = {s + a for s in rest for a in {linear.amounts[v][x] for x in box[v]}}
            if len(rest) > MOST_SUMS:
                raise NoProof("too many different sums")
        self.rest.reverse()
        self.ends = [(min(rest), max(rest)) for rest in self.rest]
        self.order = order

    def step(self, state: Any, place: int, value: Any) -> Any:
        return state + self.linear.amounts[self.order[place]][value]

    def is_dead(self, state: Any, place: int) -> bool:
        (low, high), rest = self.ends[place], self.rest[place]
        if self.linear.relation in ("==", "!="):
            is_some = -state in rest
            return not is_some if self.linear.relation == "==" else is_some and len(rest) == 1
        return never(self.linear.relation, state + low, state + high, 0, 0)


class DifferentMachine:
    """The values taken by different variables; dead where too few are left for the others."""

    start: Any = frozenset()

    def __init__(self, order: list[int], box: Box) -> None:
        self.sets = [set(box[v]) for v in order]

    def step(self, state: Any, place: int, value: Any) -> Any:
        return UNDEFINED if state is UNDEFINED or value in state else state | {value}

    def is_dead(self, state: Any, place: int) -> bool:
        return state is UNDEFINED or is_crowded([s - state for s in self.sets[place + 1 :]])


class AutomatonMachine:
    """The state of an automaton; dead where no final state can be reached."""

    def __init__(self, model: Model, k: int, order: list[int], box: Box) -> None:
        _, _, moves, self.start, final = model.nodes[k]
        self.moves = {(a, symbol): b for a, symbol, b in moves}
        alive, self.alive = set(final), list[set[int]]()
        for v in reversed(order):
            self.alive.append(alive)
            left = set(box[v])
            alive = {a for (a, symbol), b in self.moves.items() if b in alive and symbol in left}
        self.alive.reverse()

    def step(self, state: Any, place: int, value: Any) -> Any:
        return self.moves.get((state, value))

    def is_dead(self, state: Any, place: int) -> bool:
        return state is UNDEFINED or state not in self.alive[place]


class TableMachine:
    """Any constraint: what every way to go on gives, or the values read where that is too much."""

    def __init__(self, model: Model, k: int, order: list[int], box: Box) -> None:
        self.model, self.k, self.order, self.box = model, k, order, box
        self.is_small = model.size(k, box) <= TABLED
        row, known = [0] * len(box), dict[Any, Any]()

        def rest(place: int) -> Any:
            if place == len(order):
                return bool(model.meanings[k](row))
            found = []
            for value in box[order[place]]:
                row[order[place]] = value
                found.append((value, rest(place + 1)))
            key = tuple([(value, id(below)) for value, below in found])
            return known.setdefault(key, dict(found)) if any(b for _, b in found) else False

        self.start: Any = rest(0) if self.is_small else ()

    def step(self, state: Any, place: int, value: Any) -> Any:
        if not self.is_small:
            return (*state, value)
        return state[value] if state else False

    def is_dead(self, state: Any, place: int) -> bool:
        if self.is_small:
            return not state
        box = list(self.box)
        for v, value in zip(self.order, state, strict=False):
            box[v] = [value]
        return self.model.excludes(self.k, box)


def machine_of(model: Model, k: int, order: list[int], box: Box) -> Any:
    """Constraint k as it is read: its variables in order."""
    kind, *fields = model.nodes[k]
    if kind in ("AllDifferent", "Regular"):
        each = [model.place.get(p) for p in fields[0]]
        if kind == "AllDifferent" and sorted(map(str, each)) == sorted(map(str, order)):
            return DifferentMachine(order, box)
        if kind == "Regular" and each == order:
            return AutomatonMachine(model, k, order, box)
    linear = model.linear(k) if kind in ("Comparison", "Count") else None
    return SumMachine(linear, order, box) if linear else TableMachine(model, k, order, box)


# -------------------------------------------------------------------------------- the proof


class Checked:
    """The outcome of a proof that holds."""

    def __init__(self, model: Model, kind: str, number: int, rows: list[tuple[Any, ...]]) -> None:
        self.model, self.kind, self.number = model, kind, number
        self.rows = rows
        """The solutions, of a tree; a count does not list them."""


class Lines:
    """The lines of a proof, and the number of the last one read."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self.number = lines, 0

    def next(self) -> str:
        """The next line. Raises: NoProof at the end."""
        line = next(self._lines, None)
        if line is None:
            raise NoProof(f"line {self.number + 1}: the file ends before its proof does")
        self.number += 1
        return line.rstrip("\r\n")

    def step(self) -> tuple[str, list[int]]:
        """The next line as a letter and numbers from 0. Raises: NoProof."""
        letter, *words = self.next().split(" ") or [""]
        if not all(word.isascii() and word.isdigit() and len(word) < 19 for word in words):
            raise NoProof(f"line {self.number}: numbers from 0 follow the letter")
        if len(words) != {"r": 3, "b": 1, "x": 1, "s": 0, "v": 1}.get(letter):
            raise NoProof(f"line {self.number}: no step is written so")
        return letter, [int(word) for word in words]

    def refuted(self, words: str) -> Refuted:
        """The error that the line just read does not follow."""
        return Refuted(f"line {self.number}: {words}")


def check(lines: Iterator[str]) -> Checked:
    """The outcome of the lines of a file. Raises: Refuted, NoProof."""
    read = Lines(iter(lines))
    try:
        if read.next() != FIRST_LINE:
            raise NoProof(f"line 1: a proof begins with {FIRST_LINE!r}")
        model = Model(json.loads(_after("model", read)))
        if _after("fingerprint", read) != model.fingerprint():
            raise NoProof("line 3: this is not the fingerprint of the model in line 2")
        kind, claimed = _after("proof", read), _after("solutions", read)
        if kind == "tree":
            rows = check_tree(model, read)
            found = Checked(model, kind, len(rows), rows)
        elif kind == "count":
            found = Checked(model, kind, check_count(model, read), [])
        else:
            raise NoProof("line 4: a proof is a tree or a count")
        if read.next() != "end":
            raise read.refuted("the proof is done, but steps are left over")
        if claimed != str(found.number):
            raise Refuted(f"line 5: {claimed} solutions are claimed, and there are {found.number}")
        return found
    except (NoProof, Refuted):
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise NoProof(f"line {read.number}: {type(error).__name__}: {error}") from error
    except RecursionError:
        raise NoProof(f"line {read.number}: nested too deeply") from None


def _after(word: str, read: Lines) -> str:
    """The rest of the next line after its first word. Raises: NoProof."""
    first, _, rest = read.next().partition(" ")
    if first != word:
        raise NoProof(f"line {read.number}: it begins with {word!r}")
    return rest


def place_in(read: Lines, number: int, some: Sequence[Any], what: str) -> int:
    """A number of some. Raises: Refuted."""
    if number >= len(some):
        raise read.refuted(f"there is no {what} {number}")
    return number


def remove(model: Model, box: Box, given: list[int], read: Lines) -> None:
    """Take a value from the box that a constraint excludes. Raises: Refuted."""
    v = place_in(read, given[0], model.domains, "variable")
    value = model.domains[v][place_in(read, given[1], model.domains[v], "value")]
    c = place_in(read, given[2], model.constraints, "constraint")
    if value not in box[v]:
        raise read.refuted(f"{model.names[v]} = {value} has gone before")
    left, box[v] = box[v], [value]
    excluded = model.excludes(model.constraints[c], box)
    box[v] = [x for x in left if x != value]
    if not excluded:
        words = f"{model.names[v]} = {value} is not excluded by {model.labels[c]!r}"
        raise read.refuted(f"{words} (constraint {c})")


def check_tree(model: Model, read: Lines) -> list[tuple[Any, ...]]:
    """The solutions of a tree, each once: its boxes are disjoint, and nothing else is left."""
    stack, found = [list(model.domains)], list[tuple[Any, ...]]()
    while stack:
        box = stack.pop()
        letter, given = read.step()
        while letter == "r":
            remove(model, box, given, read)
            letter, given = read.step()
        if letter == "x":
            c = place_in(read, given[0], model.constraints, "constraint")
            if not model.excludes(model.constraints[c], box):
                raise read.refuted(f"what is left is not excluded by {model.labels[c]!r}")
        elif letter == "b":
            v = place_in(read, given[0], model.domains, "variable")
            stack += [[*box[:v], [value], *box[v + 1 :]] for value in reversed(box[v])]
        elif letter == "s":
            if any(len(left) != 1 for left in box):
                raise read.refuted("more, or less, than one assignment is left")
            row = [left[0] for left in box]
            for c, k in enumerate(model.constraints):
                if not model.meanings[k](row):
                    raise read.refuted(f"no solution: it breaks {model.labels[c]!r}")
            found.append(tuple(row))
        else:
            raise read.refuted(f"a tree has no step {letter!r}")
    return found


def check_count(model: Model, read: Lines) -> int:
    """The number of solutions: of the paths of a diagram whose every gap has a reason."""
    box, levels = list(model.domains), list[tuple[int, list[list[int]]]]()
    where: list[int] = []
    while (line := read.next()) != "e":
        if line.startswith("r "):
            words = line.split(" ")[1:]
            if levels or len(words) != 3 or not all(w.isascii() and w.isdigit() for w in words):
                raise NoProof(f"line {read.number}: no removal is written so, or here")
            remove(model, box, [int(word) for word in words], read)
        elif line.startswith("v "):
            levels.append((place_in(read, int(line[2:]), model.domains, "variable"), []))
            where.append(read.number)
        elif levels:
            levels[-1][1].append([int(word) for word in line.split(" ") if word])
        else:
            raise NoProof(f"line {read.number}: a level begins with its variable")
    if sorted(v for v, _ in levels) != list(range(len(box))):
        raise read.refuted("each variable has one level")
    sizes = [len(nodes) for _, nodes in levels] + [1]
    if sizes[0] != 1:
        raise read.refuted("the first level has one node")
    for level, (v, nodes) in enumerate(levels):
        for n, kids in enumerate(nodes):
            if len(kids) != len(box[v]):
                raise Refuted(f"line {where[level] + n + 1}: not one child for each value left")
            if any(not -len(model.constraints) <= to <= sizes[level + 1] or not to for to in kids):
                raise Refuted(f"line {where[level] + n + 1}: no such node or constraint")
    for c in range(len(model.constraints)):
        follow(model, c, levels, box, where)
    return paths([nodes for _, nodes in levels])


def paths(levels: list[list[list[int]]]) -> int:
    """The number of paths from the first node to the end."""
    ways = [1]
    for nodes in reversed(levels):
        ways = [sum(ways[to - 1] for to in kids if to > 0) for kids in nodes]
    return ways[0]


def follow(
    model: Model, c: int, levels: list[tuple[int, list[list[int]]]], box: Box, where: list[int]
) -> None:
    """Follow one constraint through a diagram: what it has read on the ways to a node is a set of
    states; a gap that it explains is dead for each of them, and what is no gap in the end is not.

    Raises: Refuted.
    """
    k, label = model.constraints[c], model.labels[c]
    scope = set(model.scopes[k])
    for level, (v, nodes) in enumerate(levels):
        if v not in scope and any(-c - 1 in kids for kids in nodes):
            raise Refuted(f"line {where[level]}: {label!r} does not have {model.names[v]}")
    if not scope:
        if not model.meanings[k]([0] * len(box)):
            gone = any(to > 0 for _, nodes in levels[-1:] for kids in nodes for to in kids)
            if gone or not levels:
                raise Refuted(f"line {where[-1] if where else 0}: {label!r} is never true")
        return
    if any(not box[v] for v in scope):
        return
    order = [v for v, _ in levels if v in scope]
    machine = machine_of(model, k, order, box)
    known: dict[Any, tuple[Any, bool]] = {}
    states: list[dict[int, Any]] = [{key_of(machine.start): machine.start}]
    place = 0
    for level, (v, nodes) in enumerate(levels):
        if place == len(order):
            return
        reads, is_last = v in scope, v == order[-1]
        size = len(levels[level + 1][1]) if level + 1 < len(levels) else 1
        if not reads and not place:
            states = [states[0]] * size
            continue
        after: list[dict[Any, Any]] = [{} for _ in range(size)]
        for n, kids in enumerate(nodes):
            for to, value in zip(kids, box[v], strict=True):
                if to < 0 and to != -c - 1:
                    continue
                if not reads:
                    after[to - 1].update(states[n])
                    continue
                for key, state in states[n].items():
                    found = known.get((place, key, value))
                    if found is None:
                        new = machine.step(state, place, value)
                        found = known[place, key, value] = new, machine.is_dead(new, place)
                    new, dead = found
                    if to < 0 and not dead:
                        raise Refuted(f"line {where[level] + n + 1}: {label!r} may still hold")
                    if to > 0 and is_last and dead:
                        raise Refuted(f"line {where[level] + n + 1}: {label!r} does not hold")
                    if to > 0 and not is_last:
                        after[to - 1][key_of(new)] = new
        place, states = place + reads, after


def key_of(state: Any) -> Any:
    """A key that equal states share; the tables of a machine are one object each."""
    return id(state) if isinstance(state, dict) else state


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0 checked, 1 refuted, 2 no proof."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            found = check(file)
    except Refuted as error:
        print(f"refuted: {error}")
        return 1
    except (NoProof, OSError, UnicodeDecodeError) as error:
        print(f"no proof: {error}")
        return 2
    plural = "solution" if found.number == 1 else "solutions"
    once = ", each once" if found.number > 1 else ""
    print(f"checked: exactly {found.number:,} {plural}{once}")
    print(f"model: {found.model.fingerprint()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
