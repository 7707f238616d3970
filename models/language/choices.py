"""Terms equal to one of others: the least, the greatest, the one at an index or by a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, cast

from .arithmetic_expressions import Modulo, Quotient, Sum
from .constraints import And, Constraint, Core
from .errors import ModelError
from .expressions import (
    Bounds,
    Constant,
    Expression,
    Indicator,
    as_constraint,
    as_expression,
    as_number,
    bounds,
    bounds_under,
    listed,
    same_kind,
    several,
)
from .keeping import cached_property
from .late_dataclasses import dataclass
from .nodes import Node, describe, rebuild

if TYPE_CHECKING:
    from .model import Model


class _Extreme(Expression):
    """The least or the greatest of `terms`, by the function that takes it of numbers."""

    terms: tuple[Expression, ...]
    _of: ClassVar[Callable[[Iterable[int]], int]]

    def __post_init__(self) -> None:
        _refuse_none(self.terms, type(self).__name__.lower())

    def value(self, values: Sequence[int]) -> int:
        return type(self)._of(values)

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        extreme = type(self)._of
        return extreme(low for low, _ in parts), extreme(high for _, high in parts)

    def describe(self, parts: Sequence[str]) -> str:
        return f"{type(self).__name__.lower()}({', '.join(parts)})"


@dataclass(frozen=True, eq=False, repr=False)
class Minimum(_Extreme):
    """The least of `terms`."""

    terms: tuple[Expression, ...]
    _of = min


@dataclass(frozen=True, eq=False, repr=False)
class Maximum(_Extreme):
    """The greatest of `terms`."""

    terms: tuple[Expression, ...]
    _of = max


@dataclass(frozen=True, eq=False, repr=False)
class Element(Expression):
    """`array[index]`, 0-based; undefined where the index is negative or past the end."""

    array: tuple[Expression, ...]
    index: Expression

    def __post_init__(self) -> None:
        _refuse_none(self.array, "element")
        if isinstance(self.index, Constant) and not self._holds_index(self.index.constant):
            raise ModelError(
                f"index {self.index.constant} is outside an array of {len(self.array)}:"
                f" write 0 to {len(self.array) - 1}"
            )
        if len({item.labelled for item in self.array}) > 1:
            raise ModelError(f"the array of {self} mixes labels and numbers; use one kind")

    @cached_property
    def labelled(self) -> bool:
        return self.array[0].labelled

    def _holds_index(self, index: Any) -> bool:
        return bool(0 <= index < len(self.array))

    def value(self, values: Sequence[Any]) -> Any:
        return values[values[-1]] if self._holds_index(values[-1]) else None

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        low, high = parts[-1]
        reached = parts[:-1][max(low, 0) : high + 1] or parts[:-1]
        return min(low for low, _ in reached), max(high for _, high in reached)

    def describe(self, parts: Sequence[str]) -> str:
        if len(parts) == 3 and isinstance(self.index, Indicator):
            return f"({parts[1]} if {parts[2][1:-1]} else {parts[0]})"
        return f"[{', '.join(parts[:-1])}][{parts[-1]}]"


def minimum(*terms: object) -> Expression:
    """The least of `terms`, or of one list of them that is not empty.

    Formula: min(terms[0], terms[1], …)

    >>> from everyway.models import integer, minimum
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> minimum(x, y)
    minimum(x, y)
    """
    return Minimum(tuple(as_number(term, "minimum") for term in several(terms, "minimum")))


def maximum(*terms: object) -> Expression:
    """The greatest of `terms`, or of one list of them that is not empty.

    Formula: max(terms[0], terms[1], …)

    >>> from everyway.models import integer, maximum
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> maximum(x, y)
    maximum(x, y)
    """
    return Maximum(tuple(as_number(term, "maximum") for term in several(terms, "maximum")))


def conditional(condition: object, then: object, otherwise: object) -> Expression:
    """`then` where `condition` holds, `otherwise` where it does not: if-then-else as a value.

    Undefined where either of the two values is, also the one that is not taken, as `element` is
    over an array with an undefined item. A condition with an undefined term does not hold.

    Formula: then if condition, else otherwise

    >>> from everyway.models import conditional, integer
    >>> x = integer("x", -5, 5)
    >>> conditional(x < 0, 0, x)
    (0 if x < 0 else x)
    """
    holds = as_constraint(condition, "the condition of conditional")
    values = [as_expression(value, "a value of conditional") for value in (otherwise, then)]
    same_kind(values, "conditional")
    return Element(tuple(values), Indicator(holds))


def element(array: Iterable[object], index: object, *further: object) -> Expression:
    """`array[index]`, 0-based, for an index that the solver chooses; `array[i][j]` of rows.

    Rows are equally long, of numbers, labels or terms. Undefined where an index is outside its own
    range, also if negative, and where any item is undefined. Raises: ModelError.

    Formula: array[index]

    >>> from everyway.models import element, integer
    >>> i, j = integer("i", 0, 1), integer("j", 0, 2)
    >>> element([[1, 2, 3], [4, 5, 6]], i, j)
    [1, 2, 3, 4, 5, 6][3*i + j]
    """
    if further:
        return element_of_rows(array, (index, *further))
    dimensions = len(getattr(array, "shape", ()))
    found = list(listed(array, "element"))
    if dimensions > 1 or any(isinstance(item, list | tuple) for item in found):
        raise ModelError("the array of element has rows, and one index; write element(x, i, j)")
    items = tuple(as_expression(item, "element") for item in found)
    return Element(items, as_number(index, "the index of element"))


def element_of_rows(array: Iterable[object], indices: Sequence[object]) -> Expression:
    """The item of rows, or of rows of rows, at `indices`; undefined where one is outside."""
    items, shape = _read(array, len(indices))
    read = [as_number(index, "an index of element") for index in indices]
    for place, (index, size) in enumerate(zip(read, shape, strict=True)):
        if isinstance(index, Constant) and index.constant not in range(size):
            raise ModelError(
                f"index {index.constant} is outside: along dimension {place} the array of element"
                f" has {size}; write 0 to {size - 1}"
            )
    # With the others inside, the place is in the whole array exactly where the first is.
    inside = [read[0], *map(_inside, read[1:], shape[1:])]
    strides = tuple(prod(shape[place + 1 :]) for place in range(len(shape)))
    return Element(items, Sum(tuple(inside), strides, 0))


def _inside(index: Expression, size: int) -> Expression:
    """`index`, undefined where it is not in `range(size)`."""
    low, high = bounds(index)
    if low >= 0 and high < size:
        return index
    return Element(tuple(map(Constant, range(size))), index)


def _read(array: Any, depth: int) -> tuple[tuple[Expression, ...], tuple[int, ...]]:
    """The items row by row, and the shape. Raises: ModelError for rows that are not alike."""
    shape = getattr(array, "shape", None)
    if isinstance(shape, tuple) and len(shape) != depth:
        raise ModelError(f"the array of element has {len(shape)} dimensions: {needs(len(shape))}")
    if isinstance(shape, tuple) and isinstance(getattr(array, "members", None), tuple):
        return array.members, shape
    if isinstance(array, str | Node) or not isinstance(array, Iterable):
        shown = describe(array) if isinstance(array, Node) else repr(array)
        raise ModelError(
            f"element with several indices takes a list of rows, and {shown} stands where a row"
            " should; write element([[1, 2], [3, 4]], i, j)"
        )
    if depth == 1:
        items = tuple(as_expression(item, "element") for item in array)
        return items, (len(items),)
    rows = [_read(row, depth - 1) for row in array]
    shapes = list(dict.fromkeys(shape for _, shape in rows))
    if len(shapes) > 1:
        one, other = (" × ".join(map(str, shape)) for shape in shapes[:2])
        raise ModelError(f"the rows of element differ: one has {one} items, another {other}")
    if not rows or not rows[0][0]:
        raise ModelError("element of nothing has no value; give it rows with at least one item")
    return tuple(item for row, _ in rows for item in row), (len(rows), *shapes[0])


def needs(dimensions: int) -> str:
    """The call of `element` for an array of `dimensions` dimensions."""
    names = ", ".join(("i", "j", "k")[:dimensions]) + (", …" if dimensions > 3 else "")
    return f"write element(x, {names})"


def _refuse_none(terms: tuple[Expression, ...], where: str) -> None:
    if not terms:
        raise ModelError(f"{where} of nothing has no value; give it at least one term")


# ----------------------------------------------------------------------------------- undefinedness
# The definedness of terms, and decompositions of constraints whose terms may be undefined.


def defined(terms: Iterable[Expression]) -> list[Constraint]:
    """Constraints that hold together exactly where every one of `terms` is defined.

    There are none where `terms` are always defined, by their bounds.
    """
    roots = list(terms)
    found: dict[Node, Constraint] = {}
    reached = _outside_indicators(roots)
    ends = bounds_under(roots)
    for node in reached:
        match node:
            case Quotient(_, divisor) | Modulo(_, divisor):
                low, high = ends[divisor]
                if low <= 0 <= high:
                    found[node] = divisor != 0
            case Element(array, index):
                low, high = ends[index]
                if low < 0 or high >= len(array):
                    found[node] = (index >= 0) & (index < len(array))
            case _:
                pass
    return list(found.values())


def decomposition(constraint: Constraint) -> list[Constraint]:
    """Smaller constraints that together mean `constraint`, undefined terms included."""
    terms = [part for part in constraint.parts if isinstance(part, Expression)]
    return [*defined(terms), *constraint.decompose()]


def in_core(roots: Sequence[Node]) -> list[Node]:
    """`roots` with every constraint in terms of comparisons, and, or, not and predicates."""
    found, before = list(roots), list[Node]()
    while any(one is not other for one, other in zip_longest(found, before)):
        before, found = found, rebuild(found, _decomposed)
    return found


def decomposed(model: Model) -> Model:
    """An equivalent model in comparisons, logic and predicates alone."""
    constraints = cast("list[Constraint]", in_core(model.constraints))
    return model.restated(model.groups, constraints)


def _decomposed(node: Node, original: Node) -> Node | None:
    defined = isinstance(node, Constraint) and type(node).decompose is not Constraint.decompose
    if not defined or isinstance(node, Core):
        return None
    parts = decomposition(cast(Constraint, node))
    itself = any(part is node for part in parts)  # as a predicate is
    return None if itself else And(tuple(parts))


def _outside_indicators(roots: Iterable[Node]) -> list[Node]:
    """The expressions whose being undefined reaches a root."""
    seen: dict[Node, None] = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node in seen or isinstance(node, Indicator):
            continue
        seen[node] = None
        stack.extend(node.parts)
    return list(seen)
