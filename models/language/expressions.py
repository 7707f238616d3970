"""Expressions: their base, variables, constants and indicators, and what else stands for one.

An expression is undefined (`None`) where it divides by zero or reads past the end of an array,
and wherever a part of it is undefined; only `Indicator` turns that back into a number.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard, cast

from .errors import ModelError
from .keeping import cached_property
from .late_dataclasses import dataclass
from .nodes import Logical, Node, Numeric, Value, describe, topological
from .phrases import grouped, refuse_unprintable

if TYPE_CHECKING:
    from .constraints import Constraint


# ----------------- The values that a variable may take: an ascending `range`, integers, or labels.


Domain = range | tuple[int, ...] | tuple[str, ...]
"""A `range` for evenly spaced integers, however many; else the values, ascending; else labels."""

MOST_VALUES = 1_000_000
"""A domain given one value at a time is read this far, then refused."""

MOST_BITS = 8192
"""The most bits of a number in a model, or that an expression may reach: 1 kB, in 2,467 digits.

So what is computed from one stays quick and small, and Python still writes it, which it refuses
past 4,300 digits. The number of solutions is none of these.
"""


def bits_of(low: int, high: int) -> int:
    """The most bits that an integer from `low` to `high` takes, its sign apart."""
    return max(low.bit_length(), high.bit_length())


def whole_in(text: str) -> int:
    """The whole number that ASCII digits write, blanks around them apart.

    Raises: ValueError for another text, such as `1_000` or digits of another script, which Python's
    `int` would take.
    """
    if not re.fullmatch(r"\s*[+-]?[0-9]+\s*", text, re.ASCII):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def whole_number(value: object, what: object) -> int:
    """`value` as a plain int; `what` says what it is for.

    Raises: ModelError for a bool, a float, a string, None, or anything else without `__index__`;
    for a number of more than MOST_BITS bits.
    """
    if isinstance(value, bool):
        raise ModelError(f"{what} is {value!r}; write {int(value)} for it")
    try:
        number = int(operator.index(cast(Any, value)))
    except TypeError:
        pass
    else:
        if number.bit_length() > MOST_BITS:
            raise ModelError(
                f"{what} is a number of {grouped(number.bit_length())} bits, and the most is"
                f" {grouped(MOST_BITS)}; write a smaller one"
            )
        return number
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        raise ModelError(f"{what} is the float {value!r}; write {int(value)}")
    raise ModelError(f"{what} is {value!r}; it must be a whole number")


def interval(lower: object, upper: object, where: str) -> range:
    """The integers from `lower` to `upper`, inclusive."""
    first = whole_number(lower, f"the lower bound of {where}")
    last = whole_number(upper, f"the upper bound of {where}")
    if first > last:
        raise ModelError(
            f"{where} has lower bound {first} above its upper bound {last}; swap the two"
        )
    return range(first, last + 1)


def domain_of(values: Iterable[object], where: str) -> Domain:
    """The domain that holds exactly `values`; integers are sorted, labels keep their order.

    Raises: ModelError for no values, more than 1,000,000 unless a `range`, a value twice, floats,
    bools, or labels beside integers.
    """
    if isinstance(values, range):
        return _ascending(values, where)
    if isinstance(values, str):
        raise ModelError(f"the domain of {where} is the string {values!r}; write [{values!r}]")
    try:
        iterator = iter(values)
    except TypeError:
        raise ModelError(
            f"the domain of {where} is {values!r}; give its values, such as range(1, 10)"
        ) from None
    read: list[Any] = list(islice(iterator, MOST_VALUES + 1))
    if isinstance(values, Set):  # which has no order of its own, or another one each time
        read.sort(key=repr)
    if len(read) > MOST_VALUES:
        raise ModelError(
            f"the domain of {where} has more than {grouped(MOST_VALUES)} values;"
            " give a range, such as range(0, 10**9)"
        )
    if not read:
        raise ModelError(f"the domain of {where} is empty; give it at least one value")
    if any(isinstance(value, str) for value in read):
        return _labels(read, where)
    return _integers([whole_number(v, f"a value in the domain of {where}") for v in read], where)


def _ascending(values: range, where: str) -> range:
    if not values:
        raise ModelError(f"the domain of {where} is empty: {values!r}")
    plain = values.step == 1 and type(values.start) is type(values.stop) is int
    if plain and bits_of(values.start, values.stop) <= MOST_BITS:
        return values  # as it is, since a model may have very many of one kind
    first = whole_number(values[0], f"the first value of {where}")
    last = whole_number(values[-1], f"the last value of {where}")
    low, high = sorted((first, last))
    return range(low, high + 1, abs(values.step) if low != high else 1)


def _labels(read: list[Any], where: str) -> tuple[str, ...]:
    for value in read:
        if not isinstance(value, str):
            raise ModelError(
                f"the domain of {where} mixes labels and numbers: {value!r} beside strings;"
                " write all of them as strings or all as integers"
            )
        if not value:
            raise ModelError(f"the domain of {where} holds an empty label; name it")
        refuse_unprintable(value, f"in the domain of {where}, the label")
    _refuse_repeats(read, where)
    return tuple(read)


def _integers(read: list[int], where: str) -> Domain:
    _refuse_repeats(read, where)
    read.sort()
    steps = {after - before for before, after in pairwise(read)}
    if len(steps) <= 1:
        return range(read[0], read[-1] + 1, *steps)
    return tuple(read)


def _refuse_repeats(read: list[Any], where: str) -> None:
    if len(set(read)) == len(read):
        return
    seen: set[Any] = set()
    for value in read:
        if value in seen:
            raise ModelError(f"the domain of {where} holds {value!r} twice; write it once")
        seen.add(value)


def size(domain: Domain) -> int:
    """The number of values in `domain`; unlike `len`, also past the machine's word."""
    if isinstance(domain, range):
        return (domain[-1] - domain[0]) // domain.step + 1
    return len(domain)


Bounds = tuple[int, int]
"""The least and the greatest value that an expression can take, inclusive."""

COMPARED_BY_PYTHON = (
    "Python compared before the solver could. Compare variables one by one (x == 1), not what"
    " holds them (board.rows == 1, x == [0, 1, 2] of a list x), write total(...) for a sum that may"
    " be of nothing, and x == 1 for x == True"
)
"""The likely cause where Python's True or False stands in a model."""


class Expression(Node, Logical, Numeric):
    """An integer, or a label, that depends on the variables."""

    undefined = None

    @property
    def labelled(self) -> bool:
        """True if the values are labels; arithmetic on labels is refused."""
        return False

    @cached_property
    def _truth(self) -> Constraint | None:
        """The constraint that this is 1, shared by all it stands in; None if it is not 0 or 1."""
        if self.labelled:
            return None
        low, high = bounds(self)
        return self == 1 if low >= 0 and high <= 1 else None

    @cached_property
    def _denial(self) -> Constraint:
        return super().__invert__()

    def __invert__(self) -> Constraint:
        return self._denial

    def value(self, values: Sequence[Any]) -> Any:
        """The value of this expression, given the values of its parts; None if undefined."""
        raise NotImplementedError(f"{type(self).__name__} must define value")

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        """Bounds of this expression where it is defined, given those of its parts."""
        raise NotImplementedError(f"{type(self).__name__} must define bounds")

    def __bool__(self) -> NoReturn:
        raise ModelError(
            f"{self} has no truth value before it is solved: "
            "write & | ~ instead of and, or, not; any_of and all_of instead of any and all;"
            " x == 1 instead of x"
        )

    def __iter__(self) -> NoReturn:
        raise ModelError(f"{self} is one number, not several; put it in a list: [{self}]")


@dataclass(frozen=True, eq=False, repr=False)
class Variable(Expression):
    """A name and the values it may take."""

    name: str
    domain: Domain
    leaf = "name"

    @property
    def labelled(self) -> bool:
        domain = self.domain  # at once: it is asked for each comparison
        return type(domain) is not range and isinstance(domain[0], str)

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        domain: Any = self.domain
        return (0, len(domain) - 1) if self.labelled else (domain[0], domain[-1])

    def describe(self, parts: Sequence[str]) -> str:
        return self.name


@dataclass(frozen=True, eq=False, repr=False)
class Constant(Expression):
    """A fixed integer or label."""

    constant: Value
    leaf = "constant"

    @property
    def labelled(self) -> bool:
        return isinstance(self.constant, str)

    def value(self, values: Sequence[Any]) -> Value:
        return self.constant

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return (0, 0) if isinstance(self.constant, str) else (self.constant, self.constant)

    def describe(self, parts: Sequence[str]) -> str:
        return str(self.constant) if isinstance(self.constant, int) else repr(self.constant)


@dataclass(frozen=True, eq=False, repr=False)
class Indicator(Expression):
    """1 where `constraint` holds, else 0: its reification. Always defined."""

    constraint: Constraint

    @property
    def _truth(self) -> Constraint:
        return self.constraint

    def value(self, values: Sequence[bool]) -> int:
        return int(values[0])

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return 0, 1

    def describe(self, parts: Sequence[str]) -> str:
        return f"[{parts[0]}]"


def bounds_under(roots: Iterable[Node]) -> dict[Node, Bounds]:
    """The bounds of every expression under `roots`."""
    return bounds_among(topological(roots))


def bounds_among(nodes: Iterable[Node]) -> dict[Node, Bounds]:
    """The bounds of every expression among `nodes`, each of them after its parts."""
    found: dict[Node, Bounds] = {}
    for node in nodes:
        if isinstance(node, Expression):
            found[node] = node.bounds([found.get(part, (0, 1)) for part in node.parts])
    return found


def bounds(expression: object) -> Bounds:
    """The least and greatest value that `expression` can take, by the bounds of its parts.

    No value lies outside, and where it is undefined it has none; that an end is taken is not said:
    of `x - x` they are those of two variables. A constraint is a number from 0 to 1.

    >>> x = integer("x", 0, 9)
    >>> bounds(2 * x - 3), bounds(x == 4)
    ((-3, 15), (0, 1))

    Raises: ModelError for labels, which have no order, and for what is no term.
    """
    term = as_expression(expression, "the term")
    if term.labelled:
        raise ModelError(f"{term} is a label, and labels have no bounds; read its domain")
    return bounds_under([term])[term] if term.parts else term.bounds(())


# ---------------------------------------------------------------------------- constructors


def variable(name: str, domain: Iterable[object]) -> Variable:
    """A variable over the values of `domain`: integers (a `range` may be huge) or labels."""
    return Variable(_name(name), domain_of(domain, repr(name)))


def integer(name: str, lower: int, upper: int) -> Variable:
    """A variable over the integers from `lower` to `upper`, inclusive."""
    return Variable(_name(name), interval(lower, upper, repr(name)))


def boolean(name: str) -> Variable:
    """A variable that is 0 or 1."""
    return Variable(_name(name), range(2))


def constant(number: int) -> Expression:
    """A whole number as an expression: a sum that begins with one is one, also of nothing more.

    Formula: number

    >>> from everyway.models import constant, integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> sum([], constant(0)) <= 1
    0 <= 1
    >>> sum([x, y], constant(0))
    x + y

    Raises: ModelError for a bool, a text, an expression, or what else is no whole number.
    """
    if isinstance(number, Node):
        raise ModelError(f"{number} is a term already, and no constant; write it alone")
    return whole(whole_number(number, "the argument of constant"))


def indicator(constraint: object) -> Expression:
    """1 where `constraint` holds, else 0.

    Formula: 1 if constraint, else 0

    >>> from everyway.models import indicator, integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> indicator(x < y)
    [x < y]
    """
    return Indicator(as_constraint(constraint, "the argument of indicator"))


# ------------------------------------------------------------------------------ coercions


def as_expression(value: object, where: object) -> Expression:
    """`value` as an expression: a number or label is a constant, a constraint its indicator."""
    if isinstance(value, Expression):
        return value
    if _is_constraint(value):
        return Indicator(value)
    if isinstance(value, str):
        return Constant(refuse_unprintable(value, "the label"))
    stands_for = getattr(value, "expression", None)
    if isinstance(stands_for, Expression):
        return stands_for
    if isinstance(value, bool):
        raise ModelError(f"{where} is {value!r}: {COMPARED_BY_PYTHON}")
    return whole(whole_number(value, where))


def as_constraint(value: object, where: str) -> Constraint:
    """`value` as a constraint; a 0/1 expression stands for `value == 1`.

    Raises: ModelError for anything else, with what to write instead.
    """
    if _is_constraint(value):
        return value
    if isinstance(value, Expression):
        if value._truth is not None:
            return value._truth
        raise ModelError(
            f"{where} is the integer {describe(value)}, which is not 0 or 1;"
            f" compare it, for example {describe(value)} == 1"
        )
    together = getattr(value, "together", None)
    if _is_constraint(together):
        return together
    kind = "the function " if callable(value) else ""
    raise ModelError(f"{where} is {kind}{value!r}, not a constraint; {_advice(value)}")


def _is_constraint(value: object) -> TypeGuard[Constraint]:
    return isinstance(value, Node) and not isinstance(value, Expression)


def _advice(value: object) -> str:
    if isinstance(value, bool):
        return COMPARED_BY_PYTHON
    if callable(value):
        return "for a Python test write predicate(test, x, y)"
    return "write one such as x + y == 3 or all_different([x, y])"


@lru_cache(maxsize=1024)
def whole(number: int) -> Constant:
    """A plain integer as a constant, one for all its uses while it is used often."""
    return Constant(number)


def as_number(value: object, where: str) -> Expression:
    """`value` as an integer expression. Raises: ModelError for a label."""
    expression = as_expression(value, f"an operand of {where}")
    if expression.labelled:
        raise ModelError(
            f"{describe(expression)} is a label, so {where} means nothing on it;"
            " labels can be compared with == and !=, counted, tabulated or made all different"
        )
    return expression


def same_kind(terms: Iterable[Expression], where: object) -> None:
    """Raises: ModelError where labels meet numbers, which are never equal."""
    read = list(terms)
    if len({term.labelled for term in read}) > 1:
        label = next(term for term in read if term.labelled)
        number = next(term for term in read if not term.labelled)
        raise ModelError(f"{where} mixes the label {label} and the number {number}; use one kind")


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise ModelError(f"a variable's name must be a string, not {name!r}")
    if not name.strip():
        raise ModelError(f"a variable's name must not be empty: {name!r}")
    return refuse_unprintable(name, "the name")


# ----------------------- Terms as a constructor is given them: several arguments, or one iterable.


def several(terms: tuple[object, ...], where: str) -> Iterable[object]:
    """The arguments of `where`, or the items of the only one.

    Raises: ModelError for one argument that is no list, for none, and for a list beside others.
    """
    if len(terms) == 1:
        return listed(terms[0], where)
    lists = [term for term in terms if is_list(term)]
    if len(lists) > 1:
        raise ModelError(
            f"{where} takes one list of terms, not {len(lists)};"
            f" write {where}([*a, *b]), or {where} once for each list"
        )
    if lists or not terms:
        raise ModelError(
            f"{where} takes one list of terms, or terms one by one, not"
            f" {'a list beside other terms' if lists else 'nothing'};"
            f" write {where}({'[*a, x]' if lists else '[]'})"
        )
    return terms


def listed(terms: object, where: str) -> Iterable[object]:
    """The items of `terms`, in an order of their own. Raises: ModelError where it has none."""
    if type(terms) is list or type(terms) is tuple:
        return terms  # at once, as most are
    if not is_list(terms):
        raise ModelError(f"{where} takes a list of terms, not {terms!r}; write {where}([...])")
    if isinstance(terms, Mapping):
        raise ModelError(
            f"{where} takes a list of terms, and iterating over {type(terms).__name__} gives its"
            f" keys; write {where}(d.values())"
        )
    if isinstance(terms, Set):  # which has no order of its own, or another one each time
        return sorted(terms, key=repr)
    return terms


def is_list(terms: object) -> TypeGuard[Iterable[object]]:
    """True if `terms` has items of its own: no term, and no text."""
    if type(terms) is list or type(terms) is tuple:
        return True  # at once, as most are
    if isinstance(terms, str | Node) or not isinstance(terms, Iterable):
        return False
    try:
        iter(terms)
    except TypeError:  # an array of no dimension
        return False
    return True
