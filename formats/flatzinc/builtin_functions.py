"""The builtins of FlatZinc that give a variable a value, as expressions of the others.

FlatZinc's are total: what a partial function needs of its arguments is demanded as a rule. Division
and remainder round towards 0 there, and down here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...models.language.arithmetic_expressions import total
from ...models.language.choices import element, maximum, minimum
from ...models.language.constraints import And, Constraint, Or
from ...models.language.expressions import Expression, indicator
from ...models.language.global_constraints.logic import iff, xor
from .terms import Names, Term, sure

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


def _divided(names: Names, a: Any, b: Any) -> Expression:
    x, y = names.number(a), names.number(b)
    _demand_divisor(names, y)
    return quotient_towards_zero(names, x, y)


def _remainder(names: Names, a: Any, b: Any) -> Expression:
    x, y = names.number(a), names.number(b)
    _demand_divisor(names, y)
    return remainder_towards_zero(names, x, y)


def _demand_divisor(names: Names, divisor: Expression) -> None:
    low, high = names.bounds(divisor)
    if low <= 0 <= high:
        names.demand(divisor != 0)


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


FUNCTIONS: dict[str, Callable[..., Term]] = {
    "int_plus": lambda n, a, b: n.number(a) + n.number(b),
    "int_minus": lambda n, a, b: n.number(a) - n.number(b),
    "int_negate": lambda n, a: -n.number(a),
    "int_times": lambda n, a, b: n.number(a) * n.number(b),
    "int_div": _divided,
    "int_mod": _remainder,
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
    return rest + sign * names.constant(args[2])


def both(made: Term, result: Term, names: Names) -> Constraint:
    """A function's value and a result are the same."""
    from .terms import number, truth

    if isinstance(made, Constraint):
        if isinstance(result, bool | int):
            return made if result else ~made
        return iff(made, truth(result))
    return sure(made == number(result))
