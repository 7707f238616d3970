"""An independent checker of proofs that a puzzle has exactly so many solutions.

    python check.py FILE [-t SECONDS] [--memory MEGABYTES]

It needs Python's standard library and nothing else. The file says in JSON what the puzzle is, and
then, line by line, why there are no other solutions; docs/proofs.md says what each line means. The
meaning of every kind of constraint is written down here a second time, from its documentation, so
that a mistake elsewhere is no mistake here. Nothing that is read is run. Exit codes: 0 checked,
1 refuted, 2 no proof, 3 not checked within the time and the memory.
"""

from __future__ import annotations

import argparse
import bisect
import functools
import hashlib
import itertools
import json
import math
import operator
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TextIO

FIRST_LINE = "everyway-proof 1"
LISTED = 3_000
"""The most assignments of one constraint's open variables that are listed."""
TABLED = 20_000
"""The most assignments of a constraint that is read level by level as a table."""
MOST_VALUES = 1_000_000
"""The most values of all variables together."""
MOST_STEPS = 1_000_000
"""The most steps between the states of one constraint that is read level by level."""
MOST_BITS = 8192
"""The most bits of a number in a model, and of what is computed from it."""
MOST_BITS_OF_SOLUTIONS = 13_000
"""The most bits of the number of solutions."""
MOST_CHARACTERS = 64_000_000
"""The most characters of a line."""
MEGABYTES = 2_000
"""The memory that a check may take, unless it is said otherwise."""
OFTEN = 100_000
"""The steps of work between two looks at the clock."""
ENTRY = 100
"""The bytes, about, of an entry of a set or a table, or of a word."""
UNDEFINED = None
UNREADABLE = ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError

Box = list[list[Any]]
"""The values left of each variable."""


class Refuted(ValueError):
    """A proof with a step that does not follow."""


class NoProof(ValueError):
    """A file that is no proof, or is about what a proof cannot speak of."""


class TooLargeProof(ValueError):
    """No proof, or no verdict on one, within the limits of time and memory."""


class Limits:
    """The time and the memory of a check. Every loop that may be long says here what it does."""

    def __init__(
        self, look: Callable[[], None] = lambda: None, megabytes: float = MEGABYTES
    ) -> None:
        """`look` is called often, and may raise."""
        self.look, self.most, self.held, self._work = look, megabytes * 1_000_000, 0, OFTEN

    def spend(self, work: int) -> None:
        """Say that so many values are read. Raises: what `look` raises."""
        self._work += work
        if self._work > OFTEN:
            self._work = 0
            self.look()

    def hold(self, size: int) -> None:
        """Say that so many bytes are kept. Raises: TooLargeProof."""
        self.held += size
        if self.held > self.most:
            most = f"{self.most / 1_000_000:,.0f} MB"
            raise TooLargeProof(f"it takes more memory than {most}; --memory gives it more")


def deadline(seconds: float | None) -> Callable[[], None]:
    """A function that raises TooLargeProof once so many seconds are over."""
    end = math.inf if seconds is None else time.monotonic() + seconds

    def look() -> None:
        if time.monotonic() > end:
            raise TooLargeProof(f"it takes more than {seconds:g} s")

    return look


# ------------------------------------------------------------------------ what a node means

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def one_tour(successors: list[int], some_stay: bool) -> bool:
    """One tour visits every node; or, where some may stay, every node that does not."""
    nodes = range(len(successors))
    if sorted(successors) != list(nodes):
        return False
    moving = [n for n in nodes if successors[n] != n] if some_stay else list(nodes)
    visited = moving[:1]
    while visited and successors[visited[-1]] != visited[0]:
        visited.append(successors[visited[-1]])
    return sorted(visited) == moving


def accepted(values: list[Any], step: dict[Any, int], state: int | None, final: list[int]) -> bool:
    """The automaton has a transition for each value in turn, and ends in a final state."""
    for value in values:
        state = step.get((state, value))
    return state in final


def in_turn(values: list[Any], order: list[Any]) -> bool:
    """A value of the order is taken only after the one before it has been."""
    place = {value: n for n, value in reversed(list(enumerate(values)))}
    first = [place.get(x, len(values)) for x in order]
    return all(a < b or b == len(values) for a, b in itertools.pairwise(first))


def within_capacity(starts: list[int], lasts: list[int], needs: list[int], most: int) -> bool:
    """At every time the tasks that run need no more than the capacity."""
    tasks = [(s, d, n) for s, d, n in zip(starts, lasts, needs, strict=True) if d]
    changes = sorted([(s, n) for s, _, n in tasks] + [(s + d, -n) for s, d, n in tasks])
    loads = itertools.accumulate([n for _, n in changes])  # at one time, ends come before starts
    return min([most, *lasts, *needs]) >= 0 and all(load <= most for load in loads)


def beside(x: list[int], y: list[int], wide: list[int], high: list[int]) -> bool:
    """No two rectangles overlap; one of width or height 0 has no effect, and none has less."""
    boxes = [(a, b, w, h) for a, b, w, h in zip(x, y, wide, high, strict=True) if min(w, h) > 0]
    ends = [(a + w, 0, b, b + h) for a, b, w, h in boxes]  # at one x, ends come before starts
    now: list[int] = []  # in order, where in y the disjoint rectangles at one x start and end
    for _, starts, low, top in sorted(ends + [(a, 1, b, b + h) for a, b, _, h in boxes]):
        place = bisect.bisect_right(now, low)
        if starts and (place % 2 or any(y < top for y in now[place : place + 1])):
            return False
        now[place - 1 + starts : place + 1 - starts] = [low, top] * starts
    return min([0, *wide, *high]) >= 0


def inverse(there: list[int], back: list[int]) -> bool:
    """there[i] is j exactly where back[j] is i."""
    both = ((there, back), (back, there))
    return all(0 <= j < len(b) and b[j] == i for a, b in both for i, j in enumerate(a))


def packed(bins: list[int], sizes: list[int], room: list[int]) -> bool:
    """Every item lies in a bin, and no bin holds more than it can."""
    loads: Counter[int] = Counter()
    for b, size in zip(bins, sizes, strict=True):
        loads[b] += size
    return {*loads} <= {*range(len(room))} and all(loads[b] <= n for b, n in enumerate(room))


def taken(terms: list[Any], counts: list[int], values: list[Any], closed: bool) -> bool:
    """Each value is taken as often as its count; if closed, no other value is."""
    found = Counter(terms)
    exact = all(found[v] == n for v, n in zip(values, counts, strict=True))
    return exact and (not closed or found.keys() <= set(values))


Edges = Sequence[Sequence[int]]


def pieces(edges: Edges, vertices: Iterable[int] = ()) -> dict[int, int]:
    """The lowest vertex that each is joined with by edges: of their ends, and of further ones."""
    beside, lowest = defaultdict(list), dict[int, int]()
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    for first in sorted({*vertices, *beside}):
        reached = [] if first in lowest else [first]
        while reached:
            vertex = reached.pop()
            if vertex not in lowest:
                lowest[vertex] = first
                reached += beside[vertex]
    return lowest


def are_joined(vertices: Iterable[int], edges: Edges) -> bool:
    """There is a way over edges between any two of the vertices."""
    some = [*vertices]
    lowest = pieces(edges, some)
    return len({lowest[v] for v in some}) < 2


def kept(edges: Edges, marks: Sequence[Any]) -> Edges:
    """The edges that are marked 1. Raises: NoProof for a mark that is neither 0 nor 1."""
    if not {0, 1}.issuperset(marks):
        raise NoProof("a term over a graph is neither 0 nor 1")
    return [edge for edge, mark in zip(edges, marks, strict=True) if mark]


def marked(marks: Sequence[Any]) -> list[int]:
    """The vertices that are marked 1. Raises: NoProof for a mark that is neither 0 nor 1."""
    return [v for [v] in kept([[v] for v in range(len(marks))], marks)]


def connected(chosen: list[int], edges: Edges, links: list[int]) -> bool:
    """The chosen vertices are joined, by linked edges between chosen ones."""
    inside = marked(chosen)
    return are_joined(inside, [(a, b) for a, b in kept(edges, links) if chosen[a] and chosen[b]])


def one_loop(chosen: list[int], edges: Edges) -> bool:
    """The chosen edges form one cycle."""
    some = kept(edges, chosen)
    ends = Counter(itertools.chain(*some))
    return {*ends.values()} == {2} and are_joined(ends, some)


def one_path(chosen: list[int], edges: Edges, a: int, b: int, size: int) -> bool:
    """The chosen edges form one path from a to b, two of the vertices."""
    inside, some = 0 <= min(a, b) and max(a, b) < size, kept(edges, chosen)
    return inside and (not some if a == b else one_loop([*chosen, 1], [*edges, (a, b)]))


def one_tree(chosen: list[int], edges: Edges, size: int, spanning: bool) -> bool:
    """The chosen edges form one tree, which touches every vertex if it is spanning."""
    some = kept(edges, chosen)
    touched = {*itertools.chain(*some)}
    whole = not spanning or size == len(touched) or (size == 1 and not some)
    return whole and len(some) == max(0, len(touched) - 1) and are_joined(touched, some)


def no_cycle(chosen: list[int], edges: Edges) -> bool:
    """Each chosen edge joins what the others leave apart."""
    some = kept(edges, chosen)
    lowest = pieces(some)
    return len(lowest) - len({*lowest.values()}) == len(some)


def divided(same: list[int], edges: Edges, _: int, sizes: list[int], roots: list[int]) -> bool:
    """Edges inside a piece are marked; sizes are those of pieces; each piece has one root."""
    lowest = pieces(kept(edges, same), [*itertools.chain(*edges), *range(len(sizes or roots))])
    held, rooted = Counter(lowest.values()), Counter([lowest[v] for v in marked(roots)])
    apart = all(m or lowest[a] != lowest[b] for m, (a, b) in zip(same, edges, strict=True))
    right = all(held[lowest[v]] == n for v, n in enumerate(sizes))
    return apart and right and (not roots or all(rooted[v] == 1 for v in held))


def hopeless(kind: str, chosen: list[set[int]], edges: Edges, *rest: Any) -> bool:
    """True if a word over graphs certainly holds for no choice of a value from each set."""
    if kind == "Connected":
        (links,) = rest
        inside = [1 in x for x in chosen]
        open_ = [e for e, x in zip(edges, links, strict=True) if 1 in x]
        between = [(a, b) for a, b in open_ if inside[a] and inside[b]]
        return not are_joined([v for v, x in enumerate(chosen) if x == {1}], between)
    sure = [e for e, x in zip(edges, chosen, strict=True) if x == {1}]
    may = [e for e, x in zip(edges, chosen, strict=True) if 1 in x]
    if kind == "Regions":
        _, sizes, roots = rest
        every = [*itertools.chain(*edges), *range(len(sizes or roots))]
        low, high = pieces(sure, every), pieces(may, every)
        least, most = Counter(low.values()), Counter(high.values())
        two = Counter([low[v] for v, x in enumerate(roots) if x == {1}])
        one = {high[v] for v, x in enumerate(roots) if 1 in x}
        return (
            any(x == {0} and low[a] == low[b] for x, (a, b) in zip(chosen, edges, strict=True))
            or any(max(x) < least[low[v]] or most[high[v]] < min(x) for v, x in enumerate(sizes))
            or bool(roots and (max(two.values(), default=0) > 1 or most.keys() - one))
        )
    is_forest = no_cycle([1] * len(sure), sure)
    if kind in ("Forest", "Tree") or (kind == "Path" and len(rest[0]) * len(rest[1]) != 1):
        size = rest[0] if kind == "Tree" and rest[1] else 0
        touched = range(size) if 0 < size <= len(may) + 1 else itertools.chain(*sure)
        cut = kind == "Tree" and (size > len(may) + 1 or not are_joined(touched, may))
        return cut or not is_forest
    if kind == "Path":  # a further edge between its ends makes a loop of it
        ((a,), (b,), _) = rest
        if a == b:
            return bool(sure)
        sure, may = [*sure, (a, b)], [*may, (a, b)]
        is_forest = no_cycle([1] * len(sure), sure)
    near, far = Counter(itertools.chain(*sure)), Counter(itertools.chain(*may))
    if not is_forest:
        return not one_loop([1] * len(sure), sure)
    ends = max(near.values(), default=0) > 2 or any(far[v] < 2 for v in near)
    return ends or no_cycle([1] * len(may), may) or not are_joined(near, may)


def bounded(number: int) -> int:
    """The same. Raises: NoProof where it is too great."""
    if number.bit_length() > MOST_BITS:
        raise NoProof(f"a number becomes greater than {MOST_BITS:,} bits")
    return number


def power(base: int, exponent: int) -> int:
    """A power, which is not computed where it is too great."""
    if abs(base) > 1 and (abs(base).bit_length() - 1) * exponent > MOST_BITS:
        raise NoProof(f"a number becomes greater than {MOST_BITS:,} bits")
    return int(base**exponent)


def among(terms: list[Any], values: list[Any], relation: str, number: int) -> bool:
    """The number of terms that are one of the values is so related to a number."""
    return RELATIONS[relation](sum(map({*values}.__contains__, terms)), number)


NUMBER, LABEL, CONDITION, EITHER = "number", "label", "condition", "number or label"
"""A node is a term, which is a number or a label, or a condition, true or false."""

# By kind: its fields, a letter each, for which FIELDS has the words; what it is; and what it means,
# given its fields with the values of the parts in their place. A field of a great letter is a list;
# it has as many items as the field before where = stands before it, and some where + stands behind.
KINDS: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "Variable": ("sd", EITHER, str),
    "Constant": ("v", EITHER, str),
    "Sum": ("N=Ii", NUMBER, lambda t, c, k: bounded(k + sum(map(operator.mul, t, c)))),
    "Product": ("N", NUMBER, lambda t: functools.reduce(lambda a, b: bounded(a * b), t, 1)),
    "Quotient": ("nn", NUMBER, lambda a, b: UNDEFINED if b == 0 else a // b),
    "Modulo": ("nn", NUMBER, lambda a, b: UNDEFINED if b == 0 else a % b),
    "Power": ("ne", NUMBER, power),
    "Absolute": ("n", NUMBER, abs),
    "Minimum": ("N+", NUMBER, min),
    "Maximum": ("N+", NUMBER, max),
    "Element": ("T+n", EITHER, lambda a, i: a[i] if 0 <= i < len(a) else UNDEFINED),
    "Indicator": ("c", NUMBER, int),
    "Comparison": ("trt", CONDITION, lambda a, r, b: RELATIONS[r](a, b)),
    "And": ("C", CONDITION, all),
    "Or": ("C", CONDITION, any),
    "Not": ("c", CONDITION, operator.not_),
    "AllDifferent": ("T", CONDITION, lambda t: len(set(t)) == len(t)),
    "AllDifferentExcept": ("Tt", CONDITION, lambda t, x: len({*t} - {x}) == sum(a != x for a in t)),
    "AllEqual": ("T", CONDITION, lambda t: len(set(t)) <= 1),
    "Allowed": ("TW", CONDITION, lambda t, rows: tuple(t) in rows),
    "Forbidden": ("TW", CONDITION, lambda t, rows: tuple(t) not in rows),
    "Regular": ("TMiI", CONDITION, accepted),
    "Precedence": ("TV", CONDITION, in_turn),
    "Increasing": ("Nb", CONDITION, lambda t, strict: t == sorted(set(t) if strict else t)),
    "Lexicographic": ("N=Nb", CONDITION, lambda a, b, strict: a < b or (a == b and not strict)),
    "Circuit": ("N+", CONDITION, lambda s: one_tour(s, False)),
    "Subcircuit": ("N+", CONDITION, lambda s: one_tour(s, True)),
    "Cumulative": ("N=N=Nn", CONDITION, within_capacity),
    "NoOverlap": ("N=N", CONDITION, lambda s, d: within_capacity(s, d, [1] * len(s), 1)),
    "NoOverlap2D": ("N=N=N=N", CONDITION, beside),
    "Inverse": ("N=N", CONDITION, inverse),
    "BinPacking": ("N=NN", CONDITION, packed),
    "Cardinality": ("TN=Vb", CONDITION, taken),
    "Count": ("TTrn", CONDITION, among),
    "Connected": ("NG=N", CONDITION, connected),
    "Loop": ("N=G", CONDITION, one_loop),
    "Path": ("N=Gnni", CONDITION, one_path),
    "Tree": ("N=Gib", CONDITION, one_tree),
    "Forest": ("N=G", CONDITION, no_cycle),
    "Regions": ("N=GiNN", CONDITION, divided),
    "NumberOfValues": ("Tn", CONDITION, lambda t, n: len(set(t)) == n),
}


# --------------------------------------------------------------------- how a node is written

MOVES = [int, int, int], [int, str, int]
"""The types of a state, a symbol and the next state."""
FIELDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "n": ("the node of a number", NUMBER.__eq__),
    "t": ("the node of a term", CONDITION.__ne__),
    "c": ("the node of a condition", CONDITION.__eq__),
    "i": ("a whole number", lambda x: type(x) is int),
    "e": ("an exponent", lambda x: type(x) is int and 0 <= x < 1 << 63),
    "s": ("a name", lambda x: type(x) is str),
    "v": ("a number or a label", lambda x: type(x) in (int, str)),
    "b": ("true or false", lambda x: type(x) is bool),
    "r": ("a relation", lambda x: type(x) is str and x in RELATIONS),
    "g": ("an edge", lambda x: is_edge(x)),
    "d": ("a domain", lambda x: is_domain(x)),
    "w": ("a row of values", lambda x: type(x) is list and {*map(type, x)} <= {int, str}),
    "m": ("a transition", lambda x: type(x) is list and [*map(type, x)] in MOVES),
}
"""By letter, what a field is in words, and if an item of it is that; for nodes (n, t and c), if
what they are will do. The nodes of t and the values of v and m are all numbers, or all labels."""
READY: dict[str, Callable[[Any], Any]] = {
    "W": lambda rows: frozenset(map(tuple, rows)),
    "M": lambda moves: {(a, symbol): b for a, symbol, b in moves},
    "d": lambda x: x if type(x) is list else range_of(*x["range"]),
}
"""By letter, from a field to the form in which it is used."""


def is_domain(x: Any) -> bool:
    """True for values: different whole numbers, ascending, or different labels; at least one."""
    if type(x) is dict:
        first, last, step = x["range"]
        return bool(step > 0 and first <= last and (last - first) % step == 0)
    if type(x) is not list or {*map(type, x)} not in ({int}, {str}):
        return False
    return len({*x}) == len(x) and (type(x[0]) is str or x == sorted(x))


def is_edge(x: Any) -> bool:
    """True for two different vertices."""
    return type(x) is list and [*map(type, x)] == [int, int] and 0 <= min(x) and x[0] != x[1]


def range_of(first: int, last: int, step: int) -> range:
    """The values of a domain, as many as are read."""
    return range(first, last + 1, step)[: MOST_VALUES + 1]


def sort_of(x: Any) -> str:
    """NUMBER or LABEL, of a value or of the symbol of a transition."""
    return LABEL if type(x[1] if type(x) is list else x) is str else NUMBER


# -------------------------------------------------------------------------------- the model


def read_json(text: str, limits: Limits) -> Any:
    """The whole numbers, texts, truths, lists and ranges of a JSON text. Raises: NoProof."""
    limits.hold(len(text) + ENTRY * sum(map(text.count, "[{,")))

    def number(digits: str) -> int:
        if not digits.lstrip("-").isdigit() or len(digits) > MOST_BITS // 3:
            raise NoProof(f"{short(digits)} is no whole number of at most {MOST_BITS:,} bits")
        return bounded(int(digits))

    def only(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if [(key, *map(type, x)) for key, x in pairs] != [("range", int, int, int)]:
            raise NoProof("an object holds a range of three whole numbers, and nothing else")
        return dict(pairs)

    hooks: Any = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), number)
    return json.loads(text, object_pairs_hook=only, **hooks)


def short(found: object) -> str:
    """A name or a value, as long as a message shows it."""
    text = str(found)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Model:
    """The puzzle of a proof: variables, constraints and values by their numbers from 0."""

    def __init__(self, data: Any, limits: Limits | None = None) -> None:
        """Raises: NoProof, TooLargeProof."""
        self.limits = limits or Limits()
        self.nodes: list[list[Any]]
        self.variables: list[int]
        """The node of each variable."""
        self.constraints: list[int]
        """The node of each constraint."""
        if type(data) is not list or len(data) != 3 or {*map(type, data)} != {list}:
            raise NoProof("a model is three lists: of nodes, of variables and of constraints")
        self.nodes, self.variables, self.constraints = data
        for k in [*self.variables, *self.constraints]:
            if type(k) is not int or not 0 <= k < len(self.nodes):
                raise NoProof(f"there is no node {short(k)}; of objectives no proof can speak")
        self.place = {k: v for v, k in enumerate(self.variables)}
        self.sorts: list[str] = []
        """NUMBER, LABEL or CONDITION, of each node."""
        self.parts: list[list[int]] = []
        """The nodes of which each node is made."""
        self.scopes: list[list[int]] = []
        """The variables of each node."""
        self.joined: list[list[int]] = []
        """Each node, with those that it joins where it is a conjunction."""
        self._known: list[Any] = [None] * len(self.nodes)
        self._steps: dict[int, Callable[[], Any]] = {}
        self._steps_below: dict[int, tuple[int, list[tuple[int, Callable[[], Any]]]]] = {}
        found = [self._read(k) for k in range(len(self.nodes))]
        texts = [self.nodes[k][1] for k in self.variables]
        self.names = [short(name) for name in texts]
        domains = [found[k][1] for k in self.variables]
        if len({*texts}) < len(texts) or sum(map(len, domains)) > MOST_VALUES:
            raise NoProof(f"two variables have one name, or there are over {MOST_VALUES:,} values")
        self.domains: Box = [list(domain) for domain in domains]
        self.linear: dict[int, Linear] = {}
        for k in self.constraints:
            if self.sorts[k] != CONDITION:
                raise NoProof(f"node {k} is no constraint")
            for j in self.joined[k]:
                held = self.limits.held
                try:
                    self.linear[j] = self.linear.get(j) or Linear(self, j)
                except NoProof:
                    self.limits.held = held

    def _read(self, k: int) -> list[Any]:
        """The fields of node k, which stands after its parts. Raises: NoProof."""
        if type(self.nodes[k]) is not list or not self.nodes[k]:
            raise NoProof(f"node {k} is no list of a kind and its fields")
        kind, *fields = self.nodes[k]
        if type(kind) is not str or kind not in KINDS or (kind == "Variable") != (k in self.place):
            raise NoProof(f"node {k} is {short(kind)}, of which this checker cannot speak")
        shape, sort, _ = KINDS[kind]
        words = re.findall("=?[A-Za-z][+]?", shape)
        if len(words) != len(fields):
            raise NoProof(f"node {k}: {kind} has {len(words)} fields")
        letters = [word.strip("=+") for word in words]
        lists = [f if a.isupper() else [f] for a, f in zip(letters, fields, strict=True)]
        parts: list[int] = []
        sorts: set[str] = set()
        for n, (word, letter, items) in enumerate(zip(words, letters, lists, strict=True)):
            here = f"node {k}: field {n + 1} of {kind}"
            self._refuse_others(k, letter.lower(), items, here)
            if ("=" in word and len(items) != len(lists[n - 1])) or ("+" in word and not items):
                raise NoProof(f"{here} has {len(items)} items")
            parts += items if letter in "nNtTcC" else []
            sorts |= {self.sorts[p] for p in items} if letter in "tT" else set()
            sorts |= {sort_of(x) for x in items} if letter in "vVM" else set()
        self._refuse_odd(kind, fields, sorts)
        pairs = zip(letters, fields, strict=True)
        ways = [(a, READY[a](f) if a in READY else f) for a, f in pairs]
        if kind == "Variable":
            sorts = {sort_of(ways[1][1][0])}
        self.sorts.append(min(sorts) if sort == EITHER else sort)
        self._enter(k, kind, parts)
        if kind == "Constant":
            self._known[k] = fields[0]
        elif kind != "Variable":
            self._steps[k] = self._step(kind, ways)
        return [field for _, field in ways]

    def _refuse_others(self, k: int, letter: str, items: Any, here: str) -> None:
        """Refuse items of a field of node k that are not what its letter says. Raises: NoProof."""
        words, fits = FIELDS[letter]
        if type(items) is not list:
            raise NoProof(f"{here} is no list")
        if letter in "ntc":
            if not all(type(p) is int and 0 <= p < k for p in items):
                raise NoProof(f"{here} names a node that does not stand before it")
            items = [self.sorts[p] for p in items]
        if not all(map(fits, items)):
            raise NoProof(f"{here} is not {words}")

    def _refuse_odd(self, kind: str, fields: list[Any], own: set[str]) -> None:
        """Refuse a node whose fields do not fit each other. Raises: NoProof."""
        if kind in ("Allowed", "Forbidden"):
            columns = [self.sorts[p] for p in fields[0]]
            if any([*map(sort_of, row)] != columns for row in fields[1]):
                raise NoProof("a row of a table is not like its terms")
        elif len(own) > 1 or (kind == "Comparison" and LABEL in own and fields[1][0] in "<>"):
            raise NoProof(f"{kind} has labels beside numbers, or puts labels in an order")
        if kind == "Regular" and len({(a, x) for a, x, _ in fields[1]}) < len(fields[1]):
            raise NoProof("there are two transitions from one state by one symbol")
        sizes = {"Connected": 0, "Path": 4, "Tree": 2, "Regions": 2}
        if kind in sizes:
            size = fields[sizes[kind]] if kind != "Connected" else len(fields[0])
            lists = fields[3:] if kind == "Regions" else []
            odd = [some for some in lists if len(some) not in (0, size)]
            if size < 0 or odd or any(max(edge) >= size for edge in fields[1]):
                raise NoProof(f"{kind} has edges or terms for more vertices, or fewer, than it has")
        values = {"Precedence": 1, "Cardinality": 2}.get(kind)
        if values and len({*fields[values]}) < len(fields[values]):
            raise NoProof(f"{kind} names a value twice")
        if kind in ("Quotient", "Modulo") and self._known[fields[1]] == 0:
            raise NoProof(f"the divisor of {kind} is 0")
        if kind == "Element" and not 0 <= (self._known[fields[1]] or 0) < len(fields[0]):
            raise NoProof("the index of Element is fixed outside")

    def _enter(self, k: int, kind: str, parts: list[int]) -> None:
        """Add the parts, the variables and what is joined of node k."""
        below = {id(self.scopes[p]): self.scopes[p] for p in parts}
        self.limits.spend(1 + len(parts) + sum(map(len, below.values())))
        some = [*below.values(), [self.place[k]] if kind == "Variable" else []]
        scope = some[0] if len(below) < 2 else sorted(set().union(*some))
        joined = [k]
        if kind == "And":
            inner = [j for p in {*parts} for j in self.joined[p] if self.nodes[j][0] != "And"]
            joined += sorted({*inner})
        self.limits.hold(8 * (len(joined) + len(scope) * (len(below) > 1)) + 5 * ENTRY)
        self.parts.append(parts)
        self.scopes.append(scope)
        self.joined.append(joined)

    def _step(self, kind: str, ways: list[tuple[str, Any]]) -> Callable[[], Any]:
        """The meaning of a node by the values known of its parts; None where it is undefined."""
        known, is_truth, mean = self._known, KINDS[kind][1] == CONDITION, KINDS[kind][2]

        def value() -> Any:
            given: list[Any] = []
            for how, field in ways:
                one = [known[p] for p in field] if how in "NTC" else field
                one = known[field] if how in "ntc" else one
                if one is UNDEFINED or (how in "NTC" and UNDEFINED in one):
                    return False if is_truth else UNDEFINED
                given.append(one)
            return mean(*given)

        return value

    def below(self, k: int) -> list[int]:
        """Node k and all that it is made of, each once and after its parts."""
        found, left = {k}, [k]
        while left:
            new = set(self.parts[left.pop()]) - found
            found |= new
            left += new
        self.limits.spend(sum([1 + len(self.parts[j]) for j in found]))
        return sorted(found)

    # --------------------------------------------------------- a constraint and what is left

    def size(self, k: int, box: Box) -> int:
        """The number of assignments in the box of the variables of node k, as far as it matters."""
        found = 1
        for v in self.scopes[k]:
            found = min(found * len(box[v]), MOST_VALUES)
        self.limits.spend(1 + len(self.scopes[k]))
        return found

    def values(self, k: int, box: Box) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """Each of those, and what node k is then."""
        if k not in self._steps_below:
            inner = [j for j in self.below(k) if j in self._steps]
            self.limits.hold(ENTRY * (1 + len(inner)))
            work = 1 + sum([1 + len(self.parts[j]) for j in inner])
            self._steps_below[k] = work, [(j, self._steps[j]) for j in inner]
        known, (work, steps) = self._known, self._steps_below[k]
        nodes = [self.variables[v] for v in self.scopes[k]]
        for row in itertools.product(*[box[v] for v in self.scopes[k]]):
            self.limits.spend(work)
            for j, value in zip(nodes, row, strict=True):
                known[j] = value
            for j, step in steps:
                known[j] = step()
            yield row, known[k]

    def excludes(self, k: int, box: Box) -> bool:
        """True if it is certain that constraint k is true nowhere in the box."""
        for j in self.joined[k]:
            size = self.size(j, box)
            if j in self.linear and self.linear[j].never(box):
                return True
            if self.nodes[j][0] == "AllDifferent" and self._is_crowded(j, box):
                return True
            if "G" in KINDS[self.nodes[j][0]][0] and self._is_hopeless(j, box):
                return True
            is_known = size == 1 and j in self.linear
            if size <= LISTED and not is_known and not any(x for _, x in self.values(j, box)):
                return True
        return False

    def _is_hopeless(self, k: int, box: Box) -> bool:
        """True if a word over graphs holds nowhere in the box, by the values of its terms."""
        kind, *fields = self.nodes[k]
        if any(self.size(p, box) > LISTED for p in self.parts[k]):
            return False
        self.limits.spend(20 * (len(self.parts[k]) + len(fields[1])))
        may = {p: {x for _, x in self.values(p, box)} - {UNDEFINED} for p in {*self.parts[k]}}
        if not all(may.values()):
            return True
        how: dict[str, Callable[[Any], Any]]
        how = {"N": lambda f: [may[p] for p in f], "n": may.__getitem__}
        pairs = zip(KINDS[kind][0].replace("=", ""), fields, strict=True)
        found: list[Any] = [how[a](f) if a in how else f for a, f in pairs]
        return hopeless(kind, *found)

    def _is_crowded(self, k: int, box: Box) -> bool:
        """True if the terms of an AllDifferent have too few values in the box to all differ."""
        held, sets = self.limits.held, list[set[Any]]()
        for p in self.parts[k]:
            if self.size(p, box) <= LISTED:
                sets.append({x for _, x in self.values(p, box)})
                self.limits.hold(ENTRY * (1 + len(sets[-1])))
        found = is_crowded([some for some in sets if UNDEFINED not in some], self.limits)
        self.limits.held = held
        return found


def is_crowded(sets: Sequence[set[Any]], limits: Limits) -> bool:
    """True if no different values can be chosen, one from each set (there is no matching)."""
    owner: dict[Any, int] = {}
    for first in range(len(sets)):
        came: dict[Any, tuple[int, Any]] = {}
        queue: list[tuple[int, Any]] = [(first, None)]
        free = None
        for place, held in queue:
            limits.spend(1 + len(sets[place]) + len(came))
            for value in sets[place] - came.keys():
                came[value] = place, held
                if value in owner:
                    queue.append((owner[value], value))
                else:
                    free = value
            if free is not None:
                break
        if free is None:
            return True
        while free is not None:
            owner[free], free = came[free]
    return False


def read_model(text: str, limits: Limits) -> Model:
    """The model of a JSON text. Raises: NoProof, TooLargeProof."""
    try:
        return Model(read_json(text, limits), limits)
    except json.JSONDecodeError as error:
        raise NoProof(f"line 2: the model is no JSON: {error}") from error
    except (NoProof, AttributeError, LookupError, RecursionError, TypeError) as error:
        raise NoProof(f"line 2: {error}") from error


class Linear:
    """A comparison, or the number of terms that have some fixed values, as a sum of amounts, one
    by the value of each variable, compared with 0. Raises: NoProof for any other constraint.
    """

    def __init__(self, model: Model, k: int) -> None:
        kind, *fields = model.nodes[k]
        if kind not in ("Comparison", "Count") or model.sorts[fields[-1]] != NUMBER:
            raise NoProof("it compares no numbers")
        self._limits = model.limits
        self._limits.hold(ENTRY * sum([1 + len(model.domains[v]) for v in model.scopes[k]]))
        self.shift, self.relation = 0, fields[-2]
        self.amounts = {v: dict.fromkeys(model.domains[v], 0) for v in model.scopes[k]}
        factors = defaultdict(int, {fields[-1]: -1})
        if kind == "Comparison":
            factors[fields[0]] += 1
        else:
            wanted = [model.nodes[p] for p in fields[1]]
            if any(node[0] != "Constant" for node in wanted):
                raise NoProof("what is counted is not fixed")
            values = {node[1] for node in wanted}
            for part in fields[0]:
                self._add(model, part, values.__contains__)
        for part in reversed(model.below(k)):
            kind, *fields = model.nodes[part]
            if part in factors and factors[part].bit_length() > MOST_BITS:
                raise NoProof("a factor is too great")
            if part in factors and kind == "Sum":
                self.shift += factors[part] * fields[2]
                for term, factor in zip(fields[0], fields[1], strict=True):
                    factors[term] += factors[part] * factor
            elif part in factors:
                self._add(model, part, functools.partial(operator.mul, factors[part]))

    def _add(self, model: Model, part: int, amount: Callable[[Any], Any]) -> None:
        """Add the amounts of a term of one variable, or of none."""
        scope = model.scopes[part]
        if len(scope) > 1:
            raise NoProof("a term of several variables")
        for row, value in model.values(part, model.domains):
            if value is UNDEFINED:
                raise NoProof("a term that may be undefined")
            found = int(amount(value))
            self._limits.hold(found.bit_length() // 8)
            for v, x in zip(scope, row, strict=True):
                self.amounts[v][x] += found
            self.shift += 0 if scope else found

    def never(self, box: Box) -> bool:
        """True if the sum is too great or too small everywhere in the box."""
        low, high, work = self.shift, self.shift, 0
        for v, amounts in self.amounts.items():
            work += len(box[v])
            if len(box[v]) == 1:
                low, high = low + amounts[box[v][0]], high + amounts[box[v][0]]
            elif box[v]:
                found = [amounts[x] for x in box[v]]
                low, high = low + min(found), high + max(found)
        self._limits.spend(work)
        if self.relation == "==":
            return not low <= 0 <= high
        return not any(RELATIONS[self.relation](end, 0) for end in (low, high))


# ------------------------------------------------- a constraint that is read level by level

DEAD, DONE = 0, 1
"""The states in which a constraint can no longer hold, and in which it does whatever follows."""


class Machine:
    """The states of a constraint as its variables are read; those with the same futures are one."""

    def __init__(self, model: Model, k: int, order: list[int], box: Box) -> None:
        """Raises: NoProof where there are too many."""
        start, step, accepts = reading(model, k, order, box)
        layers: list[dict[Any, list[Any]]] = []
        now, left = {start}, MOST_STEPS
        for place, v in enumerate(order):
            left -= len(now) * len(box[v])
            if left < 0:
                raise NoProof("a constraint has too many states to be read level by level")
            layers.append({})
            for one in now:
                model.limits.spend(len(box[v]))
                after = [step(one, place, value) for value in box[v]]
                layers[-1][one] = after
                model.limits.hold(2 * ENTRY + sum([16 + sys.getsizeof(x, 0) for x in after]))
            now = {one for row in layers[-1].values() for one in row} - {None}
        number = {one: DONE if accepts(one) else DEAD for one in now} | {None: DEAD}
        self.rows: list[list[tuple[int, ...]]] = []
        """By place and state, the next state for each value left."""
        for v, layer in zip(reversed(order), reversed(layers), strict=True):
            rows = {(end,) * len(box[v]): end for end in (DEAD, DONE)}
            rests = {one: tuple([number[x] for x in after]) for one, after in layer.items()}
            number = {one: rows.setdefault(rest, len(rows)) for one, rest in rests.items()}
            number[None] = DEAD
            self.rows.insert(0, list(rows))
        self.start = number[start]


def reading(model: Model, k: int, order: list[int], box: Box) -> tuple[Any, Any, Any]:
    """A first state of constraint k; the next one by a state, a place and a value; and if one holds
    in the end. Raises: NoProof where there is too much to list.
    """
    (kind, *fields), linear = model.nodes[k], model.linear.get(k)
    nodes, sets = [model.variables[v] for v in order], [set(box[v]) for v in order]
    if linear is not None:
        amounts, holds = [linear.amounts[v] for v in order], RELATIONS[linear.relation]
        return linear.shift, lambda s, place, x: s + amounts[place][x], lambda s: holds(s, 0)
    if kind == "AllDifferent" and sorted(fields[0]) == sorted(nodes):

        def taken_too(one: frozenset[Any], place: int, value: Any) -> frozenset[Any] | None:
            if value in one:
                return None
            now = one | {value}
            model.limits.spend(len(now) + sum(map(len, sets[place + 1 :])))
            return None if is_crowded([s - now for s in sets[place + 1 :]], model.limits) else now

        return frozenset(), taken_too, lambda one: True
    if kind == "Regular" and fields[0] == nodes:
        moves = READY["M"](fields[1])
        return fields[2], lambda a, place, x: moves.get((a, x)), fields[3].__contains__
    if model.size(k, box) > TABLED:
        raise NoProof("a constraint is too wide to be read as a table")
    at = [model.scopes[k].index(v) for v in order]
    true = {tuple([row[i] for i in at]) for row, holds in model.values(k, box) if holds}
    return (), lambda row, place, x: (*row, x), true.__contains__


# -------------------------------------------------------------------------------- the proof

PLAIN = "0|[1-9][0-9]{0,8}"
"""A number of a line as it is written."""


def lines_of(file: TextIO, limits: Limits) -> Iterator[str]:
    """The lines of a file. Raises: NoProof for one that is too long."""
    most = 10 * len(FIRST_LINE)
    for number in itertools.count(1):
        line = file.readline(most + 1)
        limits.spend(len(line))
        if len(line) > most:
            raise NoProof(f"line {number}: it has more than {most:,} characters")
        if not line:
            return
        yield line
        most = MOST_CHARACTERS


class Lines:
    """The lines of a proof, and the number of the last one read."""

    def __init__(self, lines: Iterator[str], limits: Limits | None = None) -> None:
        self._lines, self.number, self._limits = lines, 0, limits or Limits()

    def next(self) -> str:
        """The next line. Raises: NoProof at the end."""
        line = next(self._lines, None)
        if line is None:
            raise NoProof(f"line {self.number + 1}: the file ends before its proof does")
        self.number += 1
        return line.rstrip("\r\n")

    def words(self) -> list[str]:
        """The words of the next line."""
        line = self.next()
        self._limits.spend(1 + len(line))
        size = ENTRY * line.count(" ")
        self._limits.hold(size)
        self._limits.held -= size  # until the next line
        return line.split(" ")

    def number_of(self, word: str, some: Sequence[Any]) -> int:
        """A number of some, from 0. Raises: Refuted."""
        if not (re.fullmatch(PLAIN, word) and int(word) < len(some)):
            raise self.refuted(f"{short(word)!r} is no number from 0 to {len(some) - 1}")
        return int(word)

    def refuted(self, words: str) -> Refuted:
        """The error that the line just read does not follow."""
        return Refuted(f"line {self.number}: {words}")


class Checked(NamedTuple):
    """The outcome of a proof that holds."""

    fingerprint: str
    kind: str
    number: int


def check(lines: Iterator[str], limits: Limits | None = None, of: str = "") -> Checked:
    """The outcome of the lines of a file, which is about the model `of` some fingerprint, or any.

    Raises: Refuted, NoProof, TooLargeProof.
    """
    limits = limits or Limits()
    read = Lines(lines, limits)
    try:
        if read.next() != FIRST_LINE:
            raise NoProof(f"line 1: a proof begins with {FIRST_LINE!r}")
        head = {}
        for word in ("model", "fingerprint", "proof", "solutions"):
            first, _, head[word] = read.next().partition(" ")
            if first != word:
                raise NoProof(f"line {read.number}: it begins with {word!r}")
        stamp, kind = hashlib.sha256(head["model"].encode()).hexdigest(), head["proof"]
        if head["fingerprint"] != stamp:
            raise NoProof("line 3: this is not the fingerprint of the model in line 2")
        if of not in ("", stamp):
            raise NoProof("line 3: it is of another model; prove this one")
        if kind not in ("tree", "count"):
            raise NoProof("line 4: a proof is a tree or a count")
        if not re.fullmatch("0|[1-9][0-9]{0,3999}", head["solutions"]):
            raise NoProof("line 5: the number of solutions is not written as a plain number")
        model = read_model(head["model"], limits)
        number = check_steps(model, kind, read)
        if read.next() != "end":
            raise read.refuted("the proof is done, but steps are left over")
        if next(lines, None) is not None:
            raise NoProof(f"line {read.number + 1}: nothing may follow the end")
        if head["solutions"] != str(number):
            raise Refuted(f"line 5: the number that is claimed is not {number}")
        return Checked(stamp, kind, number)
    except (NoProof, Refuted, TooLargeProof):
        raise
    except UNREADABLE as error:
        raise NoProof(f"line {max(read.number, 1)}: it cannot be read: {error}") from error


def check_steps(model: Model, kind: str, read: Lines) -> int:
    """The number of solutions of a model, by a tree or a count. Raises: Refuted, NoProof."""
    return sum(1 for _ in check_tree(model, read)) if kind == "tree" else check_count(model, read)


def remove(model: Model, box: Box, words: list[str], read: Lines) -> None:
    """Take values from the box that a constraint excludes. Raises: Refuted, NoProof."""
    c = read.number_of(words[0], model.constraints)
    for word in words[1:]:
        variable, _, places = word.partition(":")
        v = read.number_of(variable, box)
        for place in places.split(","):
            value = model.domains[v][read.number_of(place, model.domains[v])]
            left, box[v] = box[v], [value]
            model.limits.spend(len(left))
            if value not in left:
                raise read.refuted(f"{model.names[v]} = {short(value)} has gone before")
            if not model.excludes(model.constraints[c], box):
                raise read.refuted(f"{model.names[v]} = {short(value)}: constraint {c} allows it")
            box[v] = [x for x in left if x != value]


def check_tree(model: Model, read: Lines) -> Iterator[tuple[Any, ...]]:
    """The solutions of a tree, each once: its boxes are disjoint, and nothing else is left."""
    above: Box = list(model.domains)
    stack: list[tuple[Iterator[Box], Box, int]] = [(iter([above[:]]), above, model.limits.held)]
    while stack:
        boxes, above, held = stack[-1]
        box = next(boxes, None)
        if box is None:
            model.limits.held = held
            stack.pop()
            continue
        letter, *words = read.words()
        while letter == "r" and len(words) > 1:
            remove(model, box, words, read)
            letter, *words = read.words()
        if letter == "x" and len(words) == 1:
            c = read.number_of(words[0], model.constraints)
            if not model.excludes(model.constraints[c], box):
                raise read.refuted(f"what is left is not excluded by constraint {c}")
        elif letter == "b" and len(words) == 1:
            v, held = read.number_of(words[0], box), model.limits.held
            new = [len(a) for a, b in zip(box, above, strict=True) if a is not b]
            model.limits.hold(8 * (len(box) + sum(new)) + 5 * ENTRY)
            stack.append((branches(box, v, model.limits), box, held))
        elif letter == "s" and not words:
            broken = [c for c, k in enumerate(model.constraints) if model.excludes(k, box)]
            if broken or any(len(left) != 1 for left in box):
                raise read.refuted(f"not one assignment, or constraints {broken[:9]} do not hold")
            yield tuple([left[0] for left in box])
        else:
            raise NoProof(f"line {read.number}: no step of a tree is written so")


def branches(box: Box, v: int, limits: Limits) -> Iterator[Box]:
    """A box for each value that a variable has left in a box."""
    for value in box[v]:
        limits.spend(len(box))
        yield [*box[:v], [value], *box[v + 1 :]]


Levels = list[tuple[int, int, list[list[int]]]]
"""Of each level its variable, its line, and the numbers in the lines of its nodes."""


def check_count(model: Model, read: Lines) -> int:
    """The number of paths of a diagram whose every gap has a reason. Raises: Refuted, NoProof."""
    box, levels = list(model.domains), Levels()
    while (words := read.words()) != ["e"]:
        letter = words[0]
        if letter == "r" and len(words) > 2 and not levels:
            remove(model, box, words[1:], read)
        elif letter == "v" and len(words) == 2:
            levels.append((read.number_of(words[1], box), read.number, []))
        elif levels and all(re.fullmatch(f"-?({PLAIN})", word) for word in words):
            model.limits.hold(ENTRY + 40 * len(words))
            levels[-1][2].append([int(word) for word in words])
        else:
            raise NoProof(f"line {read.number}: no line of a count is written so")
    if not all(box) or any(model.excludes(k, box) for k in model.constraints):
        return 0
    sizes = [*[len(nodes) for _, _, nodes in levels], 1]
    if sorted(v for v, _, _ in levels) != list(range(len(box))) or sizes[0] != 1:
        raise read.refuted("each variable has one level, and the first level one node")
    check_numbers(model, levels, sizes, box)
    for c in range(len(model.constraints)):
        held = model.limits.held
        read_through(model, c, levels, box)
        model.limits.held = held
    ways = [1]
    for _, _, nodes in reversed(levels):
        model.limits.spend(sum(map(len, nodes)))
        ways = [sum(ways[to - 1] for to in after if to > 0) for after in nodes]
        if max(ways).bit_length() > MOST_BITS_OF_SOLUTIONS:
            raise TooLargeProof("the number of solutions has more than 4,000 digits")
    return ways[0]


def check_numbers(model: Model, levels: Levels, sizes: list[int], box: Box) -> None:
    """Every number of a diagram is one of a node of the next level, or of a constraint. Raises:
    Refuted.
    """
    has: list[set[int]] = [set() for _ in box]
    for c, k in enumerate(model.constraints):
        model.limits.hold(ENTRY * len(model.scopes[k]))
        for v in model.scopes[k]:
            has[v].add(c)
    for (v, start, nodes), size in zip(levels, sizes[1:], strict=True):
        for n, after in enumerate(nodes, start + 1):
            model.limits.spend(len(after))
            if len(after) != len(box[v]):
                raise Refuted(f"line {n}: not one number for each value left")
            for to in after:
                if not -len(model.constraints) <= to <= size or to == 0:
                    raise Refuted(f"line {n}: there is no node or constraint {to}")
                if to < 0 and -to - 1 not in has[v]:
                    raise Refuted(f"line {n}: constraint {-to - 1} has no {model.names[v]}")


def read_through(model: Model, c: int, levels: Levels, box: Box) -> None:
    """Follow one constraint through a diagram: what it has read on the ways to a node is a set of
    states; a gap that it explains is dead for each of them, and what is no gap in the end is not.
    """
    k, limits = model.constraints[c], model.limits
    scope = set(model.scopes[k])
    span = [level for level, (v, _, _) in enumerate(levels) if v in scope]
    limits.spend(len(levels))
    if not span:
        return
    machine = Machine(model, k, [levels[level][0] for level in span], box)
    reached = [{machine.start} for _ in levels[span[0]][2]]
    place, held = 0, limits.held
    for level in range(span[0], span[-1] + 1):
        _, line, nodes = levels[level]
        is_read, is_last = level == span[place], level == span[-1]
        size = 1 if level + 1 == len(levels) else len(levels[level + 1][2])
        after: list[set[int]] = [set() for _ in range(size)]
        limits.held = held + 2 * ENTRY * size + ENTRY * sum(map(len, reached))
        for n, row in enumerate(nodes):
            for i, to in enumerate(row):
                if to < 0 and to != -c - 1:
                    continue
                limits.spend(1 + len(reached[n]))
                new = {machine.rows[place][one][i] for one in reached[n]} if is_read else reached[n]
                if to < 0 and not new <= {DEAD}:
                    raise Refuted(f"line {line + n + 1}: constraint {c} may still hold")
                if to > 0 and is_last and not new <= {DONE}:
                    raise Refuted(f"line {line + n + 1}: constraint {c} does not hold")
                if to > 0:
                    limits.hold(-ENTRY * len(after[to - 1]))
                    after[to - 1] |= new
                    limits.hold(ENTRY * len(after[to - 1]))
        place, reached = place + is_read, after


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0 checked, 1 refuted, 2 no proof, 3 not within the limits."""
    parser = argparse.ArgumentParser("check.py", description="Check a proof.")
    parser.add_argument("file", help="what `everyway prove` wrote, or anybody")
    parser.add_argument("-t", "--time-limit", type=float, metavar="SECONDS", help="else none")
    text = f"the most memory; else {MEGABYTES}"
    parser.add_argument("--memory", type=float, default=MEGABYTES, metavar="MB", help=text)
    asked = parser.parse_args(arguments)
    limits = Limits(deadline(asked.time_limit), asked.memory)
    try:
        with open(asked.file, encoding="utf-8") as file:
            found = check(lines_of(file, limits), limits)
    except (TooLargeProof, MemoryError) as error:
        print("not checked:", str(error) or "it takes more memory than there is")
        return 3
    except (Refuted, NoProof, OSError) as error:
        print("refuted:" if isinstance(error, Refuted) else "no proof:", ascii(str(error))[1:-1])
        return 1 if isinstance(error, Refuted) else 2
    more = " solution" + "s" * (found.number != 1) + ", each once" * (found.number > 1)
    print(f"checked: exactly {found.number:,}{more}\nmodel: {found.fingerprint}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
