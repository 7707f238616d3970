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
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

FIRST_LINE = "everyway-proof 1"
LISTED = 3_000
"""The most assignments of one constraint's open variables that are listed."""
TABLED = 20_000
"""The most assignments of a constraint that is read level by level as a table."""
MOST_VALUES = 1_000_000
"""The most values of all variables together."""
MOST_STEPS = 1_000_000
"""The most steps between the states of one constraint that is read level by level."""
MOST_FACTORS = 1_000
"""The greatest exponent."""
GREATEST = 1 << 100_000
"""Greater numbers are not computed with."""
UNDEFINED = None
UNREADABLE = ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError

Box = list[list[Any]]
"""The values left of each variable."""


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
    first = [values.index(x) if x in values else len(values) for x in order]
    return all(a < b or b == len(values) for a, b in itertools.pairwise(first))


def within_capacity(starts: list[int], lasts: list[int], needs: list[int], most: int) -> bool:
    """At every time the tasks that run need no more than the capacity."""
    tasks = list(zip(starts, lasts, needs, strict=True))
    peaks = [sum(n for s, d, n in tasks if s <= t < s + d) for t in starts]
    return min([most, *lasts, *needs]) >= 0 and all(peak <= most for peak in peaks)


def apart(starts: list[int], lasts: list[int]) -> bool:
    """No two tasks run at one time; one that lasts 0 has no effect, and none lasts less."""
    tasks = [(s, s + d) for s, d in zip(starts, lasts, strict=True) if d]
    pairs = itertools.combinations(tasks, 2)
    return all(d >= 0 for d in lasts) and all(a[1] <= b[0] or b[1] <= a[0] for a, b in pairs)


def inverse(there: list[int], back: list[int]) -> bool:
    """there[i] is j exactly where back[j] is i."""
    both = ((there, back), (back, there))
    return all(0 <= j < len(b) and b[j] == i for a, b in both for i, j in enumerate(a))


def packed(bins: list[int], sizes: list[int], room: list[int]) -> bool:
    """Every item lies in a bin, and no bin holds more than it can."""
    items = list(zip(bins, sizes, strict=True))
    inside = all(0 <= b < len(room) for b in bins)
    return inside and all(sum(s for b, s in items if b == k) <= r for k, r in enumerate(room))


def taken(terms: list[Any], counts: list[int], values: list[Any], closed: bool) -> bool:
    """Each value is taken as often as its count; if closed, no other value is."""
    exact = all(terms.count(v) == n for v, n in zip(values, counts, strict=True))
    return exact and (not closed or all(t in values for t in terms))


# By kind: which fields are parts (p one node, P several, - data), if it is true or false, and what
# it means, given its fields with the values of the parts in their place.
KINDS: dict[str, tuple[str, bool, Callable[..., Any]]] = {
    "Sum": ("P--", False, lambda t, c, k: k + sum(x * y for x, y in zip(t, c, strict=True))),
    "Product": ("P", False, math.prod),
    "Quotient": ("pp", False, lambda a, b: UNDEFINED if b == 0 else a // b),
    "Modulo": ("pp", False, lambda a, b: UNDEFINED if b == 0 else a % b),
    "Power": ("p-", False, operator.pow),
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
    "AllDifferentExcept": ("Pp", True, lambda t, e: all(t.count(x) == 1 or x == e for x in t)),
    "AllEqual": ("P", True, lambda t: len(set(t)) <= 1),
    "Allowed": ("P-", True, lambda t, rows: tuple(t) in rows),
    "Forbidden": ("P-", True, lambda t, rows: tuple(t) not in rows),
    "Regular": ("P---", True, accepted),
    "Precedence": ("P-", True, in_turn),
    "Increasing": ("P-", True, lambda t, strict: t == sorted(set(t) if strict else t)),
    "Lexicographic": ("PP-", True, lambda a, b, strict: a < b or (a == b and not strict)),
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
        self.nodes: list[list[Any]]
        self.variables: list[int]
        """The node of each variable."""
        self.constraints: list[int]
        """The node of each constraint."""
        self.nodes, self.variables, self.constraints = data
        for k in [*self.variables, *self.constraints]:
            if type(k) is not int or not 0 <= k < len(self.nodes):
                raise NoProof(f"there is no node {k}; of objectives no proof can speak")
        self.place = {k: v for v, k in enumerate(self.variables)}
        self.names = [str(self.nodes[k][1]) for k in self.variables]
        self.domains: Box = [values_of(*self.nodes[k]) for k in self.variables]
        if len({*self.names}) < len(self.variables) or sum(map(len, self.domains)) > MOST_VALUES:
            raise NoProof(f"two variables have one name, or there are over {MOST_VALUES:,} values")
        self.scopes: list[list[int]] = []
        """The variables of each node."""
        self._known: list[Any] = [None] * len(self.nodes)
        self._steps: dict[int, Callable[[], Any]] = {}
        self._steps_below: dict[int, list[tuple[int, Callable[[], Any]]]] = {}
        self.joined: list[list[int]] = []
        """Each node, with those that it joins where it is a conjunction."""
        self.linear: dict[int, Linear] = {}
        for k, (kind, *fields) in enumerate(self.nodes):
            parts = self.parts(k)
            if not all(type(p) is int and 0 <= p < k for p in parts):
                raise NoProof(f"node {k} has a part that does not stand before it")
            own = [self.place[k]] if kind == "Variable" else []
            self.scopes.append(sorted({*own, *(v for p in parts for v in self.scopes[p])}))
            inner = [j for p in parts for j in self.joined[p] if self.nodes[j][0] != "And"]
            self.joined.append(list(dict.fromkeys([k, *inner])) if kind == "And" else [k])
            if kind == "Constant":
                self._known[k] = fields[0]
            elif kind in KINDS:
                self._steps[k] = self._step(k)
        for k in self.constraints:
            if k not in self._steps or not KINDS[self.nodes[k][0]][1]:
                raise NoProof(f"node {k} is no constraint")
            for j in self.joined[k]:
                with suppress(NoProof):
                    self.linear[j] = Linear(self, j)

    def parts(self, k: int) -> list[int]:
        """The nodes of which node k is made. Raises: NoProof."""
        kind, *fields = self.nodes[k]
        is_fixed = kind == "Constant" and type(fields[0]) in (int, str)
        if (kind == "Variable" or is_fixed) and (kind == "Variable") == (k in self.place):
            return []
        if k in self.place or kind not in KINDS or len(KINDS[kind][0]) != len(fields):
            raise NoProof(f"node {k} is a {kind}, of which this checker cannot speak")
        pairs = list(zip(KINDS[kind][0], fields, strict=True))
        found = [p for how, f in pairs for p in (f if how == "P" else [f] if how == "p" else [])]
        nothing = kind in ("Minimum", "Maximum") and not found
        if nothing or (kind == "Power" and not 0 <= fields[1] <= MOST_FACTORS):
            raise NoProof(f"node {k} is a {kind} that is never computed")
        return found

    def _step(self, k: int) -> Callable[[], Any]:
        """The meaning of node k by the values known of its parts; None where it is undefined."""
        kind, *fields = self.nodes[k]
        shape, is_truth, mean = KINDS[kind]
        if kind in ("Allowed", "Forbidden"):
            fields[1] = {tuple(row) for row in fields[1]}
        known, ways = self._known, list(zip(shape, fields, strict=True))

        def value() -> Any:
            given: list[Any] = []
            for how, field in ways:
                one = [known[p] for p in field] if how == "P" else field
                one = known[field] if how == "p" else one
                if one is UNDEFINED or (how == "P" and UNDEFINED in one):
                    return False if is_truth else UNDEFINED
                given.append(one)
            found = mean(*given)
            if type(found) is int and abs(found) > GREATEST:
                raise NoProof(f"node {k} becomes too great to be computed with")
            return found

        return value

    def below(self, k: int) -> list[int]:
        """Node k and all that it is made of, each once and after its parts."""
        found, left = {k}, [k]
        while left:
            new = set(self.parts(left.pop())) - found
            found |= new
            left += new
        return sorted(found)

    # --------------------------------------------------------- a constraint and what is left

    def size(self, k: int, box: Box) -> int:
        """The number of assignments in the box of the variables of node k."""
        return math.prod([len(box[v]) for v in self.scopes[k]])

    def values(self, k: int, box: Box) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """Each of those, and what node k is then."""
        if k not in self._steps_below:
            inner = [j for j in self.below(k) if j in self._steps]
            self._steps_below[k] = [(j, self._steps[j]) for j in inner]
        known, steps = self._known, self._steps_below[k]
        nodes = [self.variables[v] for v in self.scopes[k]]
        for row in itertools.product(*[box[v] for v in self.scopes[k]]):
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
            if self.nodes[j][0] == "AllDifferent":
                terms = [p for p in self.parts(j) if self.size(p, box) <= LISTED]
                sets = [{x for _, x in self.values(p, box)} for p in terms]
                if is_crowded([some for some in sets if UNDEFINED not in some]):
                    return True
            is_known = size == 1 and j in self.linear
            if size <= LISTED and not is_known and not any(x for _, x in self.values(j, box)):
                return True
        return False


def values_of(kind: str, _: str, written: Any) -> list[Any]:
    """The values of a variable. Raises: NoProof."""
    if isinstance(written, dict):
        first, last, step = written["range"]
        written = range(first, last + 1, step)[: MOST_VALUES + 1]
    values, kinds = list(written), {type(value) for value in written}
    is_plain = (kinds <= {int} and values == sorted(values)) or kinds <= {str}
    if kind != "Variable" or not is_plain or len({*values}) < len(values):
        raise NoProof("a variable has different whole numbers, ascending, or different labels")
    return values


def is_crowded(sets: Sequence[set[Any]]) -> bool:
    """True if no different values can be chosen, one from each set (there is no matching)."""
    owner: dict[Any, int] = {}
    for first in range(len(sets)):
        came: dict[Any, tuple[int, Any]] = {}
        queue: list[tuple[int, Any]] = [(first, None)]
        free = None
        for place, held in queue:
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


class Linear:
    """A comparison, or the number of terms that have some fixed values, as a sum of amounts, one
    by the value of each variable, compared with 0. Raises: NoProof for any other constraint.
    """

    def __init__(self, model: Model, k: int) -> None:
        kind, *fields = model.nodes[k]
        if kind not in ("Comparison", "Count"):
            raise NoProof("it compares nothing")
        self.shift, self.relation = 0, fields[-2]
        self.amounts = {v: dict.fromkeys(model.domains[v], 0) for v in model.scopes[k]}
        factors = defaultdict(int, {fields[-1]: -1})
        if kind == "Comparison":
            factors[fields[0]] += 1
        else:
            wanted = [model.nodes[p] for p in fields[1]]
            if any(node[0] != "Constant" for node in wanted):
                raise NoProof("what is counted is not fixed")
            for part in fields[0]:
                self._add(model, part, lambda x: ["Constant", x] in wanted)
        for part in reversed(model.below(k)):
            kind, *fields = model.nodes[part]
            if part in factors and kind == "Sum":
                self.shift += factors[part] * fields[2]
                for term, factor in zip(fields[0], fields[1], strict=True):
                    factors[term] += factors[part] * factor
            elif part in factors:
                self._add(model, part, partial(operator.mul, factors[part]))

    def _add(self, model: Model, part: int, amount: Callable[[Any], Any]) -> None:
        """Add the amounts of a term of one variable, or of none."""
        scope = model.scopes[part]
        if len(scope) > 1:
            raise NoProof("a term of several variables")
        for row, value in model.values(part, model.domains):
            found = UNDEFINED if value is UNDEFINED else amount(value)
            if not isinstance(found, int):
                raise NoProof("a term that is no number")
            for v, x in zip(scope, row, strict=True):
                self.amounts[v][x] += found
            self.shift += 0 if scope else found

    def never(self, box: Box) -> bool:
        """True if the sum is too great or too small everywhere in the box."""
        low = high = self.shift
        for v, amounts in self.amounts.items():
            if len(box[v]) == 1:
                low, high = low + amounts[box[v][0]], high + amounts[box[v][0]]
            elif box[v]:
                found = [amounts[x] for x in box[v]]
                low, high = low + min(found), high + max(found)
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
            layers.append({one: [step(one, place, value) for value in box[v]] for one in now})
            now = {one for after in layers[-1].values() for one in after} - {None}
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
            now = one | {value}
            crowded = value in one or is_crowded([s - now for s in sets[place + 1 :]])
            return None if crowded else now

        return frozenset(), taken_too, lambda one: True
    if kind == "Regular" and fields[0] == nodes:
        moves = {(a, symbol): b for a, symbol, b in fields[1]}
        return fields[2], lambda a, place, x: moves.get((a, x)), fields[3].__contains__
    if model.size(k, box) > TABLED:
        raise NoProof("a constraint is too wide to be read as a table")
    at = [model.scopes[k].index(v) for v in order]
    true = {tuple([row[i] for i in at]) for row, holds in model.values(k, box) if holds}
    return (), lambda row, place, x: (*row, x), true.__contains__


# -------------------------------------------------------------------------------- the proof


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

    def number_of(self, word: str, some: Sequence[Any]) -> int:
        """A number of some, from 0. Raises: Refuted."""
        if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) < len(some)):
            raise self.refuted(f"{word!r} is no number from 0 to {len(some) - 1}")
        return int(word)

    def refuted(self, words: str) -> Refuted:
        """The error that the line just read does not follow."""
        return Refuted(f"line {self.number}: {words}")


class Checked(NamedTuple):
    """The outcome of a proof that holds."""

    fingerprint: str
    kind: str
    number: int
    rows: list[tuple[Any, ...]]
    """The solutions, of a tree; a count does not list them."""


def check(lines: Iterator[str]) -> Checked:
    """The outcome of the lines of a file. Raises: Refuted, NoProof."""
    read = Lines(iter(lines))
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
        if kind not in ("tree", "count"):
            raise NoProof("line 4: a proof is a tree or a count")
        model = Model(json.loads(head["model"]))
        rows = list(check_tree(model, read)) if kind == "tree" else []
        number = len(rows) if kind == "tree" else check_count(model, read)
        if read.next() != "end":
            raise read.refuted("the proof is done, but steps are left over")
        if head["solutions"] != str(number):
            raise Refuted(f"line 5: the number that is claimed is not {number}")
        return Checked(stamp, kind, number, rows)
    except (NoProof, Refuted):
        raise
    except UNREADABLE as error:
        raise NoProof(f"line {read.number}: {type(error).__name__}: {error}") from error


def remove(model: Model, box: Box, words: list[str], read: Lines) -> None:
    """Take values from the box that a constraint excludes. Raises: Refuted, NoProof."""
    c = read.number_of(words[0], model.constraints)
    for word in words[1:]:
        variable, _, places = word.partition(":")
        v = read.number_of(variable, box)
        for place in places.split(","):
            value = model.domains[v][read.number_of(place, model.domains[v])]
            left, box[v] = box[v], [value]
            if value not in left:
                raise read.refuted(f"{model.names[v]} = {value} has gone before")
            if not model.excludes(model.constraints[c], box):
                raise read.refuted(f"{model.names[v]} = {value}: constraint {c} allows it")
            box[v] = [x for x in left if x != value]


def check_tree(model: Model, read: Lines) -> Iterator[tuple[Any, ...]]:
    """The solutions of a tree, each once: its boxes are disjoint, and nothing else is left."""
    stack: list[Iterator[Box]] = [iter([list(model.domains)])]
    while stack:
        box = next(stack[-1], None)
        if box is None:
            stack.pop()
            continue
        letter, *words = read.next().split(" ")
        while letter == "r" and words:
            remove(model, box, words, read)
            letter, *words = read.next().split(" ")
        if letter == "x" and len(words) == 1:
            c = read.number_of(words[0], model.constraints)
            if not model.excludes(model.constraints[c], box):
                raise read.refuted(f"what is left is not excluded by constraint {c}")
        elif letter == "b" and len(words) == 1:
            stack.append(branches(box, read.number_of(words[0], box)))
        elif letter == "s" and not words:
            broken = [c for c, k in enumerate(model.constraints) if model.excludes(k, box)]
            if broken or any(len(left) != 1 for left in box):
                raise read.refuted(f"not one assignment, or constraints {broken} do not hold")
            yield tuple([left[0] for left in box])
        else:
            raise NoProof(f"line {read.number}: no step of a tree is written so")


def branches(box: Box, v: int) -> Iterator[Box]:
    """A box for each value that a variable has left in a box."""
    return ([*box[:v], [value], *box[v + 1 :]] for value in box[v])


Levels = list[tuple[int, int, list[list[int]]]]
"""Of each level its variable, its line, and the numbers in the lines of its nodes."""


def check_count(model: Model, read: Lines) -> int:
    """The number of paths of a diagram whose every gap has a reason. Raises: Refuted, NoProof."""
    box, levels = list(model.domains), Levels()
    while (line := read.next()) != "e":
        letter, *words = line.split(" ")
        if letter == "r" and words and not levels:
            remove(model, box, words, read)
        elif letter == "v" and len(words) == 1:
            levels.append((read.number_of(words[0], box), read.number, []))
        elif levels:
            levels[-1][2].append([int(word) for word in line.split(" ") if word])
        else:
            raise NoProof(f"line {read.number}: a level begins with its variable")
    if not all(box) or any(model.excludes(k, box) for k in model.constraints):
        return 0
    sizes = [*[len(nodes) for _, _, nodes in levels], 1]
    if sorted(v for v, _, _ in levels) != list(range(len(box))) or sizes[0] != 1:
        raise read.refuted("each variable has one level, and the first level one node")
    for (v, start, nodes), size in zip(levels, sizes[1:], strict=True):
        for n, after in enumerate(nodes, start + 1):
            if len(after) != len(box[v]):
                raise Refuted(f"line {n}: not one number for each value left")
            for to in after:
                if not -len(model.constraints) <= to <= size or to == 0:
                    raise Refuted(f"line {n}: there is no node or constraint {to}")
                if to < 0 and v not in model.scopes[model.constraints[-to - 1]]:
                    raise Refuted(f"line {n}: constraint {-to - 1} has no {model.names[v]}")
    for c in range(len(model.constraints)):
        read_through(model, c, levels, box)
    ways = [1]
    for _, _, nodes in reversed(levels):
        ways = [sum(ways[to - 1] for to in after if to > 0) for after in nodes]
    return ways[0]


def read_through(model: Model, c: int, levels: Levels, box: Box) -> None:
    """Follow one constraint through a diagram: what it has read on the ways to a node is a set of
    states; a gap that it explains is dead for each of them, and what is no gap in the end is not.
    """
    k = model.constraints[c]
    span = [level for level, (v, _, _) in enumerate(levels) if v in model.scopes[k]]
    if not span:
        return
    machine = Machine(model, k, [levels[level][0] for level in span], box)
    reached = [{machine.start} for _ in levels[span[0]][2]]
    place = 0
    for level in range(span[0], span[-1] + 1):
        _, line, nodes = levels[level]
        is_read, is_last = level == span[place], level == span[-1]
        size = 1 if level + 1 == len(levels) else len(levels[level + 1][2])
        after: list[set[int]] = [set() for _ in range(size)]
        for n, row in enumerate(nodes):
            for i, to in enumerate(row):
                if to < 0 and to != -c - 1:
                    continue
                new = {machine.rows[place][one][i] for one in reached[n]} if is_read else reached[n]
                if to < 0 and not new <= {DEAD}:
                    raise Refuted(f"line {line + n + 1}: constraint {c} may still hold")
                if to > 0 and is_last and not new <= {DONE}:
                    raise Refuted(f"line {line + n + 1}: constraint {c} does not hold")
                if to > 0:
                    after[to - 1] |= new
        place, reached = place + is_read, after


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0 checked, 1 refuted, 2 no proof."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            found = check(file)
    except (Refuted, NoProof, OSError) as error:
        print("refuted:" if isinstance(error, Refuted) else "no proof:", ascii(str(error))[1:-1])
        return 1 if isinstance(error, Refuted) else 2
    more = " solution" + "s" * (found.number != 1) + ", each once" * (found.number > 1)
    print(f"checked: exactly {found.number:,}{more}\nmodel: {found.fingerprint}")
    return 0


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    sys.exit(main(sys.argv[1:]))
