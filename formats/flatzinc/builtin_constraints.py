"""The constraints of FlatZinc: comparisons, clauses, membership, and the globals that stay whole.

The globals are those of `library`, a folder of predicates without a body that MiniZinc is given in
the place of its own decompositions; each has the standard library's meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Any

from ...models.language.arithmetic_expressions import total
from ...models.language.choices import element, maximum, minimum
from ...models.language.constraints import RELATIONS, And, Constraint, Or, iff, xor
from ...models.language.expressions import Expression, indicator
from ...models.language.global_constraints.all_different import all_different, all_different_except
from ...models.language.global_constraints.all_equal import all_equal
from ...models.language.global_constraints.cardinality import cardinality
from ...models.language.global_constraints.circuit import circuit, subcircuit
from ...models.language.global_constraints.connected import connected
from ...models.language.global_constraints.count import among, at_least, at_most, count, exactly
from ...models.language.global_constraints.cumulative import cumulative
from ...models.language.global_constraints.increasing import increasing
from ...models.language.global_constraints.inverse import inverse
from ...models.language.global_constraints.lexicographic import lexicographic
from ...models.language.global_constraints.loops_and_paths import path
from ...models.language.global_constraints.no_overlap import no_overlap, no_overlap_2d
from ...models.language.global_constraints.number_of_values import number_of_values
from ...models.language.global_constraints.precedence import precedence
from ...models.language.global_constraints.regular import regular
from ...models.language.global_constraints.table import allowed
from .terms import COMPARED, FALSE, TRUE, Names, Term, number, sure, truth

# ------------ The builtins of FlatZinc that give a variable a value, as expressions of the others.
#
# FlatZinc's are total: what a partial function needs of its arguments is demanded as a rule.
# Division and remainder round towards 0 there, and down here.


MOST_CASES = 1_000
"""A power is written by the cases of its exponent up to so many."""


def quotient_towards_zero(names: Names, x: Expression, y: Expression) -> Expression:
    """`x / y` rounded towards 0, for a divisor that is not 0."""
    (low, _), (least, _) = names.bounds(x), names.bounds(y)
    if low >= 0 and least >= 0:
        return x // y
    if least >= 0:
        same = sure(x >= 0)
    elif low >= 0:
        same = sure(y >= 0)
    else:
        same = iff(sure(x >= 0), sure(y >= 0))
    return (abs(x) // abs(y)) * (2 * indicator(same) - 1)


def remainder_towards_zero(names: Names, x: Expression, y: Expression) -> Expression:
    """The remainder of the quotient rounded towards 0: it has the dividend's sign."""
    if names.bounds(x)[0] >= 0 and names.bounds(y)[0] >= 0:
        return x % y
    return x - y * quotient_towards_zero(names, x, y)


def _divided(result: Callable[..., Expression], names: Names, a: Any, b: Any) -> Expression:
    """A quotient or a remainder, whose divisor is demanded not to be 0."""
    x, y = names.number(a), names.number(b)
    low, high = names.bounds(y)
    if low <= 0 <= high:
        names.demand(y != 0)
    return result(names, x, y)


def _power(names: Names, a: Any, b: Any) -> Expression:
    """A power by cases of its exponent; MiniZinc's 0 ** -1 is refused, its 2 ** -1 is 0."""
    base, exponent = names.number(a), names.number(b)
    low, high = names.bounds(exponent)
    if low < 0:
        raise ValueError("an exponent may be below 0; everyway's are 0 or more")
    if low == high:
        made = base**low
        names.bounds(made)  # too large a number is refused here, with the line
        return made
    if high > MOST_CASES:
        raise ValueError(f"an exponent may be {high}, and the most is {MOST_CASES}")
    return element([base**k for k in range(low, high + 1)], exponent - low)


def _chosen(names: Names, index: Any, items: list[Expression]) -> Expression:
    """An item by an index from 1, which is demanded to be inside."""
    place = names.number(index)
    low, high = names.bounds(place)
    if low < 1 or high > len(items):
        names.demand(And((sure(place >= 1), sure(place <= len(items)))))
    return element(items, place - 1)


BUILTIN_FUNCTIONS: dict[str, Callable[..., Term]] = {
    "int_plus": lambda n, a, b: n.number(a) + n.number(b),
    "int_minus": lambda n, a, b: n.number(a) - n.number(b),
    "int_negate": lambda n, a: -n.number(a),
    "int_times": lambda n, a, b: n.number(a) * n.number(b),
    "int_div": partial(_divided, quotient_towards_zero),
    "int_mod": partial(_divided, remainder_towards_zero),
    "int_min": lambda n, a, b: minimum([n.number(a), n.number(b)]),
    "int_max": lambda n, a, b: maximum([n.number(a), n.number(b)]),
    "int_abs": lambda n, a: abs(n.number(a)),
    "int_pow": _power,
    "bool2int": lambda n, a: n.number(a),
    "array_int_element": lambda n, i, a: _chosen(n, i, n.numbers(a)),
    "array_var_int_element": lambda n, i, a: _chosen(n, i, n.numbers(a)),
    "array_bool_element": lambda n, i, a: sure(_chosen(n, i, n.numbers(a)) == 1),
    "array_var_bool_element": lambda n, i, a: sure(_chosen(n, i, n.numbers(a)) == 1),
    "array_bool_and": lambda n, a: And(tuple(n.truths(a))),
    "array_bool_or": lambda n, a: Or(tuple(n.truths(a))),
    "bool_and": lambda n, a, b: And((n.truth(a), n.truth(b))),
    "bool_or": lambda n, a, b: Or((n.truth(a), n.truth(b))),
    "bool_xor": lambda n, a, b: xor([n.truth(a), n.truth(b)]),
    "bool_eq": lambda n, a, b: iff(n.truth(a), n.truth(b)),
    "bool_not": lambda n, a: ~n.truth(a),
    "fzn_count_eq": lambda n, xs, y: count(n.numbers(xs), n.number(y)),
}
"""Each from the names and the arguments but for the result."""
EXTREMES: dict[str, Callable[[list[Expression]], Expression]] = {
    "array_int_minimum": minimum,
    "array_int_maximum": maximum,
}
"""Their first argument is the result."""


def linear(names: Names, factors: Any, terms: Any) -> Expression:
    """A sum of terms with constant factors."""
    pairs = zip(names.constants(factors), names.numbers(terms), strict=True)
    return total(factor * term for factor, term in pairs)


def solved(names: Names, args: list[Any], terms: list[Any], target: Any) -> Expression:
    """The value of `target`, with the factor 1 or -1, by `int_lin_eq` of `terms`."""
    factors = names.constants(args[0])
    sign = factors[terms.index(target)]
    others = [(f, t) for f, t in zip(factors, terms, strict=True) if t != target]
    rest = total(-sign * factor * names.number(term) for factor, term in others)
    constant = sign * names.constant(args[2])
    return rest + constant if constant else rest


def both(made: Term, result: Term, names: Names) -> Constraint:
    """A function's value and a result are the same."""
    if isinstance(made, Constraint):
        if isinstance(result, bool | int):
            return made if result else ~made
        return iff(made, truth(result))
    return sure(made == number(result))


MOST_PARTS = 500_000
"""A constraint that is not there as a whole is written by so many smaller ones at most."""


def relation(names: Names, name: str, args: list[Any]) -> Constraint | None:
    """The constraint `name` of `args`; None for one that is not known."""
    kind, _, compared = name.rpartition("_")
    sign = COMPARED.get(compared, "")
    if kind in ("int", "bool") and sign:
        left, right = map(names.number, args)
        found = names.by_label(left, sign, right) if sign in ("==", "!=") else None
        return sure(RELATIONS[sign](left, right)) if found is None else found
    if kind in ("int_lin", "bool_lin") and sign:
        return sure(RELATIONS[sign](linear(names, *args[:2]), names.number(args[2])))
    if name in GLOBALS:
        return sure(GLOBALS[name](names, *args))
    return None


def _clause(names: Names, positive: Any, negative: Any) -> Constraint:
    return Or((*names.truths(positive), *(~truth for truth in names.truths(negative))))


def _rows(names: Names, terms: Any, flat: Any) -> Constraint:
    read, numbers = names.numbers(terms), names.constants(flat)
    if not read:
        return TRUE
    width = len(read)
    return allowed(read, [numbers[at : at + width] for at in range(0, len(numbers), width)])


def _automaton(
    names: Names, xs: Any, states: Any, symbols: Any, table: Any, start: Any, ends: Any
) -> Constraint:
    """An automaton; its states are from 1, and 0 rejects, as does a symbol that is not there."""
    size, width = names.constant(states), names.constant(symbols)
    after = names.constants(table)
    if len(after) != size * width or size < 1:
        raise ValueError(f"{size} states and {width} symbols have not {len(after)} transitions")
    last = frozenset(range(1, size + 1)).intersection(names.some(ends, 1, size))
    steps = {
        (state, symbol): after[(state - 1) * width + symbol - 1]
        for state in range(1, size + 1)
        for symbol in range(1, width + 1)
    }
    steps = {key: to for key, to in steps.items() if to > 0}
    return regular(names.numbers(xs), steps, names.constant(start), sorted(last))


def _from(names: Names, array: Any, base: Any) -> Iterator[Expression]:
    """The items of an array of indices, from 0 in the place of `base`."""
    return (term - names.constant(base) for term in names.numbers(array))


def _inverse(names: Names, there: Any, back: Any, first: Any, start: Any) -> Constraint:
    forward, backward = [*_from(names, there, start)], [*_from(names, back, first)]
    return inverse(forward, backward) if len(forward) == len(backward) else FALSE


def _cardinality(
    names: Names, xs: Any, cover: Any, numbers: Any, *, closed: bool = False
) -> Constraint:
    terms, values, counts = names.numbers(xs), names.constants(cover), names.numbers(numbers)
    if len(set(values)) == len(values):
        return cardinality(terms, dict(zip(values, counts, strict=True)), closed=closed)
    each = [sure(count(terms, v) == c) for v, c in zip(values, counts, strict=True)]
    return And((*each, *(names.inside(term, sorted(set(values))) for term in terms if closed)))


def _between(
    names: Names, xs: Any, cover: Any, low: Any, high: Any, *, closed: bool = False
) -> Constraint:
    terms, values = names.numbers(xs), names.constants(cover)
    ends = zip(values, names.numbers(low), names.numbers(high), strict=True)
    parts = [
        part for v, a, b in ends for n in [count(terms, v)] for part in (sure(n >= a), sure(n <= b))
    ]
    return And((*parts, *(names.inside(term, sorted(set(values))) for term in terms if closed)))


def _chain(names: Names, values: Any, xs: Any) -> Constraint:
    order, terms = names.constants(values), names.numbers(xs)
    if len(set(order)) == len(order):
        return precedence(terms, order)
    return And(tuple(_preceded(terms, a, b) for a, b in pairwise(order)))


def _preceded(terms: Sequence[Expression], first: int, then: int) -> Constraint:
    if first != then:
        return precedence(terms, [first, then])
    return And(tuple(sure(term != then) for term in terms))


def _tasks(names: Names, *arrays: Any) -> tuple[list[list[Expression]], list[Constraint]]:
    """Lists of lengths or demands that are 0 or more, and that they are so."""
    read = [names.numbers(array) for array in arrays]
    below = [sure(term >= 0) for terms in read for term in terms if names.bounds(term)[0] < 0]
    safe = [[maximum([t, 0]) if names.bounds(t)[0] < 0 else t for t in terms] for terms in read]
    return safe, below


def _cumulative(
    names: Names, starts: Any, durations: Any, demands: Any, capacity: Any
) -> Constraint:
    (lengths, needs, (most,)), below = _tasks(names, durations, demands, [capacity])
    return And((cumulative(names.numbers(starts), lengths, needs, most), *below))


def _apart(names: Names, starts: Any, durations: Any, *, strict: bool) -> Constraint:
    """Tasks that do not overlap; those of length 0 may lie anywhere unless `strict`."""
    (lengths,), below = _tasks(names, durations)
    begin = names.numbers(starts)
    if not strict or all(names.bounds(length)[0] > 0 for length in lengths):
        return And((no_overlap(begin, lengths), *below))
    ends = [start + length for start, length in zip(begin, lengths, strict=True)]
    pairs = _pairs(begin)
    parts = [Or((sure(ends[i] <= begin[j]), sure(ends[j] <= begin[i]))) for i, j in pairs]
    return And((*parts, *below))


def boxes_apart(
    names: Names,
    origins: Sequence[Sequence[Expression]],
    sizes: Sequence[Sequence[Expression]],
    *,
    strict: bool,
) -> Constraint:
    """Boxes that do not overlap, each with a list of origins and of sizes, one for each dimension.

    Unless `strict`, a box with a size of 0 has no effect. Boxes of one or two dimensions stay whole
    where no size may be below 0, or below 1 if `strict`.
    """
    boxes = [[*zip(at, size, strict=True)] for at, size in zip(origins, sizes, strict=True)]
    lows = [names.bounds(size)[0] for box in boxes for _, size in box]
    by_dimensions: dict[int, Callable[..., Constraint]] = {1: no_overlap, 2: no_overlap_2d}
    whole = by_dimensions.get(max(map(len, boxes), default=0))
    if whole and min(lows) >= int(strict):
        return whole(*zip(*origins, strict=True), *zip(*sizes, strict=True))
    parts = []
    for i, j in _pairs(boxes):
        apart: list[Any] = []
        for (a, d), (b, e) in zip(boxes[i], boxes[j], strict=True):
            apart += [a + d <= b, b + e <= a, *(() if strict else (d == 0, e == 0))]
        parts.append(Or(tuple(map(sure, apart))))
    return And(tuple(parts))


def _rectangles(names: Names, *lists: Any, strict: bool) -> Constraint:
    x, y, widths, heights = map(names.numbers, lists)
    sides = [*zip(x, y, strict=True)], [*zip(widths, heights, strict=True)]
    return boxes_apart(names, *sides, strict=strict)


def _pairs(items: Sequence[Any]) -> list[tuple[int, int]]:
    """The pairs of places. Raises: ValueError for too many."""
    _refuse_many(len(items) * (len(items) - 1) // 2)
    return [(i, j) for i in range(len(items)) for j in range(i)]


def _refuse_many(number: int) -> None:
    if number > MOST_PARTS:
        raise ValueError(f"it would be written by {number} smaller ones; the most is {MOST_PARTS}")


def _loads(names: Names, load: Any, base: Any, bins: Any, sizes: Any) -> Constraint:
    """Every load is the sum of the sizes in its bin, the first of which is numbered `base`."""
    chosen, first, loads = names.numbers(bins), names.constant(base), names.numbers(load)
    weights = names.constants(sizes)
    _refuse_many(len(loads) * len(chosen))
    sums = [
        total(
            weight * indicator(sure(bin == first + place))
            for weight, bin in zip(weights, chosen, strict=True)
        )
        for place in range(len(loads))
    ]
    parts = [sure(found == load) for found, load in zip(sums, loads, strict=True)]
    return And((*parts, *(names.inside(bin, range(first, first + len(loads))) for bin in chosen)))


def _graph(
    names: Names, tails: Any, heads: Any, chosen: Any, base: Any
) -> tuple[list[tuple[int, int]], list[Constraint], list[Constraint]]:
    """Edges between vertices from 0, what is chosen of them, and of those from a vertex to itself.

    The vertices that are read count from `base`.
    """
    first, marks = names.constant(base), names.truths(chosen)
    pairs = zip(names.constants(tails), names.constants(heads), strict=True)
    read = [((a - first, b - first), mark) for (a, b), mark in zip(pairs, marks, strict=True)]
    edges = [(edge, mark) for edge, mark in read if edge[0] != edge[1]]
    own = [mark for edge, mark in read if edge[0] == edge[1]]
    return [edge for edge, _ in edges], [mark for _, mark in edges], own


def _connected(names: Names, tails: Any, heads: Any, nodes: Any, es: Any, base: Any) -> Constraint:
    """The chosen nodes are joined by chosen edges; there may be none."""
    edges, chosen, _ = _graph(names, tails, heads, es, base)
    return connected(names.truths(nodes), edges, chosen)


def _path(
    names: Names, tails: Any, heads: Any, start: Any, end: Any, es: Any, base: Any, size: Any
) -> Constraint:
    """The chosen edges are one path, on which none leads from a vertex to itself."""
    edges, chosen, own = _graph(names, tails, heads, es, base)
    ends = [names.number(one) - names.constant(base) for one in (start, end)]
    found = path(chosen, edges, *ends, vertices=names.constant(size))
    return And((found, *(~mark for mark in own)))


GLOBALS: dict[str, Callable[..., Any]] = {
    "bool_clause": _clause,
    "set_in": lambda n, x, values: n.inside(n.number(x), n.values(values)),
    "array_bool_xor": lambda n, xs: xor(n.truths(xs)),
    "bool_not": lambda n, a, b: sure(n.number(a) != n.number(b)),
    "fzn_all_different_int": lambda n, xs: all_different(n.labels(n.numbers(xs))),
    "fzn_alldifferent_except": lambda *given: _except(*given),
    "fzn_alldifferent_except_0": lambda n, xs: all_different_except(n.numbers(xs), 0),
    "fzn_all_equal_int": lambda n, xs: all_equal(n.labels(n.numbers(xs))),
    "fzn_increasing_int": lambda n, xs: increasing(n.numbers(xs)),
    "fzn_increasing_bool": lambda n, xs: increasing(n.numbers(xs)),
    "fzn_decreasing_int": lambda n, xs: increasing(n.numbers(xs)[::-1]),
    "fzn_decreasing_bool": lambda n, xs: increasing(n.numbers(xs)[::-1]),
    "fzn_strictly_increasing_int": lambda n, xs: increasing(n.numbers(xs), strict=True),
    "fzn_strictly_decreasing_int": lambda n, xs: increasing(n.numbers(xs)[::-1], strict=True),
    "everyway_lex": lambda n, a, b: _lexicographic(n, a, b, strict=False),
    "everyway_lex_strict": lambda n, a, b: _lexicographic(n, a, b, strict=True),
    "everyway_lex_bool": lambda n, a, b: _lexicographic(n, a, b, strict=False),
    "everyway_lex_bool_strict": lambda n, a, b: _lexicographic(n, a, b, strict=True),
    "everyway_set_lt": lambda n, a, b: _set_order(n, a, b, [2, 3]),
    "everyway_set_le": lambda n, a, b: _set_order(n, a, b, [0, 2, 3]),
    "everyway_inverse": _inverse,
    "everyway_circuit": lambda n, xs, base: circuit(_from(n, xs, base)),
    "everyway_subcircuit": lambda n, xs, base: subcircuit(_from(n, xs, base)),
    "everyway_connected": _connected,
    "everyway_path": _path,
    "everyway_loads": _loads,
    "fzn_cumulative": _cumulative,
    "fzn_disjunctive": lambda n, s, d: _apart(n, s, d, strict=False),
    "fzn_disjunctive_strict": lambda n, s, d: _apart(n, s, d, strict=True),
    "fzn_diffn": lambda n, *args: _rectangles(n, *args, strict=True),
    "fzn_diffn_nonstrict": lambda n, *args: _rectangles(n, *args, strict=False),
    "fzn_table_int": _rows,
    "fzn_table_bool": _rows,
    "fzn_regular": _automaton,
    "fzn_global_cardinality": _cardinality,
    "fzn_global_cardinality_closed": lambda n, *args: _cardinality(n, *args, closed=True),
    "fzn_global_cardinality_low_up": _between,
    "fzn_global_cardinality_low_up_closed": lambda n, *args: _between(n, *args, closed=True),
    "fzn_nvalue": lambda n, number, xs: number_of_values(n.numbers(xs), n.number(number)),
    "fzn_among": lambda n, number, xs, v: _among(n, n.numbers(xs), v, n.number(number)),
    "fzn_at_most_int": lambda n, most, xs, v: at_most(n.numbers(xs), n.number(v), n.number(most)),
    "fzn_at_least_int": lambda n, least, xs, v: at_least(
        n.numbers(xs), n.number(v), n.number(least)
    ),
    "fzn_exactly_int": lambda n, number, xs, v: exactly(
        n.numbers(xs), n.number(v), n.number(number)
    ),
    "fzn_value_precede_int": lambda n, s, t, xs: _preceded(
        n.numbers(xs), n.constant(s), n.constant(t)
    ),
    "fzn_value_precede_chain_int": _chain,
}
"""Each from the names and the arguments."""


def _except(names: Names, xs: Any, values: Any) -> Constraint:
    terms, left_out = names.numbers(xs), names.values(values)
    if len(left_out) == 1:
        return all_different_except(terms, left_out[0])
    if not left_out:
        return all_different(terms)
    pairs = ((terms[i], terms[j]) for i, j in _pairs(terms))
    return And(tuple(Or((sure(x != y), names.inside(x, left_out))) for x, y in pairs))


def _among(names: Names, terms: list[Expression], values: Any, number: Expression) -> Constraint:
    """The count of terms with one of the values, of which those matter that a term may have."""
    ends = [names.bounds(term) for term in terms] or [(0, 0)]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    return among(terms, names.some(values, low, high), number)


def _lexicographic(names: Names, a: Any, b: Any, *, strict: bool) -> Constraint:
    """Lists of any lengths: the shorter comes first where it is the beginning of the other."""
    left, right = names.numbers(a), names.numbers(b)
    shorter = min(len(left), len(right))
    strictly = (strict and len(left) >= len(right)) or len(left) > len(right)
    return lexicographic(left[:shorter], right[:shorter], strict=strictly)


def _set_order(names: Names, a: Any, b: Any, ends: list[int]) -> Constraint:
    """An automaton that reads of each value whether it is in `a` and in `b`: their sorted lists.

    State 0: equal so far; 1: `b` must have another value; 2: `a` must have none; 3: `a` is less.
    """
    steps = dict[tuple[int, int], int]()
    for state, x, y in product(range(4), range(2), range(2)):
        steps[state, x] = between = 4 + 2 * state + x
        if (state, x) != (2, 1):
            steps[between, y] = ((x != y) * (2 - x), 1 + 2 * y, 2, 3)[state]
    pairs = zip(names.numbers(a), names.numbers(b), strict=True)
    return regular([term for pair in pairs for term in pair], steps, 0, ends)
