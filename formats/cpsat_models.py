"""Models of OR-Tools' CP-SAT, or their protos in files, as models of ours.

Each constraint means what `cp_model.proto` and CP-SAT's checker of solutions say: a constraint with
enforcement literals holds wherever one of them is false, an interval that is not enforced takes no
part, and divisions round towards 0. Hints, strategies and symmetries say nothing about solutions.
Source: https://github.com/google/or-tools/blob/stable/ortools/sat/cp_model.proto
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm
from typing import Any

from ..models.language.arithmetic_expressions import Sum, product, total
from ..models.language.choices import element, maximum
from ..models.language.constraints import And, Constraint, Not, Or, implies, xor
from ..models.language.errors import ModelError
from ..models.language.expressions import (
    Constant,
    Expression,
    Variable,
    indicator,
    integer,
    variable,
)
from ..models.language.files.printed_json import Choose
from ..models.language.global_constraints.all_different import all_different
from ..models.language.global_constraints.circuit import circuit, subcircuit
from ..models.language.global_constraints.connected import connected
from ..models.language.global_constraints.cumulative import cumulative
from ..models.language.global_constraints.inverse import inverse
from ..models.language.global_constraints.no_overlap import no_overlap, no_overlap_2d
from ..models.language.global_constraints.regular import regular
from ..models.language.global_constraints.table import allowed, forbidden
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.rules import Rule
from .cpsat_names import names_of
from .flatzinc.builtin_constraints import quotient_towards_zero, remainder_towards_zero
from .flatzinc.terms import FALSE, TRUE, Names, groups_by_index, number, sure
from .minizinc_files import bytes_of, existing, text_of

LEAST, MOST = -(2**63), 2**63 - 1
"""Ends of a domain that bound nothing."""
MOST_LISTED = 100_000
"""The values of a domain with gaps that are listed; of more, the gaps are a constraint."""
MOST_SCALE = 10**6
"""The most by which an objective of fractions is multiplied, so that it is of whole numbers."""


def from_cpsat(native: Any, name: str = "from CP-SAT") -> Model:
    """The `CpModel`, or its proto, as a model of ours, with its objective and assumptions.

    A solution gives every variable but unnamed constants. Variables keep their names; families of
    such as `x_0`, `x_1` or `x(0)(1)` are lists and grids, `x[0]`, and one without a name is called
    by its index, `v7`. An objective is the sum of its terms, without the scaling of fractions.
    Raises: ModelError for what has no counterpart here, naming it, and for a malformed proto.
    """
    if hasattr(native, "Proto"):
        native = native.Proto()
    if type(native).__name__ != "CpModelProto":
        raise ModelError(f"from_cpsat takes a CpModel or its proto, not {native!r}")
    if not hasattr(native, "SerializeToString"):  # of OR-Tools 9.14 or later, a class of its own
        native = _parsed(str(native), "the model")
    return _Reader(native).model(name)


model_of = from_cpsat
"""The model of the CP-SAT model that a Python file holds."""


def answering(native: Any, choose: Choose) -> tuple[Any, dict[str, Any]]:
    """A `CpModel` of the same variables with one solution, which is chosen; and this by name."""
    declared = native.Proto().variables
    other = importlib.import_module("ortools.sat.python.cp_model").CpModel()
    values = {}
    for place, name in enumerate(names_of([one.name for one in declared])):
        low, *_, high = declared[place].domain
        value = values[name] = choose(place, range(low, min(high, low + MOST // 2) + 1))
        other.new_int_var(value, value, "")
    return other, values


def model_in(given: str) -> Model:
    """The model of a proto's file, for the catalogue."""
    file = existing(given)
    if not given.endswith(".pb"):
        return from_cpsat(_parsed(text_of(file), given), file.stem)
    proto = _new_proto(given)
    try:
        proto.ParseFromString(bytes_of(file))
    except ModelError:
        raise
    except Exception as error:  # protobuf's own class is not to be had before it is there
        raise ModelError(f"{given} is no CpModelProto: {error}") from None
    return from_cpsat(proto, file.stem)


def _new_proto(place: str) -> Any:
    try:
        return importlib.import_module("ortools.sat.cp_model_pb2").CpModelProto()
    except ImportError as error:
        raise ModelError(f"{place} is read by OR-Tools: pip install ortools ({error})") from None


def _parsed(text: str, place: str) -> Any:
    proto = _new_proto(place)
    form = importlib.import_module("google.protobuf.text_format")
    try:
        return form.Parse(text, proto)
    except form.ParseError as error:
        raise ModelError(f"{place} is no text of a CpModelProto: {error}") from None


# -------------------------------------------------------------------------------- the reader


@dataclass(frozen=True)
class _Interval:
    """A task of CP-SAT's: where it is present, `start + size == end` and `size >= 0`."""

    start: Expression
    size: Expression
    end: Expression
    present: tuple[Constraint, ...]


class _Reader:
    """Reads the constraints of a proto."""

    def __init__(self, proto: Any) -> None:
        self._proto = proto
        self._names = Names(lambda term: term, list)
        self._gaps: list[Constraint] = []
        names = names_of([one.name for one in proto.variables])
        self._terms: list[Expression] = [
            self._declared(own, list(one.domain), constant=not one.name)
            for own, one in zip(names, proto.variables, strict=True)
        ]

    def model(self, name: str) -> Model:
        """The whole model."""
        rules = [*self._gaps, *self._constraints()]
        try:
            rules += [self.literal(one) for one in self._proto.assumptions]
            aim = self._objective(rules)
        except ModelError:
            raise
        except (IndexError, OverflowError, ValueError) as error:
            raise ModelError(f"the objective or an assumption cannot be read: {error}") from None
        known = [one for one in self._terms if isinstance(one, Variable)]
        pairs = [*zip((one.name for one in self._proto.variables), self._terms, strict=True)]
        times = Counter(name for name, _ in pairs)
        ours = [(name, own) for name, own in pairs if isinstance(own, Variable)]
        theirs = {name: own.name for name, own in ours if times[name] == 1}
        return Model(name, *groups_by_index(known), *rules, **aim).known_by(theirs)

    def _declared(self, name: str, domain: list[int], *, constant: bool) -> Expression:
        parts = [*_pairs(domain)]
        if not parts:
            raise ModelError(f"the domain of {name} is empty; CP-SAT calls such a model invalid")
        if constant and len(parts) == 1 and parts[0][0] == parts[0][1]:
            return Constant(parts[0][0])
        low, high = parts[0][0], parts[-1][1]
        if len(parts) == 1:
            return integer(name, low, high)
        if sum(end - start + 1 for start, end in parts) <= MOST_LISTED:
            return variable(name, [v for start, end in parts for v in range(start, end + 1)])
        found = integer(name, low, high)
        self._gaps.append(_inside(found, domain))
        return found

    def _constraints(self) -> Iterator[Constraint | Rule]:
        for place, one in enumerate(self._proto.constraints):
            kind = one.WhichOneof("constraint")
            where = f"constraint {place}" + (f", {one.name!r}," if one.name else "") + f" ({kind})"
            if kind is None:
                continue  # an empty constraint always holds
            if kind not in MEANINGS:
                raise ModelError(f"{where} has no counterpart here; leave it out, or say it apart")
            try:
                literals = tuple(map(self.literal, one.enforcement_literal))
                found = _enforced(literals, MEANINGS[kind](self, getattr(one, kind)))
            except IndexError:
                raise ModelError(f"{where} refers to what the model does not have") from None
            except (ModelError, ValueError, TypeError) as error:
                raise ModelError(f"{where}: {error}") from error
            if found is not TRUE:
                yield Rule(one.name, (found,)) if one.name else found

    def _objective(self, rules: list[Any]) -> dict[str, Any]:
        """The objective by the name of its sense, and in `rules` the values that it may have."""
        proto = self._proto
        if proto.HasField("floating_point_objective"):
            goal = proto.floating_point_objective
            weights = [Fraction(one) for one in goal.coeffs]
            scale = lcm(*(one.denominator for one in weights))
            if scale > MOST_SCALE:
                raise ModelError(
                    f"the objective has fractions of 1/{scale}; write whole numbers, scaled by hand"
                )
            term = self.linear(goal.vars, [int(one * scale) for one in weights])
            return {"maximise" if goal.maximize else "minimise": term}
        if not proto.HasField("objective"):
            return {}
        goal = proto.objective
        term = self.linear(goal.vars, goal.coeffs)
        if goal.domain:
            rules.append(_inside(term, goal.domain))
        if goal.scaling_factor < 0:
            return {"maximise": self.linear(goal.vars, [-one for one in goal.coeffs])}
        return {"minimise": term}

    # ---------------------------------------------------------------------- terms and literals

    def term(self, reference: int) -> Expression:
        """The variable of a reference, which below 0 is the negation of one."""
        return self._terms[reference] if reference >= 0 else -1 * self._terms[-reference - 1]

    def literal(self, reference: int) -> Constraint:
        """The truth of a reference, which below 0 is the negation of a Boolean variable."""
        place = reference if reference >= 0 else -reference - 1
        return sure(self._terms[place] == int(reference >= 0))

    def truths(self, references: Iterable[int]) -> tuple[Constraint, ...]:
        """The truths of several references."""
        return tuple(map(self.literal, references))

    def linear(
        self, references: Iterable[int], coefficients: Iterable[int], offset: int = 0
    ) -> Expression:
        """A sum of variables with coefficients."""
        pairs = [*zip(references, map(int, coefficients), strict=True)]
        terms = tuple(self._terms[one if one >= 0 else -one - 1] for one, _ in pairs)
        if len(pairs) == 1 and not offset and pairs[0][0] >= 0 and pairs[0][1] == 1:
            return terms[0]
        factors = tuple(factor if one >= 0 else -factor for one, factor in pairs)
        return Sum(terms, factors, int(offset)) if terms else Constant(int(offset))

    def affine(self, native: Any) -> Expression:
        """A LinearExpressionProto."""
        return self.linear(native.vars, native.coeffs, native.offset)

    def affines(self, several: Iterable[Any], references: Iterable[int] = ()) -> list[Expression]:
        """Several of them, or, as earlier releases have it, references."""
        return [*map(self.affine, several)] or [*map(self.term, references)]

    def bounds(self, term: Expression) -> tuple[int, int]:
        """The least and the greatest value that a term may have."""
        return self._names.bounds(term)

    # -------------------------------------------------------------------------- constraints

    def divided(self, native: Any, result: Callable[..., Expression]) -> Constraint:
        """The quotient, rounded towards 0, or the remainder, of the dividend's sign."""
        return sure(result(self._names, *self.affines(native.exprs)) == self.affine(native.target))

    def element(self, native: Any) -> Constraint:
        """The item at an index is the target; where there is none, that is false."""
        if native.HasField("linear_index") or native.exprs:
            index, target = self.affine(native.linear_index), self.affine(native.linear_target)
        else:
            index, target = self.term(native.index), self.term(native.target)
        items = self.affines(native.exprs, native.vars)
        low, high = self.bounds(index)
        if high < 0 or low >= len(items):
            return FALSE
        return sure(element(items, index) == target)

    def circuit(self, native: Any) -> Constraint:
        """The arcs whose literals are true lead through all nodes without a loop, in one cycle."""
        arcs = [*zip(native.tails, native.heads, native.literals, strict=True)]
        places = {node: place for place, node in enumerate(sorted({*native.tails, *native.heads}))}
        if not places:
            return TRUE
        out: list[list[tuple[int, Constraint]]] = [[] for _ in places]
        for tail, head, one in arcs:
            out[places[tail]].append((places[head], self.literal(one)))
        one_each = [_number_of(truth for _, truth in one) == 1 for one in out]
        after = [total(head * indicator(truth) for head, truth in one) for one in out]
        loops = any(tail == head for tail, head, _ in arcs)
        return And((*map(sure, one_each), (subcircuit if loops else circuit)(after)))

    def routes(self, native: Any) -> Constraint:
        """Cycles through node 0, which meet in it alone, lead to all nodes without a loop."""
        arcs = [*zip(native.tails, native.heads, self.truths(native.literals), strict=True)]
        inner = [one for one in arcs if one[0] != one[1]]
        parts: list[Constraint] = [Not(truth) for tail, head, truth in arcs if tail == head == 0]
        visited = [TRUE]
        for node in range(1, 1 + max((max(arc[:2]) for arc in arcs), default=0)):
            leaving = [truth for tail, _, truth in arcs if tail == node]
            entering = [truth for _, head, truth in arcs if head == node]
            parts += [sure(_number_of(one) == 1) for one in (leaving, entering)]
            visited.append(Or(tuple(truth for tail, _, truth in inner if tail == node)))
        links = [truth for _, _, truth in inner]
        return And((*parts, connected(visited, [(a, b) for a, b, _ in inner], links)))

    def table(self, native: Any) -> Constraint:
        """The terms are one of the rows, or none of them."""
        terms = self.affines(native.exprs, native.vars)
        if not terms:
            return TRUE
        width, values = len(terms), list(native.values)
        if len(values) % width:
            raise ModelError(f"{len(values)} values are no rows of {width}")
        rows = [values[k : k + width] for k in range(0, len(values), width)]
        return (forbidden if native.negated else allowed)(terms, rows)

    def automaton(self, native: Any) -> Constraint:
        """The values, in order, lead from the starting state to a final one."""
        arcs = zip(
            native.transition_tail, native.transition_label, native.transition_head, strict=True
        )
        steps: dict[tuple[int, int], int] = {}
        for tail, label, head in arcs:
            if steps.setdefault((tail, label), head) != head:
                raise ModelError(f"from state {tail}, {label} leads to two states")
        states = {native.starting_state, *(tail for tail, _ in steps), *steps.values()}
        final = [one for one in native.final_states if one in states]
        terms = self.affines(native.exprs, native.vars)
        if not final or (not terms and native.starting_state not in final):
            return FALSE
        return regular(terms, steps, native.starting_state, final) if terms else TRUE

    def inverse(self, native: Any) -> Constraint:
        """`f_inverse[f_direct[i]] == i`."""
        return inverse([*map(self.term, native.f_direct)], [*map(self.term, native.f_inverse)])

    def reservoir(self, native: Any) -> Constraint:
        """At the time of each active change, the changes so far sum to a level within bounds."""
        times, levels = self.affines(native.time_exprs), self.affines(native.level_changes)
        active = self.truths(native.active_literals) or (TRUE,) * len(times)
        parts = []
        for now, is_on in zip(times, active, strict=True):
            so_far = total(
                product((level, indicator(And((on, sure(time <= now))))))
                for time, level, on in zip(times, levels, active, strict=True)
            )
            bounded = so_far >= native.min_level, so_far <= native.max_level
            parts.append(_enforced((is_on,), And(tuple(map(sure, bounded)))))
        return And(tuple(parts))

    def interval(self, native: Any) -> Constraint:
        """`start + size == end`, and `size >= 0`, as far as that is not so anyway."""
        start, size, end = map(self.affine, (native.start, native.size, native.end))
        is_end = _weights(native.start, native.size) == _weights(native.end)
        parts = [] if is_end else [sure(start + size == end)]
        parts += [] if self.bounds(size)[0] >= 0 else [sure(size >= 0)]
        return And(tuple(parts)) if parts else TRUE

    def intervals(self, places: Iterable[int]) -> list[_Interval]:
        """The intervals at these places of the constraints."""
        found = []
        for place in places:
            one = self._proto.constraints[place] if place >= 0 else None
            if one is None or one.WhichOneof("constraint") != "interval":
                raise ModelError(f"constraint {place} is no interval")
            task = one.interval
            literals = tuple(one for one in self.truths(one.enforcement_literal) if one is not TRUE)
            ends = self.affine(task.start), self.affine(task.size), self.affine(task.end)
            found.append(_Interval(*ends, literals))
        return found

    def apart(self, *places: Iterable[int]) -> Constraint:
        """No two tasks, or rectangles, overlap; one of size 0 is within no other either."""
        axes = [*map(self.intervals, places)]
        if all(not one.present and self.bounds(one.size)[0] > 0 for axis in axes for one in axis):
            starts = [[one.start for one in axis] for axis in axes]
            sizes = [[one.size for one in axis] for axis in axes]
            return (no_overlap if len(axes) == 1 else no_overlap_2d)(*starts, *sizes)
        parts = []
        for one, other in combinations(zip(*axes, strict=True), 2):
            present = tuple(literal for task in (*one, *other) for literal in task.present)
            ways = (way for pair in zip(one, other, strict=True) for way in _disjoint(*pair))
            parts.append(_enforced(present, Or(tuple(ways))))
        return And(tuple(parts))

    def cumulative(self, native: Any) -> Constraint:
        """At every time the demands of the intervals that are present sum to at most a capacity."""
        tasks, demands = self.intervals(native.intervals), self.affines(native.demands)
        capacity = self.affine(native.capacity)
        if not tasks:
            return sure(capacity >= 0)

        def of(one: _Interval, term: Expression) -> Expression:
            return product((term, indicator(And(one.present)))) if one.present else term

        sizes, needs = [of(one, one.size) for one in tasks], [*map(of, tasks, demands)]
        starts = [one.start for one in tasks]
        if self.bounds(capacity)[0] >= 0:
            return cumulative(starts, sizes, needs, capacity)
        most = maximum([capacity, 0])
        return And((sure(capacity >= 0), cumulative(starts, sizes, needs, most)))


MEANINGS: dict[str, Callable[[_Reader, Any], Constraint]] = {
    "bool_or": lambda r, n: Or(r.truths(n.literals)),
    "bool_and": lambda r, n: And(r.truths(n.literals)),
    "at_most_one": lambda r, n: sure(_number_of(r.truths(n.literals)) <= 1),
    "exactly_one": lambda r, n: sure(_number_of(r.truths(n.literals)) == 1),
    "bool_xor": lambda r, n: xor([*r.truths(n.literals)]) if n.literals else FALSE,
    "int_div": lambda r, n: r.divided(n, quotient_towards_zero),
    "int_mod": lambda r, n: r.divided(n, remainder_towards_zero),
    "int_prod": lambda r, n: sure(product(r.affines(n.exprs)) == r.affine(n.target)),
    "lin_max": lambda r, n: sure(maximum(r.affines(n.exprs)) == r.affine(n.target)),
    "linear": lambda r, n: _inside(r.linear(n.vars, n.coeffs), n.domain),
    "all_diff": lambda r, n: all_different(r.affines(n.exprs)),
    "element": _Reader.element,
    "circuit": _Reader.circuit,
    "routes": _Reader.routes,
    "table": _Reader.table,
    "automaton": _Reader.automaton,
    "inverse": _Reader.inverse,
    "reservoir": _Reader.reservoir,
    "interval": _Reader.interval,
    "no_overlap": lambda r, n: r.apart(n.intervals),
    "no_overlap_2d": lambda r, n: r.apart(n.x_intervals, n.y_intervals),
    "cumulative": _Reader.cumulative,
}
"""The meanings of the constraints by their names in the proto."""


def _number_of(truths: Iterable[Constraint]) -> Expression:
    return total([*map(number, truths)] or [0])


def _enforced(literals: Sequence[Constraint], found: Constraint) -> Constraint:
    """The constraint that `found` must hold where all of `literals` do."""
    if found is TRUE:
        return TRUE
    left = [one for one in literals if one is not TRUE]
    return implies(And(tuple(left)) if len(left) > 1 else left[0], found) if left else found


def _weights(*natives: Any) -> dict[Any, int]:
    """The coefficients of a sum of expressions by their references, and its offset by None."""
    found = Counter[Any]()
    for native in natives:
        found[None] += native.offset
        for reference, factor in zip(native.vars, native.coeffs, strict=True):
            found[reference] += factor
    return {key: weight for key, weight in found.items() if weight}


def _disjoint(one: _Interval, other: _Interval) -> tuple[Constraint, ...]:
    return sure(one.end <= other.start), sure(other.end <= one.start)


def _pairs(domain: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The intervals of a domain. Raises: ModelError where they are not in order."""
    ends = list(map(int, domain))
    if len(ends) % 2 or ends != sorted(ends):
        raise ModelError(f"the domain {ends} is no list of intervals in order")
    return zip(ends[::2], ends[1::2], strict=True)


def _inside(term: Expression, domain: Sequence[int]) -> Constraint:
    """The values of a term are in one of the intervals of a domain."""
    parts = [*_pairs(domain)]
    outside = [(end + 1, start - 1) for (_, end), (start, _) in pairwise(parts)]
    is_open = bool(outside) and (parts[0][0], parts[-1][1]) == (LEAST, MOST)
    if is_open and all(low == high for low, high in outside):  # all but some values
        return _joined(And, [sure(term != value) for value, _ in outside])
    within = [_joined(And, _between(term, low, high)) for low, high in parts]
    return _joined(Or, within) if parts else FALSE


def _joined(kind: type[And] | type[Or], parts: Sequence[Constraint]) -> Constraint:
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def _between(term: Expression, low: int, high: int) -> tuple[Constraint, ...]:
    if low == high:
        return (sure(term == low),)
    ends = [term >= low] if low > LEAST else []
    return tuple(map(sure, [*ends, term <= high] if high < MOST else ends))
